"""Tokaido Duo, 2 players: a pilgrim, a merchant and an artist each, moved by three dice that are shared out.

Each round one player rolls the three dice and uses the first and the third of them, the other the second. A die moves
its character by exactly its pips, and the space of arrival offers an action. The game ends with the round in which
somebody completes a track; points are faith (temple times garden), trade (gold) and culture (gifts). The rules with
their ids stand in docs/rules/tokaido_duo.md; characters are in artist.py, merchant.py and pilgrim.py, points in
scoring.py.

    setup(s, seed)      s.players, the options and the board are written in the record before
    legal(s, moves)     writes the legal actions, returns how many
    step(s, action)     plays a legal action
    winners(s)          bits of the winning seats
"""

from __future__ import annotations

from typing import Any

from tabiji.core.jit import rule
from tabiji.core.journal import clear_journal, note
from tabiji.core.random import below, seed_rng, shuffle
from tabiji.core.record import State
from tabiji.games.tokaido_duo.artist import areas_in_reach, gift, may_gift, may_paint, paint, town_place
from tabiji.games.tokaido_duo.merchant import (
    draw_goods,
    give_back,
    is_cunning,
    is_strong,
    keep,
    keeps,
    may_keep,
    sell,
    towns_in_reach,
    wanted,
)
from tabiji.games.tokaido_duo.pilgrim import (
    landing,
    may_take,
    may_visit,
    other_steps,
    station_kind,
    take_wave,
    visit,
)
from tabiji.games.tokaido_duo.scoring import finish, trigger, winners
from tabiji.games.tokaido_duo.state import (
    A_AGAIN,
    A_DIE,
    A_DRAW,
    A_DRAW_STRONG,
    A_GIFT,
    A_GO,
    A_KEEP,
    A_PAINT,
    A_PAINT_MASTER,
    A_PASS,
    A_RETURN,
    A_SELL,
    A_SELL_CUNNING,
    A_STAY,
    A_VISIT,
    A_WAVE,
    ACT,
    AGAIN,
    ALL_GOODS,
    ALL_PAINTINGS,
    AREAS,
    ARTIST,
    BY_LENGTH,
    CHARACTERS,
    COAST,
    COASTAL_TOWNS,
    DIE,
    FACES,
    FIRST_AREA,
    FIRST_MOUNTAIN,
    GO,
    GOODS,
    KEEP,
    LENT,
    MAX_PLANNED,
    MAX_ROUNDS,
    MERCHANT,
    MOVED,
    NOBODY,
    PAINTINGS,
    PASSED,
    PILGRIM,
    PLAYERS,
    RETURN,
    ROLLED,
    SEASHORE,
    SPRING_BACK,
    STAYED,
    TOOK,
    TOWNS,
)

__all__ = ["legal", "longest", "setup", "step", "winners"]


def longest(players: int) -> int:
    """No game takes more decisions than this: a die asks for itself and a second use, each use for three things."""
    return MAX_ROUNDS * len(CHARACTERS) * 8


# --- setup --------------------------------------------------------------------------------------------------------
@rule
def setup(s: State, seed: Any) -> None:
    """TD-1 to TD-3. The pawns stand on their start spaces since the board was laid."""
    seed_rng(s, seed)
    shuffle(s, s.trade, len(s.trade))
    for i in range(len(ALL_GOODS)):
        s.bag[i] = ALL_GOODS[i]
    s.bagged = len(ALL_GOODS)
    shuffle(s, s.bag, len(s.bag))
    for tile in range(len(CHARACTERS)):
        s.side[tile] = below(s, 2)
        if s.wave_sides > 0:  # the option lists the sides of the pilgrim, the merchant and the artist in this order
            s.side[tile] = s.wave_sides - 1 >> 2 - tile & 1
        s.wave[tile] = NOBODY
    s.spring = NOBODY
    for p in range(PLAYERS):
        s.temple[p] = 1
        s.garden[p] = 1
        shuffle_paintings(s, p)
    s.roller = 0
    roll(s)


@rule
def shuffle_paintings(s: State, p: int) -> None:
    """TD-2: the ten tiles of a player's color, face down in random order."""
    color = p ^ s.compass
    for i in range(PAINTINGS):
        other = below(s, i + 1)
        s.painting[p, i] = s.painting[p, other]
        s.painting[p, other] = ALL_PAINTINGS[color, i]


