"""The line before the bot workers: fair to people and to tables, and bots that think less when many wait."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from litestar import Request

from tabiji.bots.protocol import Budget
from tabiji.server import bot_pool
from tabiji.server.api_error import ApiError
from tabiji.server.fair_queue import FairQueue
from tabiji.server.rate_limit import RateLimiter
from tabiji.server.settings import Settings


class Line:
    """People who ask, one after the other, and who was served when."""

    def __init__(self) -> None:
        self.queue = FairQueue(workers=1, target=0.9)
        self.served: list[str] = []
        self.seconds: dict[str, float] = {}
        self.leave: dict[str, asyncio.Event] = {}

    def ask(self, person: str, table: str) -> asyncio.Task[None]:
        return asyncio.create_task(self._ask(person, table))

    async def _ask(self, person: str, table: str) -> None:
        async with self.queue.place(person, table) as seconds:
            self.served.append(f"{person} {table}")
            self.seconds[f"{person} {table}"] = seconds
            await self.leave.setdefault(f"{person} {table}", asyncio.Event()).wait()

    async def serve(self, *expected: str) -> None:
        """The next ones, each of which leaves when it was served."""
        for who in expected:
            for _ in range(20):
                await asyncio.sleep(0)
            assert self.served[-1] == who
            self.leave[who].set()
        for _ in range(20):
            await asyncio.sleep(0)


def _run(work: Callable[[], Awaitable[None]]) -> None:
    async def go() -> None:
        async with asyncio.timeout(20):
            await work()

    asyncio.run(go())


def test_one_persons_tables_do_not_delay_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabiji.server.fair_queue.monotonic", lambda: 0.0)

    async def go() -> None:
        line = Line()
        tasks = [line.ask("ann", str(table)) for table in range(60)]
        await asyncio.sleep(0)
        tasks += [line.ask("ben", "a"), line.ask("cid", "b"), line.ask("ben", "c")]
        await line.serve("ann 0", "ann 1", "ben a", "cid b", "ann 2", "ben c", "ann 3", "ann 4")
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert line.queue._requests == {}
        assert line.queue._used == {}
        assert line.queue._busy == 0

    _run(go)


def test_one_long_thought_does_not_count_as_one_short_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ben's bot thinks for half of the time; then Ann's sixty tables have the other half, before his next turn."""
    now = 0.0
    monkeypatch.setattr("tabiji.server.fair_queue.monotonic", lambda: now)

    async def go() -> None:
        nonlocal now
        line = Line()
        tasks = [line.ask("ann", str(table)) for table in range(60)]
        tasks.append(line.ask("ben", "a"))
        await line.serve("ann 0", "ann 1")  # whose time is not yet counted: none has passed
        for _ in range(20):
            await asyncio.sleep(0)
        assert line.served[-1] == "ben a"
        now += 0.45
        line.leave["ben a"].set()
        await asyncio.sleep(0)
        tasks.append(line.ask("ben", "b"))
        for _ in range(1000):
            await asyncio.sleep(0)
            if line.served[-1] == "ben b":
                break
            now += 0.0075
            line.leave[line.served[-1]].set()
        served = line.served.index("ben b") - line.served.index("ben a")
        assert 50 < served <= 60
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert line.queue._used == {}

    _run(go)


def test_the_tables_of_a_person_have_turns() -> None:
    async def go() -> None:
        line = Line()
        tasks = [line.ask("ann", table) for table in ("a", "b", "b", "b", "c")]
        await line.serve("ann a", "ann b")
        assert line.served[-1] == "ann c"
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    _run(go)


def test_whoever_gives_up_leaves_the_line() -> None:
    async def go() -> None:
        line = Line()
        first, second, third = line.ask("ann", "a"), line.ask("ben", "b"), line.ask("cid", "c")
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        second.cancel()
        await line.serve("ann a", "cid c")
        await asyncio.gather(first, third)
        # a place that is given to somebody who gives up at the same moment is not lost
        holder, waiting = line.ask("ann", "d"), line.ask("ben", "e")
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        line.leave["ann d"].set()
        await holder
        waiting.cancel()
        await asyncio.gather(second, waiting, return_exceptions=True)
        assert line.queue._busy == 0

    _run(go)


