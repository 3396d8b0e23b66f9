"""Positions of Tokaido for tests: travelers chosen, pawns placed, cards stacked."""

from __future__ import annotations

from typing import Any

import tabiji
from tabiji.core.match import Match
from tabiji.core.record import as_state
from tabiji.games.tokaido import rules
from tabiji.games.tokaido.state import TRAVELERS

PLAIN = ("kinko", "mitsukuni", "sasayakko", "zen_emon", "hirotada")  # nothing special happens to them on most spaces


def start(travelers: tuple[str, ...] = PLAIN[:4], seed: int = 1, **options: Any) -> Match:
    """A journey of these travelers, in Kyoto; `kyoto`, deck names and options as keywords."""
    spare = [name for name in TRAVELERS if name not in travelers]
    stack: dict[str, Any] = {"travelers": [[name, spare[i]] for i, name in enumerate(travelers[:5])]}
    for key in ("souvenirs", "meals", "encounters", "hot_springs", "kyoto"):
        if key in options:
            stack[key] = options.pop(key)
    match = tabiji.game("tokaido", players=len(travelers), **options).new(seed, stack)
    for name in travelers:
        match.play(f"take {name}")
    return match


def put(match: Match, *stops: int, slots: tuple[int, ...] | None = None) -> Match:
    """Stand the pawns on these stops (the first of several on one stop took it first) and see whose turn it is."""
    for pawn, stop in enumerate(stops):
        match.state["stop"][pawn] = stop
        match.state["slot"][pawn] = slots[pawn] if slots else sum(s == stop for s in stops[:pawn])
    rules.next_turn(as_state(match.state))
    return match


def moves(match: Match) -> list[int]:
    """The stops the deciding pawn may go to."""
    return [int(move.split()[1]) for move in match.legal if move.startswith("move ")]


def only(events: list[dict[str, Any]], kind: str) -> dict[str, Any]:
    """The one event of this kind."""
    (event,) = [event for event in events if event["event"] == kind]
    return event


def kinds(events: list[dict[str, Any]]) -> list[str]:
    return [event["event"] for event in events]


def at_inn(match: Match, inn: int = 14, first: int = 0) -> list[dict[str, Any]]:
    """Let one pawn arrive first at an inn while the others are a few stops behind it."""
    stops = [inn - 4 - i for i in range(int(match.state["pawns"]))]
    stops[first] = inn - 9
    put(match, *stops)
    assert match.state["pawn"] == first
    return match.play(f"move {inn}")
