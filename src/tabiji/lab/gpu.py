"""Random legal play on a GPU, one thread a game: the same rules compiled by numba-cuda, and the same bytes."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np

from tabiji.core.dispatch import setup
from tabiji.core.jit import rule, u64
from tabiji.core.match import Game
from tabiji.core.playout import OTHER_STREAM, RNG_STATE, play_out
from tabiji.core.random import below, seed_rng


@rule
def _finish_all(states: Any, moves: Any, rng: Any, first_seed: Any) -> int:
    """Play every record to its end on the CPU; the number of decisions."""
    total = 0
    for i in range(len(states)):
        seed = u64(first_seed) + u64(i)
        setup(states[i], seed)
        seed_rng(rng[0], seed ^ u64(OTHER_STREAM))
        total += play_out(states[i], moves, rng[0])
    return total


def on_cpu(game: Game, games: int, first_seed: int) -> tuple[Any, int]:
    """The final records of random games played on one core, and the number of decisions."""
    states = np.repeat(_blank(game), games)
    moves = np.zeros(game.spec.state.MAX_LEGAL, np.int16)
    return states, int(_finish_all(states, moves, np.zeros(1, RNG_STATE), np.uint64(first_seed)))


def _blank(game: Game) -> Any:
    return np.frombuffer(game.blank().tobytes(), game.dtype)


class Gpu:
    """A game's rules as a kernel on the first GPU."""

    def __init__(self, game: Game) -> None:
        from numba import int16

        cuda: Any = import_module("numba.cuda")

        self.game = game
        rules = game.spec.rules
        deal, legal, step = rules.setup, rules.legal, rules.step
        max_legal = game.spec.state.MAX_LEGAL

        # Numba reads annotations of kernels as types of its own: there must be none
        @cuda.jit
        def finish_all(states, rng, decisions, first_seed):  # type: ignore[no-untyped-def]
            i = cuda.grid(1)
            if i < len(states):
                moves = cuda.local.array(max_legal, int16)
                s = states[i]
                seed = first_seed + np.uint64(i)
                deal(s, seed)
                seed_rng(rng[i], seed ^ np.uint64(OTHER_STREAM))
                count = 0
                while s.seat >= 0:
                    step(s, moves[below(rng[i], legal(s, moves))])
                    count += 1
                decisions[i] = count

        self._cuda = cuda
        self._kernel = finish_all

    def play(self, games: int, first_seed: int, threads: int = 128) -> tuple[Any, int, float]:
        """The final records, the number of decisions, and the seconds the kernel took (transfers apart)."""
        cuda = self._cuda
        states = cuda.to_device(np.repeat(_blank(self.game), games))
        rng = cuda.to_device(np.zeros(games, RNG_STATE))
        decisions = cuda.to_device(np.zeros(games, np.int32))
        start, end = cuda.event(), cuda.event()
        start.record()
        self._kernel[(games + threads - 1) // threads, threads](states, rng, decisions, np.uint64(first_seed))
        end.record()
        end.synchronize()
        seconds = cuda.event_elapsed_time(start, end) / 1000
        return states.copy_to_host(), int(decisions.copy_to_host().sum(dtype=np.int64)), seconds
