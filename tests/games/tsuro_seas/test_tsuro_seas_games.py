"""Tsuro of the Seas over many random games: what must always hold, notation, secrets, stacks and statistics."""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from tabiji.core.errors import IllegalMove, InvalidMove, OptionError
from tabiji.core.match import Game, Match
from tabiji.core.playout import OTHER_STREAM, RNG_STATE
from tabiji.core.random import below, seed_rng
from tabiji.core.record import as_state
from tabiji.core.statistics import Summary
from tabiji.games.tsuro_seas import moves, rules, study
from tabiji.games.tsuro_seas.state import A_STAY, ACTIONS, DTYPE, FATES, HAND, LONGEST_STEP, MAX_LEGAL
from tabiji.lab.simulate import play_batch

sys.path.append(str(Path(__file__).parents[3] / "benchmarks"))
invariants = importlib.import_module("invariants_tsuro_seas")

WILD = {"daikaiju_order": "ascending", "lost_daikaiju": "recycle", "crushed_by_new": "bottom", "head_on": "swap"}
TABLES = [(2, {}), (3, {"no_daikaiju": True}), (4, {}), (5, {"head_on": "swap"}), (8, {}), (8, WILD)]


def walk(match: Match, rng: Random) -> Any:
    """Random play: the match before each decision."""
    while not match.over:
        yield match
        match.act(rng.choice(match.legal_actions()))


# --- what must always hold ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("players", range(2, 9))
def test_invariants_with_every_option(players: int) -> None:
    """Tiles and daikaiju are conserved, ships stand and face as they may, the game ends, the winners are right."""
    for game in invariants.combinations(players):
        found = invariants.check(game, 40, first_seed=players)
        assert found["decisions"] > 40 * players
        assert found["journal"] <= LONGEST_STEP


def test_after_the_end_a_step_changes_nothing() -> None:
    match = Game("tsuro_seas", 4).new(1)
    for _ in walk(match, Random(1)):
        pass
    record = np.asarray(match.state).reshape(1)
    before = record.copy()
    rules.step(as_state(match.state), A_STAY)
    for field in (DTYPE.names or ())[:-1]:  # the last one is the journal
        assert record[field].tobytes() == before[field].tobytes(), field
    assert record["journal"]["size"][0] == 0


def broken(change: Any) -> int:
    match = Game("tsuro_seas", 3).new(2)
    rng = Random(2)
    for _ in range(9):
        match.act(rng.choice(match.legal_actions()))
    change(match.state)
    buffers = np.zeros(64, np.int16), np.array(match.legal_actions() + [0] * 60, np.int16)
    return int(invariants.violation(as_state(match.state), *buffers, len(match.legal_actions())))


def test_the_invariants_can_fail() -> None:
    """A check that finds nothing must be able to find something."""

    def put(field: str, at: int, value: int) -> Any:
        def change(state: Any) -> None:
            state[field][at] = value

        return change

    def daikaiju_off(state: Any) -> None:
        on_board = [d for d in range(10) if state["lair"][d] >= 0]
        state["lair"][on_board[0]] = -1

    assert broken(lambda state: None) == invariants.FINE
    assert broken(put("wrecked", 3, 1)) == invariants.TILES_LOST
    assert broken(daikaiju_off) == invariants.BOARD
    assert broken(put("supply", 0, -1)) == invariants.SUPPLY
    assert broken(put("seen", 0, 0)) == invariants.HANDS


def test_the_record_is_small() -> None:
    """At most 1 KiB, and every number fits where it is kept."""
    assert DTYPE.itemsize <= 1024
    assert LONGEST_STEP <= 127
    assert MAX_LEGAL == 56
    assert ACTIONS == 56 + 56 + 105 + 70 + 3


# --- notation -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("players", "options"), TABLES)
def test_notation_round_trips(players: int, options: dict[str, Any]) -> None:
    """Every legal action has a text of its own, and the text leads back to it."""
    seen = set()
    for seed in range(6):
        for match in walk(Game("tsuro_seas", players, **options).new(seed), Random(seed)):
            actions = match.legal_actions()
            texts = [moves.write(match.state, action) for action in actions]
            assert len(set(texts)) == len(texts)
            assert [moves.read(match.state, text) for text in texts] == actions
            seen |= {text.split()[0] for text in texts}
    assert {"start", "place"} <= seen


def test_equal_rotations_are_understood() -> None:
    """Of rotations that look the same the smallest is written, but all can be read."""
    match = Game("tsuro_seas", 2).new(1)
    for text, written in (
        ("place 0 r3", "place 0 r0"),
        ("PLACE 18  r2", "place 18 r0"),
        ("place 17 r3", "place 17 r3"),
    ):
        assert moves.write(match.state, moves.read(match.state, text)) == written


