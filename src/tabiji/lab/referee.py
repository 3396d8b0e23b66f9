"""The referee: bots play all games with all options, and the first illegal move stops the run."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from random import Random
from threading import local
from typing import Any

from tabiji.bots.protocol import choose_move
from tabiji.bots.registry import bot_spec
from tabiji.core.errors import IllegalMove
from tabiji.core.game_spec import game_spec
from tabiji.core.match import Game
from tabiji.lab.simulate import check_run

PLAYERS = ("random", "hasty", "greedy", "search:12")
OFTEN = (1, 3, 3, 3)  # random players only prolong a game


def tables(name: str) -> list[Game]:
    """Every number of players, with the usual options, with each other choice alone, and with all of them changed."""
    options = game_spec(name).options
    singles = [{option.name: choice} for option in options for choice in option.choices[1:]]
    sets = [{}, *singles, {option.name: option.choices[-1] for option in options}]
    return [Game(name, players, **chosen) for players in game_spec(name).players for chosen in sets]


def check_bots(name: str, games: int, seed: int = 0, cores: int | None = None) -> Iterator[Counter[str]]:
    """How many moves of each bot were checked in each game; IllegalMove names the first that is not allowed.

    Tables take turns, and a bot is drawn for each seat.
    """
    check_run(games, seed, cores)
    mine: Any = local()
    every = tables(name)
    entered = {bot: bot_spec(bot) for bot in PLAYERS}

    def one(number: int) -> Counter[str]:
        if not hasattr(mine, "bots"):  # each thread has bots of its own
            mine.bots = {bot: entered[bot].make() for bot in PLAYERS}
        rng = Random(number)
        match = every[number % len(every)].new(number)
        seats = rng.choices(PLAYERS, OFTEN, k=match.game.players)
        checked: Counter[str] = Counter()
        while (seat := match.seat) is not None:
            bot = seats[seat]
            legal = list(match.legal)
            move = choose_move(mine.bots[bot], match, replace(entered[bot].budget, seed=rng.getrandbits(63)))
            if move not in legal:
                raise IllegalMove(f"{bot} wants {move!r} in game {number}, move {len(match.moves) + 1}")
            match.play(move)
            checked[bot] += 1
        return checked

    with ThreadPoolExecutor(cores or os.cpu_count()) as pool:
        yield from pool.map(one, range(seed, seed + games))
