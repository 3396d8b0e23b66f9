"""Whole matches over real sockets, with people and bots, from the first move to the record, result and rating."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

import pytest

from tabiji.core.match import Game
from tabiji.core.match_record import commitment

from tests.server.node import Node
from tests.server.visitor import ApiError, Visitor, raises_api_error, run


async def _people(base: str, count: int) -> list[Visitor]:
    return [await Visitor(base, f"P{i}").__aenter__() for i in range(count)]


async def _whole_match(base: str, game: str, people: int, bots: int, folder: Path, **settings: Any) -> dict[str, Any]:
    """Play to the end, each player with a websocket, and check all that is sent at the end."""
    visitors = await _people(base, people)
    host = visitors[0]
    table = await host.table(game=game, players=people + bots, bots=["novice"] * bots, **settings)
    for other in visitors[1:]:
        await other.post(f"/api/tables/{table}/join")
    begun = await host.post(f"/api/tables/{table}/start")
    assert begun["commitment"]
    assert begun["seed"] is None
    assert begun["salt"] is None
    with raises_api_error("not_over"):
        await host.get(f"/api/tables/{table}/record")

    async def play(visitor: Visitor, rng: Random) -> Any:
        async with visitor.sit(table) as seat:
            await seat.play_on(rng)
            ended = await seat.ended()
            numbers = [json.loads(text)["entry"]["number"] for text in seat.raw if '"type":"entry"' in text]
            assert numbers == sorted(set(numbers))
            return ended

    tables = await asyncio.gather(*(play(visitor, Random(i)) for i, visitor in enumerate(visitors)))
    ended = tables[0]
    assert all(told == ended for told in tables)
    assert commitment(int(ended["seed"]), ended["salt"]) == begun["commitment"] == ended["commitment"]
    record = await host.get(f"/api/tables/{table}/record")
    assert record["commitment"] == begun["commitment"]
    assert record["result"]["scores"] == ended["result"]["scores"]
    _verify(record, folder)
    history = await host.get(f"/api/people/{host.id}/matches")
    assert history[0]["table"] == table
    assert history[0]["rank"] == ended["result"]["ranks"][0]
    assert history[0]["players"] == [{"name": seat["name"], "bot": seat["bot"]} for seat in ended["seats"]]
    profile = await host.get(f"/api/people/{host.id}")
    assert profile["games"][game]["matches"] == 1
    assert profile["games"][game]["rating"] is None
    for visitor in visitors:
        await visitor.__aexit__()
    return ended


def _verify(record: dict[str, Any], folder: Path) -> None:
    file = folder / f"{uuid4().hex}.json"
    file.write_text(json.dumps(record))
    done = subprocess.run(
        [sys.executable, "-m", "tabiji.cli", "verify", str(file)], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("game", "people", "bots"),
    [
        ("tokaido", 2, 0),
        ("tokaido", 3, 2),
        ("tokaido_duo", 1, 1),
        ("tsuro_seas", 1, 1),
        ("tsuro_seas", 3, 2),
        ("tsuro_seas", 4, 4),
    ],
)
def test_whole_matches(node: Node, tmp_path: Path, game: str, people: int, bots: int) -> None:
    run(_whole_match(node.base, game, people, bots, tmp_path))


def test_a_match_over_http_alone(node: Node) -> None:
    async def go() -> None:
        rng = Random(1)
        async with Visitor(node.base, "Ann") as ann:
            table = await ann.table(game="tsuro_seas", players=2)
            at = f"/api/tables/{table}"
            await ann.post(f"{at}/join", name="Bob")
            await ann.post(f"{at}/start")
            previews = {}
            while True:
                positions = [await ann.get(f"{at}/snapshot", seat=seat) for seat in (0, 1)]
                number = positions[0]["position"]["number"]
                if positions[0]["position"]["over"]:
                    break
                deciding = 0 if positions[0]["view"]["legal"] else 1
                previews[number] = await ann.get(f"{at}/preview", seat=deciding)
                legal = positions[deciding]["view"]["legal"]
                assert {one["move"] for one in previews[number]["previews"]} == set(legal)
                move = rng.choice(legal)
                words = {"id": f"m{number}", "number": number, "move": move, "seat": deciding}
                assert await ann.post(f"{at}/moves", **words) == {"number": number + 1}
                # asked again, it is answered again and not played again
                assert await ann.post(f"{at}/moves", **words) == {"number": number + 1}
            replay_steps = await ann.get(f"{at}/steps")
            assert [replay_step["entry"]["number"] for replay_step in replay_steps] == list(range(1, number + 1))
            for past, shown in previews.items():  # an earlier position can be asked for, too
                assert await ann.get(f"{at}/preview", number=past) == shown | {"previews": [], "closed": []}
            assert await ann.get(f"{at}/steps", after=2, limit=3) == replay_steps[2:5]
            assert (await ann.get(f"{at}/steps", views=True, limit=1))[0]["view"]["viewer"] == 0

    run(go())


def test_results_rate_claimed_people(node: Node) -> None:
    async def go() -> None:
        one, two = await _people(node.base, 2)
        for person in (one, two):
            await person.post("/api/me/claim", name="R" + uuid4().hex[:12], password="fifty-three stations")
            await person.put("/api/me/public", public=True)
        for _ in range(2):
            table = await one.table(game="tokaido_duo", players=2, desertion="forfeit")
            await two.post(f"/api/tables/{table}/join")
            await one.post(f"/api/tables/{table}/start")
            async with one.sit(table) as seat:
                await two.post(f"/api/tables/{table}/leave")
                ended = await seat.ended()
            assert ended["result"]["ranks"] == [1, 2]
            assert ended["result"]["lost"] == [1]
            assert ended["result"]["winners"] == [0]
        won, lost = [(await one.get(f"/api/people/{who.id}"))["games"]["tokaido_duo"] for who in (one, two)]
        assert (won["matches"], won["wins"], won["mean_rank"]) == (2, 2, 1)
        assert (lost["matches"], lost["wins"], lost["mean_rank"]) == (2, 0, 2)
        assert won["rating"]["matches"] == lost["rating"]["matches"] == 2
        assert won["rating"]["mu"] > lost["rating"]["mu"]
        ranked = [place["person"] for place in await one.get("/api/ratings/tokaido_duo")]
        assert ranked.index(one.id) < ranked.index(two.id)
        history = await one.get(f"/api/people/{one.id}/matches")
        assert len(history) == 2
        assert await one.get(f"/api/people/{one.id}/matches", before=history[0]["ended"]) == history[1:]
        for person in (one, two):
            await person.__aexit__()

    run(go())


def test_the_record_of_a_forfeited_match_verifies(node: Node, tmp_path: Path) -> None:
    async def go() -> None:
        one, two = await _people(node.base, 2)
        table = await one.table(players=2, desertion="forfeit")
        await two.post(f"/api/tables/{table}/join")
        await one.post(f"/api/tables/{table}/start")
        async with one.sit(table) as seat, two.sit(table) as other:
            await asyncio.gather(seat.play_on(Random(1), 1), other.play_on(Random(2), 1))
            await one.post(f"/api/tables/{table}/leave")
            await seat.ended()
        _verify(await one.get(f"/api/tables/{table}/record"), tmp_path)
        for person in (one, two):
            await person.__aexit__()

    run(go())


def test_hints_are_for_the_deciding_seat_where_allowed(node: Node) -> None:
    async def go() -> None:
        one, two = await _people(node.base, 2)
        for hints in (True, False):
            table = await one.table(players=2, hints=hints)
            at = f"/api/tables/{table}"
            with raises_api_error("not_your_turn"):
                await one.post(f"{at}/hint")
            await two.post(f"{at}/join")
            await one.post(f"{at}/start")
            async with one.sit(table) as seat:
                deciding, waiting = (one, two) if seat.legal else (two, one)
            with raises_api_error("not_your_turn"):
                await waiting.post(f"{at}/hint")
            if hints:
                found = await deciding.post(f"{at}/hint")
                legal = (await deciding.get(f"{at}/snapshot"))["view"]["legal"]
                assert {candidate["move"] for candidate in found["candidates"]} == set(legal)
                assert len(found["seats"]) == 2
                assert sum(found["seats"]) == pytest.approx(1)
            else:
                with raises_api_error("not_yours"):
                    await deciding.post(f"{at}/hint")
        for person in (one, two):
            await person.__aexit__()

    run(go())


def test_a_board_of_ones_own(node: Node) -> None:
    board = Game("tokaido_duo").board
    assert board is not None
    named = json.loads(json.dumps(board))
    named["board"]["name"] = "my own island"
    broken = json.loads(json.dumps(named))
    del broken["board"]["name"]

    async def go() -> None:
        async with Visitor(node.base, "Ann") as ann:
            made = await ann.post(
                "/api/tables", game="tokaido_duo", players=2, board=named, bots=["novice"], start=True, pace=0
            )
            assert made["board"] == "my own island"
            async with ann.sit(made["id"]) as seat:
                await seat.play_on(Random(1), 5)
            answer = await ann.http.post("/api/tables", json={"game": "tokaido_duo", "board": broken})
            assert answer.status_code == 400
            assert answer.json()["code"] == "bad_board"
            assert answer.json()["problems"]

    run(go())


def test_moves_that_are_refused_change_nothing(node: Node) -> None:
    async def go() -> None:
        one, two = await _people(node.base, 2)
        table = await one.table(players=2)
        other = await two.table(players=2, bots=["novice"], start=True)
        at = f"/api/tables/{table}"
        await two.post(f"{at}/join")
        with raises_api_error("not_started"):
            await one.post(f"{at}/moves", id="a", number=0, move="move 1")
        await one.post(f"{at}/start")
        wrong = [
            (one, {"move": "fly"}, "bad_move"),
            (one, {"number": 7}, "stale_number"),
            (one, {"seat": 1}, "not_yours"),
            (two, {}, "not_your_turn"),
            (two, {"seat": 0}, "not_yours"),
        ]
        async with one.sit(table) as seat:
            assert seat.legal  # the first seat begins
            for who, words, code in wrong:
                asked = {"id": "x", "number": 0, "move": seat.legal[0]} | words
                with raises_api_error(code):
                    await who.post(f"{at}/moves", **asked)
            with raises_api_error("not_yours"):
                await one.post(f"/api/tables/{other}/moves", id="y", number=0, move=seat.legal[0])
        assert await one.get(f"{at}/steps") == []
        for person in (one, two):
            await person.__aexit__()

    run(go())


def test_undo_over_the_network(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "Ann") as ann, Visitor(node.base, "Ben") as ben:
            table = await ann.table(players=2)
            await ben.post(f"/api/tables/{table}/join")
            await ann.post(f"/api/tables/{table}/start")
            async with ann.sit(table) as one, ben.sit(table) as two:
                first = one.legal
                await one.move(first[0])
                await two.turn()
                await two.move(two.legal[0])
                await one.turn()
                await one.send("undo")  # somebody else has decided since: Ben is asked
                asked = await two.next("entry")
                while asked["entry"]["kind"] != "ask":
                    asked = await two.next("entry")
                assert asked["position"]["undo_request"] == {"seat": 0, "waiting": [1]}
                await two.send("answer", agree=True)
                gone = await one.next("entry")
                while gone["entry"]["kind"] != "undo":
                    gone = await one.next("entry")
                assert one.legal == first
                assert one.position is not None
                assert one.position["undo_request"] is None
                await one.move(first[1])
                await two.turn()

    run(go())


def test_nobody_can_ask_for_a_move_with_a_bad_number(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "Ann") as ann:
            table = await ann.table(players=2, bots=["novice"], start=True)
            for number in (-1, 2**31, 1.5, "0", None, True):
                with pytest.raises(ApiError) as said:
                    await ann.post(f"/api/tables/{table}/moves", id="a", number=number, move="move 1")
                assert said.value.status == 400

    run(go())
