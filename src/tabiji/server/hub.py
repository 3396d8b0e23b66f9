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
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError

Listener = Callable[[dict[str, Any]], None]
log = logging.getLogger("tabiji.hub")
_PREFIX = "tabiji:table:"
_PATIENCE = 6.0  # seconds of silence after which a connection is given up
_PAUSE = 0.5
_AT_ONCE = Retry(NoBackoff(), 0)


class Hub:
    """A node on its own: nobody else listens."""

    alone = True
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
    """Notes through Redis, one channel a table, and one on which a node hears that it is heard."""

    alone = False

    def __init__(self, address: str, node: str) -> None:
        # a lost connection is not mended behind our back: whoever subscribes anew must know that something was missed
        self._redis = Redis.from_url(address, socket_connect_timeout=2, socket_timeout=_PATIENCE, retry=_AT_ONCE)
        self._node = node
        self._listeners: dict[str, Listener] = {}
        self._wanted = asyncio.Event()
        self._unsent: dict[str, dict[str, Any]] = {}  # one note a table: what is not sent yet is merged
        self._any = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self.connected = False

    async def start(self) -> None:
        self._tasks = [asyncio.create_task(work) for work in (self._listen(), self._send(), self._call())]

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

    # --- telling ------------------------------------------------------------------------------------------------
    def tell(self, table: str, note: dict[str, Any]) -> None:
        self._unsent[table] = self._unsent.get(table, {}) | note
        self._any.set()

    async def _send(self) -> None:
        while True:
            await self._any.wait()
            self._any.clear()
            sending, self._unsent = self._unsent, {}
            try:
                async with self._redis.pipeline(transaction=False) as pipe:
                    for table, note in sending.items():
                        pipe.publish(_PREFIX + table, msgspec.json.encode({"from": self._node, **note}))
                    await pipe.execute()
            except (RedisError, OSError) as error:
                log.warning("redis does not take notes", extra={"error": str(error)})
                for table, note in sending.items():
                    self.tell(table, note | self._unsent.get(table, {}))
                await asyncio.sleep(_PAUSE)

    async def _call(self) -> None:
        """Say something to oneself from time to time: silence means that the connection is dead."""
        while True:
            self.tell("", {})
            await asyncio.sleep(_PATIENCE / 3)

    # --- hearing ------------------------------------------------------------------------------------------------
    async def _listen(self) -> None:
        while True:
            try:
                async with self._redis.pubsub() as ears:
                    await self._hear(ears)
            except (RedisError, OSError) as error:
                if self.connected:
                    log.warning("redis is away", extra={"error": str(error)})
                self.connected = False
                await asyncio.sleep(_PAUSE)

    async def _hear(self, ears: Any) -> None:
        await ears.subscribe(_PREFIX)
        following = asyncio.create_task(self._follow(ears))
        try:
            while not following.done():
                message = await ears.get_message(timeout=_PATIENCE)
                if message is None:
                    raise RedisConnectionError(f"nothing was heard for {_PATIENCE:g} seconds")
                if message["type"] in ("message", "subscribe"):
                    self._pass_on(message)
            await following  # raises what ended it
        finally:
            following.cancel()
            await asyncio.gather(following, return_exceptions=True)

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
            if not self.connected:
                log.info("redis listens")
            self.connected = True
            return
        listener = self._listeners.get(table)
        if listener is None:
            return
        if message["type"] == "subscribe":
            listener({"missed": True})
            return
        note = msgspec.json.decode(message["data"])
        if note["from"] != self._node:
            listener(note)
