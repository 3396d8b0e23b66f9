"""Synchronization of a live table with the database: the only way in which a node becomes current."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from enum import Flag, auto
from typing import Any, NamedTuple

from sqlalchemy import Connection

from tabiji.server import messages, quarantine, rules_versions, stored_table
from tabiji.server.api_error import ApiError
from tabiji.server.match_log import Entry
from tabiji.server.table_chat import TableChat, read_chat
from tabiji.server.table_log import TableLog, read_entries
from tabiji.server.table_state import TableState
from tabiji.server.websocket_messages import ChatLine, ErrorMessage, Gone, TableMessage


class Part(Flag):
    """What to read from the database."""

    NONE = 0
    TABLE = auto()  # the table's row and seats
    LOG = auto()
    CHAT = auto()
    MATCH = TABLE | LOG
    ALL = TABLE | LOG | CHAT


class StoredTable(NamedTuple):
    """What the database has about a table, read at one moment."""

    table: stored_table.Table
    entries: list[Entry]
    chat: list[ChatLine]


class WrittenTable(NamedTuple):
    """A table as a transaction of this node left it, and as the node knew it before; None: it did not."""

    before: stored_table.Table | None
    after: stored_table.Table


def read_stored(connection: Connection, id: str) -> StoredTable:
    """Everything about a table, or an ApiError."""
    table = stored_table.load(connection, id)
    entries = [] if table.status == stored_table.GATHERING else read_entries(connection, id, 0)
    return StoredTable(table, entries, read_chat(connection, id, 0))


class TableSync:
    """Reads what other nodes, or requests on this one, have written."""

    def __init__(self, state: TableState, log: TableLog, chat: TableChat, on_start: Callable[[], None]) -> None:
        self.gone: ApiError | None = None  # why the table cannot be read any more
        self._state = state
        self._log = log
        self._chat = chat
        self._on_start = on_start
        self._announced = state.table  # the table as the clients know it

    async def become_current(self, parts: Part = Part.MATCH, written: WrittenTable | None = None) -> None:
        """Read some parts from the database, apply them, and send what is new to all clients."""
        state = self._state
        async with state.lock:
            await self._try(self._read(parts, written))
            if self.gone is not None:
                return
            if Part.TABLE in parts:
                self._announce_table()
            if Part.CHAT in parts:
                await self._chat.read_new()
        if Part.TABLE in parts:
            state.wakeup.set()

    async def open(self, stored: StoredTable) -> None:
        """Take in what was read of a table that is being loaded."""
        async with self._state.lock:
            await self._try(self._open(stored))
            self._chat.messages = stored.chat

    async def _open(self, stored: StoredTable) -> None:
        self._begin_match()
        await self._log.replay(stored.entries)

    async def _read(self, parts: Part, written: WrittenTable | None) -> None:
        if Part.TABLE in parts:
            await self._read_table(written)
        if Part.LOG in parts:
            await self._log.read_new()

    async def _try(self, reading: Coroutine[Any, Any, None]) -> None:
        """Close the table if it is deleted, or cannot be read."""
        try:
            await reading
        except ApiError as api_error:
            self._close(api_error)
        except Exception as error:
            if not quarantine.is_unreadable(error):
                raise
            self._close(await self._put_away(error))

    async def _put_away(self, error: Exception) -> ApiError:
        """End a match of earlier rules that the present ones cannot replay; put any other one into quarantine."""
        table, storage = self._state.table, self._state.storage
        if table.status == stored_table.PLAYING and not rules_versions.is_present(table.settings.game, table.rules):
            await storage.write(lambda connection: rules_versions.end(connection, table.id))
            return ApiError("other_rules", "this match began under earlier rules, and has been ended without a result")
        return await quarantine.put(storage, table.id, error)

    def _close(self, api_error: ApiError) -> None:
        """The table is deleted, or cannot be read."""
        self.gone = api_error
        missing = api_error.code == "not_found"
        closing = Gone() if missing else ErrorMessage(None, api_error.code, api_error.message)
        self._state.broadcast(messages.encode(closing))

    def schedule(self, parts: Part) -> None:
        """Become current in the background."""
        self._state.background.spawn(self.become_current(parts))

    async def changed(self, part: Part, written: WrittenTable | None = None) -> None:
        """The table's row or chat was changed here: become current, and notify the other nodes."""
        alone = self._state.pubsub.alone  # then nobody else writes entries
        await self.become_current(Part.MATCH if part is Part.TABLE and not alone else part, written)
        self._state.publish({"table": True} if part is Part.TABLE else {"chat": True})

    def on_notice(self, notice: dict[str, Any]) -> None:
        """Another node has published that something is new; `missed`: notices may have been lost."""
        match_log = self._state.match_log
        parts = Part.ALL if "missed" in notice else Part.NONE
        if "table" in notice or ("number" in notice and match_log is None):
            parts |= Part.MATCH
        if "chat" in notice:
            parts |= Part.CHAT
        if "number" in notice and match_log is not None and notice["number"] > match_log.number:
            parts |= Part.LOG
        if parts:
            self.schedule(parts)

    async def _read_table(self, written: WrittenTable | None) -> None:
        """Take the table as it was written here, or read it: whoever else wrote meanwhile makes it current once more.

        What was written counts only if the table was not read since before: it could be older than what was read.
        """
        state = self._state
        if written is not None and written.before is state.table:
            state.table = written.after
        else:
            state.table = await state.storage.read(lambda connection: stored_table.load(connection, state.table.id))
        for client in state.clients:  # seats may have changed hands
            seats = state.table.seats_of(client.person)
            if client.viewer not in seats:
                client.viewer = next(iter(seats), None)
        self._begin_match()

    def _begin_match(self) -> None:
        state = self._state
        if state.match_log is None and _has_match(state.table):
            state.match_log = state.table.match_log(state.settings.substitute)

    def _announce_table(self) -> None:
        """Send the table to all clients if it has changed.

        It is compared with what was announced last, not with what was read last: a call that was cancelled between
        reading and announcing leaves the announcement to the next one.
        """
        state = self._state
        announced, self._announced = self._announced, state.table
        if announced.status == stored_table.GATHERING and state.match_log is not None:
            self._on_start()
        elif state.table != announced:
            for stranger in (False, True):
                message = messages.encode(TableMessage(messages.table_info(state.table, stranger)))
                state.broadcast(message, stranger)


def _has_match(table: stored_table.Table) -> bool:
    """Whether there is a match to show: one that is over may have been played by rules that are not known any more."""
    over = table.status == stored_table.OVER and table.has_known_rules and table.void != "other_rules"
    return table.status == stored_table.PLAYING or over
