"""Puzzles on the server: one of the day, others near one's rating, verdicts, ratings and streaks."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import msgspec
import pytest
from sqlalchemy import Connection, insert, select

from tabiji.analysis.puzzles import Puzzle, shipped_puzzles
from tabiji.core.game_spec import game_names
from tabiji.server import account_data, match_puzzles, puzzles, schema
from tabiji.server.analysis_worker import network_of
from tabiji.server.api_error import ApiError
from tabiji.server.puzzle_protocol import PuzzleInfo, PuzzleVerdict
from tabiji.server.puzzles import Puzzles, PuzzleSet
from tabiji.server.storage import Storage, connect, upgrade

from tests.server.node import Node
from tests.server.visitor import Visitor, raises_api_error, run

T = TypeVar("T")
GAME = "tsuro_seas"


@pytest.fixture(autouse=True)
def a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test runs over midnight."""
    monkeypatch.setattr(puzzles, "today", lambda: 20_000)


def free(_: float) -> None:
    """Nobody counts the requests here."""


def puzzle_set(game: str = GAME) -> PuzzleSet:
    found = shipped_puzzles(game)
    assert found is not None
    return PuzzleSet(found)


def use(folder: Path, work: Callable[[Puzzles, Storage], Awaitable[T]]) -> T:
    """Run something with the puzzles of a server on which `ann` and `bo` are."""

    async def inside() -> T:
        engine = connect(f"sqlite:///{folder / 'tabiji.db'}")
        upgrade(engine)
        storage = Storage(engine)
        rows = [{"id": name, "name": name, "epoch": 0, "created": 0} for name in ("ann", "bo", "deleted")]
        await storage.write(lambda connection: connection.execute(insert(schema.people), rows))
        try:
            return await work(Puzzles(storage), storage)
        finally:
            await asyncio.to_thread(storage.close)

    return asyncio.run(inside())


@pytest.mark.parametrize("game", game_names())
def test_every_day_has_a_puzzle_and_none_comes_twice(game: str) -> None:
    found = puzzle_set(game)
    count = len(found.puzzles)
    turn = range(count * 90, count * 91)
    assert {found.of_the_day(day) for day in turn} == set(found.puzzles)
    assert [found.of_the_day(day) for day in turn[:9]] == [puzzle_set(game).of_the_day(day) for day in turn[:9]]
    assert Counter(map(found.difficulty, found.puzzles)).keys() == {"easy", "medium", "hard"}
    easy = [one for one in found.puzzles if found.difficulty(one) == "easy"]
    hard = [one for one in found.puzzles if found.difficulty(one) == "hard"]
    assert max(found.mu[one] for one in easy) < min(found.mu[one] for one in hard)


def test_days_in_a_row() -> None:
    row: dict[str, Any] = dict(puzzles._UNRATED)
    seen = []
    for day, solved in ((10, True), (10, False), (11, False), (12, True), (14, True)):
        row = puzzles.with_day(row, day, solved)
        seen.append((row["days"], row["last_day_solved"]))
    assert seen == [(1, True), (1, True), (2, False), (3, True), (1, True)]


def test_answers_count_once_and_ratings_follow_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def go(service: Puzzles, _: Storage) -> None:
        today = await service.of_the_day(GAME, "ann", free)
        assert (today.daily, today.answered) == (True, False)
        best = puzzle_set().puzzles[today.id].moves
        first = await service.answer(GAME, today.id, "ann", best[0].move)
        assert (first.solved, first.counted, first.best) == (True, True, best[0].move)
        assert (first.stats.today, first.stats.days, first.stats.streak, first.stats.answers) == ("solved", 1, 1, 1)
        assert first.stats.skill > 0  # it starts at zero
        assert [(one.move, one.share) for one in first.moves] == [(one.move, one.share) for one in best]
        again = await service.answer(GAME, today.id, "ann", best[1].move)
        assert (again.solved, again.counted, again.stats) == (False, False, first.stats)
        wrong = await answered(service, "ann", right=False)
        assert wrong.stats.skill < first.stats.skill
        assert (wrong.stats.streak, wrong.stats.best_streak, wrong.stats.days) == (0, 1, 1)
        monkeypatch.setattr(puzzles, "today", lambda: 20_001)
        tomorrow = await service.of_the_day(GAME, "ann", free)
        assert tomorrow.id != today.id
        [*_, stats] = [one for one in await service.stats("ann") if one.game == GAME]
        assert (stats.today, stats.days) == ("open", 1)
        missed = await service.answer(GAME, tomorrow.id, "ann", puzzle_set().puzzles[tomorrow.id].moves[-1].move)
        assert (missed.stats.today, missed.stats.days) == ("missed", 2)
        monkeypatch.setattr(puzzles, "today", lambda: 20_003)
        assert [one.days for one in await service.stats("ann")] == [0, 0, 0]
        assert {one.answers for one in await service.stats("bo")} == {0}
        assert (await answered(service, "bo", right=False)).stats.skill == 0.0  # and not less

    use(tmp_path, go)


