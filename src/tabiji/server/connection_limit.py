"""Bounds of connections: how many there are, of one address and in all, and how long a peer may not read."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import sys
from functools import lru_cache

from tabiji.server.metrics import CONNECTIONS, CONNECTIONS_REFUSED
from tabiji.server.rate_limit import address_bucket
from tabiji.server.settings import Settings

log = logging.getLogger("tabiji.connection_limit")
_RESERVED = 256  # file descriptors for the database, files, Redis, bot workers, and connections that are being refused
_STALLED_AFTER = 10.0  # seconds in which a peer must read something that waits for it


class ConnectionLimit:
    """Counts the open connections of a node."""

    def __init__(self, settings: Settings) -> None:
        self._most = min(settings.connections, _raise_file_limit(settings.connections + _RESERVED))
        self._most_of_one = min(settings.connections_per_address, max(1, self._most // 2))
        proxies = [proxy.strip() for proxy in settings.proxies.split(",")]
        self._trusts_all = "*" in proxies
        self._proxies = [ipaddress.ip_network(proxy) for proxy in proxies if proxy not in ("", "*")]
        self._open = 0
        self._by_address: dict[str, int] = {}
        self._is_proxy = lru_cache(4096)(self._find_proxy)

    def enter(self, address: str) -> str | None:
        """Count a new connection; why it is refused, or None."""
        if self._open >= self._most:
            return self._refuse("all", f"this server has {self._most} open connections, and takes no more")
        if not self._is_proxy(address):
            bucket = address_bucket(address)
            if self._by_address.get(bucket, 0) >= self._most_of_one:
                return self._refuse("address", f"your address has {self._most_of_one} open connections already")
            self._by_address[bucket] = self._by_address.get(bucket, 0) + 1
        self._open += 1
        CONNECTIONS.set(self._open)
        return None

    def leave(self, address: str) -> None:
        """Count a connection that is closed."""
        self._open -= 1
        CONNECTIONS.set(self._open)
        if not self._is_proxy(address):
            bucket = address_bucket(address)
            self._by_address[bucket] -= 1
            if not self._by_address[bucket]:
                del self._by_address[bucket]

    def _refuse(self, limit: str, why: str) -> str:
        CONNECTIONS_REFUSED.labels(limit).inc()
        return why

    def _find_proxy(self, address: str) -> bool:
        """Whether an address is a proxy, which has connections of many people."""
        if self._trusts_all:
            return True
        try:
            found = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(found in network for network in self._proxies)


def _raise_file_limit(wanted: int) -> int:
    """Allow this process as many file descriptors as are wanted, if possible; how many connections may be open."""
    if sys.platform == "win32":
        return wanted - _RESERVED
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    if soft != unlimited and soft < wanted:
        raised = wanted if hard == unlimited else min(wanted, hard)
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (raised, hard))
            soft = raised
        except (OSError, ValueError) as error:
            log.warning("the limit of file descriptors stays", extra={"limit": soft, "error": str(error)})
    files = wanted if soft == unlimited else min(soft, wanted)
    return max(files - _RESERVED, files // 2)


class StalledWrites:
    """Aborts a connection whose peer does not read what waits for it. Closing would wait for the peer forever."""

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None

    def watch(self, transport: asyncio.Transport) -> None:
        """Watch a connection until everything is written."""
        waiting = transport.get_write_buffer_size()
        if waiting and self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(_STALLED_AFTER, self._check, transport, waiting)

    def _check(self, transport: asyncio.Transport, before: int) -> None:
        self._timer = None
        if transport.get_write_buffer_size() >= before:
            transport.abort()
        else:
            self.watch(transport)

    def stop(self) -> None:
        """The connection is lost."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
