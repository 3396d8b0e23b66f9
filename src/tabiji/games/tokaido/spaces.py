"""The spaces of the road, in the rulebook's order. A space answers whether it asks its visitor something more."""

from __future__ import annotations

from tabiji.core.deck import NO_CARD, draw, put_under
from tabiji.core.jit import rule
from tabiji.core.journal import note
from tabiji.core.random import shuffle
from tabiji.core.record import State
from tabiji.games.tokaido.scoring import (
    add_panorama,
    add_souvenir,
    all_finished,
    finished,
    old_mans_point,
    score,
)
from tabiji.games.tokaido.state import (
    ABILITY,
    BATHED,
    BOUGHT,
    BUY,
    COINS,
    DONATE,
    DONATED,
    ENCOUNTER,
    FARM,
    FARM_COINS,
    FIRST_GUIDE,
    FROM_ABILITIES,
    FROM_ENCOUNTERS,
    FROM_SPRINGS,
    FROM_TEMPLE,
    GIVEN,
    HIROTADA,
    HOT_SPRING_POINTS,
    KEEP,
    KUGE,
    KUGE_COINS,
    LOOKED,
    MET,
    MIKO,
    RETURNED,
    SAMURAI,
    SAMURAI_POINTS,
    SASAYAKKO,
    SEE,
    SHOKUNIN,
    SHOWN,
    SOUVENIR_PRICE,
    TUCKED,
    UMEGAE,
    VILLAGE_REVEAL,
    YOSHIYASU,
    ZEN_EMON,
)


# --- village ------------------------------------------------------------------------------------------------------
@rule
def village(s: State, p: int) -> bool:
    """TK-20: the top three souvenirs are shown to everybody, or what is left of them."""
    for i in range(VILLAGE_REVEAL):
        s.stall[i] = draw(s.souvenirs)
        if s.stall[i] != NO_CARD:
            note(s, SHOWN, p, s.stall[i], 0, 0)
    s.phase = BUY
    return True


@rule
def bill(s: State, p: int, basket: int) -> int:
    """What a basket (bits of the stall) costs this traveler; more than the purse holds means it cannot be bought."""
    total = 0
    dearest = 0
    cheapest = 100
    bought = 0
    for i in range(VILLAGE_REVEAL):
        if basket >> i & 1:
            price = int(SOUVENIR_PRICE[s.stall[i]])
            total += price
            dearest = max(dearest, price)
            cheapest = min(cheapest, price)
            bought += 1
    if s.traveler[p] == ZEN_EMON and bought > 0:  # TK-49: one souvenir, the dearest, for a single coin
        return total - dearest + 1
    if s.traveler[p] == SASAYAKKO and bought > 1 and total <= s.purse[p]:  # TK-46: the cheapest for nothing
        return total - cheapest
    return total


@rule
def may_buy(s: State, p: int, basket: int) -> bool:
    """Whether all souvenirs of the basket are there and can be paid."""
    for i in range(VILLAGE_REVEAL):
        if basket >> i & 1 and s.stall[i] == NO_CARD:
            return False
    return bill(s, p, basket) <= s.purse[p]


@rule
def buy(s: State, p: int, basket: int) -> None:
    """TK-20: pay, score each souvenir, and put the unsold under the deck in random order."""
    due = bill(s, p, basket)
    s.purse[p] -= due
    unsold = 0
    for i in range(VILLAGE_REVEAL):
        card = s.stall[i]
        if basket >> i & 1:
            note(s, BOUGHT, p, card, due, add_souvenir(s, p, card))
            due = 0  # the whole bill stands in the first line
        elif card != NO_CARD:
            s.stall[unsold] = card
            unsold += 1
    if unsold:
        s.stalls += 1
        shuffle(s, s.stall, unsold)
        for i in range(unsold):
            put_under(s.souvenirs, s.stall[i], s.stalls)
        note(s, RETURNED, p, 0, unsold, 0)
    for i in range(VILLAGE_REVEAL):
        s.stall[i] = NO_CARD


