"""The record of Tokaido Duo: every fact of a game in progress, its board included, and the numbers of its components.

Components come from `data/components.toml`. The board is data of its own (boards.py) and is laid into the record before
the setup, so that another board needs no other rules.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files
from itertools import product
from typing import Any

import numpy as np

from tabiji.core.jit import table
from tabiji.core.journal import journal
from tabiji.core.record import record_proxy

DATA: dict[str, Any] = tomllib.loads(files(__package__).joinpath("data/components.toml").read_text("utf-8"))

# --- characters, in the order of the dice -------------------------------------------------------------------------
CHARACTERS = ("pilgrim", "merchant", "artist")
PILGRIM, MERCHANT, ARTIST = range(3)
COLORS = ("purple", "green")
PLAYERS = 2
NOBODY = -1

# --- places: one number for each space of the board ---------------------------------------------------------------
# Stations of the coast clockwise, the mountain towns, the areas. Merchants think in towns: c1 to c8, then m1 to m4.
STATIONS = ("temple", "garden", "seashore", "hot_spring", "coastal_town")
TEMPLE, GARDEN, SEASHORE, HOT_SPRING, COAST = range(5)  # COAST + k: coastal town number k
MAX_STATIONS = 32
COASTAL_TOWNS = 8
MOUNTAIN_TOWNS = 4
TOWNS = COASTAL_TOWNS + MOUNTAIN_TOWNS
AREAS = ("n1", "n2", "n3", "e", "s3", "s2", "s1", "w")  # clockwise, from the one between c1 and c2
FIRST_MOUNTAIN = MAX_STATIONS
FIRST_AREA = FIRST_MOUNTAIN + MOUNTAIN_TOWNS
PLACES = FIRST_AREA + len(AREAS)

# --- goods, paintings, waves --------------------------------------------------------------------------------------
GOODS: tuple[str, ...] = tuple(kind["id"] for kind in DATA["goods"]["kinds"])
ALL_GOODS = table([i for i, kind in enumerate(DATA["goods"]["kinds"]) for _ in range(kind["copies"])])
STORAGE: int = DATA["goods"]["storage"]
STORAGE_STRONG: int = DATA["goods"]["storage_strong"]
# what can be kept: every choice of at most six goods, as numbers of each kind, the smallest choices first
KEPT_COUNTS = sorted(
    (counts for counts in product(range(STORAGE_STRONG + 1), repeat=len(GOODS)) if sum(counts) <= STORAGE_STRONG),
    key=lambda counts: (sum(counts), counts),
)
KEPT = table(KEPT_COUNTS)
KEEPS = len(KEPT_COUNTS)
KEEPS_NORMALLY = sum(sum(counts) <= STORAGE for counts in KEPT_COUNTS)

SYMBOLS: tuple[str, ...] = tuple(DATA["paintings"]["symbols"])
ALL_PAINTINGS = table(
    [[i for i, count in enumerate(DATA["paintings"][color]) for _ in range(count)] for color in COLORS]
)
PAINTINGS = 10

SIDES: tuple[tuple[str, str], ...] = tuple(tuple(tile["sides"]) for tile in DATA["waves"]["tiles"])
SERENE, HASTY = range(2)
CUNNING, STRONG = range(2)
MASTER, INSPIRED = range(2)
CUNNING_COINS: int = DATA["waves"]["cunning_coins"]
STRONG_GOODS: int = DATA["waves"]["strong_goods"]
MASTER_TILES: int = DATA["waves"]["master_tiles"]

# --- gold, tracks, end --------------------------------------------------------------------------------------------
COINS_PER_SLAB: int = DATA["gold"]["coins_per_slab"]
TEMPLES = 9
GARDENS = 6
SLABS = 6
MAX_ROUNDS: int = DATA["length"]["most_rounds"]
PRICES = (2, 3, 4)
MAX_PIPS = 4
FACES = 6
PRICE_BITS = 3  # a trade token is good << 3 | price

TRIGGERS = ("temple", "garden", "gold", "gifts", "length")
BY_TEMPLE, BY_GARDEN, BY_GOLD, BY_GIFTS, BY_LENGTH = range(5)
SOURCES = ("faith", "trade", "culture")

# --- phases: what the deciding seat is asked ----------------------------------------------------------------------
PHASES = ("die", "go", "act", "keep", "return", "again", "over")
DIE, GO, ACT, KEEP, RETURN, AGAIN, OVER = range(7)

# --- actions: one number per decision, see moves.py for their notation --------------------------------------------
A_DIE = 0  # + character
A_GO = A_DIE + len(CHARACTERS)  # + place
A_STAY = A_GO + PLACES
A_PAINT = A_STAY + 1
A_PAINT_MASTER = A_PAINT + 1
A_GIFT = A_PAINT_MASTER + 1
A_DRAW = A_GIFT + 1
A_DRAW_STRONG = A_DRAW + 1
A_SELL = A_DRAW_STRONG + 1  # + goods - 1
A_SELL_CUNNING = A_SELL + STORAGE_STRONG  # + goods - 1
A_VISIT = A_SELL_CUNNING + STORAGE_STRONG
A_WAVE = A_VISIT + 1  # + character
A_KEEP = A_WAVE + len(CHARACTERS)  # + choice
A_RETURN = A_KEEP + KEEPS  # + good
A_AGAIN = A_RETURN + len(GOODS)
A_PASS = A_AGAIN + 1
ACTIONS = A_PASS + 1
MAX_LEGAL = 130  # what a strong merchant can keep of 2, 3, 3 and 3 goods

# --- the journal's kinds of lines ---------------------------------------------------------------------------------
EVENTS = (
    "rolled",  # who, what: character, amount: pips
    "took",  # who, what: character, amount: pips
    "again",  # who: the hot spring lends the die a second use
    "moved",  # who, what: character, amount: place
    "stayed",  # who: a merchant without a full move
    "passed",  # who
    "painted",  # who, what: symbol, amount: number of the tile
    "gifted",  # who, what: symbol, amount: gifts so far
    "drew",  # who, what: good, amount: 1
    "returned",  # who, what: good, amount: how many go back into the bag
    "sold",  # who, what: good, amount: how many
    "coins",  # who, amount
    "slab",  # who, amount: slabs so far
    "temple",  # who, amount: slot
    "garden",  # who, amount: slot
    "spring",  # who, what: 1 if taken from the opponent
    "spring_back",  # who: the token returns to the board
    "wave",  # who, what: character, amount: 1 if taken from the opponent
    "trigger",  # who (nobody: the game was too long), what: trigger
    "scored",  # who, what: source, points
    "over",
)
(
    ROLLED,
    TOOK,
    LENT,
    MOVED,
    STAYED,
    PASSED,
    PAINTED,
    GIFTED,
    DREW,
    RETURNED,
    SOLD,
    COINS,
    SLAB,
    TEMPLE_VISIT,
    GARDEN_VISIT,
    SPRING,
    SPRING_BACK,
    WAVE,
    TRIGGER,
    SCORED,
    ENDED,
) = range(len(EVENTS))

MONEY = 1  # option tie_break
MAX_PLANNED = 8  # rolls a stacked match knows in advance

DTYPE: np.dtype[Any] = np.dtype(
    [
        ("rng", "u8"),
        # what was agreed on
        ("players", "i1"),
        ("wave_sides", "i1"),
        ("compass", "i1"),
        ("tie_break", "i1"),
        # the board, laid into the record by boards.py
        ("stations", "i1"),  # how many there are
        ("ring", "i1", (MAX_STATIONS,)),  # kind of each station
        ("coast", "i1", (COASTAL_TOWNS,)),  # station of each coastal town
        ("borders", "i2", (FIRST_AREA,)),  # areas a station or mountain town borders, one bit each
        ("roads", "i2", (TOWNS,)),  # towns one route away, one bit each
        ("reach", "i2", (MAX_PIPS, len(AREAS))),  # areas an artist can end in, by length - 1 and start, one bit each
        ("symbol", "i1", (len(AREAS),)),
        ("printed", "i1", (MOUNTAIN_TOWNS,)),  # goods to draw
        ("faces", "i1", (len(CHARACTERS), FACES)),
        ("temple_value", "i1", (TEMPLES,)),
        ("garden_value", "i1", (GARDENS,)),
        ("slab_points", "i1", (SLABS + 1,)),
        ("gift_points", "i1", (PAINTINGS + 1,)),
        ("trade", "i1", (COASTAL_TOWNS,)),  # tokens: in the file's order, from the setup on by coastal town
        ("at", "i1", (PLAYERS, len(CHARACTERS))),  # station, town, area: at first the start spaces
        # what is asked, of whom
        ("phase", "i1"),
        ("seat", "i1"),
        ("round", "i2"),
        ("roller", "i1"),
        ("turn", "i1"),  # dice used in this round
        ("character", "i1"),  # whose die is being used, NOBODY between dice
        ("second", "i1"),  # the hot spring's second use
        ("bathed", "i1"),  # the hot spring token was gained with this die
        ("origin", "i1"),  # the area where the artist's movement began
        ("triggers", "i1"),  # one bit each
        # dice, tiles and tokens
        ("die", "i1", (len(CHARACTERS),)),
        ("taker", "i1", (len(CHARACTERS),)),
        ("side", "i1", (len(CHARACTERS),)),
        ("wave", "i1", (len(CHARACTERS),)),  # who holds each tile
        ("spring", "i1"),  # who holds the hot spring token
        ("bag", "i1", (len(ALL_GOODS),)),
        ("bagged", "i1"),
        # before each player
        ("goods", "i1", (PLAYERS, len(GOODS))),
        ("purse", "i2", (PLAYERS,)),
        ("slabs", "i1", (PLAYERS,)),
        ("temple", "i1", (PLAYERS,)),
        ("garden", "i1", (PLAYERS,)),
        ("painting", "i1", (PLAYERS, PAINTINGS)),
        ("painted", "i1", (PLAYERS,)),  # tiles revealed so far, those gifted since included
        ("gifted", "i1", (PLAYERS,)),
        ("planned", "i2", (MAX_PLANNED,)),  # rolls of stacked matches: pips as three digits
        ("journal", journal(16)),
    ],
    align=True,
)


def station_names(kinds: list[str]) -> list[str]:
    """The names of the stations: coastal towns c1 to c8, temples t1 ..., numbered clockwise by kind."""
    short = {"coastal_town": "c", "temple": "t", "garden": "g", "seashore": "sea", "hot_spring": "h"}
    return [f"{short[kind]}{kinds[: i + 1].count(kind)}" for i, kind in enumerate(kinds)]


def place_names(state: Any) -> list[str]:
    """The name of each place of the board in a record; empty where the coast has no such station."""
    s = record_proxy(state)
    return _place_names(s.ring.tobytes(), s.stations)


@lru_cache  # of each board once: it stays the same all game long
def _place_names(ring: bytes, stations: int) -> list[str]:
    kinds = [STATIONS[min(kind, COAST)] for kind in ring[:stations]]
    spare = [""] * (MAX_STATIONS - len(kinds))
    return [*station_names(kinds), *spare, *(f"m{i + 1}" for i in range(MOUNTAIN_TOWNS)), *AREAS]
