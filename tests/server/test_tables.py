"""Tables before and after play: creation, seats, spectators, chat, rematch."""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.node import Node
from tests.server.visitor import ApiError, Visitor, raises_api_error, run

WRONG = [
    ({"game": "chess"}, "bad_option"),
    ({"game": "tokaido", "players": 1}, "bad_option"),
    ({"game": "tokaido", "players": 6}, "bad_option"),
    ({"game": "tokaido", "players": -(10**30)}, "bad_option"),
    ({"game": "tokaido_duo", "players": 3}, "bad_option"),
    ({"game": "tsuro_seas", "players": 9}, "bad_option"),
    ({"game": "tokaido", "options": {"nonsense": True}}, "bad_option"),
    ({"game": "tokaido", "options": {"gastronomy": "perhaps"}}, "bad_option"),
    ({"game": "tokaido", "options": {"players": "2"}}, "bad_option"),
    ({"game": "tokaido", "options": {"board": "x"}}, "bad_option"),
    ({"game": "tokaido", "options": {"gastronomy": 3}}, "bad_request"),
    ({"game": "tokaido", "board": "sea"}, "bad_option"),
    ({"game": "tokaido", "board": {}}, "bad_option"),
    ({"game": "tokaido_duo", "board": "nowhere"}, "bad_option"),
    ({"game": "tokaido_duo", "board": "/etc/passwd"}, "bad_option"),
    ({"game": "tokaido_duo", "board": "../../pyproject.toml"}, "bad_option"),
    ({"game": "tokaido_duo", "board": {"board": {"name": "x"}}}, "bad_board"),
    ({"game": "tokaido_duo", "board": {}}, "bad_board"),
    ({"game": "tokaido", "clock": {"kind": "live", "bank": 1}}, "bad_option"),
    ({"game": "tokaido", "clock": {"kind": "live", "bank": "long"}}, "bad_request"),
    ({"game": "tokaido", "clock": {"kind": "turns", "hours": 0}}, "bad_option"),
    ({"game": "tokaido", "clock": {"kind": "sundial"}}, "bad_request"),
    ({"game": "tokaido", "clock": {"kind": "none", "bank": 3}}, "bad_request"),
    ({"game": "tokaido", "access": "secret"}, "bad_request"),
    ({"game": "tokaido", "desertion": "never"}, "bad_request"),
    ({"game": "tokaido", "pace": 6000}, "bad_request"),
    ({"game": "tokaido", "bots": ["genius"]}, "bad_option"),
    ({"game": "tokaido", "bots": ["search:99999999"]}, "bad_option"),
    ({"game": "tokaido", "players": 2, "bots": ["novice", "novice"]}, "bad_option"),
    ({"game": "tokaido", "bots": ["novice"] * 8}, "bad_request"),
    ({"game": "tokaido", "bots": "novice"}, "bad_request"),
    ({"game": "tokaido", "seed": "7"}, "bad_request"),
    ({"game": "tokaido", "players": 3, "bots": ["novice"], "start": True}, "not_open"),
    ({}, "bad_request"),
]


@pytest.mark.parametrize(("settings", "code"), WRONG, ids=lambda value: str(value)[:60])
def test_wrong_settings_create_nothing(node: Node, settings: dict[str, Any], code: str) -> None:
    async def go() -> None:
        async with Visitor(node.base, "Ann") as ann:
            with pytest.raises(ApiError) as said:
                await ann.post("/api/tables", **settings)
            assert said.value.code == code, said.value
            assert await ann.get("/api/tables/mine") == []

    run(go())


def test_open_tables_are_listed_and_linked_ones_are_not(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "Ann") as ann, Visitor(node.base, "Ben") as ben:
            shown = await ann.table(players=2, access="open")
            linked = await ann.table(players=2)
            listed = [table["id"] for table in await ben.get("/api/tables")]
            assert shown in listed
            assert linked not in listed
            assert (await ben.get(f"/api/tables/{linked}"))["status"] == "gathering"
            assert {mine["table"]["id"] for mine in await ann.get("/api/tables/mine")} == {shown, linked}
            await ben.post(f"/api/tables/{shown}/join")
            assert shown not in [table["id"] for table in await ben.get("/api/tables")]
            with raises_api_error("not_found"):
                await ben.get("/api/tables/nothing")

    run(go())


