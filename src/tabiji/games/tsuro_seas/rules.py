"""Tsuro of the Seas, 2-8 players: be the last ship on the board.

In turn each player rolls for the daikaiju, puts a wake tile before the own ship, and every ship that faces the new tile
follows its wake. Who is carried off the board, into a daikaiju or round and round is lost. The rules with their ids
stand in docs/rules/tsuro_seas.md; wakes are in wakes.py, daikaiju in daikaiju.py, hands and marks in ships.py, the
swap of tiles in spoils.py.

    setup(s, seed)      s.players and the options are written in the record before
    legal(s, moves)     writes the legal actions, returns how many
    step(s, action)     plays a legal action
    winners(s)          bits of the winning seats
"""

from __future__ import annotations

from typing import Any

from tabiji.core.deck import fill
from tabiji.core.jit import rule
from tabiji.core.journal import clear_journal, note
from tabiji.core.random import below, seed_rng
from tabiji.core.record import State
from tabiji.games.tsuro_seas.daikaiju import arrive, daikaiju_step, shuffle_supply
from tabiji.games.tsuro_seas.ships import (
    afloat,
    after,
    draw_tiles,
    first_of_side,
    free_marks,
    hand_size,
    lose,
    moor,
    return_hand,
    ships_afloat,
    threatened,
)
from tabiji.games.tsuro_seas.spoils import exchange, legal_swaps, look_at_spoils, may_swap
from tabiji.games.tsuro_seas.state import (
    A_KEEP,
    A_PASS,
    A_PLACE,
    A_RELOCATE,
    A_START,
    A_STAY,
    A_SWAP,
    AT_LIMIT,
    BEASTS,
    BEASTS_BY_PLAYERS,
    BECALMED,
    DEVOURED,
    EMPTY,
    ENDED,
    FIRST,
    HAND,
    IN_SUPPLY,
    LAST_SHIP,
    MARK_AT,
    MARKS,
    MARKS_A_SIDE,
    MAX_PLAYERS,
    NO_ROOM,
    NO_TILE,
    NOBODY,
    NOWHERE,
    OVER,
    PASS,
    PASSED,
    PATTERNS,
    PLACE,
    RELOCATE,
    RELOCATED,
    SQUARES,
    START,
    STARTED,
    STAYED,
    SWAP,
    TILE_DECK,
    TOGETHER,
    TURN_LIMIT,
)
from tabiji.games.tsuro_seas.wakes import legal_placements, place_tile

__all__ = ["legal", "longest", "setup", "step", "winners"]


def longest(players: int) -> int:
    """No voyage takes more decisions than this.

    A start mark each; a placement or pass a turn; a swap of at most two tiles and the end of it for each ship but one;
    a new mark or the old one only until everybody's first turn is over, each turn at most once a ship.
    """
    return players + TURN_LIMIT + HAND * (players - 1) + players * players


# --- setup --------------------------------------------------------------------------------------------------------
@rule
def setup(s: State, seed: Any) -> None:
    """TS-1 to TS-3: three tiles each, the first daikaiju, and a random first player in place of the oldest."""
    seed_rng(s, seed)
    fill(s, s.pile, TILE_DECK)
    for square in range(SQUARES):
        s.board[square] = EMPTY
    for i in range(MAX_PLAYERS * HAND):
        s.hand[i] = NO_TILE
    for p in range(MAX_PLAYERS):
        s.ahead[p] = NOWHERE
    for d in range(BEASTS):
        s.lair[d] = IN_SUPPLY
        s.supply[d] = NOWHERE
    s.first = below(s, s.players)
    note(s, FIRST, s.first, 0, 0, 0)
    p = int(s.first)
    for _ in range(s.players):
        draw_tiles(s, p)
        p = after(s, p)
    shuffle_supply(s)
    if not s.no_daikaiju:
        for _ in range(BEASTS_BY_PLAYERS[s.players]):
            arrive(s)
    s.phase = START
    s.seat = s.first
    s.active = s.first


