"""Connections: how many there may be, how long they may send nothing, and what happens to a peer that does not read."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any

import pytest
import uvicorn
import uvloop
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tabiji.server import connection_limit, http_transport
from tabiji.server.connection_limit import ConnectionLimit
from tabiji.server.http_transport import HttpTransport
from tabiji.server.settings import Settings
from tabiji.server.websocket_transport import WebSocketTransport

from tests.server.node_factory import QuickNode
from tests.server.visitor import Visitor, run

MEGABYTE = b"x" * (1 << 20)
GET = b"GET / HTTP/1.1\r\nhost: a\r\n\r\n"


class Served:
    """An application that answers anything, behind the transports of a node."""

    def __init__(self, limit: ConnectionLimit) -> None:
        self.limit = limit
        self.port = 0
        self.sockets = 0

    async def app(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            await self._serve_socket(receive, send)
            return
        while (await receive()).get("more_body"):
            pass
        await send({"type": "http.response.start", "status": 200, "headers": []})
        for _ in range(64 if scope["path"] == "/large" else 0):
            await send({"type": "http.response.body", "body": MEGABYTE, "more_body": True})
        await send({"type": "http.response.body", "body": b"answer"})

    async def _serve_socket(self, receive: Any, send: Any) -> None:
        await send({"type": "websocket.accept"})
        self.sockets += 1
        while (await receive())["type"] != "websocket.disconnect":
            pass
        self.sockets -= 1

    @property
    def open(self) -> int:
        return self.limit._open

    async def until(self, ready: Callable[[], bool]) -> None:
        async with asyncio.timeout(20):
            while not ready():
                await asyncio.sleep(0.01)

    async def open_connection(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port)


@asynccontextmanager
async def _serve(**settings: Any) -> AsyncIterator[Served]:
    chosen = Settings(**({"proxies": ""} | settings))
    served = Served(ConnectionLimit(chosen))
    config = uvicorn.Config(
        served.app,
        http=partial(HttpTransport, served.limit),  # type: ignore[arg-type]
        ws=partial(WebSocketTransport, chosen.messages),  # type: ignore[arg-type]
        interface="asgi3",
        lifespan="off",
        log_config=None,
        timeout_graceful_shutdown=1,
    )
    server = uvicorn.Server(config)
    listening = socket.create_server(("127.0.0.1", 0))
    served.port = listening.getsockname()[1]
    task = asyncio.create_task(server._serve([listening]))  # without its signal handlers
    await served.until(lambda: server.started)
    try:
        yield served
    finally:
        server.should_exit = True
        await task


def _run(work: Awaitable[None]) -> None:
    async def go() -> None:
        await work

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(go())


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A part of a second instead of ten seconds, but long enough for a request on a busy machine."""
    monkeypatch.setattr(http_transport, "_HEAD_SECONDS", 0.3)
    monkeypatch.setattr(http_transport, "_BODY_SECONDS", 0.3)
    monkeypatch.setattr(connection_limit, "_STALLED_AFTER", 0.3)


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize(
    "beginning",
    [
        [],
        [b"\r\n\r\n"],
        [b"GET / HTTP/1.1\r\nhost: a\r\n"],
        [b"POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\nfive."],
        [GET, b"\r\n"],
        [GET, b"GET"],
    ],
    ids=["nothing", "empty lines", "half a head", "half a body", "an empty line later", "half a head later"],
)
def test_a_connection_that_sends_no_request_ends(beginning: list[bytes]) -> None:
    async def go() -> None:
        async with _serve() as served:
            reader, writer = await served.open_connection()
            for part in beginning:
                writer.write(part)
                if part == GET:
                    await reader.readuntil(b"answer\r\n0\r\n\r\n")
            async with asyncio.timeout(20):
                with suppress(ConnectionResetError):
                    await reader.read()
            await served.until(lambda: served.open == 0)
            writer.close()

    _run(go())


@pytest.mark.usefixtures("hasty")
def test_a_websocket_may_be_silent() -> None:
    async def go() -> None:
        async with _serve() as served, connect(f"ws://127.0.0.1:{served.port}/") as silent:
            reader, writer = await served.open_connection()  # ends after the time in which the websocket says nothing
            with suppress(ConnectionResetError):
                await reader.read()
            writer.close()
            await (await silent.ping())
            assert served.open == 1

    _run(go())


@pytest.mark.usefixtures("hasty")
def test_whoever_does_not_read_an_answer_is_disconnected() -> None:
    async def go() -> None:
        async with _serve() as served:
            reader, writer = await served.open_connection()
            writer.write(GET.replace(b"/ ", b"/large "))
            await reader.readexactly(100)
            reader._transport.pause_reading()  # type: ignore[attr-defined]
            await served.until(lambda: served.open == 0)
            writer.close()

    _run(go())


