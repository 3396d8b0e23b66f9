"""What an analyst asks of finished journeys: rows of results, tidy columns, and summary tables."""

from __future__ import annotations

from typing import Any

import numpy as np

from tabiji.core.jit import rule
from tabiji.core.record import State
from tabiji.core.statistics import Summary, win_shares
from tabiji.games.tokaido.scoring import cards_achieved, winners
from tabiji.games.tokaido.state import MAX_PLAYERS, NOBODY, SOURCES, TRAVELERS

# what a study of Tokaido compares: title, players, options
SETTINGS: list[tuple[str, int, dict[str, Any]]] = [
    ("four players", 4, {}),
    ("four players, gastronomy", 4, {"gastronomy": True}),
    ("four players, preparations", 4, {"preparations": True}),
    ("four players, gastronomy and preparations", 4, {"gastronomy": True, "preparations": True}),
    ("two players", 2, {}),
    ("three players", 3, {}),
    ("five players", 5, {}),
]

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
    names = np.array([*TRAVELERS, ""])  # NOBODY, -1: the initiatory journey has no tiles
    tidy = {
        "seed": np.repeat(rows["seed"], players),
        "decisions": np.repeat(rows["decisions"], players),
        "seat": np.tile(np.arange(players, dtype=np.int8), len(rows)),
        "traveler": names[rows["traveler"][:, :players].ravel()],
        "departure": rows["departure"][:, :players].ravel(),
        "points": rows["points"][:, :players].ravel(),
        "win": win_shares(rows, players).ravel(),
        "coins_left": rows["purse"][:, :players].ravel(),
        "temple_pile": rows["offering"][:, :players].ravel(),
        "achievement_cards": rows["achievements"][:, :players].ravel(),
    }
    for i, source in enumerate(SOURCES):
        tidy[f"from_{source}"] = rows["earned"][:, :players, i].ravel()
    return tidy


def summarize(summary: Summary, rows: Any, players: int) -> None:
    """Add a batch of games to the first questions of an analyst."""
    shares = win_shares(rows, players)
    win, points = shares.ravel(), rows["points"][:, :players].ravel()
    travelers = rows["traveler"][:, :players].ravel()
    if (travelers != NOBODY).all():
        summary.groups("by traveler", "traveler", TRAVELERS, travelers, win, points, best_first=True)
    leaves = [f"leaves Kyoto as no. {i + 1}" for i in range(max(players, 3))]
    summary.groups("by departure", "departure", leaves, rows["departure"][:, :players].ravel(), win, points)
    sources = {name.replace("_", " "): rows["earned"][:, :players, i].ravel() for i, name in enumerate(SOURCES)}
    summary.means("where points come from, a player", "source", sources)
    game = {
        "decisions": rows["decisions"],
        "points of a player": points,
        "points of a winner": rows["points"][:, :players].max(axis=1),
    }
    summary.means("a game", "", game)
    summary.shares("victories", "", {"shared": shares.max(axis=1) < 1})
