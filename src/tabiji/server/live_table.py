"""A table as it lives on one node: its state of play, and the lines to everybody who looks at it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple, Protocol, TypeVar

import msgspec
from sqlalchemy import Connection, func, insert, select

from tabiji.server import lobby, messages, results
from tabiji.server.api_error import ApiError
from tabiji.server.clock import NoClock
from tabiji.server.match_log import Entry, MatchLog
from tabiji.server.metrics import DELIVERIES, MOVES
from tabiji.server.people import Person
from tabiji.server.pubsub import PubSub
from tabiji.server.schema import chats, entries
from tabiji.server.settings import Settings
from tabiji.server.storage import Storage, now
from tabiji.server.websocket_messages import (
    Ack,
    ChatLine,
    ChatMessage,
    Gone,
    Presence,
    PresenceMessage,
    ReplayStep,
    TableMessage,
)

log = logging.getLogger("tabiji.live_table")
Draft = Callable[[MatchLog, int], Entry | None]
T = TypeVar("T")
_CHAT_KEPT = 100
_WATCHING = 15.0  # seconds after which another node that said nothing more has no spectators


class ClientConnection(Protocol):
    """A connection to somebody who looks at a table."""

    person: str | None
    viewer: int | None

    def send(self, *messages: bytes) -> None:
        """Send something, in order."""


class PendingAck(NamedTuple):
    """Who waits to hear that a request is durable, and what the request was called."""

    client: ClientConnection
    id: str

    def message(self, number: int) -> bytes:
        return messages.encode(Ack(self.id, number))


class LiveTable:
    """One table, open on this node."""

    def __init__(self, table: lobby.Table, settings: Settings, storage: Storage, pubsub: PubSub) -> None:
        self.table = table
        self.match_log: MatchLog | None = None
        self.log: list[Entry] = []
        self.chat: list[ChatLine] = []
        self.clients: set[ClientConnection] = set()
        self.wakeup = asyncio.Event()  # something has happened that the keeper should look at
        self.has_runner = False
        self.gone = False
        self.used = time.monotonic()
        self._settings = settings
        self._storage = storage
        self._pubsub = pubsub
        self._lock = asyncio.Lock()
        self._announced = table  # the table as everybody was told of it
        self._seen: dict[int, float] = {}
        self._elsewhere: dict[str, tuple[int, float]] = {}  # spectators on other nodes, and when that was said
        self._shown: tuple[list[Presence], int] = ([], 0)
        self._tasks: set[asyncio.Task[Any]] = set()

    # --- coming up to date --------------------------------------------------------------------------------------
    async def load(self) -> None:
        """Read everything there is to know."""
        async with self._lock:
            await self._refresh()
            self._announced = self.table
            await self._read_chat()

    async def _refresh(self) -> None:
        self.table = await self._storage.read(lambda connection: lobby.load(connection, self.table.id))
        self._reseat()
        if self.table.status != lobby.GATHERING:
            if self.match_log is None:
                self.match_log = self.table.match_log(self._settings.substitute)
            await self._catch_up()

    def _reseat(self) -> None:
        """Who has stood up must not go on looking from that seat, and who has sat down looks from it."""
        for client in self.clients:
            mine = self.table.seats_of(client.person)
            if client.viewer not in mine:
                client.viewer = next(iter(mine), None)

    async def refresh(self) -> None:
        """The table has changed: look again, and tell everybody."""
        async with self._lock:
            try:
                await self._refresh()
            except ApiError:
                self.gone = True
                self._broadcast(messages.encode(Gone()))
                return
            announced, self._announced = (
                self._announced,
                self.table,
            )  # who looked before may have been stopped before telling
            if announced.status == lobby.GATHERING and self.match_log is not None:
                for client in self.clients:
                    client.send(self.snapshot(client.viewer, []))
            elif self.table != announced:
                self._broadcast(messages.encode(TableMessage(messages.table_info(self.table))))
        self.wakeup.set()

    async def catch_up(self) -> None:
        """Read what other nodes have written."""
        async with self._lock:
            await self._catch_up()

    async def _catch_up(self) -> None:
        if self.match_log is None:
            return
        after = self.match_log.number
        rows = await self._storage.read(lambda connection: _read_entries(connection, self.table.id, after))
        for entry in rows:
            self._go_on(entry)

    def on_notice(self, notice: dict[str, Any]) -> None:
        """Another node says that something is new."""
        if "here" in notice:
            for seat in notice["here"]:
                self._seen[seat] = time.monotonic()
            self._elsewhere[notice["from"]] = notice.get("watching", 0), time.monotonic()
            self.show_presence()
        if "missed" in notice or "table" in notice or ("number" in notice and self.match_log is None):
            self._spawn(self.refresh())
        if "missed" in notice or "chat" in notice:
            self._spawn(self._broadcast_chat())
        if "number" in notice and self.match_log is not None and notice["number"] > self.match_log.number:
            self._spawn(self.catch_up())

    def look(self) -> None:
        """Nobody said that something is new, but a node may have died between writing and saying so."""
        self._spawn(self.catch_up())

    def _spawn(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._settled)

    async def _surely(self, work: Coroutine[Any, Any, T]) -> T:
        """Finish what is begun, even if whoever asked for it hangs up in the middle."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return await asyncio.shield(task)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        _ = task.cancelled() or task.exception()  # whoever asked has been told, or has gone

    def _settled(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("a table failed", exc_info=task.exception(), extra={"table": self.table.id})

    # --- writing ------------------------------------------------------------------------------------------------
    async def submit(self, draft: Draft, request_id: str | None = None, ack: PendingAck | None = None) -> int:
        """Write an entry: durable, then acknowledged, then told to everybody. Its number.

        A repeated mark is answered with the number it got the first time.
        """
        async with self._lock:
            while True:
                match_log = self._begun()
                number = None if request_id is None else match_log.request_ids.get(request_id)
                if number is not None:
                    if ack is not None:
                        ack.client.send(ack.message(number))
                    return number
                entry = draft(match_log, now())
                if entry is None:
                    return match_log.number
                if await self._durable(entry):
                    self._go_on(entry, ack)
                    self._pubsub.publish(self.table.id, {"number": entry.number})
                    return entry.number
                await self._catch_up()  # another node was quicker: look again

    async def _durable(self, entry: Entry) -> bool:
        """Write an entry; whoever waits for it may hang up, but what is written is told to the others all the same."""
        try:
            return await self._storage.append(_row(self.table.id, entry))
        except asyncio.CancelledError:
            self._spawn(self._see_through())
            raise

    async def _see_through(self) -> None:
        """Wait until all that was handed over so far is written, and look at it."""
        await self._storage.write(lambda _: None)
        await self.catch_up()
        self._pubsub.publish(self.table.id, {"number": self._begun().number})

    async def resume(self, stopped: int | None) -> None:
        """Nobody kept the match since then (None: since nobody knows when), and nobody is charged for it."""
        if self.match_log is not None and not isinstance(self.match_log.time_control, NoClock):
            await self.submit(
                lambda match_log, at: match_log.draft_resume(match_log.clock.since if stopped is None else stopped, at)
            )

    def _begun(self) -> MatchLog:
        if self.match_log is None:
            raise ApiError("not_started", "the match has not begun")
        return self.match_log

    def _go_on(self, entry: Entry, ack: PendingAck | None = None) -> None:
        """Apply an entry that is durable, acknowledge it, and tell everybody."""
        match_log = self._begun()
        match_log.apply(entry)
        self.log.append(entry)
        MOVES.inc()
        if self.clients:
            announced = messages.entry_messages(match_log, entry, {client.viewer for client in self.clients}, now())
            for client in self.clients:
                if ack is not None and client is ack.client:
                    client.send(ack.message(entry.number), announced[client.viewer])
                else:
                    client.send(announced[client.viewer])
            DELIVERIES.inc(len(self.clients))
        if match_log.over and self.table.status == lobby.PLAYING:
            self._spawn(self.finish())
        if match_log.needs_runner:
            self.wakeup.set()

    async def finish(self) -> None:
        """Write down the result; once, whoever does it."""
        match_log = self._begun()
        await self._storage.write(lambda connection: results.write(connection, self.table, match_log))
        await self.changed()

    async def changed(self) -> None:
        """The table's row was changed here: look again, tell everybody and the other nodes."""
        await self.refresh()
        self._pubsub.publish(self.table.id, {"table": True})

    # --- chat ---------------------------------------------------------------------------------------------------
    async def say(self, person: Person, phrase: str | None, text: str | None) -> None:
        """Say something to everybody at the table."""
        seat = next(iter(self.table.seats_of(person.id)), None)
        said = {"person": person.id, "seat": seat, "name": person.name, "phrase": phrase, "text": text, "at": now()}
        await self._surely(self._say(said))

    async def _say(self, said: dict[str, Any]) -> None:
        await self._storage.write(lambda connection: _write_chat(connection, self.table.id, said))
        await self._broadcast_chat()
        self._pubsub.publish(self.table.id, {"chat": True})

    async def _read_chat(self) -> list[ChatLine]:
        after = self.chat[-1].number if self.chat else 0
        fresh = await self._storage.read(lambda connection: _read_chat(connection, self.table.id, after))
        self.chat = (self.chat + fresh)[-_CHAT_KEPT:]
        return fresh

    async def _broadcast_chat(self) -> None:
        async with self._lock:
            for said in await self._read_chat():
                self._broadcast(messages.encode(ChatMessage(said)))

    # --- lines --------------------------------------------------------------------------------------------------
    async def attach(self, client: ClientConnection, after: int | None) -> None:
        """Somebody looks: everything first, and what was missed since a number."""
        async with self._lock:
            if not self._pubsub.alone:  # who comes from another node has seen all of the log, whatever was heard here
                await self._catch_up()
            missed: list[ReplayStep] = []
            if after is not None and self.match_log is not None and after < self.match_log.number:
                missed = messages.missed(self.table, self._settings.substitute, self.log, max(after, 0), client.viewer)
            self.clients.add(client)
            client.send(self.snapshot(client.viewer, missed))
            self.show_presence()
        self._publish_presence()
        if client.viewer is not None:
            await self._welcome(client.viewer)

    async def _welcome(self, seat: int) -> None:
        """Whose seat a bot has taken gets it back."""
        if self.match_log is not None:
            await self.submit(lambda match_log, at: match_log.draft_return(seat, at))

    def detach(self, client: ClientConnection) -> None:
        """Somebody has gone."""
        self.clients.discard(client)
        self.used = time.monotonic()
        if client.viewer is not None:
            self._seen[client.viewer] = time.monotonic()

    def snapshot(self, viewer: int | None, missed: list[ReplayStep]) -> bytes:
        """Everything a viewer may know now."""
        person = None if viewer is None else self.table.seats[viewer].person
        mine = self.table.seats_of(person)
        here = self.presence(), self.watching()
        return messages.snapshot(self.table, self.match_log, viewer, mine, missed, *here, self.chat, now())

    def _broadcast(self, message: bytes) -> None:
        for client in self.clients:
            client.send(message)

    # --- presence -----------------------------------------------------------------------------------------------
    def here(self) -> list[int]:
        """Seats with a line to this node. Who shares a screen is there with every seat."""
        looking = {self.table.seats[client.viewer].person for client in self.clients if client.viewer is not None}
        return [seat.number for seat in self.table.seats if seat.person is not None and seat.person in looking]

    def presence(self) -> list[Presence]:
        """For each seat: here, away, bot, or empty."""
        here = self.here()
        soon = time.monotonic() - self._settings.away_after
        shown: list[Presence] = []
        for seat in self.table.seats:
            if seat.bot is not None:
                shown.append("bot")
            elif seat.person is None:
                shown.append("empty")
            else:
                near = seat.number in here or self._seen.get(seat.number, 0.0) > soon
                shown.append("here" if near else "away")
        return shown

    def watching(self) -> int:
        """How many look without a seat, on all nodes."""
        lately = time.monotonic() - _WATCHING
        return self._watching_here() + sum(count for count, at in self._elsewhere.values() if at > lately)

    def _watching_here(self) -> int:
        return sum(client.viewer is None for client in self.clients)

    def _publish_presence(self) -> None:
        self._pubsub.publish(self.table.id, {"here": self.here(), "watching": self._watching_here()})

    def show_presence(self) -> None:
        """Tell everybody who came or went, if that has changed."""
        shown = presence, watching = self.presence(), self.watching()
        if shown != self._shown:
            self._shown = shown
            self._broadcast(messages.encode(PresenceMessage(presence, watching)))

    def pulse(self) -> None:
        """From time to time: who is here, to the other nodes and to those who look."""
        for seat in self.here():
            self._seen[seat] = time.monotonic()
        if self.clients:
            self._publish_presence()
        self.show_presence()


def _row(table: str, entry: Entry) -> dict[str, Any]:
    row = {"table": table, **msgspec.structs.asdict(entry)}
    row["mark"] = row.pop("request_id")  # the name of the column
    return row


def _read_entries(connection: Connection, table: str, after: int) -> list[Entry]:
    query = select(entries).where(entries.c.table == table, entries.c.number > after).order_by(entries.c.number)
    rows = connection.execute(query)
    return [Entry(row.number, row.kind, row.seat, row.text, row.at, row.spent, row.mark) for row in rows]


def _read_chat(connection: Connection, table: str, after: int) -> list[ChatLine]:
    query = select(chats).where(chats.c.table == table, chats.c.number > after).order_by(chats.c.number.desc())
    rows = connection.execute(query.limit(_CHAT_KEPT)).all()
    return [ChatLine(row.number, row.seat, row.name, row.phrase, row.text, row.at) for row in reversed(rows)]


def _write_chat(connection: Connection, table: str, said: dict[str, Any]) -> None:
    lobby.load(connection, table, lock=True)
    last = connection.execute(select(func.max(chats.c.number)).where(chats.c.table == table)).scalar_one()
    connection.execute(insert(chats).values(table=table, number=(last or 0) + 1, **said))
