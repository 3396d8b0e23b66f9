"""The log of a table on one node: entries are appended to the database, applied, and delivered to the clients."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, bindparam, select

from tabiji.server import messages, quarantine
from tabiji.server.api_error import ApiError
from tabiji.server.clock import NoClock
from tabiji.server.match_log import KINDS, Entry, MatchLog
from tabiji.server.metrics import DELIVERIES, MOVES
from tabiji.server.quarantine import UnreadableMatch
from tabiji.server.replay_thread import in_thread
from tabiji.server.schema import entries
from tabiji.server.storage import now
from tabiji.server.stored_table import PLAYING
from tabiji.server.table_state import ClientConnection, PendingAck, TableState
from tabiji.server.view_changes import Viewer, Views

Draft = Callable[[MatchLog, int], Entry | None]  # the entry to write at a time; None: nothing to write


_FEW = 20  # entries that the event loop may apply at once
_READ = (
    select(entries)
    .where(entries.c.table == bindparam("table"), entries.c.number > bindparam("after"))
    .order_by(entries.c.number)
)


class TableLog:
    """Appends and applies the entries of one table."""

    def __init__(
        self, state: TableState, on_gap: Callable[[ClientConnection], None], on_over: Callable[[], None]
    ) -> None:
        self.entries: list[Entry] = []
        self._state = state
        self._views: Views | None = None  # what the clients see; None while nobody is connected
        self._on_gap = on_gap  # a client does not have the view before an entry
        self._on_over = on_over

    async def submit(self, draft: Draft, request_id: str | None = None, ack: PendingAck | None = None) -> int:
        """Append an entry: durable, then acknowledged, then delivered to all clients. Returns its number.

        A repeated request id is answered with the number that it got the first time.
        """
        state = self._state
        async with state.lock:
            if state.table.archived is not None and state.on_resume is not None:
                await state.on_resume(state.table.id)
                state.table.archived = None
            while True:
                match_log = state.started()
                number = None if request_id is None else match_log.request_ids.get(request_id)
                if number is not None:
                    if ack is not None:
                        ack.client.send(ack.message(number))
                    return number
                entry = draft(match_log, now())
                if entry is None:
                    return match_log.number
                if await self._append(entry):
                    self._apply(match_log, entry, ack)
                    state.publish({"number": entry.number})
                    return entry.number
                try:
                    await self.read_new()  # another node wrote this number first
                except UnreadableMatch as error:
                    raise await quarantine.put(state.storage, state.table.id, error) from error

    async def resume(self, stopped: int | None) -> None:
        """Restart the clock after a time without a runner, since `stopped` (None: since an unknown time).

        Nobody is charged for that time.
        """
        match_log = self._state.match_log
        if match_log is not None and not isinstance(match_log.time_control, NoClock):
            await self.submit(
                lambda match_log, at: match_log.draft_resume(match_log.clock.since if stopped is None else stopped, at)
            )

    async def read_new(self) -> None:
        """Apply what other nodes have written. The caller holds the lock."""
        match_log = self._state.match_log
        if match_log is None:
            return
        table, after = self._state.table.id, match_log.number
        await self.replay(await self._state.storage.read(lambda connection: read_entries(connection, table, after)))

    async def replay(self, new: list[Entry]) -> None:
        """Apply entries that were read from the database. The caller holds the lock."""
        match_log = self._state.match_log
        if match_log is None:  # of rules that are not known any more
            return
        if match_log.number == 0 and len(new) > _FEW and not self._state.clients:
            await self._load(new)
            return
        for entry in new:
            self._apply(match_log, entry)

    async def _load(self, new: list[Entry]) -> None:
        """Apply a long log that nobody here has seen yet, in the replay thread."""
        state = self._state
        match_log = state.table.match_log(state.settings.substitute)
        await in_thread(_apply_all, match_log, new)
        state.match_log = match_log
        self.entries.extend(new)
        MOVES.count += len(new)
        self._follow_up(match_log)

    async def _append(self, entry: Entry) -> bool:
        """Write an entry. If the caller is cancelled meanwhile, what was written is delivered all the same."""
        try:
            return await self._state.storage.append(_row(self._state.table.id, entry))
        except asyncio.CancelledError:
            self._state.background.spawn(self._deliver_written())
            raise

    async def _deliver_written(self) -> None:
        """Wait until everything handed to the storage is written, then read it and publish its number."""
        await self._state.storage.write(lambda _: None)
        async with self._state.lock:
            await self.read_new()
        self._state.publish({"number": self._state.started().number})

    def _apply(self, match_log: MatchLog, entry: Entry, ack: PendingAck | None = None) -> None:
        """Apply a durable entry, acknowledge it, and deliver it to all clients."""
        viewers = {client.viewer for client in self._state.clients}
        before = (self._views or Views(match_log.match)).add(viewers) if viewers else None
        apply_entry(match_log, entry)
        self.entries.append(entry)
        MOVES.count += 1
        self._views = None
        if before is not None:
            self._views = Views(match_log.match).add(viewers)
            self._deliver(messages.entry_messages(match_log, entry, before, self._views, now()), entry.number, ack)
        self._follow_up(match_log)

    def _follow_up(self, match_log: MatchLog) -> None:
        if match_log.over and self._state.table.status == PLAYING:
            self._on_over()
        if match_log.needs_runner:
            self._state.wakeup.set()

    def _deliver(self, encoded: dict[Viewer, bytes], number: int, ack: PendingAck | None) -> None:
        """Send an entry to all clients; to those who do not have the view before it, a snapshot."""
        clients = self._state.clients
        for client in clients:
            acks = (ack.message(number),) if ack is not None and client is ack.client else ()
            if client.seen == (client.viewer, number - 1):
                client.seen = client.viewer, number
                client.send(*acks, encoded[client.viewer])
            else:
                client.send(*acks)
                self._on_gap(client)
        DELIVERIES.count += len(clients)


def _row(table: str, entry: Entry) -> dict[str, Any]:
    return {
        "table": table,
        "number": entry.number,
        "kind": entry.kind,
        "seat": entry.seat,
        "text": entry.text,
        "at": entry.at,
        "spent": entry.spent,
        "mark": entry.request_id,
    }


def apply_entry(match_log: MatchLog, entry: Entry) -> None:
    """Apply an entry that may have been altered since it was written; UnreadableMatch if it does not fit."""
    if entry.number != match_log.number + 1:
        raise UnreadableMatch(f"entry {match_log.number + 1} is missing")
    if entry.kind not in KINDS:
        raise ApiError("other_rules", "this match has entries of another version of the server")
    try:
        match_log.apply(entry)
    except Exception as error:
        raise UnreadableMatch(f"entry {entry.number} ({entry.kind}): {type(error).__name__}") from error


def _apply_all(match_log: MatchLog, entries: list[Entry]) -> None:
    for entry in entries:
        apply_entry(match_log, entry)


def read_entries(connection: Connection, table: str, after: int) -> list[Entry]:
    """The entries of a table after a number."""
    rows = connection.execute(_READ, {"table": table, "after": after})
    return [Entry(row.number, row.kind, row.seat, row.text, row.at, row.spent, row.mark) for row in rows]
