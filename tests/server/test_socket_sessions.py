"""The sessions of all open WebSockets are read again together, from time to time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, delete, update

from tabiji.server import schema, sessions
from tabiji.server.sessions import CACHE_SECONDS, Sessions, digest_of
from tabiji.server.socket_sessions import SocketSessions
from tabiji.server.storage import Storage

from tests.server.node_parts import ANN, new_database


def test_sessions_of_websockets_are_read_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = new_database(f"sqlite:///{tmp_path / 'tabiji.db'}")
    storage = Storage(engine)
    reads = 0
    read = storage.read

    async def counted(query: Callable[[Connection], Any]) -> Any:
        nonlocal reads
        reads += 1
        return await read(query)

    async def go() -> None:
        nonlocal reads
        found = Sessions(storage, b"", 1)
        sockets = SocketSessions(found)
        cookies = [await found.open(ANN, "") for _ in range(4)]
        token = await found.new_token(ANN, "program")
        woken: list[str] = []
        for secret in (*cookies, token):
            sockets._open[digest_of(secret)] = {lambda secret=secret: woken.append(secret)}
        assert all([await found.by_cookie(cookie) for cookie in cookies])
        assert await found.by_token(token)
        rename = update(schema.people).values(name="Another")
        await storage.write(lambda connection: connection.execute(rename))
        gone = delete(schema.sessions).where(schema.sessions.c.digest == digest_of(cookies[0]))
        await storage.write(lambda connection: connection.execute(gone))

        later = time.monotonic() + CACHE_SECONDS
        monkeypatch.setattr(sessions.time, "monotonic", lambda: later)
        monkeypatch.setattr(storage, "read", counted)
        await sockets.check()
        assert reads == 1
        assert woken == [cookies[0]]
        known = [await found.by_cookie(cookie) for cookie in cookies[1:]] + [await found.by_token(token)]
        assert [session and session.person.name for session in known] == ["Another"] * 4
        assert reads == 1
        assert await found.by_cookie(cookies[0]) is None

    asyncio.run(go())
    storage.close()
