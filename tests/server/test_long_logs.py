"""Logs are bounded by the longest match of their game, and one that is longer all the same goes on."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from random import Random

import pytest

from tabiji.core.match import Game
from tabiji.server.api_error import ApiError

from tests.server.altered import Database, Start, begin_matches, database, play, start
from tests.server.match_log_fixture import MatchLogFixture
from tests.server.visitor import Visitor, raises_api_error, run

__all__ = ["database", "start"]  # fixtures
MANY = 100_000


def _loop(fixture: MatchLogFixture) -> None:
    """Decide and take it back, as long as it is allowed."""
    while True:
        match_log = fixture.match_log
        assert match_log.seat is not None
        seat = match_log.seat
        fixture.move()
        fixture.write(match_log.draft_undo(seat, fixture.at))


@pytest.mark.parametrize("game", ["tokaido", "tokaido_duo", "tsuro_seas"])
def test_undo_loops_end(game: str) -> None:
    played = Game(game, 2)
    fixture = MatchLogFixture(played, people=["ann", "ann"])
    with pytest.raises(ApiError, match="too often"):
        _loop(fixture)
    longest = played.spec.rules.longest(2)
    assert longest <= fixture.match_log.number <= longest + 2
    fixture.play_out(Random(1))
    assert fixture.match_log.over
    assert fixture.match_log.number <= 2 * longest + 2


def test_leaving_and_returning_ends_with_the_bot_playing() -> None:
    fixture = MatchLogFixture(Game("tsuro_seas", 2))
    longest = fixture.match_log.match.game.spec.rules.longest(2)

    def leave_and_return() -> None:
        while True:
            fixture.write(fixture.match_log.draft_desertion(0, "left", fixture.at))
            fixture.write(fixture.match_log.draft_return(0, fixture.at))

    with pytest.raises(ApiError, match="too often"):
        leave_and_return()
    assert 2 * longest <= fixture.match_log.number <= 2 * longest + 2
    assert fixture.match_log.bots[0] is not None


def test_a_log_of_a_hundred_thousand_entries_goes_on(start: Start, database: Database) -> None:
    """Such logs were written before there was a bound."""
    node = start()
    [table], cookies = begin_matches(node, 1, game="tokaido")
    node.kill()
    rows = [(table, number, "resume", None, "0", None, 0, 0) for number in range(3, MANY + 3)]
    with closing(sqlite3.connect(database.file)) as connection, connection:
        connection.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
    node = start()

    async def look() -> None:
        async with Visitor(node.base) as ann:
            ann.http.cookies = cookies
            await play(ann, table, 1)
            assert len(await ann.get(f"/api/tables/{table}/steps", after=MANY + 2)) == 1
            async with ann.sit(table, after=MANY + 2) as seat:
                assert seat.number == MANY + 3
                for asked in (seat, seat):
                    await asked.send("undo")
                    assert (await asked.next("error"))["code"] == "log_full"
            await play(ann, table, 1)
            with raises_api_error("log_full"):
                await ann.post(f"/api/tables/{table}/undo", id="u")

    run(look())
