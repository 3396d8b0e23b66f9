"""Origin checks and rate limits."""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.types import Scope

from tabiji.server.api_error import ApiError
from tabiji.server.settings import Settings

_SAFE = ("GET", "HEAD", "OPTIONS")
_MAX_BUCKETS = 50_000
_SHARED = 10  # times the messages of one WebSocket are those of all WebSockets of an address


def _by_token(connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
    return connection.headers.get("authorization", "").lower().startswith("bearer ")


@lru_cache(4096)
def address_bucket(address: str) -> str:
    """What counts as one address: an IPv4 address, or a /64 of IPv6, which is what one customer gets at least."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:64]
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False))


def _host(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


def too_many_requests() -> ApiError:
    """The refusal of an address that asks too much."""
    return ApiError("slow_down", "too many requests: wait a moment and try again")


class TokenBucket:
    """A token bucket: tokens are added at a rate, up to a burst, and taken one by one."""

    __slots__ = ("_burst", "_last", "_left", "_rate")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = self._left = burst
        self._last = time.monotonic()

    @property
    def empty(self) -> bool:
        """Whether there is no token now."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._last) * self._rate)
        self._last = now
        return self._left < 1

    def take(self, cost: float = 1) -> bool:
        """Take tokens; False when there is none.

        More than are left may be taken: they are owed, and there is none until they are paid.
        """
        if self.empty:
            return False
        self._left -= cost
        return True

    def owe(self, cost: float) -> None:
        """Take tokens for something that is done already, whether there are any or not."""
        self._left -= cost

    def give_back(self) -> None:
        """Give a token back."""
        self._left = min(self._burst, self._left + 1)


class RateLimiter:
    """Checks the origin and the rate of requests and messages."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._buckets: dict[str, TokenBucket] = {}
        self._sockets: dict[str, int] = {}

    # --- origins ------------------------------------------------------------------------------------------------
    def check_origin(self, connection: ASGIConnection[Any, Any, Any, Any]) -> None:
        """Refuse requests from pages of other sites (CSRF)."""
        origin = connection.headers.get("origin")
        if origin is None or _by_token(connection) or origin in self._settings.origins:
            return  # not a browser, or a token that no page of another site could know
        if _host(origin) != connection.headers.get("host"):
            raise ApiError("wrong_origin", "this request comes from a page of another site")

    def check_request(self, request: ASGIConnection[Any, Any, Any, Any]) -> None:
        """Check the path, origin and rate of a request."""
        if "\0" in request.scope["path"]:  # invalid for files and databases
            raise ApiError("not_found", "there is no such page")
        if request.scope.get("method") not in _SAFE:
            self.check_origin(request)
            if request.headers.get("sec-fetch-site") == "cross-site" and not _by_token(request):
                origin = request.headers.get("origin")
                if origin not in self._settings.origins:
                    raise ApiError("wrong_origin", "this request comes from a page of another site")
        self.charge(request, 1)

    def charge(self, connection: ASGIConnection[Any, Any, Any, Any], cost: float) -> None:
        """Charge for a request that costs more than others, in requests; an address that owes too much is refused."""
        key, rate = f"request {self.address(connection)}", self._settings.requests
        if not self._bucket(key, rate, rate * 10).take(cost):
            raise too_many_requests()

    def has_request(self, scope: Scope) -> bool:
        """Whether an address has a request left. Asked before the framework sees one: to refuse must cost little."""
        client = scope.get("client")
        bucket = self._buckets.get(f"request {address_bucket(client[0]) if client is not None else '?'}")
        return bucket is None or not bucket.empty

    # --- rates --------------------------------------------------------------------------------------------------
    def address(self, connection: ASGIConnection[Any, Any, Any, Any]) -> str:
        """The address of a client, or the network that counts as one."""
        return address_bucket(connection.client.host) if connection.client is not None else "?"

    def _bucket(self, key: str, rate: float, burst: float) -> TokenBucket:
        """The bucket of a key. The one that was not used for longest is dropped if there are too many."""
        bucket = self._buckets.pop(key, None)
        if bucket is None:
            if len(self._buckets) >= _MAX_BUCKETS:
                del self._buckets[next(iter(self._buckets))]
            bucket = TokenBucket(rate, burst)
        self._buckets[key] = bucket
        return bucket

    def _take_token(self, key: str, rate: float, bursts: float) -> None:
        if not self._bucket(key, rate, rate * bursts).take():
            raise too_many_requests()

    def check_arrival(self, connection: ASGIConnection[Any, Any, Any, Any]) -> None:
        """Limit new guests and attempts to sign in."""
        self._take_token(f"arrival {self.address(connection)}", self._settings.arrivals, 40)

    @contextmanager
    def sign_in(self, connection: ASGIConnection[Any, Any, Any, Any], handle: str) -> Iterator[None]:
        """Limit failed attempts to sign in to an account: from one address, and from all of them.

        All addresses together have more, so that one stranger cannot lock the owner out.
        """
        attempts = self._settings.attempts
        here = self._bucket(f"sign in {handle} {self.address(connection)}", attempts / 60, attempts)
        anywhere = self._bucket(f"sign in {handle}", 4 * attempts / 60, 4 * attempts)
        if not (here.take() and anywhere.take()):
            raise ApiError("slow_down", "too many attempts to sign in with this name: wait a minute")
        yield
        here.give_back()
        anywhere.give_back()

    def check_chat(self, person: str) -> None:
        """Limit chat messages."""
        self._take_token(f"chat {person}", 1.0, 8)

    def check_hint(self, connection: ASGIConnection[Any, Any, Any, Any], person: str) -> None:
        """Limit hints, each of which costs about a second of CPU time, of a person and of an address."""
        rate = self._settings.hints / 60
        self._take_token(f"hint {person}", rate, 20)
        self._take_token(f"hints of {self.address(connection)}", 4 * rate, 20)

    def check_analysis(self, connection: ASGIConnection[Any, Any, Any, Any], person: str) -> None:
        """Limit analyses, each of which costs seconds of CPU time, of a person and of an address."""
        rate = self._settings.analyses / 3600
        self._take_token(f"analysis {person}", rate, 600)
        self._take_token(f"analyses of {self.address(connection)}", 4 * rate, 600)

    def message_bucket(self, connection: ASGIConnection[Any, Any, Any, Any]) -> TokenBucket:
        """The messages of all WebSockets of an address."""
        most = _SHARED * self._settings.messages
        return self._bucket(f"messages {self.address(connection)}", most, most * 3)

    @contextmanager
    def count_socket(self, connection: ASGIConnection[Any, Any, Any, Any], person: str | None) -> Iterator[None]:
        """Limit the open WebSockets of a person, of an address that is not signed in, and of an address in all."""
        settings, address = self._settings, self.address(connection)
        holder = (f"address {address}", 4 * settings.sockets) if person is None else (person, settings.sockets)
        holders = (holder, (f"all of {address}", settings.connections_per_address))
        for who, most in holders:
            if self._sockets.get(who, 0) >= most:
                raise ApiError("slow_down", f"you have {most} open connections already")
        for who, _ in holders:
            self._sockets[who] = self._sockets.get(who, 0) + 1
        try:
            yield
        finally:
            for who, _ in holders:
                self._sockets[who] -= 1
                if not self._sockets[who]:
                    del self._sockets[who]
