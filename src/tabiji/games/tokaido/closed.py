"""Why the deciding seat cannot choose what it cannot choose: the reason and the rule, asked of the rules themselves.

    closed(state) -> [{"what": "12", "reason": "occupied", "rule": "TK-13"}, ...]

`what` is the move without its verb: a stop, a souvenir, a dish, a number of coins, a panorama; `accept` for Satsuki's
offer and `nothing` for a choice that must be made.
"""

from __future__ import annotations

from typing import Any

from tabiji.core.deck import NO_CARD
from tabiji.core.record import as_state
from tabiji.games.tokaido.inns import may_taste, meal_closed
from tabiji.games.tokaido.rules import must_see, stop_closed
from tabiji.games.tokaido.scoring import finished
from tabiji.games.tokaido.spaces import may_buy
from tabiji.games.tokaido.state import (
    BUY,
    DONATE,
    DOUBLE,
    EAT,
    EATEN,
    INNS,
    LAST_STOP,
    MAX_DONATION,
    MEALS,
    MOVE,
    NO_COINS,
    OCCUPIED,
    OPEN,
    PANORAMAS,
    ROAD,
    SEE,
    SOUVENIRS,
    TREAT,
    VILLAGE,
    VILLAGE_REVEAL,
)

_NAMES = ("", "occupied", "no_coins", "panorama_finished", "eaten")
BEYOND = 3  # stops after the next inn that say why they are out of reach


def _told(what: Any, reason: str, rule: str) -> dict[str, str]:
    return {"what": str(what), "reason": reason, "rule": rule}


def closed(state: Any) -> list[dict[str, str]]:
    """What the deciding seat cannot choose now, each thing with one reason."""
    phase = int(state["phase"])
    if phase == MOVE:
        return _stops(state)
    if phase == BUY:
        return _souvenirs(state)
    if phase == EAT:
        return _meals(state)
    if phase == DONATE:
        purse = int(state["purse"][int(state["seat"])])
        return [_told(coins, "no_coins", "TK-25") for coins in range(purse + 1, MAX_DONATION + 1)]
    if phase == SEE:
        return _panoramas(state)
    if phase == TREAT and not may_taste(as_state(state), int(state["seat"]), int(state["pool"][int(state["treat"])])):
        return [_told("accept", "eaten", "TK-44")]
    return []


def _stops(state: Any) -> list[dict[str, str]]:
    """The leg the pawn walks: what lies behind, what is closed ahead, and the first stops beyond the inn."""
    s = as_state(state)
    pawn, way = int(state["pawn"]), int(state["return_trip"])
    here = int(state["stop"][pawn])
    inns = [int(INNS[way, i]) for i in range(5)]
    left = max(inn for inn in inns if inn <= here)
    ahead = min(inn for inn in inns if inn > here)
    told = [_told(stop, "behind", "TK-11") for stop in range(left, here + 1)]
    for stop in range(here + 1, ahead + 1):
        reason = int(stop_closed(s, pawn, stop))
        if reason != OPEN:
            told.append(_told(stop, _NAMES[reason], _stop_rule(way, stop, reason)))
    beyond = range(ahead + 1, min(ahead + BEYOND, LAST_STOP) + 1)
    return told + [_told(stop, "beyond_inn", "TK-11") for stop in beyond]


def _stop_rule(way: int, stop: int, reason: int) -> str:
    if reason == OCCUPIED:
        return "TK-13" if DOUBLE[way, stop] else "TK-11"
    if reason == NO_COINS:
        return "TK-20" if ROAD[way, stop] == VILLAGE else "TK-25"
    return "TK-23"


def _souvenirs(state: Any) -> list[dict[str, str]]:
    """Souvenirs that no basket within the purse's means holds."""
    s, p = as_state(state), int(state["seat"])
    means = [basket for basket in range(1 << VILLAGE_REVEAL) if may_buy(s, p, basket)]
    return [
        _told(SOUVENIRS[card], "no_coins", "TK-20")
        for i, card in enumerate(state["stall"].tolist())
        if card != NO_CARD and not any(basket >> i & 1 for basket in means)
    ]


def _meals(state: Any) -> list[dict[str, str]]:
    s, p = as_state(state), int(state["seat"])
    dishes = sorted(set(state["pool"][: int(state["pooled"])].tolist()))
    reasons = [(dish, int(meal_closed(s, p, dish))) for dish in dishes]
    return [
        _told(MEALS[dish], _NAMES[reason], "TK-28" if reason == EATEN else "TK-27")
        for dish, reason in reasons
        if reason != OPEN
    ]


def _panoramas(state: Any) -> list[dict[str, str]]:
    s, p = as_state(state), int(state["seat"])
    told = [_told(name, "panorama_finished", "TK-23") for i, name in enumerate(PANORAMAS) if finished(s, p, i)]
    if must_see(s, p):
        told.append(_told("nothing", "must_see", "TK-40"))
    return told