def test_gathering(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "Ann") as ann, Visitor(node.base, "Ben") as ben, Visitor(node.base, "Cat") as cat:
            table = await ann.table(players=3)
            at = f"/api/tables/{table}"
            assert (await ben.post(f"{at}/join"))["seats"] == [1]
            assert (await ben.post(f"{at}/join"))["seats"] == [1]  # again changes nothing
            assert (await ben.post(f"{at}/join", seat=2))["seats"] == [2]  # changes seats
            with raises_api_error("seat_taken"):
                await cat.post(f"{at}/join", seat=2)
            with raises_api_error("not_found"):
                await cat.post(f"{at}/join", seat=5)
            with raises_api_error("not_yours"):
                await ben.post(f"{at}/start")
            with raises_api_error("not_open"):
                await ann.post(f"{at}/start")
            with raises_api_error("not_yours"):
                await ben.put(f"{at}/seats/1/bot", level="novice")
            with raises_api_error("seat_taken"):
                await ann.put(f"{at}/seats/2/bot", level="novice")
            with raises_api_error("bad_option"):
                await ann.put(f"{at}/seats/1/bot", level="genius")
            with raises_api_error("not_found"):
                await ann.put(f"{at}/seats/5/bot", level="novice")
            shown = await ann.put(f"{at}/seats/1/bot", level="skilled")
            assert shown["seats"][1] == {
                "seat": 1,
                "person": None,
                "name": "skilled",
                "bot": "skilled",
                "part": None,
                "crest": 0,
            }
            with raises_api_error("seat_taken"):
                await cat.post(f"{at}/join", seat=1)
            with raises_api_error("seat_taken"):
                await cat.post(f"{at}/join")
            await ann.put(f"{at}/seats/1/bot", level=None)
            assert (await cat.post(f"{at}/join"))["seats"] == [1]
            await cat.post(f"{at}/leave")
            with raises_api_error("not_yours"):
                await cat.post(f"{at}/leave")
            # the host goes: whoever stays is the host
            await ann.post(f"{at}/leave")
            assert (await ben.get(at))["host"] == ben.id
            await ben.put(f"{at}/seats/0/bot", level="novice")
            await ben.put(f"{at}/seats/1/bot", level="novice")
            assert (await ben.post(f"{at}/start"))["status"] == "playing"
            for late in (cat.post(f"{at}/join"), ben.put(f"{at}/seats/0/bot", level="novice"), ben.post(f"{at}/start")):
                with raises_api_error("not_open"):
                    await late

    run(go())


def test_the_last_to_leave_takes_the_table_along(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "Ann") as ann, Visitor(node.base, "Ben") as ben:
            table = await ann.table(players=2)
            async with ben.sit(table) as watching:
                await ann.post(f"/api/tables/{table}/leave")
                await watching.next("gone")
            with raises_api_error("not_found"):
                await ann.get(f"/api/tables/{table}")
            with raises_api_error("not_found"):
                await ben.post(f"/api/tables/{table}/join")

    run(go())


def test_people_race_for_the_last_seat(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "Ann") as ann:
            table = await ann.table(players=2)
            others = [await Visitor(node.base, f"V{i}").__aenter__() for i in range(6)]
            asked = [other.post(f"/api/tables/{table}/join") for other in others]
            answers = await asyncio.gather(*asked, return_exceptions=True)
            assert sum(isinstance(answer, dict) for answer in answers) == 1
            assert {answer.code for answer in answers if isinstance(answer, ApiError)} == {"seat_taken"}
            for other in others:
                await other.__aexit__()

    run(go())


def test_who_leaves_a_seat_no_longer_sees_from_it(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "Ann") as ann, Visitor(node.base, "Ben") as ben, Visitor(node.base, "Cat") as cat:
            table = await ann.table(game="tsuro_seas", players=2)
            await ben.post(f"/api/tables/{table}/join")
            async with ben.sit(table) as left, cat.sit(table) as came:
                await ben.post(f"/api/tables/{table}/leave")
                await cat.post(f"/api/tables/{table}/join")
                await ann.post(f"/api/tables/{table}/start")
                assert (await left.next("snapshot"))["viewer"] is None
                begun = await came.next("snapshot")
                assert (begun["viewer"], begun["mine"]) == (1, [1])

    run(go())


def test_several_seats_at_one_screen(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "Ann") as ann:
            table = await ann.table(players=3)
            at = f"/api/tables/{table}"
            await ann.post(f"{at}/join", name="Bob")
            assert (await ann.post(f"{at}/join", seat=2, name="Cid"))["seats"] == [0, 1, 2]
            await ann.post(f"{at}/start")
            async with ann.sit(table, seat=0) as one, ann.sit(table, seat=1) as two, ann.sit(table, seat=2) as three:
                seats = [one, two, three]
                assert [seat.view["viewer"] for seat in seats] == [0, 1, 2]
                assert [bool(seat.legal) for seat in seats] == [True, False, False]
                assert [seat["name"] for seat in one.table["seats"]] == ["Ann", "Bob", "Cid"]
                await asyncio.gather(*(seat.play_on(Random(i)) for i, seat in enumerate(seats)))
                assert all(seat.over for seat in seats)

    run(go())


def test_one_socket_can_play_for_all_seats_of_its_person(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "Ann") as ann:
            table = await ann.table(players=2)
            await ann.post(f"/api/tables/{table}/join", name="Bob")
            await ann.post(f"/api/tables/{table}/start")
            async with ann.sit(table, seat=0) as one:
                await one.move(one.legal[0])
                await one.next("entry")
                position = await ann.get(f"/api/tables/{table}/snapshot", seat=1)
                await one.move(position["view"]["legal"][0], seat=1)
                assert (await one.next("entry"))["entry"]["seat"] == 1

    run(go())


