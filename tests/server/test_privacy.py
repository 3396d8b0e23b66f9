"""A table by link is for those who have the link, its chat for those who sit there; a public profile is a choice."""

from __future__ import annotations

import json
from typing import Any

from tests.server.node import Node
from tests.server.test_people import PASSWORD, fresh_name
from tests.server.visitor import Visitor, run


async def _finished(one: Visitor, two: Visitor, **settings: Any) -> str:
    """A match that is over, with a word in the chat and a rematch."""
    table = await one.table(game="tokaido_duo", players=2, desertion="forfeit", **settings)
    at = f"/api/tables/{table}"
    await two.post(f"{at}/join")
    await one.post(f"{at}/start")
    await one.post(f"{at}/chat", text="between us")
    async with one.sit(table) as seat:
        await two.post(f"{at}/leave")
        await seat.ended()
    await one.post(f"{at}/rematch")
    return table


def test_a_table_by_link_keeps_to_itself(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "A") as one, Visitor(node.base, "B") as two, Visitor(node.base, "C") as stranger:
            await one.post("/api/me/claim", name=fresh_name(), password=PASSWORD)
            await one.put("/api/me/public", public=True)
            table, listed = await _finished(one, two, access="link"), await _finished(one, two, access="open")
            mine = f"/api/people/{one.id}/matches"
            assert [match["table"] for match in await one.get(mine)] == [listed, table]
            assert [match["table"] for match in await two.get(mine)] == [listed, table]  # sat there
            assert [match["table"] for match in await stranger.get(mine)] == [listed]
            for who, chat, next_one in ((one, 1, True), (two, 1, True), (stranger, 0, False)):
                assert ((await who.get(f"/api/tables/{table}"))["next"] is not None) == next_one
                shown = await who.get(f"/api/tables/{table}/snapshot")
                assert (len(shown["chat"]), shown["table"]["next"] is not None) == (chat, next_one)
                assert len((await who.get(f"/api/tables/{listed}/snapshot"))["chat"]) == 1

    run(go())


def test_a_stranger_hears_nothing_and_is_not_led_on(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "A") as one, Visitor(node.base, "B") as two, Visitor(node.base) as stranger:
            table = await one.table(game="tokaido_duo", players=2, desertion="forfeit")
            at = f"/api/tables/{table}"
            async with stranger.sit(table) as watching:
                await one.post(f"{at}/chat", text="between us")
                await two.post(f"{at}/join")
                await one.post(f"{at}/start")
                await two.post(f"{at}/leave")
                await watching.ended()
                again = await one.post(f"{at}/rematch")
                async with one.sit(table) as seat:
                    assert seat.table["next"] == again["id"]
                await watching.send("ping")
                await watching.next("pong")
                heard = "\n".join(watching.raw)
            assert "between us" not in heard
            assert again["id"] not in heard
            assert "chat" not in {json.loads(text)["type"] for text in watching.raw}

    run(go())


def test_a_public_profile_is_a_choice(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "A") as one, Visitor(node.base, "B") as two, Visitor(node.base) as anybody:
            for who in (one, two):
                await who.post("/api/me/claim", name=fresh_name(), password=PASSWORD)
            await _finished(one, two, access="open")

            async def seen() -> tuple[bool, bool, bool]:
                profile = await anybody.get(f"/api/people/{one.id}")
                listed = await anybody.get(f"/api/people/{one.id}/matches")
                ranked = [place["person"] for place in await anybody.get("/api/ratings/tokaido_duo")]
                return bool(profile["games"]), bool(listed), one.id in ranked

            assert await seen() == (False, False, False)
            assert (await one.get("/api/me/account"))["public"] is False
            assert (await one.get(f"/api/people/{one.id}"))["games"]["tokaido_duo"]["matches"] == 1
            await one.put("/api/me/public", public=True)
            assert await seen() == (True, True, True)
            await one.put("/api/me/public", public=False)
            assert await seen() == (False, False, False)

    run(go())
