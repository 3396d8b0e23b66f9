"""What a seat knows of Tokaido as a vector, for networks. Seats are rotated: the viewer's own comes first."""

from __future__ import annotations

from typing import Any

import numpy as np

from tabiji.core.deck import NO_CARD, place
from tabiji.core.jit import rule, table
from tabiji.core.observation import MOST, Layout, put, put_bits, put_levels
from tabiji.core.record import State
from tabiji.games.tokaido.hidden import meal_label
from tabiji.games.tokaido.scoring import merit, of_type, rank_points, souvenir_points, temple_rank
from tabiji.games.tokaido.spaces import bill
from tabiji.games.tokaido.state import (
    ENCOUNTER_DECK,
    ENCOUNTERS,
    GOURMET,
    HOT_SPRING_DECK,
    INN,
    KEEP,
    LAST_STOP,
    MAX_PLAYERS,
    MEAL_DECK,
    MEALS,
    MOVE,
    NOBODY,
    PANORAMA_LENGTH,
    PANORAMAS,
    PHASES,
    ROAD,
    SET_POINTS,
    SOURCES,
    SOUVENIR_PRICE,
    SOUVENIR_TYPE,
    SOUVENIR_TYPES,
    SOUVENIRS,
    SPACES,
    TAKE,
    TRAVELERS,
    TREAT,
    VILLAGE_REVEAL,
    YOSHIYASU,
)

_N = MAX_PLAYERS
_STOPS = LAST_STOP + 1
_REACH = 14  # no inn is farther away
_PURSE_LEVELS, _TEMPLE_LEVELS = 12, 10
_BASKETS = 1 << VILLAGE_REVEAL
_VIEWS = int(np.sum(PANORAMA_LENGTH))  # cards of all panoramas
_MERITS = 4  # gourmet, bather, chatterbox, collector

