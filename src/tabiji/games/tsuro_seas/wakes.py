"""Wakes: which placements are allowed, and where a new tile carries the ships (TS-20 to TS-31).

While a tile is being judged its square is still empty, so a wake that leaves it by some port either ends elsewhere or
comes back to it. `beyond` follows that one piece; a tile only joins the pieces. One number describes an end: its kind,
the square and the port, and whether another ship was overtaken on the way.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tabiji.core.jit import rule, table
from tabiji.core.journal import note
from tabiji.core.record import State
from tabiji.games.tsuro_seas.ships import after, discard, lose, ship_at
from tabiji.games.tsuro_seas.state import (
    A_PLACE,
    AT_DAIKAIJU,
    AT_EDGE,
    BEASTS,
    BESIDE,
    BEYOND,
    COURSE_PATTERN,
    COURSES,
    FIRST_COURSE,
    HAND,
    IN_LOOP,
    LAIRS,
    NO_TILE,
    NOWHERE,
    ONWARD,
    OPPOSITE,
    PATTERNS,
    PLACED,
    PORTS,
    ROTATIONS,
    ROUTE,
    SAILED,
    SWAP_PLACES,
)

KIND = BEYOND // AT_EDGE  # an end is kind * KIND + square * PORTS + port; kind 0: open water, else the ship's fate
OVERTAKES = 4 * KIND  # added if the wake passes a ship from behind

# What a piece of wake means for a placement, five bits for each port of the new tile's square:
_OPEN = 8  # it ends in open water; 0..7: it comes back to the square by this port
_FATAL = 9
_TAKEN = 10  # it ends where another ship already is
_PASSING = 16  # added if it passes a ship from behind
_BITS = 5
_ALL_OPEN = sum(_OPEN << _BITS * port for port in range(PORTS))
_ALL_BUT_FATAL = sum(30 << _BITS * port for port in range(PORTS))  # all bits but the one that tells fatal from open
_NO_TURN = 1 << _BITS * PORTS

# by what lies on a square, + 1: what both ports towards it mean; 0: a tile, where the wake goes on
_BOTH = table([_OPEN << _BITS | _OPEN, *[0] * COURSES, *[_FATAL << _BITS | _FATAL] * BEASTS], np.int16)
_LOWEST = table([max((bits & -bits).bit_length() - 1, 0) for bits in range(1 << PORTS)])

# by the port of entry, and pattern * 4 + quarter turns: the bits of the piece to which the tile leads
_WAY_OUT = table(
    [
        [
            _BITS * (int(ROUTE[FIRST_COURSE[pattern] + turn, port]) if turn < ROTATIONS[pattern] else PORTS)
            for pattern in range(PATTERNS)
            for turn in range(4)
        ]
        for port in range(PORTS)
    ]
)

# How bad a placement is
_OWN_LOSS = 1  # TS-21
_SAME_WAKE = 2  # TS-22


@rule
def beyond(s: State, square: int, port: int) -> int:
    """Follow the wake that leaves a square by a port to its end, or back to an empty square.

    One question ends it, whatever the end is: no processor could foresee the answers to three. Beyond the edge it looks
    at the square that it leaves, where no daikaiju is.
    """
    overtakes = 0
    leaves = square * PORTS + port
    while True:
        enters = ONWARD[leaves]
        lies = s.board[(enters & KIND - 1) >> 3]
        tile = lies & 255  # not a tile: LAIRS or more
        if int(enters >= KIND) | int(tile >= LAIRS):
            return enters + (AT_DAIKAIJU * KIND if lies >= LAIRS else 0) + overtakes
        if s.head_on == SWAP_PLACES and ship_at(s, enters >> 3, enters & 7):  # only then can a ship face a tile
            overtakes = OVERTAKES
        leaves = (enters & ~7) + ROUTE[tile, enters & 7]


@rule
def stop_at(square: int, port: int) -> int:
    """TS-31, option swap: the end of a wake that stops where it leaves the new tile."""
    ahead = BESIDE[square, port >> 1]
    if ahead == NOWHERE:
        return AT_EDGE * KIND + square * PORTS + port
    return ahead * PORTS + OPPOSITE[port]


@rule
def waiting_at(s: State, square: int) -> int:
    """The ports of a square where ships wait to enter, one bit each."""
    ports = 0
    for p in range(s.players):
        if s.ahead[p] == square:
            ports |= 1 << s.bow[p]
    return ports


# --- which placements are allowed ---------------------------------------------------------------------------------
@rule
def survey(s: State, here: int, own: int, waiting: int, faced: int, alone: bool) -> int:
    """What awaits a ship that leaves this square by each port; `faced` are the squares before ships, one bit each.

    No ship leaves by the port where one that is alone came in, and the wake behind a ship is often the longest of all:
    it is called fatal, unexplored. Ports to explore are found without branches, which no processor could foresee; then
    all threads of a GPU explore at the same time.
    """
    pieces = 0
    ports = 0  # to explore, one bit each
    for side in range(4):
        ahead = BESIDE[here, side]
        lies = s.board[max(ahead, 0)]
        both = _BOTH[LAIRS + 1 if ahead < 0 else lies + 1]  # the edge is as bad as a daikaiju
        pieces |= both << 2 * _BITS * side
        ports |= 3 * int(both == 0) << 2 * side
    behind = int(alone) & ports >> own
    pieces |= behind * _FATAL << _BITS * own
    ports &= ~(behind << own)
    while ports:
        port = _LOWEST[ports]
        ports &= ports - 1
        pieces |= explore(s, here, port, waiting, faced) << _BITS * port
    return pieces


@rule
def explore(s: State, here: int, port: int, waiting: int, faced: int) -> int:
    """What awaits a ship that leaves this square by a port, onto a tile."""
    if s.head_on == SWAP_PLACES and waiting >> port & 1:
        return _OPEN  # TS-31: it stops right here
    end = beyond(s, here, port)
    square = (end & KIND - 1) >> 3
    piece = end & 7 if square == here else _OPEN
    piece = _FATAL if end & OVERTAKES - 1 >= KIND else piece
    if int(piece == _OPEN) & faced >> square and ship_at(s, square, end & 7):
        piece = _TAKEN
    return piece + _PASSING if end >= OVERTAKES else piece


@rule
def follow(pieces: int, waiting: int, course: int, bow: int) -> int:
    """What is wrong with the voyage of a ship that enters by a port: its own loss, another ship on its wake."""
    found = 0
    port = bow
    while True:
        piece = pieces >> _BITS * ROUTE[course, port] & 31
        if piece >= _PASSING:
            found |= _SAME_WAKE
            piece -= _PASSING
        if piece >= PORTS:
            break
        if piece == bow:  # back where it began: an endless loop
            return found | _OWN_LOSS
        if waiting >> piece & 1:
            found |= _SAME_WAKE
        port = piece
    if piece == _FATAL:
        return found | _OWN_LOSS
    if piece == _TAKEN:
        return found | _SAME_WAKE
    return found


@rule
def fault(pieces: int, waiting: int, course: int, own: int) -> int:
    """TS-21, TS-22: what is wrong with a placement; 0 if nothing. `own` is the port where the active ship enters."""
    found = follow(pieces, waiting, course, own)
    others = waiting & ~(1 << own)
    if others:
        for bow in range(PORTS):
            if others >> bow & 1:
                found |= follow(pieces, waiting, course, bow) & _SAME_WAKE
    return found


@rule
def legal_placements(s: State, p: int, moves: Any) -> int:
    """TS-20 to TS-22: every tile in every rotation, but only the least faulty ones.

    One that breaks TS-22 is allowed only if all do; among those left, one that loses the own ship only if all do.
    """
    here = s.ahead[p]
    own = s.bow[p]
    waiting = 0
    faced = 0
    common = 0
    for q in range(s.players):
        port = int(s.ahead[q] == here) << s.bow[q]
        common |= waiting & port  # two ships wait on the same wake already
        waiting |= port
        faced |= 1 << (s.ahead[q] & 63)  # lost ships set a bit that is no square's
    alone = waiting == 1 << own and common == 0
    pieces = survey(s, here, own, waiting, faced, alone)
    if alone and pieces & _ALL_BUT_FATAL == _ALL_OPEN:  # by far the most: one ship, one piece of wake, open or fatal
        n = 0
        for _ in range(2):  # if all are fatal, all are allowed
            if n == 0:
                n = _write_placements(s, p, own, pieces | _NO_TURN, moves)
                pieces = 0
        return n
    least = _OWN_LOSS + _SAME_WAKE
    n = 0
    for i in range(p * HAND, p * HAND + HAND):
        pattern = s.hand[i]
        if pattern == NO_TILE:
            break
        if _had_before(s, p, i):
            continue
        first = FIRST_COURSE[pattern]
        for course in range(first, first + ROTATIONS[pattern]):
            found = fault(pieces, waiting, course, own)
            if common:
                found |= _SAME_WAKE
            # without branches, which no processor could foresee
            n = 0 if found < least else n
            least = min(least, found)
            moves[n] = A_PLACE + course
            n += int(found == least)
    return n


@rule
def _write_placements(s: State, p: int, own: int, fatal: int, moves: Any) -> int:
    """Write the placements that lead a ship, alone on its square, to a port that is not fatal; how many there are.

    Four turns of each tile, also of one that looks the same when turned: its other turns lead to `_NO_TURN`.
    """
    n = 0
    for i in range(p * HAND, p * HAND + HAND):
        pattern = s.hand[i]
        if pattern == NO_TILE:
            break
        if _had_before(s, p, i):
            continue
        first = A_PLACE + FIRST_COURSE[pattern]
        for turn in range(4):
            moves[n] = first + turn  # the next one overwrites it, unless it is allowed
            n += 1 - (fatal >> _WAY_OUT[own, 4 * pattern + turn] & 1)
    return n


@rule
def _had_before(s: State, p: int, i: int) -> bool:
    """Whether an earlier place of the hand holds the same pattern."""
    for j in range(p * HAND, i):
        if s.hand[j] == s.hand[i]:
            return True
    return False


# --- placing and sailing ------------------------------------------------------------------------------------------
@rule
def voyage(s: State, here: int, course: int, bow: int, waiting: int) -> int:
    """TS-30, TS-31: where the new tile, not yet on its square, carries a ship that enters it."""
    port = ROUTE[course, bow]
    while True:
        if s.head_on == SWAP_PLACES and waiting >> port & 1:
            return stop_at(here, port)
        end = beyond(s, here, port) & OVERTAKES - 1
        if end >> 3 != here:  # a fatal end is none of the square
            return end
        if end & 7 == bow:
            return IN_LOOP * KIND + here * PORTS + bow
        port = ROUTE[course, end & 7]


@rule
def place_tile(s: State, p: int, course: int) -> None:
    """TS-20: the tile leaves the hand and goes before the own ship."""
    discard(s, p, COURSE_PATTERN[course])
    note(s, PLACED, p, s.ahead[p], course, 0)
    sail(s, p, course)


@rule
def sail(s: State, p: int, course: int) -> None:
    """TS-30: every ship that faces the new tile follows its wake."""
    here = s.ahead[p]
    waiting = waiting_at(s, here) if s.head_on == SWAP_PLACES else 0
    q = int(p)
    for _ in range(s.players):
        if s.ahead[q] == here:
            end = voyage(s, here, course, s.bow[q], waiting)
            square = (end & KIND - 1) >> 3
            if end >= KIND:
                lose(s, q, end // KIND, square, end & 7)
            else:
                s.ahead[q] = square
                s.bow[q] = end & 7
                note(s, SAILED, q, square, end & 7, 0)
        q = after(s, q)
    s.board[here] = course
