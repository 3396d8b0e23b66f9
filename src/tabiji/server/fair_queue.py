"""A queue that is fair to people, not to requests: whoever has sixty tables waits for them, and nobody else does.

Next is who had the least of the workers' time. So one long request of somebody does not count as one short one of
somebody else, and all that wait have their turn within the target.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from math import inf
from time import monotonic

from prometheus_client import Gauge

from tabiji.server.metrics import BOT_QUEUE

Tables = OrderedDict[str, deque[asyncio.Future[None]]]


class FairQueue:
    """Gives a number of places to people, each the same time, and to the tables of each person in turn."""

    def __init__(self, workers: int, target: float, ahead: int = 0, gauge: Gauge = BOT_QUEUE) -> None:
        self._workers = workers
        self._places = workers + ahead  # requests that are handed out; those ahead wait for a worker to be free
        self._gauge = gauge  # how many wait
        self._target = target  # seconds in which everything that waits should have had its turn
        self._busy = 0
        self._overhead = 0.0  # seconds of a worker that a request took more than it was given, on average
        self._left_at: float | None = None  # when the last request ended, if others have waited since
        self._waiting: OrderedDict[str, Tables] = OrderedDict()  # by person; who had a turn goes to the end
        self._requests: dict[str, int] = {}  # by person, those that have a place included
        self._used: dict[str, float] = {}  # seconds of workers, by person; of the absent if more than the least

    @asynccontextmanager
    async def place(self, person: str, table: str) -> AsyncIterator[float]:
        """A place for a request, and the seconds it may take: a fair share for the person and for each table."""
        if person not in self._requests:  # nobody saves up time by staying away
            self._used[person] = max(self._used.get(person, 0.0), self._least_used(0.0))
        self._requests[person] = self._requests.get(person, 0) + 1
        try:
            await self._wait(person, table)
            begun = monotonic()
            share = self._target * self._workers / (len(self._requests) * self._requests[person])
            given = max(share - self._overhead, share / 10)
            try:
                yield given
                self._note_end(given, share)
                self._used[person] += min(monotonic() - begun, share)
            finally:
                self._busy -= 1
                self._call_next()
        finally:
            self._requests[person] -= 1
            if not self._requests[person]:
                del self._requests[person]
                least = self._least_used(inf)
                self._used = {who: used for who, used in self._used.items() if who in self._requests or used > least}

    def _least_used(self, default: float) -> float:
        """The time that the one who had least of it had, among those who ask now."""
        return min((self._used[person] for person in self._requests), default=default)

    def _note_end(self, given: float, share: float) -> None:
        """Learn from the time between two ends in a full line how long a request really takes a worker."""
        now, before = monotonic(), self._left_at
        self._left_at = now if self._waiting else None
        if before is not None and share < self._target / 4:
            extra = max((now - before) * self._workers - given, 0)
            self._overhead += (min(extra, self._target) - self._overhead) / 8

    async def _wait(self, person: str, table: str) -> None:
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(person, OrderedDict()).setdefault(table, deque()).append(turn)
        self._call_next()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # its turn came at the same moment
                self._busy -= 1
                self._call_next()
            raise

    def _call_next(self) -> None:
        while self._busy < self._places and (turn := self._next()) is not None:
            if not turn.cancelled():
                self._busy += 1
                turn.set_result(None)
        self._gauge.set(sum(self._requests.values()) - self._busy)

    def _next(self) -> asyncio.Future[None] | None:
        """The next request of the next table of the next person; both go to the end of their lines."""
        if not self._waiting:
            return None
        # of equals the one who waits longest; who has given up is not counted any more, and passed over
        person = min(self._waiting, key=lambda person: self._used.get(person, 0.0))
        tables = self._waiting.pop(person)
        table, turns = tables.popitem(last=False)
        turn = turns.popleft()
        if turns:
            tables[table] = turns
        if tables:
            self._waiting[person] = tables
        return turn