async def answered(service: Puzzles, person: str, right: bool) -> PuzzleVerdict:
    """The next puzzle, answered well or badly."""
    asked = await service.next_for(GAME, person, free)
    assert not asked.answered
    moves = puzzle_set().puzzles[asked.id].moves
    return await service.answer(GAME, asked.id, person, moves[0 if right else -1].move)


def test_the_next_one_is_new_and_fits(tmp_path: Path) -> None:
    async def go(service: Puzzles, _: Storage) -> None:
        found, seen = puzzle_set(), list[PuzzleInfo]()
        for _turn in range(8):
            one = await service.next_for(GAME, "ann", free)
            assert (await service.next_for(GAME, "ann", free)).id == one.id  # until it is answered
            await answered(service, "ann", right=True)
            await answered(service, "bo", right=False)
            seen.append(one)
        assert len({one.id for one in seen}) == len(seen)
        assert not any(one.daily for one in seen)
        hers, his = [await service.next_for(GAME, who, free) for who in ("ann", "bo")]
        assert found.mu[hers.id] > found.mu[seen[0].id] > found.mu[his.id]
        every = list(found.puzzles)
        assert found.next_for("ann", 25, every, 1) == every[0]  # all are known: the first one again

    use(tmp_path, go)


def test_what_is_refused(tmp_path: Path) -> None:
    async def go(service: Puzzles, _: Storage) -> None:
        today = await service.of_the_day(GAME, None, free)
        for game, name, move, code in (
            ("chess", today.id, "e4", "not_found"),
            (GAME, "nothing", "e4", "not_found"),
            (GAME, today.id, "place 99 r9", "bad_move"),
        ):
            with pytest.RaisesExc(ApiError, check=lambda error, code=code: error.code == code):  # type: ignore[misc]
                await service.answer(game, name, "ann", move)

        def refuse(_: float) -> None:
            raise ApiError("slow_down", "")

        await service.of_the_day(GAME, None, refuse)  # it is known already, and costs nothing
        with pytest.RaisesExc(ApiError, check=lambda error: error.code == "slow_down"):
            await service.next_for(GAME, None, refuse)

    use(tmp_path, go)


def test_erasing_a_person_erases_the_answers(tmp_path: Path) -> None:
    async def go(service: Puzzles, storage: Storage) -> None:
        await answered(service, "ann", right=True)
        mine = await storage.read(lambda connection: account_data.download(connection, "ann"))
        assert [row["solved"] for row in mine["puzzle_answers"]] == [True]
        assert [row["answers"] for row in mine["puzzle_ratings"]] == [1]
        await storage.write(lambda connection: account_data.erase(connection, "ann"))
        for table in (schema.puzzle_answers, schema.puzzle_ratings):
            assert await storage.read(lambda connection, table=table: connection.execute(select(table)).all()) == []

    use(tmp_path, go)


async def sat_together(storage: Storage, table: str, *who: str | None) -> None:
    """A finished match of some people; None is a bot."""
    over = {"host": "ann", "game": GAME, "players": 2, "options": "{}", "clock": "{}", "access": "open", "created": 0}
    over |= {"id": table, "desertion": "bot", "hints": True, "pace": 0, "status": "over", "ended": 1}
    played = {
        "table": table,
        "game": GAME,
        "players": 2,
        "score": 0,
        "rank": 1,
        "share": 1,
        "deserted": False,
        "ended": 1,
    }

    def write(connection: Connection) -> None:
        connection.execute(insert(schema.tables).values(over))
        for seat, person in enumerate(who):
            connection.execute(insert(schema.seats).values(table=table, seat=seat, person=person, name="-"))
            connection.execute(insert(schema.results).values(played | {"seat": seat, "person": person}))

    await storage.write(write)


