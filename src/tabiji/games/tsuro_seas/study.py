"""What an analyst asks of finished voyages: rows of results, tidy columns, and summary tables."""

from __future__ import annotations

from typing import Any

import numpy as np

from tabiji.core.jit import rule
from tabiji.core.record import State
from tabiji.core.tables import Summary, win_shares
from tabiji.games.tsuro_seas.state import ENDINGS, FATES, MAX_PLAYERS

# what a study of Tsuro of the Seas compares: title, players, options
SETTINGS: list[tuple[str, int, dict[str, Any]]] = [
    *((f"{players} ships", players, {}) for players in (2, 3, 4, 6, 8)),
    ("4 ships, calm sea", 4, {"no_daikaiju": True}),
    ("8 ships, calm sea", 8, {"no_daikaiju": True}),
]

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


def _order(rows: Any, players: int) -> Any:
    """The place of each player in the order of play, the first player's 0."""
    return (np.arange(players)[None, :] - rows["first"][:, None].astype(np.int64)) % players


def columns(rows: Any, players: int) -> dict[str, Any]:
    """Tidy columns: one line for each player of each game."""
    return {
        "seed": np.repeat(rows["seed"], players),
        "decisions": np.repeat(rows["decisions"], players),
        "turns": np.repeat(rows["turns"], players),
        "ending": np.repeat(np.array(ENDINGS)[rows["ending"]], players),
        "seat": np.tile(np.arange(players, dtype=np.int8), len(rows)),
        "order": _order(rows, players).astype(np.int8).ravel(),
        "win": win_shares(rows, players).ravel(),
        "fate": np.array(FATES)[rows["fate"][:, :players].ravel()],
        "lost_in_turn": rows["sunk"][:, :players].ravel(),  # 0: never
    }


def summarize(summary: Summary, rows: Any, players: int) -> None:
    """Add a batch of games to the first questions of an analyst."""
    shares = win_shares(rows, players)
    names = [f"no. {i + 1}" for i in range(players)]
    summary.groups("by order of play", "player", names, _order(rows, players).ravel(), shares.ravel())
    fates = rows["fate"][:, :players].ravel()
    summary.shares("what became of the ships", "fate", {name: fates == i for i, name in enumerate(FATES)})
    endings = {name.replace("_", " "): rows["ending"] == i for i, name in enumerate(ENDINGS)}
    summary.shares("how the games ended", "ending", endings)
    summary.shares("victories", "", {"shared": shares.max(axis=1) < 1})
    summary.means("a game", "", {"turns": rows["turns"], "decisions": rows["decisions"]})
