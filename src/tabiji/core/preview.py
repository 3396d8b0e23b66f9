"""Previews: the events of each legal move that are certain for the deciding seat.

A move that reveals nothing hidden is played once on a determinization. A move that would reveal something is played on
several, and the events they have in common are certain. While a game is interpreted that would take too long: then no
event of such a move is given as certain.
"""

from __future__ import annotations

from typing import Any

from tabiji.core.jit import waits
from tabiji.core.match import Match

_DEALS = 16


def previews(match: Match, seed: int) -> list[dict[str, Any]]:
    """For each legal move its certain events, in order, and whether more events depend on hidden information."""
    seat = match.seat
    if seat is None:
        return []
    found = []
    first = match.determinize(seat, seed)
    for action, move in zip(match.legal_actions(), match.legal, strict=True):
        happened = _try(first, action)
        certain = happened[0]
        if happened[1] and waits(match.game.dtype):
            certain = []
        elif happened[1]:
            for deal in range(1, _DEALS):
                other = _try(match.determinize(seat, seed + deal), action)[0]
                certain = _common(certain, other)
        found.append({"move": move, "events": certain, "uncertain": happened[1]})
    return found


def closed(match: Match) -> list[dict[str, str]]:
    """What the deciding seat cannot choose though it is visible, with the id of the reason and the rule."""
    module = match.game.spec.closed
    return [] if module is None else module.closed(match.state)


def standing(match: Match) -> dict[str, Any]:
    """Public facts that follow from the rules, such as who leads."""
    module = match.game.spec.standing
    return {} if module is None else module.standing(match.state)


def _try(match: Match, action: int) -> tuple[list[dict[str, Any]], bool]:
    """The events of a move in one determinization as its seat sees them, and whether something hidden was revealed."""
    seat = match.seat
    match.step(action)
    happened = match.events(seat), match.revealed
    match.undo()
    return happened


def _common(one: list[dict[str, Any]], other: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The common prefix of two lists of events."""
    same = 0
    while same < min(len(one), len(other)) and one[same] == other[same]:
        same += 1
    return one[:same]
