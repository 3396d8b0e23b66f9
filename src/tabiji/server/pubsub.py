"""Pub/sub between nodes: notices that something about a table is new. The data is read from the database; a lost notice
only costs time.

A single node publishes nothing; several nodes do it through Redis (`redis_pubsub`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Listener = Callable[[dict[str, Any]], None]


class PubSub:
    """A single node: nothing is published."""

    alone = True
    connected = True

    async def start(self) -> None:
        """Connect."""

    async def stop(self) -> None:
        """Disconnect."""

    def subscribe(self, table: str, listener: Listener) -> None:
        """Receive the notices of other nodes about a table; the notice `missed` says that some may have been lost."""

    def unsubscribe(self, table: str) -> None:
        """Receive no more notices about a table."""

    def publish(self, table: str, notice: dict[str, Any]) -> None:
        """Send a notice about a table to all other nodes."""
