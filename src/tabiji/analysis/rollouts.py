"""What positions and moves are worth: the network plays on for all seats, then judges. Many positions at once.

`bots.lookahead` does the same for one position, for hints. Here large batches keep the processor busy.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tabiji.bots.lookahead import TO_THE_END, play_on, try_moves
from tabiji.bots.network import Network
from tabiji.core.determinize import new_labels
from tabiji.core.record import as_state

_SPECTATOR = -1
_ROWS = 1024  # positions at once: bounds the memory
_SKETCH_DEALS = 2


@dataclass(frozen=True)
class Judge:
    """A network that plays on and judges.

    `at_once` is the weight in win curves of what it says before it plays on. That is steady; after playing on it has
    seen more, but wins or loses in each deal where games are short. `benchmarks/calibration.py` says what comes true.
    """

    network: Network
    at_once: float = 0.0


@dataclass(frozen=True)
class Trial:
    """Moves of a position to try: all in the same deals with the same dice, so that luck is no part of the result."""

    record: Any
    actions: Sequence[int]
    seed: int


def move_shares(trials: list[Trial], judge: Judge, deals: int, horizon: int) -> list[Any]:
    """For each trial an array [deals, moves, seats]: the shares after each move. Hidden things are dealt anew."""
    found = []
    for batch in _batches([deals * len(trial.actions) for trial in trials]):
        after, ends = _tried(trials[batch.start : batch.stop], deals)
        shares = play_on(after, judge.network, horizon)
        found += [part.reshape(deals, -1, shares.shape[1]) for part in np.split(shares, ends[:-1])]
    return found


def final_records(trials: list[Trial], network: Network, deals: int) -> list[Any]:
    """For each trial records [deals, moves] at the end of the game, played on by the network."""
    found = []
    for batch in _batches([deals * len(trial.actions) for trial in trials]):
        after, ends = _tried(trials[batch.start : batch.stop], deals)
        play_on(after, network, TO_THE_END)
        found += [part.reshape(deals, -1) for part in np.split(after, ends[:-1])]
    return found


def _tried(trials: list[Trial], deals: int) -> tuple[Any, list[int]]:
    """The positions after all moves of these trials, and where those of each trial end."""
    sizes = [deals * len(trial.actions) for trial in trials]
    after = np.zeros(sum(sizes), trials[0].record.dtype).view(np.recarray)
    ends = np.cumsum(sizes).tolist()
    for trial, size, end in zip(trials, sizes, ends, strict=True):
        try_moves(trial.record, trial.actions, deals, trial.seed, after[end - size : end])
    return after, ends


def win_curve(records: Any, first: int, judge: Judge, deals: int, horizon: int) -> Any:
    """An array [records, seats]: the shares that a spectator, who sees no hidden things, could expect.

    Whatever a spectator does not see is dealt anew. Seats know what they themselves may know when they decide. `first`
    is the number of the first record in its match: the same record of the same match is always judged alike.
    """
    found = []
    for batch in _batches([deals] * len(records)):
        dealt = deal_to_spectator(records[list(batch)], first + batch.start, judge.network, deals)
        shares = judge.at_once * play_on(dealt, judge.network, 0) if judge.at_once else 0
        shares = shares + (1 - judge.at_once) * play_on(dealt, judge.network, horizon)
        found.append(shares.reshape(len(batch), deals, -1).mean(axis=1))
    return np.concatenate(found)


def sketch_curve(records: Any, judge: Judge) -> Any:
    """The win curve as the network sees it at once, in few deals: rough, and soon there."""
    found = []
    for batch in _batches([_SKETCH_DEALS] * len(records)):
        dealt = deal_to_spectator(records[list(batch)], batch.start, judge.network, _SKETCH_DEALS)
        found.append(play_on(dealt, judge.network, 0).reshape(len(batch), _SKETCH_DEALS, -1).mean(axis=1))
    return np.concatenate(found)


def deal_to_spectator(records: Any, first: int, network: Network, deals: int) -> Any:
    """Copies of records in which whatever a spectator does not see is dealt anew, those of the first record first."""
    dealt = np.repeat(records, deals).view(np.recarray)
    labels = new_labels()
    for row in range(len(dealt)):
        network.spec.hidden.determinize(as_state(dealt[row]), _SPECTATOR, np.uint64(first * deals + row), labels)
    return dealt


def _batches(sizes: list[int]) -> Iterator[range]:
    """Things with these sizes in turn, as many together as fit into a batch; one that is too large has its own."""
    first = total = 0
    for i, size in enumerate(sizes):
        if total and total + size > _ROWS:
            yield range(first, i)
            first, total = i, 0
        total += size
    if total:
        yield range(first, len(sizes))
