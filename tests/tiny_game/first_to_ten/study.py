"""What an analyst asks of finished matches: rows of results, tidy columns, summary tables."""

from __future__ import annotations

from typing import Any

import numpy as np
from first_to_ten.rules import winners
from first_to_ten.state import MAX_PLAYERS

from tabiji.core.jit import rule
from tabiji.core.record import State
from tabiji.core.statistics import Summary, win_shares

# what `tabiji study first_to_ten` compares: title, players, options
SETTINGS: list[tuple[str, int, dict[str, Any]]] = [(f"{n} players", n, {}) for n in (2, 3, 4)]

ROW: np.dtype[Any] = np.dtype(
    [("seed", "u8"), ("decisions", "i2"), ("winners", "i2"), ("points", "i1", (MAX_PLAYERS,))], align=True
)


@rule
def tally(s: State, row: State) -> None:
    """Write the facts of a finished match into a row."""
    row.winners = winners(s)
    for p in range(s.players):
        row.points[p] = s.points[p]


def columns(rows: Any, players: int) -> dict[str, Any]:
    """Tidy columns: one line for each player of each match."""
    return {
        "seed": np.repeat(rows["seed"], players),
        "decisions": np.repeat(rows["decisions"], players),
        "seat": np.tile(np.arange(players, dtype=np.int8), len(rows)),
        "win": win_shares(rows, players).ravel(),
        "points": rows["points"][:, :players].ravel(),
    }


def summarize(summary: Summary, rows: Any, players: int) -> None:
    """Add a batch of matches to the tables."""
    seats = np.tile(np.arange(players), len(rows))
    points = rows["points"][:, :players].ravel()
    names = [f"seat {p}" for p in range(players)]
    summary.groups("by seat", "player", names, seats, win_shares(rows, players).ravel(), points)
    summary.means("a game", "", {"decisions": rows["decisions"]})
