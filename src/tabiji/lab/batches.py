"""Batches of games, summed up and written as they are played: by a command, or by a node of a cluster."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from tabiji.core.match import Game
from tabiji.core.statistics import Summary
from tabiji.lab.arena import Result
from tabiji.lab.writers import Writer


@dataclass(frozen=True)
class Batch:
    """So many games, and their summaries, to be merged one after the other: then sums are exact to the last bit."""

    games: int
    summaries: tuple[Summary, ...]


def summed(game: Game, rows: Iterable[Any], writer: Writer | None = None, setting: str = "") -> Iterator[Batch]:
    """Sum up each array of rows and write its columns; `setting` is a column before them."""
    study = game.spec.study
    for array in rows:
        summary = Summary()
        study.summarize(summary, array, game.players)
        if writer is not None:
            columns = study.columns(array, game.players)
            if setting:
                columns = {"setting": np.repeat(setting, len(columns["seed"])), **columns}
            writer.add(columns)
        yield Batch(len(array), (summary,))


def result_columns(result: Result, names: list[str]) -> dict[str, Any]:
    """A game of an arena as columns, one line for each seat; `names` are the contenders'."""
    players = len(result.seats)
    return {
        "seed": [result.seed] * players,
        "seat": list(range(players)),
        "bot": [names[who] for who in result.seats],
        "score": list(result.scores),
        "win": list(result.wins),
        "decisions": list(result.decisions),
        "seconds": list(result.seconds),
    }
