"""Any requests in any order: numbers have no gaps, nothing is applied twice, and the log rebuilds the match."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from random import Random
from typing import Any, TypeVar
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Engine, create_engine, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.pool import StaticPool

from tabiji.core.match import Game, Match
from tabiji.server import lobby, schema, stored_table
from tabiji.server.api_error import ApiError
from tabiji.server.clock import LiveClock, NoClock, TurnClock
from tabiji.server.live_table import LiveTable
from tabiji.server.match_log import Entry, MatchLog
from tabiji.server.people import Person
from tabiji.server.protocol import NewTable
from tabiji.server.pubsub import PubSub
from tabiji.server.randomness import Randomness
from tabiji.server.settings import Settings
from tabiji.server.sync import Part, read_stored
from tabiji.server.table_log import read_entries
from tabiji.server.table_settings import TableSettings

from tests.seeds import examples
from tests.server.match_log_fixture import MatchLogFixture, shape

T = TypeVar("T")
GAMES = [Game("tokaido", 3), Game("tokaido_duo", 2), Game("tsuro_seas", 4)]
Step = tuple[str, int, int, int]  # what, who, which one, and how much later
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["move"] * 6 + ["stale", "undo", "agree", "refuse", "desert", "return", "resume", "wrong"]),
        st.integers(0, 7),
        st.integers(0, 10**6),
        st.integers(0, 200_000),
    ),
    min_size=1,
    max_size=60,
)
CLOCKS = [NoClock(), LiveClock(bank=60, increment=5, cap=90), TurnClock(hours=1)]


def _draft(match_log: MatchLog, step: Step, at: int) -> Entry | None:
    what, who, which, _ = step
    seat = who % len(match_log.players)
    if what in ("move", "stale", "wrong"):
        deciding = match_log.seat if match_log.seat is not None and what != "wrong" else seat
        legal = list(match_log.match.legal)
        text = legal[which % len(legal)] if legal else "move 1"
        number = match_log.number if what == "move" else which % (match_log.number + 3)
        return match_log.draft_move(deciding, text, number, at, f"{deciding}:{which}")
    if what == "undo":
        return match_log.draft_undo(seat, at)
    if what in ("agree", "refuse"):
        return match_log.draft_answer(seat, what == "agree", at)
    if what == "desert":
        return match_log.draft_desertion(seat, "left", at)
    if what == "return":
        return match_log.draft_return(seat, at)
    return match_log.draft_resume(which % 60_000, at)


@settings(max_examples=examples(120))
@given(st.sampled_from(GAMES), st.sampled_from(CLOCKS), st.booleans(), st.integers(0, 7), st.booleans(), STEPS)
def test_any_match_log_folds_to_itself_and_api_errors_change_nothing(
    game: Game, clock: Any, forfeits: bool, bot: int, veiled: bool, steps: list[Step]
) -> None:
    # half of the decisions bring something to light, so that both kinds of undo are met
    with patch.object(Match, "revealed", property(lambda match: veiled and len(match.moves) % 2 == 0)):
        fixture = MatchLogFixture(game, seed=bot, clock=clock, bots=(bot,), forfeits=forfeits)
        for step in steps:
            fixture.wait(step[3])
            before = shape(fixture.match_log)
            try:
                entry = _draft(fixture.match_log, step, fixture.at)
            except ApiError:
                entry = None
            assert shape(fixture.match_log) == before
            if entry is not None and (
                entry.request_id is None or entry.request_id not in fixture.match_log.request_ids
            ):
                fixture.write(entry)
        assert [entry.number for entry in fixture.log] == list(range(1, fixture.match_log.number + 1))
        assert len(fixture.match_log.match.moves) == len(fixture.match_log._past)
        again = fixture.fresh()
        for entry in fixture.log:
            again.apply(entry)
        assert shape(again) == shape(fixture.match_log)
        assert all(bank >= 0 for bank in fixture.match_log.clock.banks)


# --- two nodes over one log -----------------------------------------------------------------------------------------


class FakeStorage:
    """A storage whose answers come in an order of its own."""

    def __init__(self, engine: Engine, rng: Random) -> None:
        self._engine = engine
        self._rng = rng
        self._writing: set[asyncio.Task[bool]] = set()

    async def _dawdle(self) -> None:
        for _ in range(self._rng.randrange(4)):
            await asyncio.sleep(0)

    async def read(self, look: Callable[[Any], T]) -> T:
        await self._dawdle()
        with self._engine.connect() as connection:
            found = look(connection)
        await self._dawdle()
        return found

    async def write(self, work: Callable[[Any], T]) -> T:
        await asyncio.gather(*self._writing)  # one thing after the other
        await self._dawdle()
        with self._engine.begin() as connection:
            return work(connection)

    def append(self, entry: dict[str, Any]) -> asyncio.Future[bool]:
        """What was handed over is written, whether anybody waits for it or not."""
        writing = asyncio.create_task(self._append(entry))
        self._writing.add(writing)
        writing.add_done_callback(self._writing.discard)
        return asyncio.shield(writing)

    async def _append(self, entry: dict[str, Any]) -> bool:
        await self._dawdle()
        try:
            with self._engine.begin() as connection:
                connection.execute(insert(schema.entries).values(entry))
        except IntegrityError:
            return False
        finally:
            await self._dawdle()
        return True


class FakePubSub(PubSub):
    """Notes between two nodes; some are lost."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self.others: list[LiveTable] = []

    def publish(self, table: str, note: dict[str, Any]) -> None:
        for other in self.others:
            if self._rng.random() < 0.7:
                other.on_notice(note)


