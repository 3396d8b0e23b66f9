"""Nothing hidden leaves: each message to a seat or a spectator is the same after all secrets are dealt anew."""

from __future__ import annotations

import asyncio
import json
from copy import copy
from random import Random
from typing import Any

import pytest

from tabiji.core.game_spec import game_spec
from tabiji.core.match import Game
from tabiji.server import messages
from tabiji.server.match_log import MatchLog
from tabiji.server.stored_table import Table
from tabiji.server.view_changes import Views
from tabiji.server.websocket_messages import Absence

from tests.server.match_log_fixture import table_fixture
from tests.server.node import Node
from tests.server.visitor import Visitor, apply_changes

MATCHES = {"tokaido": 50, "tokaido_duo": 10, "tsuro_seas": 240}


def _random_game(name: str, rng: Random) -> Game:
    found = game_spec(name)
    options = {option.name: rng.choice(option.choices) for option in found.options}
    board = rng.choice(found.boards) if found.boards else None
    return Game(name, rng.choice(found.players), board, **options)


def _redealt(match_log: MatchLog, viewer: int | None, seed: int) -> MatchLog:
    """The same match for this viewer, with other hidden cards."""
    other = copy(match_log)
    other.match = match_log.match.determinize(viewer, seed)
    return other


def _snapshot(table: Table, match_log: MatchLog, viewer: int | None) -> bytes:
    return messages.snapshot(table, match_log, viewer, [], [], [], 0, Absence([], []), [], 0)


@pytest.mark.parametrize("name", list(MATCHES))
def test_messages_hold_nothing_that_is_hidden(name: str) -> None:
    rng = Random(f"leaks of {name}")
    sent = 0
    for _ in range(MATCHES[name]):
        game = _random_game(name, rng)
        seed, salt = rng.getrandbits(64) | 1 << 63, rng.randbytes(16).hex()
        table = table_fixture(game, seed, salt)
        match_log = table.match_log("skilled")
        secrets = (str(seed).encode(), hex(seed)[2:].encode(), salt.encode())
        viewers: list[int | None] = [*range(game.players), None]
        told: dict[int | None, list[bytes]] = {viewer: [_snapshot(table, match_log, viewer)] for viewer in viewers}
        after = Views(match_log.match).add(viewers)
        while not match_log.over:
            assert match_log.seat is not None
            before = after
            redealt = None  # sometimes: a position that looks the same to one viewer
            if rng.random() < 0.3:
                viewer = rng.choice(viewers)
                redealt = Views(_redealt(match_log, viewer, rng.getrandbits(62)).match).add([viewer])
            move = game.spec.moves.write(match_log.match.state, rng.choice(match_log.match.legal_actions()))
            entry = match_log.draft_move(match_log.seat, move, match_log.number, match_log.number)
            match_log.apply(entry)
            after = Views(match_log.match).add(viewers)
            news = messages.entry_messages(match_log, entry, before, after, 0)
            for seat, message in news.items():
                told[seat].append(message)
            if redealt is not None:  # the changes between two such positions are the same
                other = _redealt(match_log, viewer, rng.getrandbits(62))
                redealt_news = messages.entry_messages(other, entry, redealt, Views(other.match).add([viewer]), 0)
                assert redealt_news[viewer] == news[viewer], (game, viewer, move)
            if rng.random() < 0.05:
                viewer = rng.choice(viewers)
                told[viewer].append(_snapshot(table, match_log, viewer))
                other = _redealt(match_log, viewer, rng.getrandbits(62))
                assert _snapshot(table, other, viewer) == told[viewer][-1]
        for heard in told.values():
            whole = b"\n".join(heard)
            sent += len(heard)
            assert not any(secret in whole for secret in secrets)
    assert sent > 5_000


def test_what_was_missed_is_what_would_have_been_told() -> None:
    rng = Random("missed")
    for name in MATCHES:
        game = _random_game(name, rng)
        table = table_fixture(game, rng.getrandbits(64), "salt")
        match_log = table.match_log("skilled")
        viewers: list[int | None] = [*range(game.players), None]
        told: dict[int | None, list[Any]] = {viewer: [] for viewer in viewers}
        after_entry = Views(match_log.match).add(viewers)
        shown = {viewer: json.loads(messages.encode(after_entry.view(viewer))) for viewer in viewers}
        log = []
        while not match_log.over:
            assert match_log.seat is not None
            move = rng.choice(list(match_log.match.legal))
            log.append(match_log.draft_move(match_log.seat, move, match_log.number, 1_000_000 + match_log.number))
            match_log.apply(log[-1])
            before, after_entry = after_entry, Views(match_log.match).add(viewers)
            for viewer, message in messages.entry_messages(match_log, log[-1], before, after_entry, 0).items():
                heard = json.loads(message)
                shown[viewer] = apply_changes(shown[viewer], heard["changes"])
                told[viewer].append({"entry": heard["entry"], "events": heard["events"], "view": shown[viewer]})
        after = len(log) // 2
        for viewer in viewers:
            missed = messages.missed(table, "skilled", log, after, viewer, views=True)
            for replay_step in missed:  # a view of the past has its events beside it
                replay_step.view.pop("events", None)
            assert json.loads(messages.encode(missed)) == told[viewer][after:]


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
                        for path in ("", "/snapshot", "/steps?views=true"):
                            await rng.choice([nobody, ann]).get(f"/api/tables/{table}{path}")
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

    rng = Random("sockets")

    async def all_games() -> None:
        for game, players in (("tokaido", 3), ("tokaido_duo", 2), ("tsuro_seas", 4)):
            await play(game, players)

    asyncio.run(all_games())
