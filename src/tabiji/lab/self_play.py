"""Games of one network in all seats, many times faster than bot by bot: whole games are compiled.

Each seat has a style: the temperature at which it draws its moves (0: always the likeliest), and the share of its moves
that are random.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from math import exp
from typing import Any, NamedTuple

import numpy as np

from tabiji.bots.network import Network, think_of_rows
from tabiji.core.dispatch import legal, observe, setup, step, tally, winners
from tabiji.core.jit import rule, u64
from tabiji.core.match import Game
from tabiji.core.playout import OTHER_STREAM, RNG_STATE
from tabiji.core.random import below, seed_rng
from tabiji.core.record import State, as_states
from tabiji.lab.simulate import check_run

_BATCH = 250  # games that a thread plays before it says how they ended
_FINE = 1 << 30  # how finely chances are drawn


class Style(NamedTuple):
    """How a seat plays the network's moves."""

    temperature: float = 0.0
    lapses: float = 0.0  # the share of random moves


@rule
def draw(logits: Any, moves: Any, n: int, temperature: float, rng: State) -> int:
    """One of the legal actions, the likelier the better; the best of them if the temperature is 0."""
    best = 0
    for i in range(n):
        if logits[moves[i]] > logits[moves[best]]:
            best = i
    if temperature <= 0.0:
        return int(moves[best])
    highest = logits[moves[best]]
    total = 0.0
    for i in range(n):
        total += exp((logits[moves[i]] - highest) / temperature)
    left = total * below(rng, _FINE) / _FINE
    for i in range(n):
        left -= exp((logits[moves[i]] - highest) / temperature)
        if left < 0.0:
            return int(moves[i])
    return int(moves[best])


@rule
def play_by_network(
    scratch: Any,
    rng: Any,
    moves: Any,
    first: int,
    seed: Any,
    rotations: int,
    styles: Any,
    weights: Any,
    sizes: Any,
    seen: Any,
    logits: Any,
    win: Any,
    margins: Any,
    rows: Any,
    wins: Any,
) -> None:
    """Play one game a row, from number `first` on: every deal in each rotation of the styles over the seats.

    `scratch` holds two records: the configured blank one, and the one to play in. `wins` gets each style's share of the
    victory.
    """
    for i in range(len(rows)):
        rotation = (first + i) % rotations
        scratch[1] = scratch[0]
        s = scratch[1]
        dealt = u64(seed) + u64((first + i) // rotations)
        setup(s, dealt)
        seed_rng(rng[0], dealt ^ u64(OTHER_STREAM))
        players = int(s.players)
        decisions = 0
        while s.seat >= 0:
            n = legal(s, moves)
            seat = int(s.seat)
            style = (seat + rotation) % players
            decisions += 1
            if n == 1:
                step(s, moves[0])
            elif styles[style, 1] > 0.0 and below(rng[0], _FINE) < styles[style, 1] * _FINE:
                step(s, moves[below(rng[0], n)])
            else:
                for k in range(seen.shape[1]):
                    seen[0, k] = 0
                observe(s, seat, seen[0])
                think_of_rows(seen, weights, sizes, logits, win, margins)
                step(s, draw(logits[0], moves, n, styles[style, 0], rng[0]))
        rows[i].seed = dealt
        rows[i].decisions = decisions
        tally(s, rows[i])
        won = winners(s)
        count = 0
        for p in range(players):
            count += won >> p & 1
        for p in range(players):
            wins[i, (p + rotation) % players] = (won >> p & 1) / count


def play_by_styles(
    game: Game, network: Network, styles: Sequence[Style], games: int, seed: int = 0, cores: int | None = None
) -> Iterator[tuple[Any, Any]]:
    """Batches of games: rows of results, and each style's share of the victories.

    Different styles are rotated over the seats, and every deal is played in each rotation; equal ones stay where they
    are, and seeds count up.
    """
    check_run(games, seed, cores)
    rotations = 1 if len(set(styles)) == 1 else game.players
    starts = range(0, games, _BATCH)
    with ThreadPoolExecutor(cores or os.cpu_count()) as pool:
        play = partial(_play_batch, game, network, styles, rotations, seed)
        yield from pool.map(play, starts, [min(_BATCH, games - start) for start in starts])


def _play_batch(
    game: Game, network: Network, styles: Sequence[Style], rotations: int, seed: int, first: int, games: int
) -> tuple[Any, Any]:
    scratch = np.zeros(2, game.dtype).view(np.recarray)
    scratch[0] = game.blank()
    rows = np.zeros(games, game.spec.study.ROW).view(np.recarray)
    wins = np.zeros((games, game.players))
    actions, seats = game.spec.state.ACTIONS, max(game.spec.players)
    play_by_network(
        as_states(scratch),
        as_states(np.zeros(1, RNG_STATE).view(np.recarray)),
        np.zeros(game.spec.state.MAX_LEGAL, np.int16),
        first,
        np.uint64(seed),
        rotations,
        np.array(styles, np.float64),
        network.weights,
        network.sizes,
        np.zeros((1, network.inputs), np.uint8),
        np.zeros((1, actions), np.float32),
        np.zeros((1, seats), np.float32),
        np.zeros((1, seats), np.float32),
        as_states(rows),
        wins,
    )
    return rows, wins
