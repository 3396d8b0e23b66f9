"""The inns: meals in secret, the travelers who do something there, and the neutral traveler's visit."""

from __future__ import annotations

from tabiji.core.deck import NO_CARD, draw, put_under, top_batch
from tabiji.core.jit import rule
from tabiji.core.journal import note
from tabiji.core.random import below, shuffle
from tabiji.core.record import State
from tabiji.games.tokaido.scoring import all_finished, score
from tabiji.games.tokaido.spaces import encounter
from tabiji.games.tokaido.state import (
    ATE,
    CHUUBEI,
    CLEARED,
    DISCARD,
    DISCARDED,
    EAT,
    EATEN,
    FASTED,
    FROM_DECK,
    FROM_MEALS,
    FROM_POOL,
    HIROSHIGE,
    INNS,
    KINKO,
    LAST_STOP,
    LEFTOVER,
    MEAL_POINTS,
    MEAL_PRICE,
    NO_COINS,
    OPEN,
    REFUSAL,
    REFUSED,
    SATSUKI,
    SEE,
    SERVED,
    TREAT,
    TREATED,
)


@rule
def inn_number(s: State, stop: int) -> int:
    """Which inn a stop is: 1 to 4 on the way, 0 where the journey began."""
    number = 0
    while INNS[s.return_trip, number] != stop:
        number += 1
    return number


@rule
def arrive(s: State, p: int) -> bool:
    """TK-27. At the middle inns Hiroshige (TK-40) and Chuubei (TK-41) have something to do before the meal."""
    if s.stop[p] != LAST_STOP:
        if s.traveler[p] == HIROSHIGE and not all_finished(s, p):
            s.phase = SEE
            return True
        if s.traveler[p] == CHUUBEI and encounter(s, p):
            return True
    return dine(s, p)


@rule
def serve(s: State, pawn: int) -> None:
    """TK-27: the first arrival draws players + 1 meals; TK-62: 4 with two players; TK-72: one fewer."""
    count = s.players + 1 - s.gastronomy
    if s.players == 2:
        count += 1
    for i in range(count):
        lay_meal(s, i)
    s.pooled = count
    note(s, SERVED, pawn, 0, count, 0)


@rule
def sit_down(s: State, pawn: int) -> int:
    """Have the meals served if this is the first arrival; the number of the inn."""
    inn = inn_number(s, s.stop[pawn])
    if s.inn != inn:
        s.inn = inn
        serve(s, pawn)
    return inn


@rule
def dine(s: State, p: int) -> bool:
    """The arrival sees the meals that are left. Satsuki is first offered one for nothing (TK-44)."""
    inn = sit_down(s, p)
    s.saw[inn] |= 1 << p
    if s.traveler[p] != SATSUKI:
        s.phase = EAT
        return True
    s.phase = TREAT
    if s.satsuki_source == FROM_POOL:
        s.treat = below(s, s.pooled)
    else:
        s.treat = s.pooled  # laid behind the meals on offer, not one of them
        lay_meal(s, s.treat)
    note(s, TREATED, p, s.pool[s.treat], 0, 0)
    return True


@rule
def lay_meal(s: State, place: int) -> None:
    """Draw a meal, remembering what was known of it under the deck."""
    s.pool_batch[place] = top_batch(s.meals)
    s.pool[place] = draw(s.meals)


@rule
def may_taste(s: State, p: int, dish: int) -> bool:
    """TK-28: never the same dish twice in one journey; option `repeat_dishes`: at most twice."""
    eaten = 0
    for inn in range(4):
        if s.meal[p, inn] == dish:
            eaten += 1
    return eaten <= s.repeat_dishes


@rule
def meal_price(s: State, p: int, dish: int) -> int:
    """TK-42: Kinko pays one coin less."""
    price = int(MEAL_PRICE[dish])
    return price - 1 if s.traveler[p] == KINKO else price


@rule
def meal_closed(s: State, p: int, dish: int) -> int:
    """Why a dish on offer cannot be bought: it is not new to the traveler (TK-28), or too dear."""
    if not may_taste(s, p, dish):
        return EATEN
    return OPEN if meal_price(s, p, dish) <= s.purse[p] else NO_COINS


@rule
def may_eat(s: State, p: int, dish: int) -> bool:
    """Whether the dish is on offer, affordable, and new to the traveler."""
    for i in range(s.pooled):
        if s.pool[i] == dish:
            return meal_closed(s, p, dish) == OPEN
    return False


@rule
def swallow(s: State, p: int, dish: int, price: int) -> None:
    """TK-28: every meal scores 6."""
    s.purse[p] -= price
    s.meal[p, s.inn - 1] = dish
    score(s, p, FROM_MEALS, MEAL_POINTS)
    note(s, ATE, p, dish, price, MEAL_POINTS)


@rule
def take_from_pool(s: State, place: int) -> int:
    """Take a meal off the offer; the rest move up."""
    dish = int(s.pool[place])
    s.pooled -= 1
    for i in range(place, s.pooled):
        s.pool[i] = s.pool[i + 1]
        s.pool_batch[i] = s.pool_batch[i + 1]
    s.pool[s.pooled] = NO_CARD
    s.pool_batch[s.pooled] = 0
    return dish


@rule
def eat(s: State, p: int, dish: int) -> None:
    """Buy a meal of the offer, or nothing."""
    if dish == NO_CARD:
        note(s, FASTED, p, 0, 0, 0)
    else:
        place = 0
        while s.pool[place] != dish:
            place += 1
        swallow(s, p, take_from_pool(s, place), meal_price(s, p, dish))
    clear_table(s)


@rule
def accept_treat(s: State, p: int) -> None:
    """TK-44: Satsuki eats for nothing, and buys no other meal here."""
    swallow(s, p, settle_treat(s), 0)
    clear_table(s)


@rule
def refuse_treat(s: State, p: int) -> None:
    """TK-44: refused, a meal of the offer stays there; a meal from the deck goes under it."""
    if s.satsuki_source == FROM_DECK:
        put_under(s.meals, settle_treat(s), REFUSAL + s.inn)
    s.treat = NO_CARD
    note(s, REFUSED, p, 0, 0, 0)
    s.phase = EAT


@rule
def settle_treat(s: State) -> int:
    """Take the meal offered to Satsuki from where it lies."""
    place = int(s.treat)
    s.treat = NO_CARD
    if place == s.pooled:
        s.pooled += 1  # it was laid behind the meals on offer
    return take_from_pool(s, place)


@rule
def clear_table(s: State) -> None:
    """TK-27: when the last traveler has had the chance, the rest go under the deck in random order."""
    stop = INNS[s.return_trip, s.inn]
    for pawn in range(s.pawns):
        if s.stop[pawn] != stop:
            return
    shuffle(s, s.pool, s.pooled)
    note(s, CLEARED, 0, 0, s.pooled, 0)
    while s.pooled > 0:
        put_under(s.meals, take_from_pool(s, 0), LEFTOVER + s.inn)


@rule
def neutral_arrives(s: State, pawn: int) -> None:
    """TK-61: one of the meals on offer, at random and unseen, goes under the deck."""
    inn = sit_down(s, pawn)
    s.saw_before[inn] = s.saw[inn]
    put_under(s.meals, take_from_pool(s, below(s, s.pooled)), DISCARD + inn)
    note(s, DISCARDED, pawn, 0, 0, 0)
    clear_table(s)
