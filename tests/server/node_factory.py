"""Nodes that start in a moment: one process loads everything, then becomes a node as often as it is asked to.

A node made here is `tabiji serve` in a process of its own, without the seconds that loading takes; what is killed a
hundred times has to start a hundred times.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.ports import free_port
from tests.seeds import SEED
from tests.server.services import answers, wait_for

# Nobody counts the requests of tests.
_FREE = {"requests": 1e6, "arrivals": 1e6, "messages": 1e6, "sockets": 100_000, "tables": 100_000, "bot_workers": 1}
_FREE |= {"connections_per_address": 100_000, "matches": 100_000}
_FIXED = {"test_seed": SEED}


class NodeFactory:
    """Where nodes are born."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder  # for what the nodes write to standard error
        words = [sys.executable, "-m", "tests.server.node_factory", str(folder)]
        self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self._read() == "ready"

    def _read(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()

    def spawn(self, **settings: Any) -> int:
        """A new node's process."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(settings) + "\n")
        self._process.stdin.flush()
        return int(self._read())

    def close(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(10)
        self._process.stdout.close()


class QuickNode:
    """A running node."""

    def __init__(self, node_factory: NodeFactory, *, wait: bool = True, **settings: Any) -> None:
        self._node_factory = node_factory
        self.port = free_port()
        self._errors = node_factory.folder / str(self.port)
        self._node_settings: dict[str, Any] = _FREE | _FIXED | settings | {"port": self.port}
        self.pid = 0
        self.start(wait)

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self, wait: bool = True) -> None:
        self.pid = self._node_factory.spawn(**self._node_settings)
        if wait:
            self.wait()

    def wait(self) -> None:
        def ready() -> bool:
            assert self.alive, f"a node ended instead of starting: {self._errors.read_text()}"
            return answers(self.port)

        wait_for(ready, f"node at {self.port}: a start")

    @property
    def errors(self) -> list[str]:
        """What it wrote to standard error."""
        return self._errors.read_text().splitlines()

    @property
    def alive(self) -> bool:
        return (
            self.pid != 0 and os.path.exists(f"/proc/{self.pid}") if sys.platform == "linux" else _signal(self.pid, 0)
        )

    def send(self, what: signal.Signals) -> None:
        _signal(self.pid, what)

    def kill(self) -> None:
        """As if the power had failed."""
        self.send(signal.SIGKILL)
        wait_for(lambda: not answers(self.port), "the end of a killed node")

    def stop(self, wait: bool = True) -> None:
        """As Ctrl-C does."""
        self.send(signal.SIGINT)
        if wait:
            wait_for(lambda: not self.alive, "the end of a stopped node", 60)


def _signal(pid: int, what: int) -> bool:
    with suppress(ProcessLookupError):
        os.kill(pid, what)
        return True
    return False


def _become(settings: dict[str, Any]) -> None:
    """The child: a node until it is stopped."""
    from concurrent.futures import ThreadPoolExecutor

    from tabiji.server import bot_pool, table_registry, worker_pool
    from tabiji.server.run import run
    from tabiji.server.settings import Settings

    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    # processes that think would have to load everything, too; node.py has nodes with those
    worker_pool.ProcessPoolExecutor = lambda workers, **_: ThreadPoolExecutor(workers)  # type: ignore[assignment, misc]
    bot_pool._load = lambda names: None
    table_registry._INTERVAL = settings.pop("pulse", table_registry._INTERVAL)
    errors = Path(sys.argv[1]) / str(settings["port"])
    os.dup2(os.open(errors, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), 2)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    try:
        run(Settings(**settings))
    except BaseException as error:
        print(f"a node ended: {error!r}", file=sys.stderr, flush=True)
    finally:
        os._exit(0)


def main() -> None:
    """Load everything, then fork whenever a line comes in."""
    import psycopg
    import redis.asyncio

    from tabiji.core.game_spec import game_names
    from tabiji.core.match import Game
    from tabiji.lab.warm import PLAY, stages
    from tabiji.server import run
    from tabiji.server.app import make_app
    from tabiji.server.settings import Settings
    from tabiji.server.storage import connect, upgrade

    assert run is not None
    assert psycopg is not None
    assert redis.asyncio is not None
    for name in game_names():
        for _, work in stages(Game(name), list(PLAY)):
            work()
    make_app(Settings())  # what the framework looks up once, and what it imports late
    engine = connect(f"sqlite:///{Path(sys.argv[1]) / 'first.db'}")
    upgrade(engine)
    engine.dispose()
    gc.collect()
    gc.freeze()  # a child does not copy what it only looks through
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    print("ready", flush=True)
    for line in sys.stdin:
        pid = os.fork()
        if pid == 0:
            _become(json.loads(line))
        print(pid, flush=True)


if __name__ == "__main__":
    main()
