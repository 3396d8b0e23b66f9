"""Random legal play on a GPU, one thread a game: the same rules compiled by numba-cuda, and the same bytes."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np

from tabiji.core.cuda_compiler import short_code
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


def _finish(game: Game, cuda: Any) -> Any:
    """Random games to their ends: a device function over one record each."""
    from numba import int16

    rules = game.spec.rules
    deal, legal, step = rules.setup, rules.legal, rules.step
    max_legal = game.spec.state.MAX_LEGAL

    # Numba reads annotations of kernels as types of its own: there must be none
    @cuda.jit(device=True)
    def finish(s, rng, seed):  # type: ignore[no-untyped-def]
        moves = cuda.local.array(max_legal, int16)
        deal(s, seed)
        seed_rng(rng, seed ^ np.uint64(OTHER_STREAM))
        count = 0
        while s.seat >= 0:
            step(s, moves[below(rng, legal(s, moves))])
            count += 1
        return count

    return finish


def kernel(game: Game, cuda: Any, local: bool) -> Any:
    """The kernel of random games.

    `local`: a thread plays in its own memory. There the same field of all threads of a warp lies side by side, and one
    transaction fetches it for all of them; in the array of records each thread would need its own.
    """
    from numba.np.numpy_support import from_dtype

    record, generator = from_dtype(game.dtype), from_dtype(RNG_STATE)
    finish = _finish(game, cuda)

    def finish_all(states, rng, decisions, first_seed):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < len(states):
            decisions[i] = finish(states[i], rng[i], first_seed + np.uint64(i))

    def finish_all_locally(states, rng, decisions, first_seed):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < len(states):
            s = cuda.local.array(1, record)
            choices = cuda.local.array(1, generator)
            s[0] = states[i]
            decisions[i] = finish(s[0], choices[0], first_seed + np.uint64(i))
            states[i] = s[0]

    return finish_all_locally if local else finish_all


class Gpu:
    """A game's rules as a kernel on the first GPU."""

    def __init__(self, game: Game, local: bool = True) -> None:
        """`local` is as in `kernel`."""
        if not hasattr(np, "row_stack"):  # numba-cuda asks for a name that NumPy 2.5 no longer has
            np.row_stack = np.vstack
        self._cuda: Any = import_module("numba.cuda")
        self.game = game
        self._kernel = self._cuda.jit(kernel(game, self._cuda, local))

    def play(self, games: int, first_seed: int, threads: int = 128) -> tuple[Any, int, float]:
        """The final records, the number of decisions, and the seconds the kernel took (transfers apart)."""
        cuda = self._cuda
        states = cuda.to_device(np.repeat(_blank(self.game), games))
        rng = cuda.to_device(np.zeros(games, RNG_STATE))
        decisions = cuda.to_device(np.zeros(games, np.int32))
        start, end = cuda.event(), cuda.event()
        start.record()
        with short_code():
            self._kernel[(games + threads - 1) // threads, threads](states, rng, decisions, np.uint64(first_seed))
        end.record()
        end.synchronize()
        seconds = cuda.event_elapsed_time(start, end) / 1000
        return states.copy_to_host(), int(decisions.copy_to_host().sum(dtype=np.int64)), seconds
