"""Coins and gold, the end of the game and its points."""

from __future__ import annotations

from tabiji.core.jit import rule
from tabiji.core.journal import note
from tabiji.core.record import State
from tabiji.games.tokaido_duo.state import (
    BY_GOLD,
    COINS,
    COINS_PER_SLAB,
    ENDED,
    MONEY,
    NOBODY,
    OVER,
    PLAYERS,
    SCORED,
    SLAB,
    SLABS,
    TRIGGER,
)


@rule
def earn(s: State, p: int, coins: int) -> None:
    """TD-33: ten coins become a gold slab at once, again and again; beyond the sixth slab coins stay coins."""
    s.purse[p] += coins
    note(s, COINS, p, 0, coins, 0)
    while s.purse[p] >= COINS_PER_SLAB and s.slabs[p] < SLABS:
        s.purse[p] -= COINS_PER_SLAB
        s.slabs[p] += 1
        note(s, SLAB, p, 0, s.slabs[p], 0)
        if s.slabs[p] == SLABS:
            trigger(s, p, BY_GOLD)


@rule
def trigger(s: State, p: int, reason: int) -> None:
    """TD-60: the game ends when the dice of this round are played."""
    s.triggers |= 1 << reason
    note(s, TRIGGER, p, reason, 0, 0)


@rule
def faith(s: State, p: int) -> int:
    """TD-60: temple times garden."""
    return int(s.temple_value[s.temple[p] - 1]) * int(s.garden_value[s.garden[p] - 1])


@rule
def trade(s: State, p: int) -> int:
    """TD-60: the number above the last gold slab."""
    return int(s.slab_points[s.slabs[p]])


@rule
def culture(s: State, p: int) -> int:
    """TD-60: the highest number uncovered by gifts."""
    return int(s.gift_points[s.gifted[p]])


@rule
def points(s: State, p: int) -> int:
    """All points of a player, as they stand."""
    return faith(s, p) + trade(s, p) + culture(s, p)


@rule
def finish(s: State) -> None:
    """TD-60: the scoring."""
    for p in range(PLAYERS):
        note(s, SCORED, p, 0, 0, faith(s, p))
        note(s, SCORED, p, 1, 0, trade(s, p))
        note(s, SCORED, p, 2, 0, culture(s, p))
    note(s, ENDED, NOBODY, 0, 0, 0)
    s.phase = OVER
    s.seat = NOBODY
    s.character = NOBODY


@rule
def savings(s: State, p: int) -> int:
    """TD-61: what breaks a tie: coins, or by the option money, a slab counted as ten coins."""
    slabs = int(s.slabs[p]) if s.tie_break == MONEY else 0
    return int(s.purse[p]) + slabs * COINS_PER_SLAB


@rule
def winners(s: State) -> int:
    """The winning seats, one bit each: most points, then most coins or money (TD-61); none before the end."""
    if s.phase != OVER:
        return 0
    lead = points(s, 0) - points(s, 1)
    if lead == 0:
        lead = savings(s, 0) - savings(s, 1)
    if lead == 0:
        return 3
    return 1 if lead > 0 else 2
