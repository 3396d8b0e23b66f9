"""Skill in Tsuro of the Seas (docs/networks.md), and how far apart the levels of all games are (docs/ladder.md).

    python benchmarks/skill.py                      both
    python benchmarks/skill.py --plot skill.svg     and the plot of the first
    python benchmarks/skill.py --levels             levels only, of all games
    python benchmarks/skill.py --games 2000 --cores 1

One ship is sailed by the network's likeliest moves, all others by a copy that plays at random with a probability. Then
each level against the one below in all other seats. Seats rotate, and every deal is played in each rotation.
"""

from __future__ import annotations

import argparse
from itertools import pairwise
from pathlib import Path

import numpy as np

import tabiji
from tabiji.bots.levels import LEVELS
from tabiji.bots.network import shipped_network
from tabiji.core.statistics import wilson
from tabiji.lab.self_play import Style, play_by_styles

GAME = "tsuro_seas"
SHIPS = (2, 4, 8)
LAPSES = (0.0, 0.1, 0.25, 0.5, 1.0)
LEVEL_TABLES = (("tokaido", 2), ("tokaido", 4), ("tokaido_duo", 2), *((GAME, ships) for ships in SHIPS))


def share(
    name: str, players: int, one: Style, others: Style, games: int, cores: int | None
) -> tuple[float, float, float]:
    """The share of the victories of one seat against all others, and its interval."""
    game = tabiji.game(name, players=players)
    styles = [one, *[others] * (players - 1)]
    won = [wins[:, 0] for _, wins in play_by_styles(game, shipped_network(game.spec), styles, games, cores=cores)]
    mean = float(np.concatenate(won).mean())
    return (mean, *wilson(mean, games))


def draw(found: dict[int, list[tuple[float, float, float]]], path: Path) -> None:
    """Plot shares, relative to chance, by the probability of a random move."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context({"svg.fonttype": "none", "font.family": "sans-serif", "svg.hashsalt": "tabiji"}):
        figure = Figure(figsize=(6, 3.2), layout="constrained")
        axes = figure.subplots()
        for ships, points in found.items():
            mean, low, high = (ships * np.array(column) for column in zip(*points, strict=True))
            axes.errorbar(LAPSES, mean, (mean - low, high - mean), marker="o", capsize=3, label=f"{ships} ships")
        axes.axhline(1, color="grey", linewidth=0.8)
        axes.set_xlabel("probability that a rival's move is random")
        axes.set_ylabel("victories, 1: chance")
        axes.legend(frameon=False)
        figure.savefig(path, format="svg", metadata={"Date": None})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=8000)
    parser.add_argument("--cores", type=int)
    parser.add_argument("--plot", type=Path)
    parser.add_argument("--levels", action="store_true", help="leave the first part out")
    words = parser.parse_args()
    found: dict[int, list[tuple[float, float, float]]] = {}
    for ships in () if words.levels else SHIPS:
        for lapses in LAPSES:
            mean, low, high = share(GAME, ships, Style(), Style(lapses=lapses), words.games, words.cores)
            found.setdefault(ships, []).append((mean, low, high))
            print(f"{ships} ships, {lapses:4.0%} random: {mean:.1%} ({low:.1%} - {high:.1%})", flush=True)
    if words.plot is not None:
        draw(found, words.plot)
    for name, players in LEVEL_TABLES:
        for lower, higher in pairwise(LEVELS):
            one, others = Style(higher.temperatures[name]), Style(lower.temperatures[name])
            mean, low, high = share(name, players, one, others, words.games, words.cores)
            print(f"{name} {players}, {higher.name} - {lower.name}: {mean:.1%} ({low:.1%} - {high:.1%})", flush=True)


if __name__ == "__main__":
    main()
