"""Identity: guests, claimed identities, cookies that cannot be forged, and tokens."""

from __future__ import annotations

import asyncio
import sqlite3
from typing import Any
from uuid import uuid4

import httpx
import pytest
from websockets import ConnectionClosed

from tests.server.node import Node
from tests.server.visitor import ApiError, Visitor, raises_api_error, run

PASSWORD = "fifty-three stations"


def fresh_name(start: str = "Kin") -> str:
    return start + uuid4().hex[:10]


def test_a_guest_needs_only_a_name(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base) as nobody:
            with raises_api_error("not_signed_in"):
                await nobody.get("/api/me")
            answer = await nobody.http.post("/api/me", json={"name": "  Kinko \n of  Edo\u200b "})
            assert answer.json()["name"] == "Kinko of Edo"
            assert answer.json()["claimed"] is False
            flags = answer.headers["set-cookie"].lower()
            assert "httponly" in flags
            assert "samesite=lax" in flags
            assert "path=/" in flags
            assert "secure" not in flags.split("; ")
            me = await nobody.get("/api/me")
            assert me["id"] == answer.json()["id"]
            # whoever is here already only changes the name
            again = await nobody.post("/api/me", name="Umegae")
            assert again == me | {"name": "Umegae"}

    run(go())


def test_behind_https_the_cookie_is_secure(node: Node) -> None:
    answer = httpx.post(f"{node.base}/api/me", json={"name": "Kinko"}, headers={"x-forwarded-proto": "https"})
    assert "secure" in answer.headers["set-cookie"].lower()


@pytest.mark.parametrize("name", ["", " ", "\0", "\u200b\u200b", "x" * 25, "x" * 61, "ﷺ" * 3, None, 7, ["a"]])
def test_names_that_are_none(node: Node, name: Any) -> None:
    answer = httpx.post(f"{node.base}/api/me", json={"name": name})
    assert answer.status_code == 400
    assert answer.json()["code"] == "bad_request"
    assert "set-cookie" not in answer.headers


def test_rename(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "Kinko") as guest:
            assert (await guest.ask("PATCH", "/api/me", json={"name": "Sasayakko"}))["name"] == "Sasayakko"
            assert (await guest.get("/api/me"))["name"] == "Sasayakko"

    run(go())


def test_claim_and_sign_in_elsewhere(node: Node) -> None:
    async def go() -> None:
        name = fresh_name("Straße")
        async with Visitor(node.base, "guest") as home, Visitor(node.base) as elsewhere:
            me = await home.post("/api/me/claim", name=name, password=PASSWORD)
            assert (me["id"], me["name"], me["claimed"]) == (home.id, name, True)
            with raises_api_error("bad_request"):  # there is a password already
                await home.post("/api/me/claim", name=name, password="another password")
            with raises_api_error("wrong_password"):
                await elsewhere.post("/api/signin", name=name, password="not the password")
            with raises_api_error("wrong_password"):
                await elsewhere.post("/api/signin", name=fresh_name(), password=PASSWORD)
            with raises_api_error("not_signed_in"):
                await elsewhere.get("/api/me")
            # letters of another case or width, and spaces around, are the same name
            spoken = " " + name.upper().replace("K", "Ｋ") + " "
            assert (await elsewhere.post("/api/signin", name=spoken, password=PASSWORD))["id"] == home.id
            assert (await elsewhere.get("/api/me"))["id"] == home.id

    run(go())


def test_a_name_belongs_to_one_identity(node: Node) -> None:
    async def go() -> None:
        name = fresh_name("Straße")
        async with Visitor(node.base, "one") as one, Visitor(node.base, "two") as two:
            await one.post("/api/me/claim", name=name, password=PASSWORD)
            for same in (name, name.upper(), name.replace("ß", "ss"), name.replace("S", "Ｓ")):
                with raises_api_error("name_taken"):
                    await two.post("/api/me/claim", name=same, password=PASSWORD)
            assert (await two.get("/api/me"))["claimed"] is False
            await two.post("/api/me/claim", name=fresh_name(), password=PASSWORD)
            with raises_api_error("name_taken"):
                await two.ask("PATCH", "/api/me", json={"name": name.lower()})

    run(go())


def test_two_claims_of_one_name_at_the_same_time(node: Node) -> None:
    async def go() -> None:
        name = fresh_name()
        async with Visitor(node.base, "one") as one, Visitor(node.base, "two") as two:
            claims = [who.post("/api/me/claim", name=name, password=PASSWORD) for who in (one, two)]
            answers = await asyncio.gather(*claims, return_exceptions=True)
            assert sorted(isinstance(answer, ApiError) for answer in answers) == [False, True]

    run(go())


@pytest.mark.parametrize("password", ["", "short", "x" * 201, None])
def test_passwords_that_are_none(node: Node, password: Any) -> None:
    async def go() -> None:
        async with Visitor(node.base, "guest") as guest:
            with raises_api_error("bad_request"):
                await guest.post("/api/me/claim", name=fresh_name(), password=password)

    run(go())


def test_the_database_keeps_no_password_and_no_token(node: Node) -> None:
    async def go() -> None:
        password = f"secret {uuid4().hex}"
        async with Visitor(node.base, "guest") as guest:
            await guest.post("/api/me/claim", name=fresh_name(), password=password)
            token = (await guest.post("/api/me/tokens", label="bot"))["token"]
        with sqlite3.connect(node.database.removeprefix("sqlite:///")) as database:
            dump = "\n".join(database.iterdump())
        assert password not in dump
        assert token not in dump
        assert "$argon2id$" in dump
        assert not [line for line in node.errors if password in line or token in line]

    run(go())


