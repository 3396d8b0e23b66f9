"""Interpreted and compiled rules in one process: the same bytes, and one can go on where the other stopped."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import tabiji
from tabiji.bots.protocol import Budget, choose_move
from tabiji.bots.registry import bot_spec, stand_in
from tabiji.core.game_spec import game_names
from tabiji.core.jit import JIT, go, rehearsal, wait, waits
from tabiji.core.match import Game
from tabiji.core.preview import closed, previews, standing

pytestmark = pytest.mark.skipif(not JIT, reason="only interpreted here")


_DECISIONS = 80  # the first ones of a match


@pytest.fixture(params=game_names())
def game(request: pytest.FixtureRequest) -> Iterator[Game]:
    found = Game(request.param)
    yield found
    go(found.dtype)


def _trace(game: Game, interpreted: Iterator[bool]) -> list[object]:
    """A match with all that is shown of it; each decision at the speed asked for."""
    rng = Random(5)
    (wait if next(interpreted) else go)(game.dtype)
    match = game.new(7)
    seen: list[object] = []
    while not match.over and len(match.moves) < _DECISIONS:
        (wait if next(interpreted) else go)(game.dtype)
        seen += [match.state.tobytes(), match.view(match.seat), closed(match), standing(match)]
        match.act(rng.choice(match.legal_actions()))
        seen += [match.revealed, match.determinize(0, 3).state.tobytes()]
    return [*seen, match.winners, match.scores]


def test_both_speeds_and_any_mixture_agree(game: Game) -> None:
    rng = Random(1)
    compiled = _trace(game, iter(lambda: False, None))
    assert _trace(game, iter(lambda: True, None)) == compiled
    assert _trace(game, iter(lambda: rng.random() < 0.5, None)) == compiled


@pytest.mark.parametrize("name", ["novice", "casual", "strong", "random"])
def test_a_stand_in_chooses_the_same_at_both_speeds(game: Game, name: str) -> None:
    bot = stand_in(bot_spec(name))
    chosen = []
    for speed in (wait, go):
        speed(game.dtype)
        chosen.append(choose_move(bot.make(), game.new(3), Budget(seed=11)))
    assert chosen[0] == chosen[1]


def test_what_is_certain_is_certain_at_both_speeds(game: Game) -> None:
    match = game.new(2)
    sure = previews(match, 1)
    wait(game.dtype)
    for full, quick in zip(sure, previews(match, 1), strict=True):
        assert quick["events"] == ([] if full["uncertain"] else full["events"])
        assert quick["uncertain"] == full["uncertain"]


def test_a_rehearsal_is_compiled(game: Game) -> None:
    wait(game.dtype)
    assert waits(game.dtype)
    with rehearsal():
        assert not waits(game.dtype)
        assert game.new(1).legal_actions()
    assert waits(game.dtype)


def test_the_same_sources_in_another_folder_are_not_compiled_again(tmp_path: Path) -> None:
    Game("tsuro_seas").new(0)
    shutil.copytree(
        Path(tabiji.__file__).parent, tmp_path / "tabiji", ignore=shutil.ignore_patterns("server", "__pycache__")
    )
    program = (
        "import tabiji; from tabiji.core import dispatch; from tabiji.core.match import Game\n"
        "Game('tsuro_seas').new(0); stats = dispatch.call_setup.stats\n"
        "print(tabiji.__file__, sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))"
    )
    words = [sys.executable, "-c", program]
    told = subprocess.run(words, env=os.environ | {"PYTHONPATH": str(tmp_path)}, capture_output=True, text=True)
    assert told.stdout.split() == [str(tmp_path / "tabiji" / "__init__.py"), "1", "0"], told.stderr
