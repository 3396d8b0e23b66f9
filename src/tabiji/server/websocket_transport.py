"""The server's end of a socket: what is said goes out at once, and reading goes on while a message is being heard."""

from __future__ import annotations

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

EXTENSION = "tabiji.websocket_transport"  # where an application finds its wire
_MAX_WAITING = 1 << 20  # bytes; who reads slower than that is cut off, and may come back for what was missed
_MAX_UNHEARD = 8  # messages
_TEXT = 0x81


class WebSocketTransport(WebSocketsSansIOProtocol):
    """uvicorn's socket, with a short way out."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][EXTENSION] = self  # type: ignore[assignment]  # typed as if only dictionaries stood there

    def handle_text(self, event: Frame) -> None:
        """A message: usually whole, and only one; reading stops when several wait to be heard, not after each."""
        if not event.fin or self.close_sent or self.queue.qsize() >= _MAX_UNHEARD:
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
        if transport.get_write_buffer_size() > _MAX_WAITING:
            transport.abort()


def _head(size: int) -> bytes:
    """How the frame of a whole message of text begins."""
    if size < 126:
        return bytes((_TEXT, size))
    if size < 1 << 16:
        return bytes((_TEXT, 126, size >> 8, size & 255))
    return bytes((_TEXT, 127)) + size.to_bytes(8, "big")
