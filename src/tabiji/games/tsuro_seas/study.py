"""What an analyst asks of finished voyages: rows of results, tidy columns, and summary tables."""

from __future__ import annotations

from typing import Any

import numpy as np

from tabiji.core.jit import rule
from tabiji.core.record import State
from tabiji.core.tables import Table, mean, wilson
from tabiji.games.tsuro_seas.state import ENDINGS, FATES, MAX_PLAYERS

ROW: np.dtype[Any] = np.dtype(
    [
        ("seed", "u8"),
        ("decisions", "i2"),
        ("winners", "i2"),
        ("turns", "i2"),
        ("sunk", "i2", (MAX_PLAYERS,)),  # the turn in which each ship was lost
        ("fate", "i1", (MAX_PLAYERS,)),
        ("first", "i1"),
        ("ending", "i1"),
    ],
    align=True,
)


@rule
def tally(s: State, row: State) -> None:
    """Write the facts of a finished voyage into a row."""
    row.winners = s.won
    row.turns = s.turn
    row.first = s.first
    row.ending = s.ending
    for p in range(s.players):
        row.fate[p] = s.fate[p]
        row.sunk[p] = s.sunk[p]


def columns(rows: Any, players: int) -> dict[str, Any]:
    """Tidy columns: one line for each player of each game."""
    share = ((rows["winners"][:, None] >> np.arange(players)) & 1).astype(float)
    share /= share.sum(axis=1, keepdims=True)
    seats = np.arange(players, dtype=np.int8)
    order = (seats[None, :] - rows["first"][:, None]) % players
    fates, endings = np.array(FATES), np.array(ENDINGS)
    return {
        "seed": np.repeat(rows["seed"], players),
        "decisions": np.repeat(rows["decisions"], players),
        "turns": np.repeat(rows["turns"], players),
        "ending": np.repeat(endings[rows["ending"]], players),
        "seat": np.tile(seats, len(rows)),
        "order": order.astype(np.int8).ravel(),
        "win": share.ravel(),
        "fate": fates[rows["fate"][:, :players].ravel()],
        "lost_in_turn": rows["sunk"][:, :players].ravel(),
    }


def _shares(title: str, header: str, names: tuple[str, ...], values: Any) -> Table:
    """How often each name occurs, with its interval."""
    rows = []
    for name in names:
        share = float((values == name).mean())
        rows.append([name.replace("_", " "), int((values == name).sum()), share, *wilson(share, len(values))])
    return Table(title, [header, "count", "share", "low 95 %", "high 95 %"], rows)


def summary(rows: Any, players: int) -> list[Table]:
    """The first questions of an analyst, answered with 95 % intervals."""
    tidy = columns(rows, players)
    shared = tidy["win"].reshape(-1, players).max(axis=1) < 1
    share = float(shared.mean())
    by_order = []
    for order in range(players):
        win = float(tidy["win"][tidy["order"] == order].mean())
        by_order.append([f"no. {order + 1}", len(rows), win, *wilson(win, len(rows))])
    low, high = wilson(share, len(rows))
    return [
        Table("by order of play", ["player", "played", "win", "low 95 %", "high 95 %"], by_order),
        _shares("what became of the ships", "fate", FATES, tidy["fate"]),
        _shares("how the games ended", "ending", ENDINGS, tidy["ending"].reshape(-1, players)[:, 0]),
        Table(
            "shared victories",
            ["", "games", "share", "low 95 %", "high 95 %"],
            [["shared", int(shared.sum()), share, low, high]],
        ),
        Table(
            "a game",
            ["", "mean", "± 95 %"],
            [["turns a game", *mean(rows["turns"])], ["decisions a game", *mean(rows["decisions"])]],
        ),
    ]
