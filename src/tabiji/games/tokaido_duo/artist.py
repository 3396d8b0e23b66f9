"""The artist: from area to area, to paint what is seen there or to give a painting away (TD-20 to TD-22)."""

from __future__ import annotations

from tabiji.core.jit import rule
from tabiji.core.journal import note
from tabiji.core.record import State
from tabiji.games.tokaido_duo.scoring import trigger
from tabiji.games.tokaido_duo.state import (
    AREAS,
    ARTIST,
    BY_GIFTS,
    COASTAL_TOWNS,
    FIRST_MOUNTAIN,
    GIFTED,
    INSPIRED,
    MASTER,
    MASTER_TILES,
    MERCHANT,
    PAINTED,
    PAINTINGS,
    PILGRIM,
    PLAYERS,
)


@rule
def areas_in_reach(s: State, p: int) -> int:
    """TD-11, TD-20: where the artist can end, one bit each; the board's table knows all ways of each length."""
    return int(s.reach[s.die[ARTIST] - 1, s.at[p, ARTIST]])


@rule
def town_place(s: State, town: int) -> int:
    """The place of a town: its station, or itself in the mountains."""
    return int(s.coast[town]) if town < COASTAL_TOWNS else FIRST_MOUNTAIN + town - COASTAL_TOWNS


@rule
def others(s: State, p: int) -> int:
    """TD-21: the other pawns in the artist's area, those on its stations and in its mountain towns included."""
    return others_in(s, p, s.at[p, ARTIST])


@rule
def others_in(s: State, p: int, area: int) -> int:
    """The pawns in an area but this player's artist."""
    count = 0
    for q in range(PLAYERS):
        if q != p and s.at[q, ARTIST] == area:
            count += 1
        count += s.borders[s.at[q, PILGRIM]] >> area & 1
        count += s.borders[town_place(s, s.at[q, MERCHANT])] >> area & 1
    return count


@rule
def may_paint(s: State, p: int, extra: int) -> bool:
    """TD-21, TD-52: whether painting, with the master's extra tile or without, reveals something (more)."""
    hidden = PAINTINGS - s.painted[p]
    if extra == 0:
        return hidden > 0 and others(s, p) > 0
    return s.wave[ARTIST] == p and s.side[ARTIST] == MASTER and hidden > others(s, p)


@rule
def paint(s: State, p: int, extra: int) -> None:
    """TD-21: reveal a tile for each other pawn, in reading order; TD-52: and one more."""
    for _ in range(others(s, p) + extra * MASTER_TILES):
        if s.painted[p] < PAINTINGS:
            note(s, PAINTED, p, s.painting[p, s.painted[p]], s.painted[p], 0)
            s.painted[p] += 1


@rule
def may_gift(s: State, p: int) -> bool:
    """TD-22: the first tile left must be revealed and show the area's symbol; TD-53: or that of any area on the way."""
    if s.gifted[p] >= s.painted[p]:
        return False
    symbol = s.painting[p, s.gifted[p]]
    if s.symbol[s.at[p, ARTIST]] == symbol:
        return True
    return s.wave[ARTIST] == p and s.side[ARTIST] == INSPIRED and was_seen(s, p, symbol)


@rule
def was_seen(s: State, p: int, symbol: int) -> bool:
    """TD-53: whether some way of this movement's length leads past the symbol.

    All ways are tried in turn. The way so far is kept as hexadecimal digits: no memory is asked for.
    """
    length = s.die[ARTIST]
    end = s.at[p, ARTIST]
    way = int(s.origin)
    depth = 0
    entered = 1 << way
    tried = -1  # the last area tried from the present one
    while depth >= 0:
        here = way >> 4 * depth & 15
        step = tried + 1
        if depth == length:
            if here == end:
                for i in range(length + 1):
                    if s.symbol[way >> 4 * i & 15] == symbol:
                        return True
            step = len(AREAS)
        while step < len(AREAS) and (s.reach[0, here] >> step & 1 == 0 or entered >> step & 1):
            step += 1
        if step < len(AREAS):
            depth += 1
            way |= step << 4 * depth
            entered |= 1 << step
            tried = -1
        else:
            way ^= here << 4 * depth
            entered ^= 1 << here
            tried = here
            depth -= 1
    return False


@rule
def gift(s: State, p: int) -> None:
    """TD-22: one tile leaves the board; the tenth ends the game."""
    s.gifted[p] += 1
    note(s, GIFTED, p, s.painting[p, s.gifted[p] - 1], s.gifted[p], 0)
    if s.gifted[p] == PAINTINGS:
        trigger(s, p, BY_GIFTS)
