"""Frames that arrive in pieces are read as what they are, whatever the pieces look like."""

from __future__ import annotations

import asyncio
import base64
from urllib.parse import urlsplit

from tests.server.node import Node
from tests.server.visitor import Visitor, run

_MASK = bytes(4)  # a mask of zeros: the text travels as it is


def _frame(text: str) -> bytes:
    payload = text.encode()
    assert len(payload) < 126
    return bytes((0x81, 0x80 | len(payload))) + _MASK + payload


async def _open(visitor: Visitor, table: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A socket at a table, byte by byte in our hands."""
    address = urlsplit(visitor.base)
    reader, writer = await asyncio.open_connection(address.hostname, address.port)
    key = base64.b64encode(bytes(16)).decode()
    writer.write(
        f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: {address.netloc}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
        f"Cookie: {visitor.cookie()}\r\n\r\n".encode()
    )
    await reader.readuntil(b"\r\n\r\n")
    await reader.readuntil(b'"type":"snapshot"')
    return reader, writer


def test_a_piece_of_a_message_that_looks_like_a_message_is_a_piece(node: Node) -> None:
    """The last 43 bytes of this message are a whole short text frame by their first two bytes."""
    said = "\u1065" + 39 * "x"  # U+1065 is E1 81 A5: 0x81 begins a text frame, 0xA5 is masked and 37 bytes long
    whole = _frame('{"type":"say","text":"' + said + '"}')
    cut = whole.index(b"\x81\xa5")
    assert len(whole) - cut == 6 + 37, "the piece has the length that its head says"

    async def talk() -> None:
        async with Visitor(node.base, "Ann") as ann:
            table = await ann.table()
            reader, writer = await _open(ann, table)
            for pieces in ([whole[:cut], whole[cut:]], [whole]):
                for piece in pieces:
                    writer.write(piece)
                    await writer.drain()
                    await ann.get("/healthz")  # the node has read the piece before it answers this
                async with asyncio.timeout(20):
                    heard = await reader.readuntil(b'"type":"chat"')
                    heard = await reader.readuntil(b"}")
                assert said.encode() in heard
            two = _frame('{"type":"ping"}') * 2
            writer.write(two)
            async with asyncio.timeout(20):
                for _ in range(2):
                    await reader.readuntil(b'{"type":"pong"}')
            writer.close()

    run(talk())
