"""How things stand: facts everybody could work out at the table from what lies open, counted by the rules themselves.

standing(state) -> {
    "temple": [{"pawn": 2, "coins": 5, "rank": 0, "points": 10}, ...]          donors, the most generous first
    "achievements": {"paddy": {"seats": [1], "taken": True}, "gourmet": {"seats": [0, 2], "taken": False,
                     "merits": [5, 3, 5]}, ...}                                 who has or leads each card
    "souvenirs": {"gofu": 3, ...}                                              what each on the stall would bring
}
"""

from __future__ import annotations

from typing import Any

from tabiji.core.deck import NO_CARD
from tabiji.core.record import as_state
from tabiji.games.tokaido.scoring import best_merit, merit, rank_points, souvenir_points, temple_rank
from tabiji.games.tokaido.state import ACHIEVEMENTS, BUY, OVER, PANORAMAS, SOUVENIRS


def standing(state: Any) -> dict[str, Any]:
    """Temple ranks, leaders of the achievements, and what the souvenirs on the stall would bring the buyer."""
    return {"temple": _temple(state), "achievements": _achievements(state), "souvenirs": _stall(state)}


def _temple(state: Any) -> list[dict[str, int]]:
    """TK-31 as if the journey ended now; with two players the neutral traveler has its place."""
    s = as_state(state)
    donors = [pawn for pawn in range(int(state["pawns"])) if state["offering"][pawn] > 0]
    ranked = sorted((int(temple_rank(s, pawn)), pawn) for pawn in donors)
    return [
        {"pawn": pawn, "coins": int(state["offering"][pawn]), "rank": rank, "points": int(rank_points(rank))}
        for rank, pawn in ranked
    ]


def _achievements(state: Any) -> dict[str, dict[str, Any]]:
    """TK-32, TK-33: the holder of a panorama's card, the leaders of the others until they are given."""
    s = as_state(state)
    seats = range(int(state["players"]))
    over = int(state["phase"]) == OVER
    told: dict[str, dict[str, Any]] = {}
    for i, name in enumerate(ACHIEVEMENTS):
        holders = [p for p in seats if int(state["achieved"][p]) >> i & 1]
        if i < len(PANORAMAS):
            told[name] = {"seats": holders, "taken": bool(holders)}
            continue
        merits = [int(merit(s, p, i)) for p in seats]
        best = int(best_merit(s, i))
        leaders = [p for p in seats if best > 0 and merits[p] == best]
        told[name] = {"seats": leaders, "taken": over and bool(holders), "merits": merits}
    return told


def _stall(state: Any) -> dict[str, int]:
    if int(state["phase"]) != BUY:
        return {}
    s, p = as_state(state), int(state["seat"])
    return {SOUVENIRS[card]: int(souvenir_points(s, p, card)) for card in state["stall"].tolist() if card != NO_CARD}
