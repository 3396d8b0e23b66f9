"""Opponents for a whole batch: the random and the greedy bot, compiled, and any function of observations and masks."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from tabiji.bots import greedy
from tabiji.bots.tree import MAX_PLAYERS
from tabiji.core.determinize import new_labels
from tabiji.core.errors import unknown
from tabiji.core.jit import rule, u64
from tabiji.core.playout import RNG_STATE
from tabiji.core.random import seed_rng
from tabiji.core.record import as_states
from tabiji.envs.batch import Batch

NAMES = ("random", "greedy")
SAMPLES = 4  # deals that the greedy bot looks at, as in `tabiji arena`
_APART = 0x9E3779B97F4A7C15

Policy = Callable[[Any, Any], Any]  # observations and masks to actions
Opponent = Callable[[Any], Any]  # which games: an action for each game; others' are ignored


def opponent(batch: Batch, who: str | Policy) -> Opponent:
    """A bot by its name, or a function of observations [batch, size] and masks [batch, actions]."""
    if callable(who):
        policy = who
        return lambda which: policy(batch.observations, batch.masks)
    if who == "random":
        return lambda which: batch.random_actions()
    if who == "greedy":
        return Greedy(batch)
    raise unknown("opponent", who, NAMES)


@rule
def choose_greedily(
    first: int,
    last: int,
    states: Any,
    which: Any,
    scratch: Any,
    moves: Any,
    later: Any,
    values: Any,
    labels: Any,
    rng: Any,
    samples: int,
    worth: Any,
    turn: Any,
    actions: Any,
) -> None:
    """The greedy bot's action in each of the chosen games."""
    for i in range(first, last):
        if which[i]:
            scratch[greedy.ROOT] = states[i]
            seed_rng(rng[0], u64(turn) + u64(i))
            n = greedy.weigh(scratch, moves, later, values, labels, rng[0], samples, worth)
            best = 0
            for k in range(1, n):
                if worth[k] > worth[best]:
                    best = k
            actions[i] = moves[best]


class Greedy:
    """The greedy bot for a batch on a CPU, on all cores."""

    def __init__(self, batch: Batch, samples: int = SAMPLES, seed: int = 0, threads: int | None = None) -> None:
        self._batch = batch
        self._samples = samples
        self._turn = seed
        self._actions = np.zeros(batch.batch, np.int16)
        threads = threads or os.cpu_count() or 1
        self._pool = ThreadPoolExecutor(threads, "tabiji greedy")
        self._parts = min(batch.batch, 4 * threads)
        self._scratch = [self._arrays() for _ in range(self._parts)]

    def _arrays(self) -> Any:
        dtype, most = self._batch.games[0].dtype, self._batch.spec.state.MAX_LEGAL
        return (
            as_states(np.zeros(4, dtype).view(np.recarray)),
            np.zeros(most, np.int16),
            np.zeros(most, np.int16),
            np.zeros(2 * MAX_PLAYERS),
            new_labels(),
            as_states(np.zeros(1, RNG_STATE).view(np.recarray), dtype),
            self._samples,
            np.zeros(most),
        )

    def __call__(self, which: Any, seed: int | None = None) -> Any:
        """An action for each of the chosen games (a boolean each); the others' are not written.

        What it draws depends on `seed`; without one it goes on from the last call.
        """
        size, states = self._batch.batch, as_states(self._batch.states)
        self._turn = (self._turn + _APART) % 2**64 if seed is None else seed
        turn = np.uint64(self._turn)

        def choose(part: int) -> None:
            first, last = size * part // self._parts, size * (part + 1) // self._parts
            arrays: Any = (states, which, *self._scratch[part], turn, self._actions)
            choose_greedily(first, last, *arrays)

        list(self._pool.map(choose, range(self._parts)))
        return self._actions
