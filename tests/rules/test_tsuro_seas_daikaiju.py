"""Tsuro of the Seas: the daikaiju step (TS-10 to TS-16)."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from tabiji.core.match import Game
from tabiji.core.random import seed_rng
from tabiji.core.record import as_state
from tabiji.games.tsuro_seas.state import DAIKAIJU, GONE, IN_SUPPLY, NOWHERE

from tests.rules.tsuro_table import FAR, QUIET, begin_turn, daikaiju, kinds, pile, sea, ship


def test_ts_10_a_turn_rolls_places_sails_and_draws() -> None:
    """TS-10: roll, place, move, draw; then the next player rolls."""
    match = Game("tsuro_seas", 2).new(
        4, {"first": 0, "starts": ["n5", "s5"], "daikaiju": FAR, "dice": QUIET + QUIET, "hands": [[33, 32, 31]]}
    )
    assert kinds(match.events()) == ["started", "started", "rolled"]
    assert kinds(match.play("place 33 r0")) == ["placed", "sailed", "drew", "rolled"]
    assert match.seat == 1


@pytest.mark.parametrize(("on_board", "arrivals"), [(0, 3), (1, 2), (2, 1)])
def test_ts_11_three_daikaiju_at_least(on_board: int, arrivals: int) -> None:
    """TS-11: with fewer than 3 on the board new ones are placed until there are 3, and nobody rolls for movement."""
    match = sea(["n1", "n3"], daikaiju=FAR[:on_board])
    events = begin_turn(match, 1)
    assert kinds(events) == ["arrived"] * arrivals
    assert sum(d["place"] == "board" for d in match.view(None)["daikaiju"]) == 3


@pytest.mark.parametrize("gold", range(1, 7))
@pytest.mark.parametrize("blue", range(1, 7))
def test_ts_11_only_sums_of_6_7_and_8_stir_them(gold: int, blue: int) -> None:
    """TS-11: on other sums nothing happens."""
    match = sea(["n1", "n3"], daikaiju=["g1 d4 n", *FAR[1:]], dice=[gold, blue, 2])
    begin_turn(match, 0)
    stirred = gold + blue in (6, 7, 8)
    assert match.events()[0]["action"] == (2 if stirred else None)
    assert daikaiju(match, "g1") == ("d3 n" if stirred else "d4 n")


def test_ts_11_a_second_roll_of_6_brings_a_new_one() -> None:
    """TS-11: nobody moves then."""
    match = sea(["n1", "n3"], daikaiju=FAR, supply=["b5 w"], dice=[3, 3, 6, 2, 2])
    assert kinds(begin_turn(match, 0)) == ["rolled", "arrived"]
    assert daikaiju(match, "b5") == "b2 w"
    assert [daikaiju(match, text.split()[0]) for text in FAR] == [text[3:] for text in FAR]


def test_ts_11_nothing_arrives_when_all_are_in_play() -> None:
    """TS-11: a roll of 6 with ten on the board."""
    ten = [
        f"{colour}{n} {column}{row} n" for colour, row in (("g", 4), ("b", 5)) for n, column in enumerate("bcdef", 1)
    ]
    match = sea(["n1", "n3"], daikaiju=ten, dice=[3, 3, 6])
    assert kinds(begin_turn(match, 0)) == ["rolled"]


@pytest.mark.parametrize("option", ["out", "recycle"])
@pytest.mark.parametrize(("on_board", "supply"), [(0, []), (0, ["b3"]), (1, []), (1, ["b3"]), (2, [])])
def test_ts_11_always_three(option: str, on_board: int, supply: list[str]) -> None:
    """TS-11, TS-13: with an empty supply as many of the lost come back as are needed; by `recycle` all may come."""
    dice = [3, 3, 4, 4, 5, 5]  # c3, e5 and f6
    match = sea(["n1", "n3"], daikaiju=FAR[:on_board], supply=supply or ["none"], dice=dice, lost_daikaiju=option)
    s = match.state
    if supply:  # one is to come, all others are lost
        s["lair"][(s["lair"] == IN_SUPPLY) & (np.arange(10) != DAIKAIJU.index("b3"))] = GONE
        s["supply"], s["supplied"] = [DAIKAIJU.index("b3")] + [NOWHERE] * 9, 1
    assert kinds(begin_turn(match, 0)) == ["arrived"] * (3 - on_board)  # and nobody rolls
    places = [d["place"] for d in match.view(None)["daikaiju"]]
    assert places.count("board") == 3
    assert places.count("gone" if option == "out" else "supply") == 7
    if supply:
        assert daikaiju(match, "b3") not in ("gone", "supply")


def test_ts_13_which_of_the_lost_comes_back_is_chance() -> None:
    """TS-13: they are shuffled: each of the eight comes back, turned in each way, about as often."""
    seen: Counter[str] = Counter()
    facings: Counter[str] = Counter()
    match = sea(["n1", "n3"], daikaiju=FAR[:2], supply=["none"])
    before = match.state.tobytes()
    for seed in range(400):
        trial = match.game.at(before)
        seed_rng(as_state(trial.state), np.uint64(seed))
        (event,) = begin_turn(trial, 0)
        seen[event["daikaiju"]] += 1
        facings[event["facing"]] += 1
    assert set(seen) == set(DAIKAIJU) - {"g1", "b1"}
    assert max(seen.values()) < 80
    assert set(facings) == set("nesw")


# --- order and actions --------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("order", "names"),
    [("descending", ["g5", "b5", "b3", "g2", "b2", "g1"]), ("ascending", ["g1", "g2", "b2", "b3", "g5", "b5"])],
)
def test_ts_12_order_of_daikaiju(order: str, names: list[str]) -> None:
    """TS-12: by rotation number, gold before blue; the option turns the numbers round."""
    six = ["g1 b2 n", "b2 d2 n", "g2 f2 n", "b3 b5 n", "b5 d5 n", "g5 f5 n"]
    match = sea(["n1", "n3"], daikaiju=six, dice=[3, 3, 1], daikaiju_order=order)
    acted = [event["daikaiju"] for event in begin_turn(match, 0) if "daikaiju" in event]
    assert acted == names


@pytest.mark.parametrize(
    ("name", "facing", "roll", "end"),
    [
        ("g1", "n", 1, "d4 w"),  # a quarter turn counter-clockwise
        ("g1", "w", 1, "d4 s"),
        ("g1", "n", 2, "d3 n"),
        ("g1", "n", 3, "c4 n"),
        ("g1", "n", 4, "d5 n"),
        ("g1", "n", 5, "e4 n"),
        ("g1", "e", 2, "e4 e"),  # turned clockwise, its north points east
        ("g1", "s", 3, "e4 s"),
        ("g1", "w", 4, "e4 w"),
        ("b2", "n", 1, "e4 n"),
        ("g3", "n", 1, "d5 n"),
        ("b4", "n", 1, "c4 n"),
        ("g5", "n", 1, "d3 n"),
        ("g5", "n", 5, "d4 w"),
    ],
)
def test_ts_12_actions_follow_the_tiles_orientation(name: str, facing: str, roll: int, end: str) -> None:
    """TS-12: a step to a side relative to the orientation, or a quarter turn."""
    match = sea(["n1", "n3"], daikaiju=[f"{name} d4 {facing}", "b1 g7 n", "b3 f7 n"], dice=[3, 3, roll])
    begin_turn(match, 0)
    assert daikaiju(match, name) == end


# --- off the board, onto each other -------------------------------------------------------------------------------
def test_ts_13_off_the_board_is_out_of_the_game() -> None:
    """TS-13: with three left on the board a lost daikaiju does not come back."""
    four = ["g1 d1 n", "b1 b4 n", "b3 d5 n", "g3 f4 n"]
    match = sea(["n1", "n3"], daikaiju=four, supply=["none"], dice=[3, 3, 2, 4, 4, 6])
    event = next(e for e in begin_turn(match, 0) if e.get("daikaiju") == "g1")
    assert (event["event"], event["square"], event["side"]) == ("walked", None, "n")
    assert daikaiju(match, "g1") == "gone"
    assert kinds(begin_turn(match, 1)) == ["rolled"]  # a 6, but nothing is left to place


def test_ts_13_recycle_shuffles_the_lost_back() -> None:
    """TS-13, option recycle: if one must be placed and the supply is empty."""
    match = sea(["n1", "n3"], daikaiju=["g1 d1 n"], supply=["none"], dice=[3, 3], lost_daikaiju="recycle")
    assert kinds(begin_turn(match, 0)) == ["arrived", "arrived"]
    places = [d["place"] for d in match.view(None)["daikaiju"]]
    assert places.count("gone") == 0
    assert places.count("board") == 3


def test_ts_13_recycle_also_for_a_roll_of_6() -> None:
    """TS-13, option recycle: the second roll of 6 must place one, too."""
    match = sea(["n1", "n3"], daikaiju=FAR, supply=["none"], dice=[3, 3, 6], lost_daikaiju="recycle")
    assert kinds(begin_turn(match, 0)) == ["rolled", "arrived"]


def test_ts_13_a_moving_daikaiju_removes_the_standing_one() -> None:
    """TS-13: the eaten one is gone, and acts no more in this step."""
    match = sea(["n1", "n3"], daikaiju=["g2 c4 n", "g1 d4 n", "b1 g7 n"], dice=[3, 3, 1])  # g2 steps east onto g1
    events = begin_turn(match, 0)
    assert events[1] == {"event": "walked", "daikaiju": "g2", "square": "d4", "side": "e", "ate": "g1"}
    assert [e["daikaiju"] for e in events[1:]] == ["g2", "b1"]
    assert daikaiju(match, "g1") == "gone"
    assert daikaiju(match, "g2") == "d4 n"


# --- onto wake tiles ----------------------------------------------------------------------------------------------
def test_ts_14_a_crushed_tile_goes_under_the_pile_and_its_ships_are_lost() -> None:
    """TS-14: whoever is active; ships on other tiles are safe. Hands go under the pile too (TS-32)."""
    match = sea(
        ["n1", "d3 5", "d3 4", "f4 7"],  # seats 1 and 2 stand on d4, facing north; seat 3 stands on e4
        tiles={"d4": "33 r0", "e4": "32 r0"},
        hands=[[1], [2, 3], [], [5]],
        daikaiju=["g1 d5 n", *FAR[1:]],
        dice=[3, 3, 2],
    )
    events = begin_turn(match, 0)
    assert kinds(events) == ["rolled", "turned", "walked", "lost", "returned", "lost", "walked"]  # g2, g1, b1
    assert events[2]["crushed"] == 33
    assert [ship(match, p) for p in range(4)] == ["n1", "crushed", "crushed", "f4 7"]
    assert pile(match)[-3:] == [33, 2, 3]
    assert daikaiju(match, "g1") == "d4 n"


def test_ts_14_the_active_ship_is_lost_as_well() -> None:
    """TS-14: then the next player's turn comes."""
    match = sea(["d3 5", "n1", "n3"], tiles={"d4": "33 r0"}, daikaiju=["g1 d5 n", *FAR[1:]], dice=[3, 3, 2, *QUIET])
    begin_turn(match, 0)
    assert ship(match, 0) == "crushed"
    assert match.seat == 1


