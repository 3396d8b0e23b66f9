"""Shuffles that nobody can choose: the seed of a match follows from a secret of the server and a part of each person.

The server publishes the commitment (the hash of its secret) when a table is made, before any person gives a part. It
cannot change the secret afterwards, and nobody else knows it while parts are given. Secret and parts are published
after the end; `web/src/lib/fairShuffle.ts` computes everything again. The first version, in which the server drew the
seed alone, is `commitment` in core/match_record.py; tests with a fixed seed still use it.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from hashlib import sha256

VERSION = 2


def new_secret() -> str:
    """128 random bits, in hexadecimal."""
    return secrets.token_hex(16)


def commitment(secret: str) -> str:
    """What is published before anybody gives a part."""
    return sha256(f"tabiji-commitment/2:{secret}".encode()).hexdigest()


def seed(secret: str, parts: Sequence[str | None]) -> int:
    """The seed of a match: the secret, and the part of each seat in order; a seat without one (a bot) gives `-`."""
    text = ":".join(["tabiji-seed/2", secret, *(part or "-" for part in parts)])
    return int.from_bytes(sha256(text.encode()).digest()[:8])
