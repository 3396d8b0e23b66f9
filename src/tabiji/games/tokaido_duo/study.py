"""What an analyst asks of finished games: rows of results, tidy columns, and summary tables."""

from __future__ import annotations

from typing import Any

import numpy as np

from tabiji.core.jit import rule
from tabiji.core.record import State
from tabiji.core.tables import Table, by_group, mean, wilson
from tabiji.games.tokaido_duo.scoring import culture, faith, trade, winners
from tabiji.games.tokaido_duo.state import CHARACTERS, PLAYERS, SIDES, SOURCES, TRIGGERS

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
        ("waves", "i1", (PLAYERS,)),
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
                row.waves[p] += 1


def columns(rows: Any, players: int) -> dict[str, Any]:
    """Tidy columns: one line for each player of each game."""
    share = ((rows["winners"][:, None] >> np.arange(players)) & 1).astype(float)
    share /= share.sum(axis=1, keepdims=True)
    tidy = {
        "seed": np.repeat(rows["seed"], players),
        "decisions": np.repeat(rows["decisions"], players),
        "rounds": np.repeat(rows["rounds"], players),
        "seat": np.tile(np.arange(players, dtype=np.int8), len(rows)),
        "points": rows["earned"].sum(axis=2).ravel(),
        "win": share.ravel(),
        "coins_left": rows["purse"].ravel(),
        "temple": rows["temple"].ravel(),
        "garden": rows["garden"].ravel(),
        "gold_slabs": rows["slabs"].ravel(),
        "gifts": rows["gifts"].ravel(),
        "waves_held": rows["waves"].ravel(),
    }
    for i, source in enumerate(SOURCES):
        tidy[f"from_{source}"] = rows["earned"][:, :, i].ravel()
    for i, trigger in enumerate(TRIGGERS):
        tidy[f"end_by_{trigger}"] = np.repeat(rows["triggers"] >> i & 1, players)
    for i, character in enumerate(CHARACTERS):
        tidy[f"wave_{character}"] = np.repeat(np.array(SIDES[i])[rows["side"][:, i]], players)
    return tidy


def summary(rows: Any, players: int) -> list[Table]:
    """The first questions of an analyst, answered with 95 % intervals."""
    tidy = columns(rows, players)
    seats = np.array(["first player", "second player"])[tidy["seat"]]
    ends = []
    for i, trigger in enumerate(TRIGGERS):
        share = float((rows["triggers"] >> i & 1).mean())
        ends.append([trigger, share, *wilson(share, len(rows))])
    sources = [[source, *mean(tidy[f"from_{source}"])] for source in SOURCES]
    best = tidy["points"].reshape(-1, players).max(axis=1)
    game = [
        ["rounds a game", *mean(rows["rounds"])],
        ["decisions a game", *mean(rows["decisions"])],
        ["points of a player", *mean(tidy["points"])],
        ["points of the leader", *mean(best)],
        ["games with a shared victory", *mean(rows["winners"] == 3)],
    ]
    return [
        by_group("by seat", "seat", seats, tidy["win"], tidy["points"]),
        Table("what ends a game (two things can in one round)", ["trigger", "share", "low 95 %", "high 95 %"], ends),
        Table("where points come from, a player", ["source", "mean", "± 95 %"], sources),
        Table("a game", ["", "mean", "± 95 %"], game),
    ]
