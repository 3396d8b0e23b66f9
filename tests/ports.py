"""Ports for the servers of tests: nobody else gets one of them, also while its server is killed and not yet back."""

from __future__ import annotations

import fcntl
import socket
import tempfile
from pathlib import Path
from typing import IO

# Below those that a system chooses by itself: one of those may be in use at the near end of anybody's connection, and
# whoever tries to connect to one where nobody listens may be connected with himself.
_ports = iter(range(20_000, 30_000))
_claims: list[IO[str]] = []


def free_port() -> int:
    """A port that belongs to this process until it ends."""
    folder = Path(tempfile.gettempdir()) / "tabiji-test-ports"
    folder.mkdir(mode=0o700, exist_ok=True)
    for port in _ports:
        claim = (folder / str(port)).open("w")
        try:
            fcntl.flock(claim, fcntl.LOCK_EX | fcntl.LOCK_NB)
            with socket.socket() as probe:
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe.bind(("127.0.0.1", port))
        except OSError:  # another process of the tests has it, or another program
            claim.close()
            continue
        _claims.append(claim)
        return port
    raise AssertionError("every port is taken")
