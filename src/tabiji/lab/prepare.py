"""Compiles games in the background, one after the other, while they are played interpreted.

`python -m tabiji.lab.prepare GAME` is the process that compiles: at low priority. It ends with its parent process.
"""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import time
from collections.abc import Callable
from threading import Lock, Thread

from tabiji.core.jit import JIT, go, rehearsal, wait
from tabiji.core.match import Game
from tabiji.lab.warm import PLAY, cold_parts, stages

log = logging.getLogger("tabiji.prepare")


class Preparation:
    """The games that are not compiled yet. They wait (see `core.jit.wait`) until somebody calls `change_over`."""

    def __init__(self, games: list[str], ready: Callable[[str], None]) -> None:
        """`ready` is called with each game that is compiled, from a thread of this object."""
        self.games = [name for name in games if cold_parts(Game(name), PLAY)]
        self._ready = ready
        self._queue = list(self.games)
        self._lock = Lock()
        self._child: subprocess.Popen[bytes] | None = None
        self._stopped = False
        for name in self.games:
            wait(Game(name).dtype)

    def start(self) -> None:
        if self.games:
            Thread(target=self._work, name="compile games", daemon=True).start()

    def prefer(self, game: str) -> None:
        """Somebody plays this game: it is compiled next."""
        with self._lock:
            if game in self._queue:
                self._queue.remove(game)
                self._queue.insert(0, game)

    def stop(self) -> None:
        with self._lock:
            self._stopped = True
            if self._child is not None:
                self._child.kill()

    def _work(self) -> None:
        while (child := self._next()) is not None:
            name, process = child
            begun = time.monotonic()
            code = process.wait()
            if code == 0:
                spent = round(time.monotonic() - begun, 1)
                left = len(self._queue)
                log.info("compiled", extra={"game": name, "seconds": spent, "games_left": left})
                self._ready(name)
            elif not self._stopped:
                log.error("a game cannot be compiled; it stays interpreted", extra={"game": name, "status": code})

    def _next(self) -> tuple[str, subprocess.Popen[bytes]] | None:
        with self._lock:
            if self._stopped or not self._queue:
                return None
            name = self._queue.pop(0)
            log.info("compiling in the background", extra={"game": name, "games_left": len(self._queue)})
            self._child = subprocess.Popen(
                [sys.executable, "-m", "tabiji.lab.prepare", name],
                stdin=subprocess.PIPE,  # ends when this process does
                stdout=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C is for the parent process
            )
            return name, self._child


def rehearse(name: str) -> None:
    """Load the compiled code of a game, which is still interpreted elsewhere in this process."""
    if not JIT:
        return
    with rehearsal():
        for _, load in stages(Game(name), ["match", "preview"]):
            load()


def change_over(name: str) -> None:
    """From now on the game runs compiled."""
    go(Game(name).dtype)


def _follow() -> None:
    """End when the parent process ends."""

    def follow() -> None:
        while os.read(0, 1):  # not sys.stdin: its lock must be free when Python ends
            pass
        os._exit(1)

    Thread(target=follow, name="watch parent", daemon=True).start()


if __name__ == "__main__":
    _follow()
    os.nice(5)
    game = Game(sys.argv[1])
    for _, work in stages(game, cold_parts(game, PLAY)):
        work()
