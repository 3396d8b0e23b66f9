"""Points, coins and cards of a traveler: panoramas, souvenir sets, achievements, and the end of the journey."""

from __future__ import annotations

from tabiji.core.jit import rule
from tabiji.core.journal import note
from tabiji.core.record import State
from tabiji.games.tokaido.state import (
    ABILITY,
    ACHIEVED,
    ACHIEVEMENT_POINTS,
    ACHIEVEMENTS,
    BATHER,
    CHATTERBOX,
    COLLECTOR,
    ENCOUNTERS,
    ENDED,
    FROM_ABILITIES,
    FROM_ACHIEVEMENTS,
    FROM_PANORAMAS,
    FROM_RANK,
    FROM_SOUVENIRS,
    GOURMET,
    MEAL_PRICE,
    MITSUKUNI,
    NOBODY,
    OF_TYPE,
    OTHER_DONOR_POINTS,
    OVER,
    PANORAMA,
    PANORAMA_LENGTH,
    PANORAMAS,
    RANK_POINTS,
    RANKED,
    SET_POINTS,
    SOUVENIR_TYPE,
)


@rule
def score(s: State, p: int, source: int, points: int) -> None:
    """Points are scored at once (TK-15), and remembered by where they come from."""
    s.points[p] += points
    s.earned[p, source] += points


# --- panoramas ----------------------------------------------------------------------------------------------------
@rule
def finished(s: State, p: int, panorama: int) -> bool:
    """Whether the player has all cards of this panorama."""
    return bool(s.panorama[p, panorama] == PANORAMA_LENGTH[panorama])


@rule
def all_finished(s: State, p: int) -> bool:
    """Whether no panorama is left for this player to go on with."""
    return finished(s, p, 0) and finished(s, p, 1) and finished(s, p, 2)


@rule
def add_panorama(s: State, p: int, panorama: int) -> None:
    """TK-23: the next card of a panorama scores its number. TK-32: the first to finish takes the achievement."""
    s.panorama[p, panorama] += 1
    number = s.panorama[p, panorama]
    score(s, p, FROM_PANORAMAS, number)
    note(s, PANORAMA, p, panorama, number, number)
    if finished(s, p, panorama):
        for other in range(s.players):
            if s.achieved[other] >> panorama & 1:
                return
        achieve(s, p, panorama)


@rule
def achieve(s: State, p: int, achievement: int) -> None:
    """An achievement card: 3 points, and 1 more for Mitsukuni (TK-45)."""
    s.achieved[p] |= 1 << achievement
    score(s, p, FROM_ACHIEVEMENTS, ACHIEVEMENT_POINTS)
    note(s, ACHIEVED, p, achievement, 0, ACHIEVEMENT_POINTS)
    old_mans_point(s, p)


@rule
def old_mans_point(s: State, p: int) -> None:
    """TK-45: Mitsukuni's extra point for a hot spring or an achievement."""
    if s.traveler[p] == MITSUKUNI:
        score(s, p, FROM_ABILITIES, 1)
        note(s, ABILITY, p, MITSUKUNI, 0, 1)


@rule
def count_cards(bits: int) -> int:
    """How many cards a set of bits holds."""
    count = 0
    while bits > 0:
        bits &= bits - 1  # takes away the lowest card
        count += 1
    return count


# --- souvenirs ----------------------------------------------------------------------------------------------------
@rule
def of_type(s: State, p: int, kind: int) -> int:
    """How many souvenirs of a type the player holds."""
    return count_cards(s.souvenir[p] & OF_TYPE[kind])


@rule
def place_in_set(s: State, p: int, kind: int) -> int:
    """TK-21: a new card joins the set where it scores most: one place after the types held in more copies."""
    copies = of_type(s, p, kind)
    place = 0
    for other in range(len(SET_POINTS)):
        if of_type(s, p, other) > copies:
            place += 1
    return place


