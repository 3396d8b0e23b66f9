"""The analysis of a match on the server: what the library says, after the end, kept, and nobody's bot waits for it."""

from __future__ import annotations

import asyncio
import gzip
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from threading import Event
from typing import Any, cast
from unittest.mock import AsyncMock, MagicMock

import msgspec
import pytest
from msgspec import json

from tabiji.analysis import Depth, analyze
from tabiji.core.match import Game
from tabiji.server import analyses as analyses_module
from tabiji.server import analysis_worker, worker_pool
from tabiji.server.analyses import Analyses, EncodedAnalysis, RunningAnalysis, _unpack, move_entries
from tabiji.server.analysis_protocol import AnalysisInfo
from tabiji.server.analysis_worker import AnalysisStep
from tabiji.server.bot_pool import BotPool
from tabiji.server.careers import _Kept
from tabiji.server.match_log import Entry
from tabiji.server.match_runner import MatchRunner
from tabiji.server.metrics import MOVES
from tabiji.server.randomness import Randomness
from tabiji.server.storage import Storage

from tests.games.settings import random_match
from tests.server.node import Node
from tests.server.node_factory import NodeFactory, QuickNode
from tests.server.visitor import TableSocket, Visitor, raises_api_error, run

pytestmark = pytest.mark.compiled
SHALLOW = Depth(2, 1, 0, 2, 0)


async def played(ann: Visitor, **settings: Any) -> str:
    """A match of somebody against a bot, to its end."""
    table = await ann.table(**({"game": "tsuro_seas", "players": 2, "bots": ["novice"], "start": True} | settings))
    async with ann.sit(table) as seat:
        await play_to_the_end(seat)
    return table


async def play_to_the_end(seat: TableSocket) -> None:
    await seat.play_on(Random(3))
    await seat.ended()


async def analyzed(ann: Visitor, table: str) -> AnalysisInfo:
    """Ask for an analysis, and poll until it is there, as the page does."""
    found = msgspec.convert(await ann.post(f"/api/tables/{table}/analysis"), type=AnalysisInfo)
    decisions: list[Any] = []
    async with asyncio.timeout(60):
        while True:
            assert not (decisions and found.sketch)  # it is told once
            decisions += found.decisions
            assert found.status in ("waiting", "running", "done"), found.problem
            if found.status == "done":
                return msgspec.structs.replace(found, decisions=decisions, sketch=[])
            await asyncio.sleep(0.02)
            answer = await ann.get(f"/api/tables/{table}/analysis", after=len(decisions))
            found = msgspec.convert(answer, type=AnalysisInfo)


def test_the_server_says_what_the_library_says_and_keeps_it(node_factory: NodeFactory, tmp_path: Path) -> None:
    node = QuickNode(node_factory, database=f"sqlite:///{tmp_path / 'tabiji.db'}")

    async def first() -> tuple[str, AnalysisInfo]:
        async with Visitor(node.base, "Ann") as ann:
            table = await played(ann)
            assert (await ann.get(f"/api/tables/{table}/analysis"))["status"] == "none"
            found = await analyzed(ann, table)
            record = await ann.get(f"/api/tables/{table}/record")
            expected = analyze(record, depth=SHALLOW)
            assert found.total == len(found.decisions) == len(expected.decisions)
            for one, other in zip(found.decisions, expected.decisions, strict=True):
                assert (one.number, one.seat, one.played, one.best) == (
                    other.number,
                    other.seat,
                    other.played,
                    other.best,
                )
                assert (one.grade, one.cost) == (other.grade, pytest.approx(other.cost, abs=1e-5))
                assert one.before == pytest.approx(expected.curve[one.number - 1], abs=1e-5)
                assert one.luck == pytest.approx(other.luck, abs=1e-5)
                assert one.grade is None or one.played in [move.move for move in one.moves]
            assert found.summary is not None
            for seat, summary in zip(found.summary.seats, expected.seats, strict=True):
                assert seat.result == pytest.approx(0.5 + seat.luck + seat.own + seat.others, abs=1e-4)
                assert seat.accuracy == pytest.approx(summary.accuracy, abs=1e-5)
            assert found.summary.network == expected.network["sha256"]
            assert found.decisions[-1].entry == len(await ann.get(f"/api/tables/{table}/steps"))
            return table, found

    table, found = run(first())
    node.stop()
    node.start()

    async def second() -> None:
        async with Visitor(node.base) as stranger:  # who has the link, and is not signed in
            kept = msgspec.convert(await stranger.get(f"/api/tables/{table}/analysis"), type=AnalysisInfo)
            assert kept == found

    run(second())
    node.kill()


