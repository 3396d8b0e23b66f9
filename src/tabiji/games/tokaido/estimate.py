"""What a journey in progress is worth: a player's points at Edo, guessed by hand from what lies on the table.

`estimate(s, p)` is a log-weight: players win in proportion to its exponential. Bots that look one step ahead choose by
it, and search leans on it. It reads what everybody sees.
"""

from __future__ import annotations

from tabiji.core.jit import rule
from tabiji.core.record import State
from tabiji.games.tokaido.scoring import finished, merit
from tabiji.games.tokaido.state import (
    ACHIEVEMENT_POINTS,
    ACHIEVEMENTS,
    GOURMET,
    INNS,
    KINKO,
    LAST_STOP,
    MEAL_POINTS,
    OTHER_DONOR_POINTS,
    OVER,
    PANORAMA_LENGTH,
    PANORAMAS,
    RANK_POINTS,
    SATSUKI,
)

# how search thinks about this game (bots/tree.py); docs/ladder.md tells what was tried
SEARCH_PARAMS = {"explore": 0.4, "bias": 0.5, "horizon": 15, "choices": 4, "trust": 1.0}

_SPREAD = 7.0  # points of a lead that make one player e times as likely to win as another

_STEP = 0.85  # a stop still ahead
_COIN = 0.35  # a coin nothing is planned for
_MEAL_COIN = 1.3  # a coin that will pay for a meal
_MEAL_COST = 2.0


@rule
def _inns_ahead(s: State, p: int) -> int:
    """How many meals the player can still have."""
    ahead = 0
    for inn in range(1, 5):
        if INNS[s.return_trip, inn] > s.stop[p]:
            ahead += 1
    return ahead


@rule
def _purse_worth(s: State, p: int) -> float:
    """Coins are worth the meals they can buy, then little."""
    cost = _MEAL_COST
    if s.traveler[p] == KINKO:
        cost = 1.0
    elif s.traveler[p] == SATSUKI:
        cost = 0.7
    planned = min(float(s.purse[p]), cost * _inns_ahead(s, p))
    return _MEAL_COIN * planned * (_MEAL_COST / cost) ** 0.5 + _COIN * (s.purse[p] - planned)


@rule
def _panorama_promise(s: State, p: int) -> float:
    """The next card of an unfinished panorama, as far as the road still has spaces for it."""
    left = (LAST_STOP - s.stop[p]) / LAST_STOP
    worth = 0.0
    for panorama in range(len(PANORAMAS)):
        if not finished(s, p, panorama):
            done = s.panorama[p, panorama]
            worth += left * (0.45 * done + 0.9 * done / PANORAMA_LENGTH[panorama])
    return worth


@rule
def _award_promise(s: State, p: int, achievement: int, left: float) -> float:
    """A share of the achievement: whole for the leader at the end, a part of it before."""
    mine = merit(s, p, achievement)
    if mine == 0:
        return 0.0
    best = 0
    for other in range(s.players):
        if other != p:
            best = max(best, merit(s, other, achievement))
    scale = 1.0 + (6.0 if achievement == GOURMET else 3.0) * left
    lead = (mine - best) / scale
    chance = 0.65 + 0.35 * lead if lead >= 0 else 0.65 + 0.65 * lead
    return ACHIEVEMENT_POINTS * max(0.0, min(1.0, chance))


@rule
def _temple_promise(s: State, p: int, left: float) -> float:
    """The rank the pile would take now, worth less the more may still change."""
    if s.offering[p] == 0:
        return 0.0
    rank = 0
    for other in range(s.pawns):
        if s.offering[other] > s.offering[p]:
            rank += 1
    points = float(RANK_POINTS[rank]) if rank < len(RANK_POINTS) else float(OTHER_DONOR_POINTS)
    return points * (1.0 - 0.5 * left) + 0.15 * s.offering[p] * left


@rule
def estimate(s: State, p: int) -> float:
    """How likely this player is to win, as a log-weight."""
    return points_at_edo(s, p) / _SPREAD


@rule
def points_at_edo(s: State, p: int) -> float:
    """The points this player may end with."""
    if s.phase == OVER:
        return float(s.points[p])
    left = (LAST_STOP - s.stop[p]) / LAST_STOP
    worth = float(s.points[p]) + _STEP * (LAST_STOP - s.stop[p])
    worth += _purse_worth(s, p) + _panorama_promise(s, p) + _temple_promise(s, p, left)
    worth += 0.5 * MEAL_POINTS * _inns_ahead(s, p)
    for achievement in range(GOURMET, len(ACHIEVEMENTS)):
        worth += _award_promise(s, p, achievement, left)
    return worth
