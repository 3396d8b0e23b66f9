"""Tsuro of the Seas against a slow program of its own, which follows wakes with networkx (see slow_sea.py)."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import networkx as nx
import numpy as np
import pytest

from tabiji.core.match import Game, Match
from tabiji.core.record import as_state
from tabiji.games.tsuro_seas.state import COURSES, LAIRS, SQUARE_NAMES
from tabiji.games.tsuro_seas.views import view
from tabiji.games.tsuro_seas.wakes import beyond

from tests.games.tsuro_seas.slow_sea import PATTERNS, CalmGame, Sea, neighbours, on_board, perft, point, square
from tests.games.tsuro_seas.slow_turns import Turns

OPTIONS = [
    {},
    {"no_daikaiju": True},
    {"head_on": "swap"},
    {"no_daikaiju": True, "head_on": "swap"},
    {"daikaiju_order": "ascending", "lost_daikaiju": "recycle", "crushed_by_new": "bottom"},
    {"daikaiju_order": "ascending", "lost_daikaiju": "recycle", "crushed_by_new": "bottom", "head_on": "swap"},
]


def test_35_patterns_by_enumeration() -> None:
    """TS-1: joining eight ports in pairs gives 105 courses, 35 up to rotation, all of them in the data."""

    def pairings(ports: list[int]) -> list[list[tuple[int, int]]]:
        if not ports:
            return [[]]
        first, *rest = ports
        return [
            [(first, other), *more] for other in rest for more in pairings([port for port in rest if port != other])
        ]

    def turned(pairing: Any, turns: int) -> frozenset[frozenset[int]]:
        return frozenset(frozenset((port + 2 * turns) % 8 for port in pair) for pair in pairing)

    every = pairings(list(range(8)))
    classes = {frozenset(turned(pairing, turns) for turns in range(4)) for pairing in every}
    known = [frozenset(turned(pairing, turns) for turns in range(4)) for pairing in PATTERNS]
    assert len(every) == 105 == COURSES
    assert len(classes) == 35
    assert set(known) == classes
    assert len(known) == 35


@pytest.mark.parametrize("seed", range(40))
def test_wakes_over_the_whole_board(seed: int) -> None:
    """TS-30: from every port of every square, to the same end as a walk through the graph of all wakes."""
    rng = np.random.default_rng(seed)
    state = Game("tsuro_seas", 2).new(seed).state
    board = rng.integers(0, COURSES, 49)
    for i, gap in enumerate(rng.choice(49, 1 + seed % 12, replace=False)):
        board[gap] = LAIRS if i and rng.random() < 0.3 else -1
    state["board"] = board
    match_view = {"tiles": {}, "daikaiju": [], "ships": [], "players": 2, "options": {"head_on": "follow"}}
    sea = Sea(match_view)

    for name, tile in view(state, None)["tiles"].items():
        sea.lay(square(name), tile["tile"], tile["turns"])
    beasts = {square(SQUARE_NAMES[i]) for i in range(49) if board[i] == LAIRS}
    sea.beasts = {str(i): (where, 0) for i, where in enumerate(beasts)}
    checked = 0
    for i in range(49):
        if board[i] != -1:
            continue
        here = square(SQUARE_NAMES[i])
        for port in range(8):
            at = point(here, port)
            end = beyond(as_state(state), i, port)
            kind, where, bow = end // 512, end % 512 // 8, end % 8
            if not sea.graph.has_node(at) or sea.graph.degree(at) == 0:  # nothing joins on: an edge, a daikaiju, a gap
                expected = [at]
            else:
                component = sea.graph.subgraph(nx.node_connected_component(sea.graph, at))
                far = next(node for node, degree in component.degree if degree == 1 and node != at)
                expected = nx.shortest_path(component, at, far)
            assert point(square(SQUARE_NAMES[where]), bow) == expected[-1]
            last = expected[-2][1] if len(expected) > 1 else here

            ahead = next(s for s in neighbours(expected[-1]) if s != last)
            assert kind == (1 if not on_board(ahead) else 2 if ahead in beasts else 0)
            if kind != 1:
                assert square(SQUARE_NAMES[where]) == ahead
            checked += 1
    assert checked


def check_placement(events: list[dict[str, Any]], seat: int, move: str, sea: Sea) -> None:
    """The tile and the ships it moves, as the slow program has it."""
    _, tile, turns = move.split()
    ends = sea.place(seat, int(tile), int(turns[1]))
    told = [event for event in events if event["event"] in ("sailed", "lost")][: len(ends)]
    assert {event["seat"] for event in told} == set(ends)
    for event in told:
        end = ends[event["seat"]]
        if isinstance(end, str):
            assert event["fate"] == end
        else:
            assert end == (square(event["ahead"]), point(square(event["ahead"]), event["port"]))


def check_daikaiju(events: list[dict[str, Any]], sea: Sea, ascending: bool) -> None:
    """One daikaiju step, from its roll to the last daikaiju that stirs."""
    before = set(sea.ships)
    crushed, _ = sea.stir(events[0]["action"], ascending)
    told = [event for event in events[1:] if "daikaiju" in event]
    for beast, (where, facing) in sea.beasts.items():
        last = [event for event in told if event["daikaiju"] == beast][-1]
        if last["event"] == "walked":
            assert square(last["square"]) == where
        else:
            assert "nesw".index(last["facing"]) == facing
    assert {e["seat"] for e in events if e["event"] == "lost" and e["fate"] == "crushed"} == crushed
    assert set(sea.ships) == before - crushed


@pytest.mark.parametrize("options", OPTIONS, ids=lambda o: " ".join(f"{k}={v}" for k, v in o.items()) or "default")
def test_random_games_agree_with_the_slow_program(options: dict[str, Any]) -> None:
    """TS-11 to TS-31: every legal placement, every voyage and every daikaiju step of random games."""
    rng = Random(7)
    placed = stirred = 0
    for players in range(2, 9):
        match = Game("tsuro_seas", players, **options).new(players)
        while not match.over:
            view = match.view(None)
            moves = list(match.legal)
            move = rng.choice(moves)
            if view["phase"] != "place":
                match.play(move)
                continue
            sea = Sea(view)
            assert set(moves) == sea.placements(view["seat"], match.view(view["seat"])["mine"]["hand"])
            events = match.play(move)
            check_placement(events, view["seat"], move, sea)
            placed += 1
            rolls = [i for i, event in enumerate(events) if event["event"] == "rolled"]
            arrived = any(event["event"] == "arrived" for event in events[: (rolls or [0])[0]])
            if rolls and not arrived and (events[rolls[0]]["action"] or 6) < 6:
                following = enumerate(events[rolls[0] + 1 :], rolls[0] + 1)
                others = [i for i, event in following if event["event"] in ("rolled", "arrived", "over")]
                check_daikaiju(
                    events[rolls[0] : (others or [len(events)])[0]],
                    sea,
                    options.get("daikaiju_order") == "ascending",
                )
                stirred += 1
    assert placed > 100
    assert stirred > 20 or options.get("no_daikaiju")


@pytest.mark.parametrize("options", OPTIONS, ids=lambda o: " ".join(f"{k}={v}" for k, v in o.items()) or "default")
def test_turns_of_random_games_agree_with_the_slow_program(options: dict[str, Any]) -> None:
    """TS-3, TS-10 to TS-17, TS-50: who rolls, what arrives, who may leave a mark, who is devoured, and every end."""
    rng = Random(3)
    seen: set[str] = set()
    for seed, players in product(range(6), range(2, 9)):
        match = Game("tsuro_seas", players, **options).new(seed)
        turns = Turns(match.view(None))
        while not match.over:
            before, move = match.view(None), rng.choice(list(match.legal))
            events = match.play(move)
            after = {**match.view(match.seat), "winners": match.winners}
            turns.follow(before, move, events, after)
        seen |= turns.seen
    assert "last_ship" in seen
    if options.get("no_daikaiju"):
        assert ("becalmed" in seen) == (options.get("head_on") == "swap")
    else:
        assert {"crushed", "devoured", "made up", "asked", "elsewhere"} <= seen
        assert not {"no_room", "becalmed"} & seen
    if options.get("lost_daikaiju") == "recycle":
        assert "came back" not in seen


# --- perft --------------------------------------------------------------------------------------------------------
def engine_perft(match: Match, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    for action in match.legal_actions():
        match.act(action)
        total += engine_perft(match, depth - 1)
        match.undo()
    return total


FIXED: list[tuple[dict[str, Any], list[int]]] = [
    (
        {"starts": ["n5", "s5"], "hands": [[17, 4, 0], [31, 16, 6]], "pile": [1, 2, 3, 5, 7, 8]},
        [7, 56, 424, 3710],
    ),
    (
        {"starts": ["n1", "w1", "n3"], "hands": [[26, 27, 34], [9, 12, 6], [13, 30, 22]], "pile": [17, 16, 24, 25]},
        [3, 17, 81, 385],
    ),
    (
        {
            "starts": ["n7", "n8", "n6", "n9"],
            "hands": [[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]],
            "pile": [12, 13, 14, 15],
        },
        [4, 24, 198, 898],
    ),
]


@pytest.mark.parametrize(("stack", "counts"), FIXED)
def test_perft_from_fixed_positions(stack: dict[str, Any], counts: list[int]) -> None:
    """The number of sequences of 1, 2, 3 ... moves: a fixed figure, the engine's and the slow program's."""
    match = Game("tsuro_seas", len(stack["starts"]), no_daikaiju=True).new(3, {"first": 0, **stack})
    hands = [match.view(p)["mine"]["hand"] for p in range(match.game.players)]
    slow = CalmGame(match.view(None), hands, list(stack["pile"]))
    assert [engine_perft(match, depth) for depth in range(1, len(counts) + 1)] == counts
    few = [count for count in counts if count < 1000]  # the slow program is slow
    assert [perft(slow, depth) for depth in range(1, len(few) + 1)] == few