def test_sign_out_here_and_everywhere(node: Node) -> None:
    async def go() -> None:
        name = fresh_name()
        async with Visitor(node.base, "guest") as home, Visitor(node.base) as elsewhere:
            await home.post("/api/me/claim", name=name, password=PASSWORD)
            await elsewhere.post("/api/signin", name=name, password=PASSWORD)
            cookie = elsewhere.cookie()
            await elsewhere.post("/api/signout")
            with raises_api_error("not_signed_in"):
                await elsewhere.get("/api/me")
            assert httpx.get(f"{node.base}/api/me", headers={"cookie": cookie}).status_code == 401
            await elsewhere.post("/api/signin", name=name, password=PASSWORD)
            cookie = elsewhere.cookie()
            await home.ask("POST", "/api/signout", params={"everywhere": True})
            assert httpx.get(f"{node.base}/api/me", headers={"cookie": cookie}).status_code == 401
            await home.post("/api/signin", name=name, password=PASSWORD)
            assert (await home.get("/api/me"))["id"] == home.id

    run(go())


def test_signing_out_everywhere_ends_open_lines(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "Kinko") as home, Visitor(node.base, "Umegae") as other:
            table = await home.table(players=2)
            async with home.sit(table) as mine, other.sit(table) as watching:
                await other.ask("POST", "/api/signout", params={"everywhere": True})
                await mine.send("ping")  # somebody else's signing out changes nothing
                await mine.next("pong")
                assert (await watching.next("error"))["code"] == "not_signed_in"
                with pytest.raises(ConnectionClosed) as ended:
                    await watching.next("pong")
                assert ended.value.rcvd is not None
                assert ended.value.rcvd.code == 4401

    run(go())


def test_forged_cookies_are_nobodys(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "Kinko") as one, Visitor(node.base, "Umegae") as two:
            name, _, value = one.cookie().partition("=")
            payload, _, signature = value.rpartition(".")
            others = two.cookie().partition("=")[2].rpartition(".")
            forged = [
                "",
                ".",
                payload,
                payload + ".",
                f"{payload}.{signature[:-2]}AA",
                f"{payload}.{others[2]}",
                f"{others[0]}.{signature}",
                f"{payload[:-1]}.{signature}",
                "x" * 5000,
                "%00",
                '"\\000"',
                "é" * 10,
            ]
            for wrong in forged:
                headers = {"cookie": f"{name}={wrong}".encode("latin-1")}
                answer = httpx.get(f"{node.base}/api/me", headers=headers)
                assert answer.status_code == 401, wrong
                assert answer.json()["code"] == "not_signed_in"

    run(go())


def test_tokens_and_their_end(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "Kinko") as guest:
            token = (await guest.post("/api/me/tokens", label="my bot"))["token"]
            other = (await guest.post("/api/me/tokens", label="another"))["token"]
            listed = await guest.get("/api/me/tokens")
            assert [known["label"] for known in listed] == ["my bot", "another"]
            assert token not in str(listed)
            async with Visitor(node.base, token=token) as program:
                assert (await program.get("/api/me"))["id"] == guest.id
                with raises_api_error("not_found"):
                    await program.ask("DELETE", "/api/me/tokens/nothing")
                for wrong in ("%25%25%25%25%25%25%25%25%25%25%25%25", "____________", "x" * 200):
                    with pytest.raises(ApiError) as said:
                        await program.ask("DELETE", f"/api/me/tokens/{wrong}")
                    assert said.value.status in (400, 404)
                async with Visitor(node.base, "Umegae") as stranger:
                    with raises_api_error("not_found"):
                        await stranger.ask("DELETE", f"/api/me/tokens/{listed[0]['id']}")
                await guest.ask("DELETE", f"/api/me/tokens/{listed[0]['id']}")
                with raises_api_error("not_signed_in"):
                    await program.get("/api/me")
            for wrong in ("tabiji_wrong", "é"):
                headers = {"authorization": f"Bearer {wrong}".encode()}
                assert httpx.get(f"{node.base}/api/me", headers=headers).status_code == 401
            assert httpx.get(f"{node.base}/api/me", headers={"authorization": f"bearer {other}"}).status_code == 200

    run(go())


def test_a_crest_is_drawn_anew(node: Node) -> None:
    """Guests too: it is the same for everybody who looks, and stays when the name changes."""

    async def go() -> None:
        async with Visitor(node.base, "Kinko") as guest, Visitor(node.base, "Umegae") as other:
            for drawn in (1, 2):
                assert (await guest.post("/api/me/crest"))["crest"] == drawn
            assert (await guest.get("/api/me"))["crest"] == 2
            assert (await other.get(f"/api/people/{guest.id}"))["crest"] == 2
            table = await guest.table(game="tokaido", players=2)
            await other.post(f"/api/tables/{table}/join")
            seats = (await other.get(f"/api/tables/{table}"))["seats"]
            assert [seat["crest"] for seat in seats] == [2, 0]

    run(go())


def test_a_profile_of_nobody(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "Kinko") as guest:
            assert await guest.get(f"/api/people/{guest.id}") == {
                "id": guest.id,
                "name": "Kinko",
                "claimed": False,
                "public": False,
                "games": {},
                "crest": 0,
            }
            with raises_api_error("not_found"):
                await guest.get("/api/people/nobody")
            assert await guest.get("/api/people/nobody/matches") == []

    run(go())
