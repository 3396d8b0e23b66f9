"""Fair play: seats, removals, absent players, hints and ratings, and shuffles that nobody can choose."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from uuid import uuid4

import pytest
from sqlalchemy import Engine, insert, select, update

from tabiji.core import fair_shuffle
from tabiji.server import lobby, results, schema, seating, stored_table
from tabiji.server.api_error import ApiError
from tabiji.server.people import Person
from tabiji.server.protocol import NewTable
from tabiji.server.randomness import Randomness
from tabiji.server.storage import connect, upgrade
from tabiji.server.table_settings import TableSettings

from tests.server.node import Node
from tests.server.node_factory import NodeFactory, QuickNode
from tests.server.visitor import TableSocket, Visitor, raises_api_error, run

PARTS = ["a1" * 32, "b2" * 32]


# --- shuffles -----------------------------------------------------------------------------------------------------


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    found = connect(f"sqlite:///{tmp_path / 'tabiji.db'}")
    upgrade(found)
    with found.begin() as connection:
        for name in ("ann", "ben"):
            connection.execute(insert(schema.people).values(id=name, name=name, epoch=0, created=0))
    yield found
    found.dispose()


ANN, BEN = Person("ann", "Ann", False, 0), Person("ben", "Ben", False, 0)


def _begun(engine: Engine, *parts: str) -> tuple[stored_table.Table, stored_table.Table]:
    """A table before and after the start; Ann and Ben give these parts."""
    settings = TableSettings.from_request(NewTable("tokaido_duo"))
    with engine.begin() as connection:
        table = lobby.create(connection, ANN, settings, 20, Randomness())
        gathering = stored_table.load(connection, table)
        lobby.join(connection, table, BEN, None, None, parts[1] if len(parts) > 1 else None)
        if parts:
            seating.contribute(connection, table, ANN, parts[0])
        lobby.start(connection, table, ANN, "node", Randomness(), 20)
        return gathering, stored_table.load(connection, table)


def test_the_commitment_is_published_before_anybody_gives_a_part(engine: Engine) -> None:
    gathering, begun = _begun(engine, *PARTS)
    assert gathering.commitment == begun.commitment
    assert begun.salt is not None
    assert begun.commitment == sha256(f"tabiji-commitment/2:{begun.salt}".encode()).hexdigest()
    assert begun.seed is not None
    text = f"tabiji-seed/2:{begun.salt}:{PARTS[0]}:{PARTS[1]}"
    assert int(begun.seed) == int.from_bytes(sha256(text.encode()).digest()[:8])


def test_who_gives_no_part_does_not_hold_up_the_start(engine: Engine) -> None:
    _, begun = _begun(engine)
    assert begun.salt is not None
    assert begun.seed == str(fair_shuffle.seed(begun.salt, [None, None]))


def test_a_part_stays_as_it_was_given_first(engine: Engine) -> None:
    settings = TableSettings.from_request(NewTable("tokaido", 3))
    with engine.begin() as connection:
        table = lobby.create(connection, ANN, settings, 20, Randomness())
        seating.contribute(connection, table, ANN, PARTS[0])
        seating.contribute(connection, table, ANN, PARTS[1])
        lobby.join(connection, table, ANN, 2, "friend", PARTS[1])  # at the same screen
        with pytest.raises(ApiError):
            seating.contribute(connection, table, BEN, PARTS[1])
        assert [seat.part for seat in stored_table.load(connection, table).seats] == [PARTS[0], None, PARTS[0]]


def test_secret_and_seed_are_told_only_after_the_end(serve_secret: QuickNode) -> None:
    async def go() -> None:
        async with Visitor(serve_secret.base, "Ann") as ann, Visitor(serve_secret.base, "Ben") as ben:
            table = await ann.table(game="tokaido_duo", players=2, desertion="forfeit")
            at = f"/api/tables/{table}"
            made = await ann.get(at)
            assert (made["shuffle"], made["salt"], made["seed"]) == (2, None, None)
            await ann.put(f"{at}/part", part=PARTS[0])
            with raises_api_error("bad_request"):
                await ann.put(f"{at}/part", part="7")
            joined = await ben.post(f"{at}/join", part=PARTS[1])
            assert [seat["part"] for seat in joined["table"]["seats"]] == PARTS
            begun = await ann.post(f"{at}/start")
            assert (begun["commitment"], begun["salt"], begun["seed"]) == (made["commitment"], None, None)
            with raises_api_error("not_open"):
                await ben.put(f"{at}/part", part=PARTS[0])
            async with ann.sit(table) as seat:
                await ben.post(f"{at}/leave")
                ended = await seat.ended()
            assert ended["commitment"] == fair_shuffle.commitment(ended["salt"])
            assert ended["seed"] == str(fair_shuffle.seed(ended["salt"], PARTS))
            record = await ann.get(f"{at}/record")
            assert (record["seed"], record["parts"]) == (int(ended["seed"]), PARTS)
            assert record["commitment"] == made["commitment"]

    run(go())


@pytest.fixture
def serve_secret(node_factory: NodeFactory, tmp_path: Path) -> Iterator[QuickNode]:
    """A node whose shuffles are secret, as people run it."""
    node = QuickNode(node_factory, database=f"sqlite:///{tmp_path / 'tabiji.db'}", test_seed=None)
    yield node
    assert not [line for line in node.errors if '"level":"error"' in line], node.errors
    node.kill()


# --- seats --------------------------------------------------------------------------------------------------------


def test_one_person_takes_one_seat_of_an_open_table_unless_the_host_allows_more(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "Ann") as ann, Visitor(node.base, "Ben") as ben:
            strict = f"/api/tables/{await ann.table(players=3, access='open')}"
            await ben.post(f"{strict}/join")
            for person in (ann, ben):
                with raises_api_error("one_seat"):
                    await person.post(f"{strict}/join", name="another")
            allowed = f"/api/tables/{await ann.table(players=3, access='open', several_seats=True)}"
            linked = f"/api/tables/{await ann.table(players=3)}"
            for at in (allowed, linked):
                joined = await ann.post(f"{at}/join", name="another")
                assert joined["seats"] == [0, 1]
                assert joined["table"]["rated"] == "several_seats"

    run(go())


def test_the_host_removes_somebody_before_the_start(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "Ann") as ann, Visitor(node.base, "Ben") as ben, Visitor(node.base, "Cat") as cat:
            at = f"/api/tables/{await ann.table(players=3)}"
            await ben.post(f"{at}/join")
            await ben.post(f"{at}/join", name="friend")
            with raises_api_error("not_yours"):
                await cat.ask("DELETE", f"{at}/seats/1")
            with raises_api_error("not_yours"):
                await ann.ask("DELETE", f"{at}/seats/0")
            shown = await ann.ask("DELETE", f"{at}/seats/1")
            assert [seat["person"] for seat in shown["seats"]] == [ann.id, None, None]
            with raises_api_error("not_found"):
                await ann.ask("DELETE", f"{at}/seats/1")
            with raises_api_error("removed"):
                await ben.post(f"{at}/join")
            await cat.post(f"{at}/join", seat=1)
            await ann.put(f"{at}/seats/2/bot", level="novice")
            await ann.post(f"{at}/start")
            with raises_api_error("not_open"):
                await ann.ask("DELETE", f"{at}/seats/1")

    run(go())


# --- who is away --------------------------------------------------------------------------------------------------


async def _until_absent(seat: TableSocket, kind: str) -> None:
    """Wait until the server says that somebody's absence can be acted on."""
    while True:
        message = await seat.next("presence")
        if message["absence"][kind]:
            return


