"""One node for all tests that only need a server to be there, and one of each service for those that need more."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.programs import need
from tests.server.cluster import Services
from tests.server.node import Node
from tests.server.node_factory import NodeFactory, QuickNode
from tests.server.services import Postgres, RedisServer, running


@pytest.fixture(scope="session")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    """A server with SQLite; whatever the tests did to it, it never failed and it stops cleanly."""
    running = Node(
        f"sqlite:///{tmp_path_factory.mktemp('node') / 'tabiji.db'}", "--away-after", "1", "--claim-after", "1"
    )
    yield running
    running.stop()
    assert not [line for line in running.errors if '"level":"error"' in line], running.errors


@pytest.fixture(scope="session")
def strict(node_factory: NodeFactory, tmp_path_factory: pytest.TempPathFactory) -> Iterator[QuickNode]:
    """A node with little patience. A test that comes from an address of its own (`X-Forwarded-For`) begins afresh."""
    limits = {"requests": 5, "arrivals": 0.2, "attempts": 3, "messages": 5, "sockets": 3, "tables": 2}
    database = f"sqlite:///{tmp_path_factory.mktemp('strict') / 'tabiji.db'}"
    running = QuickNode(node_factory, database=database, connections_per_address=5, **limits)
    yield running
    assert not [line for line in running.errors if '"level":"error"' in line], running.errors
    running.kill()


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Node]]:
    """Starts nodes, one after the other, with a database of the test's own."""
    started: list[Node] = []

    def start(*flags: str, port: int | None = None, wait: bool = True) -> Node:
        started.append(Node(f"sqlite:///{tmp_path / 'tabiji.db'}", *flags, port=port, wait=wait))
        return started[-1]

    yield start
    for node in started:
        if node.running:
            node.kill()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    need("initdb")
    found = Postgres()
    with running(found):
        yield found


@pytest.fixture(scope="session")
def parts(request: pytest.FixtureRequest) -> Iterator[Services]:
    """What several nodes need; a test that stops a part starts it again."""
    need("redis-server")
    need("nginx")
    redis = RedisServer()
    with running(redis):
        yield Services(request.getfixturevalue("postgres"), redis, request.getfixturevalue("node_factory"))
