"""Sessions of browsers and tokens of programs: who sends a request. Only digests of their secrets are stored."""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from itsdangerous import BadSignature, URLSafeSerializer
from sqlalchemy import Connection, Row, Table, bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from tabiji.server.api_error import ApiError
from tabiji.server.people import Person, clean, clean_label, person_of
from tabiji.server.schema import people, sessions, tokens
from tabiji.server.schema import secrets as stored
from tabiji.server.storage import Storage, now

COOKIE = "tabiji"
CACHE_SECONDS = 20.0  # seconds after which another node's changes to a person are seen
DAY = 24 * 3600 * 1000  # milliseconds
_RENEW_AFTER = DAY
_LISTED = 12  # letters of a digest by which a session or token is named in lists
_GROUP = 500
_CREDENTIALS: tuple[Table, ...] = (sessions, tokens)
# built once: SQLAlchemy takes longer to build one than to execute it
_FIND = {
    kind: select(kind, people)
    .join(people, kind.c.person == people.c.id)
    .where(kind.c.digest.in_(bindparam("digests", expanding=True)))
    for kind in _CREDENTIALS
}


@dataclass(frozen=True)
class Session:
    """An authenticated browser or program."""

    digest: str
    person: Person
    renewed: int | None = None  # None: a token
    expires: int | None = None

    @property
    def has_expired(self) -> bool:
        return self.expires is not None and self.expires <= now()


