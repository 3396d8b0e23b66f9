"""Fan-out between nodes: short notes that something about a table is new. The log says what; a lost note costs time.

Alone, a node needs nobody to tell. With Redis every node hears of the tables it has open; while Redis is away,
`connected` is False and nodes look into the log instead.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import msgspec
from redis.asyncio import Redis
from redis.exceptions import RedisError

Listener = Callable[[dict[str, Any]], None]
log = logging.getLogger("tabiji.hub")
_PREFIX = "tabiji:table:"


class Hub:
    """A node on its own: nobody else listens."""

    connected = True

    async def start(self) -> None:
        """Begin to listen."""

    async def stop(self) -> None:
        """Stop listening."""

    def listen(self, table: str, listener: Listener) -> None:
        """Hear notes about a table from other nodes; `missed` says that some may not have been heard."""

    def forget(self, table: str) -> None:
        """Hear no more about a table."""

    def tell(self, table: str, note: dict[str, Any]) -> None:
        """Tell all other nodes."""


class RedisHub(Hub):
    """Notes through Redis, one channel a table."""

    def __init__(self, address: str, node: str) -> None:
        self._redis = Redis.from_url(address, socket_connect_timeout=2, health_check_interval=5)
        self._node = node
        self._listeners: dict[str, Listener] = {}
        self._news: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue(10_000)
        self._wanted = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self.connected = False

    async def start(self) -> None:
        self._tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._send())]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._redis.aclose()

    def listen(self, table: str, listener: Listener) -> None:
        self._listeners[table] = listener
        self._wanted.set()

    def forget(self, table: str) -> None:
        self._listeners.pop(table, None)
        self._wanted.set()

    def tell(self, table: str, note: dict[str, Any]) -> None:
        if not self._news.full():
            self._news.put_nowait((_PREFIX + table, msgspec.json.encode({"from": self._node, **note})))

    async def _send(self) -> None:
        while True:
            channel, note = await self._news.get()
            try:
                await self._redis.publish(channel, note)
            except (RedisError, OSError) as error:
                log.warning("redis does not take notes", extra={"error": str(error)})

    async def _listen(self) -> None:
        while True:
            try:
                async with self._redis.pubsub() as ears:
                    await self._hear(ears)
            except (RedisError, OSError) as error:
                if self.connected:
                    log.warning("redis is away", extra={"error": str(error)})
                self.connected = False
                await asyncio.sleep(0.5)

    async def _hear(self, ears: Any) -> None:
        await ears.subscribe(_PREFIX)  # there is always one channel, so that a loss is noticed
        following = asyncio.create_task(self._follow(ears))
        try:
            async for message in ears.listen():
                if message["type"] in ("message", "subscribe"):
                    self._pass_on(message)
        finally:
            following.cancel()

    async def _follow(self, ears: Any) -> None:
        """Keep the channels in step with the tables that are open here."""
        heard: set[str] = set()
        while True:
            wanted = {_PREFIX + table for table in self._listeners}
            self._wanted.clear()
            if wanted - heard:
                await ears.subscribe(*(wanted - heard))
            if heard - wanted:
                await ears.unsubscribe(*(heard - wanted))
            heard = wanted
            await self._wanted.wait()

    def _pass_on(self, message: dict[str, Any]) -> None:
        table = message["channel"].decode().removeprefix(_PREFIX)
        if not table:
            self.connected = True
            log.info("redis listens")
            return
        listener = self._listeners.get(table)
        if listener is None:
            return
        if message["type"] == "subscribe":
            listener({"missed": True})
            return
        note = msgspec.json.decode(message["data"])
        if note.pop("from") != self._node:
            listener(note)
