"""Connections that break: a client gets exactly what it missed, also when the server was away in between."""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import Any

import pytest

from tests.seeds import SOAK
from tests.server.altered import Start, database, start
from tests.server.node import Node
from tests.server.node_factory import QuickNode
from tests.server.visitor import TableSocket, Visitor, run

__all__ = ["database", "start"]  # fixtures


def _entries(seat: TableSocket) -> list[dict[str, Any]]:
    """The entries a connection received, in order."""
    told = [json.loads(text) for text in seat.raw]
    return [{"entry": said["entry"], "events": said["events"]} for said in told if said["type"] == "entry"]


def _missed(seat: TableSocket) -> list[dict[str, Any]]:
    first = json.loads(seat.raw[0])
    assert first["type"] == "snapshot"
    return [{"entry": said["entry"], "events": said["events"]} for said in first["missed"]]


async def _hear(seat: TableSocket, number: int) -> None:
    while seat.number < number:
        await seat.next()


async def _hot_seat(ann: Visitor, **settings: Any) -> str:
    table = await ann.table(**({"players": 2} | settings))
    await ann.post(f"/api/tables/{table}/join", name="Bob")
    await ann.post(f"/api/tables/{table}/start")
    return table


async def _moves(ann: Visitor, table: str, count: int, rng: Random) -> None:
    """Play so many moves for whichever of the two seats decides."""
    async with ann.sit(table, seat=0) as one, ann.sit(table, seat=1) as two:
        for _ in range(count):
            number = one.number
            deciding = one if one.legal else two
            await deciding.move(rng.choice(deciding.legal))
            await _hear(one, number + 1)
            await _hear(two, number + 1)


def test_exactly_what_was_missed(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "Ann") as ann, Visitor(node.base) as nobody:
            for game in ("tsuro_seas", "tokaido", "tokaido_duo"):
                table = await _hot_seat(ann, game=game)
                count = 3 if game == "tsuro_seas" else 6  # two ships may be lost soon
                async with ann.sit(table, seat=0) as always, nobody.sit(table) as watching:
                    await _moves(ann, table, count, Random(1))
                    await _hear(always, count)
                    await _hear(watching, count)
                    for after in (0, 2, count - 1, count):
                        async with ann.sit(table, seat=0, after=after) as back, nobody.sit(table, after=after) as other:
                            assert _missed(back) == _entries(always)[after:]
                            assert _missed(other) == _entries(watching)[after:]
                            assert back.view == always.view
                            assert back.number == count
                    async with ann.sit(table, seat=0, after=99) as ahead, ann.sit(table, seat=0) as fresh:
                        assert _missed(ahead) == _missed(fresh) == []

    run(go())


@pytest.mark.parametrize("end", ["stop", "kill"])
def test_what_was_missed_comes_after_a_restart(start: Start, end: str) -> None:
    async def before(node: QuickNode) -> tuple[Visitor, str, list[Any], dict[str, Any]]:
        async with Visitor(node.base, "Ann") as ann:
            table = await _hot_seat(ann)
            async with ann.sit(table, seat=0) as always:
                await _moves(ann, table, 6, Random(2))
                await _hear(always, 6)
                return ann, table, _entries(always), always.view

    async def after(node: QuickNode, was: Visitor, table: str, told: list[Any], view: dict[str, Any]) -> None:
        async with Visitor(node.base) as ann:
            ann.http.cookies = was.http.cookies
            async with ann.sit(table, seat=0, after=3) as back:
                assert _missed(back) == told[3:]
                assert back.view == view
                # the move of which the answer was lost: the same number, not played twice
                last = told[-1]["entry"]
                assert last["number"] == 6
            async with ann.sit(table, seat=0) as one, ann.sit(table, seat=1) as two:
                deciding = one if one.legal else two
                move = deciding.legal[0]
                await deciding.move(move, id="again", number=6)
                assert (await deciding.next("ack"))["number"] == 7
                await deciding.move(move, id="again", number=6)
                assert (await deciding.next("ack"))["number"] == 7

    async def third(node: QuickNode, was: Visitor, table: str) -> None:
        async with Visitor(node.base) as ann:
            ann.http.cookies = was.http.cookies
            replay_steps = await ann.get(f"/api/tables/{table}/steps")
            seat = replay_steps[6]["entry"]["seat"]
            words = {"id": "again", "number": 6, "move": "place 1 r0", "seat": seat}
            assert await ann.post(f"/api/tables/{table}/moves", **words) == {"number": 7}
            assert len(await ann.get(f"/api/tables/{table}/steps")) == 7

    node = start()
    was, table, told, view = run(before(node))
    getattr(node, end)()
    node.start()
    run(after(node, was, table, told, view))
    getattr(node, end)()
    node.start()
    run(third(node, was, table))


