"""Summary tables with 95 % intervals, accumulated in batches: a study of any length fits in memory."""

from __future__ import annotations

from collections.abc import Sequence
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


def wilson(share: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson's score interval)."""
    z2 = Z95**2 / games
    middle = (share + z2 / 2) / (1 + z2)
    half = Z95 * sqrt(share * (1 - share) / games + z2 / (4 * games)) / (1 + z2)
    return min(max(middle - half, 0.0), share), max(min(middle + half, 1.0), share)  # rounding may pass the ends


def win_shares(rows: Any, players: int) -> Any:
    """The share of the victory of each player in rows of results: shared victories are divided."""
    won = ((rows["winners"][:, None] >> np.arange(players)) & 1).astype(np.float64)
    return won / won.sum(axis=1, keepdims=True)


def half_width(count: int, total: float, squares: float) -> float:
    """The half-width of a mean's 95 % interval (normal), from its sums."""
    if count < 2:
        return 0.0
    variance = max(squares - total * total / count, 0.0) / (count - 1)
    return Z95 * sqrt(variance / count)


class Summary:
    """Accumulates tables: each call adds a batch of games to the table of that title."""

    def __init__(self) -> None:
        self._groups: dict[str, tuple[str, bool, dict[str, Any]]] = {}
        self._shares: dict[str, tuple[str, dict[str, Any]]] = {}
        self._means: dict[str, tuple[str, dict[str, Any]]] = {}
        self._titles: list[str] = []

    def groups(
        self,
        title: str,
        header: str,
        names: Sequence[str],
        index: Any,
        win: Any,
        points: Any = None,
        best_first: bool = False,
    ) -> None:
        """Share of wins (shared ones divided), and mean points if the game has any, by group.

        `index` says which of `names` each is.
        """
        sums = self._sums(self._groups, title, (header, best_first, {}))[2]
        size = len(names)
        weighed = (None, win) if points is None else (None, win, points)
        batch = np.stack([np.bincount(index, weights, size) for weights in weighed], axis=1)
        for name, added in zip(names, batch, strict=True):
            sums[name] = sums.get(name, 0) + added

    def shares(self, title: str, header: str, hits: dict[str, Any]) -> None:
        """How often each thing happened; `hits` are truth values, one for each chance it had."""
        sums = self._sums(self._shares, title, (header, {}))[1]
        for name, happened in hits.items():
            sums[name] = sums.get(name, 0) + np.array([len(happened), np.count_nonzero(happened)])

    def means(self, title: str, header: str, values: dict[str, Any]) -> None:
        """Means with their intervals."""
        sums = self._sums(self._means, title, (header, {}))[1]
        for name, batch in values.items():
            numbers = np.asarray(batch, np.float64)
            sums[name] = sums.get(name, 0) + np.array([len(numbers), numbers.sum(), (numbers**2).sum()])

    def merge(self, other: Summary) -> None:
        """Add what another summary has accumulated: the next batches of the same games."""
        for title in other._titles:
            if title in other._groups:
                header, best_first, added = other._groups[title]
                sums = self._sums(self._groups, title, (header, best_first, {}))[2]
            elif title in other._shares:
                header, added = other._shares[title]
                sums = self._sums(self._shares, title, (header, {}))[1]
            else:
                header, added = other._means[title]
                sums = self._sums(self._means, title, (header, {}))[1]
            for name, values in added.items():
                sums[name] = sums.get(name, 0) + values

    def _sums(self, kind: dict[str, Any], title: str, empty: Any) -> Any:
        if title not in kind:
            self._titles.append(title)
            kind[title] = empty
        return kind[title]

    def tables(self) -> list[Table]:
        """All tables, in the order of their first batch."""
        return [self._table(title) for title in self._titles]

    def _table(self, title: str) -> Table:
        if title in self._groups:
            header, best_first, sums = self._groups[title]
            rows = [
                [name, int(n), wins / n, *wilson(wins / n, int(n)), *(total / n for total in points)]
                for name, (n, wins, *points) in sums.items()
                if n
            ]
            if best_first:
                rows.sort(key=lambda row: -row[2])
            headers = [header, "played", "win", "low 95 %", "high 95 %", "mean points"]
            return Table(title, headers[: len(rows[0])] if rows else headers, _plain(rows))
        if title in self._shares:
            header, sums = self._shares[title]
            rows = [[name, int(k), k / n, *wilson(k / n, int(n))] for name, (n, k) in sums.items() if n]
            return Table(title, [header, "count", "share", "low 95 %", "high 95 %"], _plain(rows))
        header, sums = self._means[title]
        rows = [
            [name, total / n, half_width(int(n), total, squares)] for name, (n, total, squares) in sums.items() if n
        ]
        return Table(title, [header, "mean", "± 95 %"], _plain(rows))


def _plain(rows: list[list[Any]]) -> list[list[Any]]:
    """Python numbers instead of NumPy's."""
    return [[float(cell) if isinstance(cell, np.floating) else cell for cell in row] for row in rows]
