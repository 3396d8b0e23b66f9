"""The daikaiju: how they arrive, wander, crush and eat (TS-2, TS-11 to TS-17)."""

from __future__ import annotations

from tabiji.core.deck import put_under
from tabiji.core.jit import rule
from tabiji.core.journal import note
from tabiji.core.random import below, shuffle
from tabiji.core.record import State
from tabiji.games.tsuro_seas.ships import afloat, after, lose, return_hand, stands_on
from tabiji.games.tsuro_seas.state import (
    ACTIONS_BY_ROLL,
    ARRIVAL,
    ARRIVED,
    BEASTS,
    BESIDE,
    BLUE_ROW,
    BOTTOM,
    COURSE_PATTERN,
    CRUSHED,
    EMPTY,
    EVERYBODY,
    GOLD_COLUMN,
    GONE,
    IN_SUPPLY,
    LAIRS,
    LOADED,
    MINIMUM,
    NO_TILE,
    NOWHERE,
    ORDER,
    OUT,
    PREY,
    RECYCLE,
    RESTLESS_FROM,
    RESTLESS_TO,
    ROLLED,
    SIZE,
    TURN,
    TURN_BY,
    TURNED,
    WALKED,
)


@rule
def throw(s: State) -> int:
    """One die: the next of those chosen beforehand, else a fair one."""
    if s.thrown < LOADED:
        eyes = int(s.dice[s.thrown])
        if eyes > 0:
            s.dice[s.thrown] = 0
            s.thrown += 1
            return eyes
    return below(s, 6) + 1


# --- arrival ------------------------------------------------------------------------------------------------------
@rule
def shuffle_supply(s: State) -> None:
    """All daikaiju of the supply in random order and orientation, face down."""
    n = 0
    for d in range(BEASTS):
        if s.lair[d] == IN_SUPPLY:
            s.supply[n] = d
            s.facing[d] = below(s, 4)
            n += 1
    shuffle(s, s.supply, n)
    s.supplied = n


@rule
def recycle(s: State) -> None:
    """TS-13, option recycle: the lost daikaiju are shuffled back."""
    for d in range(BEASTS):
        if s.lair[d] == GONE:
            s.lair[d] = IN_SUPPLY
    shuffle_supply(s)


@rule
def call_back(s: State) -> None:
    """TS-13: one of the lost, drawn at random and turned at random, is the next to come; the others stay lost."""
    lost = 0
    for d in range(BEASTS):
        lost += int(s.lair[d] == GONE)
    nth = below(s, lost)
    d = 0
    while s.lair[d] != GONE or nth > 0:
        nth -= int(s.lair[d] == GONE)
        d += 1
    s.lair[d] = IN_SUPPLY
    s.facing[d] = below(s, 4)
    s.supply[0] = d
    s.supplied = 1


@rule
def arrive(s: State) -> bool:
    """TS-2: dice choose a square without daikaiju for the next one of the supply; False if there is none."""
    if s.supplied == 0 and s.lost_daikaiju == RECYCLE:
        recycle(s)
    if s.supplied == 0:
        return False
    square = roll_square(s)
    while s.board[square] >= LAIRS:
        square = roll_square(s)
    s.supplied -= 1
    d = int(s.supply[s.supplied])
    s.supply[s.supplied] = NOWHERE
    crushed = s.board[square]
    s.lair[d] = square
    s.board[square] = LAIRS + d
    bar_marks(s, square)
    if crushed == EMPTY:
        note(s, ARRIVED, d, square, NO_TILE, s.facing[d])
    else:  # TS-15: the tile is out of the game; option bottom: under the pile
        note(s, ARRIVED, d, square, COURSE_PATTERN[crushed], s.facing[d])
        crush(s, square, COURSE_PATTERN[crushed], s.crushed_by_new == BOTTOM)
    return True


@rule
def make_up(s: State) -> bool:
    """TS-11, TS-13: one more towards three daikaiju on the board: of the supply, else one of the lost, never none."""
    supply_one(s)
    return arrive(s)


@rule
def supply_one(s: State) -> None:
    """TS-13: if the supply is empty, one of the lost is the next to come."""
    if s.supplied == 0 and s.lost_daikaiju == OUT:
        call_back(s)


