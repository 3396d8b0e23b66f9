"""Analyses of finished matches: computed by a process of their own at the lowest priority, and kept.

That process encodes what it finds: here it is only passed on, so that nobody's move waits for it.

A node that stops forgets what it has not finished; whoever looks asks again. If two nodes analyze the same match, both
find the same, and the last one keeps it.
"""

from __future__ import annotations

import asyncio
import gzip
import logging
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from time import monotonic
from typing import Any

from msgspec import Raw, Struct, json
from sqlalchemy import Connection, delete, insert, select

from tabiji.core.errors import TabijiError
from tabiji.core.jit import waits
from tabiji.core.match import Game
from tabiji.server import analysis_worker, stored_table
from tabiji.server.analysis_protocol import AnalysisStatus
from tabiji.server.analysis_worker import AnalysisStep
from tabiji.server.api_error import ApiError
from tabiji.server.fair_queue import FairQueue
from tabiji.server.live_table import LiveTable
from tabiji.server.match_log import Entry, MatchLog
from tabiji.server.metrics import ANALYSIS_QUEUE, MOVES
from tabiji.server.randomness import Randomness
from tabiji.server.replay_thread import in_thread
from tabiji.server.schema import analyses
from tabiji.server.storage import Storage, now
from tabiji.server.worker_pool import WorkerPool

log = logging.getLogger("tabiji.analyses")
_TURN = 0.5  # seconds of a person's turn
_FAILED = 256  # failures that are remembered
_SOON = 0.2  # seconds for which a request waits for the first results
# Rests while people move, as a multiple of the work before. The thread that judges makes way at once, but Linux looks
# for a free processor less where all of them are nearly always used: then moves wait for each other on one of them.
_REST = 2


class EncodedAnalysis(Struct):
    """An AnalysisInfo whose parts are JSON already."""

    status: AnalysisStatus
    total: int = 0
    decisions: list[Raw] = []
    summary: Raw = Raw(b"null")
    problem: str | None = None
    sketch: Raw = Raw(b"[]")

    def after(self, known: int) -> EncodedAnalysis:
        """What is new to somebody who knows so many decisions."""
        sketch = Raw(b"[]") if known else self.sketch
        return EncodedAnalysis(self.status, self.total, self.decisions[known:], self.summary, self.problem, sketch)


@dataclass
class RunningAnalysis:
    """An analysis that goes on."""

    found: EncodedAnalysis
    begun: asyncio.Event = field(default_factory=asyncio.Event)  # there are results, or will be none


