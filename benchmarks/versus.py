"""One bot against another in all other seats, on many processes: who wins, and what each does otherwise.

    python benchmarks/versus.py tokaido --players 5 --option gastronomy=on --one rollout --others search:800 --games 400
    python benchmarks/versus.py tokaido_duo --one network:exploiter.npz --others master --beside master --games 2000

Seats rotate, and every deal is played in each rotation; deals that are not finished when the time is over do not count.
`--beside` asks a third bot at every decision of the first, and says how often both would do the same.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from tabiji.bots.protocol import Bot
from tabiji.bots.registry import bot_spec
from tabiji.core.match import Game
from tabiji.core.record import as_state, as_states
from tabiji.core.statistics import wilson
from tabiji.lab.arena import play_match
from tabiji.lab.warm import cold_parts, stages

_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


class Watched:
    """A bot beside which another one is asked what it would do."""

    def __init__(self, bot: Bot, beside: Bot | None) -> None:
        self._bot, self._beside = bot, beside
        self.choices = self.same = 0

    def choose(self, view: Any, legal: list[str], budget: Any, deal: Any) -> str:
        move = self._bot.choose(view, legal, budget, deal)
        if self._beside is not None and len(legal) > 1:
            self.choices += 1
            self.same += move == self._beside.choose(view, legal, budget, deal)
        return move


class Play:
    """What a process needs to play deals."""

    def __init__(self, words: argparse.Namespace) -> None:
        self.game = Game(words.game, words.players, **dict(pair.split("=") for pair in words.option))
        self.entered = [bot_spec(words.one), *[bot_spec(words.others)] * (self.game.players - 1)]
        self.seed = words.seed
        self.one = Watched(self.entered[0].make(), bot_spec(words.beside).make() if words.beside else None)
        other = self.entered[1].make()
        self.bots: list[Bot] = [self.one, *[other] * (self.game.players - 1)]

    def deal(self, number: int) -> list[dict[str, Any]]:
        """Play a deal in every rotation: for each game the facts of the first bot's seat and of the others'."""
        return [self._game(number * self.game.players + turn) for turn in range(self.game.players)]

    def _game(self, number: int) -> dict[str, Any]:
        self.one.choices = self.one.same = 0
        deal, rotation = divmod(number, self.game.players)
        match = self.game.new(self.seed + deal)
        seats = tuple((seat + rotation) % self.game.players for seat in range(self.game.players))
        result = play_match(match, self.bots, self.entered, seats)
        study = self.game.spec.study
        row = np.zeros(1, study.ROW).view(np.recarray)
        study.tally(as_state(match.state), as_states(row)[0])
        columns = {name: np.asarray(values).tolist() for name, values in study.columns(row, self.game.players).items()}
        mine = result.seats.index(0)
        rest = [seat for seat in range(self.game.players) if seat != mine]
        facts = {name: values for name, values in columns.items() if name not in ("seed", "seat", "decisions")}
        return {
            "seed": result.seed,
            "win": result.wins[mine],
            "decisions": [result.decisions[mine], sum(result.decisions[seat] for seat in rest)],
            "seconds": [result.seconds[mine], sum(result.seconds[seat] for seat in rest)],
            "scores": [result.scores[mine], [result.scores[seat] for seat in rest]],
            "agreed": [self.one.same, self.one.choices],
            "one": {name: values[mine] for name, values in facts.items()},
            "others": {name: [values[seat] for seat in rest] for name, values in facts.items()},
        }


_mine: list[Play] = []


def _begin(words: argparse.Namespace) -> None:
    _mine.append(Play(words))


def _deal(task: tuple[int, float]) -> list[dict[str, Any]]:
    number, until = task
    return _mine[0].deal(number) if time.time() < until else []


def compile_for(game: Game, *bots: str) -> None:
    """Compile what is not compiled yet, once instead of in every process."""
    for _, work in stages(game, cold_parts(game, ("match", *(bot_spec(bot).kind for bot in bots)))):
        work()


def play(words: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """The games of all whole deals that end in time."""
    players = Game(words.game, words.players).players
    until = time.time() + words.seconds
    tasks = [(number, until) for number in range(-(-words.games // players))]
    compile_for(Game(words.game, words.players), words.one, words.others, words.beside or words.one)
    with get_context("spawn").Pool(words.processes, _begin, (words,)) as pool:
        for games in pool.imap_unordered(_deal, tasks):
            yield from games


def summary(words: argparse.Namespace, games: list[dict[str, Any]]) -> dict[str, Any]:
    """Shares with intervals, times, and the means of what a study asks."""
    share = float(np.mean([game["win"] for game in games]))
    means: dict[str, list[float]] = {}
    for name, value in games[0]["one"].items():
        if isinstance(value, (int, float)):
            means[name] = [
                float(np.mean([game["one"][name] for game in games])),
                float(np.mean([game["others"][name] for game in games])),
            ]
        else:
            for kind in sorted({game["one"][name] for game in games}):
                means[f"{name} {kind}"] = [
                    float(np.mean([game["one"][name] == kind for game in games])),
                    float(np.mean([[other == kind for other in game["others"][name]] for game in games])),
                ]
    decided = [sum(game["decisions"][who] for game in games) for who in (0, 1)]
    same, choices = (sum(game["agreed"][i] for game in games) for i in (0, 1))
    return {
        "table": f"{words.game}, {words.players} players {' '.join(words.option)}".strip(),
        "one": words.one,
        "others": words.others,
        "games": len(games),
        "win": round(share, 4),
        "interval": [round(bound, 4) for bound in wilson(share, len(games))],
        "ms": [round(1000 * sum(g["seconds"][who] for g in games) / max(decided[who], 1), 2) for who in (0, 1)],
        "decisions": [round(n / len(games), 1) for n in decided],
        "slowest_game_s": round(max(game["seconds"][0] for game in games), 1),
        "agreed": round(same / choices, 4) if choices else None,
        "means": {name: [round(value, 3) for value in pair] for name, pair in means.items()},
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--players", type=int)
    parser.add_argument("--option", action="append", default=[], help="name=value")
    parser.add_argument("--one", default="master")
    parser.add_argument("--others", default="search:800")
    parser.add_argument("--beside", help="a bot that is asked at every decision of the first")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=1e6, help="no deal begins later")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    parser.add_argument("--out", type=Path, help="also write every game, a line of JSON each")
    words = parser.parse_args()
    words.players = Game(words.game, words.players).players
    for name in _THREADS:
        os.environ[name] = "1"
    games = []
    out = words.out.open("w") if words.out else None
    for game in play(words):
        games.append(game)
        if out:
            print(json.dumps(game), file=out, flush=True)
    print(json.dumps(summary(words, games), indent=1))


if __name__ == "__main__":
    main()
