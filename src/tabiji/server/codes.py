"""Codes of links that are used once: to reset a password, or to confirm an address."""

from __future__ import annotations

import secrets
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select

from tabiji.server.api_error import ApiError
from tabiji.server.mail_texts import Purpose
from tabiji.server.schema import codes, people
from tabiji.server.sessions import digest_of
from tabiji.server.storage import now

HOUR = 3600 * 1000  # milliseconds
PAGES: dict[Purpose, str] = {"reset": "/reset", "confirm": "/confirm"}


def issue(connection: Connection, person: str, purpose: Purpose, email: str | None = None, hours: float = 1) -> str:
    """A new code's link, without the site; earlier codes for the same purpose are void.

    The code is in the fragment, which browsers send to nobody.
    """
    code = secrets.token_urlsafe(24)
    connection.execute(delete(codes).where(codes.c.person == person, codes.c.purpose == purpose))
    connection.execute(delete(codes).where(codes.c.expires <= now()))
    expires = now() + int(hours * HOUR)
    row = {"digest": digest_of(code), "person": person, "purpose": purpose, "email": email, "expires": expires}
    connection.execute(insert(codes).values(row))
    return f"{PAGES[purpose]}#{code}"


def redeem(connection: Connection, code: str, purpose: Purpose) -> Row[Any]:
    """The row of a code, which is void from now on; an ApiError if there is none."""
    mine = codes.c.digest == digest_of(code), codes.c.purpose == purpose
    row = connection.execute(select(codes).where(*mine, codes.c.expires > now())).first()
    if row is None or connection.execute(delete(codes).where(*mine)).rowcount == 0:
        raise ApiError("bad_code", "this link has been used, or is too old: ask for a new one")
    return row


def account(connection: Connection, handle: str) -> Row[Any] | None:
    """The claimed account with a name, or None."""
    return connection.execute(select(people).where(people.c.handle == handle)).first()