def test_whoever_has_many_tables_has_bots_that_think_less(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabiji.server.fair_queue.monotonic", lambda: 0.0)

    async def go() -> None:
        line = Line()
        tasks = [line.ask("ann", str(table)) for table in range(60)]
        await line.serve("ann 0", "ann 1")
        tasks.append(line.ask("ben", "a"))
        await line.serve("ann 2", "ann 3", "ben a")
        assert line.seconds["ann 1"] == pytest.approx(0.9 / 59)
        assert line.seconds["ann 3"] == pytest.approx(0.9 / 2 / 57)
        assert line.seconds["ben a"] == pytest.approx(0.9 / 2)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    _run(go)


def test_bots_think_less_where_everything_else_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    time = iter(range(10_000))
    monkeypatch.setattr("tabiji.server.fair_queue.monotonic", lambda: next(time) / 20)  # each takes 50 ms

    async def go() -> None:
        line = Line()
        tasks = [line.ask("ann", str(table)) for table in range(60)]
        await line.serve(*(f"ann {table}" for table in range(50)))
        assert line.seconds["ann 10"] < 0.9 / 50  # less than its share
        assert line.seconds["ann 10"] >= 0.9 / 50 / 10
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    _run(go)


def test_a_worker_has_its_next_request_before_it_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabiji.server.fair_queue.monotonic", lambda: 0.0)

    async def go() -> None:
        line = Line()
        line.queue = FairQueue(workers=1, target=0.9, ahead=1)
        tasks = [line.ask("ann", str(table)) for table in range(60)]
        for _ in range(20):
            await asyncio.sleep(0)
        assert line.served == ["ann 0", "ann 1"]
        tasks.append(line.ask("ben", "a"))
        line.leave["ann 0"].set()
        for _ in range(20):
            await asyncio.sleep(0)
        assert line.served[2:] == ["ann 2"]  # its turn was next before Ben came
        assert line.seconds["ann 2"] == pytest.approx(0.9 / 2 / 59)  # shares are of one worker's time
        line.leave["ann 1"].set()
        for _ in range(20):
            await asyncio.sleep(0)
        assert line.served[3:] == ["ben a"]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    _run(go)


def test_a_bot_keeps_to_the_seconds_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_pool, "_speeds", {("tokaido", "skilled"): 4000.0})
    within = bot_pool._within
    assert within(Budget(milliseconds=800), ("tokaido", "strong"), 0.9).milliseconds == 800
    assert within(Budget(milliseconds=800), ("tokaido", "strong"), 0.015).milliseconds == 15
    assert within(Budget(milliseconds=800), ("tokaido", "strong"), 0.0001).milliseconds == 5
    assert within(Budget(simulations=400), ("tokaido", "skilled"), 0.9).simulations == 400
    assert within(Budget(simulations=400), ("tokaido", "skilled"), 0.015).simulations == 60
    assert within(Budget(simulations=400), ("tokaido", "skilled"), 0.0001).simulations == 20
    assert within(Budget(simulations=400), ("tsuro_seas", "skilled"), 0.015).simulations == 400  # not known yet
    assert within(Budget(), ("tokaido", "novice"), 0.015) == Budget()


def test_hints_have_a_quota(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabiji.server.rate_limit.time.monotonic", lambda: 0.0)
    limiter = RateLimiter(Settings(hints=9))

    def hints(person: str, address: str) -> int:
        """How many hints somebody gets."""
        connection = Request({"type": "http", "headers": [], "client": (address, 1)})  # type: ignore[arg-type, typeddict-item, var-annotated]
        for given in range(100):
            try:
                limiter.check_hint(connection, person)
            except ApiError:
                return given
        return 100

    assert [hints(f"guest {number}", "192.0.2.1") for number in range(6)] == [3, 3, 3, 3, 0, 0]
    assert hints("somebody", "192.0.2.2") == 3
