"""The notation of First to Ten: `take 2` · `show`."""

from __future__ import annotations

from typing import Any

from first_to_ten.state import A_SHOW, STONES

from tabiji.core.errors import InvalidMove

_TEXTS = (*(f"take {stones}" for stones in range(1, STONES + 1)), "show")
assert _TEXTS[A_SHOW] == "show"


def write(state: Any, action: int) -> str:
    """The notation of an action."""
    return _TEXTS[action]


def read(state: Any, text: str) -> int:
    """The action that is written so; InvalidMove if nothing is."""
    words = " ".join(text.lower().split())
    if words not in _TEXTS:
        raise InvalidMove(f"cannot read {text!r}: write one of {', '.join(_TEXTS)}")
    return _TEXTS.index(words)
