"""Shuffles are secret, except where tests need to know them."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tabiji.core.match import Game
from tabiji.server.randomness import Randomness, new_id

from tests.server.node import Node
from tests.server.visitor import Visitor, run


def test_a_test_seed_is_refused_outside_tests(tmp_path: Path) -> None:
    outside = {name: value for name, value in os.environ.items() if name != "TABIJI_TESTING"}
    database = tmp_path / "tabiji.db"
    words = [sys.executable, "-m", "tabiji.cli", "serve", "--database", f"sqlite:///{database}", "--test-seed", "1"]
    refused = subprocess.run(words, env=outside | {"TABIJI_JIT": "0"}, capture_output=True, text=True, timeout=60)
    assert refused.returncode == 2
    assert refused.stderr.splitlines()[-1].startswith("tabiji: --test-seed makes every shuffle known")
    assert refused.stdout == ""
    assert not database.exists()


def test_without_a_test_seed_nothing_is_known_in_advance() -> None:
    match = Game("tokaido", 2).new(1)
    secret = Randomness()
    assert len({secret.shuffle("Ann", 0) for _ in range(20)}) == 20
    assert len({secret.search_seed(match) for _ in range(20)}) == 20
    assert secret.simulations is None


def test_a_test_seed_fixes_everything() -> None:
    match = Game("tokaido", 2).new(1)
    first, again, other = Randomness(1), Randomness(1), Randomness(2)
    assert first.shuffle("Ann", 0) == again.shuffle("Ann", 0)
    assert first.search_seed(match) == again.search_seed(match)
    different = {first.shuffle("Ann", 0), first.shuffle("Ann", 1), first.shuffle("Ben", 0), other.shuffle("Ann", 0)}
    assert len(different) == 4
    assert first.search_seed(match) != first.search_seed(Game("tokaido", 2).new(2))


@pytest.mark.parametrize(("game", "bots"), [("tokaido", ["novice"]), ("tsuro_seas", ["strong", "casual"])])
def test_the_same_match_twice_on_one_server(node: Node, game: str, bots: list[str]) -> None:
    async def record() -> Any:
        async with Visitor(node.base, "Ann") as ann:
            table = await ann.table(game=game, players=len(bots) + 1, bots=bots, start=True)
            async with ann.sit(table) as seat:
                await seat.play_on(Random(3))
                await seat.ended()
            return await ann.get(f"/api/tables/{table}/record")

    async def twice() -> None:
        first, again = await record(), await record()
        assert first["moves"]
        assert (first["seed"], first["moves"]) == (again["seed"], again["moves"])

    run(twice())


def test_an_id_is_letters_and_digits(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["-0tvFcWCtNk-", "0-tvFcWCtNk_", "0_tvFcWCtNkA", "0AtvFcWCtNkA"])
    monkeypatch.setattr(secrets, "token_urlsafe", lambda size: next(drawn))
    assert new_id() == "0AtvFcWCtNkA"
