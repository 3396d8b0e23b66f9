"""Random legal play, written once for all games."""

from __future__ import annotations

from typing import Any

import numpy as np

from tabiji.core.dispatch import legal, setup, step, tally
from tabiji.core.jit import rule, u64
from tabiji.core.random import below, seed_rng
from tabiji.core.record import State

# A separate generator for choices: the game's own determines hidden cards. (`aside` keeps Numba from accepting every
# game's record, which begins with `rng`, as one of these.)
RNG_STATE: np.dtype[Any] = np.dtype([("aside", "u8"), ("rng", "u8")])
OTHER_STREAM = 0x7A6B0F1D2C3E4859


@rule
def play_out(s: State, moves: Any, rng: State) -> int:
    """Play random legal actions until the end; how many decisions it took."""
    decisions = 0
    while s.seat >= 0:
        step(s, moves[below(rng, legal(s, moves))])
        decisions += 1
    return decisions


@rule
def play_games(scratch: Any, moves: Any, rng: Any, first_seed: Any, rows: Any) -> int:
    """Play one random game per row, seeds counting up; write the results; the number of decisions in all.

    `scratch` holds two records: the configured blank one, and the one to play in.
    """
    total = 0
    for i in range(len(rows)):
        scratch[1] = scratch[0]
        seed = u64(first_seed) + u64(i)
        setup(scratch[1], seed)
        seed_rng(rng[0], seed ^ u64(OTHER_STREAM))
        decisions = play_out(scratch[1], moves, rng[0])
        rows[i].seed = seed
        rows[i].decisions = decisions
        tally(scratch[1], rows[i])
        total += decisions
    return total
