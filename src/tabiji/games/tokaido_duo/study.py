"""What an analyst asks of finished games: rows of results, tidy columns, and summary tables."""

from __future__ import annotations

from typing import Any

import numpy as np

from tabiji.core.jit import rule
from tabiji.core.record import State
from tabiji.core.statistics import Summary, win_shares
from tabiji.games.tokaido_duo.scoring import culture, faith, trade, winners
from tabiji.games.tokaido_duo.state import CHARACTERS, PLAYERS, SIDES, SOURCES, TRIGGERS

# what a study of Tokaido Duo compares: title, players, options
SETTINGS: list[tuple[str, int, dict[str, Any]]] = [("random sides of the wave tiles", 2, {})]

ROW: np.dtype[Any] = np.dtype(
    [
        ("seed", "u8"),
        ("decisions", "i2"),
        ("winners", "i2"),
        ("rounds", "i2"),
        ("triggers", "i1"),  # one bit each
        ("side", "i1", (len(CHARACTERS),)),
        ("earned", "i2", (PLAYERS, len(SOURCES))),
        ("purse", "i2", (PLAYERS,)),
        ("temple", "i1", (PLAYERS,)),
        ("garden", "i1", (PLAYERS,)),
        ("slabs", "i1", (PLAYERS,)),
        ("gifts", "i1", (PLAYERS,)),
        ("waves", "i1", (PLAYERS,)),  # wave tiles held at the end, one bit each
    ],
    align=True,
)


@rule
def tally(s: State, row: State) -> None:
    """Write the facts of a finished game into a row."""
    row.winners = winners(s)
    row.rounds = s.round
    row.triggers = s.triggers
    for tile in range(len(CHARACTERS)):
        row.side[tile] = s.side[tile]
    for p in range(PLAYERS):
        row.earned[p, 0] = faith(s, p)
        row.earned[p, 1] = trade(s, p)
        row.earned[p, 2] = culture(s, p)
        row.purse[p] = s.purse[p]
        row.temple[p] = s.temple[p]
        row.garden[p] = s.garden[p]
        row.slabs[p] = s.slabs[p]
        row.gifts[p] = s.gifted[p]
        row.waves[p] = 0
        for tile in range(len(CHARACTERS)):
            if s.wave[tile] == p:
                row.waves[p] |= 1 << tile


def columns(rows: Any, players: int) -> dict[str, Any]:
    """Tidy columns: one line for each player of each game."""
    tidy = {
        "seed": np.repeat(rows["seed"], players),
        "decisions": np.repeat(rows["decisions"], players),
        "rounds": np.repeat(rows["rounds"], players),
        "seat": np.tile(np.arange(players, dtype=np.int8), len(rows)),
        "points": rows["earned"].sum(axis=2).ravel(),
        "win": win_shares(rows, players).ravel(),
        "coins_left": rows["purse"].ravel(),
        "temple": rows["temple"].ravel(),
        "garden": rows["garden"].ravel(),
        "gold_slabs": rows["slabs"].ravel(),
        "gifts": rows["gifts"].ravel(),
        **{f"holds_{c}_wave": (rows["waves"] >> i & 1).ravel() for i, c in enumerate(CHARACTERS)},
    }
    for i, source in enumerate(SOURCES):
        tidy[f"from_{source}"] = rows["earned"][:, :, i].ravel()
    for i, trigger in enumerate(TRIGGERS):
        tidy[f"end_by_{trigger}"] = np.repeat(rows["triggers"] >> i & 1, players)
    for i, character in enumerate(CHARACTERS):
        tidy[f"wave_{character}"] = np.repeat(np.array(SIDES[i])[rows["side"][:, i]], players)
    return tidy


def _waves(summary: Summary, rows: Any, shares: Any, points: Any) -> None:
    """How those did who held a wave tile at the end."""
    names = [f"{side} {character}" for character, sides in zip(CHARACTERS, SIDES, strict=True) for side in sides]
    tiles = np.arange(len(CHARACTERS))
    game, player, tile = np.nonzero(rows["waves"][:, :, None] >> tiles & 1)
    side = rows["side"][game, tile]
    summary.groups(
        "by wave tile held at the end", "tile", names, 2 * tile + side, shares[game, player], points[game, player]
    )


def summarize(summary: Summary, rows: Any, players: int) -> None:
    """Add a batch of games to the first questions of an analyst."""
    shares = win_shares(rows, players)
    points = rows["earned"].sum(axis=2)
    seats = np.tile(np.arange(players), len(rows))
    summary.groups("by seat", "seat", ("first player", "second player"), seats, shares.ravel(), points.ravel())
    _waves(summary, rows, shares, points)
    ends = {trigger: rows["triggers"] >> i & 1 for i, trigger in enumerate(TRIGGERS)}
    summary.shares("what ends a game (two things can in one round)", "trigger", ends)
    sources = {source: rows["earned"][:, :, i].ravel() for i, source in enumerate(SOURCES)}
    summary.means("where points come from, a player", "source", sources)
    game = {
        "rounds": rows["rounds"],
        "decisions": rows["decisions"],
        "points of a player": points.ravel(),
        "points of the leader": points.max(axis=1),
    }
    summary.means("a game", "", game)
    summary.shares("victories", "", {"shared": shares.max(axis=1) < 1})
