"""What a seat may see of Tokaido Duo, and what the journal says (TD-70). JSON-able; ids instead of sentences.

Everything is public except the order of the bag and the paintings face down, which nobody knows: the views of both
seats differ only in `viewer`. Match adds the options, the legal moves and the board, with its provenance.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tabiji.core.jit import rule
from tabiji.core.journal import lines
from tabiji.core.record import RecordProxy, record_proxy
from tabiji.games.tokaido_duo import merchant, scoring
from tabiji.games.tokaido_duo.artist import town_place
from tabiji.games.tokaido_duo.rules import mover
from tabiji.games.tokaido_duo.state import (
    ARTIST,
    CHARACTERS,
    COASTAL_TOWNS,
    COLORS,
    EVENTS,
    FIRST_AREA,
    GOODS,
    MERCHANT,
    PHASES,
    PILGRIM,
    PLAYERS,
    SIDES,
    SYMBOLS,
    TRIGGERS,
    place_names,
)
from tabiji.games.tokaido_duo.types import COLUMNS

# by kind: the event's name and its columns
_KINDS = tuple((name, *COLUMNS.get(name, (None, None, None))) for name in EVENTS)
_FACE_DOWN = {"symbol": None, "state": "hidden"}


def _holder(seat: int) -> int | None:
    return None if seat < 0 else seat


# --- what the rules say of the table ------------------------------------------------------------------------------
_EACH = 5
_TOWNS = _EACH * PLAYERS
_MOVER = _TOWNS + 2 * COASTAL_TOWNS


@rule
def _reckon(rows: Any, sums: Any) -> None:
    """Both players' points by source, storage and merchant's place; the coastal towns' good and price; the mover."""
    s = rows[0]
    for p in range(PLAYERS):
        sums[_EACH * p] = scoring.faith(s, p)
        sums[_EACH * p + 1] = scoring.trade(s, p)
        sums[_EACH * p + 2] = scoring.culture(s, p)
        sums[_EACH * p + 3] = merchant.storage(s, p)
        sums[_EACH * p + 4] = town_place(s, s.at[p, MERCHANT])
    for town in range(COASTAL_TOWNS):
        sums[_TOWNS + 2 * town] = merchant.wanted(s, town)
        sums[_TOWNS + 2 * town + 1] = merchant.price(s, town)
    sums[_MOVER] = mover(s)


def _reckoned(s: RecordProxy) -> list[int]:
    """One call of compiled rules for all of them: each costs more than what it computes."""
    sums = np.zeros(_MOVER + 1, np.int64)
    _reckon(s.rows, sums)
    numbers: list[int] = sums.tolist()
    return numbers


def scores(state: Any) -> list[int]:
    """Points by seat, as they stand."""
    sums = _reckoned(record_proxy(state))
    return [sum(sums[_EACH * p : _EACH * p + 3]) for p in range(PLAYERS)]


def standings(state: Any) -> list[int]:
    """What orders those who did not win: points."""
    return scores(state)


# --- the journal --------------------------------------------------------------------------------------------------
def events(state: Any, *reader: int | None) -> list[dict[str, Any]]:
    """The last step's journal in words; nothing in it is secret, so every reader is told the same."""
    s = record_proxy(state)
    told = []
    for kind, who, thing, number, points in lines(s):
        name, what, names, amount = _KINDS[kind]
        event: dict[str, Any] = {"event": name}
        if who >= 0:
            event["seat"] = who
        if what and names:
            event[what] = names[thing]
        if amount:
            event[amount] = place_names(s)[number] if amount == "place" else number
        if name == "wave":
            event["side"] = SIDES[thing][s.side[thing]]
            event["from_opponent"] = number == 1
        if name == "scored":
            event["points"] = points
        told.append(event)
    return told