def test_whoever_does_not_read_pongs_is_disconnected() -> None:
    async def go() -> None:
        async with _serve(messages=1e9) as served, connect(f"ws://127.0.0.1:{served.port}/") as deaf:
            deaf.transport.pause_reading()
            ping = b"\x89\xfd\0\0\0\0" + b"x" * 125
            sent = 0
            while served.open and sent < 64 << 20:
                deaf.transport.write(ping * 500)  # type: ignore[attr-defined]
                sent += 500 * len(ping)
                await served.until(lambda: not served.open or not deaf.transport.get_write_buffer_size())  # type: ignore[attr-defined]
            assert not served.open, "64 MiB of pongs wait for a peer that does not read"
            deaf.transport.abort()

    _run(go())


@pytest.mark.parametrize(
    "frame",
    [b"\x89\x80\0\0\0\0", b"\x8a\x80\0\0\0\0", b"\x82\x80\0\0\0\0", b"\x81\x80\0\0\0\0", b"\x01\x80\0\0\0\0"],
    ids=["ping", "pong", "bytes", "text", "fragment"],
)
def test_every_frame_counts_as_a_message(monkeypatch: pytest.MonkeyPatch, frame: bytes) -> None:
    parsed = 0
    parse = WebSocketsSansIOProtocol.data_received

    def counted(self: WebSocketTransport, data: bytes) -> None:
        nonlocal parsed
        parsed += len(data)
        parse(self, data)

    async def go() -> None:
        async with _serve(messages=20) as served, connect(f"ws://127.0.0.1:{served.port}/") as fast:
            monkeypatch.setattr(WebSocketsSansIOProtocol, "data_received", counted)
            fast.transport.write(frame * (1 if frame[0] == 1 else 10_000) + b"\0\x80\0\0\0\0" * 10_000)  # type: ignore[attr-defined]
            with pytest.raises(ConnectionClosed) as closed:
                await fast.recv()
            await served.until(lambda: not served.open and not served.sockets)
            assert closed.value.rcvd is None or closed.value.rcvd.code == 4429
            assert parsed <= 2048

    _run(go())


def test_connections_of_an_address_are_limited() -> None:
    async def go() -> None:
        async with _serve(connections_per_address=3) as served:
            address = f"ws://127.0.0.1:{served.port}/"
            async with connect(address), connect(address), connect(address):
                reader, writer = await served.open_connection()
                writer.write(GET)
                head, _, body = (await reader.read()).partition(b"\r\n\r\n")
                assert head.startswith(b"HTTP/1.1 503 ")
                assert json.loads(body)["code"] == "slow_down"
                assert "your address has 3 open connections" in json.loads(body)["message"]
                writer.close()
            await served.until(lambda: served.open == 0)
            async with connect(address):
                assert served.limit._by_address == {"127.0.0.1": 1}
            await served.until(lambda: served.limit._by_address == {})

    _run(go())


def test_a_proxy_has_connections_of_many_people() -> None:
    async def go() -> None:
        async with _serve(connections=5, connections_per_address=1, proxies="127.0.0.0/8") as served:
            writers = [(await served.open_connection())[1] for _ in range(5)]
            await served.until(lambda: served.open == 5)
            reader, writer = await served.open_connection()
            assert b"this server has 5 open connections" in await reader.read()
            for open_writer in [writer, *writers]:
                open_writer.close()

    _run(go())


def test_refused_connections_do_not_pile_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_transport, "_MAX_LINGERING", 2)
    monkeypatch.setattr(http_transport, "_LINGER", 30)
    monkeypatch.setattr(HttpTransport, "_lingering", 0)

    async def go() -> None:
        async with _serve(connections=1) as served:
            opened = [await served.open_connection()]
            await served.until(lambda: served.open == 1)
            opened += [await served.open_connection() for _ in range(5)]
            for reader, _ in opened[3:]:  # two may read why; the others are gone
                assert await reader.read() == b""
            for reader, _ in opened[1:3]:
                assert await reader.readexactly(8) == b"HTTP/1.1"
            for _, writer in opened:
                writer.close()

    _run(go())


def test_file_descriptors_are_left_for_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    limits: dict[str, tuple[int, int]] = {}
    monkeypatch.setattr("resource.setrlimit", lambda _, limit: limits.update(raised=limit))
    for soft, hard, most in ((1024, 1024, 768), (1024, 4096, 3840), (1024, -1, 16_384), (50_000, 50_000, 16_384)):
        monkeypatch.setattr("resource.getrlimit", lambda _, limit=(soft, hard): limit)
        assert ConnectionLimit(Settings())._most == most
    assert limits == {"raised": (16_384 + 256, -1)}


def test_websockets_of_an_address_are_limited_whoever_opens_them(strict: QuickNode) -> None:
    async def go() -> None:
        at = "198.51.100.20"
        async with Visitor(strict.base, "Ann", address=at) as ann, Visitor(strict.base, "Ben", address=at) as ben:
            table = await ann.table(players=2)
            async with ann.sit(table), ann.sit(table), ann.sit(table), ben.sit(table), ben.sit(table):
                async with ben.sit(table) as sixth:
                    assert "error" in sixth.raw[0]
                    assert "slow_down" in sixth.raw[0]
                async with Visitor(strict.base, address="198.51.100.21") as elsewhere, elsewhere.sit(table) as other:
                    assert "snapshot" in other.raw[0]

    run(go())
