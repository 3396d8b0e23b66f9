"""A node's random numbers: from the operating system, or, in tests only, from a fixed seed."""

from __future__ import annotations

import os
import secrets
from hashlib import sha256

from tabiji.core.errors import TabijiError
from tabiji.core.match import SEEDS, Match

_BITS = 60
_TEST_SIMULATIONS = 400


class Randomness:
    """Seeds of matches, determinizations and searches.

    With a test seed they are fixed: a match's by its host's name and the number of matches that host has started, so
    that tests can share a server in any order; a decision's by its match and the number of moves.
    """

    def __init__(self, test_seed: int | None = None) -> None:
        if test_seed is not None and os.environ.get("TABIJI_TESTING") != "1":
            raise TabijiError("--test-seed makes every shuffle known in advance: only tests, with TABIJI_TESTING=1")
        self._test_seed = test_seed

    @property
    def fixed(self) -> bool:
        return self._test_seed is not None

    def shuffle(self, host: str, begun: int) -> tuple[int, str]:
        """Seed and salt of a match; `begun` is the number of earlier matches of the host."""
        if not self.fixed:
            return secrets.randbelow(SEEDS), secrets.token_hex(16)
        digest = self._digest(host, begun)
        return int.from_bytes(digest[:8]), digest[8:24].hex()

    def search_seed(self, match: Match) -> int:
        """A seed for a determinization or a search of the present position."""
        if not self.fixed:
            return secrets.randbits(_BITS)
        return int.from_bytes(self._digest(match.seed, len(match.moves))[:8]) >> (64 - _BITS)

    @property
    def simulations(self) -> int | None:
        """The simulations of a search instead of a time limit, so that results do not depend on the machine."""
        return _TEST_SIMULATIONS if self.fixed else None

    def _digest(self, *parts: str | int) -> bytes:
        return sha256("\0".join(map(str, (self._test_seed, *parts))).encode()).digest()


def new_id() -> str:
    """The id of a new person or table: letters and digits only, so that no id is read differently from another.

    A command line would take one that begins with a hyphen for an option.
    """
    while not (found := secrets.token_urlsafe(9)).isalnum():
        pass
    return found
