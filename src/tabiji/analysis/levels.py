"""The level that a player played like: the one whose games had an accuracy like this.

`levels.json` is made by `benchmarks/accuracy_of_levels.py` from games of the levels.
"""

from __future__ import annotations

import json
from functools import cache
from itertools import pairwise
from pathlib import Path

_FILE = Path(__file__).parent / "levels.json"


@cache
def _limits(game: str) -> list[tuple[float, str]]:
    """For each level, the weakest first, the accuracy from which on it is the nearest one.

    Levels that are not more accurate than a weaker one cannot be told from it, and are left out.
    """
    known = json.loads(_FILE.read_text("utf-8")) if _FILE.exists() else {}
    rising: list[tuple[float, str]] = []
    for name, told in known.get(game, {}).get("levels", {}).items():
        if not rising or told["accuracy"] > rising[-1][0]:
            rising.append((told["accuracy"], name))
    between = [(low[0] + high[0]) / 2 for low, high in pairwise(rising)]
    return list(zip([float("-inf"), *between], [name for _, name in rising], strict=False))


def level_of(game: str, accuracy: float | None) -> str | None:
    """The level with the nearest accuracy; None if nothing was decided, or no level of the game is known."""
    if accuracy is None:
        return None
    return next((name for least, name in reversed(_limits(game)) if accuracy >= least), None)