@pytest.mark.parametrize(("option", "wrecked", "bottom"), [("out", [33], False), ("bottom", [], True)])
def test_ts_15_a_new_daikaiju_crushes_too(option: str, wrecked: list[int], bottom: bool) -> None:
    """TS-15: the tile is out of the game, or under the pile by the option; ships on it are lost."""
    match = sea(
        ["n1", "c4 1", "n3"],
        tiles={"c3": "33 r0"},
        hands=[[1], [], [2]],
        daikaiju=FAR[:2],
        supply=["g3 n"],
        dice=[3, 3],
        crushed_by_new=option,
    )
    events = begin_turn(match, 0)
    assert events[0] == {"event": "arrived", "daikaiju": "g3", "square": "c3", "facing": "n", "crushed": 33}
    assert ship(match, 1) == "crushed"
    assert match.view(None)["wrecked"] == wrecked
    assert (pile(match)[-1] == 33) is bottom


# --- in front of ships --------------------------------------------------------------------------------------------
def test_ts_16_a_daikaiju_before_the_active_ship_destroys_it() -> None:
    """TS-16: before it can place; another ship that faces the same square is safe until its own turn."""
    match = sea(
        ["d4 6", "d4 7", "n1"],
        tiles={"c4": "33 r1"},
        hands=[[1], [2], [3]],
        daikaiju=["g1 d5 n", *FAR[1:]],
        dice=[3, 3, 2, *QUIET],
    )
    events = begin_turn(match, 0)
    assert daikaiju(match, "g1") == "d4 n"
    assert [ship(match, p) for p in range(3)] == ["devoured", "devoured", "n1"]  # and seat 1 at its own turn
    assert kinds(events)[-1] == "over"
    lost = [i for i, event in enumerate(events) if event["event"] == "lost"]
    assert "rolled" in kinds(events)[lost[0] : lost[1]]


def test_ts_16_the_second_ship_may_escape() -> None:
    """TS-16: the daikaiju may move on before the other ship's turn."""
    match = sea(
        ["d4 6", "d4 7", "n1"],
        tiles={"c4": "33 r1"},
        hands=[[1], [2], [3]],
        daikaiju=["g1 d5 n", *FAR[1:]],
        dice=[3, 3, 2, 3, 3, 2],
    )
    begin_turn(match, 0)
    assert daikaiju(match, "g1") == "d3 n"
    assert ship(match, 1) == "d4 7"
    assert match.seat == 1


def test_ts_16_also_if_it_stood_there_before() -> None:
    """TS-16: what counts is where it stands after the step."""
    match = sea(["d4 6", "n3", "n1"], tiles={"c4": "33 r1"}, daikaiju=["g1 d4 n", *FAR[1:]], dice=QUIET + QUIET)
    begin_turn(match, 0)
    assert ship(match, 0) == "devoured"
    assert match.seat == 1
