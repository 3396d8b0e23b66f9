"""What the parts of a live table share: the table's row, the state of play, the connected clients and the services."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, Protocol

from tabiji.server import messages
from tabiji.server.api_error import ApiError
from tabiji.server.background import BackgroundTasks
from tabiji.server.match_log import MatchLog
from tabiji.server.pubsub import PubSub
from tabiji.server.settings import Settings
from tabiji.server.storage import Storage
from tabiji.server.stored_table import Table
from tabiji.server.websocket_messages import Ack


class ClientConnection(Protocol):
    """A client connected to a table."""

    person: str | None
    viewer: int | None
    seen: tuple[int | None, int] | None  # the viewer and the number of the view it has; None before the match

    def send(self, *messages: bytes) -> None:
        """Send messages, in order."""


class PendingAck(NamedTuple):
    """The client that waits until its request is durable, and the id of the request."""

    client: ClientConnection
    id: str

    def message(self, number: int) -> bytes:
        return messages.encode(Ack(self.id, number))


class TableState:
    """The state of one table on this node."""

    def __init__(self, table: Table, settings: Settings, storage: Storage, pubsub: PubSub) -> None:
        self.table = table
        self.match_log: MatchLog | None = None  # None before the start
        self.clients: set[ClientConnection] = set()
        self.settings = settings
        self.storage = storage
        self.pubsub = pubsub
        self.lock = asyncio.Lock()  # held while the state is read from the database or an entry is written
        self.wakeup = asyncio.Event()  # set when the match runner has something to do
        self.background = BackgroundTasks(table.id)
        self.on_resume: Callable[[str], Awaitable[None]] | None = None  # somebody plays on in an archived match

    def started(self) -> MatchLog:
        """The state of play, or an ApiError before the start."""
        if self.match_log is None:
            raise ApiError("not_started", "the match has not begun")
        return self.match_log

    def broadcast(self, message: bytes, strangers: bool | None = None) -> None:
        """Send a message to every client of this node; only to strangers, or only to all others, if that is said."""
        for client in self.clients:
            if strangers is None or messages.is_stranger(self.table, client.viewer) == strangers:
                client.send(message)

    def publish(self, notice: dict[str, Any]) -> None:
        """Send a notice to the other nodes."""
        self.pubsub.publish(self.table.id, notice)