# --- the round ----------------------------------------------------------------------------------------------------
@rule
def roll(s: State) -> None:
    """TD-10: the three dice; a stacked match knows its first rolls."""
    s.round += 1
    s.turn = 0
    plan = int(s.planned[s.round - 1]) if s.round <= MAX_PLANNED else 0
    digit = 100
    for die in range(len(CHARACTERS)):
        s.die[die] = s.faces[die, below(s, FACES)]
        if plan > 0:
            s.die[die] = plan // digit % 10
            digit //= 10
        s.taker[die] = NOBODY
        note(s, ROLLED, s.roller, die, s.die[die], 0)
    choose_die(s)


@rule
def mover(s: State) -> int:
    """TD-10: who rolled uses the first and the third die, the other player the second."""
    return 1 - int(s.roller) if s.turn == 1 else int(s.roller)


@rule
def choose_die(s: State) -> None:
    """The next die is to be taken."""
    s.phase = DIE
    s.seat = mover(s)
    s.character = NOBODY
    s.second = 0
    s.bathed = 0
    s.origin = NOBODY


@rule
def die_used(s: State) -> None:
    """TD-44: movement and action are done; the hot spring may lend the die a second use."""
    p = mover(s)
    s.seat = p
    if s.second:
        s.spring = NOBODY
        note(s, SPRING_BACK, p, 0, 0, 0)
    elif s.spring == p and not s.bathed:
        s.phase = AGAIN
        return
    s.turn += 1
    if s.turn < len(CHARACTERS):
        choose_die(s)
        return
    if s.triggers == 0 and s.round == MAX_ROUNDS:
        trigger(s, NOBODY, BY_LENGTH)
    if s.triggers:  # TD-60: the dice of the round are all played
        s.turn = len(CHARACTERS) - 1
        finish(s)
    else:
        s.roller = 1 - s.roller
        roll(s)


# --- what may be done ---------------------------------------------------------------------------------------------
@rule
def legal(s: State, moves: Any) -> int:
    """Write the legal actions of the deciding seat into `moves`; how many there are."""
    n = 0
    p = s.seat
    if s.phase == DIE:
        for die in range(len(CHARACTERS)):
            if s.taker[die] == NOBODY:
                moves[n] = A_DIE + die
                n += 1
    elif s.phase == GO:
        n = _ways(s, p, moves)
    elif s.phase == ACT:
        n = _deeds(s, p, moves)
        moves[n] = A_PASS  # TD-11: the action of a space is optional
        n += 1
    elif s.phase == KEEP:
        for choice in range(keeps(s, p) - 1, -1, -1):
            if may_keep(s, p, choice):
                moves[n] = A_KEEP + choice
                n += 1
    elif s.phase == RETURN:
        for good in range(len(GOODS)):
            if s.goods[p, good] > 0:
                moves[n] = A_RETURN + good
                n += 1
    elif s.phase == AGAIN:
        moves[0] = A_AGAIN
        moves[1] = A_PASS
        n = 2
    return n


@rule
def _ways(s: State, p: int, moves: Any) -> int:
    """TD-11: where the die leads."""
    n = 0
    if s.character == PILGRIM:
        station = landing(s, p, s.die[PILGRIM])
        moves[0] = A_GO + station
        n = 1
        steps = other_steps(s, p)
        if steps > 0 and landing(s, p, steps) != station:
            moves[1] = A_GO + landing(s, p, steps)
            n = 2
    elif s.character == MERCHANT:
        towns = towns_in_reach(s, p)
        for town in range(TOWNS):
            if towns >> town & 1:
                moves[n] = A_GO + town_place(s, town)
                n += 1
        if n == 0:
            moves[0] = A_STAY  # TD-12
            n = 1
    else:
        areas = areas_in_reach(s, p)
        for area in range(len(AREAS)):
            if areas >> area & 1:
                moves[n] = A_GO + FIRST_AREA + area
                n += 1
    return n


