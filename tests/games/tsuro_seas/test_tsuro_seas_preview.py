"""What cannot be chosen is told with one reason, and never of something that can; and what could happen is true."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from tabiji.core.journal import clear_journal
from tabiji.core.match import Game, Match
from tabiji.core.preview import previews
from tabiji.core.random import seed_rng
from tabiji.core.record import as_state, load
from tabiji.games.tsuro_seas.closed import closed
from tabiji.games.tsuro_seas.daikaiju import daikaiju_step
from tabiji.games.tsuro_seas.standing import standing
from tabiji.games.tsuro_seas.state import DATA, DTYPE, FATES, MARK_NAMES, SQUARE_NAMES
from tabiji.games.tsuro_seas.views import events

TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {"no_daikaiju": True}),
    (8, {}),
    (8, {"daikaiju_order": "ascending", "lost_daikaiju": "recycle", "crushed_by_new": "bottom", "head_on": "swap"}),
]
REASONS = {*FATES[1:4], "same_wake", "taken", "daikaiju_there", "tile_there", "other_side"}


# --- what is closed -----------------------------------------------------------------------------------------------
def rotations(pattern: int) -> set[str]:
    """A tile's rotations in notation: of those that look the same the first."""
    seen: set[frozenset[frozenset[int]]] = set()
    names = set()
    for turns in range(4):
        pairs = DATA["tiles"]["patterns"][pattern]["pairs"]
        look = frozenset(frozenset((port + 2 * turns) % 8 for port in pair) for pair in pairs)
        if look not in seen:
            names.add(f"{pattern} r{turns}")
        seen.add(look)
    return names


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_everything_in_sight_is_legal_or_closed_with_one_reason(players: int, options: dict[str, Any]) -> None:
    rng = Random(players)
    for seed in range(3):
        match = Game("tsuro_seas", players, **options).new(seed)
        while not match.over:
            phase = match.view(None)["phase"]
            legal = {move.split(" ", 1)[1] for move in match.legal if " " in move}
            told = closed(match.state)
            shut = [one["what"] for one in told]
            assert len(shut) == len(set(shut))
            assert not legal & set(shut)
            assert {one["reason"] for one in told} <= REASONS
            if phase in ("start", "relocate"):
                own = {match.view(None)["ships"][match.seat]["mark"]} if phase == "relocate" else set()  # it may stay
                assert legal | set(shut) | own == set(MARK_NAMES)
                assert not own & (legal | set(shut))
            elif phase == "place":
                hand = match.view(match.seat)["mine"]["hand"]
                assert legal | set(shut) == set().union(*(rotations(tile) for tile in hand))
            else:
                assert told == []
            match.act(rng.choice(match.legal_actions()))
        assert closed(match.state) == []


def reasons(match: Match) -> dict[str, tuple[str, str]]:
    return {one["what"]: (one["reason"], one["rule"]) for one in closed(match.state)}


def test_reasons_at_the_start() -> None:
    match = Game("tsuro_seas", 2).new(1, stack={"daikaiju": ["g3 a1 n", "b2 d4 n", "g1 e5 e"], "first": 0})
    assert reasons(match) == dict.fromkeys(("n1", "n2", "w1", "w2"), ("daikaiju_there", "TS-3"))
    match.play("start s3")
    assert reasons(match)["s3"] == ("taken", "TS-3")


def test_reasons_for_a_tile() -> None:
    """In a corner many rotations lead off the board; beside a daikaiju some lead to it."""
    stack = {
        "hands": [[0, 33, 27]],
        "daikaiju": ["g3 b1 n", "b2 d4 n", "g1 e5 e"],
        "starts": ["n1", "s9"],
        "first": 0,
        "dice": [1, 1],
    }
    match = Game("tsuro_seas", 2).new(1, stack=stack)
    assert "place 33 r0" in match.legal
    assert reasons(match) == {"0 r0": ("edge", "TS-21"), "27 r0": ("daikaiju", "TS-21")}


# --- what could happen --------------------------------------------------------------------------------------------
def sea(*daikaiju: str, players: int = 2, **options: Any) -> Match:
    return Game("tsuro_seas", players, **options).new(3, stack={"daikaiju": list(daikaiju), "first": 0})


def test_nothing_can_happen_in_a_calm_sea_or_after_the_end() -> None:
    match = Game("tsuro_seas", 2, no_daikaiju=True).new(1)
    assert standing(match.state) == {}
    match = Game("tsuro_seas", 2).new(1)
    rng = Random(1)
    while not match.over:
        match.act(rng.choice(match.legal_actions()))
    assert standing(match.state) == {}


