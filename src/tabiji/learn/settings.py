"""What a training is done with, and the tables it plays at."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Any

from tabiji.core.errors import OptionError
from tabiji.core.game_spec import game_spec
from tabiji.core.match import Game

_VARIANTS = 32  # random sets of options for each number of players


@dataclass(frozen=True)
class Settings:
    """What training is done with. The defaults are for a GPU; pairs are values at the beginning and at the end."""

    games: int = 32768  # played at once
    steps: int = 32  # decisions of each between two updates
    minibatch: int = 65536
    width: int = 512
    clip: float = 0.2
    trace: float = 0.97  # lambda of the advantages
    rate: tuple[float, float] = (1e-3, 2e-5)  # learning rate (cosine)
    entropy: tuple[float, float] = (0.03, 0.002)  # weight of the entropy
    margin: tuple[float, float] = (0.5, 0.02)  # weight of the score margin in the reward
    pool: float = 0.0  # share of the games in which earlier versions play all seats but one
    against: str | None = None  # a network: it plays in the pool's games, instead of earlier versions
    start: str | None = None  # a network to go on from, instead of random weights
    seed: int = 0


_ON_CPU: dict[str, Any] = {"games": 512, "minibatch": 2048, "width": 256}
_FOR_GAME: dict[str, dict[str, Any]] = {
    "tsuro_seas": {"margin": (0.0, 0.0), "width": 256}  # the last ship wins: there are no scores
}
_FROM_START: dict[str, Any] = {"rate": (3e-4, 2e-5), "entropy": (0.01, 0.002), "margin": (0.1, 0.02)}


def settings_for(game: str, device: str, **changed: Any) -> Settings:
    """The settings of a game on a device; those that are None stay as they are."""
    going_on = _FROM_START if changed.get("start") is not None else {}
    usual = {**(_ON_CPU if device == "cpu" else {}), **going_on, **_FOR_GAME.get(game, {})}
    given = {name: value for name, value in changed.items() if value is not None}
    settings = replace(Settings(), **{**usual, **given})
    for name in ("games", "steps", "minibatch", "width"):
        if getattr(settings, name) < 1:
            raise OptionError(f"a training needs {name} of at least 1, not {getattr(settings, name)}")
    if not 0 <= settings.pool <= 1:
        raise OptionError(f"the pool's share of the games is from 0 to 1, not {settings.pool}")
    return settings


def tables(
    game: str, players: str | None = None, options: dict[str, Any] | None = None, variants: bool = True
) -> list[Game]:
    """The tables of a training: all player counts (or those of `players`, as in 2-4 or 2,4,4), played in turn.

    Every second table has the usual options and board, the others have random ones; without `variants` all have the
    usual ones. `options` that are given are the same everywhere.
    """
    spec = game_spec(game)
    given = options or {}
    counts = _counts(game, players)
    usual = [Game(game, count, **given) for count in counts]
    free = [option for option in spec.options if option.name not in given]
    if not variants or not (free or spec.boards):
        return usual
    rng = random.Random(0)
    found = []
    for _ in range(_VARIANTS):
        for count, table in zip(counts, usual, strict=True):
            board = rng.choice(spec.boards) if spec.boards else None
            chosen = {option.name: rng.choice(option.choices) for option in free}
            found += [table, Game(game, count, board, **given, **chosen)]
    return found


def _counts(game: str, players: str | None) -> list[int]:
    """Player counts as people write them: 4, or 2-5, or 2,3,5,5 (five twice as often), or nothing for all."""
    possible = list(game_spec(game).players)
    if players is None:
        return possible
    counts: list[int] = []
    try:
        for part in players.split(","):
            first, _, last = part.partition("-")
            counts += range(int(first), int(last or first) + 1)
    except ValueError:
        counts = []
    if not counts or not set(counts) <= set(possible):
        raise OptionError(
            f"cannot train {game} for {players} players: write one number, two as in 2-4, or several as in 2,4,4, "
            f"from {min(possible)} to {max(possible)}"
        )
    return counts
