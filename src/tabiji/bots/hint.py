"""Hints: the candidates of the deciding seat with their expected share of the victory and its interval."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

from tabiji.bots.builtin import SearchBot
from tabiji.bots.protocol import Budget
from tabiji.core.errors import OptionError
from tabiji.core.match import Match
from tabiji.core.statistics import Z95


def hint(match: Match, budget: Budget | None = None, threads: int = 1) -> list[dict[str, Any]]:
    """Candidates for the deciding seat, the best first.

    Each has its move, the expected share of the victory, the half-width of its 95 % interval, and the part of the
    search that went into it. The search sees what the seat sees. Where the outcome is certain there is no search, and
    the half-width is 0: if a move wins for certain, only such moves are listed.
    """
    seat = match.seat
    if seat is None:
        raise OptionError("the match is over: there is nothing to decide")
    budget = budget or Budget(simulations=4000)
    record = match.determinize(seat, budget.seed).state
    candidates = SearchBot(threads=threads).think(record, budget)
    total = max(sum(candidate.visits for candidate in candidates), 1)
    write = match.game.spec.moves.write
    return [
        {
            "move": write(match.state, candidate.action),
            "share": candidate.share,
            "unsure": 0.0 if candidate.certain else Z95 * sqrt(_spread(candidate.share) / max(candidate.visits, 1)),
            "thought": float(np.round(candidate.visits / total, 4)),
        }
        for candidate in candidates
    ]


def _spread(share: float) -> float:
    """The variance of a share; never quite zero, since a search has not seen everything."""
    return max(share * (1 - share), 1e-4)
