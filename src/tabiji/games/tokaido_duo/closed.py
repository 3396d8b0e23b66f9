"""Why the deciding seat cannot choose what it cannot choose: the reason and the rule, asked of the rules themselves.

    closed(state) -> [{"what": "c3", "reason": "occupied", "rule": "TD-32"}, ...]

`what` is the move without its verb: a die, a place, a wave tile; `paint` and `gift` for the artist's actions, `more`
for goods beyond the storage and `nothing` for a choice that must be made.
"""

from __future__ import annotations

from typing import Any

from tabiji.core.record import as_state
from tabiji.games.tokaido_duo.artist import areas_in_reach, may_gift, may_paint, others, town_place
from tabiji.games.tokaido_duo.merchant import is_strong, occupied_towns, towns_in_reach
from tabiji.games.tokaido_duo.pilgrim import landing, may_take, occupied, other_steps, station_kind
from tabiji.games.tokaido_duo.state import (
    ACT,
    AREAS,
    ARTIST,
    CHARACTERS,
    DIE,
    FIRST_AREA,
    GO,
    KEEP,
    MERCHANT,
    NOBODY,
    PAINTINGS,
    PILGRIM,
    RETURN,
    SEASHORE,
    TOWNS,
    place_names,
)


def _told(what: Any, reason: str, rule: str) -> dict[str, str]:
    return {"what": str(what), "reason": reason, "rule": rule}


def closed(state: Any) -> list[dict[str, str]]:
    """What the deciding seat cannot choose now, each thing with one reason."""
    phase, p = int(state["phase"]), int(state["seat"])
    if phase == DIE:
        takers = state["taker"].tolist()
        return [
            _told(name, "taken", "TD-10") for name, taker in zip(CHARACTERS, takers, strict=True) if taker != NOBODY
        ]
    if phase == GO:
        return places(state, p, int(state["character"]))
    if phase == ACT:
        return _deeds(state, p)
    if phase == KEEP:
        return [_told("more", "storage", "TD-55" if is_strong(as_state(state), p) else "TD-31")]
    if phase == RETURN:
        return [_told("nothing", "must_return", "TD-55")]
    return []


# --- places -------------------------------------------------------------------------------------------------------
def places(state: Any, p: int, character: int) -> list[dict[str, str]]:
    """The places of a character's kind where its die does not lead."""
    if character == PILGRIM:
        return _stations(state, p)
    if character == MERCHANT:
        return _towns(state, p)
    s, names = as_state(state), place_names(state)
    reach, here = int(areas_in_reach(s, p)), int(state["at"][p, ARTIST])
    return [
        _told(names[FIRST_AREA + area], *(("here", "TD-11") if area == here else ("other_length", "TD-11")))
        for area in range(len(AREAS))
        if not reach >> area & 1
    ]


def _stations(state: Any, p: int) -> list[dict[str, str]]:
    """TD-40: an occupied station where the die leads is passed over, the others are too near or too far."""
    s, names = as_state(state), place_names(state)
    here, count = int(state["at"][p, PILGRIM]), int(state["stations"])
    lengths = [int(state["die"][PILGRIM]), int(other_steps(s, p))]
    ends = {int(landing(s, p, steps)) for steps in lengths if steps > 0}
    passed = set()
    for steps in lengths:
        station = (here + steps) % count
        while steps > 0 and occupied(s, p, station):
            passed.add(station)
            station = (station + 1) % count
    told = []
    for station in range(count):
        if station not in ends:
            reason = "occupied" if station in passed else "here" if station == here else "other_length"
            told.append(_told(names[station], reason, "TD-40" if reason == "occupied" else "TD-11"))
    return told


def _towns(state: Any, p: int) -> list[dict[str, str]]:
    """TD-32: coastal towns with another pawn; of the rest those that are not at the end of a way of full length."""
    s, names = as_state(state), place_names(state)
    reach, shut, here = int(towns_in_reach(s, p)), int(occupied_towns(s, p)), int(state["at"][p, MERCHANT])
    told = []
    for town in range(TOWNS):
        if not reach >> town & 1:
            reason = "occupied" if shut >> town & 1 else "here" if town == here else "other_length"
            told.append(_told(names[int(town_place(s, town))], reason, "TD-32" if reason == "occupied" else "TD-11"))
    return told


# --- actions ------------------------------------------------------------------------------------------------------
def _deeds(state: Any, p: int) -> list[dict[str, str]]:
    s, character = as_state(state), int(state["character"])
    if character == ARTIST:
        return _arts(state, p)
    if character == PILGRIM and station_kind(s, p) == SEASHORE:
        return [
            _told(name, "held" if state["wave"][tile] == p else "board_first", "TD-45")
            for tile, name in enumerate(CHARACTERS)
            if not may_take(s, p, tile)
        ]
    return []


def _arts(state: Any, p: int) -> list[dict[str, str]]:
    s = as_state(state)
    told = []
    if not may_paint(s, p, 0) and not may_paint(s, p, 1):
        told.append(_told("paint", "nobody_here" if others(s, p) == 0 else "all_painted", "TD-21"))
    if not may_gift(s, p):
        painted, gifted = int(state["painted"][p]), int(state["gifted"][p])
        reason = "other_symbol" if gifted < painted else "face_down"
        told.append(_told("gift", reason if gifted < PAINTINGS else "all_given", "TD-22"))
    return told