def test_a_match_to_which_somebody_never_came_is_aborted_without_rating(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "Ann") as ann, Visitor(node.base, "Ben") as ben:
            table = await ann.table(game="tokaido_duo", players=2)
            at = f"/api/tables/{table}"
            await ben.post(f"{at}/join")
            await ann.post(f"{at}/start")
            async with ann.sit(table) as seat:
                await _until_absent(seat, "never_came")
                await ann.post(f"{at}/abort")
                ended = await seat.ended()
            result = ended["result"]
            assert (result["aborted"], result["rated"], result["winners"]) == (True, False, [])
            assert await ann.get(f"/api/people/{ann.id}/matches") == []
            with raises_api_error("not_absent"):
                await ann.post(f"{at}/abort")

    run(go())


@pytest.mark.parametrize("desertion", ["bot", "forfeit"])
def test_who_is_away_for_long_without_a_clock_is_replaced_or_loses(node: Node, desertion: str) -> None:
    async def go() -> None:
        async with Visitor(node.base, "Ann") as ann, Visitor(node.base, "Ben") as ben:
            table = await ann.table(game="tokaido_duo", players=2, desertion=desertion)
            at = f"/api/tables/{table}"
            await ben.post(f"{at}/join")
            await ann.post(f"{at}/start")
            async with ann.sit(table) as one, ben.sit(table) as two:
                deciding, waiting, host = (two, one, ann) if one.legal == [] else (one, two, ben)
                away = 1 if deciding is two else 0
                with raises_api_error("not_absent"):
                    await host.post(f"{at}/claim", seat=away)
                await deciding.socket.close()
                await _until_absent(waiting, "claimable")
                with raises_api_error("not_absent"):  # he came, and went
                    await host.post(f"{at}/abort")
                await host.post(f"{at}/claim", seat=away)
                if desertion == "bot":
                    claimed = await waiting.next("entry")
                    assert (claimed["entry"]["kind"], claimed["entry"]["text"]) == ("bot", "away skilled")
                else:
                    assert (await waiting.ended())["result"]["winners"] == [1 - away]

    run(go())


