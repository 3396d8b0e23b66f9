"""Names that others could be taken in by are refused."""

from __future__ import annotations

import httpx
import pytest

from tabiji.bots.registry import LEVELS
from tabiji.server.names import skeleton

from tests.server.node import Node
from tests.server.test_people import PASSWORD, fresh_name
from tests.server.visitor import Visitor, raises_api_error, run


def refused(node: Node, name: str) -> str:
    answer = httpx.post(f"{node.base}/api/me", json={"name": name})
    assert "set-cookie" not in answer.headers
    return str(answer.json()["code"])


@pytest.mark.parametrize("name", ["Anna\u3164", "\u2800Anna", "A\u034fnna", "Anna\ufe0f", "A\u0300\u0301\u0302\u0303"])
def test_what_cannot_be_seen(node: Node, name: str) -> None:
    assert refused(node, name) == "bad_name"


@pytest.mark.parametrize("name", ["Tabiji", "TАBIJI", "ａdmin", "Аdmin", "Moderator", "Bot 2", "Бот 3", "Сильный"])
def test_names_of_the_project_and_of_its_bots(node: Node, name: str) -> None:
    assert refused(node, name) == "reserved_name"


def test_every_level_is_reserved(node: Node) -> None:
    assert {refused(node, level.name.upper()) for level in LEVELS} == {"reserved_name"}


def test_a_claimed_name_is_reserved_with_everything_that_looks_like_it(node: Node) -> None:
    async def go() -> None:
        name = fresh_name("Oсo")  # the middle letter is Cyrillic
        alike = ["Oco" + name[3:], "0co" + name[3:], "Осо" + name[3:].upper(), name + " "]
        async with Visitor(node.base, "one") as one, Visitor(node.base, "two") as two:
            await one.post("/api/me/claim", name=name, password=PASSWORD)
            table = await two.table(players=3)
            for same in alike:
                assert refused(node, same) == "name_taken"  # for guests
                with raises_api_error("name_taken"):
                    await two.ask("PATCH", "/api/me", json={"name": same})
                with raises_api_error("name_taken"):
                    await two.post("/api/me/claim", name=same, password=PASSWORD)
                with raises_api_error("name_taken"):  # nor for friends at the same screen
                    await two.post(f"/api/tables/{table}/join", name=same)
            assert (await one.ask("PATCH", "/api/me", json={"name": alike[0]}))["name"] == alike[0]  # it is theirs

    run(go())


def test_what_guests_are_called_is_nobody_s_own(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "Guest") as guest:
            with raises_api_error("reserved_name"):
                await guest.post("/api/me/claim", name="Guest", password=PASSWORD)

    run(go())


def test_ordinary_names_differ() -> None:
    names = ["Anna", "Ànna", "Hanna", "Зоя", "Нина", "Kinko", "金子", "キンコ", "Zoë", "Zoe", "José", "Jose", "Łukasz"]
    assert len({skeleton(name) for name in names}) == len(names)
