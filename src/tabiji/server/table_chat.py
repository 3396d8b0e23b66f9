"""The chat of a table: the last messages, in memory and in the database."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, func, insert, select

from tabiji.server import messages, stored_table
from tabiji.server.people import Person
from tabiji.server.schema import chats
from tabiji.server.storage import now
from tabiji.server.table_state import TableState
from tabiji.server.websocket_messages import ChatLine, ChatMessage

_CHAT_KEPT = 100


class TableChat:
    """The chat messages of one table."""

    def __init__(self, state: TableState) -> None:
        self.messages: list[ChatLine] = []
        self._state = state

    async def write(self, person: Person, phrase: str | None, text: str | None) -> None:
        """Store a message; durable when it returns."""
        seat = next(iter(self._state.table.seats_of(person.id)), None)
        row = {"person": person.id, "seat": seat, "name": person.name, "phrase": phrase, "text": text, "at": now()}
        await self._state.storage.write(lambda connection: _write_chat(connection, self._state.table.id, row))

    async def read_new(self) -> None:
        """Read the messages written since, and send them to all clients. The caller holds the lock."""
        table, after = self._state.table.id, self.messages[-1].number if self.messages else 0
        new = await self._state.storage.read(lambda connection: read_chat(connection, table, after))
        self.messages = (self.messages + new)[-_CHAT_KEPT:]
        for message in new:
            self._state.broadcast(messages.encode(ChatMessage(message)), strangers=False)

    async def reload(self) -> None:
        """Read all messages again: some were erased. The caller holds the lock."""
        table = self._state.table.id
        self.messages = await self._state.storage.read(lambda connection: read_chat(connection, table, 0))


def read_chat(connection: Connection, table: str, after: int) -> list[ChatLine]:
    """The last messages of a table after a number."""
    query = select(chats).where(chats.c.table == table, chats.c.number > after).order_by(chats.c.number.desc())
    rows = connection.execute(query.limit(_CHAT_KEPT)).all()
    return [ChatLine(row.number, row.seat, row.name, row.phrase, row.text, row.at) for row in reversed(rows)]


def _write_chat(connection: Connection, table: str, row: dict[str, Any]) -> None:
    stored_table.load(connection, table, lock=True)
    last = connection.execute(select(func.max(chats.c.number)).where(chats.c.table == table)).scalar_one()
    connection.execute(insert(chats).values(table=table, number=(last or 0) + 1, **row))