def test_nothing_before_the_end_and_not_of_what_was_not_played_to_its_end(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "Ann") as ann, Visitor(node.base) as stranger:
            table = await ann.table(game="tsuro_seas", players=2)
            with raises_api_error("not_over"):
                await ann.post(f"/api/tables/{table}/analysis")
            await ann.put(f"/api/tables/{table}/seats/1/bot", level="novice")
            await ann.post(f"/api/tables/{table}/start")
            for ask in (ann.get, ann.post):
                with raises_api_error("not_over"):
                    await ask(f"/api/tables/{table}/analysis")
            given = await ann.table(game="tokaido_duo", players=2, bots=["novice"], desertion="forfeit", start=True)
            async with ann.sit(given) as seat:
                await ann.post(f"/api/tables/{given}/leave")
                await seat.ended()
            with raises_api_error("not_analyzable"):
                await ann.post(f"/api/tables/{given}/analysis")
            with raises_api_error("not_signed_in"):
                await stranger.post(f"/api/tables/{given}/analysis")

    run(go())


def test_analyses_have_a_quota_that_what_is_kept_does_not_count_for(node_factory: NodeFactory, tmp_path: Path) -> None:
    node = QuickNode(node_factory, database=f"sqlite:///{tmp_path / 'tabiji.db'}", analyses=6)  # a burst of one

    async def go() -> None:
        async with Visitor(node.base, "Ann") as ann:
            first, second = await played(ann), await played(ann)
            await analyzed(ann, first)
            await analyzed(ann, first)
            with raises_api_error("slow_down"):
                await ann.post(f"/api/tables/{second}/analysis")

    run(go())
    node.kill()


def test_a_bot_answers_while_a_match_is_analyzed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Analyses have a process of their own: no bot stands behind them in a line, however long they take."""
    released = Event()
    monkeypatch.setattr(worker_pool, "ProcessPoolExecutor", lambda workers, **_: ThreadPoolExecutor(workers))
    monkeypatch.setattr(analysis_worker, "next_step", lambda *_: released.wait(20) and AnalysisStep(kept=b"all"))

    async def go() -> None:
        randomness = Randomness()
        analyses, bots = Analyses(cast(Storage, AsyncMock()), randomness), BotPool(1, randomness)
        running = analyses._running["table"] = RunningAnalysis(EncodedAnalysis("waiting", 1))
        analyzing = asyncio.create_task(analyses._analyze("table", "Ann", b"{}", [1]))
        match = Game("tsuro_seas", 2).new(1)
        try:
            assert await bots.choose(match, "novice", "Ben", "other") in match.legal
            assert (running.found.status, analyzing.done()) == ("running", False)
        finally:
            released.set()
            await analyzing

    run(go())


def test_who_asks_hears_of_the_first_results_and_nobody_waits_for_what_was_encoded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(worker_pool, "ProcessPoolExecutor", lambda workers, **_: ThreadPoolExecutor(workers))
    steps = [AnalysisStep(sketch=b"[[0.5,0.5]]"), AnalysisStep(decisions=[b"1", b"2"])]
    steps += [AnalysisStep(decisions=[b"3"]), AnalysisStep(kept=b"all", network="n")]
    go_on, asked = [Event() for _ in steps], []

    def next_step(table: str, record: bytes, entries: list[int], done: int, shallow: bool) -> AnalysisStep:
        asked.append((table, record, entries, done))
        go_on[done].wait(20)
        return steps[done]

    monkeypatch.setattr(analysis_worker, "next_step", next_step)

    async def go() -> None:
        storage = AsyncMock()
        analyses = Analyses(cast(Storage, storage), Randomness())
        running = analyses._running["table"] = RunningAnalysis(EncodedAnalysis("waiting", 3))
        analyzing = asyncio.create_task(analyses._analyze("table", "Ann", b"{}", [4, 5, 7]))
        go_on[0].set()
        await running.begun.wait()
        sketched = json.decode(json.encode(running.found.after(0)))
        assert (sketched["sketch"], sketched["decisions"], sketched["summary"]) == ([[0.5, 0.5]], [], None)
        for event in go_on:
            event.set()
        await analyzing
        assert json.decode(json.encode(running.found.after(1))) == sketched | {"sketch": [], "decisions": [2, 3]}
        assert asked == [("table", b"{}", [4, 5, 7], done) for done in range(4)]
        [[keep], _] = storage.write.call_args
        assert keep.keywords == {"table": "table", "network": "n", "packed": b"all"}

    run(go())


def test_who_moves_comes_before_who_analyzes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sketch is polite; all else runs where nothing else wants to, and makes way for a move at once."""
    monkeypatch.setattr(analysis_worker, "_next_step", lambda *_: (os.sched_getscheduler(0), os.nice(0)))
    policy, priority = own = os.sched_getscheduler(0), os.nice(0)
    found = [analysis_worker.next_step("table", b"", [], done) for done in range(4)]
    assert found[0] == (policy, min(priority + 10, 19))
    assert [policy for policy, _ in found[1:]] == [os.SCHED_IDLE] * 3
    assert analysis_worker.next_step("table", b"", [], 3, shallow=True) == own


