"""Ships and hands: where a ship stands, how it is lost, what becomes of its tiles, and which marks are free."""

from __future__ import annotations

from typing import Any

from tabiji.core.deck import draw, put_under, top_batch
from tabiji.core.jit import rule
from tabiji.core.journal import note
from tabiji.core.record import State
from tabiji.games.tsuro_seas.state import (
    AFLOAT,
    BESIDE,
    BIT,
    DREW,
    EMPTY,
    HAND,
    LAIRS,
    LOST,
    MARK_AT,
    MARK_PORT,
    MARK_SQUARE,
    MARKS_A_SIDE,
    NO_TILE,
    NOWHERE,
    RETURNED,
)


@rule
def afloat(s: State, p: int) -> bool:
    """Whether a ship is still in the game."""
    return bool(s.fate[p] == AFLOAT)


@rule
def after(s: State, p: int) -> int:
    """The next seat in turn order."""
    return p + 1 if p + 1 < s.players else 0


@rule
def ships_afloat(s: State) -> int:
    """How many ships are still in the game."""
    count = 0
    for p in range(s.players):
        if afloat(s, p):
            count += 1
    return count


@rule
def stands_on(s: State, p: int) -> int:
    """The square of the tile a ship stands on; NOWHERE while it waits at its start mark."""
    return int(BESIDE[s.ahead[p], s.bow[p] >> 1])


@rule
def threatened(s: State, p: int) -> bool:
    """Whether a ship faces a daikaiju."""
    return afloat(s, p) and s.board[s.ahead[p]] >= LAIRS


@rule
def ship_at(s: State, square: int, port: int) -> bool:
    """Whether a ship is about to enter this square by this port."""
    for p in range(s.players):
        if s.ahead[p] == square and s.bow[p] == port:
            return True
    return False


@rule
def lose(s: State, p: int, fate: int, square: int, port: int) -> None:
    """TS-41: the ship leaves the board for good."""
    s.fate[p] = fate
    s.sunk[p] = s.turn
    s.ahead[p] = NOWHERE
    s.bow[p] = 0
    s.falling |= 1 << p
    s.blocked &= ~(1 << p)
    note(s, LOST, p, fate, square, port)


# --- hands --------------------------------------------------------------------------------------------------------
@rule
def hand_size(s: State, p: int) -> int:
    """How many tiles a player holds; they lie in the first places of the hand."""
    size = 0
    for i in range(HAND):
        size += int(s.hand[p * HAND + i] != NO_TILE)
    return size


@rule
def discard(s: State, p: int, pattern: int) -> None:
    """Take a tile out of the hand; the others move up."""
    end = p * HAND + HAND - 1
    found = 0
    for i in range(p * HAND, end):
        found |= int(s.hand[i] == pattern)
        s.hand[i] = s.hand[i + found]
        s.seen[i] = s.seen[i + found]
    s.hand[end] = NO_TILE
    s.seen[end] = 0


@rule
def draw_tiles(s: State, p: int) -> None:
    """TS-40: up to three tiles in hand, as long as there are any."""
    held = hand_size(s, p)
    before = held
    while held < HAND and s.pile.left > 0:
        s.seen[p * HAND + held] = top_batch(s.pile) | BIT[p]
        s.hand[p * HAND + held] = draw(s.pile)
        held += 1
    if held > before:
        note_draw(s, p, before)


@rule
def note_draw(s: State, p: int, before: int) -> None:
    """Write down the tiles of a hand from a place on: for its owner's eyes."""
    one = s.hand[p * HAND + before]
    two = s.hand[p * HAND + before + 1] if before + 1 < HAND else NO_TILE
    three = s.hand[p * HAND + before + 2] if before + 2 < HAND else NO_TILE
    note(s, DREW, p, one, two, three)


@rule
def return_hand(s: State, p: int) -> None:
    """TS-32: a lost ship's tiles go under the pile, in the order they lay. Who knew one of them knows it there."""
    held = hand_size(s, p)
    for i in range(p * HAND, p * HAND + held):
        put_under(s.pile, s.hand[i], s.seen[i])
        s.hand[i] = NO_TILE
        s.seen[i] = 0
    if held > 0:
        note(s, RETURNED, p, 0, held, 0)


# --- start marks --------------------------------------------------------------------------------------------------
@rule
def marks_taken(s: State) -> int:
    """The marks where ships wait, one bit each."""
    taken = 0
    for p in range(s.players):
        if s.ahead[p] != NOWHERE and stands_on(s, p) == NOWHERE:
            taken |= 1 << MARK_AT[s.ahead[p], s.bow[p]]
    return taken


@rule
def free_marks(s: State, first: int, last: int, action: int, moves: Any) -> int:
    """TS-3, TS-17: write the marks where nobody waits before an empty square; how many there are."""
    taken = marks_taken(s)
    n = 0
    for mark in range(first, last, 2):  # two before each square
        free = int(s.board[MARK_SQUARE[mark]] == EMPTY) * (~taken >> mark)
        moves[n] = action + mark  # the next one overwrites it, unless it is free
        n += free & 1
        moves[n] = action + mark + 1
        n += free >> 1 & 1
    return n


@rule
def first_of_side(s: State, p: int) -> int:
    """The first mark of the side where a ship waits."""
    return (s.bow[p] >> 1) * MARKS_A_SIDE


@rule
def moor(s: State, p: int, mark: int) -> None:
    """Put a ship on a start mark."""
    s.ahead[p] = MARK_SQUARE[mark]
    s.bow[p] = MARK_PORT[mark]
