"""examples/network_bot.py plays whole matches against a real node."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.node import Node
from tests.server.visitor import Visitor

BOT = Path(__file__).parents[2] / "examples" / "network_bot.py"


@pytest.fixture(scope="module")
def bot_node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    node = Node(f"sqlite:///{tmp_path_factory.mktemp('bot')}/tabiji.db", "--bot-workers", "1")
    yield node
    node.stop()


def _bot(node: Node, *words: str) -> subprocess.Popen[str]:
    # -I: without anything of this project on the path
    return subprocess.Popen(
        [sys.executable, "-I", str(BOT), node.base, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def _end(bot: subprocess.Popen[str]) -> str:
    said, errors = bot.communicate(timeout=60)
    assert bot.returncode == 0, errors
    return said


@pytest.mark.parametrize("game", ["tokaido", "tokaido_duo", "tsuro_seas"])
def test_a_guest_plays_a_novice(bot_node: Node, game: str) -> None:
    assert "is over: Network bot" in _end(_bot(bot_node, "--game", game))


def test_one_bot_waits_and_another_joins_with_a_token(bot_node: Node) -> None:
    async def token() -> str:
        async with Visitor(bot_node.base, "Owner") as owner:
            return str((await owner.post("/api/me/tokens", label="bot"))["token"])

    waiting = _bot(bot_node, "--wait")
    assert waiting.stdout is not None
    table = waiting.stdout.readline().split()[-1]
    joining = _bot(bot_node, "--table", f"{bot_node.base}/table/{table}", "--token", asyncio.run(token()))
    for said in (_end(joining), _end(waiting)):
        assert f"table {table} is over: Network bot" in said
        assert "Owner" in said


def test_a_wrong_table_is_said_in_a_sentence(bot_node: Node) -> None:
    bot = _bot(bot_node, "--table", "nowhere")
    _, errors = bot.communicate(timeout=30)
    assert bot.returncode != 0
    assert "not_found: there is no such table" in errors