@rule
def start(s: State, p: int, mark: int) -> bool:
    """TS-3: in turn order, each ship goes to a free mark; whether there is another one to go."""
    moor(s, p, mark)
    note(s, STARTED, p, mark, 0, 0)
    s.seat = after(s, p)
    more = bool(s.seat != s.first)
    s.active = s.seat if more else p  # the turn goes round from here
    return more


# --- the turn -----------------------------------------------------------------------------------------------------
@rule
def go_on(s: State, in_turn: bool) -> None:
    """TS-10, TS-41: with this turn or the next ship afloat, until somebody has to decide or the game ends.

    The one place where turns go on: code for a GPU holds every call of a rule again, and players of different games
    who come from different places would wait for each other.
    """
    while not (in_turn and await_decision(s)) and not ended(s):
        s.turn += 1
        s.active = after(s, s.active)
        while not afloat(s, s.active):
            s.active = after(s, s.active)
        s.falling = 0
        if not s.no_daikaiju:
            daikaiju_step(s)
        in_turn = True


@rule
def await_decision(s: State) -> bool:
    """After the daikaiju step: the active ship may be devoured, blocked ships choose, then the active player places.

    False: nothing to decide. Who is alone has won, unless it is the active ship and could still be devoured.
    """
    p = s.active
    if threatened(s, p) and not s.blocked >> p & 1:  # TS-16; at its mark it first chooses (TS-17)
        lose(s, p, DEVOURED, s.ahead[p], s.bow[p])
        return_hand(s, p)
    if s.blocked and (ships_afloat(s) > 1 or threatened(s, p)):
        s.phase = RELOCATE
        s.seat = first_blocked(s)
        return True
    if s.falling and (ships_afloat(s) <= 1 or not afloat(s, p)):
        return False
    s.seat = p
    s.phase = PLACE if s.board[s.ahead[p]] == EMPTY and hand_size(s, p) > 0 else PASS  # TS-40
    return True


# --- blocked starts -----------------------------------------------------------------------------------------------
@rule
def first_blocked(s: State) -> int:
    """TS-17: blocked ships choose one after the other in turn order, the active player's first."""
    p = int(s.active)
    while not s.blocked >> p & 1:
        p = after(s, p)
    return p


@rule
def relocate(s: State, p: int, mark: int) -> None:
    """TS-17: to another mark of the same side."""
    moor(s, p, mark)
    note(s, RELOCATED, p, mark, 0, 0)
    s.blocked &= ~(1 << p)


@rule
def stay(s: State, p: int) -> None:
    """TS-17: a blocked ship may also stay; then the daikaiju before it may devour it at its own turn (TS-16)."""
    note(s, STAYED, p, MARK_AT[s.ahead[p], s.bow[p]], 0, 0)
    s.blocked &= ~(1 << p)


# --- the active player's tile -------------------------------------------------------------------------------------
@rule
def place(s: State, p: int, course: int) -> bool:
    """TS-20, TS-30: a tile and the voyages it causes; whether there are spoils to swap (TS-32)."""
    s.falling = 0
    place_tile(s, p, course)
    if s.falling and afloat(s, p) and ships_afloat(s) > 1:
        s.traded = 0
        if may_swap(s, p):
            look_at_spoils(s, p)
            s.phase = SWAP
            return True
    return False


@rule
def swap(s: State, p: int, slot: int, pattern: int) -> bool:
    """TS-32: one tile for one; asked again as long as both sides have tiles that were not swapped."""
    exchange(s, p, slot, pattern)
    return may_swap(s, p)


@rule
def close_turn(s: State, p: int) -> None:
    """TS-32: hands of the lost go under the pile; TS-40: the active player draws."""
    if s.falling:
        q = int(p)
        for _ in range(s.players):
            if s.falling >> q & 1:
                return_hand(s, q)
            q = after(s, q)
    s.traded = 0
    if not s.falling or (afloat(s, p) and ships_afloat(s) > 1):
        draw_tiles(s, p)