@pytest.mark.parametrize(
    "text",
    [
        "",
        "start",
        "start n15",
        "start n0",
        "start x3",
        "start n5 n6",
        "place",
        "place 35 r0",
        "place 5",
        "place 5 r4",
        "place r1 5",
        "place -1 r0",
        "place ² r0",
        "swap",
        "swap 4",
        "swap 4>",
        "swap 4>35",
        "swap a>b",
        "keep",
        "hand",
        "pass on",
        "relocate",
        "sail",
    ],
)
def test_unreadable_moves(text: str) -> None:
    """What cannot be read changes nothing and says what would be right."""
    match = Game("tsuro_seas", 2).new(1)
    before = match.state.tobytes()
    with pytest.raises(InvalidMove) as caught:
        match.play(text)
    assert len(str(caught.value)) > 20
    assert match.state.tobytes() == before


@pytest.mark.parametrize("text", ["place 5 r0", "swap 4>31", "keep hand", "pass", "relocate n1"])
def test_moves_of_another_moment(text: str) -> None:
    """What can be read but not be played now."""
    match = Game("tsuro_seas", 2).new(1)
    with pytest.raises(IllegalMove):
        match.play(text)


# --- secrets ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("players", "options"), TABLES)
def test_determinize_keeps_what_a_seat_knows(players: int, options: dict[str, Any]) -> None:
    """TS-60: the same view, whatever the hidden tiles are; and a result that does not depend on them."""
    rng = Random(players)
    for seed in range(3):
        for match in walk(Game("tsuro_seas", players, **options).new(seed), rng):
            seat = rng.choice([None, *range(players)])
            other = match.determinize(seat, 11)
            assert json.dumps(other.view(seat)) == json.dumps(match.view(seat))
            assert other.determinize(seat, 5).state.tobytes() == match.determinize(seat, 5).state.tobytes()
            assert invariants.tiles_conserved(as_state(other.state), np.zeros(35, np.int16))


def test_determinize_deals_unseen_tiles_everywhere() -> None:
    """TS-60: each tile a seat has not seen may be in any hidden place; tiles it has seen stay."""
    match = Game("tsuro_seas", 3).new(4)
    own = match.view(0)["mine"]["hand"]
    hands = set()
    tops = set()
    for seed in range(200):
        other = match.determinize(0, seed)
        assert other.view(0)["mine"]["hand"] == own
        hands.add(int(other.state["hand"][HAND]))
        tops.add(int(other.state["pile"]["cards"][int(other.state["pile"]["top"])]))
    assert len(hands) > 25
    assert len(tops) > 25


