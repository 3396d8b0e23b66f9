"""Whatever comes in whatever order: numbers have no gaps, nothing is applied twice, and the log tells it all again."""

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
from tabiji.server import lobby, schema
from tabiji.server.clock import LiveClock, NoClock, TurnClock
from tabiji.server.hub import Hub
from tabiji.server.live import LiveTable, _read_entries
from tabiji.server.people import Person
from tabiji.server.randomness import Randomness
from tabiji.server.refusal import Refusal
from tabiji.server.settings import Settings
from tabiji.server.story import Entry, Story

from tests.seeds import examples
from tests.server.tale import Tale, shape

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


def _draft(story: Story, step: Step, at: int) -> Entry | None:
    what, who, which, _ = step
    seat = who % len(story.players)
    if what in ("move", "stale", "wrong"):
        deciding = story.seat if story.seat is not None and what != "wrong" else seat
        legal = list(story.match.legal)
        text = legal[which % len(legal)] if legal else "move 1"
        number = story.number if what == "move" else which % (story.number + 3)
        return story.draft_move(deciding, text, number, at, f"{deciding}:{which}")
    if what == "undo":
        return story.draft_undo(seat, at)
    if what in ("agree", "refuse"):
        return story.draft_answer(seat, what == "agree", at)
    if what == "desert":
        return story.draft_desertion(seat, "left", at)
    if what == "return":
        return story.draft_return(seat, at)
    return story.draft_resume(which % 60_000, at)


@settings(max_examples=examples(120))
@given(st.sampled_from(GAMES), st.sampled_from(CLOCKS), st.booleans(), st.integers(0, 7), st.booleans(), STEPS)
def test_any_story_folds_to_itself_and_refusals_change_nothing(
    game: Game, clock: Any, forfeits: bool, bot: int, veiled: bool, steps: list[Step]
) -> None:
    # half of the decisions bring something to light, so that both kinds of undo are met
    with patch.object(Match, "revealed", property(lambda match: veiled and len(match.moves) % 2 == 0)):
        tale = Tale(game, seed=bot, clock=clock, bots=(bot,), forfeits=forfeits)
        for step in steps:
            tale.wait(step[3])
            before = shape(tale.story)
            try:
                entry = _draft(tale.story, step, tale.at)
            except Refusal:
                entry = None
            assert shape(tale.story) == before
            if entry is not None and (entry.mark is None or entry.mark not in tale.story.marks):
                tale.write(entry)
        assert [entry.number for entry in tale.log] == list(range(1, tale.story.number + 1))
        assert len(tale.story.match.moves) == len(tale.story._past)
        again = tale.fresh()
        for entry in tale.log:
            again.apply(entry)
        assert shape(again) == shape(tale.story)
        assert all(bank >= 0 for bank in tale.story.watch.banks)


# --- two nodes over one log -----------------------------------------------------------------------------------------


class Desk:
    """A storage whose answers come in an order of its own."""

    def __init__(self, engine: Engine, luck: Random) -> None:
        self._engine = engine
        self._luck = luck
        self._writing: set[asyncio.Task[bool]] = set()

    async def _dawdle(self) -> None:
        for _ in range(self._luck.randrange(4)):
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


class Ears(Hub):
    """Notes between two nodes; some are lost."""

    def __init__(self, luck: Random) -> None:
        self._luck = luck
        self.others: list[LiveTable] = []

    def tell(self, table: str, note: dict[str, Any]) -> None:
        for other in self.others:
            if self._luck.random() < 0.7:
                other.heard(note)


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
        wish = lobby.check(game.room.name, game.players, {}, None, NoClock(), "link", "bot", True, 0)
        table = lobby.create(connection, people[0], wish, 9)
        for person in people[1:]:
            lobby.join(connection, table, person, None, None)
        lobby.start(connection, table, people[0], "node", Randomness(1))
    return table


