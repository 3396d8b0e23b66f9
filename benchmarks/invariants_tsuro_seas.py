"""Very many random games of Tsuro of the Seas: after every step, in compiled code, check what must always hold.

    python benchmarks/invariants_tsuro_seas.py [games for each of the 32 option combinations] [players]

Prints, for each combination, the games, the decisions, the longest journal page and how the games ended; stops at the
first violation with the seed that reproduces it.
"""

from __future__ import annotations

import itertools
import sys
import time
from typing import Any

import numpy as np

from tabiji.core.deck import place
from tabiji.core.dispatch import legal, setup, step
from tabiji.core.jit import JIT, u64
from tabiji.core.journal import KIND, WHO
from tabiji.core.match import Game
from tabiji.core.playout import OTHER_STREAM, RNG_STATE
from tabiji.core.random import below, seed_rng
from tabiji.core.record import State, as_states
from tabiji.games.tsuro_seas.state import (
    A_STAY,
    ACTIONS,
    AFLOAT,
    ARRIVED,
    AT_LIMIT,
    BEASTS,
    BECALMED,
    BESIDE,
    BIT,
    COURSE_PATTERN,
    EMPTY,
    ENDINGS,
    GONE,
    HAND,
    IN_SUPPLY,
    LAIRS,
    LAST_SHIP,
    LONGEST_STEP,
    LOST,
    MAX_LEGAL,
    NO_ROOM,
    NO_TILE,
    NOWHERE,
    OVER,
    PASS,
    PATTERNS,
    PLACE,
    PLACED,
    RELOCATE,
    RELOCATED,
    ROLLED,
    SQUARES,
    START,
    STAYED,
    SWAP,
    SWAP_PLACES,
    TILE_DECK,
    TILES,
    TOGETHER,
    TURN_LIMIT,
)


def compiled(function: Any) -> Any:
    """Compiled for this run alone: a script's own code is not kept on disk."""
    if not JIT:
        return function
    import numba

    return numba.njit(nogil=True, error_model="numpy")(function)


VIOLATIONS = (
    "none",
    "a pattern has more or fewer tiles than the box",
    "board and daikaiju disagree",
    "the supply is not what is off the board",
    "a ship faces what it may not face",
    "a ship stands on nothing",
    "a lost ship is somewhere, or holds tiles",
    "a hand has a gap, or its owner has not seen it",
    "the journal is too long",
    "no legal action, or an impossible one",
    "the winners are wrong",
    "the game is too long",
    "two ships share a mark",
    "fewer than three daikaiju, and not just as many are placed",
    "who has sailed is asked for a mark, or may not stay",
)
FINE, TILES_LOST, BOARD, SUPPLY, FACES, STANDS, GHOST, HANDS = range(8)
JOURNAL, LEGAL, WINNERS, LONG, SHARED, FEW, MOORED = range(8, len(VIOLATIONS))


@compiled
def tiles_conserved(s: State, counts: Any) -> bool:
    """All 56 tiles are on the board, in hands, in the pile or out of the game, each pattern as often as in the box."""
    for pattern in range(PATTERNS):
        counts[pattern] = s.wrecked[pattern]
    for square in range(SQUARES):
        if EMPTY < s.board[square] < LAIRS:
            counts[COURSE_PATTERN[s.board[square]]] += 1
    for i in range(s.players * HAND):
        if s.hand[i] != NO_TILE:
            counts[s.hand[i]] += 1
    for i in range(s.pile.left):
        counts[s.pile.cards[place(s.pile, i)]] += 1
    for i in range(TILES):
        counts[TILE_DECK[i]] -= 1
    for pattern in range(PATTERNS):
        if counts[pattern] != 0:
            return False
    return True


@compiled
def daikaiju_fault(s: State) -> int:
    """All ten are on the board where they should be, in the supply, or gone."""
    on_board = 0
    for square in range(SQUARES):
        if s.board[square] >= LAIRS:
            on_board += 1
            if s.lair[s.board[square] - LAIRS] != square:
                return BOARD
    supplied = 0
    for d in range(BEASTS):
        if s.lair[d] >= 0:
            on_board -= 1
        elif s.lair[d] == IN_SUPPLY:
            supplied += 1
        elif s.lair[d] != GONE:
            return BOARD
    if on_board != 0:
        return BOARD
    for i in range(BEASTS):
        if i < s.supplied:
            if s.lair[s.supply[i]] != IN_SUPPLY:
                return SUPPLY
        elif s.supply[i] != NOWHERE:
            return SUPPLY
    return FINE if supplied == s.supplied else SUPPLY


