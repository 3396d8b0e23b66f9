"""Games of the commands, on this machine or on a cluster, and where their results are written."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tabiji.bots.registry import BotSpec
from tabiji.core.match import Game
from tabiji.lab.arena import Result, arena
from tabiji.lab.batches import Batch, result_columns, summed
from tabiji.lab.study import play_rows
from tabiji.lab.writers import Writer, open_writer

if TYPE_CHECKING:
    from tabiji.cluster.parts import Parts


def connected_to(cluster: str | None) -> AbstractContextManager[Any]:
    """The connection to a cluster, if there is one."""
    if cluster is None:
        return nullcontext()
    from tabiji.cluster.connect import connected

    return connected(cluster)


def open_results(path: Path | None, cluster: str | None) -> AbstractContextManager[Writer | Parts | None]:
    """The file of results, or the folder of parts that a cluster writes."""
    if cluster is None:
        return open_writer(path)
    from tabiji.cluster.parts import open_parts

    return open_parts(path)


def play_batches(
    game: Game,
    bot: BotSpec,
    games: int,
    seed: int,
    results: Any,
    cores: int | None,
    cluster: str | None,
    setting: str = "",
) -> Iterator[Batch]:
    """Games of one bot in all seats, summed up and written."""
    if cluster is None:
        return summed(game, play_rows(game, bot, games, seed, cores), results, setting)
    from tabiji.cluster.play import rows_on_cluster

    return rows_on_cluster(game, bot, games, seed, results, cores, setting)


def play_arena(
    game: Game,
    entered: list[BotSpec],
    games: int,
    seed: int,
    results: Any,
    cores: int | None,
    cluster: str | None,
) -> Iterator[Result]:
    """Games of an arena in their order, written."""
    if cluster is not None:
        from tabiji.cluster.play import arena_on_cluster

        yield from arena_on_cluster(game, entered, games, seed, results, cores)
        return
    names = [bot.name for bot in entered]
    for result in arena(game, entered, games, seed, cores):
        if results is not None:
            results.add(result_columns(result, names))
        yield result
