"""One step ahead: play each action in sampled deals, finish the own visit, and value what stands there."""

from __future__ import annotations

from typing import Any

from tabiji.bots.value import shares
from tabiji.core.dispatch import determinize, legal, step
from tabiji.core.jit import rule
from tabiji.core.random import any_seed
from tabiji.core.record import State

_VISIT = 3  # questions of one's own visit that are answered before the position is valued

# records of the table a greedy bot works at
ROOT, DEAL, AFTER, TRY = range(4)


@rule
def settle(table: Any, moves: Any, values: Any, seat: int) -> float:
    """Answer the seat's own next questions one by one as it likes best; the share of victory it then has."""
    for _ in range(_VISIT):
        if table[AFTER].seat != seat:
            break
        n = legal(table[AFTER], moves)
        best = -1.0
        chosen = 0
        for i in range(n):
            table[TRY] = table[AFTER]
            step(table[TRY], moves[i])
            shares(table[TRY], values)
            if values[seat] > best:
                best = values[seat]
                chosen = i
        step(table[AFTER], moves[chosen])
    shares(table[AFTER], values)
    return float(values[seat])


@rule
def weigh(table: Any, moves: Any, later: Any, values: Any, labels: Any, luck: State, samples: int, worth: Any) -> int:
    """Write what each legal action of the root is worth, averaged over sampled deals; how many there are."""
    seat = int(table[ROOT].seat)
    n = legal(table[ROOT], moves)
    for i in range(n):
        worth[i] = 0.0
    for _ in range(samples):
        table[DEAL] = table[ROOT]
        determinize(table[DEAL], seat, any_seed(luck), labels)
        for i in range(n):
            table[AFTER] = table[DEAL]
            step(table[AFTER], moves[i])
            worth[i] += settle(table, later, values, seat) / samples
    return n
