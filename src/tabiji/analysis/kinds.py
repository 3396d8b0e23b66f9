"""Kinds of decisions, by which strengths and leaks are told."""

from __future__ import annotations

from typing import Any

from tabiji.core.dispatch import spec_of
from tabiji.games.tokaido.state import PHASES as TOKAIDO_PHASES
from tabiji.games.tokaido_duo.state import CHARACTERS
from tabiji.games.tsuro_seas.state import PHASES as TSURO_PHASES

KINDS: dict[str, tuple[str, ...]] = {
    "tokaido": TOKAIDO_PHASES[:-1],
    "tokaido_duo": ("die", *CHARACTERS),  # which die, and what to do with each character's
    "tsuro_seas": TSURO_PHASES[:-1],
}


def kind_of(record: Any) -> str:
    """The kind of the decision that a record waits for."""
    game = spec_of(record.dtype).name
    if game == "tokaido_duo":
        character = int(record["character"])
        return CHARACTERS[character] if character >= 0 else "die"
    return KINDS[game][int(record["phase"])] if game in KINDS else ""
