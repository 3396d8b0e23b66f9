"""Block and report somebody; hosts close the chat."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from tests.server.node import Node
from tests.server.visitor import Visitor, raises_api_error, run


def test_a_blocked_person_cannot_sit_down_at_one_s_tables(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "Ann") as ann, Visitor(node.base, "Ben") as ben:
            with raises_api_error("bad_request"):
                await ann.ask("PUT", f"/api/me/blocks/{ann.id}")
            with raises_api_error("not_found"):
                await ann.ask("PUT", "/api/me/blocks/nobody")
            for _ in range(2):
                await ann.ask("PUT", f"/api/me/blocks/{ben.id}")
            assert await ann.get("/api/me/blocks") == [ben.id]
            assert (await ann.get("/api/me/data"))["blocks"][0]["blocked"] == ben.id
            table = await ann.table(players=2)
            with raises_api_error("blocked"):
                await ben.post(f"/api/tables/{table}/join")
            await ann.ask("DELETE", f"/api/me/blocks/{ben.id}")
            await ben.post(f"/api/tables/{table}/join")

    run(go())


def test_a_report_is_kept_for_who_runs_the_site(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "Ann") as ann, Visitor(node.base, "Ben") as ben:
            table = await ann.table(players=2)
            with raises_api_error("bad_request"):
                await ann.post(f"/api/people/{ben.id}/reports", reason="ugly")
            with raises_api_error("not_found"):
                await ann.post(f"/api/people/{ben.id}/reports", reason="insult", table="nothing")
            await ann.post(f"/api/people/{ben.id}/reports", reason="insult", text=" said\nso ", table=table)
            query = 'SELECT reported, reason, text, "table" FROM reports WHERE person = ?'
            with closing(sqlite3.connect(node.database.removeprefix("sqlite:///"))) as database:
                assert database.execute(query, (ann.id,)).fetchall() == [(ben.id, "insult", "said so", table)]
            with raises_api_error("slow_down"):
                for _ in range(20):
                    await ann.post(f"/api/people/{ben.id}/reports", reason="other")
            await ann.post("/api/me/delete")
            with closing(sqlite3.connect(node.database.removeprefix("sqlite:///"))) as database:
                assert database.execute(query, (ann.id,)).fetchall() == []

    run(go())


def test_the_host_closes_the_chat(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "Ann") as ann, Visitor(node.base, "Ben") as ben:
            table = await ann.table(players=2)
            at = f"/api/tables/{table}"
            await ben.post(f"{at}/join")
            with raises_api_error("not_yours"):
                await ben.put(f"{at}/chat/closed", closed=True)
            async with ben.sit(table) as seat:
                await ann.put(f"{at}/chat/closed", closed=True)
                assert (await seat.next("table"))["table"]["chat_closed"] is True
                await seat.send("say", phrase="hello")
                assert (await seat.next("error"))["code"] == "chat_closed"
                await ann.put(f"{at}/chat/closed", closed=False)
                await seat.next("table")
                await seat.send("say", phrase="hello")
                assert (await seat.next("chat"))["chat"]["phrase"] == "hello"

    run(go())
