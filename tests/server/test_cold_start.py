"""A node on a machine where nothing is compiled yet: the page comes first, and everything can be played at once."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from random import Random

import httpx
import pytest
from litestar.testing import TestClient

from tabiji.core.game_spec import game_names
from tabiji.core.jit import cache_folder
from tabiji.core.match_record import check_result, replay
from tabiji.lab import prepare
from tabiji.server import app, bot_pool
from tabiji.server.settings import Settings

from tests.server.node import Node
from tests.server.services import wait_for
from tests.server.visitor import TableSocket, Visitor, raises_api_error, run

_LATEST = 5.0  # seconds the main thread works until the first page is there: 1.4 on a quiet machine
_PATIENCE = 100.0  # seconds for a game to be loaded on a busy machine


def _spent(node: Node) -> float:
    """Seconds a processor has worked for a node's main thread: others prepare games meanwhile."""
    words = Path(f"/proc/{node.pid}/task/{node.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def _compilers(node: Node) -> list[int]:
    """Processes that compile games for a node (see tabiji.lab.prepare)."""
    children = [pid for of in Path(f"/proc/{node.pid}/task").glob("*/children") for pid in of.read_text().split()]
    return [int(pid) for pid in children if b"tabiji.lab.prepare" in Path(f"/proc/{pid}/cmdline").read_bytes()]


async def _preparing(ann: Visitor, table: str) -> bool:
    position = (await ann.ask("GET", f"/api/tables/{table}/snapshot"))["position"]
    return bool(position["preparing"])


async def _change_over(ann: Visitor, table: str) -> None:
    async with asyncio.timeout(_PATIENCE):
        while await _preparing(ann, table):
            await asyncio.sleep(0.05)


def test_the_page_comes_first(serve: Callable[..., Node], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABIJI_CACHE", str(tmp_path / "cache"))
    node = serve()
    assert httpx.get(node.base).status_code == 200
    assert _spent(node) < _LATEST

    async def first_moves(ann: Visitor, game: str) -> None:
        table = await ann.table(game=game, bots=["strong"], players=2, start=True, pace=0)
        async with ann.sit(table) as seat:
            assert await seat.play_on(Random(1), most=2) == 2
            await seat.turn()
            assert await _preparing(ann, table)
            assert (await ann.ask("GET", f"/api/tables/{table}/preview"))["previews"]
            with raises_api_error("not_ready"):
                await ann.post(f"/api/tables/{table}/hint")

    async def go() -> None:
        for game in game_names():
            async with Visitor(node.base, "Cora") as cora:  # dealt by her name: at sea she survives her first turns
                await first_moves(cora, game)

    run(go())
    node.stop()
    assert not [line for line in node.errors if '"level":"error"' in line], node.errors


def test_a_match_goes_on_compiled(serve: Callable[..., Node], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last part of a game is not compiled, as far as this node knows. Who compiles it waits for the test."""
    there = tmp_path / "cache" / "compiled" / cache_folder().name
    shutil.copytree(cache_folder(), there)
    (there / "tokaido.search").unlink(missing_ok=True)
    monkeypatch.setenv("TABIJI_CACHE", str(tmp_path / "cache"))
    node = serve(wait=False)
    wait_for(lambda: _compilers(node), "the process that compiles")
    compiler = _compilers(node)[0]
    os.kill(compiler, signal.SIGSTOP)

    async def go() -> None:
        async with Visitor(node.base, "Ann") as ann:
            table = await ann.table(game="tokaido", players=3, bots=["casual", "skilled"], start=True, pace=0)
            async with ann.sit(table) as seat:
                assert await _preparing(ann, table)
                assert await seat.play_on(Random(1), most=2) == 2
                await seat.turn()
                assert await _preparing(ann, table)
                os.kill(compiler, signal.SIGCONT)
                await _change_over(ann, table)
                assert await ann.post(f"/api/tables/{table}/hint")
                await _finish(seat)
            record = await ann.ask("GET", f"/api/tables/{table}/record")
            check_result(replay(record), record)

    run(go())
    node.stop()
    assert not [line for line in node.errors if '"level":"error"' in line], node.errors


@pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")  # as where a node is run
def test_compiled_games_are_loaded_after_the_first_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page_seen, loaded = threading.Event(), []

    def load(name: str) -> None:
        assert page_seen.wait(30)
        loaded.append(name)

    monkeypatch.setattr(app, "rehearse", load)
    monkeypatch.setattr(prepare, "cold_parts", lambda *_: [])
    monkeypatch.setattr(bot_pool.BotPool, "load", lambda *_: None)
    with TestClient(app.make_app(Settings(database=f"sqlite:///{tmp_path}/tabiji.db"))) as client:
        assert client.get("/").status_code == 200
        assert loaded == []
        page_seen.set()
    assert loaded == game_names()


def test_a_single_node_imports_nothing_for_others() -> None:
    code = "import sys, tabiji.server.run; sys.exit('redis' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


async def _finish(seat: TableSocket) -> None:
    await seat.play_on(Random(2))
    assert (await seat.ended())["status"] == "over"
