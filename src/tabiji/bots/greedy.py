"""One step ahead: play each action in sampled deals, finish the own visit, and value the position."""

from __future__ import annotations

from typing import Any

from tabiji.bots.value import shares
from tabiji.core.dispatch import determinize, legal, step
from tabiji.core.jit import rule
from tabiji.core.random import any_seed
from tabiji.core.record import State

_VISIT = 3  # decisions of the own visit that are played before the position is valued

# records in the scratch array of a greedy bot
ROOT, DEAL, AFTER, TRY = range(4)


@rule
def settle(scratch: Any, moves: Any, values: Any, seat: int) -> float:
    """Play the seat's own next decisions greedily, one by one; its share of the victory then."""
    for _ in range(_VISIT):
        if scratch[AFTER].seat != seat:
            break
        n = legal(scratch[AFTER], moves)
        best = -1.0
        chosen = 0
        for i in range(n):
            scratch[TRY] = scratch[AFTER]
            step(scratch[TRY], moves[i])
            shares(scratch[TRY], values)
            if values[seat] > best:
                best = values[seat]
                chosen = i
        step(scratch[AFTER], moves[chosen])
    shares(scratch[AFTER], values)
    return float(values[seat])


@rule
def weigh(scratch: Any, moves: Any, later: Any, values: Any, labels: Any, rng: State, samples: int, worth: Any) -> int:
    """Write what each legal action of the root is worth, averaged over sampled deals; how many there are."""
    seat = int(scratch[ROOT].seat)
    n = legal(scratch[ROOT], moves)
    for i in range(n):
        worth[i] = 0.0
    for _ in range(samples):
        scratch[DEAL] = scratch[ROOT]
        determinize(scratch[DEAL], seat, any_seed(rng), labels)
        for i in range(n):
            scratch[AFTER] = scratch[DEAL]
            step(scratch[AFTER], moves[i])
            worth[i] += settle(scratch, later, values, seat) / samples
    return n
