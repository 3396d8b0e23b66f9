"""The ladder of docs/ladder.md: each rung a stronger bot in one seat against weaker ones in all others.

    make ladder                                     everything (hours on two cores)
    python benchmarks/ladder.py --only tsuro_seas   one game
    python benchmarks/ladder.py --seconds 60        at most about this long for each rung

Seats rotate and every deal is played in each rotation. A rung is played in stages of growing size; it ends with the
first stage whose 95 % interval lies above chance, or with the last one.
"""

from __future__ import annotations

import argparse
import sys
import time
from typing import Any

import tabiji
from tabiji.bots.registry import contender
from tabiji.core.match import Game
from tabiji.lab.arena import Ladder, arena

TABLES = [
    ("tokaido", (2, 3, 4)),
    ("tokaido_duo", (2,)),
    ("tsuro_seas", (2, 3, 4, 6, 8)),
]
RUNGS = [
    ("greedy", "random"),
    ("search:800", "greedy"),
    ("search:200", "search:50"),
    ("search:800", "search:200"),
    ("search:3200", "search:800"),
]
STAGES = (120, 480, 2000)


def climb(game: Game, strong: str, weak: str, seconds: float) -> list[Any]:
    """Play one rung; its row of the table."""
    entered = [contender(strong), *[contender(weak)] * (game.players - 1)]
    par = 1 / game.players
    ladder = Ladder(entered)
    start = time.perf_counter()
    for result in arena(game, entered, STAGES[-1]):
        ladder.add(result)
        row = next(row for row in ladder.table().rows if row[0] == strong) if ladder.games in STAGES else None
        if row and row[3] > par:
            break
        if ladder.games % game.players == 0 and time.perf_counter() - start > seconds:
            break
    row = next(row for row in ladder.table().rows if row[0] == strong)
    other = next(row for row in ladder.table().rows if row[0] == weak)
    return [game.players, strong, weak, ladder.games, row[2], row[3], row[4], par, row[6], other[6], row[9]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", help="one game")
    parser.add_argument("--seconds", type=float, default=1e9, help="the most time for a rung")
    words = parser.parse_args()
    for name, counts in TABLES:
        if words.only not in (None, name):
            continue
        print(f"\n### {tabiji.game(name).room.title}\n")
        print("| players | stronger (one seat) | weaker (others) | games | wins | 95 % | chance | mean scores | ms |")
        print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
        for players in counts:
            for strong, weak in RUNGS:
                cells = climb(tabiji.game(name, players=players), strong, weak, words.seconds)
                n, strong_name, weak_name, games, win, low, high, par, mine, theirs, pace = cells
                sure = "" if low > par else " (open)"
                print(
                    f"| {n} | {strong_name} | {weak_name} | {games} | **{win:.1%}** | {low:.1%} – {high:.1%}{sure} "
                    f"| {par:.0%} | {mine:.1f} : {theirs:.1f} | {pace:.1f} |"
                )
                sys.stdout.flush()


if __name__ == "__main__":
    main()