def test_the_worker_rests_while_people_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twice as long as it has worked; the sketch, which somebody waits for, never waits."""
    time, rests = [100.0], list[float]()
    monkeypatch.setattr(analyses_module, "monotonic", lambda: time[0])

    async def sleep(seconds: float) -> None:
        rests.append(seconds)
        time[0] += max(seconds, 0)

    moves_during = iter([0, 0, 3, 0, 1])

    async def ask(*_: Any) -> AnalysisStep:
        MOVES.count += next(moves_during)
        time[0] += 0.25
        return AnalysisStep()

    async def go() -> None:
        analyses = Analyses(cast(Storage, None), Randomness())
        monkeypatch.setattr(analyses._pool, "ask", ask)
        monkeypatch.setattr(analyses_module.asyncio, "sleep", sleep)
        for done in (0, 1, 2, 3, 0):
            await analyses._next_step(("table", b"", []), done)

    run(go())
    waited = [max(seconds, 0) for seconds in rests]
    assert waited == [0, 0, 0.5]


def test_a_worker_sketches_the_match_before_it_judges() -> None:
    record = random_match(Game("tsuro_seas", 2), 3).record()
    entries = list(range(2, len(record["moves"]) + 2))
    first, second, *others = analysis_worker.analysis_steps(record, entries, shallow=True)
    asked = "table", json.encode(record), entries
    assert [analysis_worker.next_step(*asked, done, True) for done in range(2 + len(others))][-1] == others[-1]
    assert "table" not in analysis_worker._begun  # nothing is left of what is done
    sketch, decisions = json.decode(first.sketch), [json.decode(one) for one in second.decisions]
    assert (len(sketch), first.decisions) == (len(entries) + 1, [])
    assert all(sum(shares) == pytest.approx(1, abs=1e-4) for shares in sketch)
    assert (second.sketch, decisions[0]["number"], decisions[0]["entry"]) == (b"[]", 1, 2)
    kept = json.decode(gzip.decompress(others[-1].kept), type=AnalysisInfo)
    assert (kept.status, kept.total, kept.sketch, [one.entry for one in kept.decisions]) == (
        "done",
        len(entries),
        [],
        entries,
    )
    assert kept.summary is not None
    assert sketch[-1] == kept.summary.result
    # what was kept by earlier versions can be read, too
    old = json.decode(gzip.decompress(others[-1].kept))
    del old["sketch"]
    for seat in old["summary"]["seats"]:
        del seat["level_to"]
    packed = gzip.compress(json.encode(old))
    assert json.decode(json.encode(_unpack(packed))) == old | {"sketch": []}
    [seen] = {one.level_to for one in json.decode(gzip.decompress(packed), type=_Kept).summary.seats}
    assert seen is None


def test_an_analysis_is_loaded_while_the_first_match_of_a_game_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that the first results of the first analysis do not wait for a process, its libraries and a network."""
    analyses, asked = Analyses(cast(Storage, None), Randomness()), []
    monkeypatch.setattr(analyses._pool, "submit_to_all", lambda *work: asked.append(work))
    for game in (Game("tsuro_seas", 2), Game("tsuro_seas", 4), Game("tokaido", 2)):
        analyses.expect(game)
    assert asked == [(analysis_worker.load, "tsuro_seas"), (analysis_worker.load, "tokaido")]
    analysis_worker.load("tsuro_seas")

    told: list[Game] = []
    live = MagicMock(match_log=MagicMock(over=False))
    registry = MagicMock(get=AsyncMock(return_value=live))
    runner = MatchRunner(MagicMock(), registry, MagicMock(), MagicMock())
    runner.on_match = told.append

    async def advance(*_: Any) -> None:
        assert told == [live.match_log.match.game]
        live.match_log.over = True

    monkeypatch.setattr(runner, "_advance", advance)
    run(runner._run_match("table"))
    assert len(told) == 2


def test_a_worker_takes_one_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    """NumPy's threads would take those of bystanders."""
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)

    async def go() -> None:
        pool = worker_pool.WorkerPool(1)
        try:
            assert await pool.ask(os.getenv, "OPENBLAS_NUM_THREADS") == "1"
        finally:
            await pool.stop()

    run(go())


def test_moves_that_were_taken_back_are_not_counted() -> None:
    def entry(number: int, kind: Any, text: str = "") -> Entry:
        return Entry(number, kind, 0, text, 0)

    log = [entry(1, "move"), entry(2, "move"), entry(3, "undo", "1"), entry(4, "hint"), entry(5, "move")]
    assert move_entries(log) == [1, 5]
