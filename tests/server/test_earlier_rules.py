"""Matches that began under other rules: finished where that is possible, otherwise ended without a result."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine, delete, insert, update

from tabiji.cli import main
from tabiji.core.game_spec import game_spec
from tabiji.server import rules_versions, schema
from tabiji.server.api_error import ApiError
from tabiji.server.storage import StorageError, now

from tests.server.altered import Database, Start, begin_matches, database, start
from tests.server.node_parts import GAME, NodeParts, begin, new_database, row, with_node
from tests.server.services import wait_for
from tests.server.visitor import Visitor, raises_api_error, run

__all__ = ["database", "start"]  # fixtures
PRESENT = game_spec(GAME).rules_version


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    found = new_database(f"sqlite:///{tmp_path / 'tabiji.db'}")
    yield found
    found.dispose()


def _status(engine: Engine, table: str) -> tuple[str, str | None]:
    found = row(engine, table)
    return found.status, found.void


def test_a_match_of_earlier_rules_ends_without_a_result(start: Start, database: Database) -> None:
    node = start()
    [table, present], cookies = begin_matches(node, 2, moves=1)
    node.kill()
    database.ask("UPDATE tables SET rules = ? WHERE id = ?", PRESENT - 1, table)
    node = start()
    wait_for(lambda: database.ask("SELECT status FROM tables WHERE id = ?", table) == [("over",)], "the end")
    assert database.ask("SELECT * FROM results") == []
    assert database.ask('SELECT * FROM leases WHERE "table" = ?', table) == []

    async def look() -> None:
        async with Visitor(node.base) as ann:
            ann.http.cookies = cookies
            shown = await ann.get(f"/api/tables/{table}")
            assert (shown["status"], shown["void"], shown["result"]) == ("over", "other_rules", None)
            async with ann.sit(table) as seat:
                assert seat.table["void"] == "other_rules"
                assert seat.position is None
            with raises_api_error("not_over"):
                await ann.get(f"/api/tables/{table}/record")
            assert (await ann.get(f"/api/tables/{present}"))["status"] == "playing"
            again = await ann.post(f"/api/tables/{table}/rematch")
            assert again["status"] == "gathering"

    run(look())


def test_newer_rules_and_unknown_games_wait_until_an_operator_ends_them(
    engine: Engine, capsys: pytest.CaptureFixture[str]
) -> None:
    """They may be played by a program that is only not there now: nothing but a command ends them."""
    newer, unknown, mine = begin(engine, rules=PRESENT + 1), begin(engine, game="chess"), begin(engine)
    with engine.connect() as connection:
        assert rules_versions.older_matches(connection, now()) == []
    with pytest.raises(SystemExit, match="0"):
        main(["db", "end-foreign", "--database", str(engine.url)])
    assert "2 matches ended" in capsys.readouterr().out
    assert _status(engine, newer) == _status(engine, unknown) == ("over", "other_rules")
    assert _status(engine, mine) == ("playing", None)


def test_what_another_node_plays_is_left_to_it(engine: Engine) -> None:
    table = begin(engine, rules=PRESENT - 1)
    with engine.begin() as connection:
        assert rules_versions.older_matches(connection, now()) == [table]
        old = {"id": "old", "alive": now() + 60_000, "rules": f'{{"{GAME}":[{PRESENT - 1}]}}'}
        connection.execute(insert(schema.nodes).values(old))
        assert rules_versions.older_matches(connection, now()) == []
        assert rules_versions.foreign_matches(connection, now()) == []
        connection.execute(update(schema.nodes).values(rules=None))  # a version that does not say it yet
        with pytest.raises(StorageError, match="node old"):
            rules_versions.foreign_matches(connection, now())
        connection.execute(delete(schema.nodes))


def test_a_match_is_continued_where_the_present_rules_replay_it(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And ended where they do not, although they should."""
    fits, differs = begin(engine, rules=PRESENT - 1), begin(engine, rules=PRESENT - 1)
    monkeypatch.setattr(rules_versions, "CONTINUED", {GAME: frozenset({PRESENT - 1})})
    with engine.begin() as connection:
        entry = {"table": differs, "number": 1, "kind": "move", "seat": 0, "text": "stay", "at": 0, "spent": 0}
        connection.execute(insert(schema.entries).values(entry))
        assert rules_versions.older_matches(connection, now()) == []

    async def look(node: NodeParts) -> None:
        assert await node.move(fits) == 1
        with pytest.raises(ApiError, match="ended without a result"):
            await node.tables.get(differs)
        assert (await node.tables.get(differs)).table.void == "other_rules"

    with_node(engine, look)
    assert _status(engine, fits) == ("playing", None)
    assert _status(engine, differs) == ("over", "other_rules")


def test_what_is_over_is_shown_without_its_rules(engine: Engine) -> None:
    """The result of a finished match stays readable when its rules are not known any more."""
    result = '{"scores":[1,0],"ranks":[1,2],"winners":[0],"lost":[],"moves":9}'
    table = begin(engine, rules=PRESENT - 1, status="over", ended=now(), result=result)

    async def look(node: NodeParts) -> None:
        live = await node.tables.get(table)
        assert live.match_log is None
        assert live.table.result is not None

    with_node(engine, look)
