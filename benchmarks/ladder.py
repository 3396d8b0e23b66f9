"""The ladder of docs/ladder.md: each rung a stronger bot in one seat against weaker ones in all others.

    make ladder                                                     everything (hours on two cores)
    python benchmarks/ladder.py --only tsuro_seas --players 8       one game, one table
    python benchmarks/ladder.py --rung search:800,greedy            one rung
    python benchmarks/ladder.py --seconds 60 --cores 1              at most about this long for each rung
    python benchmarks/ladder.py --reference 200 --bot search:800    what a bot scores against itself, beside people

Seats rotate and every deal is played in each rotation. A rung is played in stages of growing size; it ends with the
first stage whose 95 % interval lies above chance, or with the last one.
"""

from __future__ import annotations

import argparse
import sys
import time
from typing import Any

import numpy as np

import tabiji
from tabiji.bots.registry import bot_spec
from tabiji.core.match import Game
from tabiji.core.statistics import half_width
from tabiji.lab.arena import Ladder, arena

TABLES = [
    ("tokaido", (2, 3, 4, 5)),
    ("tokaido_duo", (2,)),
    ("tsuro_seas", (2, 3, 4, 6, 8)),
]
RUNGS = [
    ("greedy", "random"),
    ("search:800", "greedy"),
    ("search:200", "search:50"),
    ("search:800", "search:200"),
    ("search:3200", "search:800"),
    ("master", "search:800"),
    ("master", "search:3200"),
    ("rollout", "search:800"),
    ("master", "expert"),
    ("expert", "strong"),
    ("strong", "skilled"),
    ("skilled", "casual"),
    ("casual", "novice"),
]
ALSO = {("tokaido", 4): [("search:800", "random")], ("tsuro_seas", 2): [("search:3200", "greedy")]}
STAGES = (120, 480, 1000, 2000)
PEOPLE = (76, 84)  # strong people in Tokaido with four players and gastronomy: their mean, and the winners'


def climb(game: Game, strong: str, weak: str, seconds: float, cores: int | None) -> list[Any]:
    """Play one rung; its row of the table."""
    entered = [bot_spec(strong), *[bot_spec(weak)] * (game.players - 1)]
    par = 1 / game.players
    ladder = Ladder(entered)
    start = time.perf_counter()
    for result in arena(game, entered, STAGES[-1], cores=cores):
        ladder.add(result)
        row = next(row for row in ladder.table().rows if row[0] == strong) if ladder.games in STAGES else None
        if row and row[3] > par:
            break
        if ladder.games % game.players == 0 and time.perf_counter() - start > seconds:
            break
    row = next(row for row in ladder.table().rows if row[0] == strong)
    other = next(row for row in ladder.table().rows if row[0] == weak)
    return [game.players, strong, weak, ladder.games, row[2], row[3], row[4], par, row[6], other[6], row[9]]


def reference(bot: str, games: int, cores: int | None) -> None:
    """Mean points of all players and of winners, a bot against itself, beside those of strong people."""
    game = tabiji.game("tokaido", players=4, gastronomy=True)
    points = np.array([result.scores for result in arena(game, [bot_spec(bot)] * 4, games, cores=cores)], np.float64)
    for name, scores, people in (("players", points.ravel(), PEOPLE[0]), ("winners", points.max(axis=1), PEOPLE[1])):
        unsure = half_width(len(scores), float(scores.sum()), float((scores**2).sum()))
        print(f"{name}: {scores.mean():.1f} ± {unsure:.1f} points, {games} games of {bot}; strong people {people}")


def rungs(name: str, players: int, wanted: str | None) -> list[tuple[str, str]]:
    """The rungs of a table, or the one that is wanted."""
    every = [*RUNGS, *ALSO.get((name, players), [])]
    return [rung for rung in every if wanted in (None, ",".join(rung))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", help="one game")
    parser.add_argument("--players", type=int, help="one table")
    parser.add_argument("--rung", help="one rung: stronger,weaker")
    parser.add_argument("--seconds", type=float, default=1e9, help="the most time for a rung")
    parser.add_argument("--cores", type=int, help="games at once")
    parser.add_argument("--reference", type=int, metavar="GAMES", help="play a bot against itself in Tokaido instead")
    parser.add_argument("--bot", default="search:800", help="the bot of --reference")
    words = parser.parse_args()
    if words.reference:
        reference(words.bot, words.reference, words.cores)
        return
    for name, counts in TABLES:
        if words.only not in (None, name):
            continue
        print(f"\n### {tabiji.game(name).spec.title}\n")
        print("| players | stronger (one seat) | weaker (others) | games | wins | 95 % | chance | mean scores | ms |")
        print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
        for players in (n for n in counts if words.players in (None, n)):
            game = tabiji.game(name, players=players)
            for strong, weak in rungs(name, players, words.rung):
                n, stronger, weaker, games, win, low, high, par, mine, theirs, pace = climb(
                    game, strong, weak, words.seconds, words.cores
                )
                sure = "" if low > par else " (open)"
                print(
                    f"| {n} | {stronger} | {weaker} | {games} | **{win:.1%}** | {low:.1%} – {high:.1%}{sure} "
                    f"| {par:.0%} | {mine:.1f} : {theirs:.1f} | {pace:.1f} |"
                )
                sys.stdout.flush()


if __name__ == "__main__":
    main()
