"""What a seat knows of Tokaido Duo as a vector, for networks. Seats are rotated: the viewer's own comes first.

Much of it follows from the board and the pawns: where each pilgrim would land, which towns and areas are in reach, what
a sale would bring. A network would have to learn the island to find these by itself.
"""

from __future__ import annotations

from typing import Any

from tabiji.core.jit import rule
from tabiji.core.observation import Layout, put, put_bits, put_levels
from tabiji.core.record import State
from tabiji.games.tokaido_duo.artist import others_in
from tabiji.games.tokaido_duo.merchant import price, stock, storage, towns_away, wanted
from tabiji.games.tokaido_duo.pilgrim import landing, other_steps
from tabiji.games.tokaido_duo.rules import mover
from tabiji.games.tokaido_duo.scoring import culture, faith, points, trade
from tabiji.games.tokaido_duo.state import (
    AREAS,
    ARTIST,
    CHARACTERS,
    COAST,
    COASTAL_TOWNS,
    FACES,
    GARDENS,
    GOODS,
    MAX_PIPS,
    MAX_STATIONS,
    MERCHANT,
    MOUNTAIN_TOWNS,
    NOBODY,
    PAINTINGS,
    PHASES,
    PILGRIM,
    PLAYERS,
    SLABS,
    SOURCES,
    STATIONS,
    SYMBOLS,
    TEMPLES,
    TOWNS,
    TRIGGERS,
)

_DICE = len(CHARACTERS)
_KINDS = len(STATIONS)
_STEPS = MAX_PIPS + 1  # a hasty pilgrim may go one farther

LAYOUT = Layout(
    1,
    # --- the round
    ("phase", (len(PHASES),), 1, "what is asked: " + ", ".join(PHASES)),
    ("decides", (PLAYERS,), 1, "who decides"),
    ("mover", (PLAYERS,), 1, "whose die is being used"),
    ("roller", (PLAYERS,), 1, "who rolled the dice of this round"),
    ("turn", (_DICE,), 1, "the dice used in this round: none, one, two"),
    ("character", (_DICE,), 1, "whose die is being used: " + ", ".join(CHARACTERS)),
    ("second_use", (1,), 1, "this is the hot spring's second use"),
    ("bathed", (1,), 1, "the hot spring token was gained with this die"),
    ("round", (1,), 100, "number of the round"),
    ("triggers", (len(TRIGGERS),), 1, "what has ended the game: " + ", ".join(TRIGGERS)),
    ("options", (2,), 1, "the own color is green; a tie is broken by money"),
    ("dice", (_DICE, MAX_PIPS), 1, "pips of each die"),
    ("dice_taken", (_DICE, PLAYERS), 1, "who has taken it"),
    ("wave_side", (_DICE,), 1, "second side of each wave tile: hasty, strong, inspired"),
    ("wave", (_DICE, PLAYERS), 1, "who holds it"),
    ("hot_spring", (PLAYERS,), 1, "who holds the hot spring token"),
    ("bag", (len(GOODS),), 8, "goods in the bag"),
    # --- the board, which may be another
    ("trade_good", (COASTAL_TOWNS, len(GOODS)), 1, "the good each coastal town buys"),
    ("trade_price", (COASTAL_TOWNS,), 4, "its price"),
    ("ring", (MAX_STATIONS, _KINDS), 1, "kinds of the stations of the coast"),
    ("area_symbol", (len(AREAS), len(SYMBOLS)), 1, "symbols of the areas"),
    ("printed", (MOUNTAIN_TOWNS,), 3, "goods to draw in each mountain town"),
    ("faces", (_DICE, FACES), 4, "faces of the dice"),
    ("slab_points", (SLABS + 1,), 45, "points of the gold slabs"),
    ("gift_points", (PAINTINGS + 1,), 40, "points of the gifts"),
    ("temple_value", (TEMPLES,), 9, "values of the temple track"),
    ("garden_value", (GARDENS,), 6, "values of the garden track"),
    # --- seats, the own first
    ("points", (PLAYERS,), 100, "points so far"),
    ("earned", (PLAYERS, len(SOURCES)), 45, "points by source: " + ", ".join(SOURCES)),
    ("goods", (PLAYERS, len(GOODS)), 5, "goods held"),
    ("room", (PLAYERS,), 6, "goods that can still be stored"),
    ("purse", (PLAYERS,), 10, "coins"),
    ("slabs", (PLAYERS, SLABS), 1, "gold slabs, as a thermometer"),
    ("temple", (PLAYERS, TEMPLES), 1, "place on the temple track, as a thermometer"),
    ("garden", (PLAYERS, GARDENS), 1, "place on the garden track, as a thermometer"),
    ("painted", (PLAYERS, PAINTINGS), 1, "paintings revealed so far, as a thermometer"),
    ("gifted", (PLAYERS, PAINTINGS), 1, "paintings given away, as a thermometer"),
    ("next_painting", (PLAYERS, len(SYMBOLS)), 1, "the painting to be given next, if it is revealed"),
    ("shown", (PLAYERS, PAINTINGS, len(SYMBOLS)), 1, "revealed paintings, from the next to be given on"),
    ("hidden", (PLAYERS, len(SYMBOLS)), 3, "paintings still face down, in unknown order"),
    ("pilgrim", (PLAYERS, MAX_STATIONS), 1, "station of the pilgrim"),
    ("merchant", (PLAYERS, TOWNS), 1, "town of the merchant"),
    ("artist", (PLAYERS, len(AREAS)), 1, "area of the artist"),
    # --- what follows
    ("landing", (PLAYERS, _STEPS, _KINDS), 1, "the kind of station the pilgrim would land on, by steps"),
    ("landing_income", (PLAYERS, _STEPS), 4, "what a coastal town there would bring"),
    ("other_steps", (PLAYERS, _STEPS), 1, "the steps the wave tile allows instead of the die's"),
    ("towns_in_reach", (PLAYERS, MAX_PIPS, TOWNS), 1, "where the merchant can go, by pips"),
    ("sale", (PLAYERS, COASTAL_TOWNS), 20, "what selling all in each coastal town would bring"),
    ("areas_in_reach", (PLAYERS, MAX_PIPS, len(AREAS)), 1, "where the artist can go, by pips"),
    ("pawns", (PLAYERS, len(AREAS)), 5, "pawns in each area but the own artist: what painting there reveals"),
    ("gift", (PLAYERS, len(AREAS)), 1, "areas that show the symbol of the painting to be given next"),
)
(
    _PHASE,
    _DECIDES,
    _MOVER,
    _ROLLER,
    _TURN,
    _CHARACTER,
    _SECOND_USE,
    _BATHED,
    _ROUND,
    _TRIGGERS,
    _OPTIONS,
    _DICE_AT,
    _DICE_TAKEN,
    _WAVE_SIDE,
    _WAVE,
    _HOT_SPRING,
    _BAG,
    _TRADE_GOOD,
    _TRADE_PRICE,
    _RING,
    _AREA_SYMBOL,
    _PRINTED,
    _FACES_AT,
    _SLAB_POINTS,
    _GIFT_POINTS,
    _TEMPLE_VALUE,
    _GARDEN_VALUE,
    _POINTS,
    _EARNED,
    _GOODS,
    _ROOM,
    _PURSE,
    _SLABS,
    _TEMPLE,
    _GARDEN,
    _PAINTED,
    _GIFTED,
    _NEXT_PAINTING,
    _SHOWN,
    _HIDDEN,
    _PILGRIM,
    _MERCHANT,
    _ARTIST,
    _LANDING,
    _LANDING_INCOME,
    _OTHER_STEPS,
    _TOWNS_IN_REACH,
    _SALE,
    _AREAS_IN_REACH,
    _PAWNS,
    _GIFT,
) = LAYOUT


