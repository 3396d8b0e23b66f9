"""Pub/sub through Redis. Imported only where there is more than one node: a single one starts sooner without it.

Every node subscribes to the tables it has open; while Redis is unreachable, `connected` is False and nodes poll the
database instead.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import msgspec
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError

from tabiji.server.pubsub import Listener, PubSub

log = logging.getLogger("tabiji.pubsub")
_PREFIX = "tabiji:table:"
_TIMEOUT = 6.0  # seconds without a message after which a connection is closed
_PAUSE = 0.5
_AT_ONCE = Retry(NoBackoff(), 0)


class RedisPubSub(PubSub):
    """Notices through Redis: one channel per table, and one for the pings by which a node checks its connection."""

    alone = False

    def __init__(self, address: str, node: str) -> None:
        # no reconnection inside the library: after one, listeners must know that notices may have been lost
        self._redis = Redis.from_url(address, socket_connect_timeout=2, socket_timeout=_TIMEOUT, retry=_AT_ONCE)
        self._node = node
        self._listeners: dict[str, Listener] = {}
        self._wanted = asyncio.Event()
        self._unsent: dict[str, dict[str, Any]] = {}  # by table: notices that are not sent yet are merged
        self._pending = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self.connected = False

    async def start(self) -> None:
        self._tasks = [
            asyncio.create_task(work) for work in (self._listen_forever(), self._send_forever(), self._ping())
        ]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._redis.aclose()

    def subscribe(self, table: str, listener: Listener) -> None:
        self._listeners[table] = listener
        self._wanted.set()

    def unsubscribe(self, table: str) -> None:
        self._listeners.pop(table, None)
        self._wanted.set()

    # --- sending ------------------------------------------------------------------------------------------------
    def publish(self, table: str, notice: dict[str, Any]) -> None:
        self._unsent[table] = self._unsent.get(table, {}) | notice
        self._pending.set()

    async def _send_forever(self) -> None:
        while True:
            await self._pending.wait()
            self._pending.clear()
            sending, self._unsent = self._unsent, {}
            try:
                async with self._redis.pipeline(transaction=False) as pipe:
                    for table, notice in sending.items():
                        pipe.publish(_PREFIX + table, msgspec.json.encode({"from": self._node, **notice}))
                    await pipe.execute()
            except (RedisError, OSError) as error:
                log.warning("cannot publish to redis", extra={"error": str(error)})
                for table, notice in sending.items():
                    self.publish(table, notice | self._unsent.get(table, {}))
                await asyncio.sleep(_PAUSE)

    async def _ping(self) -> None:
        """Publish to oneself from time to time: without these messages the connection is considered dead."""
        while True:
            self.publish("", {})
            await asyncio.sleep(_TIMEOUT / 3)

    # --- receiving ----------------------------------------------------------------------------------------------
    async def _listen_forever(self) -> None:
        while True:
            try:
                async with self._redis.pubsub() as channels:
                    await self._receive(channels)
            except (RedisError, OSError) as error:
                if self.connected:
                    log.warning("redis is unreachable", extra={"error": str(error)})
                self.connected = False
                await asyncio.sleep(_PAUSE)

    async def _receive(self, channels: Any) -> None:
        await channels.subscribe(_PREFIX)
        syncing = asyncio.create_task(self._sync_channels(channels))
        try:
            while not syncing.done():
                message = await channels.get_message(timeout=_TIMEOUT)
                if message is None:
                    raise RedisConnectionError(f"no message for {_TIMEOUT:g} seconds")
                if message["type"] in ("message", "subscribe"):
                    self._deliver(message)
            await syncing  # raises what ended it
        finally:
            syncing.cancel()
            await asyncio.gather(syncing, return_exceptions=True)

    async def _sync_channels(self, channels: Any) -> None:
        """Subscribe to the channels of the tables that are open here."""
        subscribed: set[str] = set()
        while True:
            wanted = {_PREFIX + table for table in self._listeners}
            self._wanted.clear()
            if wanted - subscribed:
                await channels.subscribe(*(wanted - subscribed))
            if subscribed - wanted:
                await channels.unsubscribe(*(subscribed - wanted))
            subscribed = wanted
            await self._wanted.wait()

    def _deliver(self, message: dict[str, Any]) -> None:
        table = message["channel"].decode().removeprefix(_PREFIX)
        if not table:
            if not self.connected:
                log.info("connected to redis")
            self.connected = True
            return
        listener = self._listeners.get(table)
        if listener is None:
            return
        if message["type"] == "subscribe":
            listener({"missed": True})
            return
        notice = msgspec.json.decode(message["data"])
        if notice["from"] != self._node:
            listener(notice)
