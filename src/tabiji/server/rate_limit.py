"""The gate: origins, addresses, and how often somebody may knock."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection

from tabiji.server.api_error import ApiError
from tabiji.server.settings import Settings

_SAFE = ("GET", "HEAD", "OPTIONS")
_MAX_KNOWN = 50_000


def _by_token(connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
    return connection.headers.get("authorization", "").lower().startswith("bearer ")


def _host(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


class TokenBucket:
    """Tokens that come at a rate and are taken one by one."""

    __slots__ = ("_burst", "_last", "_left", "_rate")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = self._left = burst
        self._last = time.monotonic()

    def take(self) -> bool:
        """Take a token; False when there is none."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._last) * self._rate)
        self._last = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class RateLimiter:
    """Who may come in, and how often."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._buckets: dict[str, TokenBucket] = {}
        self._sockets: dict[str, int] = {}

    # --- origins ------------------------------------------------------------------------------------------------
    def check_origin(self, connection: ASGIConnection[Any, Any, Any, Any]) -> None:
        """A page of another site must not act for somebody who is signed in here."""
        origin = connection.headers.get("origin")
        if origin is None or _by_token(connection) or origin in self._settings.origins:
            return  # not a browser, or a token that no page of another site could know
        if _host(origin) != connection.headers.get("host"):
            raise ApiError("wrong_origin", "this request comes from a page of another site")

    def check_request(self, request: ASGIConnection[Any, Any, Any, Any]) -> None:
        """Every request passes here."""
        if "\0" in request.scope["path"]:  # neither files nor databases can be asked for it
            raise ApiError("not_found", "there is no such page")
        if request.scope.get("method") not in _SAFE:
            self.check_origin(request)
            if request.headers.get("sec-fetch-site") == "cross-site" and not _by_token(request):
                origin = request.headers.get("origin")
                if origin not in self._settings.origins:
                    raise ApiError("wrong_origin", "this request comes from a page of another site")
        self._take_token(f"request {self.address(request)}", self._settings.requests, 10)

    # --- how often ----------------------------------------------------------------------------------------------
    def address(self, connection: ASGIConnection[Any, Any, Any, Any]) -> str:
        """Where somebody comes from."""
        return connection.client.host if connection.client is not None else "?"

    def _take_token(self, key: str, rate: float, bursts: float) -> None:
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= _MAX_KNOWN:
                self._buckets.clear()
            bucket = self._buckets[key] = TokenBucket(rate, rate * bursts)
        if not bucket.take():
            raise ApiError("slow_down", "too many requests: wait a moment and try again")

    def check_arrival(self, connection: ASGIConnection[Any, Any, Any, Any]) -> None:
        """New guests and attempts to sign in."""
        self._take_token(f"arrival {self.address(connection)}", self._settings.arrivals, 40)

    def check_chat(self, person: str) -> None:
        """What somebody says."""
        self._take_token(f"chat {person}", 1.0, 8)

    def check_hint(self, person: str) -> None:
        """Hints, which cost the server a second of thought."""
        self._take_token(f"hint {person}", 0.5, 12)

    @contextmanager
    def count_socket(self, holder: str, known: bool) -> Iterator[None]:
        """Count the open sockets of somebody."""
        most = self._settings.sockets * (1 if known else 4)
        if self._sockets.get(holder, 0) >= most:
            raise ApiError("slow_down", f"you have {most} open connections already")
        self._sockets[holder] = self._sockets.get(holder, 0) + 1
        try:
            yield
        finally:
            self._sockets[holder] -= 1
            if not self._sockets[holder]:
                del self._sockets[holder]
