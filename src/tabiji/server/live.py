"""A table as it lives on one node: its state of play, and the lines to everybody who looks at it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple, Protocol, TypeVar

import msgspec
from sqlalchemy import Connection, func, insert, select

from tabiji.server import lobby, results, telling
from tabiji.server.clock import NoClock
from tabiji.server.hub import Hub
from tabiji.server.metrics import DELIVERIES, MOVES
from tabiji.server.people import Person
from tabiji.server.refusal import Refusal
from tabiji.server.schema import chats, entries
from tabiji.server.settings import Settings
from tabiji.server.storage import Storage, now
from tabiji.server.story import Entry, Story

log = logging.getLogger("tabiji.live")
Draft = Callable[[Story, int], Entry | None]
T = TypeVar("T")
_CHAT_KEPT = 100
_WATCHING = 15.0  # seconds after which another node that said nothing more has no spectators


class Line(Protocol):
    """A connection to somebody who looks at a table."""

    person: str | None
    viewer: int | None

    def tell(self, *messages: bytes) -> None:
        """Send something, in order."""


class Receipt(NamedTuple):
    """Who waits to hear that a request is durable, and what the request was called."""

    line: Line
    id: str

    def message(self, number: int) -> bytes:
        return telling.encode({"type": "ack", "id": self.id, "number": number})


class LiveTable:
    """One table, open on this node."""

    def __init__(self, sheet: lobby.Sheet, settings: Settings, storage: Storage, hub: Hub) -> None:
        self.sheet = sheet
        self.story: Story | None = None
        self.log: list[Entry] = []
        self.chat: list[dict[str, Any]] = []
        self.lines: set[Line] = set()
        self.news = asyncio.Event()  # something has happened that the keeper should look at
        self.tended = False
        self.gone = False
        self.used = time.monotonic()
        self._settings = settings
        self._storage = storage
        self._hub = hub
        self._lock = asyncio.Lock()
        self._told = sheet  # the table as everybody was told of it
        self._seen: dict[int, float] = {}
        self._elsewhere: dict[str, tuple[int, float]] = {}  # spectators on other nodes, and when that was said
        self._shown: tuple[list[str], int] = ([], 0)
        self._tasks: set[asyncio.Task[Any]] = set()

    # --- coming up to date --------------------------------------------------------------------------------------
    async def load(self) -> None:
        """Read everything there is to know."""
        async with self._lock:
            await self._refresh()
            self._told = self.sheet
            await self._read_chat()

    async def _refresh(self) -> None:
        self.sheet = await self._storage.read(lambda connection: lobby.load(connection, self.sheet.id))
        self._reseat()
        if self.sheet.status != lobby.GATHERING:
            if self.story is None:
                self.story = self.sheet.story(self._settings.substitute)
            await self._catch_up()

    def _reseat(self) -> None:
        """Who has stood up must not go on looking from that seat, and who has sat down looks from it."""
        for line in self.lines:
            mine = self.sheet.seats_of(line.person)
            if line.viewer not in mine:
                line.viewer = next(iter(mine), None)

    async def refresh(self) -> None:
        """The table has changed: look again, and tell everybody."""
        async with self._lock:
            try:
                await self._refresh()
            except Refusal:
                self.gone = True
                self._tell_all(telling.encode({"type": "gone"}))
                return
            told, self._told = self._told, self.sheet  # who looked before may have been stopped before telling
            if told.status == lobby.GATHERING and self.story is not None:
                for line in self.lines:
                    line.tell(self.snapshot(line.viewer, []))
            elif self.sheet != told:
                self._tell_all(telling.encode({"type": "table", "table": telling.table(self.sheet)}))
        self.news.set()

    async def catch_up(self) -> None:
        """Read what other nodes have written."""
        async with self._lock:
            await self._catch_up()

    async def _catch_up(self) -> None:
        if self.story is None:
            return
        after = self.story.number
        rows = await self._storage.read(lambda connection: _read_entries(connection, self.sheet.id, after))
        for entry in rows:
            self._go_on(entry)

    def heard(self, note: dict[str, Any]) -> None:
        """Another node says that something is new."""
        if "here" in note:
            for seat in note["here"]:
                self._seen[seat] = time.monotonic()
            self._elsewhere[note["from"]] = note.get("watching", 0), time.monotonic()
            self.show_presence()
        if "missed" in note or "table" in note or ("number" in note and self.story is None):
            self._spawn(self.refresh())
        if "missed" in note or "chat" in note:
            self._spawn(self._hear_chat())
        if "number" in note and self.story is not None and note["number"] > self.story.number:
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
            log.error("a table failed", exc_info=task.exception(), extra={"table": self.sheet.id})

    # --- writing ------------------------------------------------------------------------------------------------
    async def submit(self, draft: Draft, mark: str | None = None, receipt: Receipt | None = None) -> int:
        """Write an entry: durable, then acknowledged, then told to everybody. Its number.

        A repeated mark is answered with the number it got the first time.
        """
        async with self._lock:
            while True:
                story = self._begun()
                number = None if mark is None else story.marks.get(mark)
                if number is not None:
                    if receipt is not None:
                        receipt.line.tell(receipt.message(number))
                    return number
                entry = draft(story, now())
                if entry is None:
                    return story.number
                if await self._durable(entry):
                    self._go_on(entry, receipt)
                    self._hub.tell(self.sheet.id, {"number": entry.number})
                    return entry.number
                await self._catch_up()  # another node was quicker: look again

    async def _durable(self, entry: Entry) -> bool:
        """Write an entry; whoever waits for it may hang up, but what is written is told to the others all the same."""
        try:
            return await self._storage.append(_row(self.sheet.id, entry))
        except asyncio.CancelledError:
            self._spawn(self._see_through())
            raise

    async def _see_through(self) -> None:
        """Wait until all that was handed over so far is written, and look at it."""
        await self._storage.write(lambda _: None)
        await self.catch_up()
        self._hub.tell(self.sheet.id, {"number": self._begun().number})

    async def resume(self, stopped: int | None) -> None:
        """Nobody kept the match since then (None: since nobody knows when), and nobody is charged for it."""
        if self.story is not None and not isinstance(self.story.clock, NoClock):
            await self.submit(
                lambda story, at: story.draft_resume(story.watch.since if stopped is None else stopped, at)
            )

    def _begun(self) -> Story:
        if self.story is None:
            raise Refusal("not_started", "the match has not begun")
        return self.story

    def _go_on(self, entry: Entry, receipt: Receipt | None = None) -> None:
        """Apply an entry that is durable, acknowledge it, and tell everybody."""
        story = self._begun()
        story.apply(entry)
        self.log.append(entry)
        MOVES.inc()
        if self.lines:
            told = telling.news(story, entry, {line.viewer for line in self.lines}, now())
            for line in self.lines:
                if receipt is not None and line is receipt.line:
                    line.tell(receipt.message(entry.number), told[line.viewer])
                else:
                    line.tell(told[line.viewer])
            DELIVERIES.inc(len(self.lines))
        if story.over and self.sheet.status == lobby.PLAYING:
            self._spawn(self.finish())
        if story.kept:
            self.news.set()

    async def finish(self) -> None:
        """Write down the result; once, whoever does it."""
        story = self._begun()
        await self._storage.write(lambda connection: results.write(connection, self.sheet, story))
        await self.changed()

    async def changed(self) -> None:
        """The table's row was changed here: look again, tell everybody and the other nodes."""
        await self.refresh()
        self._hub.tell(self.sheet.id, {"table": True})

    # --- chat ---------------------------------------------------------------------------------------------------
    async def say(self, person: Person, phrase: str | None, text: str | None) -> None:
        """Say something to everybody at the table."""
        seat = next(iter(self.sheet.seats_of(person.id)), None)
        said = {"person": person.id, "seat": seat, "name": person.name, "phrase": phrase, "text": text, "at": now()}
        await self._surely(self._say(said))

    async def _say(self, said: dict[str, Any]) -> None:
        await self._storage.write(lambda connection: _write_chat(connection, self.sheet.id, said))
        await self._hear_chat()
        self._hub.tell(self.sheet.id, {"chat": True})

    async def _read_chat(self) -> list[dict[str, Any]]:
        after = self.chat[-1]["number"] if self.chat else 0
        fresh = await self._storage.read(lambda connection: _read_chat(connection, self.sheet.id, after))
        self.chat = (self.chat + fresh)[-_CHAT_KEPT:]
        return fresh

    async def _hear_chat(self) -> None:
        async with self._lock:
            for said in await self._read_chat():
                self._tell_all(telling.encode({"type": "chat", "chat": said}))

    # --- lines --------------------------------------------------------------------------------------------------
    async def attach(self, line: Line, after: int | None) -> None:
        """Somebody looks: everything first, and what was missed since a number."""
        async with self._lock:
            if not self._hub.alone:  # who comes from another node has seen all of the log, whatever was heard here
                await self._catch_up()
            missed: list[dict[str, Any]] = []
            if after is not None and self.story is not None and after < self.story.number:
                missed = telling.missed(self.sheet, self._settings.substitute, self.log, max(after, 0), line.viewer)
            self.lines.add(line)
            line.tell(self.snapshot(line.viewer, missed))
            self.show_presence()
        self._tell_who_is_here()
        if line.viewer is not None:
            await self._welcome(line.viewer)

    async def _welcome(self, seat: int) -> None:
        """Whose seat a bot has taken gets it back."""
        if self.story is not None:
            await self.submit(lambda story, at: story.draft_return(seat, at))

    def detach(self, line: Line) -> None:
        """Somebody has gone."""
        self.lines.discard(line)
        self.used = time.monotonic()
        if line.viewer is not None:
            self._seen[line.viewer] = time.monotonic()

    def snapshot(self, viewer: int | None, missed: list[dict[str, Any]]) -> bytes:
        """Everything a viewer may know now."""
        person = None if viewer is None else self.sheet.chairs[viewer].person
        mine = self.sheet.seats_of(person)
        here = self.presence(), self.watching()
        return telling.snapshot(self.sheet, self.story, viewer, mine, missed, *here, self.chat, now())

    def _tell_all(self, message: bytes) -> None:
        for line in self.lines:
            line.tell(message)

    # --- presence -----------------------------------------------------------------------------------------------
    def here(self) -> list[int]:
        """Seats with a line to this node. Who shares a screen is there with every seat."""
        looking = {self.sheet.chairs[line.viewer].person for line in self.lines if line.viewer is not None}
        return [chair.seat for chair in self.sheet.chairs if chair.person is not None and chair.person in looking]

    def presence(self) -> list[str]:
        """For each seat: here, away, bot, or empty."""
        here = self.here()
        soon = time.monotonic() - self._settings.away_after
        shown = []
        for chair in self.sheet.chairs:
            if chair.bot is not None:
                shown.append("bot")
            elif chair.person is None:
                shown.append("empty")
            else:
                near = chair.seat in here or self._seen.get(chair.seat, 0.0) > soon
                shown.append("here" if near else "away")
        return shown

    def watching(self) -> int:
        """How many look without a seat, on all nodes."""
        lately = time.monotonic() - _WATCHING
        return self._watching_here() + sum(count for count, at in self._elsewhere.values() if at > lately)

    def _watching_here(self) -> int:
        return sum(line.viewer is None for line in self.lines)

    def _tell_who_is_here(self) -> None:
        self._hub.tell(self.sheet.id, {"here": self.here(), "watching": self._watching_here()})

    def show_presence(self) -> None:
        """Tell everybody who came or went, if that has changed."""
        shown = presence, watching = self.presence(), self.watching()
        if shown != self._shown:
            self._shown = shown
            self._tell_all(telling.encode({"type": "presence", "presence": presence, "watching": watching}))

    def pulse(self) -> None:
        """From time to time: who is here, to the other nodes and to those who look."""
        for seat in self.here():
            self._seen[seat] = time.monotonic()
        if self.lines:
            self._tell_who_is_here()
        self.show_presence()


def _row(table: str, entry: Entry) -> dict[str, Any]:
    return {"table": table, **msgspec.structs.asdict(entry)}


def _read_entries(connection: Connection, table: str, after: int) -> list[Entry]:
    query = select(entries).where(entries.c.table == table, entries.c.number > after).order_by(entries.c.number)
    rows = connection.execute(query)
    return [Entry(row.number, row.kind, row.seat, row.text, row.at, row.spent, row.mark) for row in rows]


def _read_chat(connection: Connection, table: str, after: int) -> list[dict[str, Any]]:
    query = select(chats).where(chats.c.table == table, chats.c.number > after).order_by(chats.c.number.desc())
    rows = connection.execute(query.limit(_CHAT_KEPT)).all()
    return [
        {
            "number": row.number,
            "seat": row.seat,
            "name": row.name,
            "phrase": row.phrase,
            "text": row.text,
            "at": row.at,
        }
        for row in reversed(rows)
    ]


def _write_chat(connection: Connection, table: str, said: dict[str, Any]) -> None:
    lobby.load(connection, table, lock=True)
    last = connection.execute(select(func.max(chats.c.number)).where(chats.c.table == table)).scalar_one()
    connection.execute(insert(chats).values(table=table, number=(last or 0) + 1, **said))
