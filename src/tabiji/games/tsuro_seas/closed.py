"""Why the deciding seat cannot choose what it cannot choose: the reason and the rule, asked of the rules themselves.

    closed(state) -> [{"what": "17 r2", "reason": "edge", "rule": "TS-21"}, ...]

`what` is the move without its verb: a start mark, or a tile and its rotation.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tabiji.core.journal import clear_journal
from tabiji.core.record import as_state, load
from tabiji.games.tsuro_seas import rules
from tabiji.games.tsuro_seas.ships import first_of_side
from tabiji.games.tsuro_seas.state import (
    A_PLACE,
    A_RELOCATE,
    A_START,
    AFLOAT,
    COURSE_TURNS,
    DTYPE,
    EMPTY,
    FATES,
    FIRST_COURSE,
    HAND,
    LAIRS,
    MARK_AT,
    MARK_NAMES,
    MARK_SQUARE,
    MARKS,
    MARKS_A_SIDE,
    MAX_LEGAL,
    NO_TILE,
    NOWHERE,
    PLACE,
    RELOCATE,
    ROTATIONS,
    START,
)
from tabiji.games.tsuro_seas.wakes import place_tile


def _told(what: str, reason: str, rule: str) -> dict[str, str]:
    return {"what": what, "reason": reason, "rule": rule}


def closed(state: Any) -> list[dict[str, str]]:
    """What the deciding seat cannot choose now, each thing with one reason."""
    phase = int(state["phase"])
    if phase == PLACE:
        return _placements(state)
    if phase == START:
        return _marks(state, A_START, "TS-3")
    if phase == RELOCATE:
        return _marks(state, A_RELOCATE, "TS-17")
    return []


def _legal(state: Any) -> set[int]:
    actions = np.zeros(MAX_LEGAL, np.int16)
    count = int(rules.legal(as_state(state), actions))
    return set(actions[:count].tolist())


def _marks(state: Any, action: int, rule: str) -> list[dict[str, str]]:
    """TS-3, TS-17: marks that are taken, or before a daikaiju or a tile; for a blocked ship also the other sides."""
    free = _legal(state)
    side, own = range(MARKS), NOWHERE
    if action == A_RELOCATE:
        p = int(state["seat"])
        first = int(first_of_side(as_state(state), p))
        side = range(first, first + MARKS_A_SIDE)
        own = int(MARK_AT[state["ahead"][p], state["bow"][p]])
    told = []
    for mark in range(MARKS):
        if action + mark in free or mark == own:  # who is asked may stay at the own mark
            continue
        lies = int(state["board"][MARK_SQUARE[mark]])
        reason = "taken" if lies == EMPTY else "daikaiju_there" if lies >= LAIRS else "tile_there"
        told.append(_told(MARK_NAMES[mark], reason if mark in side else "other_side", rule))
    return told


def _placements(state: Any) -> list[dict[str, str]]:
    """TS-21, TS-22: a rotation that loses the own ship where another does not, or sends two ships along one wake."""
    p = int(state["seat"])
    free = {action - A_PLACE for action in _legal(state)}
    may_live = any(_fate(state, p, course) == AFLOAT for course in free)
    told = []
    for pattern in dict.fromkeys(state["hand"][p * HAND : p * HAND + HAND].tolist()):
        if pattern == NO_TILE:
            continue
        first = int(FIRST_COURSE[pattern])
        for course in range(first, first + int(ROTATIONS[pattern])):
            if course in free:
                continue
            what = f"{pattern} r{COURSE_TURNS[course]}"
            fate = _fate(state, p, course)
            if fate != AFLOAT and may_live:
                told.append(_told(what, FATES[fate], "TS-21"))
            else:
                told.append(_told(what, "same_wake", "TS-22"))
    return told


def _fate(state: Any, p: int, course: int) -> int:
    """What a placement would make of the own ship: tried on a copy."""
    trial = load(DTYPE, state.tobytes())
    s = as_state(trial)
    clear_journal(s)
    place_tile(s, p, course)
    return int(trial["fate"][p])
