"""What a seat may see of Tsuro of the Seas, and what the journal says to it (TS-60). JSON-able; ids, not sentences."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import numpy as np

from tabiji.core.journal import AMOUNT, KIND, POINTS, WHAT, WHO, lines
from tabiji.core.record import RecordProxy, record_proxy
from tabiji.games.tsuro_seas import hidden
from tabiji.games.tsuro_seas.state import (
    BESIDE,
    COURSE_PATTERN,
    COURSE_TURNS,
    COURSES,
    DAIKAIJU,
    EMPTY,
    ENDINGS,
    EVENTS,
    FATES,
    GONE,
    HAND,
    IN_SUPPLY,
    LAIRS,
    MARK_AT,
    MARK_NAMES,
    MAX_PLAYERS,
    NO_TILE,
    NOBODY,
    NOWHERE,
    OVER,
    PHASES,
    PORTS,
    PREY_DAIKAIJU,
    ROUTE,
    SIDES,
    SQUARE_NAMES,
    TILES,
)
from tabiji.games.tsuro_seas.types import BEASTLY

_SECRET = tuple(kind for kind in range(len(EVENTS)) if hidden.secret_line(kind))


def scores(state: Any) -> list[int]:
    """1 for each winner, 0 for the others, and for all until the end."""
    s = record_proxy(state)
    return [s.won >> p & 1 for p in range(s.players)]


def standings(state: Any) -> list[int]:
    """What orders those who did not win: the turns in which each ship was afloat."""
    s = record_proxy(state)
    return [s.sunk[p] if s.fate[p] else s.turn + 1 for p in range(s.players)]


# --- the journal --------------------------------------------------------------------------------------------------
def events(state: Any, *reader: int | None) -> list[dict[str, Any]]:
    """The last step's journal in words: everything, or what one seat (None: a spectator) may read."""
    told = []
    for line in lines(record_proxy(state)):
        kind, who = line[KIND], line[WHO]
        name = EVENTS[kind]
        event: dict[str, Any] = {"event": name}
        if name in BEASTLY:
            event["daikaiju"] = DAIKAIJU[who]
        elif name != "over":
            event["seat"] = who
        event.update(_told(name, line, kind in _SECRET and bool(reader) and who != reader[0]))
        told.append(event)
    return told


def _told(name: str, line: list[int], secret: bool) -> dict[str, Any]:
    """The rest of a line, by its kind."""
    what, amount, points = line[WHAT], line[AMOUNT], line[POINTS]
    match name:
        case "drew":
            tiles = [tile for tile in (what, amount, points) if tile != NO_TILE]
            return {"count": len(tiles)} if secret else {"count": len(tiles), "tiles": tiles}
        case "swapped":
            return {} if secret else {"given": what, "taken": amount}
        case "arrived":
            return {"square": SQUARE_NAMES[what], "facing": SIDES[points], **_prey(amount)}
        case "walked":
            return {"square": None if what == NOWHERE else SQUARE_NAMES[what], "side": SIDES[points], **_prey(amount)}
        case "turned":
            return {"facing": SIDES[what]}
        case "started" | "relocated" | "stayed":
            return {"mark": MARK_NAMES[what]}
        case "rolled":
            return {"gold": what, "blue": amount, "action": points or None}
        case "placed":
            return {"square": SQUARE_NAMES[what], **_LAID[amount]}
        case "sailed":
            return {"ahead": SQUARE_NAMES[what], "port": amount}
        case "lost":
            return {"fate": FATES[what], "square": SQUARE_NAMES[amount], "port": points}
        case "returned":
            return {"count": amount}
        case "over":
            return {"ending": ENDINGS[what]}
        case _:
            return {}


def _prey(amount: int) -> dict[str, Any]:
    """What a daikaiju crushed or ate."""
    if amount == NO_TILE:
        return {}
    return {"crushed": amount} if amount < PREY_DAIKAIJU else {"ate": DAIKAIJU[amount - PREY_DAIKAIJU]}


# --- the table ----------------------------------------------------------------------------------------------------
def _tile(course: int) -> dict[str, Any]:
    """A wake tile as it lies."""
    paths = [[port, int(ROUTE[course, port])] for port in range(PORTS) if port < int(ROUTE[course, port])]
    return {"tile": int(COURSE_PATTERN[course]), "turns": int(COURSE_TURNS[course]), "paths": paths}


_LAID = tuple(_tile(course) for course in range(COURSES))


