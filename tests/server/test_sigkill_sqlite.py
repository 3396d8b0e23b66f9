"""SIGKILL, again and again: no acknowledged move is lost or doubled, and no clock runs while the node is down."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable
from random import Random
from typing import Any

import httpx

from tests.server.node import Node
from tests.server.visitor import Visitor, run

TABLES = 4
KILLS = 8  # each hits all tables in the middle of play
CLOCK = {"kind": "live", "bank": 600, "increment": 0, "cap": 600}


class Player:
    """Plays both seats of a table over requests; remembers what was acknowledged, and what it asked for last."""

    def __init__(self, visitor: Visitor, table: str, rng: Random) -> None:
        self.visitor = visitor
        self.at = f"/api/tables/{table}"
        self.table = table
        self.rng = rng
        self.acknowledged: dict[int, dict[str, Any]] = {}
        self.asked: dict[str, Any] | None = None
        self.over = False

    async def play(self, base: str) -> None:
        """Until the power fails or the match is over."""
        self.visitor.http.base_url = httpx.URL(base)
        try:
            while not self.over:
                await self._decide()
                await asyncio.sleep(0.005)  # or all would be over before the power fails
        except (httpx.TransportError, OSError):
            pass

    async def _decide(self) -> None:
        if self.asked is None:
            shown = [await self.visitor.get(f"{self.at}/snapshot", seat=seat) for seat in (0, 1)]
            position = shown[0]["position"]
            if position["over"]:
                self.over = True
                return
            seat = 0 if shown[0]["view"]["legal"] else 1
            move = self.rng.choice(shown[seat]["view"]["legal"])
            request_id = f"m{self.rng.getrandbits(60)}"
            self.asked = {"id": request_id, "number": position["number"], "move": move, "seat": seat}
        # with the same id after a failure: it may have been written, or not
        number = (await self.visitor.post(f"{self.at}/moves", **self.asked))["number"]
        assert number not in self.acknowledged
        self.acknowledged[number] = self.asked
        self.asked = None


def _log(node: Node, table: str) -> list[Any]:
    with sqlite3.connect(node.database.removeprefix("sqlite:///")) as database:
        query = 'SELECT number, kind, seat, text, mark, spent FROM entries WHERE "table" = ? ORDER BY number'
        return database.execute(query, (table,)).fetchall()


def _check(node: Node, player: Player) -> None:
    log = _log(node, player.table)
    assert [row[0] for row in log] == list(range(1, len(log) + 1))
    request_ids = [row[4] for row in log if row[4] is not None]
    assert len(request_ids) == len(set(request_ids))
    for number, asked in player.acknowledged.items():
        assert log[number - 1][1:5] == ("move", asked["seat"], asked["move"], f"{asked['seat']}:{asked['id']}")
    unheard = 0 if player.asked is None else 1
    assert len([row for row in log if row[1] == "move"]) <= len(player.acknowledged) + unheard


def test_the_power_fails_at_random_moments(serve: Callable[..., Node]) -> None:
    rng = Random("power")
    node = serve("--bot-workers", "1")
    lit = 0.0

    async def begin() -> list[Player]:
        players = []
        for i in range(TABLES):
            visitor = await Visitor(node.base, "Ann").__aenter__()
            game = "tokaido_duo" if i % 2 else "tokaido"
            table = await visitor.table(game=game, players=2, clock=CLOCK)
            await visitor.post(f"/api/tables/{table}/join", name="Bob")
            await visitor.post(f"/api/tables/{table}/start")
            players.append(Player(visitor, table, Random(i)))
        return players

    async def until_dark(players: list[Player], seconds: float) -> None:
        playing = [asyncio.create_task(player.play(node.base)) for player in players]
        await asyncio.sleep(seconds)
        node.kill()
        await asyncio.gather(*playing)

    async def to_the_end(players: list[Player]) -> None:
        await asyncio.gather(*(player.play(node.base) for player in players))
        assert all(player.over for player in players)
        for player in players:
            while (await player.visitor.get(player.at))["status"] != "over":
                await asyncio.sleep(0.05)
            await player.visitor.__aexit__()

    async def whole() -> None:
        nonlocal node, lit
        players = await begin()
        began = time.monotonic()
        for _ in range(KILLS):
            await until_dark(players, rng.uniform(0.05, 0.5))
            lit += time.monotonic() - began
            for player in players:
                _check(node, player)
            node = serve("--bot-workers", "1", port=node.port)
            began = time.monotonic()
        await to_the_end(players)
        lit += time.monotonic() - began
        for player in players:
            _check(node, player)
            log = _log(node, player.table)
            assert [row for row in log if row[1] == "resume"]
            assert not [row for row in log if row[1] in ("bot", "forfeit")]
            charged = sum(row[5] for row in log) / 1000
            assert charged <= lit + KILLS / 2, (charged, lit)  # nobody is charged for the time without a node

    run(whole())
    node.stop()
