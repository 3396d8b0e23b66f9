"""The first compilation of a game's rules and bots, in stages, so that progress can be shown.

`python -m tabiji.lab.warm` compiles everything but `_RARE` parts, all games side by side.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random

import numpy as np

from tabiji.core import dispatch
from tabiji.core.game_spec import game_names
from tabiji.core.jit import JIT, cache_folder
from tabiji.core.match import Game, Match
from tabiji.core.preview import closed, standing

_KEEP = 12  # compiled code of this many versions of the engine stays on disk

Stage = tuple[str, Callable[[], object]]
PLAY = ("match", "preview", "greedy", "search", "level")  # the parts that a table with bots needs


def _mark(game: Game, part: str) -> Path:
    return cache_folder() / f"{game.spec.name}.{part}"


def cold_parts(game: Game, parts: tuple[str, ...]) -> list[str]:
    """Which of these parts this version of the engine has never compiled here, see `_PARTS`."""
    return [part for part in dict.fromkeys(parts) if JIT and part in _PARTS and not _mark(game, part).exists()]


def stages(game: Game, parts: list[str]) -> list[Stage]:
    """The stages that compile these parts."""

    def done(part: str) -> Callable[[], object]:
        def mark() -> None:
            if JIT:  # the interpreter has compiled nothing, and may have no folder to mark it in
                _mark(game, part).touch()
                _forget_old()

        return mark

    return [stage for part in parts for stage in (*_PARTS[part](game), ("done", done(part)))]


def _match(game: Game) -> list[Stage]:
    def begun() -> Match:
        match = game.new(0)
        match.act(match.legal_actions()[0])
        return match

    return [
        ("setup", lambda: game.new(0)),
        ("legal moves", lambda: game.new(0).legal_actions()),
        ("steps", begun),
        ("secrets", lambda: begun().revealed),
        ("scores", lambda: game.new(0).winners),
        ("views", lambda: game.new(0).view(0)),
    ]


def _preview(game: Game) -> list[Stage]:
    return [("preview", lambda: _preview_match(game))]


def _preview_match(game: Game) -> None:
    """Ask for closed things and the standing in the course of a match."""
    match, rng = game.new(0), Random(0)
    while not match.over:
        closed(match)
        standing(match)
        match.act(rng.choice(match.legal_actions()))


def _bulk(game: Game) -> list[Stage]:
    from tabiji.lab.simulate import play_batch

    return [("simulation", lambda: play_batch(game, 0, 1))]


def _batch(game: Game) -> list[Stage]:
    from tabiji.envs import batch
    from tabiji.envs.observation import observe

    if game.spec.observe is None:
        return []

    def play() -> None:
        env = batch.make(game, batch=1, threads=1)
        env.step(env.random_actions())

    def mask() -> None:
        state = game.spec.state
        dispatch.call_mask(game.new(0).rows, np.zeros(state.MAX_LEGAL, np.int16), np.zeros(state.ACTIONS, np.int8))

    return [("observations", lambda: observe(game.new(0), 0)), ("masks", mask), ("batches", play)]


def _bot(name: str) -> Callable[[Game], list[Stage]]:
    def stage(game: Game) -> list[Stage]:
        from tabiji.bots.protocol import choose_move
        from tabiji.bots.registry import bot_spec

        bot = bot_spec(name)
        return [(f"{bot.kind} bot", lambda: choose_move(bot.make(), game.new(0), bot.budget))]

    return stage


def _network(game: Game) -> list[Stage]:
    from tabiji.bots.lookahead import look_ahead
    from tabiji.bots.network import NetworkBot, blank_network

    if game.spec.observe is None:
        return []
    return [
        ("network bot", lambda: NetworkBot(blank_network(game.spec)).think(game.new(0).state)),
        ("looking ahead", lambda: look_ahead(game.new(0).state, blank_network(game.spec), 1, 1, 0)),
    ]


def _self_play(game: Game) -> list[Stage]:
    from tabiji.bots.network import blank_network
    from tabiji.lab.self_play import Style, play_by_styles

    if game.spec.observe is None:
        return []
    styles = [Style()] * game.players
    return [("self-play", lambda: list(play_by_styles(game, blank_network(game.spec), styles, 1, cores=1)))]


def _level(game: Game) -> list[Stage]:
    from tabiji.bots.network import has_network

    return _network(game) if has_network(game.spec) else _bot("search:2")(game)


_PARTS: dict[str, Callable[[Game], list[Stage]]] = {
    "match": _match,
    "preview": _preview,
    "bulk": _bulk,
    "batch": _batch,
    "greedy": _bot("greedy"),
    "hasty": _bot("greedy"),
    "search": _bot("search:2"),
    "network": _network,
    "master": _network,
    "rollout": _network,
    "level": _level,
    "self_play": _self_play,
}
_RARE = frozenset({"self_play"})  # only studies of networks need it


def _forget_old() -> None:
    """Remove compiled code of versions of the engine that have not been used lately."""
    folders = sorted(cache_folder().parent.iterdir(), key=lambda folder: folder.stat().st_mtime, reverse=True)
    for folder in folders[_KEEP:]:
        shutil.rmtree(folder, ignore_errors=True)


def _compile_all(name: str) -> None:
    game = Game(name)
    for _, work in stages(game, cold_parts(game, tuple(part for part in _PARTS if part not in _RARE))):
        work()


if __name__ == "__main__":
    with ProcessPoolExecutor() as pool:
        list(pool.map(_compile_all, game_names()))