LAYOUT = Layout(
    1,
    # --- the table
    ("phase", (len(PHASES),), 1, "what is asked: " + ", ".join(PHASES)),
    ("decides", (_N,), 1, "who decides"),
    ("neutral_moves", (1,), 1, "the neutral traveler is to be moved"),
    ("players", (4,), 1, "2, 3, 4 or 5 players"),
    ("options", (6,), 1, "initiatory, return_trip, gastronomy, preparations, repeat_dishes, satsuki_source deck"),
    ("inn", (5,), 1, "the last inn where meals were served; first: none"),
    ("stall", (VILLAGE_REVEAL, len(SOUVENIRS)), 1, "the souvenirs shown in the village"),
    ("stall_type", (VILLAGE_REVEAL, len(SOUVENIR_TYPES)), 1, "their types"),
    ("stall_price", (VILLAGE_REVEAL,), 3, "their prices"),
    ("stall_points", (VILLAGE_REVEAL,), 7, "what each would bring the own seat now"),
    ("basket_price", (_BASKETS,), 9, "what each choice of the stall costs the own seat; bit i: souvenir i"),
    ("basket_points", (_BASKETS,), 15, "what each choice would bring"),
    ("offer_known", (1,), 1, "the own seat has seen the meals on offer"),
    ("offer_size", (1,), 7, "meals on offer"),
    ("offer", (len(MEALS),), 3, "meals on offer, if seen (one more, if the neutral traveler threw one away since)"),
    ("meals_left", (len(MEALS),), 3, "meals neither eaten nor among those on offer that were seen"),
    ("treat", (len(MEALS),), 1, "the meal Satsuki is offered, for her alone"),
    ("drawn", (len(ENCOUNTERS),), 2, "the encounters Yoshiyasu chooses from, for him alone"),
    ("dealt", (len(TRAVELERS),), 1, "the own tiles to choose from"),
    ("encounters_left", (len(ENCOUNTERS),), 3, "encounters nobody has had yet"),
    ("encounters_under", (len(ENCOUNTERS),), 2, "those Yoshiyasu put under the deck, for him alone"),
    ("springs_left", (2,), 6, "hot springs nobody has had yet: 2 points, 3 points"),
    ("souvenirs_left", (len(SOUVENIRS),), 1, "souvenirs in the deck"),
    ("souvenirs_next", (VILLAGE_REVEAL, len(SOUVENIR_TYPES)), MOST, "how likely each type is for the next three"),
    ("ahead", (_REACH, len(SPACES)), 1, "the spaces up to the next inn, from the own pawn or the one to be moved"),
    ("ahead_pawns", (_REACH,), 2, "pawns that stand there"),
    ("neutral", (1,), 1, "there is a neutral traveler"),
    ("neutral_stop", (_STOPS,), 1, "its stop"),
    ("neutral_slot", (1,), 4, "its slot there"),
    ("neutral_temple", (1,), 10, "its coins in the temple"),
    # --- seats, the own first
    ("present", (_N,), 1, "the seat plays"),
    ("traveler", (_N, len(TRAVELERS)), 1, "its traveler, once it is known"),
    ("purse", (_N,), 20, "coins"),
    ("purse_levels", (_N, _PURSE_LEVELS), 1, "coins, as a thermometer"),
    ("points", (_N,), 100, "points so far"),
    ("earned", (_N, len(SOURCES)), 30, "points by source: " + ", ".join(SOURCES)),
    ("temple", (_N,), 10, "coins in the temple"),
    ("temple_levels", (_N, _TEMPLE_LEVELS), 1, "coins in the temple, as a thermometer"),
    ("rank_points", (_N,), 10, "what the temple would bring now"),
    ("panoramas", (_N, _VIEWS), 1, "cards of paddy, mountain and sea"),
    ("panoramas_first", (_N, len(PANORAMAS)), 1, "achievements of the panoramas"),
    ("meals", (_N, len(MEALS)), 2, "dishes eaten"),
    ("souvenirs", (_N, len(SOUVENIR_TYPES)), 6, "souvenirs by type"),
    ("springs", (_N, 2), 6, "hot springs: 2 points, 3 points"),
    ("encounters", (_N, len(ENCOUNTERS)), 3, "encounters"),
    ("merits", (_N, _MERITS), 12, "what gourmet, bather, chatterbox and collector compare"),
    ("leads", (_N, _MERITS), 1, "has most of it, alone or not"),
    ("stop", (_N, _STOPS), 1, "stop of the pawn"),
    ("slot", (_N,), 4, "slot there"),
    ("before", (_N,), 4, "pawns that move before this one"),
)
(
    _PHASE,
    _DECIDES,
    _NEUTRAL_MOVES,
    _PLAYERS,
    _OPTIONS,
    _INN,
    _STALL,
    _STALL_TYPE,
    _STALL_PRICE,
    _STALL_POINTS,
    _BASKET_PRICE,
    _BASKET_POINTS,
    _OFFER_KNOWN,
    _OFFER_SIZE,
    _OFFER,
    _MEALS_LEFT,
    _TREAT,
    _DRAWN,
    _DEALT,
    _ENCOUNTERS_LEFT,
    _ENCOUNTERS_UNDER,
    _SPRINGS_LEFT,
    _SOUVENIRS_LEFT,
    _SOUVENIRS_NEXT,
    _AHEAD,
    _AHEAD_PAWNS,
    _NEUTRAL,
    _NEUTRAL_STOP,
    _NEUTRAL_SLOT,
    _NEUTRAL_TEMPLE,
    _PRESENT,
    _TRAVELER,
    _PURSE,
    _PURSE_LEVELS_AT,
    _POINTS,
    _EARNED,
    _TEMPLE,
    _TEMPLE_LEVELS_AT,
    _RANK_POINTS,
    _PANORAMAS,
    _PANORAMAS_FIRST,
    _MEALS,
    _SOUVENIRS,
    _SPRINGS,
    _ENCOUNTERS,
    _MERITS_AT,
    _LEADS,
    _STOP,
    _SLOT,
    _BEFORE,
) = LAYOUT

