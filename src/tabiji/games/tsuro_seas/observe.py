"""What a seat knows of Tsuro of the Seas as a vector, for networks. Seats are rotated: the viewer's own comes first.

Squares are numbered row by row from the north-west, as in the record; the board itself is not turned.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

from tabiji.core.deck import place
from tabiji.core.jit import rule, table
from tabiji.core.observation import Layout, put
from tabiji.core.record import State
from tabiji.games.tsuro_seas.hidden import knows
from tabiji.games.tsuro_seas.prospects import (
    FEATURES,
    PLACEMENTS,
    connected,
    exits,
    open_squares,
    ways_on,
    write_placements,
)
from tabiji.games.tsuro_seas.ships import afloat, after, hand_size, stands_on, threatened
from tabiji.games.tsuro_seas.spoils import is_spoil
from tabiji.games.tsuro_seas.state import (
    ACTIONS_BY_ROLL,
    ARRIVAL,
    BEASTS,
    BESIDE,
    COURSES,
    DAIKAIJU,
    FATES,
    GONE,
    HAND,
    LAIRS,
    MAX_PLAYERS,
    NO_TILE,
    NOWHERE,
    PATTERNS,
    PHASES,
    PLACE,
    PORTS,
    ROUTE,
    SIDES,
    SIZE,
    SQUARES,
    SWAP,
    TILES,
    TURN,
)

_N = MAX_PLAYERS
_JOINS = PORTS * (PORTS - 1) // 2  # pairs of ports
_ROLLS = ARRIVAL - 1  # those that move the daikaiju

LAYOUT = Layout(
    2,
    ("phase", (len(PHASES),), 1, "what is asked: " + ", ".join(PHASES)),
    ("decides", (_N,), 1, "who decides"),
    ("active", (_N,), 1, "whose turn it is"),
    ("first", (_N,), 1, "the first player"),
    ("players", (_N - 1,), 1, "2 to 8 players"),
    ("options", (5,), 1, "no_daikaiju, daikaiju_order ascending, lost_daikaiju recycle, crushed bottom, head_on swap"),
    ("turn", (1,), 60, "turns begun"),
    ("pile", (1,), TILES, "tiles in the pile"),
    ("unseen", (PATTERNS,), 4, "tiles by pattern that the own seat has not seen: in the pile and in other hands"),
    ("hand", (HAND, PATTERNS), 1, "the own tiles"),
    ("traded", (HAND,), 1, "own tiles that were just swapped"),
    ("spoils", (PATTERNS,), 2, "tiles of lost hands that can be taken, for who may swap"),
    # --- the board
    ("empty", (SQUARES,), 1, "squares with nothing on them"),
    ("wakes", (SQUARES, _JOINS), 1, "ports of each square that a tile joins: 0-1, 0-2 ... 6-7"),
    ("daikaiju", (SQUARES,), 1, "squares with a daikaiju"),
    ("daikaiju_next", (_ROLLS, SQUARES), 1, "squares that a daikaiju would enter or stay on, by second roll"),
    ("daikaiju_place", (BEASTS, 3), 1, "on the board, in the supply, lost: " + ", ".join(DAIKAIJU)),
    ("daikaiju_facing", (BEASTS, len(SIDES)), 1, "quarter turns of each on the board"),
    ("daikaiju_row", (BEASTS, SIZE), 1, "row of each on the board"),
    ("daikaiju_column", (BEASTS, SIZE), 1, "column of each on the board"),
    # --- ships, the own first
    ("present", (_N,), 1, "the seat plays"),
    ("fate", (_N, len(FATES)), 1, "what became of the ship: " + ", ".join(FATES)),
    ("ahead", (_N, SQUARES), 1, "the square ahead"),
    ("bow", (_N, PORTS), 1, "the port of it where the ship will enter"),
    ("at_mark", (_N,), 1, "it waits at its start mark"),
    ("threatened", (_N,), 1, "it faces a daikaiju"),
    ("blocked", (_N,), 1, "it may leave its mark now"),
    ("hand_size", (_N,), HAND, "tiles in hand"),
    ("company", (_N,), 3, "other ships that face the same square"),
    ("risk_ahead", (_N,), _ROLLS, "second rolls that bring a daikaiju to the square ahead"),
    ("risk_under", (_N,), _ROLLS, "second rolls that bring a daikaiju to the tile under the ship"),
    ("exits", (_N,), PORTS - 1, "ports of the square ahead that lead to open water"),
    ("room", (_N,), SQUARES, "open squares connected with the square ahead"),
    # --- what could be done, for the deciding seat
    ("candidate_actions", (PLACEMENTS,), 255, "actions: placements of the first own tile, the second, the third"),
    ("candidates", (PLACEMENTS, len(FEATURES)), 4, "what each of them leads to: " + ", ".join(FEATURES)),
)
(
    _PHASE,
    _DECIDES,
    _ACTIVE,
    _FIRST,
    _PLAYERS,
    _OPTIONS,
    _TURN,
    _PILE,
    _UNSEEN,
    _HAND_AT,
    _TRADED,
    _SPOILS,
    _EMPTY,
    _WAKES,
    _DAIKAIJU,
    _DAIKAIJU_NEXT,
    _DAIKAIJU_PLACE,
    _DAIKAIJU_FACING,
    _DAIKAIJU_ROW,
    _DAIKAIJU_COLUMN,
    _PRESENT,
    _FATE,
    _AHEAD,
    _BOW,
    _AT_MARK,
    _THREATENED,
    _BLOCKED,
    _HAND_SIZE,
    _COMPANY,
    _RISK_AHEAD,
    _RISK_UNDER,
    _EXITS,
    _ROOM,
    _CANDIDATE_ACTIONS,
    _CANDIDATES,
) = LAYOUT

_pairs = list(combinations(range(PORTS), 2))
JOINS = table(  # the four pairs of ports that a course joins
    [[_pairs.index((i, ROUTE[course, i])) for i in range(PORTS) if i < ROUTE[course, i]] for course in range(COURSES)]
)


@rule
def score(s: State, p: int) -> int:
    """1 for a winner, else 0."""
    return s.won >> p & 1


@rule
def observe(s: State, seat: int, out: Any) -> None:
    """Write what a seat knows into a vector of zeros."""
    out[_PHASE + s.phase] = 1
    if s.seat >= 0:
        out[_DECIDES + _rotated(s, seat, s.seat)] = 1
    out[_ACTIVE + _rotated(s, seat, s.active)] = 1
    out[_FIRST + _rotated(s, seat, s.first)] = 1
    out[_PLAYERS + s.players - 2] = 1
    out[_OPTIONS] = s.no_daikaiju
    out[_OPTIONS + 1] = s.daikaiju_order
    out[_OPTIONS + 2] = s.lost_daikaiju
    out[_OPTIONS + 3] = s.crushed_by_new
    out[_OPTIONS + 4] = s.head_on
    put(out, _TURN, s.turn)
    _tiles(s, seat, out)
    _board(s, out)
    if not s.no_daikaiju:
        for d in range(BEASTS):
            _beast(s, d, out)
    p = seat
    for k in range(s.players):
        _ship(s, p, k, out)
        p = after(s, p)
    if s.phase == PLACE and s.seat == seat:
        write_placements(s, seat, out, _DAIKAIJU_NEXT, out, _CANDIDATE_ACTIONS, _CANDIDATES)


@rule
def _rotated(s: State, seat: int, p: int) -> int:
    """How many places after the viewer a seat is."""
    return int(p - seat if p >= seat else p - seat + s.players)


# --- tiles --------------------------------------------------------------------------------------------------------
@rule
def _tiles(s: State, seat: int, out: Any) -> None:
    """The own hand, what it may be swapped for, and the tiles not seen yet."""
    out[_PILE] = s.pile.left
    for i in range(HAND):
        own = seat * HAND + i
        if s.hand[own] != NO_TILE and knows(seat, s.seen[own]):  # a lost hand may hold a tile swapped in
            out[_HAND_AT + i * PATTERNS + s.hand[own]] = 1
            out[_TRADED + i] = s.traded >> own & 1
    swaps = s.phase == SWAP and s.seat == seat
    for i in range(s.players * HAND):
        if s.hand[i] != NO_TILE:
            if not knows(seat, s.seen[i]):
                out[_UNSEEN + s.hand[i]] += 1
            elif swaps and is_spoil(s, i):
                out[_SPOILS + s.hand[i]] += 1
    for i in range(s.pile.left):
        at = place(s.pile, i)
        if not knows(seat, s.pile.batch[at]):
            out[_UNSEEN + s.pile.cards[at]] += 1


# --- the board ----------------------------------------------------------------------------------------------------
@rule
def _board(s: State, out: Any) -> None:
    for square in range(SQUARES):
        lies = s.board[square]
        if lies < 0:
            out[_EMPTY + square] = 1
        elif lies < LAIRS:
            row = _WAKES + square * _JOINS
            out[row + JOINS[lies, 0]] = 1
            out[row + JOINS[lies, 1]] = 1
            out[row + JOINS[lies, 2]] = 1
            out[row + JOINS[lies, 3]] = 1


@rule
def _beast(s: State, d: int, out: Any) -> None:
    """A daikaiju: where it is, and where each roll would lead it. Those in the supply lie in secret ways."""
    square = s.lair[d]
    if square < 0:
        out[_DAIKAIJU_PLACE + 3 * d + (2 if square == GONE else 1)] = 1
        return
    out[_DAIKAIJU_PLACE + 3 * d] = 1
    out[_DAIKAIJU + square] = 1
    out[_DAIKAIJU_FACING + len(SIDES) * d + s.facing[d]] = 1
    out[_DAIKAIJU_ROW + SIZE * d + square // SIZE] = 1
    out[_DAIKAIJU_COLUMN + SIZE * d + square % SIZE] = 1
    for roll in range(_ROLLS):
        action = ACTIONS_BY_ROLL[d, roll]
        goal = square if action == TURN else BESIDE[square, (action + s.facing[d]) % 4]
        if goal >= 0:
            out[_DAIKAIJU_NEXT + roll * SQUARES + goal] = 1


# --- ships --------------------------------------------------------------------------------------------------------
@rule
def _ship(s: State, p: int, k: int, out: Any) -> None:
    """The ship k places after the viewer's."""
    out[_PRESENT + k] = 1
    out[_FATE + k * len(FATES) + s.fate[p]] = 1
    out[_HAND_SIZE + k] = hand_size(s, p)
    square = s.ahead[p]
    if square < 0:
        return
    out[_AHEAD + k * SQUARES + square] = 1
    out[_BOW + k * PORTS + s.bow[p]] = 1
    out[_BLOCKED + k] = s.blocked >> p & 1
    out[_THREATENED + k] = int(threatened(s, p))
    under = stands_on(s, p)
    out[_AT_MARK + k] = int(under == NOWHERE)
    for q in range(s.players):
        out[_COMPANY + k] += int(q != p and afloat(s, q) and s.ahead[q] == square)
    for roll in range(_ROLLS):
        out[_RISK_AHEAD + k] += out[_DAIKAIJU_NEXT + roll * SQUARES + square]
        if under >= 0:
            out[_RISK_UNDER + k] += out[_DAIKAIJU_NEXT + roll * SQUARES + under]
    if s.board[square] < 0:
        out[_EXITS + k] = exits(ways_on(s, square, s.bow[p], NOWHERE, 0))
        out[_ROOM + k] = connected(open_squares(s), square)
