"""What nobody knows (TD-70): the order of the goods in the bag, the paintings still face down, the dice to come.

Everything else is public, so `determinize` deals the same things anew for every seat and for a spectator.
"""

from __future__ import annotations

from typing import Any

from tabiji.core.jit import rule
from tabiji.core.random import below, seed_rng, shuffle
from tabiji.core.record import State
from tabiji.games.tokaido_duo.state import GOODS, MAX_PLANNED, PAINTINGS, PLAYERS


@rule
def secret_line(kind: int) -> bool:
    """Kinds of journal lines that only their own seat may read: there are none."""
    return False


@rule
def _redeal_bag(s: State) -> None:
    """The goods in the bag are known, their order is not."""
    n = int(s.bagged)
    sorted_up_to = 0
    for good in range(len(GOODS)):
        for i in range(sorted_up_to, n):
            if s.bag[i] == good:
                s.bag[i] = s.bag[sorted_up_to]
                s.bag[sorted_up_to] = good
                sorted_up_to += 1
    shuffle(s, s.bag, n)


@rule
def _redeal_paintings(s: State, p: int) -> None:
    """Which tiles are still face down is known, their order is not."""
    first = int(s.painted[p])
    for i in range(first, PAINTINGS):
        for j in range(i + 1, PAINTINGS):
            if s.painting[p, j] < s.painting[p, i]:
                tile = s.painting[p, i]
                s.painting[p, i] = s.painting[p, j]
                s.painting[p, j] = tile
    for i in range(PAINTINGS - 1, first, -1):
        j = first + below(s, i - first + 1)
        tile = s.painting[p, i]
        s.painting[p, i] = s.painting[p, j]
        s.painting[p, j] = tile


@rule
def determinize(s: State, seat: int, seed: Any, labels: Any) -> None:
    """Re-deal all that `seat` (-1: a spectator) cannot know."""
    seed_rng(s, seed)
    _redeal_bag(s)
    for p in range(PLAYERS):
        _redeal_paintings(s, p)
    for i in range(MAX_PLANNED):
        s.planned[i] = 0


@rule
def reveals(before: State, after: State) -> bool:
    """Whether a step showed something hidden: dice fell, goods came out of the bag, a painting was turned over.

    Goods go back into the bag unseen: their places are chance, but show nothing.
    """
    if after.round != before.round or after.bagged < before.bagged:
        return True
    return bool(after.painted[0] != before.painted[0] or after.painted[1] != before.painted[1])
