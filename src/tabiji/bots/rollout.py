"""Rollouts on top of a network, as Tesauro used them in backgammon: its likeliest moves are played on.

Every candidate is tried in the same deals of what the seat cannot know and with the same dice to come. The network
plays all seats for some decisions and then says who wins: that tells as much as the result of a game in a tenth of the
deals (docs/networks.md). In Tokaido the other seats draw their moves: a plan that needs everybody to play as the
network would is not worth much. Candidates that fall clearly behind are dropped, so that deals go where moves are
close. The network's own choice stays unless another candidate is better by more than chance explains.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tabiji.bots.builtin import solved
from tabiji.bots.lookahead import TO_THE_END, Others, play_on, try_moves
from tabiji.bots.network import Network, NetworkBot
from tabiji.bots.protocol import Budget, Deal
from tabiji.core.dispatch import spec_of


class Rollouts(NamedTuple):
    """How the moves of a game are played on; docs/networks.md says what was tried."""

    horizon: int = TO_THE_END  # decisions that the network plays on before it judges
    candidates: int = 5  # moves that are tried, the likeliest first
    deals: int = 128  # in which each of them is tried at most
    sure: float = 0.97  # probability of a move from which on nothing is tried
    likely: float = 0.003  # share of the victory that the network's own preference counts for, by a unit of its logits
    better: float = 1.5  # standard errors by which a candidate must beat the network's own choice
    others: float = 0.0  # temperature at which the others draw their moves: few play just as the network would


_BY_GAME = {
    "tokaido": Rollouts(24, sure=0.9999, better=0.7, others=12.5),
    "tokaido_duo": Rollouts(24, sure=0.999, better=0.7),
    "tsuro_seas": Rollouts(6, candidates=8, deals=256, likely=0.0, better=0.7),
}
_ROUND = 16  # deals between two looks at the candidates and at the clock
_BEHIND = 2.0  # standard errors by which a candidate is dropped
_APART = 7919  # distance between the seeds of two rounds


class RolloutBot:
    """Plays the network's likeliest moves on, and takes the best of them. Its budget counts deals."""

    def __init__(self, network: Network | Path | None = None) -> None:
        """Without a network, the one that comes with Tabiji for the game that is played."""
        self._bot = NetworkBot(network)

    def choose(self, view: Mapping[str, Any], legal: list[str], budget: Budget, deal: Deal) -> str:
        if len(legal) == 1:
            return legal[0]
        record = deal(budget.seed)
        thought = self._bot.think(record)
        settled = solved(record)
        if settled:  # of the moves with the best certain outcome, the likeliest
            best = {candidate.action for candidate in settled if candidate.share == settled[0].share}
            return legal[max(range(len(legal)), key=lambda i: (thought.actions[i] in best, thought.logits[i]))]
        network = self._bot.network_for(spec_of(record.dtype))
        settings = rollouts_of(network)
        likely = np.argsort(-thought.logits, kind="stable")[: settings.candidates]
        logits = thought.logits[likely].astype(np.float64)
        if settings.sure * np.exp(thought.logits - logits[0]).sum() < 1:
            return legal[likely[0]]
        actions = [thought.actions[i] for i in likely]
        liked = settings.likely * (logits - logits[0])
        return legal[likely[choose_by_rollouts(record, network, actions, budget, liked)]]


def rollouts_of(network: Network) -> Rollouts:
    """How the moves of a network's game are played on; to the end where nothing was measured."""
    return _BY_GAME.get(network.spec.name, Rollouts())


def choose_by_rollouts(record: Any, network: Network, actions: list[int], budget: Budget, liked: Any = 0.0) -> int:
    """The place of the action to play among candidates, of which the first is the network's own choice.

    `liked` is added to what the candidates turn out to be worth.
    """
    start = time.perf_counter()
    settings = rollouts_of(network)
    deals = budget.simulations or settings.deals
    seat = int(record["seat"])
    rng = np.random.default_rng(budget.seed)
    left = list(range(len(actions)))
    shares = np.zeros((0, len(actions)))  # of the victory, by deal and candidate; not a number where it was dropped
    while len(left) > 1 and len(shares) < deals:
        if budget.milliseconds is not None and (time.perf_counter() - start) * 1000 > budget.milliseconds:
            break
        fresh = np.full((min(_ROUND, deals - len(shares)), len(actions)), np.nan)
        after = np.zeros(len(fresh) * len(left), record.dtype).view(np.recarray)
        seed = (budget.seed + _APART * (len(shares) + 1)) % 2**63
        try_moves(record, [actions[i] for i in left], len(fresh), seed, after)
        others = Others(seat, settings.others, rng, len(left)) if settings.others else None
        played = play_on(after, network, settings.horizon, others)[:, seat]
        fresh[:, left] = played.reshape(len(fresh), len(left))
        shares = np.concatenate([shares, fresh + liked])
        best = max(left, key=lambda i: shares[:, i].mean())
        left = [i for i in left if i == best or not _beats(shares, best, i, _BEHIND)]
    if not len(shares):
        return 0
    best = max(left, key=lambda i: shares[:, i].mean())
    return best if _beats(shares, best, 0, settings.better) else 0


def _beats(shares: Any, one: int, other: int, errors: float) -> bool:
    """Whether a candidate is better by so many standard errors, in the deals in which both were tried."""
    gain = shares[:, one] - shares[:, other]
    gain = gain[~np.isnan(gain)]
    return bool(gain.mean() > errors * gain.std() / len(gain) ** 0.5)
