"""SIGKILL, again and again: no acknowledged move is lost or doubled, and no clock runs while the node is down."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from math import inf
from random import Random
from typing import Any

import httpx

from tests.seeds import SOAK
from tests.server.altered import Database, Start, database, start
from tests.server.visitor import Visitor, run

__all__ = ["database", "start"]  # fixtures
TABLES = 4 if SOAK else 2
KILLS = 40 if SOAK else 8  # each hits all tables in the middle of play
AFTERWARDS = inf if SOAK else 20  # decisions
_DARK = 3.0  # seconds of the first outage
_NEGLIGIBLE = 1.0  # seconds: shorter outages are charged, see match_log.py
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

    async def play(self, base: str, decisions: float = inf) -> None:
        """Until the match is over, or so many decisions are made."""
        self.visitor.http.base_url = httpx.URL(base)
        until = len(self.acknowledged) + decisions
        while not self.over and len(self.acknowledged) < until:
            await self._decide()
            await asyncio.sleep(0.005)  # or all would be over before the power fails

    async def play_until_dark(self, base: str) -> None:
        """Until the power fails, or the match is over."""
        with suppress(httpx.TransportError, OSError):
            await self.play(base)

    async def _decide(self) -> None:
        if self.asked is None:
            shown = await self.visitor.get(f"{self.at}/snapshot", seat=0)
            position, seat = shown["position"], shown["view"]["seat"]
            if position["over"]:
                self.over = True
                return
            if seat == 1:
                shown = await self.visitor.get(f"{self.at}/snapshot", seat=1)
            move = self.rng.choice(shown["view"]["legal"])
            request_id = f"m{self.rng.getrandbits(60)}"
            self.asked = {"id": request_id, "number": position["number"], "move": move, "seat": seat}
        # with the same id after a failure: it may have been written, or not
        number = (await self.visitor.post(f"{self.at}/moves", **self.asked))["number"]
        assert number not in self.acknowledged
        self.acknowledged[number] = self.asked
        self.asked = None


def _log(database: Database, table: str) -> list[Any]:
    query = 'SELECT number, kind, seat, text, mark, spent FROM entries WHERE "table" = ? ORDER BY number'
    return database.ask(query, table)


def _check(database: Database, player: Player) -> None:
    log = _log(database, player.table)
    assert [row[0] for row in log] == list(range(1, len(log) + 1))
    request_ids = [row[4] for row in log if row[4] is not None]
    assert len(request_ids) == len(set(request_ids))
    for number, asked in player.acknowledged.items():
        assert log[number - 1][1:5] == ("move", asked["seat"], asked["move"], f"{asked['seat']}:{asked['id']}")
    unheard = 0 if player.asked is None else 1
    assert len([row for row in log if row[1] == "move"]) <= len(player.acknowledged) + unheard


def test_the_power_fails_at_random_moments(start: Start, database: Database) -> None:
    rng = Random("power")
    node = start()
    chargeable = 0.5  # seconds; some for what is measured roughly

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
        playing = [asyncio.create_task(player.play_until_dark(node.base)) for player in players]
        await asyncio.sleep(seconds)
        node.kill()
        await asyncio.gather(*playing)

    async def play_on(players: list[Player]) -> None:
        before = [len(player.acknowledged) for player in players]
        await asyncio.gather(*(player.play(node.base, AFTERWARDS) for player in players))
        for player, made in zip(players, before, strict=True):
            assert player.over or len(player.acknowledged) == made + AFTERWARDS
            await player.visitor.__aexit__()

    async def whole() -> None:
        nonlocal chargeable
        players = await begin()
        began = time.monotonic()
        for number in range(KILLS):
            await until_dark(players, rng.uniform(0.05, 0.5))
            ended = time.monotonic()
            for player in players:
                _check(database, player)
            if number == 0:
                await asyncio.sleep(_DARK)
            node.start()
            chargeable += ended - began + min(_NEGLIGIBLE, time.monotonic() - ended)
            began = time.monotonic()
        await play_on(players)
        chargeable += time.monotonic() - began
        for player in players:
            _check(database, player)
            log = _log(database, player.table)
            assert [row for row in log if row[1] == "resume"]
            assert not [row for row in log if row[1] in ("bot", "forfeit")]
            charged = sum(row[5] for row in log) / 1000
            assert charged <= chargeable, log  # nobody is charged for the time without a node

    run(whole())
    node.stop()
