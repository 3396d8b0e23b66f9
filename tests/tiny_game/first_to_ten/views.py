"""What a seat may see, and what the journal says to it. Plain data: ids, not sentences."""

from __future__ import annotations

from typing import Any

from first_to_ten.state import EVENTS, GOAL, PHASES, SHOWED, TOOK

from tabiji.core.deck import NO_CARD
from tabiji.core.journal import AMOUNT, KIND, POINTS, WHAT, WHO, lines
from tabiji.core.record import RecordProxy, record_proxy


def scores(state: Any) -> list[int]:
    """Points by seat."""
    s = record_proxy(state)
    return list(s.points[: s.players])


def standings(state: Any) -> list[int]:
    """What orders those who did not win: their points."""
    return scores(state)


def events(state: Any, *reader: int | None) -> list[dict[str, Any]]:
    """The last step's journal. Nothing in it is secret, so every reader gets the same."""
    return [_event(line) for line in lines(record_proxy(state))]


def _event(line: list[int]) -> dict[str, Any]:
    event: dict[str, Any] = {"event": EVENTS[line[KIND]], "seat": line[WHO]}
    if line[KIND] == TOOK:
        event |= {"stones": line[AMOUNT], "points": line[POINTS]}
    elif line[KIND] == SHOWED:
        event |= {"card": line[WHAT], "points": line[POINTS]}
    return event


def public(state: Any) -> dict[str, Any]:
    """All that everybody may see."""
    s = record_proxy(state)
    return {
        "game": "first_to_ten",
        "players": s.players,
        "phase": PHASES[s.phase],
        "seat": None if s.seat < 0 else s.seat,
        "goal": int(GOAL[s.goal]),
        "seats": [{"points": s.points[p], "shown": _card(s.shown[p])} for p in range(s.players)],
    }


def private(state: Any, seat: int | None) -> dict[str, Any]:
    """What a seat (None: a spectator) sees alone: its own card."""
    s: RecordProxy = record_proxy(state)
    mine = {} if seat is None else {"card": _card(s.card[seat])}
    return {"viewer": seat, "mine": mine, "events": events(s, seat)}


def view(state: Any, seat: int | None) -> dict[str, Any]:
    """All that a seat (None: a spectator) may see."""
    return {**public(state), **private(state, seat)}


def _card(card: int) -> int | None:
    return None if card == NO_CARD else card
