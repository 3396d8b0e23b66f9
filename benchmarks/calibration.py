"""Do the shares of an analysis come true? Predicted shares of the victory against results, over thousands of games.

    python benchmarks/calibration.py --games 4000 --out calibration.json --plot docs/images/calibration.svg

Networks play against themselves, all seats alike (`master`) or each seat at the temperature of a random level
(`levels`; those that play by the network). Some positions of each game are judged as the win curve of an analysis is.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np

from tabiji.analysis.analyze import judge_of, standard_depth
from tabiji.analysis.rollouts import win_curve
from tabiji.bots.levels import LEVELS
from tabiji.bots.lookahead import await_choices, play_likeliest, write_results
from tabiji.bots.network import Network, shipped_network
from tabiji.core.match import Game
from tabiji.core.record import as_states

SETTINGS = (("tokaido", 2), ("tokaido", 4), ("tokaido_duo", 2), ("tsuro_seas", 2), ("tsuro_seas", 4))
BINS = 10
BATCH = 500
PER_GAME = 2  # positions of a game


def temperatures(game: str, players: int, games: int, levels: bool, rng: Any) -> Any:
    """How each seat of each game draws its moves, [games, seats]."""
    known = [level.temperatures[game] for level in LEVELS]
    return rng.choice(known, (games, players)) if levels else np.zeros((games, players))


def played(game: Game, network: Network, first: int, games: int, levels: bool, kept: float, rng: Any) -> Any:
    """Play games; positions of them, and the shares of the victory that they led to, [positions, seats]."""
    records = np.concatenate([np.frombuffer(game.new(first + i).state.tobytes(), game.dtype) for i in range(games)])
    records = records.copy().view(np.recarray)
    heat = temperatures(game.spec.name, game.players, games, levels, rng)
    there, most = as_states(records), game.spec.state.MAX_LEGAL
    moves, counts = np.zeros((games, most), np.int16), np.zeros(games, np.int64)
    seen = np.zeros((games, network.inputs), np.uint8)
    found, of = [], []
    while True:
        await_choices(there, games, moves, counts, seen)
        rows = np.flatnonzero(counts)
        if not len(rows):
            break
        chosen = rows[rng.random(len(rows)) < kept]
        found.append(records[chosen].copy())
        of.append(chosen)
        logits = network.think_of_all(seen[rows])[0]
        hot = heat[rows, records["seat"][rows]][:, None]
        play_likeliest(there, games, moves, counts, logits + hot * rng.gumbel(size=logits.shape))  # a draw
    results = np.zeros((games, game.players))
    write_results(there, games, results)
    return np.concatenate(found), results[np.concatenate(of)]


def reliability(predicted: Any, came: Any) -> tuple[list[dict[str, float]], float]:
    """Bins of predicted shares with what came of them, and the expected calibration error."""
    place = np.minimum((predicted * BINS).astype(int), BINS - 1)
    bins, error = [], 0.0
    for k in range(BINS):
        inside = place == k
        if inside.any():
            mean, share = float(predicted[inside].mean()), float(came[inside].mean())
            bins.append({"predicted": round(mean, 4), "came": round(share, 4), "count": int(inside.sum())})
            error += inside.mean() * abs(mean - share)
    return bins, float(error)


def measure(name: str, players: int, games: int, levels: bool, seed: int) -> dict[str, Any]:
    """The reliability of the win curves of a game."""
    game, rng = Game(name, players), np.random.default_rng(seed)
    network, depth = shipped_network(game.spec), standard_depth(game.spec)
    longest = {"tokaido": 28 * players, "tokaido_duo": 250, "tsuro_seas": 11 * players}[name]
    parts = [
        played(game, network, seed * 1_000_000 + first, min(BATCH, games - first), levels, PER_GAME / longest, rng)
        for first in range(0, games, BATCH)
    ]
    positions = np.concatenate([part[0] for part in parts])
    came = np.concatenate([part[1] for part in parts])
    told: dict[str, Any] = {"game": name, "players": players, "games": games, "seats": "levels" if levels else "master"}
    predicted = win_curve(positions, 0, judge_of(game)[1], *depth.curve)
    bins, error = reliability(predicted.ravel(), came.ravel())
    brier = float(((predicted - came) ** 2).sum(axis=1).mean())
    told |= {"positions": len(positions), "bins": bins, "ece": round(error, 5)}
    told["brier"] = round(brier, 5)
    shown = " ".join(f"{one['predicted']:.3f}:{one['came']:.3f}" for one in bins)
    print(name, players, told["seats"], len(positions), f"ECE {error:.4f} Brier {brier:.4f}", shown, flush=True)
    return told


def plot(found: list[dict[str, Any]], path: Path) -> None:
    """A reliability diagram of all settings."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context({"svg.fonttype": "none", "font.family": "sans-serif", "svg.hashsalt": "tabiji"}):
        figure = Figure(figsize=(8, 4.2), layout="constrained")
        kinds = [seats for seats in ("master", "levels") if any(one["seats"] == seats for one in found)]
        for i, seats in enumerate(kinds):
            axes = figure.add_subplot(1, len(kinds), i + 1, xlabel="predicted share, %", ylabel="share that came, %")
            axes.set_title({"master": "master in all seats", "levels": "a random level in each seat"}[seats])
            axes.plot([0, 100], [0, 100], color="#999", linewidth=0.8)
            for one in found:
                if one["seats"] == seats:
                    label = f"{one['game']}, {one['players']}: ECE {100 * one['ece']:.1f} %"
                    axes.plot([100 * b["predicted"] for b in one["bins"]], [100 * b["came"] for b in one["bins"]],
                              marker="o", markersize=3, linewidth=1, label=label)  # fmt: skip
            axes.legend(frameon=False, fontsize="small")
        figure.savefig(path, format="svg", metadata={"Date": None})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--game", choices=sorted({name for name, _ in SETTINGS}))
    parser.add_argument("--seats", choices=("master", "levels"))
    parser.add_argument("--out", type=Path)
    parser.add_argument("--plot", type=Path)
    given = parser.parse_args()
    found = [
        measure(name, players, given.games, seats == "levels", 7)
        for name, players in SETTINGS
        for seats in ("master", "levels")
        if given.game in (None, name) and given.seats in (None, seats)
    ]
    if given.out:
        given.out.write_text(json.dumps(found, indent=1) + "\n")
    if given.plot:
        plot(found, given.plot)


if __name__ == "__main__":
    main()