@compiled
def ship_fault(s: State, p: int) -> int:
    """A living ship faces an empty square or a daikaiju's, from a tile or from a mark of its own."""
    held = 0
    for i in range(HAND):
        at = p * HAND + i
        if s.hand[at] == NO_TILE:
            if s.seen[at] != 0:
                return HANDS
        else:
            swapped = s.phase == SWAP and s.traded >> at & 1
            if held != i or not (swapped or s.seen[at] & BIT[p]):
                return HANDS
            held += 1
    if s.fate[p] != AFLOAT:
        spoils = s.phase == SWAP and s.falling >> p & 1
        return GHOST if s.ahead[p] != NOWHERE or (held > 0 and not spoils) else FINE
    if s.phase == START:
        return FINE
    ahead = s.board[s.ahead[p]]
    if EMPTY < ahead < LAIRS and s.head_on != SWAP_PLACES:
        return FACES
    if s.phase == PLACE and s.seat == p and ahead != EMPTY:
        return FACES
    if s.phase == PASS and s.seat == p and ahead >= LAIRS:
        return FACES
    on = BESIDE[s.ahead[p], s.bow[p] >> 1]
    if on == NOWHERE:
        for q in range(p):
            if s.ahead[q] == s.ahead[p] and s.bow[q] == s.bow[p]:
                return SHARED
    elif not EMPTY < s.board[on] < LAIRS:
        return STANDS
    return FINE


@compiled
def stepped(s: State) -> bool:
    """Whether a daikaiju step begins on this page of the journal."""
    for line in range(s.journal.size):
        if s.journal.lines[line, KIND] == ROLLED or s.journal.lines[line, KIND] == ARRIVED:
            return True
    return False


@compiled
def daikaiju_afoot(s: State) -> int:
    """How many daikaiju are on the board."""
    count = 0
    for d in range(BEASTS):
        if s.lair[d] >= 0:
            count += 1
    return count


@compiled
def made_up(s: State, before: int) -> bool:
    """TS-11, TS-13: whoever begins a turn with fewer than three daikaiju places just as many as are missing."""
    arrivals = 0
    for line in range(s.journal.size):
        if s.journal.lines[line, KIND] == ROLLED:
            break
        arrivals += s.journal.lines[line, KIND] == ARRIVED
    return arrivals == max(0, 3 - before)


@compiled
def asked_well(s: State, moves: Any, n: int) -> bool:
    """TS-17: only who still waits at a mark is asked for another, and may stay."""
    return BESIDE[s.ahead[s.seat], s.bow[s.seat] >> 1] == NOWHERE and moves[n - 1] == A_STAY


@compiled
def at_rest(s: State) -> bool:
    """TS-50: no daikaiju, and no ship that faces an empty square with a tile in hand or in the pile."""
    for p in range(s.players):
        if s.fate[p] == AFLOAT and s.board[s.ahead[p]] == EMPTY and (s.hand[p * HAND] != NO_TILE or s.pile.left > 0):
            return False
    return bool(s.no_daikaiju)


@compiled
def last_to_fall(s: State) -> int:
    """The ships lost in the last placement or daikaiju step, read off the journal.

    If the page begins within a daikaiju step, after a question of TS-17, nothing else has happened in this turn before.
    """
    fallen = 0
    line = s.journal.size - 1
    if s.journal.lines[0, KIND] == RELOCATED or s.journal.lines[0, KIND] == STAYED:
        for p in range(s.players):
            if not stepped(s) and s.fate[p] != AFLOAT and s.sunk[p] == s.turn:
                fallen |= 1 << p
    while line >= 0 and s.journal.lines[line, KIND] != PLACED and s.journal.lines[line, KIND] != ROLLED:
        who = s.journal.lines[line, WHO]
        if s.journal.lines[line, KIND] == LOST and s.sunk[who] == s.turn:
            fallen |= 1 << who
        line -= 1
    return fallen


@compiled
def winners_right(s: State) -> bool:
    """TS-50, told from what is left on the board and from the journal."""
    afloat = 0
    count = 0
    for p in range(s.players):
        if s.fate[p] == AFLOAT:
            afloat |= 1 << p
            count += 1
    if count == 0:
        return s.ending == TOGETHER and s.won == last_to_fall(s) and s.won != 0
    if count == 1:
        return s.ending == LAST_SHIP and s.won == afloat
    if s.ending == AT_LIMIT:
        return s.won == afloat and s.turn == TURN_LIMIT
    empty = 0
    for square in range(SQUARES):
        empty += s.board[square] == EMPTY
    return s.ending == (BECALMED if empty else NO_ROOM) and s.won == afloat and at_rest(s)


