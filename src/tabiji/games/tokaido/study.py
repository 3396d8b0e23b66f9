"""What an analyst asks of finished journeys: rows of results, tidy columns, and summary tables."""

from __future__ import annotations

from typing import Any

import numpy as np

from tabiji.core.jit import rule
from tabiji.core.record import State
from tabiji.core.tables import Table, by_group, mean
from tabiji.games.tokaido.scoring import cards_achieved, winners
from tabiji.games.tokaido.state import MAX_PLAYERS, NOBODY, SOURCES, TRAVELERS

ROW: np.dtype[Any] = np.dtype(
    [
        ("seed", "u8"),
        ("decisions", "i2"),
        ("winners", "i2"),
        ("points", "i2", (MAX_PLAYERS,)),
        ("purse", "i2", (MAX_PLAYERS,)),
        ("traveler", "i1", (MAX_PLAYERS,)),
        ("departure", "i1", (MAX_PLAYERS,)),  # 0: the first to leave Kyoto
        ("achievements", "i1", (MAX_PLAYERS,)),
        ("offering", "i1", (MAX_PLAYERS,)),
        ("earned", "i1", (MAX_PLAYERS, len(SOURCES))),
    ],
    align=True,
)


@rule
def tally(s: State, row: State) -> None:
    """Write the facts of a finished journey into a row."""
    row.winners = winners(s)
    for p in range(s.players):
        row.points[p] = s.points[p]
        row.purse[p] = s.purse[p]
        row.traveler[p] = s.traveler[p]
        row.departure[p] = s.departure[p]
        row.achievements[p] = cards_achieved(s, p)
        row.offering[p] = s.offering[p]
        for source in range(len(SOURCES)):
            row.earned[p, source] = s.earned[p, source]


def columns(rows: Any, players: int) -> dict[str, Any]:
    """Tidy columns: one line for each player of each game."""
    share = ((rows["winners"][:, None] >> np.arange(players)) & 1).astype(float)
    share /= share.sum(axis=1, keepdims=True)
    names = np.array([*TRAVELERS, ""])  # -1: the initiatory journey has no tiles
    tidy = {
        "seed": np.repeat(rows["seed"], players),
        "decisions": np.repeat(rows["decisions"], players),
        "seat": np.tile(np.arange(players, dtype=np.int8), len(rows)),
        "traveler": names[rows["traveler"][:, :players].ravel()],
        "departure": rows["departure"][:, :players].ravel(),
        "points": rows["points"][:, :players].ravel(),
        "win": share.ravel(),
        "coins_left": rows["purse"][:, :players].ravel(),
        "temple_pile": rows["offering"][:, :players].ravel(),
        "achievement_cards": rows["achievements"][:, :players].ravel(),
    }
    for i, source in enumerate(SOURCES):
        tidy[f"from_{source}"] = rows["earned"][:, :players, i].ravel()
    return tidy


def summary(rows: Any, players: int) -> list[Table]:
    """The first questions of an analyst, answered with 95 % intervals."""
    tidy = columns(rows, players)
    tables = []
    if (rows["traveler"][:, :players] != NOBODY).all():
        tables.append(
            by_group("by traveler", "traveler", tidy["traveler"], tidy["win"], tidy["points"], best_first=True)
        )
    leaves = np.char.add("leaves Kyoto as no. ", (tidy["departure"] + 1).astype(str))
    tables.append(by_group("by departure", "departure", leaves, tidy["win"], tidy["points"]))
    sources = [[source.replace("_", " "), *mean(tidy[f"from_{source}"])] for source in SOURCES]
    tables.append(Table("where points come from, a player", ["source", "mean", "± 95 %"], sources))
    best = tidy["points"].reshape(-1, players).max(axis=1)
    lengths = [
        ["decisions a game", *mean(rows["decisions"])],
        ["points of a player", *mean(tidy["points"])],
        ["points of a winner", *mean(best)],
        ["games with a shared victory", *mean(tidy["win"].reshape(-1, players).max(axis=1) < 1)],
    ]
    tables.append(Table("a game", ["", "mean", "± 95 %"], lengths))
    return tables
