"""The WebSocket of a table: sends a snapshot, then every entry of the log; receives moves and chat."""

from __future__ import annotations

import logging
import re
import time
from typing import Any, get_args

import msgspec
from litestar import Litestar, WebSocket
from litestar.types import ASGIApp, Receive
from sqlalchemy.exc import SQLAlchemyError

from tabiji.server import commands, messages
from tabiji.server.api_error import CODES, ApiError
from tabiji.server.context import Server
from tabiji.server.live_table import LiveTable
from tabiji.server.metrics import API_ERRORS, MESSAGE_SECONDS, REQUEST_SECONDS, SOCKETS
from tabiji.server.people import Person
from tabiji.server.protocol import MAX_NUMBER
from tabiji.server.refusal import refuse
from tabiji.server.replays import steps_cost
from tabiji.server.sessions import CACHE_SECONDS
from tabiji.server.storage import StorageError
from tabiji.server.table_state import PendingAck
from tabiji.server.websocket_messages import (
    AnswerMessage,
    Changed,
    ClientMessage,
    ErrorMessage,
    MoveMessage,
    Ping,
    Pong,
    SayMessage,
    UndoMessage,
    read_message,
)
from tabiji.server.websocket_transport import EXTENSION, TOO_FAST, WOKEN, WebSocketTransport

log = logging.getLogger("tabiji.websocket")
_MAX_MISTAKES = 20
_CHANGED = messages.encode(Changed())
_TYPES = {kind: str(kind.__struct_config__.tag) for kind in get_args(ClientMessage)}
_SNAPSHOT = 4  # messages that cost as much as a snapshot
_ADDRESS = re.compile(r"/api/tables/([\w-]{1,40})/live")
Socket = WebSocket[Any, Any, Any]


class SocketClient:
    """A client connected by WebSocket."""

    def __init__(self, transport: WebSocketTransport, person: Person | None, viewer: int | None) -> None:
        self.person = None if person is None else person.id
        self.viewer = viewer
        self.seen: tuple[int | None, int] | None = None
        self.send = transport.write
        self.owe = transport.owe


def _seat(live: LiveTable, person: Person | None, wanted: int | None) -> int | None:
    """The seat a client views the table from: the wanted one, the first of the person's own, or none."""
    mine = live.table.seats_of(None if person is None else person.id)
    if wanted is not None and wanted not in mine:
        raise ApiError("not_yours", f"you do not sit at seat {wanted}")
    return wanted if wanted is not None else next(iter(mine), None)


def with_websockets(app: Litestar) -> ASGIApp:
    """The application with WebSockets and refusals handled in front of it.

    The framework would wrap every message several times, and work a millisecond for a refusal.
    """

    async def answer(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            if not app.state.server.rate_limiter.has_request(scope):
                await refuse(send)
                return
            started = time.perf_counter()
            try:
                await app(scope, receive, send)
            finally:
                REQUEST_SECONDS.observe(scope["method"], time.perf_counter() - started)
            return
        if scope["type"] != "websocket":
            await app(scope, receive, send)
            return
        address = _ADDRESS.fullmatch(scope["path"])
        scope["state"] = {}
        socket: Socket = WebSocket(scope, receive, send)
        try:
            await _connect(
                socket, scope["extensions"][EXTENSION], receive, app.state.server, "" if address is None else address[1]
            )
        except ApiError as api_error:
            API_ERRORS.labels(api_error.code).inc()
            await socket.close(4000 + CODES[api_error.code], api_error.message[:100])

    return answer


async def _connect(
    socket: Socket, transport: WebSocketTransport, receive: Receive, server: Server, table_id: str
) -> None:
    """Authenticate a client and serve it until it disconnects."""
    server.rate_limiter.check_origin(socket)
    session = await server.session(socket)
    person = None if session is None else session.person
    await socket.accept()
    try:
        if person is not None:
            person.check_banned()
        with (
            server.socket_sessions.watch(None if session is None else session.digest, transport.wake),
            server.rate_limiter.count_socket(socket, None if person is None else person.id),
        ):
            transport.shared_bucket = server.rate_limiter.message_bucket(socket)
            live = await server.table_registry.get(table_id)
            client = SocketClient(transport, person, _seat(live, person, _number(socket, "seat")))
            await _serve(server, live, client, person, socket, receive)
    except ApiError as api_error:
        transport.write(_error(api_error, None))
        raise


def _number(socket: Socket, name: str) -> int | None:
    text = socket.query_params.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 10 and int(text) <= MAX_NUMBER):
        raise ApiError("bad_request", f"{name} must be a whole number")
    return int(text)