def _ship(s: RecordProxy, p: int) -> dict[str, Any]:
    ahead, bow, fate = s.ahead[p], s.bow[p], s.fate[p]
    if ahead == NOWHERE:
        place: dict[str, Any] = {"ahead": None, "port": None, "on": None, "mark": None}
    else:
        on = int(BESIDE[ahead, bow >> 1])
        waits = on == NOWHERE
        place = {
            "ahead": SQUARE_NAMES[ahead],
            "port": bow,
            "on": None if waits else SQUARE_NAMES[on],
            "mark": MARK_NAMES[int(MARK_AT[ahead, bow])] if waits else None,
        }
    return {"fate": FATES[fate], "lost_in_turn": s.sunk[p] if fate else None, **place}


def _daikaiju(name: str, lair: int, facing: int) -> dict[str, Any]:
    if lair == IN_SUPPLY or lair == GONE:
        return {"id": name, "place": "supply" if lair == IN_SUPPLY else "gone", "square": None, "facing": None}
    return {"id": name, "place": "board", "square": SQUARE_NAMES[lair], "facing": SIDES[facing]}


def _known(s: RecordProxy, who: int) -> list[int]:
    """Whether the viewer knows each tile: the pile's from the top, then places of hands."""
    marks = np.zeros(TILES + MAX_PLAYERS * HAND, np.int8)
    hidden.mark_known(s.rows, who, marks)
    known: list[int] = marks.tolist()
    return known


def _hands(s: RecordProxy, known: list[int]) -> list[list[int | None]]:
    """Hands, place by place: the tiles the viewer has seen, None for the others."""
    hand, known = s.hand.tolist(), known[s.pile.left :]
    return [
        [hand[i] if known[i] else None for i in range(HAND * p, HAND * p + HAND) if hand[i] != NO_TILE]
        for p in range(s.players)
    ]


def _pile(s: RecordProxy, known: list[int]) -> list[dict[str, Any]]:
    """The pile from top to bottom: runs of tiles, with what they are where the viewer knows it."""
    top, left = s.pile.top, s.pile.left
    tiles = s.pile.cards.tolist()
    tiles = tiles[top:] + tiles[:top]
    runs: list[dict[str, Any]] = []
    first = 0
    for seen, alike in groupby(known[:left]):
        beyond = first + len(list(alike))
        if seen:
            runs += [{"cards": 1, "of": [tile]} for tile in tiles[first:beyond]]
        else:
            runs.append({"cards": beyond - first})
        first = beyond
    return runs


# --- views --------------------------------------------------------------------------------------------------------
def public(state: Any) -> dict[str, Any]:
    """All that everybody may see; of hands and pile what a spectator knows."""
    s = record_proxy(state)
    players = s.players
    known = _known(s, NOBODY)
    beasts = zip(DAIKAIJU, s.lair, s.facing, strict=True)
    return {
        "game": "tsuro_seas",
        "players": players,
        "phase": PHASES[s.phase],
        "seat": None if s.seat < 0 else s.seat,
        "active": s.active,
        "first": s.first,
        "turn": s.turn,
        "tiles": {SQUARE_NAMES[i]: _LAID[lies] for i, lies in enumerate(s.board) if EMPTY < lies < LAIRS},
        "daikaiju": [_daikaiju(name, lair, facing) for name, lair, facing in beasts],
        "ships": [_ship(s, p) for p in range(players)],
        "hands": _hands(s, known),
        "decks": {"wakes": _pile(s, known)},
        "wrecked": [pattern for pattern, count in enumerate(s.wrecked) for _ in range(count)],
        "ending": ENDINGS[s.ending] if s.phase == OVER else None,
    }


def private(state: Any, seat: int | None) -> dict[str, Any]:
    """What a seat (None: a spectator) sees otherwise than the public, or alone."""
    s = record_proxy(state)
    own: dict[str, Any] = {"viewer": seat, "mine": {}, "events": events(s, seat)}
    if seat is not None:
        known = _known(s, seat)
        own["hands"] = _hands(s, known)
        own["mine"] = {"hand": own["hands"][seat]}
        if any(known[: s.pile.left]):  # what all know of the pile, the seat knows too
            own["decks"] = {"wakes": _pile(s, known)}
    return own


def view(state: Any, seat: int | None) -> dict[str, Any]:
    """All that a seat (None: a spectator) may see."""
    s = record_proxy(state)
    return {**public(s), **private(s, seat)}