# --- the end ------------------------------------------------------------------------------------------------------
@rule
def ended(s: State) -> bool:
    """TS-50: the last ship wins; those lost together share; so do survivors when nothing can ever change again."""
    if not s.falling and s.turn < TURN_LIMIT and can_go_on(s):  # who was afloat still is: at least two ships
        return False
    left = ships_afloat(s)
    if left == 0:
        finish(s, TOGETHER, s.falling)
        return True
    if left > 1 and can_go_on(s) and s.turn < TURN_LIMIT:
        return False
    survivors = 0
    for p in range(s.players):
        if afloat(s, p):
            survivors |= 1 << p
    if left == 1:
        finish(s, LAST_SHIP, survivors)
    elif s.turn < TURN_LIMIT:
        finish(s, NO_ROOM if is_full(s) else BECALMED, survivors)
    else:
        finish(s, AT_LIMIT, survivors)
    return True


@rule
def can_go_on(s: State) -> bool:
    """TS-50: whether anything can still change.

    Daikaiju never run out (TS-13): they open squares, bring tiles back and sink ships. On a calm sea only a ship that
    faces an empty square and has, or can draw, a tile changes anything. If there is none, there never will be: who
    faces a tile does so for ever, and an empty pile stays empty.
    """
    if not s.no_daikaiju:
        return True
    for p in range(s.players):
        if afloat(s, p) and s.board[s.ahead[p]] == EMPTY and (s.pile.left > 0 or hand_size(s, p) > 0):
            return True
    return False


@rule
def is_full(s: State) -> bool:
    """Whether no square is empty."""
    for square in range(SQUARES):
        if s.board[square] == EMPTY:
            return False
    return True


@rule
def finish(s: State, ending: int, won: int) -> None:
    """The game ends."""
    s.won = won
    s.ending = ending
    s.phase = OVER
    s.seat = NOBODY
    s.blocked = 0
    note(s, ENDED, NOBODY, ending, 0, 0)


@rule
def winners(s: State) -> int:
    """TS-50: one bit a seat; 0 before the end."""
    return int(s.won)


# --- what every game has: legal and step --------------------------------------------------------------------------
@rule
def legal(s: State, moves: Any) -> int:
    """Write the legal actions of the deciding seat into `moves`; how many there are."""
    p = s.seat
    if s.phase == PLACE:
        return legal_placements(s, p, moves)
    if s.phase == SWAP:
        return legal_swaps(s, p, moves)
    if s.phase == START:  # TS-3: ten daikaiju and seven ships cannot take all 56 marks, so one is always free
        return free_marks(s, 0, MARKS, A_START, moves)
    if s.phase == RELOCATE:
        first = first_of_side(s, p)
        n = free_marks(s, first, first + MARKS_A_SIDE, A_RELOCATE, moves)
        moves[n] = A_STAY
        return n + 1
    if s.phase == PASS:
        moves[0] = A_PASS
        return 1
    return 0


@rule
def step(s: State, action: int) -> None:
    """Play a legal action, and all that happens until the next decision."""
    clear_journal(s)
    p = s.seat
    phase = s.phase
    action = int(action)
    asked = bool(phase == OVER)  # whether a decision of the same kind, or about the spoils, or nothing follows at once
    if phase == PLACE:
        asked = place(s, p, action - A_PLACE)
    elif phase == SWAP:
        if action != A_KEEP:
            asked = swap(s, p, (action - A_SWAP) // PATTERNS, (action - A_SWAP) % PATTERNS)
    elif phase == PASS:  # TS-40: no tile, or (TS-31, option swap) no empty square ahead: the turn ends with the draw
        note(s, PASSED, p, 0, 0, 0)
    elif phase == START:
        asked = start(s, p, action - A_START)
    elif phase == RELOCATE:
        if action == A_STAY:
            stay(s, p)
        else:
            relocate(s, p, action - A_RELOCATE)
    if not asked:
        if phase == PLACE or phase == SWAP or phase == PASS:
            close_turn(s, p)
        go_on(s, phase == RELOCATE)
