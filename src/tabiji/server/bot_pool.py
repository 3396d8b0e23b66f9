"""Worker processes that compute the moves of bots. They get a determinization for the seat, never the true position."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from tabiji.core.jit import go, wait, waits
from tabiji.core.match import Game, Match
from tabiji.server.api_error import ApiError
from tabiji.server.fair_queue import FairQueue
from tabiji.server.randomness import Randomness
from tabiji.server.worker_pool import WorkerPool

if TYPE_CHECKING:
    from tabiji.bots.hint import Estimate
    from tabiji.bots.protocol import Budget

_TARGET = 0.9  # seconds in which all bots that were asked should have answered: those who are many think less
_AHEAD = 1  # requests on their way to the workers, so that none waits for a busy event loop
_TIMED = {"rollout": "rollout:900ms"}  # a bot that thinks long gets a clock, so that it thinks less where many wait
_LEAST_MILLISECONDS = 5
_LEAST_SIMULATIONS = 20
_BOARDS = 64  # games with their boards that a worker keeps


@dataclass(frozen=True)
class Question:
    """A position as one seat sees it; everything hidden is dealt anew before it leaves the server process."""

    game: str
    players: int
    setting: bytes  # options and board, as JSON
    record: bytes
    waits: bool  # whether the game is not compiled yet: then a simpler bot decides


def question(match: Match, seed: int) -> Question:
    """The position of a match as its deciding seat sees it."""
    setting = msgspec.json.encode([match.game.options, match.game.board])
    dealt = match.determinize(match.seat, seed)
    return Question(match.game.spec.name, match.game.players, setting, dealt.state.tobytes(), waits(match.game.dtype))


@lru_cache(_BOARDS)
def _game(name: str, players: int, setting: bytes) -> Game:
    options, board = msgspec.json.decode(setting)
    return Game(name, players, board, **options)


@cache
def _bot(name: str, waits: bool) -> Any:
    from tabiji.bots.registry import bot_spec, stand_in

    found = bot_spec(_TIMED.get(name, name))
    found = stand_in(found) if waits else found
    return found.make(), found.budget


def _match_of(asked: Question) -> Match:
    game = _game(asked.game, asked.players, asked.setting)
    (wait if asked.waits else go)(game.dtype)
    return game.at(asked.record)


def _choose(asked: Question, bot: str, seed: int, simulations: int | None, seconds: float) -> str:
    from tabiji.bots.protocol import choose_move

    player, budget = _bot(bot, asked.waits)
    if simulations is None:
        budget = _within(budget, (asked.game, bot), seconds)
    elif budget.milliseconds is not None:
        budget = replace(budget, milliseconds=None, simulations=simulations)
    begun = time.perf_counter()
    move = choose_move(player, _match_of(asked), replace(budget, seed=seed))
    if budget.simulations is not None:
        _speeds[asked.game, bot] = budget.simulations / (time.perf_counter() - begun)
    return move


def _hint(asked: Question, milliseconds: int, seed: int, simulations: int | None, seconds: float) -> Estimate:
    from tabiji.bots.hint import estimate
    from tabiji.bots.protocol import Budget

    budget = Budget(milliseconds=milliseconds) if simulations is None else Budget(simulations=simulations)
    if simulations is None:
        budget = _within(budget, (asked.game, "hint"), seconds)
    return estimate(_match_of(asked), replace(budget, seed=seed))


def _judge(asked: Question, move: str, shallow: bool) -> tuple[str, float, float]:
    """The best move, what the one played costs, and half of the interval of that."""
    from tabiji.analysis.analyze import judge_of, standard_depth
    from tabiji.analysis.verdicts import Depth, judge_decisions
    from tabiji.analysis.verdicts import question as decision

    match = _match_of(asked)
    depth = Depth(2, 1, 0, 0, 0) if shallow else replace(standard_depth(match.game.spec), why_deals=0)
    found = judge_decisions([decision(match, match.read(move), 0)], judge_of(match.game)[1], depth)[0]
    return list(match.legal)[found.best], found.gap, found.unsure


_speeds: dict[tuple[str, str], float] = {}  # simulations a second in the last decision, by game and bot


def _within(budget: Budget, what: tuple[str, str], seconds: float) -> Budget:
    """A budget that takes no longer than some seconds."""
    if budget.milliseconds is not None:
        return replace(budget, milliseconds=max(_LEAST_MILLISECONDS, min(budget.milliseconds, int(seconds * 1000))))
    if budget.simulations is not None and what in _speeds:
        return replace(
            budget, simulations=max(_LEAST_SIMULATIONS, min(budget.simulations, int(_speeds[what] * seconds)))
        )
    return budget


def _load(names: tuple[str, ...]) -> None:
    """Load the compiled code that bots need, before the first request."""
    from tabiji.lab.warm import PLAY, stages

    for name in names:
        game = Game(name)
        go(game.dtype)
        for _, work in stages(game, list(PLAY)):
            work()


class BotPool:
    """The worker processes of bots, and the queue for them."""

    def __init__(self, workers: int, randomness: Randomness) -> None:
        self._randomness = randomness
        self._pool = WorkerPool(workers)
        self._queue = FairQueue(workers, _TARGET, _AHEAD)

    def load(self, games: tuple[str, ...]) -> None:
        """Start loading compiled games in every worker."""
        self._pool.submit_to_all(_load, games)

    async def stop(self) -> None:
        """Kill the workers at once."""
        await self._pool.stop()

    async def choose(self, match: Match, bot: str, person: str, table: str) -> str:
        """A bot's move for the deciding seat at the table of a person."""
        asked = self._question(match, bot)
        async with self._queue.place(person, table) as seconds:
            move: str = await self._pool.ask(_choose, *asked, seconds)
        return move

    async def hint(self, match: Match, person: str, table: str, milliseconds: int = 800) -> Estimate:
        """A strong bot's evaluation of candidates and seats; an ApiError while the game is not compiled yet."""
        if waits(match.game.dtype):
            raise ApiError("not_ready", "hints are not ready yet: try again in a moment")
        asked = self._question(match, milliseconds)
        async with self._queue.place(person, table) as seconds:
            found: Estimate = await self._pool.ask(_hint, *asked, seconds)
        return found

    async def judge(self, match: Match, move: str, person: str, table: str) -> tuple[str, float, float]:
        """What a move cost its seat in a position: the best move, the cost, and half of its interval."""
        if waits(match.game.dtype):
            raise ApiError("not_ready", "the coach is not ready yet: try again in a moment")
        asked = question(match, self._randomness.search_seed(match))
        async with self._queue.place(person, table):
            found: tuple[str, float, float] = await self._pool.ask(_judge, asked, move, self._randomness.fixed)
        return found

    def _question(self, match: Match, how: str | int) -> tuple[Question, str | int, int, int | None]:
        """A determinization for the deciding seat, and a seed for the search that is independent of it."""
        deal_seed, search_seed = self._randomness.search_seed(match), self._randomness.search_seed(match)
        return question(match, deal_seed), how, search_seed, self._randomness.simulations
