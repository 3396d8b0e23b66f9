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
    search that went into it. The search sees what the seat sees.
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
            "unsure": Z95 * sqrt(max(thought.share * (1 - thought.share), 1e-4) / max(thought.visits, 1)),
            "thought": float(np.round(thought.visits / total, 4)),
        }
        for thought in thoughts
    ]
