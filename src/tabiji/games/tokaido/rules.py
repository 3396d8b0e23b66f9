"""Tokaido, 2-5 players: walk from Kyoto to Edo, and be the traveler with the richest journey.

The traveler farthest back moves, to any free space up to the next inn, and does there what the space says. Points come
from meals, panoramas, souvenirs, hot springs, encounters, the temple and achievements. The rules with their ids stand
in docs/rules/tokaido.md; spaces are in spaces.py, inns in inns.py, points and the end in scoring.py.

    setup(s, seed)      s.players and the options are written in the record before
    legal(s, moves)     writes the legal actions, returns how many
    step(s, action)     plays a legal action
    winners(s)          bits of the winning seats
"""

from __future__ import annotations

from typing import Any

from tabiji.core.deck import NO_CARD, fill
from tabiji.core.jit import rule
from tabiji.core.journal import clear_journal, note
from tabiji.core.random import below, seed_rng, shuffle
from tabiji.core.record import State
from tabiji.games.tokaido.inns import (
    accept_treat,
    arrive,
    dine,
    eat,
    may_eat,
    may_taste,
    neutral_arrives,
    refuse_treat,
)
from tabiji.games.tokaido.scoring import add_panorama, finish, finished, winners
from tabiji.games.tokaido.spaces import buy, donate, encounter, farm, hot_spring, keep, may_buy, temple, village
from tabiji.games.tokaido.state import (
    A_ACCEPT,
    A_BUY,
    A_DONATE,
    A_EAT,
    A_EAT_NOTHING,
    A_KEEP,
    A_MOVE,
    A_REFUSE,
    A_SEE,
    A_SEE_NOTHING,
    A_TAKE,
    BUY,
    DONATE,
    DONATED,
    DOUBLE,
    DOUBLE_MIN_PLAYERS,
    DOUBLE_STOPS,
    EAT,
    ENCOUNTER,
    ENCOUNTER_DECK,
    ENCOUNTERS,
    FARM,
    FIRST_PANORAMA,
    HIROSHIGE,
    HOT_SPRING,
    HOT_SPRING_DECK,
    INITIATORY_COINS,
    INN,
    KEEP,
    LAST_STOP,
    LINED_UP,
    MAX_DONATION,
    MEAL_DECK,
    MEALS,
    MOVE,
    MOVED,
    NO_COINS,
    NOBODY,
    OCCUPIED,
    OPEN,
    PANORAMA_FINISHED,
    PANORAMAS,
    PREPARATIONS,
    REVEALED,
    ROAD,
    SEE,
    SOUVENIR_DECK,
    START_COINS,
    STOPS_OF,
    TAKE,
    TEMPLE,
    TOOK,
    TRAVELERS,
    TREAT,
    VILLAGE,
    VILLAGE_REVEAL,
)

__all__ = ["legal", "longest", "setup", "step", "winners"]


def longest(players: int) -> int:
    """No journey takes more decisions than this: a tile, and for each step of each pawn at most a move and two more."""
    return players + 3 * LAST_STOP * max(players, 3)