@rule
def souvenir_points(s: State, p: int, card: int) -> int:
    """TK-21: what a souvenir would bring the player now."""
    return int(SET_POINTS[place_in_set(s, p, SOUVENIR_TYPE[card])])


@rule
def add_souvenir(s: State, p: int, card: int) -> int:
    """Add a souvenir to the player's sets; its points."""
    points = souvenir_points(s, p, card)
    s.souvenir[p] |= 1 << card
    score(s, p, FROM_SOUVENIRS, points)
    return points


# --- the end ------------------------------------------------------------------------------------------------------
@rule
def temple_rank(s: State, pawn: int) -> int:
    """TK-31: how many different piles are larger; ties share a rank and no rank is skipped after a tie."""
    rank = 0
    for other in range(s.pawns):
        if s.offering[other] > s.offering[pawn] and _first_with(s, other):
            rank += 1
    return rank


@rule
def rank_points(rank: int) -> int:
    """TK-31: 10, 7, 4, every other donor 2."""
    return int(RANK_POINTS[rank]) if rank < len(RANK_POINTS) else OTHER_DONOR_POINTS


@rule
def rank_temple(s: State) -> None:
    """TK-31: the donors are ranked; whoever gave nothing gets nothing."""
    for pawn in range(s.pawns):
        if s.offering[pawn] == 0:
            continue
        rank = temple_rank(s, pawn)
        points = rank_points(rank)
        if pawn < s.players:  # TK-61: the neutral traveler takes a rank, its points go to nobody
            score(s, pawn, FROM_RANK, points)
        note(s, RANKED, pawn, rank, s.offering[pawn], points)


@rule
def _first_with(s: State, pawn: int) -> bool:
    """Whether no earlier pawn gave just as much, so that a tie counts as one rank."""
    for earlier in range(pawn):
        if s.offering[earlier] == s.offering[pawn]:
            return False
    return True


@rule
def merit(s: State, p: int, achievement: int) -> int:
    """TK-33: what an achievement at the end of the journey compares."""
    total = 0
    if achievement == GOURMET:
        for inn in range(4):
            if s.meal[p, inn] != NOBODY:
                total += MEAL_PRICE[s.meal[p, inn]]
    elif achievement == BATHER:
        total = s.spring[p, 0] + s.spring[p, 1]
    elif achievement == CHATTERBOX:
        for card in range(len(ENCOUNTERS)):
            total += s.met[p, card]
    elif achievement == COLLECTOR:
        total = count_cards(s.souvenir[p])
    return total


@rule
def best_merit(s: State, achievement: int) -> int:
    """The best that anybody has to show for an achievement."""
    best = 0
    for p in range(s.players):
        best = max(best, merit(s, p, achievement))
    return best


@rule
def award(s: State, achievement: int) -> None:
    """TK-33: the best take the card; tied players all do; nobody if the best is zero."""
    best = best_merit(s, achievement)
    for p in range(s.players):
        if best > 0 and merit(s, p, achievement) == best:
            achieve(s, p, achievement)


@rule
def finish(s: State) -> None:
    """TK-30: the journey ends; the temple is ranked and the last achievements are given."""
    rank_temple(s)
    for achievement in range(len(PANORAMAS), len(ACHIEVEMENTS)):
        award(s, achievement)
    s.phase = OVER
    s.seat = NOBODY
    s.pawn = NOBODY
    note(s, ENDED, NOBODY, 0, 0, 0)


@rule
def cards_achieved(s: State, p: int) -> int:
    """How many achievement cards lie before a player."""
    return count_cards(s.achieved[p])


@rule
def winners(s: State) -> int:
    """TK-34: most points, then most achievement cards, then shared. One bit a seat; 0 before the end."""
    if s.phase != OVER:
        return 0
    best = -1
    bits = 0
    for p in range(s.players):
        standing = s.points[p] * (len(ACHIEVEMENTS) + 1) + cards_achieved(s, p)
        if standing > best:
            best = standing
            bits = 0
        if standing == best:
            bits |= 1 << p
    return bits