async def _wild_match(game: Game, luck: Random) -> None:
    engine = _database()
    table = _begin(engine, game)
    desk = Desk(engine, luck)
    ears = [Ears(luck), Ears(luck)]
    nodes = []
    for hub in ears:
        with engine.connect() as connection:
            nodes.append(LiveTable(lobby.load(connection, table), Settings(), desk, hub))  # type: ignore[arg-type]
        await nodes[-1].load()
    ears[0].others, ears[1].others = [nodes[1]], [nodes[0]]
    acknowledged: dict[str, int] = {}

    async def ask(node: LiveTable, mark: str) -> None:
        def draft(story: Story, at: int) -> Entry:
            if story.seat is None:
                raise Refusal("already_over", "over")
            legal = list(story.match.legal)
            late = luck.randrange(3) == 0
            number = story.number - luck.randrange(3) if late else story.number
            if luck.randrange(8) == 0:
                return story.draft_undo(luck.randrange(game.players), at, mark)
            return story.draft_move(story.seat, luck.choice(legal), number, at, mark)

        try:
            number = await node.submit(draft, mark)
        except Refusal:
            return
        assert acknowledged.setdefault(mark, number) == number

    for turn in range(25):
        marks = [f"0:{turn}-{i}" for i in range(3)]
        asks = [asyncio.create_task(ask(luck.choice(nodes), mark)) for mark in marks * 2]
        if luck.randrange(3) == 0:  # somebody hangs up while it is written
            await asyncio.sleep(0)
            asks[0].cancel()
        await asyncio.gather(*asks, return_exceptions=True)
    for node in nodes:
        while node._tasks:
            await asyncio.gather(*node._tasks, return_exceptions=True)
        await node.catch_up()

    with engine.connect() as connection:
        log = _read_entries(connection, table, 0)
        seed = connection.execute(select(schema.tables.c.seed)).scalar_one()
    assert [entry.number for entry in log] == list(range(1, len(log) + 1))
    written = [entry.mark for entry in log if entry.mark is not None]
    assert len(written) == len(set(written))
    by_mark = {entry.mark: entry.number for entry in log}
    assert {mark: by_mark[mark] for mark in acknowledged} == acknowledged
    again = nodes[0].sheet.story("skilled")
    assert str(again.match.seed) == seed
    for entry in log:
        again.apply(entry)
    for node in nodes:
        assert node.story is not None
        assert shape(node.story) == shape(again)
        assert node.log == log


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.room.name)
def test_two_nodes_never_write_the_same_number_or_mark_twice(game: Game) -> None:
    for seed in range(6):
        asyncio.run(_wild_match(game, Random(seed)))


def test_an_entry_is_told_although_its_writer_hung_up() -> None:
    class Listener:
        person = None
        viewer = None

        def __init__(self) -> None:
            self.heard: list[bytes] = []

        def tell(self, *messages: bytes) -> None:
            self.heard += messages

    async def go() -> None:
        game = GAMES[0]
        engine = _database()
        begun = _begin(engine, game)
        luck = Random(1)
        with engine.connect() as connection:
            table = LiveTable(lobby.load(connection, begun), Settings(), Desk(engine, luck), Hub())  # type: ignore[arg-type]
        await table.load()
        listener = Listener()
        await table.attach(listener, None)

        def draft(story: Story, at: int) -> Entry:
            assert story.seat is not None
            return story.draft_move(story.seat, next(iter(story.match.legal)), story.number, at)

        writing = asyncio.create_task(table.submit(draft))
        await asyncio.sleep(0)
        writing.cancel()
        await asyncio.gather(writing, return_exceptions=True)
        while table._tasks:
            await asyncio.gather(*table._tasks)
        assert table.story is not None
        assert table.story.number == 1
        assert b'"number":1' in listener.heard[-1]

    asyncio.run(go())


def test_who_is_stopped_while_looking_keeps_no_news_from_others() -> None:
    """The node that kept a match may let go of it just when it has read that it is over."""

    async def go() -> None:
        engine, told = _database(), []
        begun = _begin(engine, Game("tokaido", 2))
        with engine.connect() as connection:
            table = LiveTable(lobby.load(connection, begun), Settings(), Desk(engine, Random(1)), Hub())  # type: ignore[arg-type]
        await table.load()

        class Ear:
            person = viewer = None

            def tell(self, *messages: bytes) -> None:
                told.extend(messages)

        table.lines.add(Ear())
        with engine.begin() as connection:
            connection.execute(
                update(schema.tables).where(schema.tables.c.id == begun).values(status=lobby.OVER, ended=1)
            )
        looked, catch_up = asyncio.Event(), table._catch_up

        async def stay() -> None:
            looked.set()
            await asyncio.Event().wait()

        table._catch_up = stay  # type: ignore[method-assign]
        looking = asyncio.create_task(table.refresh())
        await looked.wait()
        looking.cancel()
        await asyncio.gather(looking, return_exceptions=True)
        table._catch_up = catch_up  # type: ignore[method-assign]
        assert told == []
        await table.refresh()
        assert [json.loads(message)["table"]["status"] for message in told] == ["over"]

    asyncio.run(go())
