"""The bots that come with Tabiji. Each has its own arrays: one bot object serves one thread at a time."""

from __future__ import annotations

import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from tabiji.bots import greedy, tree
from tabiji.bots.protocol import Budget, Deal
from tabiji.core.determinize import new_labels
from tabiji.core.dispatch import spec_of
from tabiji.core.playout import RNG_STATE
from tabiji.core.random import seed_rng
from tabiji.core.record import as_state, as_states

_SLICE = 100  # simulations between two checks of the time
_HASTE = 0.1  # share of the time that is used before a search may stop early
_USUAL = 1000  # simulations of a search without a budget
_APART = 0x9E3779B97F4A7C15  # distance between the seeds of the trees of one search


class RandomBot:
    """Any legal move, all equally likely."""

    def choose(self, view: Mapping[str, Any], legal: list[str], budget: Budget, deal: Deal) -> str:
        return Random(budget.seed).choice(legal)


class GreedyBot:
    """The move with the best estimate afterwards, over a few sampled deals."""

    def __init__(self, samples: int = 4) -> None:
        self.samples = samples

    def choose(self, view: Mapping[str, Any], legal: list[str], budget: Budget, deal: Deal) -> str:
        worth = self.weigh(deal(budget.seed), budget.seed, len(legal))
        return legal[int(np.argmax(worth))]

    def weigh(self, record: Any, seed: int, n: int) -> Any:
        """What each legal action is worth, as a share of the victory."""
        scratch = np.zeros(4, record.dtype).view(np.recarray)
        scratch[greedy.ROOT] = record
        rng = np.zeros(1, RNG_STATE).view(np.recarray)
        seed_rng(as_state(rng[0], record.dtype), np.uint64(seed))
        most = max_legal(record)
        worth = np.zeros(most)
        greedy.weigh(
            as_states(scratch),
            np.zeros(most, np.int16),
            np.zeros(most, np.int16),
            np.zeros(2 * tree.MAX_PLAYERS),
            new_labels(),
            as_state(rng[0], record.dtype),
            self.samples,
            worth,
        )
        return worth[:n]


class HastyBot(GreedyBot):
    """Greedy, but a third of its moves are random."""

    def choose(self, view: Mapping[str, Any], legal: list[str], budget: Budget, deal: Deal) -> str:
        rng = Random(budget.seed)
        if rng.random() < 1 / 3:
            return rng.choice(legal)
        return super().choose(view, legal, budget, deal)


@dataclass(frozen=True)
class Candidate:
    """A legal action, its expected share of the victory, and how often it was tried."""

    action: int
    share: float
    visits: int
    certain: bool = False  # solved, not estimated


class _SearchTree:
    """One tree and everything a search in it needs."""

    def __init__(self, nodes: int) -> None:
        self.tree = np.zeros(nodes, tree.NODE).view(np.recarray)

    def think(self, record: Any, budget: Budget, params: Any, seed: int) -> list[Candidate]:
        """Search from a position; the candidates of the deciding seat."""
        scratch = np.zeros(4, record.dtype).view(np.recarray)
        scratch[tree.ROOT] = record
        rng = np.zeros(1, RNG_STATE).view(np.recarray)
        seed_rng(as_state(rng[0], record.dtype), np.uint64(seed))
        arrays = (
            np.zeros(tree.MAX_DEPTH, np.int32),
            np.zeros(max_legal(record), np.int16),
            new_labels(),
            np.zeros(2 * tree.MAX_PLAYERS),
            as_states(rng, record.dtype),
            as_states(params, record.dtype),
        )
        nodes, seats = as_states(self.tree, record.dtype), as_states(scratch)
        used = tree.clear(nodes)
        if budget.milliseconds is None:
            tree.think(seats, nodes, used, *arrays, budget.simulations or _USUAL)
        else:
            start = time.perf_counter()
            while (spent := (time.perf_counter() - start) * 1000) < budget.milliseconds:
                if self._decided(spent / budget.milliseconds):
                    break
                used = tree.think(seats, nodes, used, *arrays, _SLICE)
        return self._candidates(int(record["seat"]))

    def _decided(self, spent: float) -> bool:
        """Whether no candidate can overtake the most tried one in what is left of the time."""
        if spent < _HASTE:
            return False
        left = int(self.tree[0].visits) * (1 - spent) / spent
        most = second = 0
        child = int(self.tree[0].child)
        while child:
            visits = int(self.tree[child].visits)
            most, second = max(most, visits), max(second, min(most, visits))
            child = int(self.tree[child].sibling)
        return most - second > left

    def _candidates(self, seat: int) -> list[Candidate]:
        candidates = []
        child = int(self.tree[0].child)
        while child:
            node = self.tree[child]
            visits = int(node.visits)
            candidates.append(Candidate(int(node.action), float(node.value[seat]) / max(visits, 1), visits))
            child = int(node.sibling)
        return candidates


class SearchBot:
    """Monte Carlo tree search over information sets, in one tree per thread."""

    def __init__(self, nodes: int = 1 << 17, threads: int = 1, **params: float) -> None:
        self._trees = [_SearchTree(nodes) for _ in range(threads)]
        self._changed = params

    def choose(self, view: Mapping[str, Any], legal: list[str], budget: Budget, deal: Deal) -> str:
        if len(legal) == 1:
            return legal[0]
        record = deal(budget.seed)
        best = self.think(record, budget)[0]
        moves = np.zeros(max_legal(record), np.int16)
        count = spec_of(record.dtype).rules.legal(as_state(record), moves)
        return legal[moves[:count].tolist().index(best.action)]

    def think(self, record: Any, budget: Budget) -> list[Candidate]:
        """What each candidate promises, the most tried first; trees of several threads are added up.

        Where the game can tell for certain, there is nothing to search: the candidates that matter, the best first.
        """
        settled = solved(record)
        if settled:
            return settled
        params = np.zeros(1, tree.SEARCH_PARAMS).view(np.recarray)
        for name, value in {**spec_of(record.dtype).estimate.SEARCH_PARAMS, **self._changed}.items():
            params[name] = value
        if len(self._trees) == 1:
            found = self._trees[0].think(record, budget, params, budget.seed)
        else:
            with ThreadPoolExecutor(len(self._trees)) as pool:
                jobs = [
                    pool.submit(tree_search.think, record, budget, params, (budget.seed + i * _APART) % 2**64)
                    for i, tree_search in enumerate(self._trees)
                ]
                found = _merged([candidate for job in jobs for candidate in job.result()])
        return sorted(found, key=lambda candidate: (-candidate.visits, -candidate.share))


def _merged(candidates: list[Candidate]) -> list[Candidate]:
    """Candidates of several trees, added up by action."""
    sums: dict[int, tuple[float, int]] = {}
    for candidate in candidates:
        total, visits = sums.get(candidate.action, (0.0, 0))
        sums[candidate.action] = (total + candidate.share * candidate.visits, visits + candidate.visits)
    return [Candidate(action, total / max(visits, 1), visits) for action, (total, visits) in sums.items()]


def solved(record: Any) -> list[Candidate]:
    """The candidates of a position whose outcome the game's `endgame` can solve, the best first; none otherwise."""
    spec = spec_of(record.dtype)
    if spec.endgame is None:
        return []
    found = [Candidate(action, share, 1, True) for action, share in spec.endgame.foresee(record)]
    return sorted(found, key=lambda candidate: -candidate.share)


def max_legal(record: Any) -> int:
    """How many actions can be legal at once in the game a record belongs to."""
    return int(spec_of(record.dtype).state.MAX_LEGAL)
