"""Everything on a socket is one of the declared messages: decoded into the structs, nothing is missing or left over."""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import Any, get_args

import msgspec
import pytest

import tabiji
from tabiji.server.game_types import game_type
from tabiji.server.websocket_messages import (
    EntryMessage,
    ReplayStep,
    ServerMessage,
    SnapshotMessage,
)

from tests.server.node import Node
from tests.server.visitor import TableSocket, Visitor, apply_changes, run

_read = msgspec.json.Decoder(ServerMessage).decode
_GAMES = pytest.mark.parametrize("game", tabiji.games())


def _check_whole(said: Any, declared: Any, where: str = "message") -> None:
    """Everything that was said came back from the struct; what a struct adds are its defaults."""
    if isinstance(said, dict):
        for key, part in said.items():
            assert key in declared, f"{where} has an undeclared {key!r}"
            _check_whole(part, declared[key], f"{where}.{key}")
    elif isinstance(said, list):
        assert len(said) == len(declared), where
        for number, part in enumerate(said):
            _check_whole(part, declared[number], f"{where}[{number}]")
    else:
        assert said == declared, where


def _check_games_part(message: Any, game: str) -> None:
    """The views and events in a message are those the game declares."""
    if isinstance(message, EntryMessage | SnapshotMessage | ReplayStep):
        if not isinstance(message, EntryMessage) and message.view is not msgspec.UNSET:
            msgspec.convert(message.view, game_type(game, "View"))
        if message.events is not msgspec.UNSET:
            msgspec.convert(message.events, list[game_type(game, "Event")])  # type: ignore[misc]
    if isinstance(message, SnapshotMessage):
        for step in message.missed:
            _check_games_part(step, game)
        if message.setting is not None and message.setting.board is not None:
            msgspec.convert(message.setting.board, game_type(game, "Board"))


def _check(raw: list[str], game: str) -> set[type]:
    """All messages of a socket; the kinds there were."""
    kinds = set()
    view: Any = None
    for text in raw:
        message = _read(text)
        _check_whole(json.loads(text), json.loads(msgspec.json.encode(message)))
        _check_games_part(message, game)
        if isinstance(message, SnapshotMessage):
            view = message.view
        elif isinstance(message, EntryMessage):
            view = apply_changes(view, message.changes)
            msgspec.convert(view, game_type(game, "View"))
        kinds.add(type(message))
    return kinds


async def _talk(seat: TableSocket) -> None:
    """What is not part of play: chat, a ping, and messages that are refused."""
    await seat.send("say", phrase="hello")
    await seat.next("chat")
    await seat.send("say", text="good morning")
    await seat.next("chat")
    await seat.send("ping")
    await seat.next("pong")
    await seat.send("nonsense")
    await seat.next("error")
    await seat.move("no such move")
    await seat.next("error")
    await seat.move("no such move", number=99_999)
    await seat.next("snapshot")


@_GAMES
def test_a_match_of_two_people_a_bot_and_a_spectator(node: Node, game: str) -> None:
    players = min(3, max(tabiji.game(game).spec.players))
    bots = ["novice"] * (players - 2)

    async def play() -> set[type]:
        raws: list[list[str]] = []
        async with Visitor(node.base, "Ann") as ann, Visitor(node.base, "Bob") as bob, Visitor(node.base) as eve:
            clock = {"kind": "live", "bank": 600, "increment": 5, "cap": 900}
            table = await ann.table(game=game, players=players, clock=clock)
            async with ann.sit(table) as first, eve.sit(table) as watching:
                await bob.post(f"/api/tables/{table}/join", seat=1)
                for number, level in enumerate(bots, 2):
                    await ann.put(f"/api/tables/{table}/seats/{number}/bot", level=level)
                async with bob.sit(table) as second:
                    await ann.post(f"/api/tables/{table}/start")
                    await asyncio.gather(*(socket.next("snapshot") for socket in (first, second, watching)))
                    await _talk(first)
                    await asyncio.gather(first.play_on(Random(1)), second.play_on(Random(2)))
                    raws.append(second.raw)
                await first.ended()
                await watching.ended()
                raws += [first.raw, watching.raw]
            async with ann.sit(table, after=0) as again:
                raws.append(again.raw)
        return set.union(*(_check(raw, game) for raw in raws))

    gone = {"Gone", "Changed"}  # other tests
    assert {kind.__name__ for kind in run(play())} == {kind.__name__ for kind in get_args(ServerMessage)} - gone


def test_a_request_to_take_moves_back(node: Node) -> None:
    async def ask() -> set[str]:
        async with Visitor(node.base, "Ann") as ann, Visitor(node.base, "Bob") as bob:
            table = await ann.table(game="tsuro_seas", players=2)
            await bob.post(f"/api/tables/{table}/join", seat=1)
            await ann.post(f"/api/tables/{table}/start")
            async with ann.sit(table, seat=0) as first, bob.sit(table, seat=1) as second:
                for _ in range(2):  # both decide where to start
                    mover = first if first.legal else second
                    await mover.move(mover.legal[0])
                    await asyncio.gather(first.next("entry"), second.next("entry"))
                await first.send("undo")
                await second.next("entry")
                await second.send("answer", agree=False)
                await first.next("entry")
                await first.next("entry")
                for socket in (first, second):
                    _check(socket.raw, "tsuro_seas")
                entries = [json.loads(text)["entry"]["kind"] for text in second.raw if '"type":"entry"' in text]
                assert any(json.loads(text).get("position", {}).get("undo_request") for text in second.raw)
                return set(entries)

    assert run(ask()) == {"move", "ask"}


def test_a_table_that_is_left_by_all_is_gone(node: Node) -> None:
    async def leave() -> set[type]:
        async with Visitor(node.base, "Ann") as ann, Visitor(node.base) as eve:
            table = await ann.table()
            async with eve.sit(table) as watching:
                await ann.post(f"/api/tables/{table}/leave")
                await watching.next("gone")
                return _check(watching.raw, "tokaido")

    assert "Gone" in {kind.__name__ for kind in run(leave())}


def test_what_is_not_declared_is_found() -> None:
    message = _read('{"type":"ack","id":"a","number":1,"new":{}}')
    with pytest.raises(AssertionError, match="undeclared 'new'"):
        _check_whole({"type": "ack", "id": "a", "number": 1, "new": {}}, msgspec.to_builtins(message))
