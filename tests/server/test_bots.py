"""Bots at the table: crashes of bot workers, the pace, and substitutes."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from random import Random

import msgspec
import pytest

from tabiji.core.match import Game
from tabiji.server import bot_pool
from tabiji.server.api_error import ApiError
from tabiji.server.lobby import check_bot

from tests.server.node import Node
from tests.server.visitor import Visitor, raises_api_error, run


def test_a_killed_bot_worker_is_asked_again(serve: Callable[..., Node]) -> None:
    node = serve("--bot-workers", "1")

    async def go() -> None:
        killed = 0
        async with Visitor(node.base, "Ann") as ann:
            table = await ann.table(game="tokaido", players=2, bots=["strong"], start=True)
            async with ann.sit(table) as seat:
                while killed < 3 and await seat.turn():
                    await seat.move(Random(killed).choice(seat.legal))
                    await seat.next("entry")
                    for child in node.bot_workers():
                        with suppress(FileNotFoundError, ProcessLookupError):  # it has ended by itself
                            if "spawn_main" in Path(f"/proc/{child}/cmdline").read_text():
                                os.kill(child, signal.SIGKILL)
                                killed += 1
                assert await seat.turn()
                assert seat.number >= 3
        assert killed >= 3

    run(go())
    node.stop()
    assert any("a worker died" in line for line in node.errors)
    assert not [line for line in node.errors if '"level":"error"' in line]


def test_boards_kept_by_a_bot_worker_are_bounded() -> None:
    board = Game("tokaido_duo", 2).board
    assert board is not None
    for number in range(70):
        named = board | {"board": board["board"] | {"name": f"board {number}"}}
        bot_pool._game("tokaido_duo", 2, msgspec.json.encode([{}, named]))
    assert bot_pool._game.cache_info().currsize <= 64


def test_bots_keep_their_pace(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "Ann") as ann:
            for pace, least in ((0, 0.0), (400, 0.35)):
                table = await ann.table(game="tsuro_seas", players=4, bots=["novice"] * 3, start=True, pace=pace)
                async with ann.sit(table) as seat:
                    await seat.turn()
                    await seat.move(seat.legal[0])
                    times = []
                    while len(times) < 3:
                        entry = await seat.next("entry")
                        times.append(entry["entry"]["at"])
                        if seat.legal:
                            break
                    gaps = [after - before for before, after in pairwise(times)]
                    assert all(gap >= least * 1000 for gap in gaps)

    run(go())


def test_a_bot_stands_in_for_who_left_and_gives_the_seat_back(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "Ann") as ann, Visitor(node.base, "Ben") as ben:
            table = await ann.table(game="tokaido", players=2)
            await ben.post(f"/api/tables/{table}/join")
            await ann.post(f"/api/tables/{table}/start")
            async with ben.sit(table) as two:
                async with ann.sit(table) as one:
                    assert one.legal
                    move = one.legal[0]
                    await ann.post(f"/api/tables/{table}/leave")
                    await one.next("entry")
                    assert one.position is not None
                    assert one.position["bots"][0] == "skilled"
                    with raises_api_error("not_yours"):  # the bot decides now
                        await ann.post(f"/api/tables/{table}/moves", id="a", number=one.number, move=move)
                assert await two.turn()  # the bot has played
                async with ann.sit(table) as back:
                    while back.position is None or back.position["bots"][0] is not None:
                        await back.next("entry")
                    await asyncio.gather(back.play_on(Random(1)), two.play_on(Random(2)))
                    ended = await back.ended()
                    assert ended["result"]["lost"] == []

    run(go())


def test_a_bot_takes_the_seat_when_time_is_out(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "Ann") as ann, Visitor(node.base, "Ben") as ben:
            clock = {"kind": "turns", "hours": 3 / 3600}
            table = await ann.table(game="tokaido", players=2, clock=clock)
            await ben.post(f"/api/tables/{table}/join")
            async with ann.sit(table) as one:
                await ann.post(f"/api/tables/{table}/start")
                entry = await one.next("entry")
                assert (entry["entry"]["kind"], entry["entry"]["text"]) == ("bot", "time skilled")
                assert entry["entry"]["seat"] == 0
                played = await one.next("entry")
                assert (played["entry"]["kind"], played["entry"]["seat"]) == ("move", 0)
                await ann.post(f"/api/tables/{table}/return")
                while one.position is None or one.position["bots"][0] is not None:
                    await one.next("entry")
                await ben.post(f"/api/tables/{table}/leave")
                await one.turn()
                await one.move(one.legal[0])
                while True:
                    entry = (await one.next("entry"))["entry"]
                    if (entry["kind"], entry["seat"]) == ("move", 0):
                        break

    run(go())


def test_a_clock_that_runs_out_forfeits_where_agreed(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "Ann") as ann:
            clock = {"kind": "turns", "hours": 1 / 3600}
            table = await ann.table(game="tokaido_duo", players=2, bots=["novice"], clock=clock, desertion="forfeit")
            await ann.post(f"/api/tables/{table}/start")
            async with ann.sit(table) as one:
                ended = await one.ended()
            assert ended["result"]["lost"] == [0]
            assert ended["result"]["ranks"] == [2, 1]

    run(go())


def test_live_clocks_are_shown_and_doubled_for_newcomers(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "Ann") as ann:
            clock = {"kind": "live", "bank": 60, "increment": 5, "cap": 90}
            table = await ann.table(players=2, bots=["novice"], clock=clock, start=True)
            async with ann.sit(table) as one:
                assert one.position is not None
                left = one.position["clocks"]["left"]
                assert one.position["clocks"]["running"] == 0
                assert 110_000 < left[0] <= 120_000
                assert left[1] == 60_000

    run(go())


def test_whoever_forfeits_cannot_play_on(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "Ann") as ann, Visitor(node.base, "Ben") as ben:
            table = await ann.table(game="tokaido", players=3, bots=["novice"], desertion="forfeit", pace=3000)
            at = f"/api/tables/{table}"
            await ben.post(f"{at}/join")
            await ann.post(f"{at}/start")
            async with ann.sit(table) as one:
                move, number = one.legal[0], one.number
                await ann.post(f"{at}/leave")
                await one.next("entry")
                with raises_api_error("not_yours"):
                    await ann.post(f"{at}/moves", id="a", number=number + 1, move=move)
            await ann.post(f"{at}/return")  # changes nothing
            shown = await ben.get(f"{at}/snapshot")
            assert shown["position"]["lost"] == [0]
            assert shown["position"]["bots"][0] == "skilled"

    run(go())


def test_nobody_says_how_long_a_bot_thinks() -> None:
    for name in ("rollout:64", "rollout:9000ms", "search:100000", "nobody"):
        with pytest.raises(ApiError, match="unknown bot"):
            check_bot(name)
    for name in ("novice", "master", "rollout", "greedy", "search"):
        assert check_bot(name) == name


def test_the_bot_that_thinks_ahead_thinks_less_where_many_wait() -> None:
    budget = bot_pool._bot("rollout", False)[1]
    assert bot_pool._within(budget, ("tsuro_seas", "rollout"), 0.5).milliseconds == 500
    match = Game("tsuro_seas", 2).new(3)
    assert bot_pool._choose(bot_pool.question(match, 1), "rollout", 5, None, 0.02) in match.legal


def test_a_match_against_the_bot_that_thinks_ahead(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "Ann") as ann:
            menu = await ann.get("/api/menu")
            assert menu["levels"][-1]["name"] == "rollout"
            table = await ann.table(game="tsuro_seas", players=2, bots=["rollout"], start=True)
            async with ann.sit(table) as seat:
                for _ in range(3):
                    assert await seat.turn()
                    await seat.move(seat.legal[0])
                    await seat.next("entry")
                assert seat.number >= 5

    run(go())
