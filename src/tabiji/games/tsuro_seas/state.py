"""The record of Tsuro of the Seas: every fact of a voyage in progress, and the numbers of its components.

Components come from `data/tsuro_seas.toml`; rule code holds no number or name of a tile.

A wake tile in one of its rotations is one of the 105 ways to join eight ports in pairs. This number, the *course*, is
what lies on the board and what a placement is called; two rotations that look the same are one course.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

import numpy as np

from tabiji.core.deck import deck
from tabiji.core.jit import table
from tabiji.core.journal import journal

DATA: dict[str, Any] = tomllib.loads(files(__package__).joinpath("data/tsuro_seas.toml").read_text("utf-8"))

MAX_PLAYERS = 8
NOBODY = -1
NOWHERE = -1

# --- the board ----------------------------------------------------------------------------------------------------
SIZE: int = DATA["board"]["size"]
SQUARES = SIZE * SIZE  # row by row from the north-west
SIDES = ("n", "e", "s", "w")
PORTS = 8
OPPOSITE = table(DATA["board"]["opposite"])


def square_name(square: int) -> str:
    """A letter for the column, a number for the row: a1 is the north-west corner."""
    return f"{'abcdefghij'[square % SIZE]}{square // SIZE + 1}"


SQUARE_NAMES = tuple(square_name(square) for square in range(SQUARES))


def _beside(square: int, side: int) -> int:
    row, column = square // SIZE + (0, 0, 1, 0)[side] - (1, 0, 0, 0)[side], square % SIZE
    column += (0, 1, 0, -1)[side]
    return row * SIZE + column if 0 <= row < SIZE and 0 <= column < SIZE else NOWHERE


BESIDE = table([[_beside(square, side) for side in range(4)] for square in range(SQUARES)])
# where a wake that leaves a square by a port goes on: square * PORTS + port; beyond the edge, BEYOND + where it leaves
BEYOND = 512
ONWARD = table(
    [
        BEYOND + square * PORTS + port
        if _beside(square, port // 2) == NOWHERE
        else _beside(square, port // 2) * PORTS + int(OPPOSITE[port])
        for square in range(SQUARES)
        for port in range(PORTS)
    ],
    np.int16,
)

# start marks: 14 a side, counted from the west on the north and south sides, from the north on the others
MARKS_A_SIDE: int = DATA["marks"]["per_side"]
MARKS = 4 * MARKS_A_SIDE
MARK_NAMES = tuple(f"{side}{number + 1}" for side in SIDES for number in range(MARKS_A_SIDE))


def _mark(mark: int) -> tuple[int, int]:
    side, number = divmod(mark, MARKS_A_SIDE)
    line, second = divmod(number, 2)
    square = (line, line * SIZE + SIZE - 1, (SIZE - 1) * SIZE + line, line * SIZE)[side]
    return square, (second, 2 + second, 5 - second, 7 - second)[side]


MARK_SQUARE = table([_mark(mark)[0] for mark in range(MARKS)])
MARK_PORT = table([_mark(mark)[1] for mark in range(MARKS)])

_marks = [_mark(mark) for mark in range(MARKS)]
MARK_AT = table(
    [[_marks.index((sq, port)) if (sq, port) in _marks else NOWHERE for port in range(PORTS)] for sq in range(SQUARES)]
)

GOLD_COLUMN = table(DATA["dice"]["columns"])
BLUE_ROW = table(DATA["dice"]["rows"])
RESTLESS_FROM: int = min(DATA["dice"]["restless"])
RESTLESS_TO: int = max(DATA["dice"]["restless"])
ARRIVAL: int = DATA["dice"]["arrival"]

# --- wake tiles ---------------------------------------------------------------------------------------------------
_patterns = DATA["tiles"]["patterns"]
PATTERNS = len(_patterns)
TILE_DECK = table([i for i, tile in enumerate(_patterns) for _ in range(tile["copies"])])
TILES = len(TILE_DECK)
HAND: int = DATA["procedure"]["hand"]


def _turned(pairs: list[list[int]], turns: int) -> list[int]:
    """Where each port leads, the tile turned clockwise."""
    route = [0] * PORTS
    for one, other in pairs:
        one, other = (one + 2 * turns) % PORTS, (other + 2 * turns) % PORTS
        route[one], route[other] = other, one
    return route


_courses = [
    (pattern, turns, _turned(tile["pairs"], turns))
    for pattern, tile in enumerate(_patterns)
    for turns in range(4)
    if _turned(tile["pairs"], turns) not in [_turned(tile["pairs"], fewer) for fewer in range(turns)]
]
COURSES = len(_courses)
COURSE_PATTERN = table([pattern for pattern, _, _ in _courses])
COURSE_TURNS = table([turns for _, turns, _ in _courses])
ROUTE = table([route for _, _, route in _courses])  # course, port in -> port out
ROTATIONS = table([sum(pattern == p for p, _, _ in _courses) for pattern in range(PATTERNS)])
FIRST_COURSE = table([[p for p, _, _ in _courses].index(pattern) for pattern in range(PATTERNS)])

# what lies on a square: a course, a daikaiju (LAIRS + its number), or nothing
EMPTY = -1
LAIRS = COURSES

# --- daikaiju -----------------------------------------------------------------------------------------------------
_daikaiju = DATA["daikaiju"]["tiles"]
DAIKAIJU: tuple[str, ...] = tuple(tile["id"] for tile in _daikaiju)
BEASTS = len(DAIKAIJU)
TURN = 4
ACTIONS_BY_ROLL = table([[(*SIDES, "turn").index(action) for action in tile["actions"]] for tile in _daikaiju])
TURN_BY: int = DATA["daikaiju"]["turn"]
_order = sorted(range(BEASTS), key=lambda d: (-_daikaiju[d]["number"], _daikaiju[d]["colour"] != "gold"))
_rising = sorted(range(BEASTS), key=lambda d: (_daikaiju[d]["number"], _daikaiju[d]["colour"] != "gold"))
ORDER = table([_order, _rising])  # by option daikaiju_order
MINIMUM: int = DATA["procedure"]["daikaiju_minimum"]
BEASTS_BY_PLAYERS = table([0, 0, *DATA["procedure"]["daikaiju_by_players"]])
IN_SUPPLY, GONE = -1, -2  # lairs off the board

# --- options ------------------------------------------------------------------------------------------------------
OUT, RECYCLE = range(2)  # lost_daikaiju
BOTTOM = 1  # crushed_by_new
SWAP_PLACES = 1  # head_on

# --- fates of a ship ----------------------------------------------------------------------------------------------
FATES = (
    "afloat",
    "edge",  # its wake led off the board (TS-30)
    "daikaiju",  # its wake led into a daikaiju (TS-30)
    "loop",  # its wake never ends (TS-30)
    "crushed",  # a daikaiju took the tile under it (TS-14, TS-15)
    "devoured",  # a daikaiju stood before it at its turn (TS-16)
)
AFLOAT, AT_EDGE, AT_DAIKAIJU, IN_LOOP, CRUSHED, DEVOURED = range(6)

ENDINGS = (
    "last_ship",
    "together",
    "no_room",  # the board is full
    "becalmed",  # squares are left, but no ship will ever place on one
    "limit",
)
LAST_SHIP, TOGETHER, NO_ROOM, BECALMED, AT_LIMIT = range(5)
TURN_LIMIT: int = DATA["limit"]["turns"]

# --- phases: what the deciding seat is asked ----------------------------------------------------------------------
PHASES = ("start", "relocate", "place", "swap", "pass", "over")
START, RELOCATE, PLACE, SWAP, PASS, OVER = range(6)

# --- actions: one number per decision, see moves.py for their notation --------------------------------------------
A_START = 0  # + mark
A_RELOCATE = A_START + MARKS  # + mark
A_PLACE = A_RELOCATE + MARKS  # + course
A_SWAP = A_PLACE + COURSES  # + place in the own hand * PATTERNS + pattern taken
A_KEEP = A_SWAP + (HAND - 1) * PATTERNS  # who eliminated somebody has just placed a tile
A_PASS = A_KEEP + 1
A_STAY = A_PASS + 1
ACTIONS = A_STAY + 1
MAX_LEGAL = MARKS

# --- the journal's kinds of lines ---------------------------------------------------------------------------------
EVENTS = (
    "first",  # who: the first player
    "drew",  # who, what, amount, points: up to three patterns. In secret
    "arrived",  # who: daikaiju, what: square, amount: what it crushes, points: facing
    "started",  # who, what: mark
    "rolled",  # who, what: gold, amount: blue, points: the second roll (0: none)
    "walked",  # who: daikaiju, what: square or NOWHERE, amount: what it crushes or eats, points: side
    "turned",  # who: daikaiju, what: facing
    "relocated",  # who, what: mark
    "stayed",  # who, what: mark
    "placed",  # who, what: square, amount: course
    "sailed",  # who, what: square it now faces, amount: port
    "lost",  # who, what: fate, amount: square, points: port
    "swapped",  # who, what: pattern given, amount: pattern taken. In secret
    "returned",  # who: whose hand goes under the pile, amount: tiles
    "passed",  # who
    "over",  # what: ending
)
(
    FIRST,
    DREW,
    ARRIVED,
    STARTED,
    ROLLED,
    WALKED,
    TURNED,
    RELOCATED,
    STAYED,
    PLACED,
    SAILED,
    LOST,
    SWAPPED,
    RETURNED,
    PASSED,
    ENDED,
) = range(len(EVENTS))
NO_TILE = -1
UNSEEN = -2  # a tile in a secret line, for those who may not read it
PREY_DAIKAIJU = PATTERNS  # in a line's `amount`: + number of the daikaiju eaten; below it a pattern crushed
# by what lies on a square, + 1: the `amount` for a daikaiju that comes there
PREY = table([NO_TILE, *(pattern for pattern, _, _ in _courses), *(PREY_DAIKAIJU + d for d in range(BEASTS))])

# --- who has seen the face of a tile: one bit a seat, as a signed byte --------------------------------------------
BIT = table([1, 2, 4, 8, 16, 32, 64, -128])
EVERYBODY = -1

# The longest step. Eight ships: one tile placed (1 line), eight ships sail (8), a draw (1). Then daikaiju steps follow
# each other only while each destroys the ship whose turn it is, and as long as two are left: at most seven, each with
# one roll and one line for each of ten daikaiju (7 * 11 = 77; arrivals take three at most). Eight ships lost there
# (8) with their hands (8), and the end (1): 104. A ship lost by the placement itself has one line instead of the one
# for sailing, one for its hand, and takes away a daikaiju step of eleven. Other steps do less before the same chain: a
# start, a relocation, a stay or a pass 1 line, the end of a swap 8, and starts chosen beforehand (see stack.py) 8.
LONGEST_STEP = 104
LOADED = 24  # dice that can be chosen beforehand

DTYPE: np.dtype[Any] = np.dtype(
    [
        ("rng", "u8"),
        ("turn", "i2"),  # turns begun
        ("falling", "i2"),  # ships lost in this step, one bit each
        ("blocked", "i2"),  # ships that may leave their mark now, one bit each
        ("won", "i2"),  # winners, one bit each
        ("sunk", "i2", (MAX_PLAYERS,)),  # the turn in which a ship was lost
        ("traded", "i4"),  # places of hands that a swap has touched, one bit each
        # what was agreed on
        ("players", "i1"),
        ("no_daikaiju", "i1"),
        ("daikaiju_order", "i1"),
        ("lost_daikaiju", "i1"),
        ("crushed_by_new", "i1"),
        ("head_on", "i1"),
        # what is asked, of whom, in whose turn
        ("phase", "i1"),
        ("seat", "i1"),
        ("active", "i1"),
        ("first", "i1"),
        ("ending", "i1"),
        # ships: the square ahead, and the port of it where the ship will enter
        ("ahead", "i1", (MAX_PLAYERS,)),
        ("bow", "i1", (MAX_PLAYERS,)),
        ("fate", "i1", (MAX_PLAYERS,)),
        # hands: three places for each player, the tiles moved up; who has seen each tile
        ("hand", "i1", (MAX_PLAYERS * HAND,)),
        ("seen", "i1", (MAX_PLAYERS * HAND,)),
        ("board", "i1", (SQUARES,)),
        ("wrecked", "i1", (PATTERNS,)),  # tiles out of the game, by pattern
        # daikaiju: square, quarter turns clockwise; those to come, the next one last
        ("lair", "i1", (BEASTS,)),
        ("facing", "i1", (BEASTS,)),
        ("supply", "i1", (BEASTS,)),
        ("supplied", "i1"),
        ("dice", "i1", (LOADED,)),  # dice chosen beforehand
        ("thrown", "i1"),  # how many of them were used
        ("pile", deck(TILES)),  # a tile's batch: who has seen it
        ("journal", journal(LONGEST_STEP)),
    ],
    align=True,
)
