"""The time a network needs for a decision, on one core.

    python benchmarks/network.py                 random weights, the widths of `tabiji train --device cuda`
    python benchmarks/network.py --file net.npz  a network of `tabiji train`

Positions come from random games of all tables. Times are medians, in microseconds: of the observation, of the forward
pass, and of the bot's whole decision, in which the record is copied and hidden things are dealt anew.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import tabiji
from tabiji.bots.network import Network, NetworkBot, blank_network, read_network
from tabiji.bots.protocol import Budget, choose_move
from tabiji.core.game_spec import game_names, game_spec
from tabiji.core.match import Match
from tabiji.envs.observation import observe

WIDTHS = {"tokaido": 512, "tokaido_duo": 512, "tsuro_seas": 256}


def random_network(game: str, width: int) -> Network:
    """A network with random weights, as dense in the middle as a trained one."""
    network = blank_network(game_spec(game), width)
    rng = np.random.default_rng(0)
    for weights, bias in network._layers.values():
        weights[:] = rng.normal(0, (2 / len(weights)) ** 0.5, weights.shape)
        bias[:] = 0
    return network


def positions(game: str, count: int) -> list[Match]:
    """Positions with a choice."""
    found: list[Match] = []
    rng = random.Random(0)
    while len(found) < count:
        match = tabiji.game(game, players=rng.choice(game_spec(game).players)).new(rng.getrandbits(32))
        for _ in range(rng.randrange(60)):
            if match.over:
                break
            match.act(rng.choice(match.legal_actions()))
        if not match.over and len(match.legal_actions()) > 1:
            found.append(match)
    return found


def median(work: Callable[[Any], object], arguments: list[Any], rounds: int = 5) -> float:
    """The median time of a call, in microseconds."""
    times = []
    for _ in range(rounds):
        for argument in arguments:
            start = time.perf_counter_ns()
            work(argument)
            times.append(time.perf_counter_ns() - start)
    return float(np.median(times)) / 1000


def measure(network: Network) -> None:
    matches = positions(network.spec.name, 200)
    bot = NetworkBot(network)
    seen = [(observe(match, match.seat), match.legal_actions(), match.game.players) for match in matches]
    filled = np.mean([np.count_nonzero(vector) for vector, _, _ in seen])
    looking = median(lambda match: observe(match, match.seat), matches)
    forward = median(lambda position: network.think(*position), seen)
    whole = median(lambda match: choose_move(bot, match, Budget()), matches)
    print(
        f"{network.spec.name:12} width {network.width:4}  {filled:4.0f} of {network.inputs} inputs not 0  "
        f"observe {looking:5.0f} µs  forward {forward:5.0f} µs  decision {whole:5.0f} µs"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="The time a network needs for a decision.")
    parser.add_argument("--file", type=Path)
    arguments = parser.parse_args()
    if arguments.file is not None:
        measure(read_network(arguments.file))
        return
    for game in game_names():
        measure(random_network(game, WIDTHS.get(game, 512)))


if __name__ == "__main__":
    main()