_MEAL_COPIES = table(np.bincount(MEAL_DECK, minlength=len(MEALS)))
_ENCOUNTER_COPIES = table(np.bincount(ENCOUNTER_DECK, minlength=len(ENCOUNTERS)))
_SPRING_COPIES = table(np.bincount(HOT_SPRING_DECK, minlength=2))
_FIRST_VIEW = table([sum(list(PANORAMA_LENGTH)[:i]) for i in range(len(PANORAMAS))])
_ALL_SOUVENIRS = (1 << len(SOUVENIRS)) - 1


@rule
def score(s: State, p: int) -> int:
    """Points of a seat, as they stand."""
    return int(s.points[p])


@rule
def observe(s: State, seat: int, out: Any) -> None:
    """Write what a seat knows into a vector of zeros."""
    out[_PHASE + s.phase] = 1
    if s.seat >= 0:
        out[_DECIDES + (s.seat - seat + s.players) % s.players] = 1
    out[_NEUTRAL_MOVES] = int(s.pawn >= s.players)
    out[_PLAYERS + s.players - 2] = 1
    out[_OPTIONS] = s.initiatory
    out[_OPTIONS + 1] = s.return_trip
    out[_OPTIONS + 2] = s.gastronomy
    out[_OPTIONS + 3] = s.preparations
    out[_OPTIONS + 4] = s.repeat_dishes
    out[_OPTIONS + 5] = s.satsuki_source
    _village(s, seat, out)
    _cards_left(s, out)
    _inn(s, seat, out)
    _secrets(s, seat, out)
    _road(s, seat, out)
    for k in range(s.players):
        _seat(s, seat, k, out)
    _leaders(s, out)
    if s.pawns > s.players:
        out[_NEUTRAL] = 1
        out[_NEUTRAL_STOP + s.stop[s.players]] = 1
        put(out, _NEUTRAL_TEMPLE, s.offering[s.players])
        if s.phase != TAKE:
            out[_NEUTRAL_SLOT] = s.slot[s.players]


# --- the village --------------------------------------------------------------------------------------------------
@rule
def _village(s: State, seat: int, out: Any) -> None:
    """The stall, and what it is worth to the seat."""
    if s.stall[0] == NO_CARD:
        return
    shown = 0
    for i in range(VILLAGE_REVEAL):
        card = s.stall[i]
        if card != NO_CARD:
            out[_STALL + i * len(SOUVENIRS) + card] = 1
            out[_STALL_TYPE + i * len(SOUVENIR_TYPES) + SOUVENIR_TYPE[card]] = 1
            out[_STALL_PRICE + i] = SOUVENIR_PRICE[card]
            out[_STALL_POINTS + i] = souvenir_points(s, seat, card)
            shown |= 1 << i
    for basket in range(1, _BASKETS):
        if basket & ~shown == 0:
            out[_BASKET_PRICE + basket] = bill(s, seat, basket)
            out[_BASKET_POINTS + basket] = _basket_points(s, seat, basket)


@rule
def _basket_points(s: State, seat: int, basket: int) -> int:
    """TK-21: what a choice of the stall brings, card after card; the numbers of each type are packed into bytes."""
    held = 0
    for kind in range(len(SOUVENIR_TYPES)):
        held |= of_type(s, seat, kind) << 8 * kind
    total = 0
    for i in range(VILLAGE_REVEAL):
        if basket >> i & 1:
            kind = SOUVENIR_TYPE[s.stall[i]]
            copies = held >> 8 * kind & 255
            more = 0
            for other in range(len(SOUVENIR_TYPES)):
                more += int((held >> 8 * other & 255) > copies)
            total += SET_POINTS[more]
            held += 1 << 8 * kind
    return total


