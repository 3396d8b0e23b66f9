"""Bots against each other: rotated seats, every deal in each rotation, strength with an interval."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from threading import local
from typing import Any

from openskill.models import PlackettLuce

from tabiji.bots.protocol import Bot, choose_move
from tabiji.bots.registry import BotSpec
from tabiji.core.errors import OptionError
from tabiji.core.match import Game, Match
from tabiji.core.statistics import Table, half_width, wilson
from tabiji.lab.simulate import check_run


@dataclass(frozen=True)
class Result:
    """One game: the contender and the result of each seat."""

    seed: int
    seats: tuple[int, ...]
    scores: tuple[int, ...]
    wins: tuple[float, ...]
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]


def play_match(match: Match, bots: list[Bot], entered: list[BotSpec], seats: tuple[int, ...]) -> Result:
    """Let bots play a match to its end."""
    players = match.game.players
    decisions = [0] * players
    seconds = [0.0] * players
    while (seat := match.seat) is not None:
        who = seats[seat]
        thinking = replace(entered[who].budget, seed=(match.seed * 1_000_003 + len(match.moves)) % 2**63)
        start = time.perf_counter()
        move = choose_move(bots[who], match, thinking)
        seconds[seat] += time.perf_counter() - start
        decisions[seat] += 1
        match.play(move)
    winners = match.winners
    wins = tuple((seat in winners) / len(winners) for seat in range(players))
    return Result(match.seed, seats, tuple(match.scores), wins, tuple(decisions), tuple(seconds))


def play_number(game: Game, bots: list[Bot], entered: list[BotSpec], seed: int, number: int) -> Result:
    """Play game `number` of an arena whose first deal has this seed."""
    deal, rotation = divmod(number, game.players)
    seats = tuple((seat + rotation) % game.players for seat in range(game.players))
    return play_match(game.new(seed + deal), bots, entered, seats)


def arena(game: Game, entered: list[BotSpec], games: int, seed: int = 0, cores: int | None = None) -> Iterator[Result]:
    """Play games in the order of their deals: each deal once in every rotation of the contenders over the seats."""
    if len(entered) != game.players:
        raise OptionError(f"{len(entered)} bots for {game.players} seats: give one for each seat")
    check_run(games, seed, cores)
    mine: Any = local()

    def one(number: int) -> Result:
        if not hasattr(mine, "bots"):  # each thread has bots of its own
            mine.bots = [bot_spec.make() for bot_spec in entered]
        return play_number(game, mine.bots, entered, seed, number)

    with ThreadPoolExecutor(cores or os.cpu_count()) as pool:
        yield from pool.map(one, range(games))


class Ladder:
    """The strength of the contenders of an arena; equal names are one contender."""

    def __init__(self, entered: list[BotSpec]) -> None:
        self.names = list(dict.fromkeys(bot_spec.name for bot_spec in entered))
        self._number = [self.names.index(bot_spec.name) for bot_spec in entered]
        self._sums = {name: [0.0] * 6 for name in self.names}  # seats, wins, score, score squared, decisions, seconds
        self._model = PlackettLuce()
        self._ratings = {name: self._model.rating() for name in self.names}
        self.par = {name: self._number.count(i) / len(entered) for i, name in enumerate(self.names)}
        self.games = 0

    def add(self, result: Result) -> None:
        self.games += 1
        names = [self.names[self._number[who]] for who in result.seats]
        for seat, name in enumerate(names):
            sums, score = self._sums[name], result.scores[seat]
            for i, value in enumerate(
                (1, result.wins[seat], score, score**2, result.decisions[seat], result.seconds[seat])
            ):
                sums[i] += value
        if len(self.names) > 1:
            self._rate(result, names)

    def _rate(self, result: Result, names: list[str]) -> None:
        best: dict[str, float] = {}
        for seat, name in enumerate(names):
            best[name] = max(best.get(name, 0.0), result.wins[seat])
        order = list(best)
        teams = self._model.rate([[self._ratings[name]] for name in order], ranks=[-best[name] for name in order])
        for name, team in zip(order, teams, strict=True):
            self._ratings[name] = team[0]

    def table(self) -> Table:
        """Share of the victories, with its interval over games; best first."""
        rows: list[list[Any]] = []
        for name in self.names:
            seats, wins, score, squares, decisions, seconds = self._sums[name]
            share = wins / self.games
            rating = self._ratings[name]
            rows.append(
                [
                    name,
                    int(seats),
                    share,
                    *wilson(share, self.games),
                    f"{100 * self.par[name]:.0f} %",
                    score / seats,
                    half_width(int(seats), score, squares),
                    f"{rating.mu:.1f} ± {2 * rating.sigma:.1f}",
                    1000 * seconds / max(decisions, 1),
                ]
            )
        rows.sort(key=lambda row: row[2] / self.par[row[0]], reverse=True)
        headers = [
            "bot",
            "seats",
            "win",
            "low 95 %",
            "high 95 %",
            "par",
            "mean score",
            "± 95 %",
            "rating",
            "ms a decision",
        ]
        return Table(f"{self.games:,} games", headers, rows)
