"""What an operator relies on: headers, metrics that strangers cannot read, pruning, backups."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import httpx
import pytest
import yaml
from prometheus_client import REGISTRY

from tabiji.server import metrics
from tabiji.server.settings import Settings

from tests.ports import free_port
from tests.server.node import Node
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
    for name in ("tabiji_request_seconds_bucket", "tabiji_write_queue", "tabiji_takeovers_failed"):
        assert name in found.text
    assert httpx.get(f"{node.base}/metrics", headers={"x-forwarded-for": "203.0.113.7"}).status_code == 404


def test_metrics_with_a_token_or_on_a_port(serve: Serve) -> None:
    port = free_port()
    node = serve("--metrics-token", "well-kept", "--metrics-port", str(port))
    assert httpx.get(f"{node.base}/metrics").status_code == 404
    assert httpx.get(f"{node.base}/metrics", headers={"authorization": "Bearer wrong"}).status_code == 404
    assert httpx.get(f"{node.base}/metrics", headers={"authorization": "Bearer well-kept"}).status_code == 200
    assert "tabiji_sockets" in httpx.get(f"http://127.0.0.1:{port}/metrics").text


def test_old_guests_and_chats_are_pruned(serve: Serve, tmp_path: Path) -> None:
    async def live(node: Node) -> tuple[str, str, str]:
        async with Visitor(node.base, "Old") as old, Visitor(node.base, "New") as new:
            table = await old.table(players=2)
            await new.post(f"/api/tables/{table}/join")
            await old.post(f"/api/tables/{table}/start")
            await new.post(f"/api/tables/{table}/chat", text="a word of yesterday")
            async with Visitor(node.base, "Gone") as gone:
                return table, old.id, gone.id

    node = serve()
    table, busy, gone = run(live(node))
    node.stop()
    with sqlite3.connect(tmp_path / "tabiji.db") as database:
        database.execute(f"UPDATE people SET created = created - {9 * DAY}")
        database.execute(f"UPDATE sessions SET renewed = renewed - {9 * DAY}")
        database.execute(f"UPDATE chats SET at = at - {9 * DAY}")
    node = serve("--prune-guests", "7", "--prune-chats", "7")

    async def look() -> None:
        async with Visitor(node.base) as anybody:
            while (await anybody.http.get(f"/api/people/{gone}")).status_code != 404:
                pass  # the first round begins with the node
            assert (await anybody.get(f"/api/people/{busy}"))["name"] == "Old"  # sits at a match in play
            while (await anybody.get(f"/api/tables/{table}/snapshot"))["chat"]:
                pass

    run(look())
    node.stop()


def test_a_backup_made_while_serving_serves_the_same_matches(serve: Serve, tmp_path: Path) -> None:
    async def play(node: Node) -> tuple[str, dict[str, object]]:
        async with Visitor(node.base, "Kinko") as kinko:
            table = await kinko.table(players=2, bots=["novice"], start=True)
            async with kinko.sit(table) as seat:
                await seat.play_on(Random(1))
                await seat.ended()
            return table, await kinko.get(f"/api/tables/{table}/record")

    node = serve()
    table, record = run(play(node))
    copy = tmp_path / "copy.db"
    words = [sys.executable, "-m", "tabiji.cli", "db", "backup", str(copy), "--database"]
    subprocess.run([*words, node.database], check=True, capture_output=True)
    assert os.stat(copy).st_mode & 0o077 == 0
    again = subprocess.run([*words, node.database], capture_output=True, text=True)
    assert again.returncode == 2
    assert "it exists" in again.stderr
    assert httpx.get(f"{node.base}/readyz").status_code == 200  # it served all the time
    node.stop()
    restored = Node(f"sqlite:///{copy}")
    try:
        assert httpx.get(f"{restored.base}/api/tables/{table}/record").json() == record
    finally:
        restored.stop()


@pytest.mark.parametrize("address", ["postgresql://nobody@localhost/none", "sqlite:////nowhere/tabiji.db"])
def test_what_cannot_be_backed_up(address: str, tmp_path: Path) -> None:
    words = [sys.executable, "-m", "tabiji.cli", "db", "backup", str(tmp_path / "x.db"), "--database", address]
    found = subprocess.run(words, capture_output=True, text=True)
    assert found.returncode == 2
    assert ("pg_dump" in found.stderr) == address.startswith("postgresql")
    assert list(tmp_path.iterdir()) == []


def test_the_deployment_files_name_what_there_is() -> None:
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    settings = {f"TABIJI_{name.upper()}" for name in Settings.__dataclass_fields__} | {"TABIJI_CACHE"}
    for service in compose["services"].values():
        assert {name for name in service.get("environment", {}) if name.startswith("TABIJI")} <= settings
    container = (DEPLOY / "Containerfile").read_text("utf-8")
    assert set(re.findall(r"TABIJI_[A-Z]+", container)) <= settings
    for copied in re.findall(r"^COPY (?!--)(.+) \S+$", container, re.M):
        assert all((DEPLOY.parent / path).exists() for path in copied.split()), copied
    known = {sample.name for family in REGISTRY.collect() for sample in family.samples} | {
        f"{family.name}_total" for family in REGISTRY.collect() if family.type == "counter"
    }
    for file in ("dashboard.json", "alerts.yaml"):
        named = set(re.findall(r"tabiji_\w+", (DEPLOY / file).read_text("utf-8"))) - {"tabiji_request_seconds_bucket"}
        assert named - {"tabiji_bot_seconds_bucket"} <= known
    rules = yaml.safe_load((DEPLOY / "alerts.yaml").read_text("utf-8"))["groups"][0]["rules"]
    assert all(rule["expr"] and rule["annotations"]["summary"] for rule in rules)
