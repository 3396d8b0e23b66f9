"""The server's end of a socket: what is said goes out at once, as one frame, without a task that wakes up for it."""

from __future__ import annotations

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

EXTENSION = "tabiji.wire"  # where an application finds its wire
_MOST_WAITING = 1 << 20  # bytes; who reads slower than that is cut off, and may come back for what was missed
_TEXT = 0x81  # a whole message of text


class Wire(WebSocketsSansIOProtocol):
    """uvicorn's socket, with a short way out."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][EXTENSION] = self  # type: ignore[assignment]

    def write(self, text: bytes) -> None:
        """Send a message."""
        transport = self.transport
        if self.close_sent or transport.is_closing():
            return
        size = len(text)
        if size < 126:
            head = bytes((_TEXT, size))
        elif size < 1 << 16:
            head = bytes((_TEXT, 126, size >> 8, size & 255))
        else:
            head = bytes((_TEXT, 127)) + size.to_bytes(8, "big")
        transport.write(head + text)
        if transport.get_write_buffer_size() > _MOST_WAITING:
            transport.abort()