@compiled
def violation(s: State, counts: Any, moves: Any, n: int) -> int:
    """What does not hold, if anything."""
    if not tiles_conserved(s, counts):
        return TILES_LOST
    found = daikaiju_fault(s)
    for p in range(s.players):
        if found == FINE:
            found = ship_fault(s, p)
    if found != FINE:
        return found
    if s.journal.size > LONGEST_STEP:
        return JOURNAL
    if s.phase == OVER:
        return FINE if n == 0 and s.seat < 0 and winners_right(s) else WINNERS
    if n < 1 or n > MAX_LEGAL or s.won != 0:
        return LEGAL
    if s.phase == RELOCATE and not asked_well(s, moves, n):
        return MOORED
    for i in range(n):
        if moves[i] < 0 or moves[i] >= ACTIONS or (i > 0 and moves[i] == moves[i - 1]):
            return LEGAL
    return FINE


@compiled
def voyage(table: Any, moves: Any, counts: Any, rng: Any, seed: Any, longest: int, totals: Any) -> int:
    """One random game with every step checked; the violation found."""
    table[1] = table[0]
    s = table[1]
    setup(s, seed)
    seed_rng(rng[0], seed ^ u64(OTHER_STREAM))
    decisions = 0
    while True:
        n = legal(s, moves)
        found = violation(s, counts, moves, n)
        if found != FINE:
            return found
        totals[1] = max(totals[1], s.journal.size)
        totals[2] = max(totals[2], s.turn)
        if n == 0:
            break
        turn = s.turn
        afoot = daikaiju_afoot(s)
        step(s, moves[below(rng[0], n)])
        if s.turn > turn and not s.no_daikaiju and not made_up(s, afoot):
            return FEW
        decisions += 1
        if decisions > longest:
            return LONG
    totals[0] += decisions
    totals[3] += 1 if s.won & (s.won - 1) else 0
    totals[5 + s.ending] += 1
    return FINE


@compiled
def voyages(
    table: Any, moves: Any, counts: Any, rng: Any, first_seed: Any, games: int, longest: int, totals: Any
) -> int:
    """Random games until a violation; the number of games without one, and in totals[4] what was violated."""
    for i in range(games):
        totals[4] = voyage(table, moves, counts, rng, u64(first_seed) + u64(i), longest, totals)
        if totals[4] != FINE:
            return i
    return games


def check(game: Game, games: int, first_seed: int = 0) -> dict[str, int]:
    """Play and check; AssertionError names the violation and the seed."""
    table = np.zeros(2, game.dtype).view(np.recarray)
    table[0] = game.blank()
    rng = as_states(np.zeros(1, RNG_STATE).view(np.recarray))
    totals = np.zeros(5 + len(ENDINGS), np.int64)
    longest = game.spec.rules.longest(game.players)
    moves, counts = np.zeros(MAX_LEGAL, np.int16), np.zeros(PATTERNS, np.int16)
    played = voyages(as_states(table), moves, counts, rng, np.uint64(first_seed), games, longest, totals)
    if played < games:
        raise AssertionError(f"{game!r}, seed {first_seed + played}: {VIOLATIONS[totals[4]]}")
    found = dict(zip(("decisions", "journal", "turns", "shared"), totals[:4].tolist(), strict=True))
    return found | dict(zip(ENDINGS, totals[5:].tolist(), strict=True))


def combinations(players: int) -> list[Game]:
    """Every combination of options."""
    from tabiji.core.game_spec import game_spec

    options = game_spec("tsuro_seas").options
    choices = itertools.product(*(option.choices for option in options))
    return [
        Game("tsuro_seas", players, **{o.name: c for o, c in zip(options, choice, strict=True)}) for choice in choices
    ]


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    players = int(sys.argv[2]) if len(sys.argv) > 2 else 8
    check(combinations(players)[0], 1)
    start = time.perf_counter()
    for game in combinations(players):
        found = check(game, games)
        print(
            f"{games:,} games fine, {found['decisions']:,} decisions, longest page {found['journal']} lines,", end=" "
        )
        endings = ", ".join(f"{ending} {found[ending]:,}" for ending in ENDINGS if found[ending])
        print(f"most turns {found['turns']}, shared {found['shared'] / games:.2%}, {endings}: {game!r}", flush=True)
    print(f"{time.perf_counter() - start:.1f} s")


if __name__ == "__main__":
    main()
