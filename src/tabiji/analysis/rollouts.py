"""What positions and moves are worth: the network plays on for all seats, then judges. Many positions at once.

`bots.lookahead` does the same for one position, for hints. Here large batches keep the processor busy.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tabiji.bots.lookahead import await_choices, play_each, play_likeliest, write_results
from tabiji.bots.network import Network
from tabiji.core.determinize import new_labels
from tabiji.core.playout import RNG_STATE
from tabiji.core.random import seed_rng
from tabiji.core.record import as_state, as_states

_SPECTATOR = -1
_ROWS = 1024  # positions at once: bounds the memory


def play_on(dealt: Any, network: Network, horizon: int) -> Any:
    """Play `horizon` decisions on from each position; an array [positions, seats] of shares of the victory."""
    rows, players, most = len(dealt), int(dealt[0]["players"]), network.spec.state.MAX_LEGAL
    moves, counts = np.zeros((rows, most), np.int16), np.zeros(rows, np.int64)
    seen = np.zeros((rows, network.inputs), np.uint8)
    there = as_states(dealt)
    for left in range(horizon, -1, -1):
        await_choices(there, rows, moves, counts, seen)
        undecided = counts > 0
        if left == 0 or not undecided.any():
            break
        play_likeliest(there, rows, moves, counts, network.think_of_all(seen[undecided])[0])
    shares = np.zeros((rows, players))
    write_results(there, rows, shares)
    if undecided.any():
        win = network.think_of_all(seen[undecided])[1][:, :players].astype(np.float64)
        win = np.exp(win - win.max(axis=1, keepdims=True))
        from_own = (np.arange(players) - dealt["seat"][undecided].astype(np.int64)[:, None]) % players
        shares[undecided] = np.take_along_axis(win / win.sum(axis=1, keepdims=True), from_own, axis=1)
    return shares


def move_shares(records: Any, counts: list[int], seeds: list[int], network: Network, deals: int, horizon: int) -> Any:
    """For each record an array [deals, moves, seats]: the shares after each of its legal moves.

    `counts` says how many those are. What the deciding seat cannot know is dealt anew. Every move is tried in the same
    deals with the same dice to come, so that moves are compared with each other and not with luck.
    """
    found = []
    for batch in _batches([deals * count for count in counts]):
        sizes = [deals * counts[i] for i in batch]
        after = np.zeros(sum(sizes), records.dtype).view(np.recarray)
        ends = np.cumsum(sizes).tolist()
        for i, size, end in zip(batch, sizes, ends, strict=True):
            _try_moves(records[i], seeds[i], network, deals, after[end - size : end])
        shares = play_on(after, network, horizon)
        found += [part.reshape(deals, -1, shares.shape[1]) for part in np.split(shares, ends[:-1])]
    return found


def _try_moves(record: Any, seed: int, network: Network, deals: int, after: Any) -> None:
    """Write the positions after each legal move in each deal."""
    roots = np.zeros(2, after.dtype).view(np.recarray)
    roots[0] = record
    rng = np.zeros(1, RNG_STATE).view(np.recarray)
    seed_rng(as_state(rng[0], after.dtype), np.uint64(seed))
    tried = np.zeros(network.spec.state.MAX_LEGAL, np.int16)
    play_each(as_states(roots), deals, tried, new_labels(), as_state(rng[0], after.dtype), as_states(after))


def win_curve(records: Any, network: Network, deals: int, horizon: int) -> Any:
    """An array [records, seats]: the shares that a spectator, who sees no hidden things, could expect.

    Whatever a spectator does not see is dealt anew. Seats know what they themselves may know when they decide.
    """
    found = []
    for batch in _batches([deals] * len(records)):
        dealt = np.repeat(records[list(batch)], deals).view(np.recarray)
        labels = new_labels()
        for row in range(len(dealt)):
            seed = np.uint64(batch[0] * deals + row)
            network.spec.hidden.determinize(as_state(dealt[row]), _SPECTATOR, seed, labels)
        shares = play_on(dealt, network, horizon)
        found.append(shares.reshape(len(batch), deals, -1).mean(axis=1))
    return np.concatenate(found)


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