# --- farm, hot spring ---------------------------------------------------------------------------------------------
@rule
def farm(s: State, p: int) -> bool:
    """TK-22: three coins."""
    s.purse[p] += FARM_COINS
    note(s, COINS, p, FARM, FARM_COINS, 0)
    return False


@rule
def hot_spring(s: State, p: int) -> bool:
    """TK-24: a card worth 2 or 3 points."""
    card = draw(s.springs)
    s.spring[p, card] += 1
    points = int(HOT_SPRING_POINTS[card])
    score(s, p, FROM_SPRINGS, points)
    note(s, BATHED, p, card, 0, points)
    old_mans_point(s, p)
    return False


# --- temple -------------------------------------------------------------------------------------------------------
@rule
def temple(s: State, p: int) -> bool:
    """TK-25: one, two or three own coins must be given."""
    s.phase = DONATE
    return True


@rule
def offer_coins(s: State, p: int, coins: int, from_bank: int) -> None:
    """Coins on the player's temple pile, 1 point each."""
    s.offering[p] += coins
    score(s, p, FROM_TEMPLE, coins)
    note(s, DONATED, p, from_bank, coins, coins)


@rule
def donate(s: State, p: int, coins: int) -> None:
    """TK-25; TK-47: for Hirotada the bank gives one more."""
    s.purse[p] -= coins
    offer_coins(s, p, coins, 0)
    if s.traveler[p] == HIROTADA:
        offer_coins(s, p, 1, 1)


# --- encounter ----------------------------------------------------------------------------------------------------
@rule
def encounter(s: State, p: int) -> bool:
    """TK-26: draw a card, resolve it, keep it. Umegae is paid before (TK-48), Yoshiyasu chooses of two (TK-43)."""
    if s.traveler[p] == UMEGAE:
        s.purse[p] += 1
        score(s, p, FROM_ABILITIES, 1)
        note(s, ABILITY, p, UMEGAE, 1, 1)
    if s.traveler[p] == YOSHIYASU:
        s.drawn[0] = draw(s.encounters)
        s.drawn[1] = draw(s.encounters)
        note(s, LOOKED, p, s.drawn[0], s.drawn[1], 0)
        s.phase = KEEP
        return True
    return meet(s, p, draw(s.encounters))


@rule
def keep(s: State, p: int, card: int) -> bool:
    """TK-43: Yoshiyasu keeps one card, the other goes under the deck, unseen by the others."""
    rejected = s.drawn[1] if s.drawn[0] == card else s.drawn[0]
    s.drawn[0] = NO_CARD
    s.drawn[1] = NO_CARD
    put_under(s.encounters, rejected, 1)
    note(s, TUCKED, p, rejected, 0, 0)
    return meet(s, p, card)


@rule
def meet(s: State, p: int, card: int) -> bool:
    """TK-26: the five kinds of people on the road."""
    s.met[p, card] += 1
    note(s, MET, p, card, 0, SAMURAI_POINTS if card == SAMURAI else 0)
    if card == SHOKUNIN:
        souvenir = draw(s.souvenirs)
        if souvenir != NO_CARD:
            note(s, GIVEN, p, souvenir, 0, add_souvenir(s, p, souvenir))
    elif card == SAMURAI:
        score(s, p, FROM_ENCOUNTERS, SAMURAI_POINTS)
    elif card == KUGE:
        s.purse[p] += KUGE_COINS
        note(s, COINS, p, ENCOUNTER, KUGE_COINS, 0)
    elif card == MIKO:
        offer_coins(s, p, 1, 1)
    else:
        return follow_guide(s, p, card - FIRST_GUIDE)
    return False


@rule
def follow_guide(s: State, p: int, panorama: int) -> bool:
    """TK-26, Annaibito: the panorama shown; if that is finished, another one of choice or none."""
    if not finished(s, p, panorama):
        add_panorama(s, p, panorama)
        return False
    if all_finished(s, p):
        return False
    s.phase = SEE
    return True
