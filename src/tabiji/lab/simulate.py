"""Simulate many games on all cores. Game i of a run uses seed S + i, whatever the number of cores or batches: a run can
be continued later from the seed after its last."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import numpy as np

from tabiji.bots.registry import bot_specs
from tabiji.core.errors import OptionError
from tabiji.core.journal import close_journal
from tabiji.core.match import SEEDS, Game
from tabiji.core.playout import RNG_STATE, play_games
from tabiji.core.record import as_state, as_states

BATCH = 2000


def seats_of(bots: str, players: int) -> list[str]:
    """A random bot for each seat, from a comma-separated list; OptionError says where other bots play."""
    found = bot_specs(bots, players)
    for bot in found:
        if bot.kind != "random":
            raise OptionError(f"simulate plays random bots only; let {bot.name} play in tabiji arena or tabiji study")
    return [bot.name for bot in found]


def check_run(games: int, seed: int, cores: int | None = None) -> None:
    """OptionError if the number of games or cores or the seed is impossible."""
    if cores is not None and cores < 1:
        raise OptionError(f"cannot work on {cores} cores: give at least 1")
    if games < 1:
        raise OptionError(f"cannot play {games} games: ask for at least 1")
    if seed < 0 or seed + games > SEEDS:
        raise OptionError(f"seed {seed} is impossible: seeds run from 0 to 2**64 - 1")


def play_batch(game: Game, seed: int, games: int) -> Any:
    """Play games with random bots, seeds counting up from `seed`; a row of results for each."""
    scratch = np.zeros(2, game.dtype).view(np.recarray)
    scratch[0] = game.blank()
    close_journal(as_state(scratch[0]))
    moves = np.zeros(game.spec.state.MAX_LEGAL, np.int16)
    rows = np.zeros(games, game.spec.study.ROW).view(np.recarray)
    play_games(
        as_states(scratch), moves, as_states(np.zeros(1, RNG_STATE).view(np.recarray)), np.uint64(seed), as_states(rows)
    )
    return rows


def simulate(game: Game, games: int, seed: int, cores: int | None = None) -> Iterator[Any]:
    """Play `games` games, batch by batch in the order of their seeds, on all cores."""
    check_run(games, seed, cores)
    workers = cores or os.cpu_count() or 1
    starts = range(0, games, BATCH)
    with ThreadPoolExecutor(workers) as pool:
        waiting: list[Future[Any]] = []
        try:
            for start in starts:
                waiting.append(pool.submit(play_batch, game, seed + start, min(BATCH, games - start)))
                if len(waiting) > 2 * workers:
                    yield waiting.pop(0).result()
            while waiting:
                yield waiting.pop(0).result()
        finally:
            for future in waiting:
                future.cancel()
