"""The first compilation of a game's rules, in stages that can be shown."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from tabiji.core.jit import JIT, cache_folder
from tabiji.core.match import Game

_KEEP = 4  # compiled code of this many versions of the engine stays on disk


def _mark(game: Game, bulk: bool) -> Path:
    return cache_folder() / f"{game.room.name}.{'bulk' if bulk else 'match'}"


def was_warm(game: Game, bulk: bool) -> bool:
    """Whether this version of the rules was compiled here before."""
    return not JIT or _mark(game, bulk).exists()


def stages(game: Game, bulk: bool) -> list[tuple[str, Callable[[], object]]]:
    """What has to be compiled: for single matches, and with `bulk` for simulations."""

    def done() -> None:
        _mark(game, bulk).touch()
        _forget_old()

    rules, match = game.room.rules, Game(game.room.name, game.players).blank()
    todo: list[tuple[str, Callable[[], object]]] = [
        ("setup", lambda: rules.setup(match, 0)),
        ("legal moves", lambda: game.new(0).legal_actions()),
        ("steps", lambda: (first := game.new(0)).act(first.legal_actions()[0])),
        ("scores", lambda: game.new(0).winners),
        ("views", lambda: game.new(0).view(0)),
    ]
    if bulk:
        from tabiji.lab.simulate import play_batch

        todo.append(("simulation", lambda: play_batch(game, 0, 1)))
    return [*todo, ("done", done)]


def _forget_old() -> None:
    """Remove compiled code of versions of the engine that have not been used lately."""
    folders = sorted(cache_folder().parent.iterdir(), key=lambda folder: folder.stat().st_mtime, reverse=True)
    for folder in folders[_KEEP:]:
        shutil.rmtree(folder, ignore_errors=True)
