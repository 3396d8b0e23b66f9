"""The socket of a table: a snapshot first, then everything that happens, numbered; moves come the other way."""

from __future__ import annotations

import logging
import re
import time
from typing import Any

import msgspec
from litestar import Litestar, WebSocket
from litestar.types import ASGIApp, Receive
from sqlalchemy.exc import SQLAlchemyError

from tabiji.server import acts, telling
from tabiji.server.context import Server
from tabiji.server.limits import Bucket
from tabiji.server.live import LiveTable, Receipt
from tabiji.server.metrics import REFUSALS, SOCKETS
from tabiji.server.people import MEMORY, Person
from tabiji.server.protocol import (
    AnswerMessage,
    Message,
    MoveMessage,
    Ping,
    SayMessage,
    UndoMessage,
    read_message,
)
from tabiji.server.refusal import CODES, Refusal
from tabiji.server.storage import StorageError
from tabiji.server.wire import EXTENSION, Wire

log = logging.getLogger("tabiji.socket")
_MOST_MISTAKES = 20
_ADDRESS = re.compile(r"/api/tables/([\w-]{1,40})/live")
Socket = WebSocket[Any, Any, Any]


class Caller:
    """Somebody's line to a table."""

    def __init__(self, wire: Wire, person: Person | None, viewer: int | None) -> None:
        self.person = None if person is None else person.id
        self.viewer = viewer
        self.tell = wire.write


def _seat(table: LiveTable, person: Person | None, wanted: int | None) -> int | None:
    """The seat somebody looks from: the wanted one, the first of their own, or none."""
    mine = table.sheet.seats_of(None if person is None else person.id)
    if wanted is not None and wanted not in mine:
        raise Refusal("not_yours", f"you do not sit at seat {wanted}")
    return wanted if wanted is not None else next(iter(mine), None)


def front(app: Litestar) -> ASGIApp:
    """The application with its sockets in front: through the framework every message would pass several wrappers."""

    async def answer(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "websocket":
            await app(scope, receive, send)
            return
        address = _ADDRESS.fullmatch(scope["path"])
        scope["state"] = {}
        socket: Socket = WebSocket(scope, receive, send)
        try:
            await _live(
                socket, scope["extensions"][EXTENSION], receive, app.state.server, "" if address is None else address[1]
            )
        except Refusal as refusal:
            REFUSALS.labels(refusal.code).inc()
            await socket.close(4000 + CODES[refusal.code], refusal.message[:100])

    return answer


async def _live(socket: Socket, wire: Wire, receive: Receive, server: Server, table_id: str) -> None:
    """Look at a table, and play."""
    server.gate.check_origin(socket)
    person = await server.recognise(socket)
    holder = person.id if person is not None else f"address {server.gate.address(socket)}"
    await socket.accept()
    try:
        with server.gate.socket_of(holder, person is not None):
            table = await server.house.table(table_id)
            caller = Caller(wire, person, _seat(table, person, _number(socket, "seat")))
            await _serve(server, table, caller, person, socket, receive)
    except Refusal as refusal:
        wire.write(_error(refusal, None))
        raise


def _number(socket: Socket, name: str) -> int | None:
    text = socket.query_params.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 6):
        raise Refusal("bad_request", f"{name} must be a whole number")
    return int(text)


def _error(refusal: Refusal, id: str | None, number: int | None = None) -> bytes:
    said: dict[str, Any] = {"type": "error", "id": id, "code": refusal.code, "message": refusal.message}
    return telling.encode(said if number is None else said | {"number": number})


async def _serve(
    server: Server, table: LiveTable, caller: Caller, person: Person | None, socket: Socket, receive: Receive
) -> None:
    SOCKETS.inc()
    try:
        await table.attach(caller, _number(socket, "after"))
        await _hear(server, table, caller, person, socket, receive)
    except Refusal:
        raise
    except Exception as error:
        log.error("a line failed", exc_info=error, extra={"table": table.sheet.id})
        raise Refusal("not_ready", "something went wrong here: connect again") from error
    finally:
        SOCKETS.dec()
        table.detach(caller)


class _Pass:
    """The cookie or token a line was opened with: it may become void meanwhile."""

    def __init__(self, server: Server, socket: Socket, person: Person | None) -> None:
        self._server, self._socket, self._person = server, socket, person
        self._looked()

    def _looked(self) -> None:
        self._changes = self._server.people.changes
        self._until = time.monotonic() + MEMORY

    async def check(self) -> None:
        """Look again when something has changed here, and now and then: it may have changed on another node."""
        if self._person is None or (self._changes == self._server.people.changes and time.monotonic() < self._until):
            return
        self._looked()
        again = await self._server.recognise(self._socket)
        if again is None or again.id != self._person.id:
            raise Refusal("not_signed_in", "you have signed out: come in again, and connect again")


async def _hear(
    server: Server, table: LiveTable, caller: Caller, person: Person | None, socket: Socket, receive: Receive
) -> None:
    """Take what comes until the other side hangs up."""
    settings = server.settings
    bucket = Bucket(settings.messages, settings.messages * 3)
    admission = _Pass(server, socket, person)
    mistakes = 0
    while True:
        event: Any = await receive()
        if event["type"] != "websocket.receive":
            return
        await admission.check()
        mark = None
        try:
            if not bucket.take():
                raise Refusal("slow_down", "too many messages: wait a moment")
            message = _read(event)
            mark = getattr(message, "id", None)
            await _obey(server, table, caller, person, message)
        except (StorageError, SQLAlchemyError) as error:
            log.error("the database failed", extra={"table": table.sheet.id, "error": str(error)})
            refusal = Refusal("not_ready", "the database does not answer: try again in a moment")
            caller.tell(_error(refusal, mark))
        except Refusal as refusal:
            REFUSALS.labels(refusal.code).inc()
            mistakes += refusal.code in ("bad_request", "slow_down", "too_large")
            if mistakes > _MOST_MISTAKES:
                raise Refusal("slow_down", "too many mistakes on one line") from refusal
            number = table.story.number if table.story is not None else None
            caller.tell(_error(refusal, mark, number))
            if refusal.code == "stale_number":
                caller.tell(table.snapshot(caller.viewer, []))


def _read(event: Any) -> Message:
    text = event.get("text")
    if text is None:
        raise Refusal("bad_request", "messages are JSON text")
    try:
        return read_message(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Refusal("bad_request", f"cannot read this message: {error}") from error


async def _obey(server: Server, table: LiveTable, caller: Caller, person: Person | None, message: Message) -> None:
    if isinstance(message, Ping):
        caller.tell(b'{"type":"pong"}')
        return
    if person is None:
        raise Refusal("not_signed_in", "only people with a name can do this: POST /api/me first")
    if isinstance(message, SayMessage):
        await acts.say(server, table, person, message)
        return

    receipt = Receipt(caller, message.id)
    seat = caller.viewer if message.seat is None else message.seat
    if isinstance(message, MoveMessage):
        await acts.move(table, person, seat, message, receipt)
    elif isinstance(message, UndoMessage):
        await acts.undo(table, person, seat, message, receipt)
    elif isinstance(message, AnswerMessage):
        await acts.answer(table, person, seat, message, receipt)