def test_a_stale_number_gets_the_present_state(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "Ann") as ann:
            table = await _hot_seat(ann)
            await _moves(ann, table, 3, Random(3))
            async with ann.sit(table, seat=0) as seat:
                await seat.move("start n1", number=1, id="late")
                said = await seat.next()
                assert (said["type"], said["code"], said["id"], said["number"]) == ("error", "stale_number", "late", 3)
                state = await seat.next()
                assert state["type"] == "snapshot"
                assert state["position"]["number"] == 3

    run(go())


def test_two_tabs_stay_in_step(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "Ann") as ann:
            table = await _hot_seat(ann)
            async with ann.sit(table, seat=0) as tab, ann.sit(table, seat=0) as other:
                await _moves(ann, table, 8, Random(4))
                await _hear(tab, 8)
                await _hear(other, 8)
                assert _entries(tab) == _entries(other)
                assert tab.view == other.view

    run(go())


def test_presence(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "Ann") as ann, Visitor(node.base, "Ben") as ben:
            table = await ann.table(players=3, bots=["novice"])
            async with ann.sit(table) as one:
                assert json.loads(one.raw[0])["presence"] == ["here", "bot", "empty"]
                await ben.post(f"/api/tables/{table}/join")
                async with ben.sit(table) as two:
                    assert json.loads(two.raw[0])["presence"] == ["here", "bot", "here"]
                    await _present(one, ["here", "bot", "here"])
                await _present(one, ["here", "bot", "away"])  # a second later (a setting of the node)
                async with ben.sit(table):
                    await _present(one, ["here", "bot", "here"])
                    async with Visitor(node.base) as passer_by, passer_by.sit(table) as watching:
                        assert json.loads(watching.raw[0])["watching"] == 1
                        while (await one.next("presence"))["watching"] != 1:
                            pass
                    while (await one.next("presence"))["watching"] != 0:  # with the next pulse
                        pass

    async def _present(seat: TableSocket, wanted: list[str]) -> None:
        while (await seat.next("presence"))["presence"] != wanted:
            pass

    run(go())


def test_a_storm_of_reconnects(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "Ann") as ann, Visitor(node.base) as nobody:
            table = await _hot_seat(ann, game="tokaido")
            done = asyncio.Event()

            async def watch(rng: Random) -> list[int]:
                """Connect, disconnect, return with the last number received."""
                heard: list[int] = []
                while True:
                    last = done.is_set()
                    async with nobody.sit(table, after=heard[-1] if heard else 0) as seat:
                        heard += [said["entry"]["number"] for said in _missed(seat)]
                        known = seat.number
                        if last:
                            return heard
                        try:
                            for _ in range(rng.randrange(1, 6)):
                                await seat.next("entry", seconds=1)
                        except TimeoutError:
                            pass
                        heard += [said["entry"]["number"] for said in _entries(seat)]
                        assert heard == list(range(1, max(known, len(heard)) + 1))

            async def play() -> int:
                async with ann.sit(table, seat=0) as one, ann.sit(table, seat=1) as two:
                    await asyncio.gather(one.play_on(Random(5)), two.play_on(Random(6)))
                    done.set()
                    return one.number

            number, *told = await asyncio.gather(play(), *(watch(Random(i)) for i in range(500 if SOAK else 30)))
            assert all(heard == list(range(1, number + 1)) for heard in told)

    run(go())
