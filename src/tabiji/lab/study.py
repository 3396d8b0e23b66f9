"""Studies: many games of each setting of a game, played by one bot in all seats, summed up with intervals."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import local
from typing import Any

import numpy as np

from tabiji.bots.registry import BotSpec, bare_network
from tabiji.core.jit import JIT, waits
from tabiji.core.match import Game
from tabiji.core.record import as_state, as_states
from tabiji.core.statistics import Table
from tabiji.lab.arena import play_match
from tabiji.lab.self_play import Style, play_by_styles
from tabiji.lab.simulate import simulate


def settings(name: str) -> list[tuple[str, Game]]:
    """What a study of this game compares: a title and a game each."""
    from tabiji.core.game_spec import game_spec

    return [(title, Game(name, players, **options)) for title, players, options in game_spec(name).study.SETTINGS]


def play_rows(game: Game, bot: BotSpec, games: int, seed: int, cores: int | None = None) -> Iterator[Any]:
    """Rows of results, in batches, seeds counting up."""
    if bot.kind == "random":
        yield from simulate(game, games, seed, cores)
        return
    network = None if waits(game.dtype) or not JIT else bare_network(bot, game.spec)
    if network is not None:  # the same games as below, many times faster
        for rows, _ in play_by_styles(game, network, [Style()] * game.players, games, seed, cores):
            yield rows
        return
    mine: Any = local()
    study = game.spec.study

    def one(number: int) -> Any:
        if not hasattr(mine, "bot"):
            mine.bot = bot.make()
        match = game.new(seed + number)
        play_match(match, [mine.bot], [bot], (0,) * game.players)
        row = np.zeros(1, study.ROW).view(np.recarray)
        study.tally(as_state(match.state), as_states(row)[0])
        row["seed"], row["decisions"] = match.seed, len(match.moves)
        return row

    with ThreadPoolExecutor(cores or os.cpu_count()) as pool:
        yield from pool.map(one, range(games))


def side_by_side(sections: list[tuple[str, list[Table]]]) -> list[Table]:
    """The means of a game in each setting: a table for each thing measured."""
    found: dict[str, list[list[Any]]] = {}
    for setting, tables in sections:
        for name, mean, half in (row for table in tables if table.title == "a game" for row in table.rows):
            found.setdefault(name, []).append([setting, mean, half])
    return [Table(name, ["setting", "mean", "± 95 %"], rows) for name, rows in found.items()]
