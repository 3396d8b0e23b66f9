"""Identities: guests with a name, accounts claimed with a password, and tokens for programs."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import time
import unicodedata
from dataclasses import dataclass
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from itsdangerous import BadSignature, URLSafeSerializer
from sqlalchemy import Connection, Row, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from tabiji.server.api_error import ApiError
from tabiji.server.schema import people, tokens
from tabiji.server.schema import secrets as stored
from tabiji.server.storage import Storage, now

COOKIE = "tabiji"
_HASHER = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
_SHORTEST = 8
_LONGEST = 40  # letters of a folded name: some characters fold to several
CACHE_SECONDS = 20.0  # seconds after which another node's changes to a person are seen
_NOBODY = _HASHER.hash(secrets.token_hex(8))  # checked when a name is unknown, so that the response takes as long


@dataclass(frozen=True)
class Person:
    """A guest or the owner of an account."""

    id: str
    name: str
    claimed: bool
    epoch: int


def clean(text: str) -> str:
    """A text as it is shown: no control characters (a database may refuse them), no runs of spaces."""
    text = "".join(" " if unicodedata.category(c)[0] in "CZ" else c for c in unicodedata.normalize("NFC", text))
    return " ".join(text.split())


def clean_name(name: str) -> str:
    """A name as it is shown: 1 to 24 letters."""
    text = clean(name)
    if not 1 <= len(text) <= 24 or len(_folded(text)) > _LONGEST:
        raise ApiError("bad_request", "a name has 1 to 24 letters")
    return text


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


def handle(name: str) -> str:
    """The name of an account as it is compared when somebody signs in."""
    return _folded(clean(name))


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _person(row: Row[Any]) -> Person:
    return Person(row.id, row.name, row.handle is not None, row.epoch)


async def secret(storage: Storage) -> bytes:
    """The key that signs cookies: created once, and shared by all nodes through the database."""

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


class People:
    """Creates, changes and authenticates people."""

    def __init__(self, storage: Storage, key: bytes) -> None:
        self._storage = storage
        self._signer = URLSafeSerializer(key, salt="person")
        self._cached_people: dict[str, tuple[Person, float]] = {}  # by id or digest of a token, with expiry
        self.changes = 0  # counts changes on this node that may invalidate a session

    # --- authentication -----------------------------------------------------------------------------------------
    def cookie(self, person: Person) -> str:
        """The cookie of a person."""
        return str(self._signer.dumps([person.id, person.epoch]))

    async def by_cookie(self, cookie: str) -> Person | None:
        """The person of a cookie; None if it is forged or invalid."""
        try:
            who, epoch = self._signer.loads(cookie)
        except (BadSignature, ValueError, TypeError):
            return None
        found = self._cached(who)
        if found is None:
            found = await self._by_id(who)
            if found is None:
                return None
            self._cache(who, found)
        return found if found.epoch == epoch else None

    async def by_token(self, token: str) -> Person | None:
        """The person of a token, or None."""
        digest = _digest(token)
        found = self._cached(digest)
        if found is None:
            query = select(people).join(tokens, tokens.c.person == people.c.id).where(tokens.c.digest == digest)
            row = await self._storage.read(lambda connection: connection.execute(query).first())
            if row is None:
                return None
            found = _person(row)
            self._cache(digest, found)
        return found

    def _cached(self, key: str) -> Person | None:
        found, until = self._cached_people.get(key, (None, 0.0))
        return found if time.monotonic() < until else None

    def _cache(self, key: str, person: Person) -> None:
        if len(self._cached_people) > 20_000:
            self._cached_people.clear()
        self._cached_people[key] = (person, time.monotonic() + CACHE_SECONDS)

    def _forget(self, id: str) -> None:
        self.changes += 1
        self._cached_people = {key: known for key, known in self._cached_people.items() if known[0].id != id}

    async def _by_id(self, id: str) -> Person | None:
        query = select(people).where(people.c.id == id)
        row = await self._storage.read(lambda connection: connection.execute(query).first())
        return None if row is None else _person(row)

    # --- accounts -----------------------------------------------------------------------------------------------
    async def create_guest(self, name: str) -> Person:
        """Create a guest."""
        person = Person(secrets.token_urlsafe(9), clean_name(name), False, 0)
        row = {"id": person.id, "name": person.name, "epoch": 0, "created": now()}
        await self._storage.write(lambda connection: connection.execute(insert(people).values(row)))
        return person

    async def rename(self, person: Person, name: str) -> Person:
        """Change a person's name; the name to sign in with changes too."""
        name = clean_name(name)
        changes = {"name": name} | ({"handle": _folded(name)} if person.claimed else {})
        return await self._change(person, changes)

    async def claim(self, person: Person, name: str, password: str) -> Person:
        """Make a guest an account with a unique name and a password."""
        if person.claimed:
            raise ApiError("bad_request", "this account has a password already")
        if not _SHORTEST <= len(password) <= 200:
            raise ApiError("bad_request", f"a password has at least {_SHORTEST} characters, and at most 200")
        name = clean_name(name)
        hashed = await asyncio.to_thread(_HASHER.hash, password)
        return await self._change(person, {"name": name, "handle": _folded(name), "password": hashed})

    async def _change(self, person: Person, changes: dict[str, Any]) -> Person:
        change = update(people).where(people.c.id == person.id).values(changes)
        try:
            await self._storage.write(lambda connection: connection.execute(change))
        except IntegrityError as error:
            raise ApiError("name_taken", f"the name {changes['name']} is taken: choose another one") from error
        self._forget(person.id)
        changed = await self._by_id(person.id)
        assert changed is not None
        return changed

    async def sign_in(self, name: str, password: str) -> Person:
        """The account with this name and password."""
        query = select(people).where(people.c.handle == handle(name))
        row = await self._storage.read(lambda connection: connection.execute(query).first())
        hashed = _NOBODY if row is None else row.password
        if not await asyncio.to_thread(_verify, hashed, password) or row is None:
            raise ApiError("wrong_password", "wrong name or password")
        return _person(row)

    async def sign_out_everywhere(self, person: Person) -> None:
        """Invalidate all cookies of a person."""
        change = update(people).where(people.c.id == person.id).values(epoch=person.epoch + 1)
        await self._storage.write(lambda connection: connection.execute(change))
        self._forget(person.id)

    # --- tokens -------------------------------------------------------------------------------------------------
    async def new_token(self, person: Person, label: str) -> str:
        """Create a token for a program; only its digest is stored."""
        token = "tabiji_" + secrets.token_urlsafe(24)
        row = {"digest": _digest(token), "person": person.id, "label": clean_name(label), "created": now()}
        await self._storage.write(lambda connection: connection.execute(insert(tokens).values(row)))
        return token

    async def tokens(self, person: Person) -> list[dict[str, Any]]:
        """The tokens of a person, identified by a prefix of their digests."""
        query = select(tokens).where(tokens.c.person == person.id).order_by(tokens.c.created)
        rows = await self._storage.read(lambda connection: connection.execute(query).all())
        return [{"id": row.digest[:12], "label": row.label, "created": row.created} for row in rows]

    async def revoke(self, person: Person, id: str) -> None:
        """Revoke a token."""
        gone = delete(tokens).where(tokens.c.person == person.id, tokens.c.digest.startswith(id, autoescape=True))
        count = await self._storage.write(lambda connection: connection.execute(gone).rowcount)
        if not count:
            raise ApiError("not_found", "you have no such token")
        self._forget(person.id)


def _verify(hashed: str, password: str) -> bool:
    try:
        return _HASHER.verify(hashed, password)
    except (VerificationError, InvalidHashError):
        return False