def _database() -> Engine:
    engine = create_engine("sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False})
    schema.metadata.create_all(engine)
    return engine


def _begin(engine: Engine, game: Game) -> str:
    people = [Person(f"p{seat}", f"p{seat}", False, 0) for seat in range(game.players)]
    with engine.begin() as connection:
        for person in people:
            row = {"id": person.id, "name": person.name, "epoch": 0, "created": 0}
            connection.execute(insert(schema.people).values(row))
        settings = TableSettings.from_request(NewTable(game.spec.name, game.players, pace=0))
        table = lobby.create(connection, people[0], settings, 9, Randomness(1))
        for person in people[1:]:
            lobby.join(connection, table, person, None, None)
        lobby.start(connection, table, people[0], "node", Randomness(1), 9)
    return table


async def _wild_match(game: Game, rng: Random) -> None:
    engine = _database()
    table = _begin(engine, game)
    storage = FakeStorage(engine, rng)
    pubsubs = [FakePubSub(rng), FakePubSub(rng)]
    nodes = []
    for pubsub in pubsubs:
        with engine.connect() as connection:
            stored = read_stored(connection, table)
        nodes.append(LiveTable(stored.table, Settings(), storage, pubsub))  # type: ignore[arg-type]
        await nodes[-1].load(stored)
    pubsubs[0].others, pubsubs[1].others = [nodes[1]], [nodes[0]]
    acknowledged: dict[str, int] = {}

    async def ask(node: LiveTable, request_id: str) -> None:
        def draft(match_log: MatchLog, at: int) -> Entry:
            if match_log.seat is None:
                raise ApiError("already_over", "over")
            legal = list(match_log.match.legal)
            late = rng.randrange(3) == 0
            number = match_log.number - rng.randrange(3) if late else match_log.number
            if rng.randrange(8) == 0:
                return match_log.draft_undo(rng.randrange(game.players), at, request_id)
            return match_log.draft_move(match_log.seat, rng.choice(legal), number, at, request_id)

        try:
            number = await node.log.submit(draft, request_id)
        except ApiError:
            return
        assert acknowledged.setdefault(request_id, number) == number

    for turn in range(25):
        request_ids = [f"0:{turn}-{i}" for i in range(3)]
        asks = [asyncio.create_task(ask(rng.choice(nodes), request_id)) for request_id in request_ids * 2]
        if rng.randrange(3) == 0:  # the client disconnects while it is written
            await asyncio.sleep(0)
            asks[0].cancel()
        await asyncio.gather(*asks, return_exceptions=True)
    for node in nodes:
        while pending := node.state.background.pending:
            await asyncio.gather(*pending, return_exceptions=True)
        await node.sync.become_current(Part.LOG)

    with engine.connect() as connection:
        log = read_entries(connection, table, 0)
        seed = connection.execute(select(schema.tables.c.seed)).scalar_one()
    assert [entry.number for entry in log] == list(range(1, len(log) + 1))
    written = [entry.request_id for entry in log if entry.request_id is not None]
    assert len(written) == len(set(written))
    by_request_id = {entry.request_id: entry.number for entry in log}
    assert {request_id: by_request_id[request_id] for request_id in acknowledged} == acknowledged
    again = nodes[0].table.match_log("skilled")
    assert str(again.match.seed) == seed
    for entry in log:
        again.apply(entry)
    for node in nodes:
        assert node.match_log is not None
        assert shape(node.match_log) == shape(again)
        assert node.log.entries == log


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.spec.name)
def test_two_nodes_never_write_the_same_number_or_request_id_twice(game: Game) -> None:
    for seed in range(6):
        asyncio.run(_wild_match(game, Random(seed)))


