"""What is certain: a placement that wins whatever the others hold, draw and do, and the end of a doomed ship.

Three kinds of positions are worked out exactly, for any bot that asks before it starts to guess:

- a tile that leaves the own ship alone on the board wins at once;
- where every tile loses the own ship, each is worth what it takes along: those lost together share the victory;
- two ships on a calm sea: a plan of a few turns that wins against every tile the other may hold. Only tiles already in
  hand are part of the plan, and the other may answer with any tile that is neither on the board nor in the own hand, so
  that nothing hidden matters. Daikaiju would: dice leave nothing certain beyond the own placement.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tabiji.core.deck import place
from tabiji.core.jit import rule
from tabiji.core.journal import clear_journal
from tabiji.core.record import State, as_states
from tabiji.games.tsuro_seas.ships import afloat, discard, hand_size, ships_afloat
from tabiji.games.tsuro_seas.state import (
    A_PLACE,
    COURSE_PATTERN,
    FIRST_COURSE,
    HAND,
    MAX_LEGAL,
    MAX_PLAYERS,
    NO_TILE,
    NOBODY,
    NOWHERE,
    PATTERNS,
    PLACE,
    ROTATIONS,
    SWAP_PLACES,
    TURN_LIMIT,
)
from tabiji.games.tsuro_seas.wakes import fault, legal_placements, sail, survey, waiting_at

UNKNOWN = -1.0
_ANSWERS = 2  # turns of the other ship within a plan: between each two of the three tiles in hand
_PLIES = HAND + _ANSWERS
_TRIES = 20_000  # placements tried before a plan is given up: a few milliseconds


def foresee(record: Any) -> list[tuple[int, float]]:
    """The legal actions whose exact share of the victory decides the choice; none if it takes a guess."""
    table = np.zeros(1 + _PLIES, record.dtype).view(np.recarray)
    table[0] = record
    moves = np.zeros(MAX_LEGAL, np.int16)
    worth = np.zeros(MAX_LEGAL)
    elsewhere = np.zeros(PATTERNS, np.int8)
    replies = np.zeros((1 + _PLIES, 4), np.int16)  # a tile has four rotations at most
    n = judge(as_states(table), moves, worth, elsewhere, replies, np.zeros(1, np.int64))
    return [(int(moves[i]), float(worth[i])) for i in range(n) if worth[i] != UNKNOWN]


@rule
def judge(table: Any, moves: Any, worth: Any, elsewhere: Any, replies: Any, tries: Any) -> int:
    """Write what each legal placement is worth, or UNKNOWN; how many there are, 0 if nothing is decided."""
    s = table[0]
    if s.phase != PLACE:
        return 0
    seat = int(s.seat)
    n = legal_placements(s, seat, moves)
    wins = False
    doomed = True
    for i in range(n):
        worth[i] = outcome(table, 0, seat, moves[i] - A_PLACE)
        wins |= worth[i] == 1.0
        doomed &= worth[i] != UNKNOWN
    if wins or doomed:
        return n
    other = rival(s, seat)
    if other == NOBODY or not s.no_daikaiju or s.head_on == SWAP_PLACES or s.turn + _PLIES >= TURN_LIMIT:
        return 0
    if hand_size(s, other) < _ANSWERS:  # it would have to pass
        return 0
    tiles_elsewhere(s, seat, elsewhere)
    tries[0] = _TRIES
    for answers in range(1, _ANSWERS + 1):  # the shortest plan first
        for i in range(n):
            if worth[i] == UNKNOWN:
                outcome(table, 0, seat, moves[i] - A_PLACE)
                discard(table[1], seat, COURSE_PATTERN[moves[i] - A_PLACE])
                if answers == 1:
                    sure = cornered(table, 1, seat, other, elsewhere, replies, tries)
                else:
                    sure = outplayed(table, 1, seat, other, elsewhere, replies, tries)
                if sure:
                    worth[i] = 1.0
                    return n
    return 0


@rule
def outcome(table: Any, at: int, seat: int, course: int) -> float:
    """The share of the victory if this placement (tried on the next record) settles it, else UNKNOWN."""
    table[at + 1] = table[at]
    s = table[at + 1]
    clear_journal(s)
    s.falling = 0
    sail(s, seat, course)
    if afloat(s, seat):
        return 1.0 if ships_afloat(s) == 1 else UNKNOWN
    if ships_afloat(s) > 0:
        return 0.0
    together = 0
    for p in range(s.players):
        together += s.falling >> p & 1
    return 1.0 / together


@rule
def rival(s: State, seat: int) -> int:
    """The one other ship afloat; NOBODY if there are more."""
    found = NOBODY
    for p in range(s.players):
        if p != seat and afloat(s, p):
            if found != NOBODY:
                return NOBODY
            found = p
    return found


@rule
def tiles_elsewhere(s: State, seat: int, elsewhere: Any) -> None:
    """Count the tiles in the pile and in other hands, by pattern: all that another ship may come to hold."""
    for pattern in range(PATTERNS):
        elsewhere[pattern] = 0
    for i in range(s.pile.left):
        elsewhere[s.pile.cards[place(s.pile, i)]] += 1
    for i in range(MAX_PLAYERS * HAND):
        if i // HAND != seat and s.hand[i] != NO_TILE:
            elsewhere[s.hand[i]] += 1


# --- plans: two functions for two depths, because a recursive one cannot be kept compiled on disk -------------------
@rule
def cornered(table: Any, at: int, seat: int, other: int, elsewhere: Any, replies: Any, tries: Any) -> bool:
    """Whether the other ship, which places now, is lost with each tile it may hold: at once, or to the next tile."""
    for pattern in range(PATTERNS):
        for k in range(possible(table[at], other, pattern, elsewhere, replies[at])):
            if not survives(table, at, seat, other, replies[at, k] - A_PLACE, tries):
                return False
            if afloat(table[at + 1], other) and not wins_at_once(table, at + 1, seat):
                return False
    return True


@rule
def outplayed(table: Any, at: int, seat: int, other: int, elsewhere: Any, replies: Any, tries: Any) -> bool:
    """Whether each tile the other may hold loses it at once, to the next tile, or lets itself be cornered."""
    for pattern in range(PATTERNS):
        for k in range(possible(table[at], other, pattern, elsewhere, replies[at])):
            if not survives(table, at, seat, other, replies[at, k] - A_PLACE, tries):
                return False
            if not afloat(table[at + 1], other) or wins_at_once(table, at + 1, seat):
                continue
            elsewhere[pattern] -= 1
            met = corners(table, at + 1, seat, other, elsewhere, replies, tries)
            elsewhere[pattern] += 1
            if not met:
                return False
    return True


@rule
def possible(s: State, other: int, pattern: int, elsewhere: Any, replies: Any) -> int:
    """Write what another ship may place of a pattern, whatever else it holds; how much it is.

    A tile alone in a hand allows what it allows beside others, or more (TS-21, TS-22).
    """
    if elsewhere[pattern] == 0:
        return 0
    for i in range(other * HAND, other * HAND + HAND):
        s.hand[i] = NO_TILE
    s.hand[other * HAND] = pattern
    return legal_placements(s, other, replies)


@rule
def survives(table: Any, at: int, seat: int, other: int, course: int, tries: Any) -> bool:
    """Whether the own ship is still afloat after an answer, which is tried on the next record."""
    tries[0] -= 1
    outcome(table, at, other, course)
    return tries[0] >= 0 and afloat(table[at + 1], seat)


@rule
def wins_at_once(table: Any, at: int, seat: int) -> bool:
    """Whether a tile in hand leaves the own ship alone."""
    s = table[at]
    for i in range(seat * HAND, seat * HAND + hand_size(s, seat)):
        for course in range(FIRST_COURSE[s.hand[i]], FIRST_COURSE[s.hand[i]] + ROTATIONS[s.hand[i]]):
            if faultless(s, seat, course) and outcome(table, at, seat, course) == 1.0:
                return True
    return False


@rule
def corners(table: Any, at: int, seat: int, other: int, elsewhere: Any, replies: Any, tries: Any) -> bool:
    """Whether a tile in hand corners the other ship."""
    s = table[at]
    for i in range(seat * HAND, seat * HAND + hand_size(s, seat)):
        for course in range(FIRST_COURSE[s.hand[i]], FIRST_COURSE[s.hand[i]] + ROTATIONS[s.hand[i]]):
            if faultless(s, seat, course) and outcome(table, at, seat, course) == UNKNOWN:
                discard(table[at + 1], seat, COURSE_PATTERN[course])
                if cornered(table, at + 1, seat, other, elsewhere, replies, tries):
                    return True
    return False


@rule
def faultless(s: State, p: int, course: int) -> bool:
    """TS-21, TS-22: nothing is wrong with this placement, so that no tile drawn meanwhile can forbid it."""
    here = s.ahead[p]
    faced = 0
    for q in range(s.players):
        if s.ahead[q] != NOWHERE:
            faced |= 1 << s.ahead[q]
        if q != p and s.ahead[q] == here and s.bow[q] == s.bow[p]:
            return False
    waiting = waiting_at(s, here)
    return bool(fault(survey(s, here, s.bow[p], waiting, faced, False), waiting, course, s.bow[p]) == 0)
