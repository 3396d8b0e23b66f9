"""The bots that come with Tabiji. Each works at arrays of its own: one bot object serves one thread at a time."""

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
from tabiji.core.dispatch import room_of
from tabiji.core.playout import LUCK
from tabiji.core.random import sow
from tabiji.core.record import opened, opened_all
from tabiji.core.veil import new_labels

_SLICE = 100  # simulations between two looks at the clock
_HASTE = 0.1  # of the time is used before a search may be over early
_USUAL = 1000  # simulations of a search whose budget says nothing
_APART = 0x9E3779B97F4A7C15  # between the seeds of trees that think together


class RandomBot:
    """Any legal move, all equally likely."""

    def choose(self, view: Mapping[str, Any], legal: list[str], budget: Budget, deal: Deal) -> str:
        return Random(budget.seed).choice(legal)


class GreedyBot:
    """The move after which it stands best, over a few sampled deals."""

    def __init__(self, samples: int = 4) -> None:
        self.samples = samples

    def choose(self, view: Mapping[str, Any], legal: list[str], budget: Budget, deal: Deal) -> str:
        worth = self.weigh(deal(budget.seed), budget.seed, len(legal))
        return legal[int(np.argmax(worth))]

    def weigh(self, record: Any, seed: int, n: int) -> Any:
        """What each legal action is worth, as a share of the victory."""
        table = np.zeros(4, record.dtype).view(np.recarray)
        table[greedy.ROOT] = record
        luck = np.zeros(1, LUCK).view(np.recarray)
        sow(opened(luck[0], record.dtype), np.uint64(seed))
        most = most_legal(record)
        worth = np.zeros(most)
        greedy.weigh(
            opened_all(table),
            np.zeros(most, np.int16),
            np.zeros(most, np.int16),
            np.zeros(2 * tree.MOST_PLAYERS),
            new_labels(),
            opened(luck[0], record.dtype),
            self.samples,
            worth,
        )
        return worth[:n]


class HastyBot(GreedyBot):
    """Greedy, but every third move is whatever comes to mind."""

    def choose(self, view: Mapping[str, Any], legal: list[str], budget: Budget, deal: Deal) -> str:
        luck = Random(budget.seed)
        if luck.random() < 1 / 3:
            return luck.choice(legal)
        return super().choose(view, legal, budget, deal)


@dataclass(frozen=True)
class Thought:
    """What a search thinks of a candidate: its expected share of the victory, and how often it was tried."""

    action: int
    share: float
    visits: int
    certain: bool = False  # worked out, not guessed


class _Mind:
    """One tree and everything a search in it needs."""

    def __init__(self, nodes: int) -> None:
        self.tree = np.zeros(nodes, tree.NODE).view(np.recarray)

    def think(self, record: Any, budget: Budget, style: Any, seed: int) -> list[Thought]:
        """Search from a position and say what each candidate promises the deciding seat."""
        table = np.zeros(4, record.dtype).view(np.recarray)
        table[tree.ROOT] = record
        luck = np.zeros(1, LUCK).view(np.recarray)
        sow(opened(luck[0], record.dtype), np.uint64(seed))
        arrays = (
            np.zeros(tree.DEEPEST, np.int32),
            np.zeros(most_legal(record), np.int16),
            new_labels(),
            np.zeros(2 * tree.MOST_PLAYERS),
            opened_all(luck, record.dtype),
            opened_all(style, record.dtype),
        )
        nodes, seats = opened_all(self.tree, record.dtype), opened_all(table)
        used = tree.clear(nodes)
        if budget.milliseconds is None:
            tree.think(seats, nodes, used, *arrays, budget.simulations or _USUAL)
        else:
            start = time.perf_counter()
            while (spent := (time.perf_counter() - start) * 1000) < budget.milliseconds:
                if self._decided(spent / budget.milliseconds):
                    break
                used = tree.think(seats, nodes, used, *arrays, _SLICE)
        return self._thoughts(int(record["seat"]))

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

    def _thoughts(self, seat: int) -> list[Thought]:
        thoughts = []
        child = int(self.tree[0].child)
        while child:
            node = self.tree[child]
            visits = int(node.visits)
            thoughts.append(Thought(int(node.action), float(node.value[seat]) / max(visits, 1), visits))
            child = int(node.sibling)
        return thoughts


class SearchBot:
    """Monte Carlo tree search over information sets, in one tree per thread."""

    def __init__(self, nodes: int = 1 << 17, threads: int = 1, **style: float) -> None:
        self._minds = [_Mind(nodes) for _ in range(threads)]
        self._changed = style

    def choose(self, view: Mapping[str, Any], legal: list[str], budget: Budget, deal: Deal) -> str:
        if len(legal) == 1:
            return legal[0]
        record = deal(budget.seed)
        best = self.think(record, budget)[0]
        moves = np.zeros(most_legal(record), np.int16)
        count = room_of(record.dtype).rules.legal(opened(record), moves)
        return legal[moves[:count].tolist().index(best.action)]

    def think(self, record: Any, budget: Budget) -> list[Thought]:
        """What each candidate promises, the most tried first; trees of several threads are added up.

        Where the game can tell for certain, there is nothing to search: the candidates that matter, the best first.
        """
        settled = foreseen(record)
        if settled:
            return settled
        style = np.zeros(1, tree.STYLE).view(np.recarray)
        for name, value in {**room_of(record.dtype).door("estimate").STYLE, **self._changed}.items():
            style[name] = value
        if len(self._minds) == 1:
            found = self._minds[0].think(record, budget, style, budget.seed)
        else:
            with ThreadPoolExecutor(len(self._minds)) as pool:
                jobs = [
                    pool.submit(mind.think, record, budget, style, (budget.seed + i * _APART) % 2**64)
                    for i, mind in enumerate(self._minds)
                ]
                found = _together([thought for job in jobs for thought in job.result()])
        return sorted(found, key=lambda thought: (-thought.visits, -thought.share))


def _together(thoughts: list[Thought]) -> list[Thought]:
    """Thoughts of several trees about the same actions, added up."""
    sums: dict[int, tuple[float, int]] = {}
    for thought in thoughts:
        total, visits = sums.get(thought.action, (0.0, 0))
        sums[thought.action] = (total + thought.share * thought.visits, visits + thought.visits)
    return [Thought(action, total / max(visits, 1), visits) for action, (total, visits) in sums.items()]


def foreseen(record: Any) -> list[Thought]:
    """What is certain in a position of a game that can be worked out here, the best first."""
    room = room_of(record.dtype)
    if not room.has_door("endgame"):
        return []
    found = [Thought(action, share, 1, True) for action, share in room.door("endgame").foresee(record)]
    return sorted(found, key=lambda thought: -thought.share)


def most_legal(record: Any) -> int:
    """How many actions can be legal at once in the game a record belongs to."""
    return int(room_of(record.dtype).door("state").MOST_LEGAL)
