"""Background tasks of a table: they are referenced until they end, and their failures are logged."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, TypeVar

log = logging.getLogger("tabiji.background")
T = TypeVar("T")


class BackgroundTasks:
    """The tasks that run for one table."""

    def __init__(self, table_id: str) -> None:
        self._table_id = table_id
        self.pending: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        """Start a task that nobody awaits."""
        self._start(work).add_done_callback(self._log_failure)

    async def run_to_end(self, work: Coroutine[Any, Any, T]) -> T:
        """Await a task that goes on even if the caller is cancelled."""
        task = self._start(work)
        task.add_done_callback(_retrieve)
        return await asyncio.shield(task)

    def _start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(work)
        self.pending.add(task)
        task.add_done_callback(self.pending.discard)
        return task

    def _log_failure(self, task: asyncio.Task[Any]) -> None:
        if not task.cancelled() and task.exception() is not None:
            log.error("a background task failed", exc_info=task.exception(), extra={"table": self._table_id})


def _retrieve(task: asyncio.Task[Any]) -> None:
    """Mark the exception as retrieved: the caller got it, or was cancelled."""
    _ = task.cancelled() or task.exception()