def test_an_entry_is_told_although_its_writer_hung_up() -> None:
    class Listener:
        person = None
        viewer = None
        seen = None

        def __init__(self) -> None:
            self.on_notice: list[bytes] = []

        def send(self, *messages: bytes) -> None:
            self.on_notice += messages

    async def go() -> None:
        game = GAMES[0]
        engine = _database()
        begun = _begin(engine, game)
        rng = Random(1)
        with engine.connect() as connection:
            stored = read_stored(connection, begun)
        table = LiveTable(stored.table, Settings(), FakeStorage(engine, rng), PubSub())  # type: ignore[arg-type]
        await table.load(stored)
        listener = Listener()
        await table.attach(listener, None)

        def draft(match_log: MatchLog, at: int) -> Entry:
            assert match_log.seat is not None
            return match_log.draft_move(match_log.seat, next(iter(match_log.match.legal)), match_log.number, at)

        writing = asyncio.create_task(table.log.submit(draft))
        await asyncio.sleep(0)
        writing.cancel()
        await asyncio.gather(writing, return_exceptions=True)
        while pending := table.state.background.pending:
            await asyncio.gather(*pending)
        assert table.match_log is not None
        assert table.match_log.number == 1
        assert b'"number":1' in listener.on_notice[-1]

    asyncio.run(go())


def test_who_is_stopped_while_looking_keeps_no_news_from_others() -> None:
    """The node that ran a match may release it just when it has read that it is over."""

    async def go() -> None:
        engine, told = _database(), []
        begun = _begin(engine, Game("tokaido", 2))
        with engine.connect() as connection:
            stored = read_stored(connection, begun)
        table = LiveTable(stored.table, Settings(), FakeStorage(engine, Random(1)), PubSub())  # type: ignore[arg-type]
        await table.load(stored)

        class FakeClient:
            person = viewer = seen = None

            def send(self, *messages: bytes) -> None:
                told.extend(messages)

        table.state.clients.add(FakeClient())
        with engine.begin() as connection:
            connection.execute(
                update(schema.tables).where(schema.tables.c.id == begun).values(status=stored_table.OVER, ended=1)
            )
        looked, read_new = asyncio.Event(), table.log.read_new

        async def stay() -> None:
            looked.set()
            await asyncio.Event().wait()

        table.log.read_new = stay  # type: ignore[method-assign]
        looking = asyncio.create_task(table.sync.become_current())
        await looked.wait()
        looking.cancel()
        await asyncio.gather(looking, return_exceptions=True)
        table.log.read_new = read_new  # type: ignore[method-assign]
        assert told == []
        await table.sync.become_current()
        assert [json.loads(message)["table"]["status"] for message in told] == ["over"]

    asyncio.run(go())