def digest_of(secret: str) -> str:
    """What is stored of a cookie, token or code."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


async def secret(storage: Storage) -> bytes:
    """The key that signed cookies before there were sessions."""

    def load_or_create(connection: Connection) -> bytes:
        row = connection.execute(select(stored.c.value).where(stored.c.name == "cookies")).scalar_one_or_none()
        if row is not None:
            return bytes(row)
        key = secrets.token_bytes(32)
        connection.execute(insert(stored).values(name="cookies", value=key))
        return key

    try:
        return await storage.write(load_or_create)
    except IntegrityError:
        return await storage.write(load_or_create)  # another node created it first


class Sessions:
    """Opens, authenticates, renews and ends sessions and tokens."""

    def __init__(self, storage: Storage, key: bytes, days: float) -> None:
        self._storage = storage
        self._signer = URLSafeSerializer(key, salt="person")
        self.lifetime = int(days * DAY)
        self._cached: dict[str, tuple[Session, float]] = {}  # by digest, with expiry
        self.changes = 0  # counts changes on this node that may invalidate a session
        self.on_end: Callable[[Iterable[str]], None] = lambda digests: None

    # --- authentication -----------------------------------------------------------------------------------------
    async def by_cookie(self, cookie: str) -> Session | None:
        """The session of a cookie; None if there is none, or it has expired."""
        return await self._find(sessions, cookie)

    async def by_token(self, token: str) -> Session | None:
        """The program that has a token, or None."""
        return await self._find(tokens, token)

    async def _find(self, kind: Table, secret: str) -> Session | None:
        digest = digest_of(secret)
        found, until = self._cached.get(digest, (None, 0.0))
        is_token = kind is tokens
        if found is None or (found.renewed is None) != is_token or time.monotonic() >= until:
            read = await self._storage.read(lambda connection: _read(connection, kind, [digest]))
            if not read:
                return None
            [found] = read
            self._cache(found)
        return None if found.has_expired else found

    def _cache(self, session: Session) -> None:
        if len(self._cached) > 20_000:
            self._cached.clear()
        self._cached[session.digest] = (session, time.monotonic() + CACHE_SECONDS)

    def forget(self, person: str) -> None:
        """Something about a person has changed: read it again."""
        self.changes += 1
        self._cached = {digest: known for digest, known in self._cached.items() if known[0].person.id != person}

    def drop(self, digests: Iterable[str]) -> None:
        """These sessions have ended on another node."""
        self.changes += 1
        for digest in digests:
            self._cached.pop(digest, None)

    async def refresh(self, digests: Sequence[str]) -> set[str]:
        """Read some sessions and tokens again, many by one statement; those that have not ended."""
        living: set[str] = set()
        for first in range(0, len(digests), _GROUP):
            page = digests[first : first + _GROUP]
            changes = self.changes
            read = await self._storage.read(partial(_read_all, digests=page))
            for found in read:
                if not found.has_expired:
                    living.add(found.digest)
                    if self.changes == changes:  # otherwise somebody may have changed meanwhile
                        self._cache(found)
        return living

    # --- sessions -----------------------------------------------------------------------------------------------
    async def open(self, person: Person, agent: str, instead: str | None = None) -> str:
        """A new session's cookie; the session of the browser's former cookie ends."""
        cookie = secrets.token_urlsafe(24)
        at = now()
        row: dict[str, Any] = {"digest": digest_of(cookie), "person": person.id, "agent": clean(agent)[:200]}
        row |= {"created": at, "renewed": at, "expires": at + self.lifetime}

        def change(connection: Connection) -> None:
            connection.execute(delete(sessions).where(sessions.c.expires <= at))
            connection.execute(insert(sessions).values(row))

        await self._storage.write(change)
        if instead is not None:
            await self.end_here(instead)
        return cookie

    async def renew(self, session: Session) -> bool:
        """Let a session last longer, once a day; whether its cookie is to be sent again."""
        at = now()
        if session.renewed is None or at - session.renewed < min(_RENEW_AFTER, self.lifetime // 2):
            return False
        mine = update(sessions).where(sessions.c.digest == session.digest)
        change = mine.values(renewed=at, expires=at + self.lifetime)
        await self._storage.write(lambda connection: connection.execute(change))
        self._cached.pop(session.digest, None)
        return True

    async def exchange(self, cookie: str) -> Person | None:
        """The person of a cookie from before there were sessions. It counts once: a session takes its place."""
        try:
            who, epoch = self._signer.loads(cookie)
        except (BadSignature, ValueError, TypeError):
            return None
        mine = people.c.id == str(who), people.c.epoch == epoch

        def take(connection: Connection) -> Row[Any] | None:
            row = connection.execute(select(people).where(*mine)).first()
            taken = connection.execute(update(people).where(*mine).values(epoch=people.c.epoch + 1)).rowcount
            return row if taken else None

        row = await self._storage.write(take)
        return None if row is None else person_of(row)

    # --- lists and ends -----------------------------------------------------------------------------------------
    async def listed(self, person: Person) -> list[Row[Any]]:
        """The sessions of a person, the latest first."""
        mine = sessions.c.person == person.id, sessions.c.expires > now()
        query = select(sessions).where(*mine).order_by(sessions.c.created.desc())
        return list(await self._storage.read(lambda connection: connection.execute(query).all()))

    async def digests_of(self, person: str) -> list[str]:
        """What is stored of the sessions and tokens of a person."""

        def read(connection: Connection) -> list[str]:
            found = [connection.execute(select(kind.c.digest).where(kind.c.person == person)) for kind in _CREDENTIALS]
            return [digest for rows in found for digest in rows.scalars()]

        return await self._storage.read(read)

    async def end_here(self, cookie: str) -> None:
        """End the session of a cookie."""
        await self._end(sessions, sessions.c.digest == digest_of(cookie))

    async def end(self, person: Person, id: str) -> None:
        """End a session of a person."""
        mine = sessions.c.person == person.id, sessions.c.digest.startswith(id, autoescape=True)
        if len(id) != _LISTED or not await self._end(sessions, *mine):
            raise ApiError("not_found", "you have no such session")

    async def end_all(self, person: str, but: str | None = None, and_tokens: bool = True) -> None:
        """End the sessions of a person, but one, and its tokens; cookies from before there were sessions too."""
        older = update(people).where(people.c.id == person).values(epoch=people.c.epoch + 1)
        await self._storage.write(lambda connection: connection.execute(older))
        for kind in _CREDENTIALS if and_tokens else (sessions,):
            await self._end(kind, kind.c.person == person, kind.c.digest != (but or ""))
        self.forget(person)

    async def _end(self, kind: Table, *which: Any) -> bool:
        def change(connection: Connection) -> list[str]:
            ended = list(connection.execute(select(kind.c.digest).where(*which)).scalars())
            connection.execute(delete(kind).where(*which))
            return ended

        ended = await self._storage.write(change)
        if ended:
            self.drop(ended)
            self.on_end(ended)
        return bool(ended)

    # --- tokens -------------------------------------------------------------------------------------------------
    async def new_token(self, person: Person, label: str) -> str:
        """Create a token for a program."""
        token = "tabiji_" + secrets.token_urlsafe(24)
        row = {"digest": digest_of(token), "person": person.id, "label": clean_label(label), "created": now()}
        await self._storage.write(lambda connection: connection.execute(insert(tokens).values(row)))
        return token

    async def tokens(self, person: Person) -> list[dict[str, Any]]:
        """The tokens of a person."""
        query = select(tokens).where(tokens.c.person == person.id).order_by(tokens.c.created)
        rows = await self._storage.read(lambda connection: connection.execute(query).all())
        return [{"id": row.digest[:_LISTED], "label": row.label, "created": row.created} for row in rows]

    async def revoke(self, person: Person, id: str) -> None:
        """Revoke a token."""
        mine = tokens.c.person == person.id, tokens.c.digest.startswith(id, autoescape=True)
        if len(id) != _LISTED or not await self._end(tokens, *mine):
            raise ApiError("not_found", "you have no such token")


def _read(connection: Connection, kind: Table, digests: Sequence[str]) -> list[Session]:
    """Sessions, or tokens, with their people."""
    rows = connection.execute(_FIND[kind], {"digests": digests})
    if kind is tokens:
        return [Session(row.digest, person_of(row)) for row in rows]
    return [Session(row.digest, person_of(row), row.renewed, row.expires) for row in rows]


def _read_all(connection: Connection, digests: Sequence[str]) -> list[Session]:
    return [found for kind in _CREDENTIALS for found in _read(connection, kind, digests)]
