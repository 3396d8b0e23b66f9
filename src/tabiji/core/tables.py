"""Summary tables with 95 % intervals."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

Z95 = 1.959964


@dataclass(frozen=True)
class Table:
    """A titled table; cells are text, whole numbers or numbers."""

    title: str
    headers: list[str]
    rows: list[list[Any]]

    def as_json(self) -> dict[str, Any]:
        return {"title": self.title, "rows": [dict(zip(self.headers, row, strict=True)) for row in self.rows]}


def mean(values: Any) -> tuple[float, float]:
    """The mean, and the half-width of its 95 % interval (normal)."""
    spread = float(np.std(values, ddof=1)) if len(values) > 1 else 0.0
    return float(np.mean(values)), Z95 * spread / sqrt(max(len(values), 1))


def wilson(share: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson's score interval)."""
    z2 = Z95**2 / games
    middle = (share + z2 / 2) / (1 + z2)
    half = Z95 * sqrt(share * (1 - share) / games + z2 / (4 * games)) / (1 + z2)
    return middle - half, middle + half


def by_group(title: str, header: str, groups: Any, win: Any, points: Any, best_first: bool = False) -> Table:
    """Share of wins (shared ones divided) and mean points by group, in the groups' order or the best first."""
    names, index = np.unique(groups, return_inverse=True)
    counts = np.bincount(index)
    wins = np.bincount(index, win) / counts
    means = np.bincount(index, points) / counts
    order = np.argsort(-wins, kind="stable") if best_first else np.arange(len(names))
    rows = [
        [str(names[i]), int(counts[i]), float(wins[i]), *wilson(float(wins[i]), int(counts[i])), float(means[i])]
        for i in order
    ]
    return Table(title, [header, "played", "win", "low 95 %", "high 95 %", "mean points"], rows)
