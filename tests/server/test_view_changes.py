"""What clients make of the changes is what they would have been shown: at every entry, from every seat, to the byte."""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import Any

import msgspec
import pytest

import tabiji
from tabiji.core.game_spec import game_spec
from tabiji.core.match import Game
from tabiji.server import messages
from tabiji.server.match_log import Entry, MatchLog
from tabiji.server.view_changes import Views

from tests.games.settings import random_match
from tests.server.match_log_fixture import table_fixture
from tests.server.node import Node
from tests.server.visitor import Visitor, apply_changes

_MATCHES = {"tokaido": 4, "tokaido_duo": 1, "tsuro_seas": 6}


def _text(view: Any) -> bytes:
    """A view as it is sent, but with its keys in order."""
    return msgspec.json.encode(view, order="sorted")


def _next_entry(match_log: MatchLog, rng: Random) -> Entry:
    """A move, or now and then an undo."""
    assert match_log.seat is not None
    moves = len(match_log.match.moves)
    if moves and rng.random() < 0.1:
        return Entry(match_log.number + 1, "undo", None, str(rng.randrange(max(0, moves - 6), moves)), 0)
    move = rng.choice(list(match_log.match.legal))
    return match_log.draft_move(match_log.seat, move, match_log.number, 0)


@pytest.mark.parametrize("name", tabiji.games())
def test_the_view_before_and_the_changes_are_the_view_after(name: str) -> None:
    rng = Random(f"changes of {name}")
    kinds, sent, whole = set(), 0, 0
    for _ in range(_MATCHES[name]):
        spec = game_spec(name)
        options = {option.name: rng.choice(option.choices) for option in spec.options}
        game = Game(name, rng.choice(spec.players), None, **options)
        match_log = table_fixture(game, rng.getrandbits(64), "salt").match_log("skilled")
        viewers: list[int | None] = [*range(game.players), None]
        after = Views(match_log.match).add(viewers)
        shown = {viewer: json.loads(messages.encode(after.view(viewer))) for viewer in viewers}
        while not match_log.over:
            entry = _next_entry(match_log, rng)
            match_log.apply(entry)
            kinds.add(entry.kind)
            before, after = after, Views(match_log.match).add(viewers)
            news = messages.entry_messages(match_log, entry, before, after, 0)
            for viewer in viewers:
                shown[viewer] = apply_changes(shown[viewer], json.loads(news[viewer])["changes"])
                now = match_log.match.public() | match_log.match.private(viewer)
                now.pop("events")
                assert _text(shown[viewer]) == _text(now), (game, viewer, entry)
                sent += len(news[viewer])
                whole += len(messages.encode(now))
    assert kinds == {"move", "undo"}
    assert sent < whole / 2


def test_keys_of_views_need_no_escaping_in_pointers() -> None:
    def keys(part: Any) -> set[str]:
        inside = part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
        return (set(part) if isinstance(part, dict) else set()).union(*map(keys, inside))

    for name in tabiji.games():
        match = random_match(tabiji.game(name), 1, 20)
        assert not [key for key in keys(match.public() | match.private(0)) if "/" in key or "~" in key]


def test_who_does_not_have_the_view_before_gets_a_snapshot(node: Node) -> None:
    """A stale move is answered with a snapshot, and what changes after that is told by changes again."""

    async def play() -> None:
        async with Visitor(node.base, "Ann") as ann:
            table = await ann.table(game="tokaido", players=2, bots=["novice"], start=True)
            async with ann.sit(table) as seat, ann.sit(table) as other:
                for _ in range(3):
                    assert await seat.turn()
                    await seat.move("no such move", number=99_999)
                    assert (await seat.next("error"))["code"] == "stale_number"
                    await seat.next("snapshot")
                    await seat.move(seat.legal[0])
                    made = (await seat.next("ack"))["number"]
                    while seat.number < made:
                        await seat.next("entry")
                assert await seat.turn()
                assert await other.turn()
                while other.number < seat.number:
                    await other.next("entry")
                assert seat.view == other.view == (await ann.get(f"/api/tables/{table}/snapshot"))["view"]

    asyncio.run(play())