class Analyses:
    """What is being analyzed on this node, and what was kept."""

    def __init__(self, storage: Storage, randomness: Randomness) -> None:
        self._storage = storage
        self._shallow = randomness.fixed
        self._pool = WorkerPool(1)
        self._queue = FairQueue(1, _TURN, gauge=ANALYSIS_QUEUE)
        self._expected: set[str] = set()  # games whose analyses are loaded
        self._running: dict[str, RunningAnalysis] = {}
        self._failed: dict[str, EncodedAnalysis] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._rest_until = 0.0  # the worker's, by the monotonic clock

    async def stop(self) -> None:
        """Stop analyzing."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._pool.stop()

    def expect(self, game: Game) -> None:
        """A match may be analyzed after its end: load what that needs, which takes longer than to begin."""
        if game.spec.name not in self._expected and not waits(game.dtype) and not self._shallow:
            self._expected.add(game.spec.name)
            self._pool.submit_to_all(analysis_worker.load, game.spec.name)

    async def look(self, live: LiveTable) -> EncodedAnalysis:
        """The analysis of a match as far as it is; an ApiError if the match is not over, or cannot be analyzed."""
        match_log, table = _finished(live), live.table.id
        if table in self._running:
            return self._running[table].found
        kept = await self._storage.read(partial(_kept, table=table))
        if kept is not None:
            return await in_thread(_unpack, kept.analysis)
        if table in self._failed:
            return self._failed[table]
        return EncodedAnalysis("none", len(match_log.match.moves))

    async def begin(self, live: LiveTable, person: str, charge: Any) -> EncodedAnalysis:
        """Analyze a match for a person, unless that is being done or was done by the network of today; what is found
        in a moment."""
        match_log, table = _finished(live), live.table.id
        if waits(match_log.match.game.dtype):
            raise ApiError("not_ready", "analyses are not ready yet: try again in a moment")
        network = await in_thread(analysis_worker.network_of, match_log.match.game.spec.name)
        if not network:
            raise ApiError("not_analyzable", "there is no network that could judge this game")
        kept = await self._storage.read(partial(_kept, table=table))
        if table in self._running:
            return self._running[table].found
        if kept is not None and kept.network == network:
            return await in_thread(_unpack, kept.analysis)
        charge()
        self._failed.pop(table, None)
        match_record = await in_thread(_encoded_record, match_log)
        if table not in self._running:  # nobody else has begun meanwhile
            self._running[table] = RunningAnalysis(EncodedAnalysis("waiting", len(match_log.match.moves)))
            task = asyncio.create_task(self._analyze(table, person, match_record, move_entries(live.log.entries)))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        running = self._running[table]
        with suppress(TimeoutError):
            await asyncio.wait_for(running.begun.wait(), _SOON)
        return running.found

    async def _analyze(self, table: str, person: str, match_record: bytes, entries: list[int]) -> None:
        running = self._running[table]
        found, steps, about = running.found, 0, (table, match_record, entries)
        try:
            while True:
                async with self._queue.place(person, table):
                    found.status = "running"
                    step = await self._next_step(about, steps)
                if step.kept:
                    break
                steps += 1
                found.decisions += map(Raw, step.decisions)
                found.sketch = Raw(step.sketch) if steps == 1 else found.sketch
                running.begun.set()
            await self._storage.write(partial(_keep, table=table, network=step.network, packed=step.kept))
        except asyncio.CancelledError:
            raise
        except Exception as error:
            said = str(error) if isinstance(error, TabijiError) else "internal error"
            log.error("a match cannot be analyzed", exc_info=error, extra={"table": table})
            self._failed[table] = EncodedAnalysis("failed", found.total, problem=said)
            while len(self._failed) > _FAILED:
                del self._failed[next(iter(self._failed))]
        finally:
            del self._running[table]
            running.begun.set()

    async def _next_step(self, about: tuple[str, bytes, list[int]], done: int) -> AnalysisStep:
        """The next step of an analysis. If moves were made meanwhile, the worker rests before the one after it."""
        if done:  # the first is short, and somebody waits for it
            await asyncio.sleep(self._rest_until - monotonic())
        begun, moves = monotonic(), MOVES.count
        step: AnalysisStep = await self._pool.ask(analysis_worker.next_step, *about, done, self._shallow)
        if MOVES.count > moves:
            ended = monotonic()
            self._rest_until = ended + _REST * (ended - begun)
        return step


def _finished(live: LiveTable) -> MatchLog:
    """The match of a table that is over and was played to its end, or an ApiError."""
    match_log = live.match_log
    if match_log is None or live.table.status != stored_table.OVER:
        raise ApiError("not_over", "a match is analyzed after its end: before, nobody may know what is hidden")
    if not match_log.match.over:
        raise ApiError("not_analyzable", "this match was not played to its end")
    return match_log


def move_entries(entries: list[Entry]) -> list[int]:
    """The numbers of the entries of the moves that were not taken back, in their order."""
    found: list[int] = []
    for entry in entries:
        if entry.kind == "move":
            found.append(entry.number)
        elif entry.kind == "undo":
            del found[int(entry.text) :]
    return found


def _encoded_record(match_log: MatchLog) -> bytes:
    return json.encode(match_log.match.record())  # without names: what is kept says nothing of people


def _unpack(packed: bytes) -> EncodedAnalysis:
    return json.decode(gzip.decompress(packed), type=EncodedAnalysis)


def _kept(connection: Connection, table: str) -> Any:
    return connection.execute(select(analyses).where(analyses.c.table == table)).first()


def _keep(connection: Connection, table: str, network: str, packed: bytes) -> None:
    connection.execute(delete(analyses).where(analyses.c.table == table))
    connection.execute(insert(analyses).values(table=table, network=network, made=now(), analysis=packed))
