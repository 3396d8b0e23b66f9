"""The notation of Tokaido: an action number and what a person writes for it.

take kinko · move 12 · buy gofu sake · buy nothing · eat soba · eat nothing · donate 2 · see sea · see nothing
keep samurai · accept · refuse
"""

from __future__ import annotations

from typing import Any

from tabiji.core.errors import IllegalMove, InvalidMove
from tabiji.core.record import record_proxy
from tabiji.games.tokaido.state import (
    A_ACCEPT,
    A_BUY,
    A_DONATE,
    A_EAT,
    A_EAT_NOTHING,
    A_KEEP,
    A_MOVE,
    A_REFUSE,
    A_SEE,
    A_SEE_NOTHING,
    A_TAKE,
    ENCOUNTERS,
    LAST_STOP,
    MAX_DONATION,
    MEALS,
    PANORAMAS,
    SOUVENIRS,
    TRAVELERS,
)

# verb: first action, names, action of "nothing"
_NAMED = {
    "take": (A_TAKE, TRAVELERS, None),
    "eat": (A_EAT, MEALS, A_EAT_NOTHING),
    "see": (A_SEE, PANORAMAS, A_SEE_NOTHING),
    "keep": (A_KEEP, ENCOUNTERS, None),
}
_NUMBERED = {"move": (A_MOVE, LAST_STOP), "donate": (A_DONATE, MAX_DONATION)}
_PLAIN = {"accept": A_ACCEPT, "refuse": A_REFUSE}
_VERBS = "take, move, buy, eat, donate, see, keep, accept, refuse"


# what is written for each action but those that name goods of the stall
_TEXTS: dict[int, str] = {
    **{first + i: f"{verb} {name}" for verb, (first, names, _) in _NAMED.items() for i, name in enumerate(names)},
    **{nothing: f"{verb} nothing" for verb, (_, _, nothing) in _NAMED.items() if nothing is not None},
    **{first + i: f"{verb} {i + 1}" for verb, (first, most) in _NUMBERED.items() for i in range(most)},
    **{action: verb for verb, action in _PLAIN.items()},
    A_BUY: "buy nothing",
}


def _stall(state: Any) -> list[str]:
    return [SOUVENIRS[card] for card in record_proxy(state).stall if card >= 0]


def write(state: Any, action: int) -> str:
    """The notation of an action in this state."""
    text = _TEXTS.get(action)
    if text is None:
        text = f"buy {' '.join(card for i, card in enumerate(_stall(state)) if action - A_BUY >> i & 1)}"
    return text


def read(state: Any, text: str) -> int:
    """The action of a notation; InvalidMove if it cannot be read."""
    words = str(text).lower().split()
    if not words:
        raise InvalidMove(f"an empty move; moves begin with {_VERBS}")
    verb, rest = words[0], words[1:]
    if verb in _PLAIN and not rest:
        return _PLAIN[verb]
    if verb in _NUMBERED:
        first, most = _NUMBERED[verb]
        if len(rest) == 1 and rest[0].isascii() and rest[0].isdigit() and 1 <= int(rest[0][:9]) <= most:
            return first + int(rest[0]) - 1
        raise InvalidMove(f"cannot read {text!r}: write {verb} and a number from 1 to {most}")
    if verb in _NAMED:
        return _read_named(text, verb, rest)
    if verb == "buy":
        return _read_basket(state, text, rest)
    raise InvalidMove(f"cannot read {text!r}: moves begin with {_VERBS}")


def _read_named(text: str, verb: str, rest: list[str]) -> int:
    first, names, nothing = _NAMED[verb]
    if len(rest) == 1 and rest[0] in names:
        return first + names.index(rest[0])
    if rest == ["nothing"] and nothing is not None:
        return nothing
    valid = ", ".join(names) + (", nothing" if nothing is not None else "")
    raise InvalidMove(f"cannot read {text!r}: write {verb} and one of {valid}")


def _read_basket(state: Any, text: str, rest: list[str]) -> int:
    if rest == ["nothing"]:
        return A_BUY
    for name in rest:
        if name not in SOUVENIRS:
            raise InvalidMove(f"cannot read {text!r}: {name!r} is no souvenir; write buy nothing, or buy and souvenirs")
    if not rest or len(set(rest)) < len(rest):
        raise InvalidMove(f"cannot read {text!r}: write buy nothing, or buy and different souvenirs")
    stall = _stall(state)
    missing = [name for name in rest if name not in stall]
    if missing:
        raise IllegalMove(f"{text!r} cannot be played now: {missing[0]} is not for sale here")
    return A_BUY + sum(1 << stall.index(name) for name in rest)
