"""Open WebSockets by the session they were opened with: when it ends, they are closed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from tabiji.server.sessions import CACHE_SECONDS, Sessions

log = logging.getLogger("tabiji.socket_sessions")
_EVERY = CACHE_SECONDS / 2  # seconds: what is read for all WebSockets together, none of them reads by itself


class SocketSessions:
    """Wakes the WebSockets of sessions that have ended: here at once, on another node or by expiry within seconds."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions
        self._open: dict[str, set[Callable[[], None]]] = {}
        self._task: asyncio.Task[None] | None = None
        sessions.on_end = self.wake

    @contextmanager
    def watch(self, digest: str | None, wake: Callable[[], None]) -> Iterator[None]:
        """Call `wake` when a session ends; None: nobody is signed in."""
        if digest is None:
            yield
            return
        self._open.setdefault(digest, set()).add(wake)
        try:
            yield
        finally:
            self._open[digest].discard(wake)
            if not self._open[digest]:
                del self._open[digest]

    def start(self) -> None:
        self._task = asyncio.create_task(self._check_forever())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _check_forever(self) -> None:
        while True:
            await asyncio.sleep(_EVERY)
            try:
                await self.check()
            except Exception as error:
                log.warning("cannot check sessions", extra={"error": str(error)})

    async def check(self) -> None:
        """Read all sessions again, and find those that have ended without this node."""
        watched = list(self._open)
        gone = set(watched) - await self._sessions.refresh(watched)
        if gone:
            self._sessions.drop(gone)
            self.wake(gone)

    def wake(self, digests: Iterable[str]) -> None:
        """Let the WebSockets of these sessions look who they are now."""
        for digest in digests:
            for wake in list(self._open.get(digest, ())):
                wake()
