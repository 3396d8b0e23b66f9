"""One node for all tests that only need a server to be there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.node import Node


@pytest.fixture(scope="session")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    """A server with SQLite; whatever the tests did to it, it never failed and it stops cleanly."""
    running = Node(f"sqlite:///{tmp_path_factory.mktemp('node') / 'tabiji.db'}", "--away-after", "1")
    yield running
    running.stop()
    assert not [line for line in running.errors if '"level":"error"' in line], running.errors


@pytest.fixture
def database(tmp_path: Path) -> str:
    """The address of a database of one's own."""
    return f"sqlite:///{tmp_path / 'tabiji.db'}"
