"""What a game of Tokaido Duo in progress is worth to a player, guessed by hand from what both can see.

`estimate(s, p)` is a log-weight: players win in proportion to its exponential.
"""

from __future__ import annotations

from tabiji.core.jit import rule
from tabiji.core.record import State
from tabiji.games.tokaido_duo.state import (
    CHARACTERS,
    COINS_PER_SLAB,
    GOODS,
    OVER,
    PAINTINGS,
    SLABS,
)

# how search thinks about this game (bots/tree.py); docs/ladder.md tells what was tried
SEARCH_PARAMS = {"explore": 0.4, "bias": 0.5, "horizon": 20, "choices": 3, "trust": 1.0}

_SPREAD = 6.0  # points of a lead that make one player e times as likely to win as the other
_GOOD = 2.2  # coins a good in store will bring
_SHOWN = 0.6  # of the next gifts' points, a painting that is already revealed
_WAVE = 1.5
_SPRING = 1.5


@rule
def _gold(s: State, p: int) -> float:
    """Slabs, and the part of the next ones that coins and goods have earned."""
    goods = 0
    for good in range(len(GOODS)):
        goods += s.goods[p, good]
    coins = s.purse[p] + _GOOD * goods
    slabs = int(s.slabs[p])
    worth = float(s.slab_points[slabs])
    while coins > 0.0 and slabs < SLABS:
        part = min(1.0, coins / COINS_PER_SLAB)
        worth += 0.8 * part * (s.slab_points[slabs + 1] - s.slab_points[slabs])
        coins -= COINS_PER_SLAB
        slabs += 1
    return worth


@rule
def _art(s: State, p: int) -> float:
    """Gifts, and a part of those that revealed paintings will be."""
    gifts = int(s.gifted[p])
    shown = min(int(s.painted[p]), PAINTINGS)
    return s.gift_points[gifts] + _SHOWN * (s.gift_points[shown] - s.gift_points[gifts])


@rule
def points_in_sight(s: State, p: int) -> float:
    """The points a player has and is about to have."""
    temple = float(s.temple_value[s.temple[p] - 1])
    garden = float(s.garden_value[s.garden[p] - 1])
    worth = temple * garden + _gold(s, p) + _art(s, p)
    if s.phase == OVER:
        return worth
    worth += 0.5 * (temple + garden)
    for tile in range(len(CHARACTERS)):
        if s.wave[tile] == p:
            worth += _WAVE
    if s.spring == p:
        worth += _SPRING
    return worth


@rule
def estimate(s: State, p: int) -> float:
    """How likely this player is to win, as a log-weight."""
    return points_in_sight(s, p) / _SPREAD