# --- decks --------------------------------------------------------------------------------------------------------
@rule
def _cards_left(s: State, out: Any) -> None:
    """What nobody has yet, of encounters, hot springs and souvenirs."""
    held = 0
    for card in range(len(ENCOUNTERS)):
        out[_ENCOUNTERS_LEFT + card] = _ENCOUNTER_COPIES[card] - _met(s, card)
    for card in range(2):
        out[_SPRINGS_LEFT + card] = _SPRING_COPIES[card] - _bathed(s, card)
    for p in range(s.players):
        held |= s.souvenir[p]
    for i in range(VILLAGE_REVEAL):
        if s.stall[i] != NO_CARD:
            held |= 1 << s.stall[i]
    put_bits(out, _SOUVENIRS_LEFT, len(SOUVENIRS), _ALL_SOUVENIRS & ~held)
    for depth in range(min(VILLAGE_REVEAL, s.souvenirs.left)):
        _next_souvenir(s, depth, out)


@rule
def _met(s: State, card: int) -> int:
    total = 0
    for p in range(s.players):
        total += s.met[p, card]
    return total


@rule
def _bathed(s: State, card: int) -> int:
    total = 0
    for p in range(s.players):
        total += s.spring[p, card]
    return total


@rule
def _next_souvenir(s: State, depth: int, out: Any) -> None:
    """How likely each type is at a depth of the deck: everybody knows which cards went under it together."""
    batch = s.souvenirs.batch[place(s.souvenirs, depth)]
    row = _SOUVENIRS_NEXT + depth * len(SOUVENIR_TYPES)
    if depth > 0 and batch == s.souvenirs.batch[place(s.souvenirs, depth - 1)]:
        for kind in range(len(SOUVENIR_TYPES)):
            out[row + kind] = out[row + kind - len(SOUVENIR_TYPES)]
        return
    alike = 0
    kinds = 0  # how many of each type, packed into bytes
    for i in range(s.souvenirs.left):
        at = place(s.souvenirs, i)
        if s.souvenirs.batch[at] == batch:
            alike += 1
            kinds += 1 << 8 * SOUVENIR_TYPE[s.souvenirs.cards[at]]
    for kind in range(len(SOUVENIR_TYPES)):
        out[row + kind] = MOST * (kinds >> 8 * kind & 255) // alike


# --- the inn ------------------------------------------------------------------------------------------------------
@rule
def _inn(s: State, seat: int, out: Any) -> None:
    """The meals on offer, for those who have seen them, and the meals left elsewhere."""
    out[_INN + s.inn] = 1
    out[_OFFER_SIZE] = s.pooled
    if s.pooled > 0 and s.saw[s.inn] >> seat & 1:
        out[_OFFER_KNOWN] = 1
        for i in range(s.pooled):
            out[_OFFER + s.pool[i]] += 1
        if s.saw_before[s.inn]:  # one of them may be under the deck by now
            for i in range(s.meals.left):
                at = place(s.meals, i)
                if meal_label(s, seat, s.meals.batch[at]) == s.inn:
                    out[_OFFER + s.meals.cards[at]] += 1
            if s.treat == s.pooled and seat != s.seat and meal_label(s, seat, s.pool_batch[s.treat]) == s.inn:
                out[_OFFER + s.pool[s.treat]] += 1
    for dish in range(len(MEALS)):
        put(out, _MEALS_LEFT + dish, _MEAL_COPIES[dish] - out[_OFFER + dish] - _eaten(s, dish))


