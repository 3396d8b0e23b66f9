"""One's own account: password, sessions, address, data, deletion."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from itsdangerous import URLSafeSerializer
from websockets import ConnectionClosed

from tests.server.inbox import Inbox, inbox
from tests.server.node import Node
from tests.server.node_factory import NodeFactory, QuickNode
from tests.server.test_people import PASSWORD, fresh_name
from tests.server.visitor import TableSocket, Visitor, raises_api_error, run

__all__ = ["inbox"]  # a fixture


def database(node: Node) -> Any:
    return closing(sqlite3.connect(node.database.removeprefix("sqlite:///"), timeout=20))


async def closed(socket: TableSocket) -> int:
    """The code with which a silent socket is closed."""
    with pytest.raises(ConnectionClosed) as ended:
        await socket.next("pong")
    assert ended.value.rcvd is not None
    return int(ended.value.rcvd.code)


async def claimed(visitor: Visitor) -> str:
    name = fresh_name()
    await visitor.post("/api/me/claim", name=name, password=PASSWORD)
    return name


def test_change_the_password(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "guest") as home, Visitor(node.base) as elsewhere:
            with raises_api_error("not_claimed"):
                await home.post("/api/me/password", old="x", new=PASSWORD)
            name = await claimed(home)
            await elsewhere.post("/api/signin", name=name, password=PASSWORD)
            with raises_api_error("wrong_password"):
                await home.post("/api/me/password", old="another password", new="a quiet road")
            with raises_api_error("bad_request"):
                await home.post("/api/me/password", old=PASSWORD, new="short")
            await home.post("/api/me/password", old=PASSWORD, new="a quiet road")
            await home.get("/api/me")
            with raises_api_error("not_signed_in"):  # other browsers are signed out
                await elsewhere.get("/api/me")
            with raises_api_error("wrong_password"):
                await elsewhere.post("/api/signin", name=name, password=PASSWORD)
            await elsewhere.post("/api/signin", name=name, password="a quiet road")

    run(go())


def test_every_sign_in_has_a_cookie_of_its_own(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "guest") as home:
            guest = home.cookie()
            name = await claimed(home)
            first = home.cookie()
            await home.post("/api/signin", name=name, password=PASSWORD)
            assert len({guest, first, home.cookie()}) == 3
            for former in (guest, first):  # the browser has replaced them
                assert httpx.get(f"{node.base}/api/me", headers={"cookie": former}).status_code == 401

    run(go())


def test_list_sessions_and_end_one(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "guest") as home, Visitor(node.base) as elsewhere:
            name = await claimed(home)
            elsewhere.http.headers["user-agent"] = "Elsewhere/1.0"
            await elsewhere.post("/api/signin", name=name, password=PASSWORD)
            listed = (await home.get("/api/me/account"))["sessions"]
            assert [(one["agent"] == "Elsewhere/1.0", one["here"]) for one in listed] == [(True, False), (False, True)]
            table = await home.table(players=2)
            async with elsewhere.sit(table) as silent, home.sit(table) as mine:
                async with Visitor(node.base, "Umegae") as stranger:
                    with raises_api_error("not_found"):
                        await stranger.ask("DELETE", f"/api/me/sessions/{listed[0]['id']}")
                await home.ask("DELETE", f"/api/me/sessions/{listed[0]['id']}")
                assert await closed(silent) == 4401
                await mine.send("ping")
                await mine.next("pong")
            with raises_api_error("not_signed_in"):
                await elsewhere.get("/api/me")
            assert len((await home.get("/api/me/account"))["sessions"]) == 1

    run(go())


def test_sign_out_everywhere_ends_everything(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "guest") as home, Visitor(node.base) as elsewhere:
            name = await claimed(home)
            await elsewhere.post("/api/signin", name=name, password=PASSWORD)
            token = (await home.post("/api/me/tokens", label="bot"))["token"]
            async with Visitor(node.base, token=token) as program:
                table = await home.table(players=2)
                async with elsewhere.sit(table) as one, program.sit(table) as two:
                    await home.ask("POST", "/api/signout", params={"everywhere": True})
                    assert [await closed(one), await closed(two)] == [4401, 4401]  # neither has said a word
                for gone in (home, elsewhere, program):
                    with raises_api_error("not_signed_in"):
                        await gone.get("/api/me")

    run(go())


def test_cookies_expire_and_are_renewed(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "Kinko") as late, Visitor(node.base, "Umegae") as early:
            with database(node) as connection, connection:
                connection.execute("UPDATE sessions SET expires = 1000 WHERE person = ?", (late.id,))
                connection.execute("UPDATE sessions SET renewed = 1000 WHERE person = ?", (early.id,))
            with raises_api_error("not_signed_in"):
                await late.get("/api/me")
            answer = await early.http.get("/api/me")
            assert f"max-age={90 * 24 * 3600}" in answer.headers["set-cookie"].lower()
            again = await early.http.get("/api/me")  # once a day
            assert "set-cookie" not in again.headers
            with database(node) as connection:
                [(renewed, expires)] = connection.execute(
                    "SELECT renewed, expires FROM sessions WHERE person = ?", (early.id,)
                ).fetchall()
            assert expires - renewed == 90 * 24 * 3600 * 1000

    run(go())


def test_a_cookie_from_before_sessions_is_exchanged_once(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "Kinko") as guest:
            with database(node) as connection:
                [(key,)] = connection.execute("SELECT value FROM secrets WHERE name = 'cookies'").fetchall()
            old = {"cookie": f"tabiji={URLSafeSerializer(key, salt='person').dumps([guest.id, 0])}"}
            answer = httpx.get(f"{node.base}/api/me", headers=old)
            assert answer.json()["id"] == guest.id
            new = {"cookie": answer.headers["set-cookie"].partition(";")[0]}
            assert httpx.get(f"{node.base}/api/me", headers=new).json()["id"] == guest.id
            assert httpx.get(f"{node.base}/api/me", headers=old).status_code == 401

    run(go())


def test_an_administrator_makes_a_link_that_resets_a_password_once(node: Node) -> None:
    async def go() -> None:
        words = [sys.executable, "-m", "tabiji.cli", "admin", "reset-link"]
        to = ["--database", node.database, "--site", "https://play.example.org"]
        async with Visitor(node.base, "guest") as home, Visitor(node.base) as elsewhere:
            name = await claimed(home)
            with raises_api_error("no_mail"):
                await elsewhere.post("/api/lost-password", name=name)
            printed = subprocess.run([*words, name.upper(), *to], capture_output=True, text=True, check=True).stdout
            assert printed.startswith("https://play.example.org/reset#")
            code = printed.strip().partition("#")[2]
            with raises_api_error("bad_request"):
                await elsewhere.post("/api/reset-password", code=code, password="short")
            with raises_api_error("bad_code"):
                await elsewhere.post("/api/confirm-email", code=code)
            me = await elsewhere.post("/api/reset-password", code=code, password="a quiet road")
            assert me["id"] == home.id
            await elsewhere.get("/api/me")
            with raises_api_error("not_signed_in"):
                await home.get("/api/me")
            with raises_api_error("bad_code"):
                await elsewhere.post("/api/reset-password", code=code, password="another road")
            await home.post("/api/signin", name=name, password="a quiet road")
        unknown = subprocess.run([*words, "nobody at all", *to], capture_output=True, text=True)
        assert unknown.returncode == 2
        assert "there is no account" in unknown.stderr

    run(go())


@pytest.fixture
def mailing(inbox: Inbox, node_factory: NodeFactory, tmp_path: Path) -> Iterator[QuickNode]:
    mails = inbox.settings | {"site": "https://t.example"}
    node = QuickNode(node_factory, database=f"sqlite:///{tmp_path / 'tabiji.db'}", **mails)
    yield node
    node.kill()


def test_reset_by_mail(inbox: Inbox, mailing: QuickNode) -> None:
    found, node = inbox, mailing

    async def go() -> None:
        async with Visitor(node.base, "guest") as home, Visitor(node.base) as elsewhere:
            name = await claimed(home)
            await elsewhere.post("/api/lost-password", name=name)  # no address: nothing is sent, nothing is told
            with raises_api_error("wrong_password"):
                await home.put("/api/me/email", email="k@example.org", password="not the password")
            await home.put("/api/me/email", email="k@example.org", password=PASSWORD, language="pl")
            mail = found.mails.get(timeout=20)
            assert (mail["to"], mail["from"], mail["subject"]) == (
                "k@example.org",
                "t@example.org",
                "Tabiji: potwierdź adres",
            )
            assert (await home.get("/api/me/account"))["email"] is None  # not before it is confirmed
            link = next(line for line in mail.get_content().splitlines() if line.startswith("https://"))
            assert link.startswith("https://t.example/confirm#")
            await elsewhere.post("/api/confirm-email", code=link.partition("#")[2])
            assert (await home.get("/api/me/account"))["email"] == "k@example.org"

            await elsewhere.post("/api/lost-password", name=name, language="hu")
            mail = found.mails.get(timeout=20)
            assert (mail["to"], mail["subject"]) == ("k@example.org", "Tabiji: új jelszó")
            link = next(line for line in mail.get_content().splitlines() if line.startswith("https://"))
            await elsewhere.post("/api/reset-password", code=link.partition("#")[2], password="a quiet road")
            await home.post("/api/signin", name=name, password="a quiet road")
            await home.put("/api/me/email", email=None, password="a quiet road")
            assert (await home.get("/api/me/account"))["email"] is None
            assert found.mails.empty()

    run(go())


def test_download_one_s_data(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "guest") as home:
            name = await claimed(home)
            token = (await home.post("/api/me/tokens", label="my bot"))["token"]
            table = await home.table(players=2, bots=["novice"], start=True)
            async with home.sit(table) as seat:
                assert await seat.turn()
                await seat.move(seat.legal[0])
                await seat.next("ack")
            await home.post(f"/api/tables/{table}/chat", text=f"what a view, says {name}")
            answer = await home.http.get("/api/me/data")
            assert "attachment" in answer.headers["content-disposition"]
            found = answer.json()
            assert found["person"]["name"] == name
            assert [one["label"] for one in found["tokens"]] == ["my bot"]
            assert len(found["sessions"]) == 1
            assert [one["id"] for one in found["hosted"]] == [table]
            assert [one["seat"] for one in found["seats"]] == [0]
            assert "move" in {one["kind"] for one in found["entries"]}
            assert {one["seat"] for one in found["entries"]} == {0}
            assert [one["text"] for one in found["chats"]] == [f"what a view, says {name}"]
            assert token not in answer.text
            assert "argon2" not in answer.text

    run(go())


def test_deletion_leaves_nothing_but_anonymous_matches(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "guest") as home, Visitor(node.base, "Umegae") as other:
            name = await claimed(home)
            await home.post("/api/me/tokens", label="my bot")
            waiting = await home.table(players=2)
            shared = await home.table(players=2)
            await other.post(f"/api/tables/{shared}/join")
            removed = await other.table(players=2)
            await home.post(f"/api/tables/{removed}/join")
            await other.ask("DELETE", f"/api/tables/{removed}/seats/1")
            table = await home.table(players=2)
            await other.post(f"/api/tables/{table}/join")
            await home.post(f"/api/tables/{table}/start")
            await home.post(f"/api/tables/{table}/chat", text=f"what a view, says {name}")
            async with other.sit(table) as watching, home.sit(table) as open_line:
                with raises_api_error("wrong_password"):
                    await home.post("/api/me/delete", password="not the password")
                await home.post("/api/me/delete", password=PASSWORD)
                assert await closed(open_line) == 4401
                while (await watching.next("snapshot"))["chat"]:
                    pass  # the snapshots of everybody who is there
            with raises_api_error("not_signed_in"):
                await home.get("/api/me")
            with raises_api_error("wrong_password"):
                await home.post("/api/signin", name=name, password=PASSWORD)
            with raises_api_error("not_found"):
                await other.get(f"/api/people/{home.id}")
            with raises_api_error("not_found"):
                await other.get(f"/api/tables/{waiting}")
            assert (await other.get(f"/api/tables/{shared}"))["host"] == other.id
            left = await other.get(f"/api/tables/{table}")
            assert (left["host"], left["seats"][0]["name"], left["status"]) == ("deleted", "—", "playing")
            async with Visitor(node.base, name) as next_one:  # the name is free again
                await next_one.post("/api/me/claim", name=name, password=PASSWORD)
                await next_one.post("/api/me/delete", password=PASSWORD)
            with database(node) as connection:
                dump = json.dumps(list(connection.iterdump()))
            assert home.id not in dump
            assert name not in dump

    run(go())