def _error(api_error: ApiError, id: str | None, number: int | None = None) -> bytes:
    return messages.encode(
        ErrorMessage(id, api_error.code, api_error.message, msgspec.UNSET if number is None else number)
    )


async def _serve(
    server: Server, live: LiveTable, client: SocketClient, person: Person | None, socket: Socket, receive: Receive
) -> None:
    SOCKETS.inc()
    try:
        after = _number(socket, "after")
        number = 0 if live.match_log is None or after is None else live.match_log.number
        server.rate_limiter.charge(socket, 1 + (steps_cost(number, 0, False) if number > (after or 0) else 0))
        await live.attach(client, after)
        await _receive_messages(server, live, client, person, socket, receive)
    except ApiError:
        raise
    except Exception as error:
        log.error("a connection failed", exc_info=error, extra={"table": live.table.id})
        raise ApiError("not_ready", "internal error: connect again") from error
    finally:
        SOCKETS.dec()
        live.detach(client)


class _Session:
    """The cookie or token a connection was opened with: it may become invalid meanwhile."""

    def __init__(self, server: Server, socket: Socket, person: Person | None) -> None:
        self._server, self._socket, self.person = server, socket, person
        self._mark_checked()

    def _mark_checked(self) -> None:
        self._changes = self._server.sessions.changes
        self._until = time.monotonic() + CACHE_SECONDS

    async def check(self) -> bool:
        """Authenticate again after a change on this node, and from time to time: another node may have changed it.

        Whether something about the person is new.
        """
        if self.person is None or (self._changes == self._server.sessions.changes and time.monotonic() < self._until):
            return False
        self._mark_checked()
        again = await self._server.authenticate(self._socket)
        if again is None or again.id != self.person.id:
            raise ApiError("not_signed_in", "you have signed out: sign in and connect again")
        again.check_banned()
        before, self.person = self.person, again
        return before != again


async def _receive_messages(
    server: Server, live: LiveTable, client: SocketClient, person: Person | None, socket: Socket, receive: Receive
) -> None:
    """Execute messages until the client disconnects."""
    session = _Session(server, socket, person)
    mistakes = 0
    while True:
        event: Any = await receive()
        if event["type"] != "websocket.receive":
            return
        if await session.check():
            client.send(_CHANGED)
        if WOKEN in event:
            continue
        request_id = None
        try:
            if TOO_FAST in event:
                raise ApiError("slow_down", "too many messages: wait a moment")
            message = _decode(event)
            request_id = getattr(message, "id", None)
            started = time.perf_counter()
            try:
                await _execute(server, live, client, session.person, message)
            finally:
                MESSAGE_SECONDS.observe(_TYPES[type(message)], time.perf_counter() - started)
        except (StorageError, SQLAlchemyError) as error:
            log.error("database error", extra={"table": live.table.id, "error": str(error)})
            api_error = ApiError("not_ready", "the database does not respond: try again in a moment")
            client.send(_error(api_error, request_id))
        except ApiError as api_error:
            API_ERRORS.labels(api_error.code).inc()
            mistakes += api_error.code in ("bad_request", "slow_down", "too_large")
            if mistakes > _MAX_MISTAKES:
                raise ApiError("slow_down", "too many mistakes on one connection") from api_error
            number = live.match_log.number if live.match_log is not None else None
            client.send(_error(api_error, request_id, number))
            if api_error.code == "stale_number":
                live.send_snapshot(client)
                client.owe(_SNAPSHOT)


def _decode(event: Any) -> ClientMessage:
    text = event.get("text")
    if text is None:
        raise ApiError("bad_request", "messages are JSON text")
    try:
        return read_message(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise ApiError("bad_request", f"cannot read this message: {error}") from error


async def _execute(
    server: Server, live: LiveTable, client: SocketClient, person: Person | None, message: ClientMessage
) -> None:
    if isinstance(message, Ping):
        client.send(messages.encode(Pong()))
        return
    if person is None:
        raise ApiError("not_signed_in", "you are not signed in: POST /api/me with a name first")
    if isinstance(message, SayMessage):
        await commands.say(server, live, person, message)
        return

    ack = PendingAck(client, message.id)
    seat = client.viewer if message.seat is None else message.seat
    if isinstance(message, MoveMessage):
        await commands.move(live, person, seat, message, ack)
    elif isinstance(message, UndoMessage):
        await commands.undo(live, person, seat, message, ack)
    elif isinstance(message, AnswerMessage):
        await commands.answer(live, person, seat, message, ack)
