"""The levels that a player played like: those whose games had an accuracy like this.

`levels.json` is made by `benchmarks/accuracy_of_levels.py` from games of the levels.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

_FILE = Path(__file__).parent / "levels.json"


@dataclass(frozen=True)
class LevelRange:
    """Levels in a row that the accuracy of their games does not tell apart; often one."""

    weakest: str
    strongest: str
    accuracy: float
    unsure: float  # half of its 95 % interval


def ranges(levels: dict[str, Any]) -> list[LevelRange]:
    """Levels by accuracy, the weakest first: neighbors are joined until each range is clearly better than the last."""
    found = [LevelRange(name, name, told["accuracy"], told["unsure"]) for name, told in levels.items()]
    while len(found) > 1:
        clear = [high.accuracy - low.accuracy - _apart(low, high) for low, high in pairwise(found)]
        worst = min(range(len(clear)), key=clear.__getitem__)
        if clear[worst] > 0:
            break
        found[worst : worst + 2] = [_joined(found[worst], found[worst + 1])]
    return found


def _apart(low: LevelRange, high: LevelRange) -> float:
    """Half of the 95 % interval of the difference."""
    return float((low.unsure**2 + high.unsure**2) ** 0.5)


def _joined(low: LevelRange, high: LevelRange) -> LevelRange:
    """Both, each with the weight of what is known of it."""
    weights = low.unsure**-2, high.unsure**-2
    mean = (weights[0] * low.accuracy + weights[1] * high.accuracy) / sum(weights)
    return LevelRange(low.weakest, high.strongest, mean, float(sum(weights) ** -0.5))


@cache
def _limits(game: str) -> list[tuple[float, LevelRange]]:
    """For each range, the weakest first, the accuracy from which on it is the nearest one."""
    known = json.loads(_FILE.read_text("utf-8")) if _FILE.exists() else {}
    rising = ranges(known.get(game, {}).get("levels", {}))
    between = [(low.accuracy + high.accuracy) / 2 for low, high in pairwise(rising)]
    return list(zip([float("-inf"), *between], rising, strict=False))


def levels_of(game: str, accuracy: float | None) -> tuple[str, str] | None:
    """The weakest and the strongest level with the nearest accuracy; None if nothing was decided, or no level of the
    game is known."""
    if accuracy is None:
        return None
    found = next((one for least, one in reversed(_limits(game)) if accuracy >= least), None)
    return None if found is None else (found.weakest, found.strongest)