@rule
def score(s: State, p: int) -> int:
    """Points of a seat, as they stand."""
    return points(s, p)


@rule
def observe(s: State, seat: int, out: Any) -> None:
    """Write what a seat knows into a vector of zeros."""
    _round(s, seat, out)
    _board(s, out)
    for k in range(PLAYERS):
        p = seat if k == 0 else 1 - seat
        _seat(s, p, k, out)
        _paintings(s, p, k, out)
        _pilgrim(s, p, k, out)
        _merchant(s, p, k, out)
        _artist(s, p, k, out)


# --- the round ----------------------------------------------------------------------------------------------------
@rule
def _mark(out: Any, at: int, seat: int, p: int) -> None:
    """One of two places, for the own seat or the other; none for nobody."""
    if p != NOBODY:
        out[at + int(p != seat)] = 1


@rule
def _round(s: State, seat: int, out: Any) -> None:
    out[_PHASE + s.phase] = 1
    if s.seat != NOBODY:
        _mark(out, _DECIDES, seat, s.seat)
        _mark(out, _MOVER, seat, mover(s))
    _mark(out, _ROLLER, seat, s.roller)
    out[_TURN + min(int(s.turn), _DICE - 1)] = 1
    if s.character != NOBODY:
        out[_CHARACTER + s.character] = 1
    out[_SECOND_USE] = s.second
    out[_BATHED] = s.bathed
    put(out, _ROUND, s.round)
    put_bits(out, _TRIGGERS, len(TRIGGERS), s.triggers)
    out[_OPTIONS] = seat ^ s.compass
    out[_OPTIONS + 1] = s.tie_break
    _mark(out, _HOT_SPRING, seat, s.spring)
    for die in range(_DICE):
        out[_DICE_AT + die * MAX_PIPS + s.die[die] - 1] = 1
        _mark(out, _DICE_TAKEN + die * PLAYERS, seat, s.taker[die])
        out[_WAVE_SIDE + die] = s.side[die]
        _mark(out, _WAVE + die * PLAYERS, seat, s.wave[die])
    for i in range(s.bagged):
        out[_BAG + s.bag[i]] += 1


