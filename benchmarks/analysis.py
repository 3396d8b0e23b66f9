"""How long an analysis takes, and whether luck and skill add up: matches of the levels in turn.

OPENBLAS_NUM_THREADS=1 python benchmarks/analysis.py --matches 12
OPENBLAS_NUM_THREADS=1 python benchmarks/analysis.py --matches 300 --shallow     # sums only
"""

from __future__ import annotations

import argparse
import time
from dataclasses import replace

import numpy as np

from tabiji.analysis import Analysis, Depth, analyze_in_parts, standard_depth
from tabiji.bots.levels import LEVELS
from tabiji.bots.protocol import Budget, choose_move
from tabiji.bots.registry import bot_spec
from tabiji.core.match import Game

TABLES = (("tokaido", 4), ("tokaido_duo", 2), ("tsuro_seas", 4))
SHALLOW = Depth(deals=2, horizon=1, more_deals=0, why_deals=0, close_deals=0)


def played(game: Game, level: str, seed: int) -> dict[str, object]:
    """The record of a match in which a level played all seats; random moves for a level without a name."""
    match, bot = game.new(seed), bot_spec(level)
    made = bot.make()
    while not match.over:
        budget = Budget(simulations=bot.budget.simulations, seed=1000 * seed + len(match.moves))
        match.play(choose_move(made, match, budget))
    return match.record()


def error_of(found: Analysis) -> float:
    """By how much start, luck and skill miss the result, at worst."""
    moments = np.sum([np.array(one.luck) + one.skill for one in found.decisions], axis=0)
    whole = np.array(found.start) + found.deal + moments - found.result
    seats = [one.result - found.start[i] - one.luck - one.own - one.others for i, one in enumerate(found.seats)]
    return float(np.abs([*whole, *seats]).max())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=12)
    parser.add_argument("--game", choices=[name for name, _ in TABLES])
    parser.add_argument("--shallow", action="store_true", help="random matches at the least depth")
    given = parser.parse_args()
    for name, players in TABLES:
        if given.game not in (None, name):
            continue
        game = Game(name, players)
        depths = (
            [SHALLOW] if given.shallow else [standard_depth(game.spec), replace(standard_depth(game.spec), why_deals=0)]
        )
        levels = ["random"] if given.shallow else [level.name for level in LEVELS]
        records = [played(game, levels[seed % len(levels)], seed) for seed in range(given.matches)]
        for depth in depths:
            spent, first, worst, decisions = [], [], 0.0, 0
            for record in records:
                begun = time.process_time()
                parts = analyze_in_parts(record, depth=depth)
                next(parts)
                first.append(time.process_time() - begun)
                *_, whole = parts
                spent.append(time.process_time() - begun)
                assert isinstance(whole, Analysis)
                worst, decisions = max(worst, error_of(whole)), decisions + len(whole.decisions)
            print(f"{name}, {players} players, {depth}: {len(records)} matches, {decisions} decisions")
            print(f"  processor time {np.mean(spent):.2f} s, at most {max(spent):.2f} s")
            print(f"  first part after {np.median(first):.3f} s of it")
            print(f"  sums miss the result by {worst:.1e} at most", flush=True)


if __name__ == "__main__":
    main()
