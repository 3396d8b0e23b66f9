"""Hints: the candidates of the deciding seat with their expected share of the victory and its interval, and the shares
of all seats.

They come from the game's network, which plays on after each move; from a search where a game has none, and where the
outcome is certain.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from tabiji.bots.builtin import SearchBot, solved
from tabiji.bots.lookahead import look_ahead, play_on, try_moves
from tabiji.bots.network import NetworkBot, has_network, shipped_network
from tabiji.bots.protocol import Budget
from tabiji.core.dispatch import spec_of
from tabiji.core.errors import OptionError
from tabiji.core.match import Match
from tabiji.core.statistics import Z95

_DEALS, _HORIZON = 16, 12  # deals of what is hidden, and decisions that the network plays on
_BY_GAME = {"tsuro_seas": (128, 6)}  # the same for a game in which dice decide more: docs/networks.md
_LIKELY = 0.02  # weight of the network's own choice, which counts where moves are worth the same


@dataclass(frozen=True)
class Estimate:
    """What a strong bot expects: its candidates, see `hint`, and the share of the victory of every seat if the best of
    them is played. Without a network for the game there are no shares of seats."""

    candidates: list[dict[str, Any]]
    seats: list[float]


def hint(match: Match, budget: Budget | None = None, threads: int = 1) -> list[dict[str, Any]]:
    """Candidates for the deciding seat, the best first.

    Each has its move, the expected share of the victory, the half-width of its 95 % interval, and how much of the
    thinking went into it: the part of the search, or the probability with which the network would play it. Only what
    the seat sees matters. Where the outcome is certain, the half-width is 0: if a move wins for certain, only such
    moves are listed.
    """
    return estimate(match, budget, threads).candidates


def estimate(match: Match, budget: Budget | None = None, threads: int = 1) -> Estimate:
    """Candidates for the deciding seat, see `hint`, and the shares of all seats: only what the seat sees matters."""
    seat = match.seat
    if seat is None:
        raise OptionError("the match is over: there is nothing to decide")
    budget = budget or Budget(simulations=4000)
    record = match.determinize(seat, budget.seed).state
    spec = match.game.spec
    if has_network(spec) and not solved(record):
        found, seats = _by_network(record, budget.seed)
    else:
        found = _by_search(record, budget, threads)
        seats = _seats(record, found[0][0], found[0][1], budget.seed) if has_network(spec) else []
    write = spec.moves.write
    names = ("share", "unsure", "thought")
    told = [{"move": write(match.state, action)} | dict(zip(names, of, strict=True)) for action, *of in found]
    return Estimate(told, seats)


def _by_network(record: Any, seed: int) -> tuple[list[tuple[int, float, float, float]], list[float]]:
    """Candidates as a network sees them: action, share, half-width, probability; and the seats after the best."""
    network = shipped_network(spec_of(record.dtype))
    logits = NetworkBot(network).think(record).logits
    chances = np.exp(logits - logits.max())
    chances /= chances.sum()
    values = look_ahead(record, network, *_BY_GAME.get(network.spec.name, (_DEALS, _HORIZON)), seed)
    worth, unsure = values.worth(), Z95 * values.unsure()
    order = np.argsort(-(worth + _LIKELY * chances), kind="stable").tolist()
    found = [(values.actions[i], float(worth[i]), float(unsure[i]), float(np.round(chances[i], 4))) for i in order]
    return found, values.shares[:, order[0]].mean(axis=0).tolist()


def _seats(record: Any, best: int, share: float, seed: int) -> list[float]:
    """The shares of all seats after the best move: a search knows the own share, the network divides the rest."""
    seat = int(record["seat"])
    after = np.zeros(_DEALS, record.dtype).view(np.recarray)
    try_moves(record, [best], _DEALS, seed, after)
    seats = play_on(after, shipped_network(spec_of(record.dtype)), _HORIZON).mean(axis=0)
    seats[seat] = 0
    if not seats.any():  # the network is sure of the victory
        seats += 1
        seats[seat] = 0
    seats *= (1 - share) / seats.sum()
    seats[seat] = share
    return [float(one) for one in seats]


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