# --- the board ----------------------------------------------------------------------------------------------------
@rule
def _board(s: State, out: Any) -> None:
    for town in range(COASTAL_TOWNS):
        out[_TRADE_GOOD + town * len(GOODS) + wanted(s, town)] = 1
        out[_TRADE_PRICE + town] = price(s, town)
    for station in range(s.stations):
        out[_RING + station * _KINDS + min(int(s.ring[station]), COAST)] = 1
    for area in range(len(AREAS)):
        out[_AREA_SYMBOL + area * len(SYMBOLS) + s.symbol[area]] = 1
    for town in range(MOUNTAIN_TOWNS):
        out[_PRINTED + town] = s.printed[town]
    for i in range(_DICE * FACES):
        out[_FACES_AT + i] = s.faces[i // FACES, i % FACES]
    for i in range(SLABS + 1):
        put(out, _SLAB_POINTS + i, s.slab_points[i])
    for i in range(PAINTINGS + 1):
        put(out, _GIFT_POINTS + i, s.gift_points[i])
    for i in range(TEMPLES):
        put(out, _TEMPLE_VALUE + i, s.temple_value[i])
    for i in range(GARDENS):
        put(out, _GARDEN_VALUE + i, s.garden_value[i])


# --- seats --------------------------------------------------------------------------------------------------------
@rule
def _seat(s: State, p: int, k: int, out: Any) -> None:
    put(out, _POINTS + k, points(s, p))
    put(out, _EARNED + k * len(SOURCES), faith(s, p))
    put(out, _EARNED + k * len(SOURCES) + 1, trade(s, p))
    put(out, _EARNED + k * len(SOURCES) + 2, culture(s, p))
    for good in range(len(GOODS)):
        out[_GOODS + k * len(GOODS) + good] = s.goods[p, good]
    put(out, _ROOM + k, storage(s, p) - stock(s, p))
    put(out, _PURSE + k, s.purse[p])
    put_levels(out, _SLABS + k * SLABS, SLABS, s.slabs[p])
    put_levels(out, _TEMPLE + k * TEMPLES, TEMPLES, s.temple[p])
    put_levels(out, _GARDEN + k * GARDENS, GARDENS, s.garden[p])


@rule
def _paintings(s: State, p: int, k: int, out: Any) -> None:
    put_levels(out, _PAINTED + k * PAINTINGS, PAINTINGS, s.painted[p])
    put_levels(out, _GIFTED + k * PAINTINGS, PAINTINGS, s.gifted[p])
    given = int(s.gifted[p])
    for i in range(given, s.painted[p]):
        out[_SHOWN + (k * PAINTINGS + i - given) * len(SYMBOLS) + s.painting[p, i]] = 1
    for i in range(s.painted[p], PAINTINGS):
        out[_HIDDEN + k * len(SYMBOLS) + s.painting[p, i]] += 1
    if given < s.painted[p]:
        symbol = s.painting[p, given]
        out[_NEXT_PAINTING + k * len(SYMBOLS) + symbol] = 1
        for area in range(len(AREAS)):
            out[_GIFT + k * len(AREAS) + area] = int(s.symbol[area] == symbol)


# --- what follows from the board and the pawns ----------------------------------------------------------------------
@rule
def _pilgrim(s: State, p: int, k: int, out: Any) -> None:
    """TD-40, TD-50, TD-51: where the pilgrim would land."""
    out[_PILGRIM + k * MAX_STATIONS + s.at[p, PILGRIM]] = 1
    for steps in range(1, _STEPS + 1):
        row = k * _STEPS + steps - 1
        kind = int(s.ring[landing(s, p, steps)])
        out[_LANDING + row * _KINDS + min(kind, COAST)] = 1
        if kind >= COAST:
            out[_LANDING_INCOME + row] = price(s, kind - COAST)
    steps = other_steps(s, p)
    if steps > 0:
        out[_OTHER_STEPS + k * _STEPS + steps - 1] = 1


@rule
def _merchant(s: State, p: int, k: int, out: Any) -> None:
    """TD-30, TD-32: the towns in reach, and what sales would bring."""
    out[_MERCHANT + k * TOWNS + s.at[p, MERCHANT]] = 1
    for pips in range(1, MAX_PIPS + 1):
        put_bits(out, _TOWNS_IN_REACH + (k * MAX_PIPS + pips - 1) * TOWNS, TOWNS, towns_away(s, p, pips))
    for town in range(COASTAL_TOWNS):
        put(out, _SALE + k * COASTAL_TOWNS + town, s.goods[p, wanted(s, town)] * price(s, town))


@rule
def _artist(s: State, p: int, k: int, out: Any) -> None:
    """TD-20, TD-21: the areas in reach, and how many pawns there are to paint."""
    out[_ARTIST + k * len(AREAS) + s.at[p, ARTIST]] = 1
    for i in range(MAX_PIPS):
        put_bits(out, _AREAS_IN_REACH + (k * MAX_PIPS + i) * len(AREAS), len(AREAS), s.reach[i, s.at[p, ARTIST]])
    for area in range(len(AREAS)):
        out[_PAWNS + k * len(AREAS) + area] = others_in(s, p, area)
