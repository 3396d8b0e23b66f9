"""The services of a node, as request handlers get them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from litestar.connection import ASGIConnection

from tabiji.server.analyses import Analyses
from tabiji.server.bot_pool import BotPool
from tabiji.server.mail import Mailer
from tabiji.server.match_runner import MatchRunner
from tabiji.server.moderation_follower import ModerationFollower
from tabiji.server.people import People, Person
from tabiji.server.puzzles import Puzzles
from tabiji.server.randomness import Randomness
from tabiji.server.rate_limit import RateLimiter
from tabiji.server.replays import Replays
from tabiji.server.sessions import COOKIE, Session, Sessions
from tabiji.server.settings import Settings
from tabiji.server.socket_sessions import SocketSessions
from tabiji.server.storage import Storage
from tabiji.server.table_registry import TableRegistry


@dataclass
class Server:
    """A running node."""

    node: str
    settings: Settings
    storage: Storage
    people: People
    sessions: Sessions
    socket_sessions: SocketSessions
    mailer: Mailer
    table_registry: TableRegistry
    match_runner: MatchRunner
    bot_pool: BotPool
    rate_limiter: RateLimiter
    randomness: Randomness
    replays: Replays
    moderation_follower: ModerationFollower
    analyses: Analyses
    puzzles: Puzzles

    async def authenticate(self, connection: ASGIConnection[Any, Any, Any, Any]) -> Person | None:
        """The person of a request, by token or by cookie; None if it has neither."""
        session = await self.session(connection)
        return None if session is None else session.person

    async def session(self, connection: ASGIConnection[Any, Any, Any, Any]) -> Session | None:
        """The session or token of a request."""
        kind, _, token = connection.headers.get("authorization", "").partition(" ")
        if kind.lower() == "bearer" and token:
            return await self.sessions.by_token(token.strip())
        cookie = connection.cookies.get(COOKIE)
        return None if cookie is None else await self.sessions.by_cookie(cookie)
