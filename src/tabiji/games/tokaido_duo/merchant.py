"""The merchant: along the trade routes, to draw goods in the mountains and sell them at the coast (TD-30 to TD-33)."""

from __future__ import annotations

from tabiji.core.jit import rule
from tabiji.core.journal import note
from tabiji.core.random import below
from tabiji.core.record import State
from tabiji.games.tokaido_duo.scoring import earn
from tabiji.games.tokaido_duo.state import (
    COAST,
    COASTAL_TOWNS,
    CUNNING,
    CUNNING_COINS,
    DREW,
    GOODS,
    KEEPS,
    KEEPS_NORMALLY,
    KEPT,
    MERCHANT,
    PILGRIM,
    PLAYERS,
    PRICE_BITS,
    RETURNED,
    SOLD,
    STORAGE,
    STORAGE_STRONG,
    STRONG,
    STRONG_GOODS,
    TOWNS,
)


# --- the way ------------------------------------------------------------------------------------------------------
@rule
def occupied_towns(s: State, p: int) -> int:
    """TD-32: coastal towns with a pawn other than this merchant, one bit each."""
    towns = 0
    for q in range(PLAYERS):
        kind = s.ring[s.at[q, PILGRIM]]
        if kind >= COAST:
            towns |= 1 << kind - COAST
        if q != p and s.at[q, MERCHANT] < COASTAL_TOWNS:
            towns |= 1 << s.at[q, MERCHANT]
    return towns


@rule
def towns_in_reach(s: State, p: int) -> int:
    """TD-11, TD-12, TD-30: towns at the end of a full-length way, one bit each."""
    return towns_away(s, p, s.die[MERCHANT])


@rule
def towns_away(s: State, p: int, pips: int) -> int:
    """Towns at the end of a way of so many routes, one bit each.

    Routes form a tree (boards are checked for it): without turning back there is one way to each town, and the towns
    `pips` routes away are those first seen after so many steps.
    """
    closed = occupied_towns(s, p) | 1 << s.at[p, MERCHANT]
    edge = 1 << s.at[p, MERCHANT]
    for _ in range(pips):
        beyond = 0
        for town in range(TOWNS):
            if edge >> town & 1:
                beyond |= s.roads[town]
        edge = beyond & ~closed
        closed |= edge
    return edge


# --- mountain towns -----------------------------------------------------------------------------------------------
@rule
def is_strong(s: State, p: int) -> bool:
    """TD-55."""
    return s.wave[MERCHANT] == p and s.side[MERCHANT] == STRONG


@rule
def is_cunning(s: State, p: int) -> bool:
    """TD-54."""
    return s.wave[MERCHANT] == p and s.side[MERCHANT] == CUNNING


@rule
def storage(s: State, p: int) -> int:
    """TD-31, TD-55: how many goods the merchant may hold."""
    return STORAGE_STRONG if is_strong(s, p) else STORAGE


@rule
def stock(s: State, p: int) -> int:
    """How many goods the merchant holds."""
    count = 0
    for good in range(len(GOODS)):
        count += s.goods[p, good]
    return count


@rule
def draw_goods(s: State, p: int, extra: int) -> bool:
    """TD-31, TD-55: draw what is printed, or one more; whether some must go back."""
    for _ in range(s.printed[s.at[p, MERCHANT] - COASTAL_TOWNS] + extra * STRONG_GOODS):
        s.bagged -= 1
        good = int(s.bag[s.bagged])
        s.bag[s.bagged] = 0
        s.goods[p, good] += 1
        note(s, DREW, p, good, 1, 0)
    return stock(s, p) > storage(s, p)


@rule
def into_bag(s: State, good: int) -> None:
    """A good goes back into the bag, to a place of its own chance: the bag stays well mixed."""
    place = below(s, s.bagged + 1)
    s.bag[s.bagged] = s.bag[place]
    s.bag[place] = good
    s.bagged += 1


@rule
def give_back(s: State, p: int, good: int, count: int) -> None:
    """Goods of one kind return to the bag."""
    s.goods[p, good] -= count
    for _ in range(count):
        into_bag(s, good)
    note(s, RETURNED, p, good, count, 0)


@rule
def keeps(s: State, p: int) -> int:
    """How many of the listed choices are small enough for the merchant's storage."""
    return KEEPS if is_strong(s, p) else KEEPS_NORMALLY


@rule
def may_keep(s: State, p: int, choice: int) -> bool:
    """TD-31: any choice of the goods held, old and new."""
    for good in range(len(GOODS)):
        if KEPT[choice, good] > s.goods[p, good]:
            return False
    return True


@rule
def keep(s: State, p: int, choice: int) -> None:
    """TD-31: all but the chosen goods return to the bag."""
    for good in range(len(GOODS)):
        surplus = int(s.goods[p, good]) - int(KEPT[choice, good])
        if surplus > 0:
            give_back(s, p, good, surplus)


# --- coastal towns ------------------------------------------------------------------------------------------------
@rule
def wanted(s: State, town: int) -> int:
    """The good on a coastal town's trade token."""
    return int(s.trade[town]) >> PRICE_BITS


@rule
def price(s: State, town: int) -> int:
    """The price on a coastal town's trade token."""
    return int(s.trade[town]) & (1 << PRICE_BITS) - 1


@rule
def sell(s: State, p: int, count: int, extra: int) -> None:
    """TD-32: goods for coins, TD-54: one coin more for each; the goods return to the bag."""
    town = s.at[p, MERCHANT]
    good = wanted(s, town)
    s.goods[p, good] -= count
    for _ in range(count):
        into_bag(s, good)
    note(s, SOLD, p, good, count, 0)
    earn(s, p, count * (price(s, town) + extra * CUNNING_COINS))
