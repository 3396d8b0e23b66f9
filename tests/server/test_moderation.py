"""Administrators warn, mute, ban, rename, end matches and give roles; people are told, and the log has it all."""

from __future__ import annotations

import io
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, redirect_stderr, redirect_stdout, suppress
from typing import Any

from websockets.exceptions import ConnectionClosed

from tabiji.cli import main

from tests.server.node import Node
from tests.server.visitor import TableSocket, Visitor, raises_api_error, run

_PASSWORD = "fifty-three stations"


def admin(node: Node, *words: str) -> str:
    """What a command of `tabiji admin` says; its own words if it refuses."""
    said, refused = io.StringIO(), io.StringIO()
    with redirect_stdout(said), redirect_stderr(refused), suppress(SystemExit):
        main(["admin", *words, "--database", node.database])
    return said.getvalue() or f"refused: {refused.getvalue()}"


@asynccontextmanager
async def _administrator(node: Node, name: str, role: str = "administrator") -> AsyncIterator[Visitor]:
    """Somebody to whom the command line has given a role."""
    async with Visitor(node.base, name) as visitor:
        await visitor.post("/api/me/claim", name=name, password=_PASSWORD)
        assert name in admin(node, "role", name, role)
        while (await visitor.get("/api/me"))["role"] != role:  # the node follows the log
            pass
        yield visitor


async def _closed(seat: TableSocket) -> None:
    """Wait until the server ends the connection, and says why."""
    told = None
    with suppress(ConnectionClosed):
        while True:
            told = await seat.next()
    assert told is not None
    assert told["code"] == "banned"


async def _measure(by: Visitor, who: Visitor, action: str, **words: Any) -> None:
    await by.post(f"/api/admin/people/{who.id}/measures", action=action, **words)


def test_measures_about_a_person(node: Node) -> None:
    async def go() -> None:
        people = Visitor(node.base, "Rude"), Visitor(node.base, "Kind"), _administrator(node, "Boss One")
        async with people[0] as rude, people[1] as kind, people[2] as boss:
            with raises_api_error("no_role"):
                await kind.get("/api/admin/people")
            with raises_api_error("no_role"):
                await _measure(kind, rude, "ban")
            table = await kind.table(players=2)
            await rude.post(f"/api/tables/{table}/join")
            await kind.post(f"/api/tables/{table}/start")
            async with rude.sit(table) as seat, kind.sit(table) as other:
                await _measure(boss, rude, "warn", text="Be kind.")
                await seat.next("changed")  # at once, while the table is open
                assert (await rude.get("/api/me"))["notices"] is True
                assert [warning["text"] for warning in (await rude.get("/api/me/notices"))["warnings"]] == ["Be kind."]
                await rude.post("/api/me/notices/read")
                assert (await rude.get("/api/me"))["notices"] is False

                await _measure(boss, rude, "mute", hours=2, text="insults")
                await seat.send("say", phrase="hello")
                assert (await seat.next("error"))["code"] == "muted"
                with raises_api_error("muted"):
                    await rude.post(f"/api/tables/{table}/chat", text="boo")
                assert (await rude.get("/api/me/notices"))["mute"]["text"] == "insults"
                await _measure(boss, rude, "unmute")
                await seat.send("say", phrase="sorry")
                assert (await seat.next("chat"))["chat"]["phrase"] == "sorry"

                await _measure(boss, rude, "rename", name="Quiet")
                while other.table["seats"][1]["name"] != "Quiet":
                    await other.next()
                assert (await rude.get("/api/me"))["name"] == "Quiet"

                await _measure(boss, rude, "ban", text="went on")
                await _closed(seat)
                while other.position is None or other.position["bots"][1] is None:  # a bot plays on
                    await other.next()
            assert (await rude.get("/api/me"))["banned"] is True
            assert (await rude.get("/api/me/notices"))["ban"] == {"until": None, "text": "went on"}
            for refused in ("/api/tables/mine", "/api/me/tokens"):
                with raises_api_error("banned"):
                    await rude.get(refused)
            with raises_api_error("banned"):
                await rude.post("/api/me", name="Somebody Else")
            async with rude.sit(table) as again:
                assert json.loads(again.raw[0])["code"] == "banned"
            data = await rude.get("/api/me/data")  # what is one's own stays one's own
            assert [did["action"] for did in data["measures"]] == ["warn", "mute", "unmute", "rename", "ban"]
            assert "Boss One" not in str(data["measures"])
            await _measure(boss, rude, "unban")
            await rude.get("/api/tables/mine")

            log = [(entry["by"], entry["action"]) for entry in await boss.get("/api/admin/log")]
            assert log[:2] == [("Boss One", "unban"), ("Boss One", "ban")]
            await rude.post("/api/me/delete")  # the log forgets whom it was about
            about = [entry for entry in await boss.get("/api/admin/log") if entry["by"] == "Boss One"]
            assert {(entry["person"], entry["name"], entry["text"]) for entry in about} == {(None, "—", "")}
            await boss.post("/api/me/delete", password=_PASSWORD)

    run(go())


