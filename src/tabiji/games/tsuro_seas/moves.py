"""The notation of Tsuro of the Seas: an action number and what a person writes for it.

start n5 · relocate w3 · stay · place 17 r2 · swap 4>31 · keep hand · pass

A mark is a side and a number: n1 to n14 and s1 to s14 from west to east, w1 to w14 and e1 to e14 from north to south.
A tile is its pattern, 0 to 34, and r the quarter turns clockwise; of rotations that look the same the smallest is
written, and any of them is understood.
"""

from __future__ import annotations

from typing import Any

from tabiji.core.errors import IllegalMove, InvalidMove
from tabiji.core.record import record_proxy
from tabiji.games.tsuro_seas.state import (
    A_KEEP,
    A_PASS,
    A_PLACE,
    A_RELOCATE,
    A_START,
    A_STAY,
    A_SWAP,
    COURSE_PATTERN,
    COURSE_TURNS,
    COURSES,
    FIRST_COURSE,
    HAND,
    MARK_NAMES,
    PATTERNS,
    ROTATIONS,
)

_MARKED = {"start": A_START, "relocate": A_RELOCATE}
_VERBS = "start, relocate, stay, place, swap, keep hand, pass"


# what is written for each action but swaps, which name a tile of the own hand
_TEXTS: dict[int, str] = {
    **{first + i: f"{verb} {name}" for verb, first in _MARKED.items() for i, name in enumerate(MARK_NAMES)},
    **{A_PLACE + i: f"place {COURSE_PATTERN[i]} r{COURSE_TURNS[i]}" for i in range(COURSES)},
    A_KEEP: "keep hand",
    A_PASS: "pass",
    A_STAY: "stay",
}


def _own(state: Any) -> list[int]:
    """The tiles of the deciding seat that were not swapped yet, by place; -1 for the others."""
    s = record_proxy(state)
    places = range(s.seat * HAND, s.seat * HAND + HAND - 1)
    return [-1 if s.traded >> place & 1 else s.hand[place] for place in places]


def write(state: Any, action: int) -> str:
    """The notation of an action in this state."""
    text = _TEXTS.get(action)
    if text is None:
        slot, pattern = divmod(action - A_SWAP, PATTERNS)
        text = f"swap {_own(state)[slot]}>{pattern}"
    return text


def _pattern(word: str) -> int | None:
    if word.isascii() and word.isdigit() and len(word) <= 2 and int(word) < PATTERNS:
        return int(word)
    return None


def read(state: Any, text: str) -> int:
    """The action of a notation; InvalidMove if it cannot be read."""
    words = str(text).lower().split()
    if not words:
        raise InvalidMove(f"an empty move; moves begin with {_VERBS}")
    verb, rest = words[0], words[1:]
    if words == ["keep", "hand"]:
        return A_KEEP
    if words == ["pass"]:
        return A_PASS
    if words == ["stay"]:
        return A_STAY
    if verb in _MARKED:
        if len(rest) == 1 and rest[0] in MARK_NAMES:
            return _MARKED[verb] + MARK_NAMES.index(rest[0])
        raise InvalidMove(f"cannot read {text!r}: write {verb} and a mark: n, e, s or w and a number from 1 to 14")
    if verb == "place":
        return _read_course(text, rest)
    if verb == "swap":
        return _read_swap(state, text, "".join(rest))
    raise InvalidMove(f"cannot read {text!r}: moves begin with {_VERBS}")


def _read_course(text: str, rest: list[str]) -> int:
    if len(rest) == 2 and rest[1] in ("r0", "r1", "r2", "r3"):
        pattern = _pattern(rest[0])
        if pattern is not None:
            return A_PLACE + int(FIRST_COURSE[pattern]) + int(rest[1][1]) % int(ROTATIONS[pattern])
    raise InvalidMove(f"cannot read {text!r}: write place, a tile from 0 to {PATTERNS - 1}, and r0, r1, r2 or r3")


def _read_swap(state: Any, text: str, rest: str) -> int:
    given, arrow, taken = rest.partition(">")
    own, spoil = _pattern(given), _pattern(taken)
    if not arrow or own is None or spoil is None:
        raise InvalidMove(f"cannot read {text!r}: write swap, an own tile, > and the tile to take, as in swap 4>31")
    if own not in _own(state):
        raise IllegalMove(f"{text!r} cannot be played now: {own} is not in your hand, or was just taken")
    return A_SWAP + _own(state).index(own) * PATTERNS + spoil
