"""The server's WebSocket protocol: writes go out at once, reading continues while a message is processed, and both
are bounded."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State
from websockets.speedups import apply_mask
from websockets.streams import StreamReader

from tabiji.server.api_error import CODES
from tabiji.server.connection_limit import StalledWrites
from tabiji.server.rate_limit import TokenBucket

EXTENSION = "tabiji.websocket_transport"  # its key in the extensions of a scope
TOO_FAST = "tabiji.too_fast"  # the key of a message that came faster than messages may
WOKEN = "tabiji.woken"  # the key of an event that no message caused: the session is to be checked
_MAX_BUFFERED = 1 << 20  # bytes; a client that reads more slowly is disconnected, and can reconnect for what it missed
_MAX_QUEUED = 8  # messages
_MAX_EXCESS = 20  # messages too fast, each of which is answered; then the connection is closed
_SLICE = 1024  # bytes that are parsed before the limits are checked: a read may hold ten thousands of frames
_TEXT = 0x81
_MASKED = 0x80
_MASKED_HEAD = 6  # bytes before the text of a short message from a client
_AT_EOF = StreamReader.at_eof.__code__  # where the parser waits between frames


class EventQueue:
    """The events of one connection, for the one task that reads them: asyncio's queue, less what it has for many."""

    __slots__ = ("_events", "_reader")

    def __init__(self) -> None:
        self._events: list[Any] = []
        self._reader: asyncio.Future[None] | None = None  # waits for an event

    def qsize(self) -> int:
        return len(self._events)

    def empty(self) -> bool:
        return not self._events

    def put_nowait(self, event: Any) -> None:
        self._events.append(event)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> Any:
        while not self._events:
            self._reader = asyncio.get_running_loop().create_future()
            await self._reader
        return self._events.pop(0)


class WebSocketTransport(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol with a faster path for text messages, and bounds."""

    def __init__(self, messages: float, **uvicorn: Any) -> None:
        super().__init__(**uvicorn)
        self.queue = EventQueue()  # type: ignore[assignment]
        self.leave: Callable[[], None] | None = None  # called when the connection is lost
        self._bucket = TokenBucket(messages, messages * 3)
        self.shared_bucket: TokenBucket | None = None  # of all connections of an address
        self._excess = 0
        self._stalled_writes = StalledWrites()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][EXTENSION] = self  # type: ignore[assignment]  # typed as a dictionary

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._stalled_writes.stop()
        if self.leave is not None:
            self.leave()

    def wake(self) -> None:
        """Let the receiver check its session."""
        self.queue.put_nowait({"type": "websocket.receive", "text": "", WOKEN: True})  # type: ignore[arg-type]

    # --- reading ------------------------------------------------------------------------------------------------
    def data_received(self, data: bytes) -> None:
        if len(data) > _MASKED_HEAD and data[0] == _TEXT and len(data) == _MASKED_HEAD + (data[1] ^ _MASKED) < 126:
            if self._is_between_frames():
                self.handle_text(Frame(Opcode.TEXT, apply_mask(data[_MASKED_HEAD:], data[2:_MASKED_HEAD])))
                return
        if len(data) <= _SLICE:
            super().data_received(data)
            return
        for start in range(0, len(data), _SLICE):
            if self._excess > _MAX_EXCESS or self.transport.is_closing():
                return
            super().data_received(data[start : start + _SLICE])

    def _is_between_frames(self) -> bool:
        """Whether the next byte begins a message. Then one short message can do without the parser, which is slow."""
        handshake: Any = self.conn.parser  # delegates to the parser of frames
        parser = handshake.gi_yieldfrom
        waits = None if parser is None else parser.gi_yieldfrom
        return (
            waits is not None
            and waits.gi_code is _AT_EOF
            and self.conn.current_size is None
            and self.conn.state is State.OPEN
        )

    def handle_text(self, event: Frame) -> None:
        """Queue a whole message; reading pauses when several are queued, not after each."""
        if not self._take():
            if not self.close_sent:
                self.queue.put_nowait({"type": "websocket.receive", "text": "", TOO_FAST: True})  # type: ignore[arg-type]
            return
        if not event.fin or self.close_sent or self.queue.qsize() >= _MAX_QUEUED:
            super().handle_text(event)
            return
        try:
            self.queue.put_nowait({"type": "websocket.receive", "text": bytes(event.data).decode()})
        except UnicodeDecodeError:
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        if self._take():
            super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        if self._take():
            super().handle_cont(event)

    def handle_pong(self, event: Frame) -> None:
        if self._take():
            super().handle_pong(event)

    def handle_ping(self) -> None:
        """Answer pings; they count as messages, and their answers are bounded as all writes are."""
        if self._take():
            super().handle_ping()
            self._check_buffer()

    def _take(self) -> bool:
        """Count a frame; False if it came too fast."""
        if self._bucket.take() and (self.shared_bucket is None or self.shared_bucket.take()):
            return True
        self._count_excess()
        return False

    def owe(self, messages: float) -> None:
        """Count an answer that costs as much as so many messages more."""
        self._bucket.owe(messages)
        if self.shared_bucket is not None:
            self.shared_bucket.owe(messages)

    def _count_excess(self) -> None:
        self._excess += 1
        if self._excess > _MAX_EXCESS and not self.close_sent:
            code, reason = 4000 + CODES["slow_down"], "too many messages on one connection"
            self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
            if self.handshake_complete:
                self.conn.send_close(code, reason)
                self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.transport.close()
            self._stalled_writes.watch(self.transport)

    # --- writing ------------------------------------------------------------------------------------------------
    def write(self, *texts: bytes) -> None:
        """Send messages."""
        transport = self.transport
        if self.close_sent or transport.is_closing():
            return
        transport.write(_frame(texts[0]) if len(texts) == 1 else b"".join(map(_frame, texts)))
        self._check_buffer()

    def _check_buffer(self) -> None:
        if self.transport.get_write_buffer_size() > _MAX_BUFFERED:
            self.transport.abort()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stalled_writes.watch(self.transport)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self._stalled_writes.watch(self.transport)

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        super().on_task_complete(task)
        self._stalled_writes.watch(self.transport)


@lru_cache(8)
def _frame(text: bytes) -> bytes:
    """The frame of an unfragmented text message; most are sent to several clients in a row."""
    return _head(len(text)) + text


def _head(size: int) -> bytes:
    """The header of the frame of an unfragmented text message."""
    if size < 126:
        return bytes((_TEXT, size))
    if size < 1 << 16:
        return bytes((_TEXT, 126, size >> 8, size & 255))
    return bytes((_TEXT, 127)) + size.to_bytes(8, "big")