@rule
def _eaten(s: State, dish: int) -> int:
    total = 0
    for i in range(4 * s.players):
        total += int(s.meal[i // 4, i % 4] == dish)
    return total


# --- what only the own seat knows ---------------------------------------------------------------------------------
@rule
def _secrets(s: State, seat: int, out: Any) -> None:
    if s.phase == TAKE:
        out[_DEALT + s.dealt[seat, 0]] = 1
        out[_DEALT + s.dealt[seat, 1]] = 1
    elif s.seat == seat:
        if s.phase == TREAT:
            out[_TREAT + s.pool[s.treat]] = 1
        elif s.phase == KEEP:
            out[_DRAWN + s.drawn[0]] += 1
            out[_DRAWN + s.drawn[1]] += 1
    if s.traveler[seat] == YOSHIYASU:
        for i in range(s.encounters.left):
            at = place(s.encounters, i)
            if s.encounters.batch[at]:
                out[_ENCOUNTERS_UNDER + s.encounters.cards[at]] += 1


# --- the road -----------------------------------------------------------------------------------------------------
@rule
def _road(s: State, seat: int, out: Any) -> None:
    """The spaces up to the next inn."""
    pawn = s.pawn if s.phase == MOVE and s.seat == seat else seat
    here = int(s.stop[pawn])
    i = 0
    while here + i < LAST_STOP:
        space = ROAD[s.return_trip, here + i + 1]
        out[_AHEAD + i * len(SPACES) + space] = 1
        for other in range(s.pawns):
            out[_AHEAD_PAWNS + i] += int(s.stop[other] == here + i + 1)
        if space == INN:
            break
        i += 1


# --- seats --------------------------------------------------------------------------------------------------------
@rule
def _seat(s: State, seat: int, k: int, out: Any) -> None:
    """All that lies before the player k places after the viewer."""
    p = seat + k - s.players if seat + k >= s.players else seat + k
    out[_PRESENT + k] = 1
    if s.traveler[p] != NOBODY and (k == 0 or s.phase != TAKE):
        out[_TRAVELER + k * len(TRAVELERS) + s.traveler[p]] = 1
    put(out, _PURSE + k, s.purse[p])
    put_levels(out, _PURSE_LEVELS_AT + k * _PURSE_LEVELS, _PURSE_LEVELS, s.purse[p])
    put(out, _POINTS + k, s.points[p])
    for source in range(len(SOURCES)):
        put(out, _EARNED + k * len(SOURCES) + source, s.earned[p, source])
    put(out, _TEMPLE + k, s.offering[p])
    put_levels(out, _TEMPLE_LEVELS_AT + k * _TEMPLE_LEVELS, _TEMPLE_LEVELS, s.offering[p])
    if s.offering[p] > 0:
        out[_RANK_POINTS + k] = rank_points(temple_rank(s, p))
    for panorama in range(len(PANORAMAS)):
        put_levels(out, _PANORAMAS + k * _VIEWS + _FIRST_VIEW[panorama], 5, s.panorama[p, panorama])
    put_bits(out, _PANORAMAS_FIRST + k * len(PANORAMAS), len(PANORAMAS), s.achieved[p])
    for inn in range(4):
        if s.meal[p, inn] != NOBODY:
            out[_MEALS + k * len(MEALS) + s.meal[p, inn]] += 1
    for kind in range(len(SOUVENIR_TYPES)):
        out[_SOUVENIRS + k * len(SOUVENIR_TYPES) + kind] = of_type(s, p, kind)
    out[_SPRINGS + 2 * k] = s.spring[p, 0]
    out[_SPRINGS + 2 * k + 1] = s.spring[p, 1]
    for card in range(len(ENCOUNTERS)):
        out[_ENCOUNTERS + k * len(ENCOUNTERS) + card] = s.met[p, card]
    for i in range(_MERITS):
        out[_MERITS_AT + k * _MERITS + i] = merit(s, p, GOURMET + i)
    out[_STOP + k * _STOPS + s.stop[p]] = 1
    if s.phase != TAKE:  # until all have chosen, the order in Kyoto is secret
        out[_SLOT + k] = s.slot[p]
        out[_BEFORE + k] = _moves_before(s, p)


@rule
def _moves_before(s: State, p: int) -> int:
    """TK-10, TK-12: how many pawns move before this one."""
    count = 0
    for pawn in range(s.pawns):
        behind = s.stop[pawn] < s.stop[p]
        outside = s.stop[pawn] == s.stop[p] and s.slot[pawn] > s.slot[p]
        count += int(behind or outside)
    return count


@rule
def _leaders(s: State, out: Any) -> None:
    """TK-33: who would get the achievements of the end now."""
    for i in range(_MERITS):
        best = 1
        for k in range(s.players):
            best = max(best, out[_MERITS_AT + k * _MERITS + i])
        for k in range(s.players):
            out[_LEADS + k * _MERITS + i] = int(out[_MERITS_AT + k * _MERITS + i] == best)
