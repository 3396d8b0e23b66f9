"""Any node serves any table: two nodes on one PostgreSQL and one Redis, behind the nginx of docs/server.md."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from random import Random
from typing import Any

import pytest
from redis import Redis

from tests.server.cluster import Cluster, Guest, Player, Services, check_log, cluster, metric, node_id, until
from tests.server.visitor import ApiError, TableSocket, Visitor

LIVE = {"kind": "live", "bank": 600, "increment": 0, "cap": 600}


@pytest.fixture(scope="module")
def both(parts: Services) -> Iterator[Cluster]:
    """Two nodes that live through several tests."""
    with cluster(parts, node_timeout=30, pulse=600) as found:  # a notice arrives at once, or never
        yield found


class Pair:
    """Two people at the same table, each at a node of their own."""

    def __init__(self, found: Cluster) -> None:
        self.found = found

    async def __aenter__(self) -> Pair:
        self._stack = AsyncExitStack()
        first, second = self.found.nodes
        self.ann = await self._stack.enter_async_context(Guest(first.base, "Ann"))
        self.ben = await self._stack.enter_async_context(Guest(second.base, "Ben"))
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._stack.aclose()

    async def begin(self, **settings: Any) -> str:
        """A match of the two of them, begun."""
        table = await self.ann.table(
            **({"game": "tsuro_seas", "players": 2 + len(settings.get("bots", []))} | settings)
        )
        await self.ben.post(f"/api/tables/{table}/join")
        await self.ann.post(f"/api/tables/{table}/start")
        return table

    async def sit(self, visitor: Visitor, table: str, **query: Any) -> TableSocket:
        return await self._stack.enter_async_context(visitor.sit(table, **query))


async def _hear(seat: TableSocket, kind: str, seconds: float = 10) -> dict[str, Any]:
    return await seat.next(kind, seconds=seconds)


# --- seeing each other ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["tokaido", "tokaido_duo", "tsuro_seas"])
def test_a_match_across_nodes(both: Cluster, game: str) -> None:
    async def play() -> None:
        async with Pair(both) as pair, Visitor(both.nodes[1].base, "Eve") as eve:
            table = await pair.begin(game=game)
            seats = [await pair.sit(pair.ann, table), await pair.sit(pair.ben, table)]
            watching = await pair.sit(eve, table)
            made = await asyncio.gather(
                *(seat.play_on(Random(seed)) for seed, seat in enumerate(seats)), _watch(watching)
            )
            assert made[2] == [*range(1, made[0] + made[1] + 1)]
            for visitor in (pair.ann, pair.ben):
                shown = await until(lambda visitor=visitor: _over(visitor, table), "the end")
                assert shown["result"]["moves"] == made[0] + made[1]

    asyncio.run(play())


async def _over(visitor: Visitor, table: str) -> Any:
    shown = await visitor.get(f"/api/tables/{table}")
    return shown if shown["status"] == "over" else None


async def _watch(seat: TableSocket) -> list[int]:
    """The numbers somebody saw who only watches.

    A node that hears of the start late, together with the first moves, sends all of it at once.
    """
    seen = [*range(1, seat.number + 1)]
    while not seat.over:
        message = await seat.next()
        if message["type"] != "entry":
            seen = seen or [*range(1, seat.number + 1)]
        else:
            seen.append(message["entry"]["number"])
            assert "legal" not in message["view"] or not message["view"]["legal"]
    return seen


def test_the_lobby_chat_and_presence_across_nodes(both: Cluster) -> None:
    async def meet() -> None:
        async with Pair(both) as pair:
            table = await pair.ann.table(game="tokaido", players=3, access="open")
            ann = await pair.sit(pair.ann, table)
            shown = await pair.ben.get("/api/tables")
            assert table in [one["id"] for one in shown]
            await pair.ben.post(f"/api/tables/{table}/join", seat=2)
            joined = await _hear(ann, "table")
            assert joined["table"]["seats"][2]["name"] == "Ben"
            ben = await pair.sit(pair.ben, table)
            while (await _hear(ann, "presence"))["presence"][2] != "here":
                pass
            async with Visitor(pair.ben.base) as passer_by, passer_by.sit(table):
                while (await _hear(ann, "presence"))["watching"] != 1:
                    pass
            await ann.send("say", phrase="hello")
            assert (await _hear(ben, "chat"))["chat"]["phrase"] == "hello"
            await pair.ben.post(f"/api/tables/{table}/chat", text="good evening")
            while (await _hear(ann, "chat"))["chat"]["text"] != "good evening":
                pass
            await pair.ann.put(f"/api/tables/{table}/seats/1/bot", level="novice")
            while (await _hear(ben, "table"))["table"]["seats"][1]["bot"] != "novice":
                pass
            await pair.ann.post(f"/api/tables/{table}/start")
            await _hear(ben, "snapshot")
            assert ben.position is not None

    asyncio.run(meet())


def test_everybody_through_nginx(both: Cluster) -> None:
    """The example of the docs carries sockets, cookies and origins; figures stay inside."""

    async def play() -> None:
        async with Guest(both.base, "Ann") as ann:
            headers = {"origin": both.base}
            settings = {"game": "tsuro_seas", "players": 2, "bots": ["novice"], "pace": 0, "start": True}
            answer = await ann.http.post("/api/tables", json=settings, headers=headers)
            assert answer.status_code == 201, answer.text
            foreign = await ann.http.post("/api/tables", json=settings, headers={"origin": "https://elsewhere.example"})
            assert foreign.status_code == 403
            assert (await ann.http.get("/metrics")).status_code == 403
            player = Player(ann, answer.json()["id"], Random(1))
            await player.play()
            check_log(both, player.table, [player])

    asyncio.run(play())


# --- one winner ----------------------------------------------------------------------------------------------------


def test_two_nodes_race_for_the_same_number(both: Cluster) -> None:
    """The same decision through both nodes at once: one entry, whatever its ids."""

    async def race() -> None:
        async with Pair(both) as pair, Guest(both.nodes[1].base) as twin:
            twin.http.cookies = pair.ann.http.cookies  # the same person at the other node
            table = await pair.ann.table(game="tokaido", players=2)
            await pair.ann.post(f"/api/tables/{table}/join", seat=1, name="a friend")
            await pair.ann.post(f"/api/tables/{table}/start")
            rng = Random(5)
            won = [0, 0]
            for turn in range(60):
                position = await pair.ann.get(f"/api/tables/{table}/snapshot")
                if position["position"]["over"]:
                    break
                seat = position["view"]["seat"]
                position = await pair.ann.get(f"/api/tables/{table}/snapshot", seat=seat)
                number, move = position["position"]["number"], rng.choice(position["view"]["legal"])
                same = turn % 2 == 0
                asked = [
                    {"id": f"m{turn}" if same else f"m{turn}{who}", "number": number, "move": move, "seat": seat}
                    for who in "ab"
                ]
                both_ways = [
                    visitor.post(f"/api/tables/{table}/moves", **words)
                    for visitor, words in zip((pair.ann, twin), asked, strict=True)
                ]
                answers = await asyncio.gather(*both_ways, return_exceptions=True)
                numbers = [answer["number"] for answer in answers if isinstance(answer, dict)]
                if same:
                    assert numbers == [number + 1] * 2, answers
                else:
                    assert numbers == [number + 1], answers
                    lost = next(answer for answer in answers if not isinstance(answer, dict))
                    assert isinstance(lost, ApiError)
                    assert lost.code in ("stale_number", "not_your_turn", "already_over"), lost
                    won[isinstance(answers[1], dict)] += 1
            entries = both.ask('SELECT number, mark FROM entries WHERE "table" = %s ORDER BY number', table)
            assert [entry[0] for entry in entries] == list(range(1, len(entries) + 1))
            assert len({entry[1] for entry in entries}) == len(entries)

    asyncio.run(race())


def test_two_people_want_the_same_seat(both: Cluster) -> None:
    async def race() -> None:
        async with Pair(both) as pair, Guest(both.nodes[0].base, "Host") as host:
            for _ in range(15):
                table = await host.table(game="tokaido", players=3)
                asked = [visitor.post(f"/api/tables/{table}/join", seat=1) for visitor in (pair.ann, pair.ben)]
                answers = await asyncio.gather(*asked, return_exceptions=True)
                refused = [answer for answer in answers if isinstance(answer, ApiError)]
                assert [one.code for one in refused] == ["seat_taken"], answers
                winner = pair.ann if isinstance(answers[0], dict) else pair.ben
                sitting = both.ask('SELECT person FROM seats WHERE "table" = %s AND seat = 1', table)
                assert sitting == [(winner.id,)]

    asyncio.run(race())


def test_both_nodes_start_on_an_empty_database(parts: Services) -> None:
    """One of them makes the tables, and both sign cookies with the same key."""
    for _ in range(3):
        with cluster(parts) as found:
            assert len(found.ask("SELECT version_num FROM alembic_version")) == 1
            assert len(found.ask("SELECT name FROM secrets")) == 1
            assert len(found.ask("SELECT id FROM nodes")) == 2


# --- one lease holder ----------------------------------------------------------------------------------------------


def test_exactly_one_node_runs_a_match(both: Cluster) -> None:
    async def look() -> None:
        async with Pair(both) as pair:
            before = [await metric(node, "tabiji_matches_running") for node in both.nodes]
            table = await pair.begin(clock=LIVE)
            await pair.sit(pair.ann, table)
            await pair.sit(pair.ben, table)
            await _heartbeats(both, 2000)  # each proves more than once that it lives
            assert both.lease_holder(table) == await node_id(both.nodes[0])
            kept = [await metric(node, "tabiji_matches_running") for node in both.nodes]
            assert sum(kept) - sum(before) == 1
            thinking = [await metric(node, "tabiji_bot_seconds_count") for node in both.nodes]
            bots = await pair.ben.table(game="tsuro_seas", players=2, bots=["novice"], start=True)
            seat = await pair.sit(pair.ben, bots)
            await seat.play_on(Random(3))
            moves = both.ask('SELECT count(*) FROM entries WHERE "table" = %s AND mark IS NULL', bots)[0][0]
            after = [await metric(node, "tabiji_bot_seconds_count") for node in both.nodes]
            assert after[0] == thinking[0]
            assert after[1] - thinking[1] == moves

    asyncio.run(look())


def test_a_stopped_node_hands_over_at_once(parts: Services) -> None:
    with cluster(parts, node_timeout=600) as found:

        async def hand_over() -> None:
            async with Pair(found) as pair:
                table = await pair.begin(clock=LIVE)
                ben = await pair.sit(pair.ben, table)
                async with pair.ann.sit(table):
                    first = found.lease_holder(table)
                    await asyncio.to_thread(found.nodes[0].stop)
                    await until(lambda: found.lease_holder(table) != first, "another lease holder")
                assert found.lease_holder(table) == await node_id(found.nodes[1])
                assert ben.socket.state.name == "OPEN"
                assert await metric(found.nodes[1], "tabiji_takeovers_total") == 1

        asyncio.run(hand_over())


def test_a_node_that_slept_keeps_nothing_that_others_took(parts: Services) -> None:
    """A node that slept longer than its timeout must neither run the old match nor stay dead."""
    with cluster(parts, node_timeout=4) as found:  # four heartbeats: one that comes late is no sleep

        async def sleep() -> None:
            async with Pair(found) as pair:
                table = await pair.begin(clock={"kind": "live", "bank": 10, "increment": 0, "cap": 10})
                first, second = [await node_id(node) for node in found.nodes]
                assert found.lease_holder(table) == first
                found.nodes[0].send(signal.SIGSTOP)
                await until(lambda: found.lease_holder(table) == second, "another lease holder")
                found.nodes[0].send(signal.SIGCONT)
                await until(lambda: _kept(found, 0, 0), "the old lease holder to stop")
                assert found.lease_holder(table) == second
                other = await pair.begin()
                await _heartbeats(found, 2000)
                assert found.lease_holder(other) == first
                assert await metric(found.nodes[0], "tabiji_matches_running") == 1
                assert await metric(found.nodes[1], "tabiji_matches_running") == 1

        asyncio.run(sleep())


async def _heartbeats(found: Cluster, milliseconds: int) -> None:
    """Until every node has said that it lives, so much later than now."""
    later = time.time() * 1000 + milliseconds
    await until(lambda: found.ask("SELECT min(alive) FROM nodes WHERE alive > 0")[0][0] > later, "heartbeats")


async def _kept(found: Cluster, node: int, count: int) -> bool:
    return await metric(found.nodes[node], "tabiji_matches_running") == count


def test_nobody_is_charged_while_every_node_sleeps(parts: Services) -> None:
    """A turn of five seconds, and all nodes away for longer: nobody has run out of time."""
    with cluster(parts, node_timeout=1) as found:

        async def sleep() -> None:
            async with Pair(found) as pair:
                before = time.time()
                table = await pair.begin(clock={"kind": "turns", "hours": 5 / 3600})
                for node in found.nodes:
                    node.send(signal.SIGSTOP)
                awake = 1000 * (time.time() - before)
                await asyncio.sleep(6)  # the time of a turn is over, by the clock on the wall
                for node in found.nodes:
                    node.send(signal.SIGCONT)
                query = 'SELECT kind, text FROM entries WHERE "table" = %s ORDER BY number'
                first = (await until(lambda: found.ask(query, table), "the match goes on"))[0]
                assert first[0] == "resume"
                assert int(first[1]) <= awake  # charged so far
                await until(lambda: _bot_took_over(found, table), "time is out in the end")

        asyncio.run(sleep())


def _bot_took_over(found: Cluster, table: str) -> bool:
    return bool(found.ask("SELECT 1 FROM entries WHERE \"table\" = %s AND kind = 'bot'", table))


# --- parts that fail -----------------------------------------------------------------------------------------------


def test_play_goes_on_without_redis(parts: Services) -> None:
    with cluster(parts, node_timeout=30) as found:

        async def play() -> None:
            async with Pair(found) as pair:
                table = await pair.begin(game="tokaido", bots=["novice"])  # long enough
                ann, ben = await pair.sit(pair.ann, table), await pair.sit(pair.ben, table)
                await _take_turns(ann, ben, 4)
                parts.redis.stop(signal.SIGKILL)
                await _take_turns(ann, ben, 3)
                assert ann.number >= ben.number - 1
                await pair.ann.post(f"/api/tables/{table}/chat", text="can you hear me?")
                assert (await _hear(ben, "chat"))["chat"]["text"] == "can you hear me?"
                parts.redis.start()
                with Redis.from_url(parts.redis.address) as redis, redis.pubsub() as heard:
                    channel = f"tabiji:table:{table}"
                    await until(lambda: redis.pubsub_numsub(channel)[0][1] == 2, "both nodes at Redis again")
                    heard.subscribe(channel)
                    assert heard.get_message(timeout=10)["type"] == "subscribe"
                    made = await _take_turns(ann, ben, 8)
                    told = 0
                    while told < made:  # every move is sent through it
                        message = await asyncio.to_thread(heard.get_message, timeout=10)
                        assert message is not None, told
                        told += b'"number"' in message["data"]

        try:
            asyncio.run(play())
        finally:
            if parts.redis.process is None:
                parts.redis.start()


async def _take_turns(ann: TableSocket, ben: TableSocket, moves: int) -> int:
    """Each decides when it is their turn, and both see it; how many moves they made."""
    rng = Random(11)
    made = 0
    while made < moves and not ann.over:
        reached = max(ann.number, ben.number)
        await asyncio.gather(*(_reach(seat, reached) for seat in (ann, ben)))
        deciding = next((seat for seat in (ann, ben) if seat.legal), None)
        if deciding is not None:
            await deciding.move(rng.choice(deciding.legal))
            made += 1
        await asyncio.gather(*(_reach(seat, reached + 1) for seat in (ann, ben)))  # theirs, or a bot's
    return made


async def _reach(seat: TableSocket, number: int) -> None:
    while seat.number < number:
        message = await seat.next()
        assert message["type"] != "error", message


def test_postgresql_restarts_during_play(parts: Services) -> None:
    """Moves wait and are answered; no socket is closed; bots go on; nothing acknowledged is lost."""
    with cluster(parts, node_timeout=3) as found:

        async def play() -> list[tuple[str, list[Player]]]:
            async with AsyncExitStack() as stack:
                begun, tasks = [], []
                for seed in range(3):
                    pair = await stack.enter_async_context(Pair(found))
                    table = await pair.begin(game="tokaido", bots=["novice"], clock=LIVE)
                    players = [Player(visitor, table, Random(seed), lambda: 0.05) for visitor in (pair.ann, pair.ben)]
                    begun.append((table, players))
                    tasks += [asyncio.create_task(player.play()) for player in players]
                for played in (20, 40):
                    await until(lambda played=played: found.ask("SELECT count(*) FROM entries")[0][0] > played, "play")
                    await asyncio.to_thread(parts.postgres.restart)
                await asyncio.gather(*tasks)
                return begun

        for table, players in asyncio.run(play()):
            assert [player.reconnects for player in players] == [0, 0]
            entries = check_log(found, table, players)
            assert entries
            assert not any(entry[1] == "bot" for entry in entries)
            assert len(found.ask('SELECT 1 FROM results WHERE "table" = %s', table)) == 3


def test_dead_nodes_are_forgotten(both: Cluster) -> None:
    long_ago = int(time.time() * 1000) - 2 * 3600 * 1000
    both.ask("INSERT INTO nodes (id, alive) VALUES ('killed', %s), ('stopped', %s)", long_ago, -long_ago)

    async def look() -> None:
        await until(lambda: len(both.ask("SELECT id FROM nodes")) == 2, "only the living are remembered")

    asyncio.run(look())


def test_what_postgresql_cannot_hold_is_refused(both: Cluster) -> None:
    """Zeros in texts, names and addresses: a refusal at once, and nobody else waits."""

    async def ask() -> None:
        async with Pair(both) as pair:
            table = await pair.begin()
            await pair.ann.post(f"/api/tables/{table}/chat", text="a\0b")
            for request in (
                pair.ann.get("/api/tables/%00"),
                pair.ann.get("/api/people/%00"),
                pair.ann.post("/api/signin", name="a\0b", password="long enough"),
            ):
                with pytest.raises(ApiError) as error:
                    await request
                assert 400 <= error.value.status < 500, error.value

    asyncio.run(ask())