# --- ratings ------------------------------------------------------------------------------------------------------


def test_matches_with_hints_are_not_rated_and_the_table_says_so_before(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "Ann") as ann, Visitor(node.base, "Ben") as ben:
            for person in (ann, ben):
                await person.post("/api/me/claim", name="R" + uuid4().hex[:12], password="fifty-three stations")
            strict = await ann.post("/api/tables", game="tokaido_duo", players=2, hints=False)
            assert strict["rated"] == "yes"
            for hint in (True, False):
                table = await ann.table(game="tokaido_duo", players=2, desertion="forfeit")
                at = f"/api/tables/{table}"
                assert (await ben.post(f"{at}/join"))["table"]["rated"] == "unless_hint"
                await ann.post(f"{at}/start")
                async with ann.sit(table) as one, ben.sit(table) as two:
                    if hint:
                        asker = ann if one.legal else ben
                        await asker.post(f"{at}/hint")
                        await asker.post(f"{at}/hint")
                        steps = await ann.get(f"{at}/steps")
                        assert [step["entry"]["kind"] for step in steps] == ["hint"]  # everybody can read it, once
                    await ben.post(f"{at}/leave")
                    ended = await one.ended()
                assert ended["result"]["rated"] is not hint
                del two
            profile = await ann.get(f"/api/people/{ann.id}")
            assert profile["games"]["tokaido_duo"]["rating"]["matches"] == 1

    run(go())


@pytest.mark.parametrize("several", [False, True])
def test_a_match_with_several_seats_of_one_person_changes_no_rating(engine: Engine, several: bool) -> None:
    settings = TableSettings.from_request(NewTable("tsuro_seas", 3 if several else 2))
    with engine.begin() as connection:
        connection.execute(update(schema.people).values(handle=schema.people.c.id))  # accounts: they are rated
        table = lobby.create(connection, ANN, settings, 20, Randomness())
        lobby.join(connection, table, BEN, None, None)
        if several:
            lobby.join(connection, table, ANN, 2, "a second seat")
        lobby.start(connection, table, ANN, "node", Randomness(), 20)
        begun = stored_table.load(connection, table)
        match_log, rng = begun.match_log("skilled"), Random(1)
        while not match_log.over:
            assert match_log.seat is not None
            move = rng.choice(list(match_log.match.legal))
            match_log.apply(match_log.draft_move(match_log.seat, move, match_log.number, 0))
        assert results.write(connection, begun, match_log)
        ended = stored_table.load(connection, table)
        assert ended.result is not None
        assert ended.result["rated"] is not several
        rated = connection.execute(select(schema.ratings.c.person, schema.ratings.c.matches)).all()
        assert sorted(map(tuple, rated)) == ([] if several else [("ann", 1), ("ben", 1)])
        played = connection.execute(select(schema.results.c.person).order_by(schema.results.c.seat)).scalars().all()
        assert played == ["ann", "ben", "ann"][: settings.players]  # statistics count it all the same
