"""Everything a node consists of, in one place for those who answer requests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from litestar.connection import ASGIConnection

from tabiji.server.house import House
from tabiji.server.keeper import Keeper
from tabiji.server.limits import Gate
from tabiji.server.minds import Minds
from tabiji.server.people import COOKIE, People, Person
from tabiji.server.randomness import Randomness
from tabiji.server.settings import Settings
from tabiji.server.storage import Storage


@dataclass
class Server:
    """A node at work."""

    node: str
    settings: Settings
    storage: Storage
    people: People
    house: House
    keeper: Keeper
    minds: Minds
    gate: Gate
    randomness: Randomness

    async def recognise(self, connection: ASGIConnection[Any, Any, Any, Any]) -> Person | None:
        """Who is asking: by token, or by cookie."""
        kind, _, token = connection.headers.get("authorization", "").partition(" ")
        if kind.lower() == "bearer" and token:
            return await self.people.by_token(token.strip())
        cookie = connection.cookies.get(COOKIE)
        return None if cookie is None else await self.people.by_cookie(cookie)
