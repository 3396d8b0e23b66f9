"""What every legal move is worth: it is played in sampled deals, the network plays on for all seats, and then judges.

A network has only seen positions that good play leads to. After a move that it would never play it judges badly; after
some more moves it sees what became of it. Every move is tried in the same deals with the same dice to come, so that
moves are compared with each other and not with luck.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from tabiji.bots.network import Network
from tabiji.core.determinize import new_labels
from tabiji.core.dispatch import determinize, legal, observe, step, winners
from tabiji.core.jit import rule
from tabiji.core.playout import RNG_STATE
from tabiji.core.random import any_seed, seed_rng
from tabiji.core.record import State, as_state, as_states

_DEAL = 1  # of two records: the first is the root
TO_THE_END = -1  # a horizon: the network plays until the game is over


@dataclass(frozen=True)
class MoveValues:
    """What the legal moves of a position are worth: an array [deals, moves, seats] of shares of the victory."""

    actions: list[int]
    seat: int
    shares: Any

    def worth(self) -> Any:
        """The deciding seat's share of the victory after each move."""
        return self.shares[:, :, self.seat].mean(axis=0)

    def unsure(self) -> Any:
        """The standard error of each of them."""
        deals = len(self.shares)
        return self.shares[:, :, self.seat].std(axis=0) / max(deals - 1, 1) ** 0.5


class Others(NamedTuple):
    """All seats but one, if they draw their moves, the likelier the better, instead of playing the likeliest."""

    seat: int  # the one that does not
    temperature: float
    rng: np.random.Generator
    tried: int  # positions, one after another, of the same deal after different moves


class _Luck:
    """What others draw. In the same deal a seat draws its next decisions with the same luck, whatever move was tried:
    where it has the same choice it chooses the same, and moves differ by what they change."""

    def __init__(self, others: Others, positions: int, players: int) -> None:
        self._others = others
        self._by_decision: list[Any] = []  # for each decision of a seat: by deal, seat and action
        self._made = np.zeros((positions, players), np.int64)  # decisions, by position and seat

    def add(self, rows: Any, seats: Any, logits: Any) -> None:
        """Add luck to what the network thinks in these rows of the positions, of which these seats decide."""
        others = self._others
        drawn = np.flatnonzero(seats != others.seat)
        rows, seats = rows[drawn], seats[drawn]
        made = self._made[rows, seats]
        while len(self._by_decision) <= made.max(initial=-1):
            shape = (len(self._made) // others.tried, self._made.shape[1], logits.shape[1])
            self._by_decision.append(others.temperature * others.rng.gumbel(size=shape))
        for number in np.unique(made):
            now = made == number
            logits[drawn[now]] += self._by_decision[number][rows[now] // others.tried, seats[now]]
        self._made[rows, seats] += 1


@rule
def play_each(roots: Any, deals: int, moves: Any, count: int, labels: Any, rng: State, after: Any) -> None:
    """Write the positions after each of these legal moves in each deal."""
    seat = int(roots[0].seat)
    row = 0
    for _ in range(deals):
        roots[_DEAL] = roots[0]
        determinize(roots[_DEAL], seat, any_seed(rng), labels)
        for i in range(count):
            after[row] = roots[_DEAL]
            step(after[row], moves[i])
            row += 1


@rule
def await_choices(after: Any, rows: int, moves: Any, counts: Any, seen: Any) -> None:
    """Play forced moves; then write the legal moves of each row and what its deciding seat sees. None: it is over."""
    for row in range(rows):
        counts[row] = 0
        while after[row].seat >= 0:
            counts[row] = legal(after[row], moves[row])
            if counts[row] != 1:
                break
            step(after[row], moves[row, 0])
            counts[row] = 0
        if counts[row] > 0:
            for i in range(seen.shape[1]):
                seen[row, i] = 0
            observe(after[row], int(after[row].seat), seen[row])


@rule
def play_likeliest(after: Any, rows: int, moves: Any, counts: Any, logits: Any) -> None:
    """Play the likeliest legal move of each row that is not over; `logits` has a row for each of those."""
    k = 0
    for row in range(rows):
        if counts[row] > 0:
            best = moves[row, 0]
            for i in range(counts[row]):
                if logits[k, moves[row, i]] > logits[k, best]:
                    best = moves[row, i]
            step(after[row], best)
            k += 1


@rule
def write_results(after: Any, rows: int, shares: Any) -> None:
    """Write the shares of the victory of those rows that are over."""
    for row in range(rows):
        if after[row].seat < 0:
            won = winners(after[row])
            total = 0
            for p in range(after[row].players):
                total += won >> p & 1
            for p in range(after[row].players):
                shares[row, p] = (won >> p & 1) / total


def try_moves(record: Any, actions: Any, deals: int, seed: int, after: Any) -> None:
    """Write the positions after each of these moves in each deal of what the deciding seat cannot know."""
    roots = np.zeros(2, after.dtype).view(np.recarray)
    roots[0] = record
    rng = np.zeros(1, RNG_STATE).view(np.recarray)
    seed_rng(as_state(rng[0], after.dtype), np.uint64(seed))
    moves = np.array(actions, np.int16)
    play_each(as_states(roots), deals, moves, len(moves), new_labels(), as_state(rng[0], after.dtype), as_states(after))


def play_on(dealt: Any, network: Network, horizon: int, others: Others | None = None) -> Any:
    """Play `horizon` decisions on from each position (`TO_THE_END`: all); shares of the victory [positions, seats]."""
    rows, players, most = len(dealt), int(dealt[0]["players"]), network.spec.state.MAX_LEGAL
    moves, counts = np.zeros((rows, most), np.int16), np.zeros(rows, np.int64)
    seen = np.zeros((rows, network.inputs), np.uint8)
    there = as_states(dealt)
    luck = None if others is None else _Luck(others, rows, players)
    while True:
        await_choices(there, rows, moves, counts, seen)
        undecided = counts > 0
        if horizon == 0 or not undecided.any():
            break
        logits = network.think_of_all(seen[undecided])[0]
        if luck is not None:
            luck.add(np.flatnonzero(undecided), dealt["seat"][undecided], logits)
        play_likeliest(there, rows, moves, counts, logits)
        horizon -= 1
    shares = np.zeros((rows, players))
    write_results(there, rows, shares)
    if undecided.any():
        win = network.think_of_all(seen[undecided])[1][:, :players].astype(np.float64)
        win = np.exp(win - win.max(axis=1, keepdims=True))
        from_own = (np.arange(players) - dealt["seat"][undecided].astype(np.int64)[:, None]) % players
        shares[undecided] = np.take_along_axis(win / win.sum(axis=1, keepdims=True), from_own, axis=1)
    return shares


def look_ahead(record: Any, network: Network, deals: int, horizon: int, seed: int) -> MoveValues:
    """What every legal move is worth, `horizon` decisions after it; what its seat cannot know does not matter."""
    moves = np.zeros(network.spec.state.MAX_LEGAL, np.int16)
    root = np.zeros(1, record.dtype).view(np.recarray)
    root[0] = record
    actions = moves[: int(network.spec.rules.legal(as_state(root[0]), moves))]
    after = np.zeros(deals * len(actions), record.dtype).view(np.recarray)
    try_moves(record, actions, deals, seed, after)
    shares = play_on(after, network, horizon)
    return MoveValues(actions.tolist(), int(record["seat"]), shares.reshape(deals, len(actions), -1))