@rule
def roll_square(s: State) -> int:
    """TS-2: gold for the column, blue for the row."""
    column = GOLD_COLUMN[throw(s) - 1]
    return BLUE_ROW[throw(s) - 1] * SIZE + column


@rule
def crush(s: State, square: int, pattern: int, under_pile: bool) -> None:
    """TS-14, TS-15: a tile leaves the board before everybody's eyes; the ships on it are lost with their hands."""
    if under_pile:
        put_under(s.pile, pattern, EVERYBODY)
    else:
        s.wrecked[pattern] += 1
    p = int(s.active)
    for _ in range(s.players):
        if afloat(s, p) and stands_on(s, p) == square:
            lose(s, p, CRUSHED, square, s.bow[p])
            return_hand(s, p)
        p = after(s, p)


# --- movement -----------------------------------------------------------------------------------------------------
@rule
def daikaiju_on_board(s: State) -> int:
    """How many daikaiju are on the board."""
    count = 0
    for d in range(BEASTS):
        count += int(s.lair[d] >= 0)
    return count


@rule
def daikaiju_step(s: State) -> None:
    """TS-11: keep three on the board, or roll whether they stir."""
    roaming = daikaiju_on_board(s)
    missing = MINIMUM - roaming
    arrivals = missing
    roll = 0
    if missing <= 0:
        gold = throw(s)
        blue = throw(s)
        if RESTLESS_FROM <= gold + blue <= RESTLESS_TO:
            roll = throw(s)
        note(s, ROLLED, s.active, gold, blue, roll)
        arrivals = int(roll == ARRIVAL)
    for _ in range(arrivals):
        if missing > 0:  # as in `make_up`
            supply_one(s)
        arrive(s)
    if 0 < roll < ARRIVAL:
        wander(s, roll, roaming)


@rule
def wander(s: State, roll: int, roaming: int) -> None:
    """TS-12: all daikaiju on the board stir, one after the other."""
    queue = in_order(s)
    for i in range(roaming):
        d = queue >> 4 * i & 15
        if s.lair[d] >= 0:  # not eaten by one before it
            stir(s, d, ACTIONS_BY_ROLL[d, roll - 1])


@rule
def in_order(s: State) -> int:
    """TS-12: the daikaiju on the board in the order in which they stir, four bits each, the first one lowest.

    Written without branches: which of them are there no processor could foresee.
    """
    queue = 0
    n = 0
    for i in range(BEASTS):
        d = ORDER[s.daikaiju_order, i]
        there = int(s.lair[d] >= 0)
        queue |= d * there << 4 * n
        n += there
    return queue


@rule
def stir(s: State, d: int, action: int) -> None:
    """TS-12: a quarter turn, or a step to a side of the tile as it lies."""
    if action == TURN:
        s.facing[d] = (s.facing[d] + TURN_BY) % 4
        note(s, TURNED, d, s.facing[d], 0, 0)
    else:
        walk(s, d, (action + s.facing[d]) % 4)


@rule
def walk(s: State, d: int, side: int) -> None:
    """TS-13, TS-14: off the board, onto another daikaiju, onto a tile, or onto open water."""
    start = s.lair[d]
    square = BESIDE[start, side]
    s.board[start] = EMPTY
    if square == NOWHERE:
        s.lair[d] = GONE
        note(s, WALKED, d, NOWHERE, NO_TILE, side)
        sweep_marks(s, start, side)
        return
    prey = s.board[square]
    s.board[square] = LAIRS + d
    s.lair[d] = square
    bar_marks(s, square)
    note(s, WALKED, d, square, PREY[prey + 1], side)
    if prey >= LAIRS:
        s.lair[prey - LAIRS] = GONE
    elif prey != EMPTY:
        crush(s, square, COURSE_PATTERN[prey], True)


@rule
def sweep_marks(s: State, square: int, side: int) -> None:
    """TS-17: ships that wait where a daikaiju leaves the board may make way."""
    for p in range(s.players):
        if s.ahead[p] == square and s.bow[p] >> 1 == side:
            s.blocked |= 1 << p


@rule
def bar_marks(s: State, square: int) -> None:
    """TS-17: ships that wait at a mark of a square to which a daikaiju comes may make way."""
    for p in range(s.players):
        if s.ahead[p] == square and stands_on(s, p) == NOWHERE:
            s.blocked |= 1 << p
