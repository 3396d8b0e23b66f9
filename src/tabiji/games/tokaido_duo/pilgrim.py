"""The pilgrim: clockwise along the coast, to temples, gardens, hot springs, seashores and towns (TD-40 to TD-45)."""

from __future__ import annotations

from tabiji.core.jit import rule
from tabiji.core.journal import note
from tabiji.core.record import State
from tabiji.games.tokaido_duo.merchant import price, stock
from tabiji.games.tokaido_duo.scoring import earn, trigger
from tabiji.games.tokaido_duo.state import (
    BY_GARDEN,
    BY_TEMPLE,
    CHARACTERS,
    COAST,
    GARDEN,
    GARDEN_VISIT,
    GARDENS,
    HASTY,
    HOT_SPRING,
    MERCHANT,
    NOBODY,
    PILGRIM,
    PLAYERS,
    SEASHORE,
    SPRING,
    STORAGE,
    TEMPLE,
    TEMPLE_VISIT,
    TEMPLES,
    WAVE,
)


# --- the way ------------------------------------------------------------------------------------------------------
@rule
def occupied(s: State, p: int, station: int) -> bool:
    """Whether a pawn other than this pilgrim stands on a station."""
    if s.at[1 - p, PILGRIM] == station:
        return True
    kind = s.ring[station]
    if kind < COAST:
        return False
    for q in range(PLAYERS):
        if s.at[q, MERCHANT] == kind - COAST:
            return True
    return False


@rule
def landing(s: State, p: int, steps: int) -> int:
    """TD-40: where so many stations lead, and on to the next empty one."""
    station = (s.at[p, PILGRIM] + steps) % s.stations
    while occupied(s, p, station):
        station = (station + 1) % s.stations
    return int(station)


@rule
def other_steps(s: State, p: int) -> int:
    """TD-50, TD-51: the steps the pilgrim's wave tile allows instead of the die's; 0 if there are none."""
    if s.wave[PILGRIM] != p:
        return 0
    return int(s.die[PILGRIM]) + (1 if s.side[PILGRIM] == HASTY else -1)


# --- stations -----------------------------------------------------------------------------------------------------
@rule
def station_kind(s: State, p: int) -> int:
    """The kind of the station where the pilgrim stands."""
    return min(int(s.ring[s.at[p, PILGRIM]]), COAST)


@rule
def may_visit(s: State, p: int) -> bool:
    """Whether the station's action would do something."""
    kind = station_kind(s, p)
    if kind == TEMPLE:
        return bool(s.temple[p] < TEMPLES)
    if kind == GARDEN:
        return bool(s.garden[p] < GARDENS)
    if kind == HOT_SPRING:
        return bool(s.spring != p)
    if kind == SEASHORE:
        for tile in range(len(CHARACTERS)):
            if s.wave[tile] != p:
                return True
        return False
    return True


@rule
def visit(s: State, p: int) -> None:
    """The action of a town, temple, garden or hot spring."""
    kind = station_kind(s, p)
    if kind == TEMPLE:  # TD-42
        s.temple[p] += 1
        note(s, TEMPLE_VISIT, p, 0, s.temple[p], 0)
        if s.temple[p] == TEMPLES:
            trigger(s, p, BY_TEMPLE)
    elif kind == GARDEN:  # TD-43
        s.garden[p] += 1
        note(s, GARDEN_VISIT, p, 0, s.garden[p], 0)
        if s.garden[p] == GARDENS:
            trigger(s, p, BY_GARDEN)
    elif kind == HOT_SPRING:  # TD-44: usable from the next die on
        note(s, SPRING, p, 1 if s.spring == 1 - p else 0, 0, 0)
        s.spring = p
        s.bathed = 1
    else:  # TD-41: a town's income; the cunning merchant has no part in it (TD-54)
        earn(s, p, price(s, s.ring[s.at[p, PILGRIM]] - COAST))


@rule
def may_take(s: State, p: int, tile: int) -> bool:
    """TD-45: a wave tile from the board while one lies there, else from the opponent."""
    for other in range(len(CHARACTERS)):
        if s.wave[other] == NOBODY:
            return bool(s.wave[tile] == NOBODY)
    return bool(s.wave[tile] == 1 - p)


@rule
def take_wave(s: State, p: int, tile: int) -> bool:
    """TD-45; TD-55: whether the opponent, strong no longer, must give a good back."""
    stolen = s.wave[tile] == 1 - p
    s.wave[tile] = p
    note(s, WAVE, p, tile, 1 if stolen else 0, 0)
    return stolen and tile == MERCHANT and stock(s, 1 - p) > STORAGE
