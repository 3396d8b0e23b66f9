"""Hints: the candidates of the deciding seat with their expected share of the victory and its interval.

They come from the game's network, which plays on after each move; from a search where a game has none, and where the
search is the stronger of the two.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

from tabiji.bots.builtin import SearchBot, solved
from tabiji.bots.lookahead import look_ahead
from tabiji.bots.network import NetworkBot, has_network, shipped_network
from tabiji.bots.protocol import Budget
from tabiji.core.dispatch import spec_of
from tabiji.core.errors import OptionError
from tabiji.core.match import Match
from tabiji.core.statistics import Z95

_SEARCHED = frozenset({"tsuro_seas"})  # games whose network is no stronger than the search: docs/ladder.md
_DEALS, _HORIZON = 16, 12  # deals of what is hidden, and decisions that the network plays on
_LIKELY = 0.02  # weight of the network's own choice, which counts where moves are worth the same


def hint(match: Match, budget: Budget | None = None, threads: int = 1) -> list[dict[str, Any]]:
    """Candidates for the deciding seat, the best first.

    Each has its move, the expected share of the victory, the half-width of its 95 % interval, and how much of the
    thinking went into it: the part of the search, or the probability with which the network would play it. Only what
    the seat sees matters. Where the outcome is certain, the half-width is 0: if a move wins for certain, only such
    moves are listed.
    """
    seat = match.seat
    if seat is None:
        raise OptionError("the match is over: there is nothing to decide")
    budget = budget or Budget(simulations=4000)
    record = match.determinize(seat, budget.seed).state
    spec = match.game.spec
    if has_network(spec) and spec.name not in _SEARCHED and not solved(record):
        found = _by_network(record, budget.seed)
    else:
        found = _by_search(record, budget, threads)
    write = spec.moves.write
    names = ("share", "unsure", "thought")
    return [{"move": write(match.state, action)} | dict(zip(names, told, strict=True)) for action, *told in found]


def _by_network(record: Any, seed: int) -> list[tuple[int, float, float, float]]:
    """Candidates as a network sees them: action, share, half-width, probability."""
    network = shipped_network(spec_of(record.dtype))
    logits = NetworkBot(network).think(record).logits
    chances = np.exp(logits - logits.max())
    chances /= chances.sum()
    values = look_ahead(record, network, _DEALS, _HORIZON, seed)
    worth, unsure = values.worth(), Z95 * values.unsure()
    order = np.argsort(-(worth + _LIKELY * chances), kind="stable").tolist()
    return [(values.actions[i], float(worth[i]), float(unsure[i]), float(np.round(chances[i], 4))) for i in order]


def _by_search(record: Any, budget: Budget, threads: int) -> list[tuple[int, float, float, float]]:
    """Candidates as a search sees them: action, share, half-width, part of the search."""
    candidates = SearchBot(threads=threads).think(record, budget)
    total = max(sum(candidate.visits for candidate in candidates), 1)
    return [
        (
            candidate.action,
            candidate.share,
            0.0 if candidate.certain else Z95 * sqrt(_spread(candidate.share) / max(candidate.visits, 1)),
            float(np.round(candidate.visits / total, 4)),
        )
        for candidate in candidates
    ]


def _spread(share: float) -> float:
    """The variance of a share; never quite zero, since a search has not seen everything."""
    return max(share * (1 - share), 1e-4)
