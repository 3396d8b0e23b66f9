"""Identities: guests with a name, and accounts claimed with a password."""

from __future__ import annotations

import asyncio
import secrets
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Connection, Row, insert, select, update
from sqlalchemy.exc import IntegrityError

from tabiji.server import names
from tabiji.server.api_error import ApiError
from tabiji.server.randomness import new_id
from tabiji.server.schema import people
from tabiji.server.storage import Storage, now

_HASHER = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
_SHORTEST = 8
_MAX_CRESTS = 1_000_000  # then they begin again
_LONGEST = 40  # letters of a folded name: some characters fold to several
_NOBODY = _HASHER.hash(secrets.token_hex(8))  # checked when a name is unknown, so that the response takes as long


@dataclass(frozen=True)
class Person:
    """A guest or the owner of an account."""

    id: str
    name: str
    claimed: bool
    epoch: int
    crest: int = 0  # how often it was drawn anew
    role: str | None = None
    muted_until: int | None = None
    banned_until: int | None = None
    warned: bool = False

    @property
    def muted(self) -> bool:
        """Whether an administrator has taken away the chat, for now."""
        return self.muted_until is not None and self.muted_until > now()

    @property
    def banned(self) -> bool:
        """Whether an administrator has sent the person away, for now."""
        return self.banned_until is not None and self.banned_until > now()

    def check_banned(self) -> None:
        """Refuse somebody who is banned."""
        if self.banned:
            raise ApiError("banned", "you are banned from this site: GET /api/me/notices says why and for how long")


def clean(text: str) -> str:
    """A text as it is shown: no control characters (a database may refuse them), no runs of spaces."""
    text = "".join(" " if unicodedata.category(c)[0] in "CZ" else c for c in unicodedata.normalize("NFC", text))
    return " ".join(text.split())


def clean_name(name: str) -> str:
    """A name as it is shown: 1 to 24 letters that can be seen, and not reserved."""
    text = clean_label(name)
    names.check(text)
    return text


def clean_label(name: str) -> str:
    """What something is called: 1 to 24 letters."""
    text = clean(name)
    if not 1 <= len(text) <= 24 or len(_folded(text)) > _LONGEST:
        raise ApiError("bad_request", "a name has 1 to 24 letters")
    return text


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


def handle(name: str) -> str:
    """The name of an account as it is compared when somebody signs in."""
    return _folded(clean(name))


def account_name(name: str) -> dict[str, str]:
    """The columns by which the name of an account is found, and told from others."""
    names.check_own(name)
    return {"handle": _folded(name), "skeleton": names.skeleton(name)}


def person_of(row: Row[Any]) -> Person:
    """The person of a row of `people`."""
    return Person(
        row.id,
        row.name,
        row.handle is not None,
        row.epoch,
        row.crest,
        row.role,
        row.muted_until,
        row.banned_until,
        row.warned,
    )


class People:
    """Creates and changes people."""

    def __init__(self, storage: Storage, on_change: Callable[[str], None]) -> None:
        self._storage = storage
        self._on_change = on_change  # called with a person's id

    async def by_id(self, id: str) -> Person | None:
        """A person, or None."""
        query = select(people).where(people.c.id == id)
        row = await self._storage.read(lambda connection: connection.execute(query).first())
        return None if row is None else person_of(row)

    # --- accounts -----------------------------------------------------------------------------------------------
    async def create_guest(self, name: str) -> Person:
        """Create a guest."""
        person = Person(new_id(), clean_name(name), False, 0)
        row = {"id": person.id, "name": person.name, "epoch": 0, "created": now()}

        def create(connection: Connection) -> None:
            names.check_free(connection, person.id, person.name)
            connection.execute(insert(people).values(row))

        await self._storage.write(create)
        return person

    async def rename(self, person: Person, name: str) -> Person:
        """Change a person's name; the name to sign in with changes too."""
        name = clean_name(name)
        return await self._change(person, {"name": name} | (account_name(name) if person.claimed else {}))

    async def draw_crest(self, person: Person) -> Person:
        """Give a person another crest."""
        drawn = update(people).where(people.c.id == person.id).values(crest=(people.c.crest + 1) % _MAX_CRESTS)
        await self._storage.write(lambda connection: connection.execute(drawn))
        self._on_change(person.id)
        changed = await self.by_id(person.id)
        assert changed is not None
        return changed

    async def claim(self, person: Person, name: str, password: str) -> Person:
        """Make a guest an account with a unique name and a password."""
        if person.claimed:
            raise ApiError("bad_request", "this account has a password already")
        name = clean_name(name)
        hashed = await hash_password(password)
        return await self._change(person, {"name": name, "password": hashed} | account_name(name))

    async def _change(self, person: Person, changes: dict[str, Any]) -> Person:
        def change(connection: Connection) -> None:
            names.check_free(connection, person.id, changes["name"])
            connection.execute(update(people).where(people.c.id == person.id).values(changes))

        try:
            await self._storage.write(change)
        except IntegrityError as error:
            raise ApiError("name_taken", f"the name {changes['name']} is taken: choose another one") from error
        self._on_change(person.id)
        changed = await self.by_id(person.id)
        assert changed is not None
        return changed

    async def sign_in(self, name: str, password: str) -> Person:
        """The account with this name and password."""
        query = select(people).where(people.c.handle == handle(name))
        row = await self._storage.read(lambda connection: connection.execute(query).first())
        hashed = _NOBODY if row is None else row.password
        if not await asyncio.to_thread(_verify, hashed, password) or row is None:
            raise ApiError("wrong_password", "wrong name or password")
        return person_of(row)

    # --- passwords ----------------------------------------------------------------------------------------------
    async def check_password(self, person: Person, password: str) -> None:
        """Refuse a wrong password of a claimed account; a guest has none."""
        query = select(people.c.password).where(people.c.id == person.id)
        hashed = await self._storage.read(lambda connection: connection.execute(query).scalar_one_or_none())
        if hashed is not None and not await asyncio.to_thread(_verify, hashed, password):
            raise ApiError("wrong_password", "this is not your password")

    async def set_password(self, person: str, password: str) -> None:
        """Set the password of a claimed account."""
        change = update(people).where(people.c.id == person, people.c.handle.is_not(None))
        hashed = await hash_password(password)
        await self._storage.write(lambda connection: connection.execute(change.values(password=hashed)))


async def hash_password(password: str) -> str:
    """The hash of a password that is long enough."""
    if not _SHORTEST <= len(password) <= 200:
        raise ApiError("bad_request", f"a password has at least {_SHORTEST} characters, and at most 200")
    return await asyncio.to_thread(_HASHER.hash, password)


def _verify(hashed: str, password: str) -> bool:
    try:
        return _HASHER.verify(hashed, password)
    except (VerificationError, InvalidHashError):
        return False
