"""Synchronization of a live table with the database: the only way in which a node becomes current."""

from __future__ import annotations

from collections.abc import Callable
from enum import Flag, auto
from typing import Any

from tabiji.server import lobby, messages, quarantine
from tabiji.server.api_error import ApiError
from tabiji.server.table_chat import TableChat
from tabiji.server.table_log import TableLog
from tabiji.server.table_state import TableState
from tabiji.server.websocket_messages import ErrorMessage, Gone, TableMessage


class Part(Flag):
    """What to read from the database."""

    NONE = 0
    TABLE = auto()  # the table's row and seats
    LOG = auto()
    CHAT = auto()
    MATCH = TABLE | LOG
    ALL = TABLE | LOG | CHAT


class TableSync:
    """Reads what other nodes, or requests on this one, have written."""

    def __init__(self, state: TableState, log: TableLog, chat: TableChat, on_start: Callable[[], None]) -> None:
        self.gone: ApiError | None = None  # why the table cannot be read any more
        self._state = state
        self._log = log
        self._chat = chat
        self._on_start = on_start
        self._announced = state.table  # the table as the clients know it

    async def become_current(self, parts: Part = Part.MATCH, table: lobby.Table | None = None) -> None:
        """Read some parts from the database, apply them, and send what is new to all clients.

        `table`: the table's row and seats, if they were just read.
        """
        state = self._state
        async with state.lock:
            try:
                if Part.TABLE in parts:
                    await self._read_table(table)
                if Part.LOG in parts:
                    await self._log.read_new()
            except ApiError as api_error:
                self._close(api_error)
                return
            except Exception as error:
                if not quarantine.is_unreadable(error):
                    raise
                self._close(await quarantine.put(state.storage, state.table.id, error))
                return
            if Part.TABLE in parts:
                self._announce_table()
            if Part.CHAT in parts:
                await self._chat.read_new()
        if Part.TABLE in parts:
            state.wakeup.set()

    def _close(self, api_error: ApiError) -> None:
        """The table is deleted, or cannot be read."""
        self.gone = api_error
        missing = api_error.code == "not_found"
        closing = Gone() if missing else ErrorMessage(None, api_error.code, api_error.message)
        self._state.broadcast(messages.encode(closing))

    def schedule(self, parts: Part) -> None:
        """Become current in the background."""
        self._state.background.spawn(self.become_current(parts))

    async def changed(self, part: Part) -> None:
        """The table's row or chat was changed here: become current, and notify the other nodes."""
        await self.become_current(Part.MATCH if part is Part.TABLE else part)
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

    async def _read_table(self, table: lobby.Table | None) -> None:
        state = self._state
        if table is None:
            table = await state.storage.read(lambda connection: lobby.load(connection, state.table.id))
        state.table = table
        for client in state.clients:  # seats may have changed hands
            seats = state.table.seats_of(client.person)
            if client.viewer not in seats:
                client.viewer = next(iter(seats), None)
        if state.table.status != lobby.GATHERING and state.match_log is None:
            state.match_log = state.table.match_log(state.settings.substitute)

    def _announce_table(self) -> None:
        """Send the table to all clients if it has changed.

        It is compared with what was announced last, not with what was read last: a call that was cancelled between
        reading and announcing leaves the announcement to the next one.
        """
        state = self._state
        announced, self._announced = self._announced, state.table
        if announced.status == lobby.GATHERING and state.match_log is not None:
            self._on_start()
        elif state.table != announced:
            state.broadcast(messages.encode(TableMessage(messages.table_info(state.table))))
