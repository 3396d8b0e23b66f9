"""A node as people run it: `tabiji serve` in a process of its own, with fixed shuffles (see tests/seeds.py)."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

from tests.ports import free_port
from tests.seeds import SEED


class Node:
    """A running server."""

    def __init__(
        self, database: str, *flags: str, port: int | None = None, test_seed: int | None = SEED, wait: bool = True
    ) -> None:
        self.database = database
        words = [sys.executable, "-m", "tabiji.cli", "serve"]
        words += ["--port", str(port or free_port()), "--database", database, *flags]
        words += [] if test_seed is None else ["--test-seed", str(test_seed)]
        for limit in ("--requests", "--arrivals", "--messages"):
            words += [] if limit in flags else [limit, "100000"]
        self._process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.errors: list[str] = []
        self._loaded = threading.Event()
        self._reader = threading.Thread(target=self._read_errors, daemon=True)
        self._reader.start()
        assert self._process.stdout is not None
        first = self._process.stdout.readline()
        assert "Tabiji is at" in first, (first, self.errors)
        self.base = first.split()[3].rstrip("/")
        assert not wait or self._loaded.wait(60), self.errors  # from now on no request waits for rules to be loaded

    def _read_errors(self) -> None:
        assert self._process.stderr is not None
        for line in self._process.stderr:
            self.errors.append(line)
            if '"message":"loaded"' in line:
                self._loaded.set()

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def running(self) -> bool:
        return self._process.poll() is None

    @property
    def port(self) -> int:
        return int(self.base.rsplit(":", 1)[1])

    def kill(self) -> None:
        """As if the power had failed."""
        children = self.bot_workers()
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        for child in children:  # bot workers end by themselves, later
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        self._hang_up()

    def bot_workers(self) -> list[int]:
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children")
        return [int(child) for child in children.read_text().split()] if children.exists() else []

    def stop(self) -> None:
        """As Ctrl-C does."""
        self._process.send_signal(signal.SIGINT)
        try:
            self._process.wait(60)
        except subprocess.TimeoutExpired:
            self.kill()
            raise
        self._hang_up()

    def _hang_up(self) -> None:
        """Read what was said last, and close the pipes."""
        self._reader.join(10)
        for pipe in (self._process.stdout, self._process.stderr):
            assert pipe is not None
            pipe.close()