# --- setup --------------------------------------------------------------------------------------------------------
@rule
def setup(s: State, seed: Any) -> None:
    """TK-1 to TK-5. Kyoto's order is drawn with the decks, and stays secret until all have chosen a traveler."""
    seed_rng(s, seed)
    fill(s, s.meals, MEAL_DECK)
    fill(s, s.souvenirs, SOUVENIR_DECK)
    fill(s, s.encounters, ENCOUNTER_DECK)
    fill(s, s.springs, HOT_SPRING_DECK)
    s.pawns = s.players + 1 if s.players == 2 else s.players  # TK-60: the neutral traveler
    for pawn in range(s.pawns):
        s.slot[pawn] = pawn
    shuffle(s, s.slot, s.pawns)
    for p in range(s.players):
        s.traveler[p] = NOBODY
    for i in range(4 * s.players):
        s.meal[i // 4, i % 4] = NOBODY
    for i in range(len(s.stall)):
        s.stall[i] = NO_CARD
    for i in range(len(s.pool)):
        s.pool[i] = NO_CARD
    s.treat = NO_CARD
    s.drawn[0] = NO_CARD
    s.drawn[1] = NO_CARD
    if s.initiatory:  # TK-70
        depart(s)
    else:
        deal_travelers(s)
        s.phase = TAKE
        s.seat = 0
        s.pawn = 0


@rule
def deal_travelers(s: State) -> None:
    """TK-3: two tiles to each player."""
    taken = 0
    for i in range(2 * s.players):
        nth = below(s, len(TRAVELERS) - i)
        tile = 0
        while taken >> tile & 1 or nth > 0:
            if not taken >> tile & 1:
                nth -= 1
            tile += 1
        taken |= 1 << tile
        s.dealt[i // 2, i % 2] = tile


@rule
def take(s: State, p: int, traveler: int) -> bool:
    """TK-3: keep one of the two tiles, in secret until all have chosen."""
    s.traveler[p] = traveler
    note(s, TOOK, p, traveler, 0, 0)
    if p + 1 < s.players:
        s.seat = p + 1
        s.pawn = p + 1
        return True
    depart(s)
    return True


@rule
def depart(s: State) -> None:
    """Tiles are turned over, purses filled, and the pawns stand in Kyoto (TK-4; TK-73: preparations)."""
    for p in range(s.players):
        coins = INITIATORY_COINS if s.initiatory else int(START_COINS[s.traveler[p]])
        s.purse[p] = coins
        if not s.initiatory:
            note(s, REVEALED, p, s.traveler[p], coins, 0)
    for pawn in range(s.pawns):
        extra = 0
        if s.preparations and pawn < s.players:
            extra = int(PREPARATIONS[s.slot[pawn]])
            s.purse[pawn] += extra
        s.departure[pawn] = s.pawns - 1 - s.slot[pawn]
        note(s, LINED_UP, pawn, s.slot[pawn], extra, 0)
    next_turn(s)


# --- turn and movement --------------------------------------------------------------------------------------------
@rule
def next_turn(s: State) -> None:
    """TK-10, TK-12: the farthest back moves, on one stop the later arrival. TK-30: nobody is left on the road."""
    last = 0
    for pawn in range(1, s.pawns):
        behind = s.stop[pawn] < s.stop[last]
        outside = s.stop[pawn] == s.stop[last] and s.slot[pawn] > s.slot[last]
        if behind or outside:
            last = pawn
    if s.stop[last] == LAST_STOP:
        finish(s)
        return
    s.phase = MOVE
    s.pawn = last
    s.seat = last if last < s.players else leader(s)


@rule
def leader(s: State) -> int:
    """TK-60: of two players the one ahead moves the neutral traveler; at one inn the earlier arrival."""
    if s.stop[0] != s.stop[1]:
        return 0 if s.stop[0] > s.stop[1] else 1
    return 0 if s.slot[0] < s.slot[1] else 1


@rule
def others_at(s: State, stop: int) -> int:
    """How many pawns stand on a stop."""
    count = 0
    for pawn in range(s.pawns):
        if s.stop[pawn] == stop:
            count += 1
    return count


@rule
def stop_closed(s: State, pawn: int, stop: int) -> int:
    """Why a stop cannot be chosen: TK-11, TK-13, TK-14 and what spaces demand of a visitor (TK-20, TK-23, TK-25)."""
    space = ROAD[s.return_trip, stop]
    if space == INN:
        return OPEN
    dots = 2 if DOUBLE[s.return_trip, stop] and s.players >= DOUBLE_MIN_PLAYERS else 1
    if others_at(s, stop) >= dots:
        return OCCUPIED
    if pawn >= s.players:  # TK-61: the neutral traveler needs neither coins nor open panoramas
        return OPEN
    if space == VILLAGE or space == TEMPLE:
        return OPEN if s.purse[pawn] >= 1 else NO_COINS
    if space >= FIRST_PANORAMA and finished(s, pawn, space - FIRST_PANORAMA):
        return PANORAMA_FINISHED
    return OPEN


@rule
def closed_stops(s: State, pawn: int) -> int:
    """The stops of the whole road that `stop_closed` closes, one bit each: legal moves are asked for most of all."""
    once = 0
    twice = 0
    for other in range(s.pawns):
        here = 1 << s.stop[other]
        twice |= once & here
        once |= here
    closed = once
    if s.players >= DOUBLE_MIN_PLAYERS:
        closed = twice | once & ~DOUBLE_STOPS[s.return_trip]
    if pawn < s.players:
        if s.purse[pawn] < 1:
            closed |= STOPS_OF[s.return_trip, VILLAGE] | STOPS_OF[s.return_trip, TEMPLE]
        for panorama in range(len(PANORAMAS)):
            if finished(s, pawn, panorama):
                closed |= STOPS_OF[s.return_trip, FIRST_PANORAMA + panorama]
    return closed & ~STOPS_OF[s.return_trip, INN]


@rule
def _open_stops(s: State, pawn: int, moves: Any) -> int:
    """TK-11: write the moves to open stops, never past the next inn; how many there are."""
    closed = closed_stops(s, pawn)
    stop = s.stop[pawn] + 1
    n = 0
    while True:
        moves[n] = A_MOVE + stop - 1  # the next one overwrites it, unless it is open; the inn is
        n += ~(closed >> stop) & 1
        if ROAD[s.return_trip, stop] == INN:
            return n
        stop += 1


@rule
def must_see(s: State, p: int) -> bool:
    """TK-40: at an inn Hiroshige takes a card. TK-26: a guide may be declined."""
    return bool(s.traveler[p] == HIROSHIGE and ROAD[s.return_trip, s.stop[p]] == INN)


@rule
def move(s: State, pawn: int, stop: int) -> bool:
    """TK-11, TK-15: walk to a stop, take the first free dot or slot there, and do what the space says."""
    s.slot[pawn] = others_at(s, stop)
    s.stop[pawn] = stop
    note(s, MOVED, pawn, stop, 0, 0)
    space = ROAD[s.return_trip, stop]
    if pawn >= s.players:
        neutral_stops(s, pawn, space)
        return False
    if space == INN:
        return arrive(s, pawn)
    if space == VILLAGE:
        return village(s, pawn)
    if space == FARM:
        return farm(s, pawn)
    if space == TEMPLE:
        return temple(s, pawn)
    if space == HOT_SPRING:
        return hot_spring(s, pawn)
    if space == ENCOUNTER:
        return encounter(s, pawn)
    add_panorama(s, pawn, space - FIRST_PANORAMA)
    return False


@rule
def neutral_stops(s: State, pawn: int, space: int) -> None:
    """TK-61: the neutral traveler does nothing but give a bank coin at a temple and spoil a meal at an inn."""
    if space == TEMPLE:
        s.offering[pawn] += 1
        note(s, DONATED, pawn, 1, 1, 0)
    elif space == INN:
        neutral_arrives(s, pawn)


# --- what every game has: legal and step --------------------------------------------------------------------------
@rule
def legal(s: State, moves: Any) -> int:
    """Write the legal actions of the deciding seat into `moves`; how many there are."""
    n = 0
    p = s.seat
    if s.phase == MOVE:
        n = _open_stops(s, s.pawn, moves)
    elif s.phase == BUY:
        for basket in range(1 << VILLAGE_REVEAL):
            if may_buy(s, p, basket):
                moves[n] = A_BUY + basket
                n += 1
    elif s.phase == EAT:
        for dish in range(len(MEALS)):
            if may_eat(s, p, dish):
                moves[n] = A_EAT + dish
                n += 1
        moves[n] = A_EAT_NOTHING
        n += 1
    elif s.phase == DONATE:
        for coins in range(1, min(MAX_DONATION, s.purse[p]) + 1):
            moves[n] = A_DONATE + coins - 1
            n += 1
    elif s.phase == SEE:
        for panorama in range(len(PANORAMAS)):
            if not finished(s, p, panorama):
                moves[n] = A_SEE + panorama
                n += 1
        if not must_see(s, p):
            moves[n] = A_SEE_NOTHING
            n += 1
    elif s.phase == KEEP:
        for card in range(len(ENCOUNTERS)):
            if s.drawn[0] == card or s.drawn[1] == card:
                moves[n] = A_KEEP + card
                n += 1
    elif s.phase == TREAT:
        if may_taste(s, p, s.pool[s.treat]):
            moves[n] = A_ACCEPT
            n += 1
        moves[n] = A_REFUSE
        n += 1
    elif s.phase == TAKE:
        moves[0] = A_TAKE + min(s.dealt[p, 0], s.dealt[p, 1])
        moves[1] = A_TAKE + max(s.dealt[p, 0], s.dealt[p, 1])
        n = 2
    return n


@rule
def step(s: State, action: int) -> None:
    """Play a legal action: the visit goes on with another question, or the next traveler moves."""
    clear_journal(s)
    if not _goes_on(s, s.seat, action):
        next_turn(s)


@rule
def _goes_on(s: State, p: int, action: int) -> bool:
    """Do what was decided; whether this visit asks something more."""
    if s.phase == MOVE:
        return move(s, s.pawn, action - A_MOVE + 1)
    if s.phase == BUY:
        buy(s, p, action - A_BUY)
    elif s.phase == EAT:
        eat(s, p, NO_CARD if action == A_EAT_NOTHING else action - A_EAT)
    elif s.phase == DONATE:
        donate(s, p, action - A_DONATE + 1)
    elif s.phase == SEE:
        if action != A_SEE_NOTHING:
            add_panorama(s, p, action - A_SEE)
        return _meal_follows(s, p)
    elif s.phase == KEEP:
        return keep(s, p, action - A_KEEP)
    elif s.phase == TREAT:
        if action == A_REFUSE:
            refuse_treat(s, p)
            return True
        accept_treat(s, p)
    elif s.phase == TAKE:
        return take(s, p, action - A_TAKE)
    return False


@rule
def _meal_follows(s: State, p: int) -> bool:
    """A panorama chosen at an inn (TK-40, TK-41) comes before the meal."""
    return ROAD[s.return_trip, s.stop[p]] == INN and dine(s, p)
