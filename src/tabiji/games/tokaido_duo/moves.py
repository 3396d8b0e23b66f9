"""The notation of Tokaido Duo: an action number and what a person writes for it.

die artist · go n2 · stay · paint · paint master · gift · draw · draw strong · sell 3 · sell 3 cunning · visit
wave merchant · keep fan fan doll · keep nothing · return fan · again · pass
"""

from __future__ import annotations

from typing import Any

from tabiji.core.errors import InvalidMove
from tabiji.games.tokaido_duo.state import (
    A_AGAIN,
    A_DIE,
    A_DRAW,
    A_DRAW_STRONG,
    A_GIFT,
    A_GO,
    A_KEEP,
    A_PAINT,
    A_PAINT_MASTER,
    A_PASS,
    A_RETURN,
    A_SELL,
    A_SELL_CUNNING,
    A_STAY,
    A_VISIT,
    A_WAVE,
    CHARACTERS,
    GOODS,
    KEPT_COUNTS,
    STORAGE_STRONG,
    place_names,
)

_PLAIN = {
    "stay": A_STAY,
    "paint": A_PAINT,
    "paint master": A_PAINT_MASTER,
    "gift": A_GIFT,
    "draw": A_DRAW,
    "draw strong": A_DRAW_STRONG,
    "visit": A_VISIT,
    "again": A_AGAIN,
    "pass": A_PASS,
}
_NAMED = {"die": (A_DIE, CHARACTERS), "wave": (A_WAVE, CHARACTERS), "return": (A_RETURN, GOODS)}
_KEPT = [[good for good, count in zip(GOODS, counts, strict=True) for _ in range(count)] for counts in KEPT_COUNTS]
# what is written for each action but those that name a place of the board
_TEXTS: dict[int, str] = {
    **{action: text for text, action in _PLAIN.items()},
    **{first + i: f"{verb} {name}" for verb, (first, names) in _NAMED.items() for i, name in enumerate(names)},
    **{A_SELL + i: f"sell {i + 1}" for i in range(STORAGE_STRONG)},
    **{A_SELL_CUNNING + i: f"sell {i + 1} cunning" for i in range(STORAGE_STRONG)},
    **{A_KEEP + i: f"keep {' '.join(kept) or 'nothing'}" for i, kept in enumerate(_KEPT)},
}
_VERBS = "die, go, stay, paint, gift, draw, sell, visit, wave, keep, return, again, pass"


def write(state: Any, action: int) -> str:
    """The notation of an action in this state."""
    text = _TEXTS.get(action)
    return f"go {place_names(state)[action - A_GO]}" if text is None else text


def read(state: Any, text: str) -> int:
    """The action of a notation; InvalidMove if it cannot be read."""
    words = str(text).lower().split()
    if not words:
        raise InvalidMove(f"an empty move; moves begin with {_VERBS}")
    verb, rest = words[0], words[1:]
    if " ".join(words) in _PLAIN:
        return _PLAIN[" ".join(words)]
    if verb in _NAMED:
        first, names = _NAMED[verb]
        if len(rest) == 1 and rest[0] in names:
            return first + names.index(rest[0])
        raise InvalidMove(f"cannot read {text!r}: write {verb} and one of {', '.join(names)}")
    if verb == "go":
        return _read_place(state, text, rest)
    if verb == "sell":
        return _read_sale(text, rest)
    if verb == "keep":
        return _read_kept(text, rest)
    if verb in ("stay", "paint", "gift", "draw", "visit", "again", "pass"):
        forms = [form for form in _PLAIN if form.split()[0] == verb]
        raise InvalidMove(f"cannot read {text!r}: write {' or '.join(forms)}")
    raise InvalidMove(f"cannot read {text!r}: moves begin with {_VERBS}")


def _read_place(state: Any, text: str, rest: list[str]) -> int:
    places = place_names(state)
    if len(rest) == 1 and rest[0] in places:
        return A_GO + places.index(rest[0])
    raise InvalidMove(
        f"cannot read {text!r}: write go and a place of the board, e.g. a station ({places[0]}, {places[1]} ...), "
        "a mountain town (m1 to m4) or an area (n1, n2, n3, e, s3, s2, s1, w)"
    )


def _read_sale(text: str, rest: list[str]) -> int:
    numbers = [str(count) for count in range(1, STORAGE_STRONG + 1)]
    if rest and rest[0] in numbers:
        if len(rest) == 1:
            return A_SELL + int(rest[0]) - 1
        if rest[1:] == ["cunning"]:
            return A_SELL_CUNNING + int(rest[0]) - 1
    raise InvalidMove(
        f"cannot read {text!r}: write sell and a number from 1 to {STORAGE_STRONG}, then cunning to use that wave tile"
    )


def _read_kept(text: str, rest: list[str]) -> int:
    kept = [] if rest == ["nothing"] else rest
    for good in kept:
        if good not in GOODS:
            raise InvalidMove(f"cannot read {text!r}: {good!r} is no good; goods are {', '.join(GOODS)}")
    if not rest or len(kept) > STORAGE_STRONG:
        raise InvalidMove(
            f"cannot read {text!r}: write keep nothing, or keep and the goods you keep, at most {STORAGE_STRONG}"
        )
    return A_KEEP + KEPT_COUNTS.index(tuple(kept.count(good) for good in GOODS))
