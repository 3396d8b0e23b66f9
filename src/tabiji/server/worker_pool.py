"""Worker processes that compute. When one dies the pool is restarted, and the request is repeated."""

from __future__ import annotations

import asyncio
import logging
import os
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Any

log = logging.getLogger("tabiji.worker_pool")
_TRIES = 5


def _begin() -> None:
    """End this worker with its server: otherwise it would wait forever after the server is killed."""

    def follow() -> None:
        server = parent_process()
        if server is not None:
            server.join()
            os._exit(1)

    Thread(target=follow, name="parent watcher", daemon=True).start()


class WorkerPool:
    """A number of processes, started when they are needed."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None

    def submit_to_all(self, work: Any, *about: Any) -> None:
        """Let every worker do something that nobody waits for."""
        pool = self._ready()
        for _ in range(self._workers):
            pool.submit(work, *about)

    async def ask(self, work: Any, *about: Any) -> Any:
        """What a worker answers."""
        for again in range(_TRIES):
            pool = self._ready()
            try:
                return await asyncio.wrap_future(pool.submit(work, *about))
            except BrokenProcessPool:
                log.warning("a worker died: retrying", extra={"tries": again + 1})
                if self._pool is pool:
                    self._pool = None
                    pool.shutdown(wait=False)
        raise RuntimeError("every worker died")

    async def stop(self) -> None:
        """Kill the workers at once: pending requests are repeated after the next start."""
        if self._pool is not None:
            for worker in list((self._pool._processes or {}).values()):
                worker.kill()
            await asyncio.to_thread(self._pool.shutdown, cancel_futures=True)

    def _ready(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # One processor for a worker: threads of NumPy would take others, and wait for each other.
            os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
            self._pool = ProcessPoolExecutor(self._workers, mp_context=get_context("spawn"), initializer=_begin)
        return self._pool