# --- what lies before the players ---------------------------------------------------------------------------------
def _paintings(tiles: list[int], painted: int, gifted: int) -> list[dict[str, Any]]:
    """The ten tiles in reading order: face down (nobody knows them), revealed, or given away."""
    return [
        {"symbol": SYMBOLS[tile], "state": "gifted" if i < gifted else "revealed"}
        for i, tile in enumerate(tiles[:painted])
    ] + [_FACE_DOWN] * (len(tiles) - painted)


def _before(s: RecordProxy, p: int, sums: list[int]) -> dict[str, Any]:
    """All that lies before a player."""
    faith, trade, culture, storage = sums[_EACH * p : _EACH * p + 4]
    tiles, painted, gifted = s.painting.tolist()[p], s.painted[p], s.gifted[p]
    face_down = tiles[painted:]  # which they are follows from those revealed
    return {
        "color": COLORS[p ^ s.compass],
        "points": faith + trade + culture,
        "earned": {"faith": faith, "trade": trade, "culture": culture},
        "temple": s.temple[p],
        "garden": s.garden[p],
        "coins": s.purse[p],
        "slabs": s.slabs[p],
        "goods": dict(zip(GOODS, s.goods.tolist()[p], strict=True)),
        "storage": storage,
        "paintings": _paintings(tiles, painted, gifted),
        "face_down": {name: face_down.count(symbol) for symbol, name in enumerate(SYMBOLS)},
        "gifts": gifted,
        "waves": [name for name, holder in zip(CHARACTERS, s.wave, strict=True) if holder == p],
        "hot_spring": s.spring == p,
    }


def _pawns(s: RecordProxy, p: int, sums: list[int], places: list[str]) -> dict[str, str]:
    return {
        "pilgrim": places[s.at[p, PILGRIM]],
        "merchant": places[sums[_EACH * p + 4]],
        "artist": places[FIRST_AREA + s.at[p, ARTIST]],
    }


# --- views --------------------------------------------------------------------------------------------------------
def public(state: Any) -> dict[str, Any]:
    """All that lies on the table: everybody may see it."""
    s = record_proxy(state)
    sums = _reckoned(s)
    places = place_names(s)
    bag = s.bag[: s.bagged].tolist()
    triggers = s.triggers
    return {
        "game": "tokaido_duo",
        "players": PLAYERS,
        "phase": PHASES[s.phase],
        "seat": _holder(s.seat),
        "round": s.round,
        "roller": s.roller,
        "turn": s.turn,
        "mover": None if s.seat < 0 else sums[_MOVER],
        "character": None if s.character < 0 else CHARACTERS[s.character],
        "second_use": bool(s.second),
        "dice": {name: {"pips": s.die[i], "taken_by": _holder(s.taker[i])} for i, name in enumerate(CHARACTERS)},
        "pawns": [_pawns(s, p, sums, places) for p in range(PLAYERS)],
        "seats": [_before(s, p, sums) for p in range(PLAYERS)],
        "trade": {
            f"c{town + 1}": {"good": GOODS[sums[_TOWNS + 2 * town]], "price": sums[_TOWNS + 2 * town + 1]}
            for town in range(COASTAL_TOWNS)
        },
        "waves": {
            name: {"side": SIDES[i][s.side[i]], "holder": _holder(s.wave[i])} for i, name in enumerate(CHARACTERS)
        },
        "hot_spring": _holder(s.spring),
        "bag": {name: bag.count(good) for good, name in enumerate(GOODS)},
        "triggers": [name for i, name in enumerate(TRIGGERS) if triggers >> i & 1],
    }


def private(state: Any, seat: int | None) -> dict[str, Any]:
    """What a view (None: a spectator's) has of its own: nothing that the others may not see."""
    return {"viewer": seat, "events": events(state, seat)}


def view(state: Any, seat: int | None) -> dict[str, Any]:
    """All that a seat (None: a spectator) may see."""
    s = record_proxy(state)
    return {**public(s), **private(s, seat)}