@rule
def _deeds(s: State, p: int, moves: Any) -> int:
    """The actions of the space of arrival."""
    n = 0
    if s.character == ARTIST:
        for extra in range(2):
            if may_paint(s, p, extra):
                moves[n] = A_PAINT + extra
                n += 1
        if may_gift(s, p):
            moves[n] = A_GIFT
            n += 1
    elif s.character == PILGRIM:
        if station_kind(s, p) != SEASHORE:
            if may_visit(s, p):
                moves[n] = A_VISIT
                n += 1
        else:
            for tile in range(len(CHARACTERS)):
                if may_take(s, p, tile):
                    moves[n] = A_WAVE + tile
                    n += 1
    elif s.at[p, MERCHANT] >= COASTAL_TOWNS:
        moves[n] = A_DRAW
        n += 1
        if is_strong(s, p):
            moves[n] = A_DRAW_STRONG
            n += 1
    else:
        for count in range(s.goods[p, wanted(s, s.at[p, MERCHANT])]):
            moves[n] = A_SELL + count
            n += 1
            if is_cunning(s, p):
                moves[n] = A_SELL_CUNNING + count
                n += 1
    return n


@rule
def _can_act(s: State, p: int) -> bool:
    """Whether the space of arrival offers something; if not, nothing is asked."""
    if s.character == ARTIST:
        return may_paint(s, p, 0) or may_paint(s, p, 1) or may_gift(s, p)
    if s.character == PILGRIM:
        return may_visit(s, p)
    return bool(s.at[p, MERCHANT] >= COASTAL_TOWNS or s.goods[p, wanted(s, s.at[p, MERCHANT])] > 0)


# --- doing it -----------------------------------------------------------------------------------------------------
@rule
def step(s: State, action: int) -> None:
    """Play a legal action: the use of the die goes on with another question, or it is over."""
    clear_journal(s)
    if not _goes_on(s, s.seat, action):
        die_used(s)


@rule
def _goes_on(s: State, p: int, action: int) -> bool:
    """Do what was decided; whether something more is asked."""
    if s.phase == DIE:
        die = action - A_DIE
        s.taker[die] = p
        s.character = die
        s.phase = GO
        note(s, TOOK, p, die, s.die[die], 0)
        return True
    if s.phase == GO:
        return _go(s, p, action)
    if s.phase == ACT:
        return _act(s, p, action)
    if s.phase == KEEP:
        keep(s, p, action - A_KEEP)
    elif s.phase == RETURN:
        give_back(s, p, action - A_RETURN, 1)
    elif s.phase == AGAIN:
        if action == A_AGAIN:
            s.second = 1
            s.phase = GO
            note(s, LENT, p, s.character, s.die[s.character], 0)
            return True
        s.bathed = 1  # declined: with this die there is no second use
        note(s, PASSED, p, 0, 0, 0)
    return False


@rule
def _go(s: State, p: int, action: int) -> bool:
    """Move the die's character; whether the space of arrival offers an action."""
    if action == A_STAY:
        note(s, STAYED, p, MERCHANT, 0, 0)
        return False
    place = action - A_GO
    if s.character == PILGRIM:
        s.at[p, PILGRIM] = place
    elif s.character == MERCHANT:
        s.at[p, MERCHANT] = s.ring[place] - COAST if place < FIRST_MOUNTAIN else place - FIRST_MOUNTAIN + COASTAL_TOWNS
    else:
        s.origin = s.at[p, ARTIST]
        s.at[p, ARTIST] = place - FIRST_AREA
    note(s, MOVED, p, s.character, place, 0)
    s.phase = ACT
    return _can_act(s, p)


@rule
def _act(s: State, p: int, action: int) -> bool:
    """Do what the space of arrival offers; whether goods must be given back."""
    if action == A_PASS:
        note(s, PASSED, p, 0, 0, 0)
    elif action == A_PAINT or action == A_PAINT_MASTER:
        paint(s, p, action - A_PAINT)
    elif action == A_GIFT:
        gift(s, p)
    elif action == A_DRAW or action == A_DRAW_STRONG:
        s.phase = KEEP
        return draw_goods(s, p, action - A_DRAW)
    elif action == A_VISIT:
        visit(s, p)
    elif action >= A_WAVE:
        s.phase = RETURN
        s.seat = 1 - p
        return take_wave(s, p, action - A_WAVE)
    elif action >= A_SELL_CUNNING:
        sell(s, p, action - A_SELL_CUNNING + 1, 1)
    else:
        sell(s, p, action - A_SELL + 1, 0)
    return False
