"""Nothing hidden leaves: each message to a seat or a spectator is the same after all secrets are dealt anew."""

from __future__ import annotations

import asyncio
import json
from copy import copy
from random import Random
from typing import Any

import pytest

from tabiji.core.match import Game
from tabiji.core.room import room
from tabiji.server import telling
from tabiji.server.lobby import Sheet
from tabiji.server.story import Story

from tests.server.node import Node
from tests.server.tale import sheet
from tests.server.visitor import Visitor

MATCHES = {"tokaido": 50, "tokaido_duo": 10, "tsuro_seas": 240}


def _random_game(name: str, luck: Random) -> Game:
    found = room(name)
    options = {option.name: luck.choice(option.choices) for option in found.options}
    board = luck.choice(found.boards) if found.boards else None
    return Game(name, luck.choice(found.players), board, **options)


def _redealt(story: Story, viewer: int | None, seed: int) -> Story:
    """The same story for this viewer, with other things hidden."""
    other = copy(story)
    other.match = story.match.determinize(viewer, seed)
    return other


def _snapshot(table: Sheet, story: Story, viewer: int | None) -> bytes:
    return telling.snapshot(table, story, viewer, [], [], [], 0, [], 0)


@pytest.mark.parametrize("name", list(MATCHES))
def test_messages_hold_nothing_that_is_hidden(name: str) -> None:
    luck = Random(f"leaks of {name}")
    messages = 0
    for _ in range(MATCHES[name]):
        game = _random_game(name, luck)
        seed, salt = luck.getrandbits(64) | 1 << 63, luck.randbytes(16).hex()
        table = sheet(game, seed, salt)
        story = table.story("skilled")
        secrets = (str(seed).encode(), hex(seed)[2:].encode(), salt.encode())
        viewers: list[int | None] = [*range(game.players), None]
        told: dict[int | None, list[bytes]] = {viewer: [_snapshot(table, story, viewer)] for viewer in viewers}
        while not story.over:
            assert story.seat is not None
            move = game.room.door("moves").write(story.match.state, luck.choice(story.match.legal_actions()))
            entry = story.draft_move(story.seat, move, story.number, story.number)
            story.apply(entry)
            news = telling.news(story, entry, viewers, 0)
            for viewer in viewers:
                told[viewer].append(news[viewer])
            if luck.random() < 0.5:
                viewer = luck.choice(viewers)
                other = _redealt(story, viewer, luck.getrandbits(62))
                assert telling.news(other, entry, [viewer], 0)[viewer] == news[viewer], (game, viewer, move)
            if luck.random() < 0.05:
                viewer = luck.choice(viewers)
                told[viewer].append(_snapshot(table, story, viewer))
                other = _redealt(story, viewer, luck.getrandbits(62))
                assert _snapshot(table, other, viewer) == told[viewer][-1]
        for heard in told.values():
            whole = b"\n".join(heard)
            messages += len(heard)
            assert not any(secret in whole for secret in secrets)
    assert messages > 5_000


def test_what_was_missed_is_what_would_have_been_told() -> None:
    luck = Random("missed")
    for name in MATCHES:
        game = _random_game(name, luck)
        table = sheet(game, luck.getrandbits(64), "salt")
        story = table.story("skilled")
        viewers: list[int | None] = [*range(game.players), None]
        told: dict[int | None, list[Any]] = {viewer: [] for viewer in viewers}
        log = []
        while not story.over:
            assert story.seat is not None
            move = luck.choice(list(story.match.legal))
            log.append(story.draft_move(story.seat, move, story.number, 1_000_000 + story.number))
            story.apply(log[-1])
            for viewer, message in telling.news(story, log[-1], viewers, 0).items():
                heard = json.loads(message)
                told[viewer].append({"entry": heard["entry"], "events": heard["events"], "view": heard["view"]})
        after = len(log) // 2
        for viewer in viewers:
            missed = telling.missed(table, "skilled", log, after, viewer, views=True)
            for moment in missed:  # a view of the past has its events beside it
                moment["view"].pop("events", None)
            assert json.loads(telling.encode(missed)) == told[viewer][after:]


def test_real_sockets_and_requests_tell_no_secrets(node: Node) -> None:
    async def play(game: str, players: int) -> None:
        async with Visitor(node.base, "Ann") as ann, Visitor(node.base, "Ben") as ben, Visitor(node.base) as nobody:
            answers: list[str] = []

            async def note(response: Any) -> None:
                answers.append((await response.aread()).decode())

            table = await ann.table(game=game, players=players, bots=["novice"] * (players - 2))
            await ben.post(f"/api/tables/{table}/join")
            await ann.post(f"/api/tables/{table}/start")
            for visitor in (ann, ben, nobody):
                visitor.http.event_hooks["response"] = [note]
            async with ann.sit(table) as one, ben.sit(table) as two, nobody.sit(table) as third:
                playing = asyncio.gather(one.play_on(Random(1)), two.play_on(Random(2)))
                while not third.over and not playing.done():
                    await third.next()
                    if third.number % 10 == 0 and not third.over:
                        for path in ("", "/position", "/moments?views=true"):
                            await luck.choice([nobody, ann]).get(f"/api/tables/{table}{path}")
                        await nobody.get("/api/tables")
                        await ann.get("/api/tables/mine")
                await playing
                ended = await third.ended()
                seed, salt = ended["seed"], ended["salt"]
                assert seed is not None
                # everything before the very last word, in which the secrets are opened
                heard = [text for seat in (one, two, third) for text in seat.raw if '"status":"over"' not in text]
                heard += [text for text in answers if '"status":"over"' not in text]
                assert len(heard) > 20
                assert not [text for text in heard if seed in text or salt in text or f"{int(seed):x}" in text]

    luck = Random("sockets")

    async def all_games() -> None:
        for game, players in (("tokaido", 3), ("tokaido_duo", 2), ("tsuro_seas", 4)):
            await play(game, players)

    asyncio.run(all_games())