def test_views_do_not_show_hidden_tiles() -> None:
    """TS-60: exchanging hidden tiles for others changes no view of those who have not seen them."""
    rng = Random(3)
    for match in walk(Game("tsuro_seas", 4).new(12), rng):
        for seat in (None, 0, 3):
            before = json.dumps(match.view(seat))
            copy = match.determinize(seat, 1)
            hidden = [i for i in range(4 * HAND) if copy.state["hand"][i] >= 0]
            hidden = [i for i in hidden if match.view(seat)["hands"][i // HAND][i % HAND] is None]
            for i in hidden:
                copy.state["hand"][i] = (int(copy.state["hand"][i]) + 1) % 35
            assert json.dumps({**copy.view(seat), "legal": match.view(seat)["legal"]}) == before


def test_loaded_dice_stay_secret() -> None:
    """Dice chosen beforehand are nobody's knowledge."""
    match = Game("tsuro_seas", 2).new(1, {"dice": [1, 1, 6, 1, 2]})
    assert not match.determinize(0, 3).state["dice"].any()
    assert "dice" not in json.dumps(match.view(0))


# --- stacks -------------------------------------------------------------------------------------------------------
def test_stack_puts_things_where_they_are_wanted() -> None:
    """Hands, pile, daikaiju, supply, first player and starts."""
    asked = {
        "hands": [[17, 4, 0], [31]],
        "pile": [6, 6, 30],
        "first": 1,
        "daikaiju": ["g3 c5 n", "b1 A1 e", "g1 d4 w"],
        "supply": ["g5 s", "b2"],
        "starts": ["n5", "w3"],
        "dice": [3, 3, 6, 2, 2],
    }
    match = Game("tsuro_seas", 2).new(7, asked)
    view = match.view(0)
    assert view["mine"]["hand"] == [17, 4, 0]
    assert match.view(1)["mine"]["hand"][0] == 31
    assert match.state["pile"]["cards"].tolist()[6:9] == [6, 6, 30]
    assert [ship["mark"] for ship in view["ships"]] == ["n5", "w3"]
    assert (match.seat, view["phase"]) == (1, "place")
    places = {d["id"]: (d["square"], d["facing"]) for d in view["daikaiju"] if d["square"]}
    assert places == {"g3": ("c5", "n"), "b1": ("a1", "e"), "g1": ("d4", "w"), "g5": ("b2", "s")}
    assert match.record()["stack"] == asked


BAD: list[dict[Any, Any]] = [
    {"cards": []},
    {3: []},
    {"hands": 5},
    {"hands": [[1, 2, 3, 4]]},
    {"hands": [[35]]},
    {"hands": [["1"]]},
    {"hands": [[True]]},
    {"hands": [[1.0]]},
    {"hands": [None]},
    {"hands": [[0, 0]]},
    {"hands": [[], [], []]},
    {"pile": [0, 0]},
    {"pile": list(range(35)) * 2},
    {"pile": "123"},
    {"pile": [[1]]},
    {"first": 2},
    {"first": "0"},
    {"first": None},
    {"first": -1},
    {"starts": ["n1"]},
    {"starts": ["n1", "n1"]},
    {"starts": ["n1", 5]},
    {"starts": ["n1", None]},
    {"starts": {"0": "n1"}},
    {"starts": ["n1", ["n2"]]},
    {"daikaiju": ["g3 a1 n"], "starts": ["n1", "s1"]},
    {"daikaiju": ["g3 a1"]},
    {"daikaiju": ["g6 a1 n"]},
    {"daikaiju": ["g3 h1 n"]},
    {"daikaiju": ["g3 a1 x"]},
    {"daikaiju": ["g3 a1 n", "g3 b1 n"]},
    {"daikaiju": ["g3 a1 n", "g4 a1 n"]},
    {"daikaiju": [3]},
    {"daikaiju": None},
    {"daikaiju": [{"id": "g3"}]},
    {"daikaiju": ["g3 a1 n"], "supply": ["g3"]},
    {"supply": ["g3", "g3"], "daikaiju": []},
    {"supply": ["g3 a1 n"]},
    {"supply": ["x"]},
    {"supply": 7},
    {"dice": [0]},
    {"dice": [7]},
    {"dice": [1] * 25},
    {"dice": ["1"]},
    {"dice": {}},
]


@pytest.mark.parametrize("asked", BAD, ids=str)
def test_impossible_stacks(asked: dict[Any, Any]) -> None:
    """Always an OptionError, whatever is asked for."""
    with pytest.raises(OptionError):
        Game("tsuro_seas", 2).new(1, asked)


@pytest.mark.parametrize("key", ["daikaiju", "supply"])
def test_no_daikaiju_to_stack(key: str) -> None:
    """TS-3: there are none."""
    with pytest.raises(OptionError):
        Game("tsuro_seas", 2, no_daikaiju=True).new(1, {key: []})


# --- statistics ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("players", "options", "turns"),
    [(2, {}, 11.3), (4, {}, 24.1), (8, {}, 38.4), (2, {"no_daikaiju": True}, 29.4), (8, {"no_daikaiju": True}, 46.5)],
)
def test_averages_of_random_games(players: int, options: dict[str, Any], turns: float) -> None:
    """Turns a game, as an earlier and independent simulation of these rules found them."""
    rows = play_batch(Game("tsuro_seas", players, **options), 1, 4000)
    assert abs(float(rows["turns"].mean()) - turns) < 0.9


def test_summary_tables() -> None:
    """Turns, causes of loss, shared wins, by order of play; shares add up."""
    game = Game("tsuro_seas", 4)
    summary = Summary()
    for first in (5, 255):
        study.summarize(summary, play_batch(game, first, 250), 4)
    tables = {table.title: table for table in summary.tables()}
    order = tables["by order of play"]
    assert order.headers == ["player", "played", "win", "low 95 %", "high 95 %"]
    assert [row[1] for row in order.rows] == [500] * 4
    assert sum(row[2] for row in order.rows) == pytest.approx(1)
    fates = {row[0]: row[2] for row in tables["what became of the ships"].rows}
    assert sum(fates.values()) == pytest.approx(1)
    assert set(fates) == {"afloat", "edge", "daikaiju", "loop", "crushed", "devoured"}
    assert fates["edge"] > 0.1
    assert sum(row[2] for row in tables["how the games ended"].rows) == pytest.approx(1)
    _, count, share, low, high = tables["victories"].rows[0]
    rows = play_batch(game, 5, 500)
    assert count == sum(int(bits).bit_count() > 1 for bits in rows["winners"])
    assert low <= share <= high
    assert tables["a game"].rows[0][1] == pytest.approx(rows["turns"].mean())
    tidy = study.columns(rows, 4)
    assert {len(column) for column in tidy.values()} == {2000}
    assert tidy["win"].reshape(-1, 4).sum(axis=1) == pytest.approx(1)


def test_the_same_facts_in_a_row_and_in_a_match() -> None:
    """A row of results tells what the match of the same seed would."""
    game = Game("tsuro_seas", 5)
    for seed in range(70, 80):
        row = play_batch(game, seed, 1)[0]
        rng = as_state(np.zeros(1, RNG_STATE).view(np.recarray)[0])
        seed_rng(rng, np.uint64(seed ^ OTHER_STREAM))
        match = game.new(seed)
        while not match.over:
            actions = match.legal_actions()
            match.act(actions[below(rng, len(actions))])
        view = match.view(None)
        assert int(row["turns"]) == view["turn"]
        assert int(row["decisions"]) == len(match.moves)
        assert [seat for seat in range(5) if int(row["winners"]) >> seat & 1] == match.winners
        assert [FATES[fate] for fate in row["fate"][:5]] == [ship["fate"] for ship in view["ships"]]
        assert [int(turn) or None for turn in row["sunk"][:5]] == [ship["lost_in_turn"] for ship in view["ships"]]
