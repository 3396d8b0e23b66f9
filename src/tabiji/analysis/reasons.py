"""Why a move is better: what it changes at the end of the game, by source.

The network plays on after both moves until the end, in the same deals with the same dice. What each seat has at the end
is averaged by source. Clients make sentences from the names of the sources and the numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from tabiji.analysis.model import Reason, Unit
from tabiji.analysis.rollouts import Trial, final_records
from tabiji.bots.network import Network
from tabiji.core.statistics import Z95
from tabiji.games.tokaido.state import ACHIEVEMENTS, FROM_PANORAMAS, PANORAMAS
from tabiji.games.tokaido.state import SOURCES as EARNED
from tabiji.games.tsuro_seas.state import AFLOAT, FATES

MOST = 8  # reasons told of a decision
_LEAST: dict[Unit, float] = {"points": 0.25, "coins": 0.5, "chance": 0.04, "turns": 0.25}  # smaller ones are not told
_WORTH: dict[Unit, float] = {"points": 1.0, "coins": 0.5, "chance": 3.0, "turns": 0.5}  # to order unlike things

# what is told of each seat, and in what unit
SOURCES: dict[str, dict[str, Unit]] = {
    "tokaido": {
        **dict.fromkeys((f"panorama_{name}" for name in PANORAMAS), "points"),
        **dict.fromkeys((name for name in EARNED if name not in ("panoramas", "achievements")), "points"),
        **dict.fromkeys((f"achievement_{name}" for name in ACHIEVEMENTS), "chance"),
        "points": "points",
        "coins": "coins",
    },
    "tokaido_duo": {
        "faith": "points",
        "trade": "points",
        "culture": "points",
        "points": "points",
        "temple": "points",  # the two factors of faith
        "garden": "points",
        "coins": "coins",
    },
    "tsuro_seas": {
        **dict.fromkeys((f"lost_{fate}" for fate in FATES if fate != FATES[AFLOAT]), "chance"),
        "lost_soon": "chance",  # before the own next turn
        "turns": "turns",  # survived from here on
    },
}


@dataclass(frozen=True)
class Doubt:
    """Two moves of a position: why is the best one better than the one played?"""

    record: Any
    best: int
    played: int
    seed: int
    seat: int
    rival: int


def reasons(doubts: list[Doubt], network: Network, deals: int) -> list[list[Reason]]:
    """For each doubt what changes for the deciding seat and its rival, the most important first."""
    told = SOURCES.get(network.spec.name)
    if not doubts or told is None:
        return [[] for _ in doubts]
    trials = [Trial(doubt.record, [doubt.best, doubt.played], doubt.seed) for doubt in doubts]
    return [
        _compared(doubt, measured(network.spec.name, doubt.record, finals), told)
        for doubt, finals in zip(doubts, final_records(trials, network, deals), strict=True)
    ]


def _compared(doubt: Doubt, facts: dict[str, Any], told: dict[str, Unit]) -> list[Reason]:
    found = []
    for source, unit in told.items():
        for seat in (doubt.seat, doubt.rival):
            best, played = facts[source][:, :, seat].astype(np.float64).T
            unsure = Z95 * (best - played).std(ddof=1) / len(best) ** 0.5
            reason = Reason(seat, source, unit, float(best.mean()), float(played.mean()), float(unsure))
            if abs(reason.best - reason.played) >= _LEAST[unit]:
                found.append(reason)
    found.sort(key=lambda one: -abs(one.best - one.played) * _WORTH[one.unit])
    return found[:MOST]


def measured(game: str, record: Any, finals: Any) -> dict[str, Any]:
    """For each source an array [..., seats] of what the seats have in records at the end of a game."""
    return {"tokaido": _tokaido, "tokaido_duo": _tokaido_duo, "tsuro_seas": _tsuro_seas}[game](record, finals)


def _tokaido(record: Any, finals: Any) -> dict[str, Any]:
    earned = {name: finals["earned"][..., i] for i, name in enumerate(EARNED) if i != FROM_PANORAMAS}
    del earned["achievements"]  # told one by one
    cards = finals["panorama"].astype(np.int64)
    return {
        **{f"panorama_{name}": cards[..., i] * (cards[..., i] + 1) // 2 for i, name in enumerate(PANORAMAS)},
        **earned,
        **{f"achievement_{name}": finals["achieved"] >> i & 1 for i, name in enumerate(ACHIEVEMENTS)},
        "points": finals["points"],
        "coins": finals["purse"],
    }


def _tokaido_duo(record: Any, finals: Any) -> dict[str, Any]:
    def value(of: str, place: Any) -> Any:
        return record[of][place.astype(np.int64)].astype(np.int64)

    temple = value("temple_value", finals["temple"] - 1)
    garden = value("garden_value", finals["garden"] - 1)
    faith, trade, culture = (
        temple * garden,
        value("slab_points", finals["slabs"]),
        value("gift_points", finals["gifted"]),
    )
    return {
        "faith": faith,
        "trade": trade,
        "culture": culture,
        "points": faith + trade + culture,
        "temple": temple,
        "garden": garden,
        "coins": finals["purse"],
    }


def _tsuro_seas(record: Any, finals: Any) -> dict[str, Any]:
    now = int(record["turn"])
    fate, last = finals["fate"], np.where(finals["fate"] == AFLOAT, finals["turn"][..., None], finals["sunk"])
    afloat = int((record["fate"][: record["players"]] == AFLOAT).sum())
    return {
        **{f"lost_{name}": fate == i for i, name in enumerate(FATES) if i != AFLOAT},
        "lost_soon": (fate != AFLOAT) & (last <= now + afloat),
        "turns": np.maximum(last - now, 0),
    }
