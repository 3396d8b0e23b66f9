"""A table that is open on this node: its log, chat, presence and synchronization, and the clients connected to it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from sqlalchemy import Connection, update

from tabiji.server import messages, results, stored_table
from tabiji.server.api_error import ApiError
from tabiji.server.match_log import MatchLog
from tabiji.server.people import Person
from tabiji.server.presence import Presence
from tabiji.server.pubsub import PubSub
from tabiji.server.replay_thread import in_thread
from tabiji.server.schema import tables
from tabiji.server.settings import Settings
from tabiji.server.storage import Storage, now
from tabiji.server.stored_table import Table
from tabiji.server.sync import Part, StoredTable, TableSync, WrittenTable
from tabiji.server.table_chat import TableChat
from tabiji.server.table_log import TableLog
from tabiji.server.table_state import ClientConnection, TableState
from tabiji.server.websocket_messages import ReplayStep

_MOST_MISSED = 5000  # entries of the log that a snapshot repeats; longer logs are older than the bound of their length


class LiveTable:
    """One table in memory."""

    def __init__(self, table: Table, settings: Settings, storage: Storage, pubsub: PubSub) -> None:
        self.state = TableState(table, settings, storage, pubsub)
        self.log = TableLog(
            self.state,
            on_gap=self.send_snapshot,
            on_over=lambda: self.state.background.spawn(self.finish()),
        )
        self.chat = TableChat(self.state)
        self.presence = Presence(self.state)
        self.sync = TableSync(self.state, self.log, self.chat, on_start=self._send_snapshots)
        self._finishing = asyncio.Lock()
        self.is_busy = False  # whether the match runner is doing something with it, not waiting
        self.used = time.monotonic()  # when somebody looked at it last

    @property
    def table(self) -> Table:
        """The table's row and seats."""
        return self.state.table

    @property
    def match_log(self) -> MatchLog | None:
        """The state of play; None before the start."""
        return self.state.match_log

    def is_unused(self, seconds: float) -> bool:
        """Whether nobody has looked at it for some time, and nothing is being done with it."""
        if self.state.clients or self.is_busy or self.state.background.pending:
            return False
        return time.monotonic() - self.used > seconds

    async def load(self, stored: StoredTable) -> None:
        """Take in what was read from the database; an ApiError if the table cannot be played here."""
        await self.sync.open(stored)
        if not self.state.pubsub.alone and self.sync.gone is None:  # since then other nodes may have written something
            await self.sync.become_current(Part.ALL)
        if self.sync.gone is not None:
            raise self.sync.gone

    def on_notice(self, notice: dict[str, Any]) -> None:
        """Another node has published something about this table."""
        self.used = time.monotonic()  # somebody is there
        if "erased" in notice:
            self.state.background.spawn(self.erased())
        if "here" in notice:
            self.presence.on_notice(notice)
        self.sync.on_notice(notice)

    def note_deciding(self) -> None:
        """Write into the row who decides: the match need not be read again for that while its log does not grow."""
        match_log, table = self.match_log, self.table
        if match_log is None or match_log.over or self.sync.gone is not None or table.decides_at == match_log.number:
            return
        noted = {"decides": match_log.seat, "decides_at": match_log.number}
        change = update(tables).where(tables.c.id == table.id).values(noted)
        self.state.background.spawn(self.state.storage.write(lambda connection: connection.execute(change)))

    async def finish(self) -> None:
        """Write the result of a match that is over. Only the first of several calls, on all nodes, writes it."""
        async with self._finishing:  # the log and the match runner both call it
            if self.table.ended is not None:
                return
            match_log, table = self.state.started(), self.table

            def write(connection: Connection) -> Table:
                results.write(connection, table, match_log)
                return stored_table.load(connection, table.id)

            after = await self.state.storage.write(write)
            await self.sync.changed(Part.TABLE, WrittenTable(table, after))

    async def say(self, person: Person, phrase: str | None, text: str | None) -> None:
        """Send a chat message to everybody at the table, even if the caller is cancelled meanwhile."""
        await self.state.background.run_to_end(self._say(person, phrase, text))

    async def _say(self, person: Person, phrase: str | None, text: str | None) -> None:
        await self.chat.write(person, phrase, text)
        await self.sync.changed(Part.CHAT)

    async def erased(self) -> None:
        """Somebody has deleted the account: what they wrote goes, and the name at their seat."""
        async with self.state.lock:
            await self.chat.reload()
        await self.sync.become_current(Part.TABLE)
        self._send_snapshots()

    # --- clients ------------------------------------------------------------------------------------------------
    async def attach(self, client: ClientConnection, after: int | None) -> None:
        """Connect a client: it gets a snapshot with the entries after a number, then everything that happens.

        A seat that a bot has taken over is given back to its person.
        """
        state = self.state
        if not state.pubsub.alone:  # a client that comes from another node may know more of the log than this one
            await self.sync.become_current(Part.LOG)
        if after is not None and state.match_log is not None:
            after = max(after, state.match_log.number - _MOST_MISSED)
        past, missed = await self._replay(client, after)
        async with state.lock:
            if after is not None and state.match_log is not None and after < state.match_log.number:
                past = past or state.table.match_log(state.settings.substitute)
                missed += messages.replay(past, self.log.entries[past.number :], after, client.viewer)
            state.clients.add(client)
            self.send_snapshot(client, missed)
            self.presence.announce()
        self.presence.publish()
        seat = client.viewer
        if seat is not None and state.match_log is not None:
            with suppress(ApiError):  # out of time: the bot goes on, and the client offers to return later
                await self.log.submit(lambda match_log, at: match_log.draft_return(seat, at))

    async def _replay(self, client: ClientConnection, after: int | None) -> tuple[MatchLog | None, list[ReplayStep]]:
        """The entries after a number, and the state of play after them; others may be written meanwhile."""
        state = self.state
        if after is None or state.match_log is None or after >= state.match_log.number:
            return None, []
        past = state.table.match_log(state.settings.substitute)
        entries = list(self.log.entries)
        return past, await in_thread(messages.replay, past, entries, after, client.viewer)

    def detach(self, client: ClientConnection) -> None:
        """Disconnect a client."""
        self.state.clients.discard(client)
        self.used = time.monotonic()
        if client.viewer is not None:
            self.presence.disconnected(client.viewer)

    def snapshot(self, viewer: int | None, missed: list[ReplayStep]) -> bytes:
        """Everything that a viewer may know now."""
        table = self.table
        seats = table.seats_of(None if viewer is None else table.seats[viewer].person)
        present = self.presence.statuses(), self.presence.spectators(), self.presence.absence()
        return messages.snapshot(table, self.match_log, viewer, seats, missed, *present, self.chat.messages, now())

    def send_snapshot(self, client: ClientConnection, missed: Sequence[ReplayStep] = ()) -> None:
        """Send a client everything it may know. From then on it gets what changes."""
        client.seen = None if self.match_log is None else (client.viewer, self.match_log.number)
        client.send(self.snapshot(client.viewer, list(missed)))

    def _send_snapshots(self) -> None:
        for client in self.state.clients:
            self.send_snapshot(client)
