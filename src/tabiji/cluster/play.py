"""Games on a cluster: what a node plays, and the commands' views of it."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tabiji import __version__
from tabiji.bots.registry import BotSpec, bot_spec
from tabiji.cluster.parts import Part, Parts
from tabiji.cluster.spread import spread
from tabiji.core.errors import OptionError
from tabiji.core.jit import cache_folder, sources_hash
from tabiji.core.match import Game
from tabiji.lab import arena as lab_arena
from tabiji.lab.batches import Batch, result_columns, summed
from tabiji.lab.study import play_rows
from tabiji.lab.warm import cold_parts, stages
from tabiji.lab.writers import Writer

# Games of a job. It does not depend on the cluster, so that the parts are the same on any.
RANDOM_GAMES = 20_000
BOT_GAMES = 32
SEARCH_GAMES = 4


def job_games(bots: list[BotSpec]) -> int:
    """How many games of these bots a job has: about a second's work, and seldom more than a minute's."""
    kinds = {bot.kind for bot in bots}
    if kinds == {"random"}:
        return RANDOM_GAMES
    return BOT_GAMES if kinds <= {"random", "greedy", "hasty"} else SEARCH_GAMES


# --- on this machine ----------------------------------------------------------------------------------------------
def rows_on_cluster(
    game: Game,
    bot: BotSpec,
    games: int,
    seed: int,
    parts: Parts | None = None,
    cores: int | None = None,
    setting: str = "",
) -> Iterator[Batch]:
    """Games of one bot in all seats, summed up; the nodes write the rows."""
    every = job_games([bot])
    jobs = (
        (
            sources_hash(),
            game_key(game),
            bot.name,
            min(every, games - start),
            seed + start,
            setting,
            parts and parts.next(),
        )
        for start in range(0, games, every)
    )
    for job, batch, data in spread(play_rows_job, jobs, cores):
        if parts is not None:
            parts.keep(job[-1], data)
        yield batch


def arena_on_cluster(
    game: Game, entered: list[BotSpec], games: int, seed: int, parts: Parts | None = None, cores: int | None = None
) -> Iterator[lab_arena.Result]:
    """Games of an arena in their order; the nodes write the results."""
    names = [bot.name for bot in entered]
    every = job_games(entered)
    jobs = (
        (sources_hash(), game_key(game), names, range(start, min(start + every, games)), seed, parts and parts.next())
        for start in range(0, games, every)
    )
    for job, results, data in spread(play_arena_job, jobs, cores):
        if parts is not None:
            parts.keep(job[-1], data)
        yield from results


def game_key(game: Game) -> dict[str, Any]:
    """A game as plain data: the node makes its own."""
    return {"name": game.spec.name, "players": game.players, "board": game.board, "options": game.options}


# --- on a node ----------------------------------------------------------------------------------------------------
def play_rows_job(
    sources: str, key: dict[str, Any], bot_name: str, games: int, seed: int, setting: str, part: Part | None
) -> tuple[Batch, bytes | None]:
    """Play games with seeds counting up from `seed`."""
    game, bot = _open(sources, key), bot_spec(bot_name)
    _warm(game, *(("bulk",) if bot.kind == "random" else ("match", bot.kind)))

    def play(writer: Writer | None) -> Batch:
        batches = list(summed(game, play_rows(game, bot, games, seed, cores=1), writer, setting))
        return Batch(games, tuple(summary for batch in batches for summary in batch.summaries))

    return (play(None), None) if part is None else part.write(play)


def play_arena_job(
    sources: str, key: dict[str, Any], names: list[str], numbers: range, seed: int, part: Part | None
) -> tuple[list[lab_arena.Result], bytes | None]:
    """Play games of an arena by their numbers."""
    game, entered = _open(sources, key), [bot_spec(name) for name in names]
    _warm(game, "match", *(bot.kind for bot in entered))

    def play(writer: Writer | None) -> list[lab_arena.Result]:
        bots = [bot.make() for bot in entered]
        results = [lab_arena.play_number(game, bots, entered, seed, number) for number in numbers]
        for result in results:
            if writer is not None:
                writer.add(result_columns(result, names))
        return results

    return (play(None), None) if part is None else part.write(play)


def _open(sources: str, key: dict[str, Any]) -> Game:
    """The game; OptionError if this node would play by other rules."""
    if sources != sources_hash():
        raise OptionError(
            f"node {socket.gethostname()} has another version of Tabiji ({__version__}), of Python or of Numba:"
            " install the same on all nodes"
        )
    return Game(key["name"], key["players"], key["board"], **key["options"])


def _warm(game: Game, *parts: str) -> None:
    """Compile what this node has never compiled, in one process at a time."""
    if not cold_parts(game, parts):
        return
    from filelock import FileLock  # comes with Ray

    cache_folder().mkdir(parents=True, exist_ok=True)
    with FileLock(Path(cache_folder()) / f"{game.spec.name}.lock"):
        for _, work in stages(game, cold_parts(game, parts)):
            work()
