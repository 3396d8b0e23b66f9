"""How accurately each level plays, as an analysis sees it: makes `src/tabiji/analysis/levels.json`.

    python benchmarks/accuracy_of_levels.py --games 100 --out src/tabiji/analysis/levels.json

A level plays all seats. Of every game some decisions are judged at the standard depth, drawn at random. `unsure` is
half of the 95 % interval of an accuracy; the decisions of a game count together for it.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from tabiji.analysis.analyze import judge_of, network_identity, standard_depth
from tabiji.analysis.verdicts import judge_decisions, question
from tabiji.bots.levels import LEVELS
from tabiji.bots.protocol import Budget, choose_move
from tabiji.bots.registry import bot_spec
from tabiji.core.match import Game
from tabiji.core.statistics import Z95

TABLES = (("tokaido", 4), ("tokaido_duo", 2), ("tsuro_seas", 4))
TOGETHER = 10  # games
QUANTILES = (0.25, 0.5, 0.75, 0.9)


def questions(game: Game, level: str, seed: int, count: int) -> list[Any]:
    """Some decisions of a game that a level played in all seats; forced moves are none."""
    rng, bot, match = Random(seed), bot_spec(level), game.new(seed)
    made, asked = bot.make(), []
    while not match.over:
        budget = Budget(simulations=bot.budget.simulations, seed=rng.getrandbits(32))
        move = choose_move(made, match, budget)
        if len(match.legal) > 1:
            asked.append(question(match, match.read(move), seed * 1000 + len(match.moves)))
        match.play(move)
    return rng.sample(asked, min(count, len(asked)))


def measure(game: Game, level: str, games: int, count: int) -> tuple[dict[str, Any], list[float]]:
    """The accuracy of a level, and what its moves cost."""
    judge, depth = judge_of(game)[1], standard_depth(game.spec)
    costs: list[float] = []
    by_game = np.zeros((games, 2))  # costs and what was at stake
    for first in range(0, games, TOGETHER):
        some = [
            (seed, one)
            for seed in range(first, min(first + TOGETHER, games))
            for one in questions(game, level, seed, count)
        ]
        for (seed, _), verdict in zip(some, judge_decisions([one for _, one in some], judge, depth), strict=True):
            costs.append(verdict.gap)
            by_game[seed] += verdict.gap, verdict.at_stake
    cost, stake = by_game.sum(axis=0)
    apart = by_game[:, 0] - cost / stake * by_game[:, 1]  # of a ratio of sums
    told = {
        "accuracy": round(float(1 - cost / stake), 4),
        "unsure": round(float(Z95 * (games / (games - 1) * (apart**2).sum()) ** 0.5 / stake), 4),
        "mean_cost": round(float(np.mean(costs)), 5),
        "blunders": round(float(np.mean(np.array(costs) >= 0.10)), 4),
        "decisions": len(costs),
        "games": games,
    }
    print(game.spec.name, level, told, flush=True)
    return told, [cost for cost in costs if cost > 0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--decisions", type=int, default=12, help="of each game")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    found: dict[str, Any] = json.loads(given.out.read_text()) if given.out.exists() else {}
    for name, players in TABLES:
        game = Game(name, players)
        path, judge = judge_of(game)
        identity = network_identity(path, judge.network)["sha256"]
        if found.get(name, {}).get("network") == identity and len(found[name]["levels"]) == len(LEVELS):
            continue
        levels, costs = {}, []
        for level in LEVELS:
            levels[level.name], some = measure(game, level.name, given.games, given.decisions)
            costs += some
        quantiles = {str(q): round(float(np.quantile(costs, q)), 4) for q in QUANTILES}
        found[name] = {"network": identity, "players": players, "levels": levels, "costs": quantiles}
        given.out.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
