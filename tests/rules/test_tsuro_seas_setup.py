"""Tsuro of the Seas: board, components, setup and starts (TS-1 to TS-3)."""

from __future__ import annotations

from collections import Counter

import pytest

from tabiji.core.match import Game
from tabiji.games.tsuro_seas.state import BESIDE, DAIKAIJU, MARK_NAMES, MARK_PORT, MARK_SQUARE, SQUARE_NAMES, TILE_DECK

from tests.rules.tsuro_table import begin_turn, daikaiju, sea


def test_ts_1_components() -> None:
    """TS-1: 49 squares, two marks on each outer side of the edge squares, 56 tiles of 35 patterns, 10 daikaiju."""
    assert len(SQUARE_NAMES) == 49
    marks = {(int(MARK_SQUARE[m]), int(MARK_PORT[m])) for m in range(len(MARK_NAMES))}
    rim = {(sq, port) for sq in range(49) for port in range(8) if BESIDE[sq, port >> 1] == -1}
    assert len(MARK_NAMES) == 56
    assert marks == rim
    assert len(TILE_DECK) == 56
    assert len(set(TILE_DECK)) == 35
    assert sorted(DAIKAIJU) == sorted(colour + str(number) for colour in "gb" for number in range(1, 6))


@pytest.mark.parametrize(
    ("mark", "square", "port"),
    [
        ("n1", "a1", 0),
        ("n14", "g1", 1),
        ("e1", "g1", 2),
        ("e6", "g3", 3),
        ("s1", "a7", 5),
        ("s8", "d7", 4),
        ("w1", "a1", 7),
        ("w2", "a1", 6),
        ("w13", "a7", 7),
    ],
)
def test_ts_1_marks_are_counted_from_the_north_and_the_west(mark: str, square: str, port: int) -> None:
    """TS-1: 14 marks a side."""
    number = MARK_NAMES.index(mark)
    assert (SQUARE_NAMES[MARK_SQUARE[number]], MARK_PORT[number]) == (square, port)


@pytest.mark.parametrize(("players", "count"), [(2, 6), (3, 6), (4, 6), (5, 5), (6, 5), (7, 4), (8, 4)])
def test_ts_2_hands_and_number_of_daikaiju(players: int, count: int) -> None:
    """TS-2: three tiles each; 6, 5 or 4 daikaiju by the number of players."""
    match = Game("tsuro_seas", players).new(3)
    view = match.view(0)
    assert [len(hand) for hand in view["hands"]] == [3] * players
    assert sum(run["cards"] for run in view["decks"]["wakes"]) == 56 - 3 * players
    on_board = [d for d in view["daikaiju"] if d["place"] == "board"]
    assert len(on_board) == count
    assert len({d["square"] for d in on_board}) == count
    events = [e["event"] for e in match.events()]
    assert events == ["first"] + ["drew"] * players + ["arrived"] * count


def test_ts_2_dice_name_36_squares_and_everything_is_random() -> None:
    """TS-2: lines 1, 2, 3, 5, 6, 7 carry the numbers 1 to 6: the middle row and column get none at the setup."""
    squares: Counter[str] = Counter()
    tiles: Counter[str] = Counter()
    facings: Counter[str] = Counter()
    for seed in range(600):
        for d in Game("tsuro_seas", 2).new(seed).view(None)["daikaiju"]:
            if d["place"] == "board":
                squares[d["square"]] += 1
                tiles[d["id"]] += 1
                facings[d["facing"]] += 1
    assert set(squares) == {column + row for column in "abcefg" for row in "123567"}
    assert all(70 <= n <= 130 for n in squares.values())  # 100 expected
    assert all(290 <= n <= 430 for n in tiles.values())  # 360 expected
    assert all(800 <= n <= 1000 for n in facings.values())  # 900 expected


def test_ts_2_gold_is_the_column_blue_the_row() -> None:
    """TS-2, the rulebook's example: gold 2 and blue 5 name a square in the second column and the row numbered 5."""
    match = sea(["n1", "n3"], hands=[[33], [33 - 1]], daikaiju=[], supply=["g4 e"], dice=[2, 5])
    begin_turn(match, 0)
    assert daikaiju(match, "g4") == "b6 e"  # row 5 of the dice is the sixth of the board


def test_ts_2_roll_again_where_a_daikaiju_is() -> None:
    """TS-2: the dice are rolled again if a daikaiju is there."""
    match = sea(["n1", "n3"], daikaiju=["g1 a1 n", "b1 g7 n"], supply=["g4 e"], dice=[1, 1, 6, 6, 3, 3])
    begin_turn(match, 0)
    assert daikaiju(match, "g4") == "c3 e"


def test_ts_3_starts_in_turn_order_on_free_marks() -> None:
    """TS-3: neither a taken mark nor one whose square holds a daikaiju; the first player chooses first."""
    match = Game("tsuro_seas", 3).new(1, {"first": 1, "daikaiju": ["g1 a1 n", "b2 d7 s", "g5 d4 n"]})
    assert match.seat == 1
    blocked = {"n1", "n2", "w1", "w2", "s7", "s8"}
    assert set(match.legal) == {f"start {mark}" for mark in MARK_NAMES if mark not in blocked}
    match.play("start n5")
    assert match.seat == 2
    assert "start n5" not in match.legal
    match.play("start n6")  # the other mark of the same square is free
    match.play("start s1")
    assert match.view(0)["phase"] == "place"
    assert match.seat == 1
    assert match.view(0)["ships"][1]["mark"] == "n5"


def test_ts_3_the_first_player_is_random() -> None:
    """TS-3: in place of the oldest."""
    firsts = Counter(Game("tsuro_seas", 4).new(seed).seat for seed in range(400))
    assert all(70 <= firsts[seat] <= 130 for seat in range(4))


def test_ts_3_no_daikaiju() -> None:
    """TS-3: the option plays without daikaiju and without dice."""
    match = Game("tsuro_seas", 2, no_daikaiju=True).new(8)
    seen = []
    while not match.over:
        seen += [event["event"] for event in match.act(match.legal_actions()[0])]
    assert "placed" in seen
    assert not {"rolled", "arrived", "walked", "turned"} & set(seen)
    assert all(d["place"] == "supply" for d in match.view(None)["daikaiju"])
