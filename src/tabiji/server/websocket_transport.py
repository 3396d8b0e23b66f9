"""The server's WebSocket protocol: writes go out at once, and reading continues while a message is processed."""

from __future__ import annotations

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

EXTENSION = "tabiji.websocket_transport"  # its key in the extensions of a scope
_MAX_BUFFERED = 1 << 20  # bytes; a client that reads more slowly is disconnected, and can reconnect for what it missed
_MAX_QUEUED = 8  # messages
_TEXT = 0x81


class WebSocketTransport(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol with a faster path for text messages."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][EXTENSION] = self  # type: ignore[assignment]  # typed as a dictionary

    def handle_text(self, event: Frame) -> None:
        """Queue a whole message; reading pauses when several are queued, not after each."""
        if not event.fin or self.close_sent or self.queue.qsize() >= _MAX_QUEUED:
            super().handle_text(event)
            return
        try:
            self.queue.put_nowait({"type": "websocket.receive", "text": bytes(event.data).decode()})
        except UnicodeDecodeError:
            super().handle_text(event)

    def write(self, *texts: bytes) -> None:
        """Send messages."""
        transport = self.transport
        if self.close_sent or transport.is_closing():
            return
        transport.write(b"".join([part for text in texts for part in (_head(len(text)), text)]))
        if transport.get_write_buffer_size() > _MAX_BUFFERED:
            transport.abort()


def _head(size: int) -> bytes:
    """The header of the frame of an unfragmented text message."""
    if size < 126:
        return bytes((_TEXT, size))
    if size < 1 << 16:
        return bytes((_TEXT, 126, size >> 8, size & 255))
    return bytes((_TEXT, 127)) + size.to_bytes(8, "big")
