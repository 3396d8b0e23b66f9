"""What each legal move would do, as far as the deciding seat can know: the events that are certain.

A move that shows nothing hidden is played once on a deal of its own. Where something hidden would come to light, many
deals are tried, and what happens in all of them is certain. While a game is interpreted that would take too long: then
nothing is said to be certain of such a move.
"""

from __future__ import annotations

from typing import Any

from tabiji.core.jit import waits
from tabiji.core.match import Match

_DEALS = 16


def previews(match: Match, seed: int) -> list[dict[str, Any]]:
    """For each legal move its certain events, in order, and whether more depends on what nobody knows."""
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
    """What the deciding seat cannot choose though it is in sight, with the id of the reason and the rule."""
    module = match.game.spec.closed
    return [] if module is None else module.closed(match.state)


def standing(match: Match) -> dict[str, Any]:
    """Public facts that follow from the rules and are worth a look, such as who leads."""
    module = match.game.spec.standing
    return {} if module is None else module.standing(match.state)


def _try(match: Match, action: int) -> tuple[list[dict[str, Any]], bool]:
    """What a move does in one deal, as its seat sees it, and whether something hidden came to light."""
    seat = match.seat
    match.step(action)
    happened = match.events(seat), match.revealed
    match.undo()
    return happened


def _common(one: list[dict[str, Any]], other: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The events both begin with."""
    same = 0
    while same < min(len(one), len(other)) and one[same] == other[same]:
        same += 1
    return one[:same]