def test_each_daikaiju_tells_what_it_would_do() -> None:
    roll = standing(sea("g1 b2 n", "b1 d4 e", "g5 g7 s").state)["roll"]
    assert roll["daikaiju"]["g1"] == [
        {"does": "turn", "facing": "w"},
        {"does": "walk", "square": "b1", "side": "n"},
        {"does": "walk", "square": "a2", "side": "w"},
        {"does": "walk", "square": "b3", "side": "s"},
        {"does": "walk", "square": "c2", "side": "e"},
    ]
    assert roll["daikaiju"]["b1"][1] == {"does": "walk", "square": "e4", "side": "e"}
    assert roll["daikaiju"]["g5"][0] == {"does": "walk", "square": None, "side": "s"}
    step = 16 / 36 / 6
    arrival = step / 34  # of 36 numbered squares two are taken: d4 has no number
    assert roll["squares"]["b1"]["reach"] == pytest.approx(step + arrival)
    assert roll["squares"]["d3"]["reach"] == pytest.approx(step)
    assert roll["squares"]["b2"]["stand"] == pytest.approx(1 - 4 * step)


def test_the_faster_daikaiju_eats_the_slower() -> None:
    """On a 1 the fifth goes north first, onto the first, which then does nothing."""
    roll = standing(sea("g5 c4 n", "g1 c3 n", "b2 g7 n").state)["roll"]
    assert roll["daikaiju"]["g5"][0] == {"does": "walk", "square": "c3", "side": "n", "ate": "g1"}
    assert roll["daikaiju"]["g1"][0] == {"does": "eaten"}


def test_new_ones_come_instead_of_a_roll() -> None:
    roll = standing(sea("g5 c1 n").state)["roll"]
    assert roll["arrivals"] == 2
    assert roll["squares"]["c1"] == {"reach": 0.0, "stand": 1.0}
    assert roll["squares"]["a1"]["stand"] == pytest.approx(2 / 35)
    assert "d4" not in roll["squares"]


@pytest.mark.parametrize("options", [{}, {"daikaiju_order": "ascending", "lost_daikaiju": "recycle"}])
def test_many_rolls_agree(options: dict[str, Any]) -> None:
    """The told chances against dice: rolled often from positions of random play."""
    rng = Random(7)
    for seed in range(4):
        match = Game("tsuro_seas", 4, **options).new(seed)
        for _ in range(12):
            if match.over:
                break
            match.act(rng.choice(match.legal_actions()))
        if match.over:
            continue
        before = match.state.tobytes()
        told = standing(match.state)["roll"]["squares"]
        assert match.state.tobytes() == before
        rolls, reach, stand = 3000, Counter[str](), Counter[str]()
        for roll in range(rolls):
            trial = load(DTYPE, before)
            seed_rng(as_state(trial), np.uint64(roll))
            clear_journal(as_state(trial))
            daikaiju_step(as_state(trial))
            reach.update({e["square"] for e in events(trial) if e["event"] in ("walked", "arrived")} - {None})
            stand.update(SQUARE_NAMES[lair] for lair in trial["lair"].tolist() if lair >= 0)
        for square in SQUARE_NAMES:
            odds = told.get(square, {"reach": 0.0, "stand": 0.0})
            assert reach[square] / rolls == pytest.approx(odds["reach"], abs=0.035)
            assert stand[square] / rolls == pytest.approx(odds["stand"], abs=0.035)


# --- the voyage the browser's tests replay ------------------------------------------------------------------------
VOYAGE = Path(__file__).parents[3] / "web/src/games/tsuro_seas/voyage.json"


def shown(match: Match) -> dict[str, Any]:
    """What of a seat's view the browser moves on event by event."""
    view = match.view(0)
    parts = {part: view[part] for part in ("tiles", "daikaiju", "ships", "hands", "turn", "phase")}
    return json.loads(json.dumps(parts))  # type: ignore[no-any-return]


def test_the_recorded_voyage_is_true() -> None:
    """A whole voyage with almost everything that can happen: if views or events change, the record is made anew."""
    told = json.loads(VOYAGE.read_text("utf-8"))
    match = Game("tsuro_seas", told["players"]).new(told["seed"])
    assert told["before"] == shown(match)
    for moment in told["moments"]:
        match.play(moment["move"])
        assert moment["events"] == match.events(0)
        assert moment["after"] == shown(match)
    assert match.over


def test_a_prospect_tells_the_end_of_every_ship_it_touches() -> None:
    """The ghost of a tile is drawn from these events: no ship that faces the square may be missing."""
    rng = Random(11)
    placements = 0
    for seed in range(3):
        match = Game("tsuro_seas", 8).new(seed)
        while not match.over and placements < 60:
            view = match.view(match.seat)
            if view["phase"] == "place" and match.seat is not None:
                square = view["ships"][match.seat]["ahead"]
                touched = {p for p, ship in enumerate(view["ships"]) if ship["ahead"] == square}
                for told in previews(match, seed):
                    placed, *rest = told["events"]
                    assert (placed["event"], placed["square"]) == ("placed", square)
                    ends = [e["seat"] for e in rest[: len(touched)] if e["event"] in ("sailed", "lost")]
                    assert sorted(ends) == sorted(touched)
                placements += 1
            match.act(rng.choice(match.legal_actions()))
    assert placements > 20