def test_spectators_see_no_secrets_and_change_nothing(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "Ann") as ann, Visitor(node.base, "Eve") as eve, Visitor(node.base) as nobody:
            table = await ann.table(game="tsuro_seas", players=2, bots=["novice"], start=True)
            async with eve.sit(table) as watching, nobody.sit(table) as unnamed, ann.sit(table) as playing:
                for seat in (watching, unnamed):
                    assert seat.view["viewer"] is None
                    assert seat.legal == []
                await playing.turn()
                before = await ann.get(f"/api/tables/{table}/steps")
                await watching.move(playing.legal[0])
                assert (await watching.next("error"))["code"] == "not_yours"
                await watching.move(playing.legal[0], seat=0)
                assert (await watching.next("error"))["code"] == "not_yours"
                for kind, words in (("undo", {}), ("answer", {"agree": True})):
                    await watching.send(kind, **words)
                    assert (await watching.next("error"))["code"] == "not_yours"
                await watching.send("say", phrase="hello")
                assert (await watching.next("error"))["code"] == "not_yours"
                await unnamed.move(playing.legal[0])
                assert (await unnamed.next("error"))["code"] == "not_signed_in"
                await unnamed.send("ping")
                await unnamed.next("pong")
                assert await ann.get(f"/api/tables/{table}/steps") == before
            for other in (eve, nobody):
                with raises_api_error("not_yours"):
                    await other.get(f"/api/tables/{table}/snapshot", seat=0)
                with raises_api_error("not_yours"):
                    await other.get(f"/api/tables/{table}/steps", seat=0)
            async with eve.sit(table, seat=0) as wrong:
                with pytest.raises(ConnectionClosed) as closed:
                    await wrong.next()
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 4403

    run(go())


def test_chat(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "Ann") as ann, Visitor(node.base, "Ben") as ben:
            table = await ann.table(players=2)
            at = f"/api/tables/{table}"
            await ben.post(f"{at}/join")
            async with ann.sit(table) as one, ben.sit(table) as two:
                await one.send("say", phrase="good_luck")
                said = (await two.next("chat"))["chat"]
                assert (said["seat"], said["name"], said["phrase"], said["text"]) == (0, "Ann", "good_luck", None)
                await ben.post(f"{at}/chat", text="  may the\0 road\nrise ")
                await one.next("chat")
                said = (await one.next("chat"))["chat"]
                assert (said["number"], said["seat"], said["text"]) == (2, 1, "may the road rise")
                for wrong in ({}, {"phrase": "hello", "text": "x"}, {"text": " "}, {"text": "\0"}, {"phrase": "boo"}):
                    with raises_api_error("bad_request"):
                        await ann.post(f"{at}/chat", **wrong)
                with raises_api_error("bad_request"):
                    await ann.post(f"{at}/chat", text="x" * 301)
            async with ben.sit(table) as late:
                assert [said["number"] for said in json.loads(late.raw[-1])["chat"]] == [1, 2]

    run(go())


def test_too_much_talk_is_refused(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "Ann") as ann:
            table = await ann.table(players=2)
            with raises_api_error("slow_down"):
                for _ in range(100):  # more than there are tokens, however slow the machine is
                    await ann.post(f"/api/tables/{table}/chat", phrase="wow")

    run(go())


def test_rematch(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "Ann") as ann, Visitor(node.base, "Ben") as ben, Visitor(node.base, "Eve") as eve:
            table = await ann.table(game="tsuro_seas", players=3, bots=["novice"], desertion="forfeit", access="open")
            at = f"/api/tables/{table}"
            await ben.post(f"{at}/join")
            with raises_api_error("not_over"):
                await ann.post(f"{at}/rematch")
            await ann.post(f"{at}/start")
            await ann.post(f"{at}/leave")
            await ben.post(f"{at}/leave")
            async with eve.sit(table) as watching:
                while watching.table["status"] != "over":
                    await watching.next("table")
                with raises_api_error("not_yours"):
                    await eve.post(f"{at}/rematch")
                again = await ben.post(f"{at}/rematch")
                while watching.table["next"] is None:
                    await watching.next("table")
                assert watching.table["next"] == again["id"]
            assert (await ann.post(f"{at}/rematch"))["id"] == again["id"]
            assert again["status"] == "gathering"
            assert [again[key] for key in ("game", "players", "desertion")] == ["tsuro_seas", 3, "forfeit"]
            assert [seat["name"] for seat in again["seats"]] == ["", "novice", "Ben"]
            await ann.post(f"/api/tables/{again['id']}/join")
            # when everybody has left the rematch, it can be asked for once more
            await ann.post(f"/api/tables/{again['id']}/leave")
            await ben.post(f"/api/tables/{again['id']}/leave")
            third = await ann.post(f"{at}/rematch")
            assert third["id"] not in (table, again["id"])

    run(go())


def test_somebody_gathers_only_so_many_tables(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "Ann") as ann:
            for _ in range(20):
                await ann.table(players=2)
            with raises_api_error("slow_down"):
                await ann.table(players=2)

    run(go())
