"""What an operator relies on: headers, metrics that strangers cannot read, pruning, backups."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import httpx
import pytest
import yaml
from prometheus_client import REGISTRY
from sqlalchemy import insert, select

from tabiji.cli import main
from tabiji.server import db_dump, db_increments, metrics, moderation, schema
from tabiji.server.admin_protocol import Measure
from tabiji.server.housekeeping import Housekeeping
from tabiji.server.http_transport import KEEP_ALIVE
from tabiji.server.moderation import Actor
from tabiji.server.settings import Settings
from tabiji.server.storage import StorageError, connect, now

from tests.ports import free_port
from tests.programs import need
from tests.server.node import Node
from tests.server.node_factory import NodeFactory, QuickNode
from tests.server.node_parts import ANN, NodeParts, begin, new_database
from tests.server.services import Postgres
from tests.server.visitor import Visitor, run

Serve = Callable[..., Node]
DAY = 24 * 3600 * 1000
DEPLOY = Path(__file__).parents[2] / "deploy"
assert metrics  # imported, so that the registry has them


def test_private_answers_are_stored_nowhere(node: Node) -> None:
    answer = httpx.post(f"{node.base}/api/me", json={"name": "Kinko"})
    assert answer.headers["cache-control"] == "no-store"
    assert httpx.get(f"{node.base}/api/nothing").headers["cache-control"] == "no-store"  # errors too
    assert httpx.get(f"{node.base}/").headers["cache-control"] == "no-cache"


def test_hsts_behind_tls(node: Node) -> None:
    assert "strict-transport-security" not in httpx.get(f"{node.base}/api/menu").headers
    answer = httpx.get(f"{node.base}/api/menu", headers={"x-forwarded-proto": "https"})
    assert answer.headers["strict-transport-security"] == "max-age=31536000"


def test_metrics_are_for_this_machine(node: Node) -> None:
    found = httpx.get(f"{node.base}/metrics")
    assert found.status_code == 200
    for name in ("tabiji_request_seconds_bucket", "tabiji_write_queue", "tabiji_takeovers_failed", "tabiji_bot_queue"):
        assert name in found.text
    assert httpx.get(f"{node.base}/metrics", headers={"x-forwarded-for": "203.0.113.7"}).status_code == 404


def test_moves_are_timed(node: Node) -> None:
    def count() -> float:
        found = re.search(r'tabiji_message_seconds_count\{type="move"\} (\S+)', httpx.get(f"{node.base}/metrics").text)
        return 0.0 if found is None else float(found[1])

    async def play() -> int:
        async with Visitor(node.base, "Kinko") as kinko:
            table = await kinko.table(players=2, bots=["novice"], start=True)
            async with kinko.sit(table) as seat:
                return await seat.play_on(Random(1), most=2)

    before = count()
    assert run(play()) == 2
    assert count() == before + 2


def test_metrics_with_a_token_or_on_a_port(serve: Serve) -> None:
    port = free_port()
    node = serve("--metrics-token", "well-kept", "--metrics-port", str(port))
    assert httpx.get(f"{node.base}/metrics").status_code == 404
    assert httpx.get(f"{node.base}/metrics", headers={"authorization": "Bearer wrong"}).status_code == 404
    assert httpx.get(f"{node.base}/metrics", headers={"authorization": "Bearer well-kept"}).status_code == 200
    assert "tabiji_sockets" in httpx.get(f"http://127.0.0.1:{port}/metrics").text


def test_old_guests_and_chats_are_pruned(tmp_path: Path) -> None:
    engine = new_database(f"sqlite:///{tmp_path / 'tabiji.db'}")
    table = begin(engine)  # Ann has not come for long, but sits at a match in play
    long_ago, lately = now() - 9 * DAY, now() - 6 * DAY
    with engine.begin() as connection:
        for who, created in (("gone", long_ago), ("back", long_ago), ("new", lately)):
            connection.execute(insert(schema.people).values(id=who, name=who, epoch=0, created=created))
        session = {
            "digest": "x",
            "person": "back",
            "agent": "",
            "created": long_ago,
            "renewed": lately,
            "expires": 2**50,
        }
        connection.execute(insert(schema.sessions).values(session))
        for number, at in ((1, long_ago), (2, lately)):
            said = {
                "table": table,
                "number": number,
                "person": ANN.id,
                "name": "Ann",
                "text": f"word {number}",
                "at": at,
            }
            connection.execute(insert(schema.chats).values(said))

    async def prune() -> list[str]:
        parts = NodeParts(engine, prune_guests=7, prune_chats=7)
        live = await parts.tables.get(table)
        await Housekeeping(parts.tables.settings, parts.storage, parts.tables).prune()
        return [str(line.text) for line in live.chat.messages]  # gone from memory too

    assert run(prune()) == ["word 2"]
    with engine.connect() as connection:
        assert set(connection.execute(select(schema.people.c.id)).scalars()) == {"ann", "back", "new", "deleted"}
        assert connection.execute(select(schema.chats.c.text)).scalars().all() == ["word 2"]


def test_a_backup_made_while_serving_serves_the_same_matches(
    node: Node, node_factory: NodeFactory, tmp_path: Path
) -> None:
    async def play() -> tuple[str, object]:
        async with Visitor(node.base, "Kinko") as kinko:
            table = await kinko.table(players=2, bots=["novice"], start=True, desertion="forfeit")
            async with kinko.sit(table) as seat:
                await seat.play_on(Random(1), most=3)
                await kinko.post(f"/api/tables/{table}/leave")
                await seat.ended()
            return table, await kinko.get(f"/api/tables/{table}/record")

    table, record = run(play())
    copy = tmp_path / "copy.db"
    words = [sys.executable, "-m", "tabiji.cli", "db", "backup", str(copy), "--database", node.database]
    subprocess.run(words, check=True, capture_output=True)
    assert os.stat(copy).st_mode & 0o077 == 0
    assert "it exists" in subprocess.run(words, capture_output=True, text=True).stderr
    assert httpx.get(f"{node.base}/readyz").status_code == 200  # it serves on
    restored = QuickNode(node_factory, database=f"sqlite:///{copy}")
    try:
        assert httpx.get(f"{restored.base}/api/tables/{table}/record").json() == record
    finally:
        restored.stop()


def test_increments_made_while_serving_restore_every_moment(
    node: Node, node_factory: NodeFactory, tmp_path: Path
) -> None:
    folder = tmp_path / "backups"

    async def play() -> tuple[str, list[object], list[db_increments.Added]]:
        records, added = [], []
        async with Visitor(node.base, "Kinko") as kinko:
            table = await kinko.table(players=2, bots=["novice"], start=True, desertion="forfeit")
            async with kinko.sit(table) as seat:
                await seat.play_on(Random(1), most=3)
                added.append(db_increments.add(node.database, folder))
                await kinko.post(f"/api/tables/{table}/leave")
                await seat.ended()
            records.append(await kinko.get(f"/api/tables/{table}/record"))
            added.append(db_increments.add(node.database, folder))
            return table, records, added

    table, [record], [first, second] = run(play())
    assert 0 < second.new < first.new  # only what has changed: of a database this small, about half
    assert db_increments.names(folder) == [first.name, second.name]
    assert all(os.stat(file).st_mode & 0o077 == 0 for file in (folder, *folder.rglob("*")))
    db_increments.restore(folder, tmp_path / "first.db", first.name)
    with closing(sqlite3.connect(tmp_path / "first.db")) as database:  # as it was then
        assert database.execute("SELECT status FROM tables WHERE id = ?", (table,)).fetchall() == [("playing",)]
    assert db_increments.restore(folder, tmp_path / "second.db") == second.name
    restored = QuickNode(node_factory, database=f"sqlite:///{tmp_path / 'second.db'}")
    try:
        assert httpx.get(f"{restored.base}/api/tables/{table}/record").json() == record
    finally:
        restored.stop()

    kept = db_increments.add(node.database, folder, keep=1)
    assert db_increments.names(folder) == [kept.name]
    chunks = [file for file in (folder / "chunks").rglob("*") if file.is_file()]
    assert len(chunks) <= kept.chunks
    with pytest.raises(StorageError, match="it exists"):
        db_increments.restore(folder, tmp_path / "second.db")
    chunks[0].write_bytes(chunks[1].read_bytes())
    with pytest.raises(StorageError, match="damaged"):
        db_increments.restore(folder, tmp_path / "third.db")
    assert not (tmp_path / "third.db").exists()


def _tabiji(words: list[str]) -> int:
    """The exit status of a command."""
    with pytest.raises(SystemExit) as done:
        main(words)
    assert isinstance(done.value.code, int)
    return done.value.code


def test_increments_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    address, folder = f"sqlite:///{tmp_path / 'tabiji.db'}", tmp_path / "backups"
    new_database(address).dispose()
    for _ in range(2):
        _tabiji(["db", "backup", str(folder), "--increment", "--keep", "5", "--database", address])
    said = capsys.readouterr().out
    _tabiji(["db", "backups", str(folder)])
    names = capsys.readouterr().out.split()
    assert len(names) == 2
    assert all(name in said for name in names)
    assert " 0 of " in said or " 1 of " in said  # the second has nothing new but the header of the file
    _tabiji(["db", "restore", str(folder), str(tmp_path / "again.db"), "--name", names[0]])
    _tabiji(["db", "check", "--database", f"sqlite:///{tmp_path / 'again.db'}"])
    assert "no matches in play" in capsys.readouterr().out
    for wrong in (["--increment", "--keep", "0"], ["--keep", "3"]):
        assert _tabiji(["db", "backup", str(folder), *wrong, "--database", address]) == 2


def test_a_database_of_a_newer_version_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    engine = new_database(f"sqlite:///{tmp_path / 'tabiji.db'}")
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    engine.dispose()
    assert _tabiji(["db", "upgrade", "--database", f"sqlite:///{tmp_path / 'tabiji.db'}"]) == 2
    assert "a newer version of Tabiji has migrated it" in capsys.readouterr().err


def test_pg_dump_brings_everything_back(postgres: Postgres, tmp_path: Path) -> None:
    """With the commands of docs/operating.md; an export comes back too, and rows are numbered on."""
    first, second, third = (postgres.address(postgres.new()) for _ in range(3))
    dump, lines = tmp_path / "tabiji.dump", [tmp_path / "1.jsonl", tmp_path / "2.jsonl"]
    engine = new_database(first)
    table = begin(engine)
    boss = Actor("boss", None, "administrator")
    with engine.begin() as connection:
        moderation.act(connection, boss, ANN.id, Measure("warn", "Be kind."))
    engine.dispose()
    subprocess.run([need("pg_dump"), "--format=custom", f"--file={dump}", first], check=True)
    subprocess.run([need("pg_restore"), "--clean", "--if-exists", f"--dbname={second}", dump], check=True)
    db_dump.write(first, lines[0])
    db_dump.write(second, lines[1])
    assert lines[0].read_bytes() == lines[1].read_bytes()
    db_dump.read(third, lines[0])
    for address in (second, third):
        engine = connect(address)
        with engine.begin() as connection:
            moderation.end(connection, boss, table, "The end.")
            assert [row["id"] for row in moderation.log(connection)] == [2, 1]
        engine.dispose()


@pytest.mark.parametrize("address", ["postgresql://nobody@localhost/none", "sqlite:////nowhere/tabiji.db"])
def test_what_cannot_be_backed_up(address: str, tmp_path: Path) -> None:
    words = [sys.executable, "-m", "tabiji.cli", "db", "backup", str(tmp_path / "x.db"), "--database", address]
    found = subprocess.run(words, capture_output=True, text=True)
    assert found.returncode == 2
    assert ("pg_dump" in found.stderr) == address.startswith("postgresql")
    assert list(tmp_path.iterdir()) == []


def test_nginx_understands_its_file(tmp_path: Path) -> None:
    """With addresses instead of the names that only the network of the containers knows."""
    text = re.sub(r"server (one|two):", "server 127.0.0.1:", (DEPLOY / "nginx.conf").read_text("utf-8"))
    file = tmp_path / "nginx.conf"
    file.write_text(f"pid {tmp_path}/pid;\n{text}", "utf-8")
    done = subprocess.run(
        [need("nginx"), "-t", "-e", str(tmp_path / "log"), "-c", str(file)], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def test_the_deployment_files_name_what_there_is() -> None:
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    settings = {f"TABIJI_{name.upper()}" for name in Settings.__dataclass_fields__} | {"TABIJI_CACHE"}
    for service in compose["services"].values():
        assert {name for name in service.get("environment", {}) if name.startswith("TABIJI")} <= settings
        if "build" in service:
            assert (DEPLOY / service["build"]["context"] / service["build"]["dockerfile"]).is_file()
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            assert source in compose["volumes"] or (DEPLOY / source).is_file()
        assert set(service.get("depends_on", ())) <= set(compose["services"])
        assert service["profiles"] in (["one"], ["two"])
    container = (DEPLOY / "Containerfile").read_text("utf-8")
    assert set(re.findall(r"TABIJI_[A-Z]+", container)) <= settings
    for copied in re.findall(r"^COPY (?!--)(.+) \S+$", container, re.M):
        assert all((DEPLOY.parent / path).exists() for path in copied.split()), copied
    known = {sample.name for family in REGISTRY.collect() for sample in family.samples} | {
        f"{family.name}_{'total' if family.type == 'counter' else 'bucket'}" for family in REGISTRY.collect()
    }
    for file in ("dashboard.json", "alerts.yaml"):
        assert set(re.findall(r"tabiji_\w+", (DEPLOY / file).read_text("utf-8"))) <= known
    rules = yaml.safe_load((DEPLOY / "alerts.yaml").read_text("utf-8"))["groups"][0]["rules"]
    assert all(rule["expr"] and rule["annotations"]["summary"] for rule in rules)


@pytest.mark.parametrize("file", ["deploy/nginx.conf", "docs/server.md"])
def test_a_proxy_closes_idle_connections_before_the_node_does(file: str) -> None:
    config = (DEPLOY.parent / file).read_text("utf-8")
    upstream = re.search(r"upstream tabiji {(.*?)}", config, re.S)
    assert upstream is not None
    closes = re.search(r"keepalive_timeout (\d+)s;", upstream[1])  # without it, nginx waits a minute
    assert closes is not None
    assert int(closes[1]) < KEEP_ALIVE - 2
