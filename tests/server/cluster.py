"""Several nodes on one PostgreSQL and one Redis behind one nginx, and clients that retry."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any
from uuid import uuid4

import httpx
from websockets.exceptions import InvalidHandshake, WebSocketException

from tests.server.node_factory import NodeFactory, QuickNode
from tests.server.services import Nginx, Postgres, RedisServer
from tests.server.visitor import NO_TLS, ApiError, TableSocket, Visitor

NETWORK = (OSError, WebSocketException, InvalidHandshake, TimeoutError, httpx.HTTPError)


@dataclass
class Services:
    """What nodes need, running."""

    postgres: Postgres
    redis: RedisServer
    node_factory: NodeFactory


class Cluster:
    """Two nodes, and the load balancer in front of them."""

    def __init__(self, parts: Services, **settings: Any) -> None:
        self.parts = parts
        self.database = parts.postgres.new()
        common = {"database": parts.postgres.address(self.database), "redis": parts.redis.address}
        # both start at the same moment on an empty database
        self.nodes = [QuickNode(parts.node_factory, wait=False, **common, **settings) for _ in range(2)]
        for node in self.nodes:
            node.wait()
        self.nginx = Nginx([node.port for node in self.nodes])
        self.nginx.start()

    @property
    def base(self) -> str:
        return self.nginx.base

    def ask(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        return self.parts.postgres.ask(query, self.database, *values)

    def lease_holder(self, table: str) -> str | None:
        """The id of the node that holds the lease of a match."""
        found = self.ask('SELECT node FROM leases WHERE "table" = %s', table)
        return found[0][0] if found else None

    def close(self) -> None:
        self.nginx.remove()
        for node in self.nodes:
            node.kill()


@contextmanager
def cluster(parts: Services, **settings: Any) -> Iterator[Cluster]:
    """Two nodes from here to there."""
    found = Cluster(parts, **settings)
    try:
        yield found
    finally:
        found.close()


async def node_id(node: QuickNode) -> str:
    async with httpx.AsyncClient(verify=NO_TLS) as http:
        return str((await http.get(f"{node.base}/healthz")).json()["node"])


async def metric(node: QuickNode, name: str) -> float:
    """A figure of a node."""
    async with httpx.AsyncClient(verify=NO_TLS) as http:
        text = (await http.get(f"{node.base}/metrics")).text
    return next(float(line.split()[-1]) for line in text.splitlines() if line.startswith(f"{name} "))


async def until(check: Callable[[], Any], what: str, seconds: float = 20) -> Any:
    """Wait for something to hold, and what it was."""
    async with asyncio.timeout(seconds) as patience:
        while True:
            found = check()
            if asyncio.iscoroutine(found):
                found = await found
            if found:
                return found
            await asyncio.sleep(0.05)
    raise AssertionError(what, patience)


class Guest(Visitor):
    """Somebody whose requests may meet nobody but nginx, which answers in its own words."""

    async def ask(self, method: str, path: str, **words: Any) -> Any:
        answer = await self.http.request(method, path, **words)
        spoken = answer.headers.get("content-type", "").startswith("application/json")
        body = answer.json() if spoken and answer.content else None
        if answer.status_code >= 400:
            raise ApiError(answer.status_code, body)
        return body


async def stubborn(ask: Callable[[], Any]) -> Any:
    """Ask again and again while nodes come and go."""
    give_up = time.monotonic() + 40
    while True:
        try:
            return await ask()
        except NETWORK as error:
            if time.monotonic() > give_up:
                raise AssertionError("nobody answers") from error
        except ApiError as error:
            if error.status < 500 or time.monotonic() > give_up:
                raise
        await asyncio.sleep(0.1)


@dataclass
class Player:
    """Somebody who plays a match to its end whatever happens, and remembers what was acknowledged."""

    visitor: Visitor
    table: str
    rng: Random
    pause: Callable[[], float] = lambda: 0.0
    acknowledged: dict[str, tuple[int, str]] = field(default_factory=dict)  # id -> number, move
    sent: dict[str, str] = field(default_factory=dict)  # id -> move
    seen: list[int] = field(default_factory=list)  # numbers of entries, as they came
    reconnects: int = 0
    over: bool = False

    async def play(self) -> None:
        """Until the match is over."""
        while not self.over:
            try:
                query = {"after": self.seen[-1]} if self.seen else {}
                async with self.visitor.sit(self.table, **query) as seat:
                    await self._sit(seat)
            except NETWORK:
                self.reconnects += 1
                await asyncio.sleep(self.rng.uniform(0.05, 0.3))

    async def _sit(self, seat: TableSocket) -> None:
        """As long as the connection holds."""
        await self._note_missed(seat)
        while not seat.over:
            if seat.legal:
                await self._decide(seat)
            else:
                self._note(await seat.next(seconds=60))
        self.over = True

    async def _note_missed(self, seat: TableSocket) -> None:
        first = json.loads(seat.raw[0])
        assert first["type"] == "snapshot", first
        missed = [replay_step["entry"]["number"] for replay_step in first["missed"]]
        if self.seen:
            assert seat.number >= self.seen[-1], "a node that knows less than was seen"
            assert missed == list(range(self.seen[-1] + 1, seat.number + 1)), (missed, self.seen[-1], seat.number)
            self.seen += missed
        else:
            self.seen = [seat.number]

    def _note(self, message: dict[str, Any]) -> None:
        if message["type"] == "entry":
            number = message["entry"]["number"]
            assert number == self.seen[-1] + 1, (number, self.seen[-1])
            self.seen.append(number)
        elif message["type"] == "ack":
            again = self.acknowledged.setdefault(message["id"], (message["number"], self.sent[message["id"]]))
            assert again[0] == message["number"], "the same id got two numbers"

    async def _decide(self, seat: TableSocket) -> None:
        """One decision, repeated under the same id until it is acknowledged or the match went on without it."""
        await asyncio.sleep(self.pause())
        number, move, request_id = seat.number, self.rng.choice(seat.legal), uuid4().hex
        self.sent[request_id] = move
        await seat.move(move, id=request_id)
        try:
            while request_id not in self.acknowledged or seat.number == number:
                message = await seat.next(seconds=30)
                self._note(message)
                if message["type"] == "error":
                    assert message["code"] in ("stale_number", "not_ready"), message
                    return
        except NETWORK:
            await self._repeat(request_id, number, move)
            raise

    async def _repeat(self, request_id: str, number: int, move: str) -> None:
        """The connection broke before the answer: ask by request, through any node."""

        async def ask() -> int:
            path = f"/api/tables/{self.table}/moves"
            return int((await self.visitor.post(path, id=request_id, number=number, move=move))["number"])

        if request_id in self.acknowledged:
            return
        try:
            self.acknowledged[request_id] = (await stubborn(ask), move)
        except ApiError as error:
            if error.code not in ("stale_number", "not_your_turn", "already_over"):  # the match went on meanwhile
                raise


def check_log(found: Cluster, table: str, players: list[Player]) -> list[tuple[Any, ...]]:
    """Nothing acknowledged is lost or doubled; the log."""
    query = 'SELECT number, kind, seat, text, mark, at, spent FROM entries WHERE "table" = %s ORDER BY number'
    entries = found.ask(query, table)
    assert [entry[0] for entry in entries] == list(range(1, len(entries) + 1))
    request_ids = [entry[4].split(":")[1] for entry in entries if entry[4] is not None]
    assert len(request_ids) == len(set(request_ids)), "an id was applied twice"
    by_request_id = {entry[4].split(":")[1]: (entry[0], entry[3]) for entry in entries if entry[4] is not None}
    for player in players:
        for request_id, promised in player.acknowledged.items():
            assert by_request_id.get(request_id) == promised, "an acknowledged move is lost"
    return entries
