"""Explain a move: what a search thinks of each candidate of the deciding seat, and how sure it is."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

from tabiji.bots.protocol import Budget
from tabiji.bots.thinkers import SearchBot
from tabiji.core.errors import OptionError
from tabiji.core.match import Match
from tabiji.core.tables import Z95


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
    thoughts = SearchBot(threads=threads).think(record, budget)
    total = max(sum(thought.visits for thought in thoughts), 1)
    write = match.game.room.door("moves").write
    return [
        {
            "move": write(match.state, thought.action),
            "share": thought.share,
            "unsure": 0.0 if thought.certain else Z95 * sqrt(_spread(thought.share) / max(thought.visits, 1)),
            "thought": float(np.round(thought.visits / total, 4)),
        }
        for thought in thoughts
    ]


def _spread(share: float) -> float:
    """The variance of a share; never quite zero, since a search has not seen everything."""
    return max(share * (1 - share), 1e-4)
