"""The server's HTTP protocol: connections are counted, requests must arrive in time, and responses be read."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from tabiji.server.connection_limit import ConnectionLimit, StalledWrites
from tabiji.server.protocol import ErrorBody
from tabiji.server.websocket_transport import WebSocketTransport

# seconds in which a connection may wait for its next request; a proxy has to close its idle connections before, or some
# of its requests come to one that is being closed
KEEP_ALIVE = 10
_HEAD_SECONDS = 10.0  # for everything before a body; also how long a connection may send nothing
_BODY_SECONDS = 20.0
_LINGER = 1.0  # seconds in which a refused client can read why
_MAX_LINGERING = 64  # refused connections; others are aborted


class HttpTransport(HttpToolsProtocol):
    """uvicorn's HTTP protocol with bounds."""

    _lingering = 0  # refused connections that are still open

    def __init__(self, connection_limit: ConnectionLimit, **uvicorn: Any) -> None:
        super().__init__(**uvicorn)
        self._limit = connection_limit
        self._deadline: asyncio.TimerHandle | None = None
        self._stalled_writes = StalledWrites()
        self._leave: Callable[[], None] | None = None  # None: the connection was refused

    # --- connections --------------------------------------------------------------------------------------------
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        address = self.client[0] if self.client is not None else "?"
        refusal = self._limit.enter(address)
        if refusal is None:
            self._leave = lambda: self._limit.leave(address)
            self._expect(_HEAD_SECONDS)
        elif HttpTransport._lingering >= _MAX_LINGERING:
            transport.abort()
        else:
            HttpTransport._lingering += 1
            self.loop.call_later(_LINGER, self._end_lingering)
            transport.write(_refusal(refusal))

    def _end_lingering(self) -> None:
        HttpTransport._lingering -= 1
        self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._expect(None)
        self._stalled_writes.stop()
        if self._leave is not None:
            self._leave()

    def handle_websocket_upgrade(self) -> None:
        super().handle_websocket_upgrade()
        self._expect(None)
        self._stalled_writes.stop()
        protocol = self.transport.get_protocol()
        assert isinstance(protocol, WebSocketTransport)
        protocol.leave, self._leave = self._leave, None

    # --- requests -----------------------------------------------------------------------------------------------
    def _expect(self, seconds: float | None) -> None:
        """Something must arrive within some seconds; None: nothing has to."""
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = None if seconds is None else self.loop.call_later(seconds, self.transport.abort)

    def data_received(self, data: bytes) -> None:
        if self._leave is None:
            return  # refused
        if self._deadline is None and (self.cycle is None or self.cycle.response_complete):
            self._expect(_HEAD_SECONDS)  # of the next request, which may begin with any number of empty lines
        super().data_received(data)

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        self._expect(None if self.pipeline else _BODY_SECONDS)  # a pipelined request is not read before its turn

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._expect(None)

    # --- responses ----------------------------------------------------------------------------------------------
    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._stalled_writes.watch(self.transport)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stalled_writes.watch(self.transport)


def _refusal(why: str) -> bytes:
    body = msgspec.json.encode(ErrorBody("slow_down", why))
    head = f"HTTP/1.1 503 Service Unavailable\r\nretry-after: 10\r\ncontent-length: {len(body)}\r\n"
    return head.encode() + b"content-type: application/json\r\nconnection: close\r\n\r\n" + body