def test_puzzles_of_matches_need_everybody_s_consent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = next(iter(puzzle_set().puzzles.values()))

    async def go(service: Puzzles, storage: Storage) -> None:
        matches = {"both": ("ann", "bo"), "alone": ("ann", None), "bots": (None, None), "dull": ("ann", "bo")}
        for table, who in matches.items():
            await sat_together(storage, table, *who)

        def found(connection: Connection, network: str = network_of(GAME)) -> list[str]:
            return sorted(match_puzzles.agreed_matches(connection, GAME, network))

        assert await storage.read(found) == []  # nobody was asked
        await storage.write(lambda connection: match_puzzles.agree(connection, "ann", True))
        assert await storage.read(found) == ["alone"]
        await storage.write(lambda connection: match_puzzles.agree(connection, "bo", True))
        assert await storage.read(found) == ["alone", "both", "dull"]

        counts = len(puzzle_set().puzzles)
        monkeypatch.setattr(puzzles, "_FRESH", -1)
        monkeypatch.setattr(match_puzzles, "_match", lambda connection, table: table)
        mine = "tabiji.analysis.puzzles.make.puzzles_of_match"
        of_table = {one: [msgspec.structs.replace(real, id=f"of {one}")] for one in ("alone", "both")}
        monkeypatch.setattr(mine, lambda table, judge: of_table.get(table, []))
        made = await asyncio.to_thread(lambda: dict(match_puzzles.make(storage._engine, GAME)))
        assert made == {"alone": 1, "both": 1, "dull": 0}
        assert await storage.read(found) == []  # once is enough, also where nothing was found
        assert await storage.read(partial(found, network="another")) == ["dull"]  # which may see more
        assert {one.game: one.puzzles for one in await service.stats("ann")}[GAME] == counts + 2
        verdict = await service.answer(GAME, "of both", "bo", real.moves[0].move)
        assert verdict.solved
        assert len(verdict.network) == 64
        assert puzzle_set().of_the_day(7) == (await service._found(GAME)).of_the_day(7)

        await storage.write(lambda connection: match_puzzles.agree(connection, "bo", False))  # taken back
        left = await service._found(GAME)
        assert "of both" not in left.puzzles
        assert "of alone" in left.puzzles
        await storage.write(lambda connection: match_puzzles.agree(connection, "bo", True))
        assert await storage.read(found) == ["both", "dull"]  # to be searched again
        await storage.write(lambda connection: account_data.erase(connection, "ann"))
        assert len((await service._found(GAME)).puzzles) == counts
        assert await storage.read(found) == []

    use(tmp_path, go)


@pytest.mark.parametrize("game", game_names())
def test_a_guest_solves_a_puzzle_and_sees_only_what_the_seat_saw(node: Node, game: str) -> None:
    async def go() -> None:
        async with Visitor(node.base) as stranger, Visitor(node.base, "Ann") as ann:
            asked = await stranger.get(f"/api/puzzles/{game}")
            puzzle = puzzle_set(game).puzzles[asked["id"]]
            other_deal = puzzle.match(game).determinize(puzzle.seat, 99)
            assert asked["view"] | asked["setting"] == other_deal.view(puzzle.seat)
            assert asked.keys() == set(PuzzleInfo.__struct_fields__)
            assert [one["move"] for one in asked["preview"]["previews"]] == asked["view"]["legal"]
            assert asked["seat"] == asked["view"]["seat"] == puzzle.seat
            with raises_api_error("not_signed_in"):
                await stranger.post(f"/api/puzzles/{game}/{puzzle.id}", move=puzzle.moves[0].move)
            verdict = await ann.post(f"/api/puzzles/{game}/{puzzle.id}", move=puzzle.moves[0].move)
            assert verdict["solved"]
            assert verdict["counted"]
            assert {one["game"]: one["answers"] for one in await ann.get("/api/puzzles")}[game] == 1
            by_link = f"/api/puzzles/{game}/{puzzle.id}"
            assert ((await ann.get(by_link))["answered"], (await stranger.get(by_link))["answered"]) == (True, False)
            assert (await ann.get(f"/api/puzzles/{game}/next"))["answered"] is False
            with raises_api_error("not_found"):
                await stranger.get(f"/api/puzzles/{game}/nothing")
            assert (await ann.get("/api/me/account"))["puzzles"] is False
            await ann.put("/api/me/puzzles", agreed=True)
            assert (await ann.get("/api/me/account"))["puzzles"] is True

    run(go())


@pytest.mark.compiled
def test_the_operator_makes_puzzles_of_a_match(node: Node) -> None:
    async def go() -> str:
        async with Visitor(node.base, "Okiku") as guest:
            await guest.put("/api/me/puzzles", agreed=True)
            table = await guest.table(game=GAME, players=2, bots=["novice"], start=True)
            async with guest.sit(table) as seat:
                await seat.play_on(Random(3))
                await seat.ended()
            return table

    table = run(go())
    engine = connect(node.database)
    made = dict(match_puzzles.make(engine, GAME))
    with engine.connect() as connection:
        kept = connection.execute(select(schema.puzzles).where(schema.puzzles.c.table == table)).all()
    engine.dispose()
    assert made[table] == len(kept)
    for row in kept:
        puzzle = msgspec.json.decode(row.puzzle, type=Puzzle)
        assert puzzle.match(GAME).seat == puzzle.seat
