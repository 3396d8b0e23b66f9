"""How a position is valued: a share of the victory for each player, at the end and on the way."""

from __future__ import annotations

from math import exp
from typing import Any

from tabiji.core.dispatch import estimate, winners
from tabiji.core.jit import rule
from tabiji.core.record import State


@rule
def shares(s: State, values: Any) -> None:
    """Write each player's share of the victory: known at the end, guessed from the estimates before it."""
    total = 0.0
    if s.seat < 0:
        won = winners(s)
        for p in range(s.players):
            values[p] = float(won >> p & 1)
            total += values[p]
    else:
        highest = -1e30
        for p in range(s.players):
            values[p] = estimate(s, p)
            highest = max(highest, values[p])
        for p in range(s.players):
            values[p] = exp(values[p] - highest)
            total += values[p]
    for p in range(s.players):
        values[p] /= total