def test_roles(node: Node) -> None:
    async def go() -> None:
        people = _administrator(node, "Boss Two"), _administrator(node, "Helper Two", "moderator")
        async with people[0] as boss, people[1] as helper, Visitor(node.base, "Ann") as ann:
            await _measure(helper, ann, "warn", text="Hm.")
            for forbidden in ({"action": "ban"}, {"action": "rename", "name": "Ben"}, {"action": "role"}):
                with raises_api_error("no_role"):
                    await _measure(helper, ann, **forbidden)
            with raises_api_error("no_role"):
                await _measure(helper, boss, "mute")
            with raises_api_error("bad_request"):  # nobody locks oneself out
                await _measure(boss, boss, "role")
            with raises_api_error("not_claimed"):
                await _measure(boss, ann, "role", role="moderator")
            await _measure(boss, helper, "role")
            with raises_api_error("no_role"):
                await helper.get("/api/admin/log")

    run(go())


def test_reports_are_listed_and_settled(node: Node) -> None:
    async def go() -> None:
        people = _administrator(node, "Boss Three"), Visitor(node.base, "Ann"), Visitor(node.base, "Ben")
        async with people[0] as boss, people[1] as ann, people[2] as ben:
            table = await ann.table(players=2)
            await ben.post(f"/api/tables/{table}/join")
            await ben.post(f"/api/tables/{table}/chat", text="boo")
            await ann.post(f"/api/people/{ben.id}/reports", reason="insult", table=table)
            found = [one for one in await boss.get("/api/admin/reports") if one["reported"] == ben.id]
            assert [(one["reason"], one["said"], one["person_name"]) for one in found] == [("insult", ["boo"], "Ann")]
            assert [one["reports"] for one in await boss.get("/api/admin/people") if one["id"] == ben.id] == [1]
            number = found[0]["id"]
            assert "boo" in admin(node, "reports")
            await boss.post(f"/api/admin/reports/{number}/settle", text="Talked to Ben.")
            assert [one for one in await boss.get("/api/admin/reports") if one["reported"] == ben.id] == []
            with raises_api_error("not_found"):
                await boss.post(f"/api/admin/reports/{number}/settle")
            assert (await ben.get("/api/me/data"))["reported"][0]["reason"] == "insult"  # not by whom

    run(go())


def test_an_ended_match_says_why(node: Node) -> None:
    async def go() -> None:
        async with _administrator(node, "Boss Four") as boss, Visitor(node.base, "Ann") as ann:
            gathering = await ann.table(players=2)
            playing = await ann.table(players=2, bots=["novice"], start=True)
            listed = {one["id"]: one for one in await boss.get("/api/admin/tables")}
            assert listed[gathering]["status"] == "gathering"
            assert listed[playing]["players"] == ["Ann"]
            async with ann.sit(playing) as seat, ann.sit(gathering) as waiting:
                await boss.post(f"/api/admin/tables/{playing}/end", text="It was stuck.")
                table = await seat.ended()
                assert (table["result"]["aborted"], table["result"]["reason"]) == (True, "It was stuck.")
                assert table["result"]["winners"] == []
                await seat.move("0")
                assert (await seat.next("error"))["code"] in ("already_over", "bad_move")
                await boss.post(f"/api/admin/tables/{gathering}/end")
                await waiting.next("gone")
            for over in (playing, gathering):
                with raises_api_error("already_over" if over == playing else "not_found"):
                    await boss.post(f"/api/admin/tables/{over}/end")
            steps = await ann.get(f"/api/tables/{playing}/steps")
            assert steps[-1]["entry"]["kind"] == "abort"

    run(go())


def test_the_command_line_works_while_a_node_serves(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "Cleo") as cleo:
            table = await cleo.table(players=2, bots=["novice"], start=True)
            async with cleo.sit(table) as seat:
                assert "Cleo" in admin(node, "list", "cleo")
                assert table in admin(node, "tables")
                assert "warn: Cleo" in admin(node, "warn", cleo.id, "Not so loud.")
                await seat.next("changed")
                assert "end" in admin(node, "end", table, "--reason", "maintenance")
                assert (await seat.ended())["result"]["reason"] == "maintenance"
                admin(node, "ban", cleo.id, "--hours", "1")
                await _closed(seat)
            assert "guest\t\t\t20" in admin(node, "list", cleo.id)  # until some day of this century
            assert "unban: Cleo" in admin(node, "unban", cleo.id)
            async with _administrator(node, "Boss Five"):
                assert "/reset#" in admin(node, "reset-link", "Boss Five")
            said = admin(node, "log")
            assert "reset-link\tBoss Five" in said
            assert all(action in said for action in ("warn", "end", "ban", "unban"))
            assert "command line" in said
            assert admin(node, "warn", "nobody at all", "x").startswith("refused: tabiji: there is no person")

    run(go())
