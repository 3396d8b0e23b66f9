"""The time a network needs for a decision, on one core.

    python benchmarks/network.py                 the networks that come with Tabiji
    python benchmarks/network.py --file net.npz  a network of `tabiji train`

Positions come from random games of all tables. Times are of the quickest round of 200 decisions, in microseconds, by
the clock and (of the processor): of the observation, of the forward pass, of one among 200 forward passes together, and
of the bot's whole decision, in which the record is copied and hidden things are dealt anew.
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
from tabiji.bots.network import Network, NetworkBot, read_network, shipped_network
from tabiji.bots.protocol import Budget, choose_move
from tabiji.core.game_spec import game_names, game_spec
from tabiji.core.match import Match
from tabiji.envs.observation import observe


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


def times(work: Callable[[Any], object], arguments: list[Any], rounds: int) -> tuple[float, float]:
    """The mean time of a call in microseconds, by the clock and of the processor; of the quickest round each."""
    clock, processor = [], []
    for _ in range(rounds):
        start, used = time.perf_counter(), time.process_time()
        for argument in arguments:
            work(argument)
        clock.append(time.perf_counter() - start)
        processor.append(time.process_time() - used)
    return min(clock) / len(arguments) * 1e6, min(processor) / len(arguments) * 1e6


def measure(network: Network, rounds: int) -> None:
    matches = positions(network.spec.name, 200)
    bot = NetworkBot(network)
    seen = [(observe(match, match.seat), match.legal_actions(), match.game.players) for match in matches]
    filled = np.mean([np.count_nonzero(vector) for vector, _, _ in seen])
    whole = [np.array([vector for vector, _, _ in seen])]
    measured = {
        "observe": times(lambda match: observe(match, match.seat), matches, rounds),
        "forward": times(lambda position: network.think(*position), seen, rounds),
        "many at once": [time / len(seen) for time in times(network.think_of_all, whole, rounds)],
        "decision": times(lambda match: choose_move(bot, match, Budget()), matches, rounds),
    }
    print(
        f"{network.spec.name:12} width {network.width:4}  {filled:4.0f} of {network.inputs} inputs not 0  "
        + "  ".join(f"{name} {clock:.0f} ({used:.0f}) µs" for name, (clock, used) in measured.items())
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="The time a network needs for a decision.")
    parser.add_argument("--file", type=Path, help="a network of tabiji train, instead of those that come with Tabiji")
    parser.add_argument("--rounds", type=int, default=20, help="how often 200 decisions are made")
    arguments = parser.parse_args()
    if arguments.file is not None:
        measure(read_network(arguments.file), arguments.rounds)
        return
    for game in game_names():
        measure(shipped_network(game_spec(game)), arguments.rounds)


if __name__ == "__main__":
    main()
