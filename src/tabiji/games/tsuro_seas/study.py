"""What an analyst asks of finished voyages: rows of results, tidy columns, and summary tables."""

from __future__ import annotations

from typing import Any

import numpy as np

from tabiji.core.jit import rule
from tabiji.core.record import State
from tabiji.core.statistics import Summary, win_shares
from tabiji.games.tsuro_seas.daikaiju import daikaiju_on_board
from tabiji.games.tsuro_seas.state import (
    AT_DAIKAIJU,
    BEASTS,
    BEASTS_BY_PLAYERS,
    CRUSHED,
    DEVOURED,
    ENDINGS,
    FATES,
    GONE,
    MAX_PLAYERS,
)

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
        ("roaming", "i1"),  # daikaiju on the board at the end
        ("gone", "i1"),  # daikaiju that left it
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
    row.roaming = daikaiju_on_board(s)
    row.gone = 0
    for d in range(BEASTS):
        row.gone += int(s.lair[d] == GONE)
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
        "daikaiju": np.repeat(rows["roaming"], players),
        "daikaiju_gone": np.repeat(rows["gone"], players),
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
    game = {"turns": rows["turns"], "decisions": rows["decisions"]}
    if rows["roaming"].any() or rows["gone"].any():  # never on a calm sea
        game |= {"daikaiju at the end": rows["roaming"], "daikaiju that left the board": rows["gone"]}
        _daikaiju(summary, rows, fates.reshape(-1, players))
    summary.means("a game", "", game)


def _daikaiju(summary: Summary, rows: Any, fates: Any) -> None:
    """How long a voyage lasts, and who is lost to whom, by the number of daikaiju that came."""
    came = rows["roaming"].astype(np.int64) + rows["gone"]
    lost = np.isin(fates, (AT_DAIKAIJU, CRUSHED, DEVOURED))
    least = int(BEASTS_BY_PLAYERS[fates.shape[1]])
    numbers = {f"{number} daikaiju": came == number for number in range(least, BEASTS + 1)}
    summary.shares("how many daikaiju came", "daikaiju", numbers)
    summary.means(
        "turns, by how many came", "daikaiju", {name: rows["turns"][games] for name, games in numbers.items()}
    )
    summary.shares(
        "ships lost to daikaiju, by how many came",
        "daikaiju",
        {name: lost[games].ravel() for name, games in numbers.items()},
    )
