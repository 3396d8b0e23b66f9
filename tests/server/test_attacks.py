"""Bad input and attacks: a 4xx or a socket error with a code, never a 500, never a change, never another's secret."""

from __future__ import annotations

import asyncio
import http.client
import json
import sqlite3
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.node import Node
from tests.server.node_factory import QuickNode
from tests.server.visitor import Visitor, raises_api_error, run

HEADERS = ("content-security-policy", "x-content-type-options", "referrer-policy", "cross-origin-opener-policy")
SQL = "'; DROP TABLE people; --"
BODIES: list[bytes] = [
    b"",
    b"{",
    b"null",
    b"[]",
    b"7",
    b'"name"',
    b'{"name": }',
    b'{"name": "a", "name2": "b"}',
    b'{"name": {"a": 1}}',
    b'{"name": "\xff"}',
    b'{"name": "a\\ud800"}',
    b'{"name": 1e999}',
    b"[" * 60_000,
    b'{"name":' * 7_000 + b"1" + b"}" * 7_000,
    b"\x00" * 100,
    b"\xef\xbb\xbf{}",
    b"name=Kinko",
]


def _harmless(answer: httpx.Response, *statuses: int) -> dict[str, Any]:
    assert 400 <= answer.status_code < 500, (answer.status_code, answer.text)
    assert not statuses or answer.status_code in statuses, (answer.status_code, answer.text)
    for name in HEADERS:
        assert name in answer.headers
    said: dict[str, Any] = answer.json()
    assert said["code"]
    assert said["message"]
    return said


def _everything(node: Node) -> list[str]:
    """The whole database but for the heartbeat."""
    with sqlite3.connect(node.database.removeprefix("sqlite:///")) as database:
        return [line for line in database.iterdump() if '"nodes"' not in line]


@pytest.mark.parametrize("body", BODIES, ids=lambda body: repr(body[:20]))
def test_bodies_that_are_no_requests(node: Node, body: bytes) -> None:
    async def go() -> None:
        async with Visitor(node.base, "Ann") as ann:
            table = await ann.table(players=2)
            before = _everything(node)
            at = f"/api/tables/{table}"
            paths = ["/api/tables", "/api/me", "/api/signin", "/api/me/claim", "/api/me/tokens"]
            paths += [f"{at}/{verb}" for verb in ("moves", "undo", "undo/answer", "chat")]
            for path in paths:
                for kind in ("application/json", "text/plain", "application/x-www-form-urlencoded"):
                    answer = await ann.http.post(path, content=body, headers={"content-type": kind})
                    _harmless(answer, 400)
            assert _everything(node) == before

    run(go())


def test_a_body_that_is_too_large(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "Ann") as ann:
            huge = json.dumps({"game": "tokaido_duo", "board": {"x": "y" * 400_000}}).encode()
            said = _harmless(await ann.http.post("/api/tables", content=huge), 413)
            assert said["code"] == "too_large"

            async def pieces() -> Any:
                for _ in range(40):
                    yield b"x" * 10_000

            _harmless(await ann.http.post("/api/tables", content=pieces()), 413)
            assert await ann.get("/api/tables/mine") == []

    run(go())


@pytest.mark.parametrize(
    "path",
    [
        "/assets/../../../../etc/passwd",
        "/assets/..%2f..%2fsettings.py",
        "/assets/%2e%2e/%2e%2e/settings.py",
        "/assets/..%5c..%5csettings.py",
        "/assets//etc/passwd",
        "/assets/%00",
        "/api/tables/..%2f..%2fetc",
        "/api/tables/%00",
        "/api/tables/" + "x" * 3000,
        "/api/tables/'%20OR%201=1--/record",
        "/api/people/%25",
        "/api/people/%ff%fe/matches",
        "/api/ratings/%ed%a0%80",
        "/api/nothing/at/all",
        "/api/nothing",
        "/nothing",
    ],
)
def test_paths_that_lead_nowhere(node: Node, path: str) -> None:
    line = http.client.HTTPConnection("localhost", node.port, timeout=10)  # sends the path as it stands
    line.request("GET", path)
    answer = line.getresponse()
    text = answer.read().decode()
    line.close()
    assert answer.status in (400, 404), (answer.status, text)
    assert json.loads(text)["code"] in ("not_found", "bad_request")
    assert answer.getheader("content-security-policy")
    assert "root:" not in text
    assert "class Settings" not in text


def test_methods_that_are_not_there(node: Node) -> None:
    for method, path in (("DELETE", "/api/me"), ("PUT", "/api/tables"), ("POST", "/healthz"), ("PATCH", "/api/menu")):
        said = _harmless(httpx.request(method, node.base + path), 405)
        assert said["code"] == "not_allowed"


def test_strings_for_databases_are_only_strings(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, SQL[:24]) as ann:
            assert (await ann.get("/api/me"))["name"] == SQL[:24]
            with raises_api_error("wrong_password"):
                await ann.post("/api/signin", name="' OR 1=1 --", password="' OR 1=1 --")
            with raises_api_error("wrong_password"):
                await ann.post("/api/signin", name="a\0b", password="\0" * 10)
            table = await ann.table(players=2)
            for text in (SQL, "\0", "a\0b", "\u202e", "😀" * 100):
                answer = await ann.http.post(f"/api/tables/{table}/chat", json={"text": text})
                assert answer.status_code in (204, 400)
            chat = (await ann.get(f"/api/tables/{table}/snapshot"))["chat"]
            assert SQL in [said["text"] for said in chat]
            assert "\0" not in json.dumps(chat, ensure_ascii=False)
            for request_id in (SQL, "a\0", "%", "é"):
                asked = {"id": request_id, "number": 0, "move": "move 1"}
                _harmless(await ann.http.post(f"/api/tables/{table}/moves", json=asked), 400)
            await ann.post("/api/me/claim", name="a\0b" + ann.id, password="p\0ssword long")
            async with Visitor(node.base) as elsewhere:
                await elsewhere.post("/api/signin", name="a b" + ann.id, password="p\0ssword long")

    run(go())


def test_requests_from_other_sites_are_refused(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "Ann") as ann:
            before = await ann.get("/api/me")
            host = node.base.removeprefix("http://")
            wrong = ["http://evil.example", "null", "http://[::1", "http://localhost", f"http://{host}.evil.example"]
            wrong += [f"http://evil.example@{host}", "file://", "x" * 1000]
            for origin in wrong:
                answer = await ann.http.patch("/api/me", json={"name": "Eve"}, headers={"origin": origin})
                assert _harmless(answer, 403)["code"] == "wrong_origin"
                basic = {"origin": origin, "authorization": "Basic eDp5"}
                _harmless(await ann.http.patch("/api/me", json={"name": "Eve"}, headers=basic), 403)
            cross = {"sec-fetch-site": "cross-site"}
            _harmless(await ann.http.patch("/api/me", json={"name": "Eve"}, headers=cross), 403)
            assert await ann.get("/api/me") == before
            own = {"origin": node.base, "sec-fetch-site": "same-origin"}
            assert (await ann.http.patch("/api/me", json={"name": "Ann2"}, headers=own)).status_code == 200
            table = await ann.table(players=2, bots=["novice"], start=True)
            address = node.base.replace("http", "ws") + f"/api/tables/{table}/live"
            for origin in wrong[:5]:
                with pytest.raises(InvalidStatus) as said:
                    await connect(address, additional_headers={"cookie": ann.cookie()}, origin=origin)  # type: ignore[arg-type]
                assert said.value.response.status_code == 403
            async with connect(address, additional_headers={"cookie": ann.cookie()}, origin=node.base) as socket:  # type: ignore[arg-type]
                assert json.loads(await socket.recv())["viewer"] == 0

    run(go())


def test_security_headers_are_on_every_answer(node: Node) -> None:
    for path, status in (("/api/menu", 200), ("/healthz", 200), ("/api/openapi.json", 200), ("/metrics", 200)):
        answer = httpx.get(node.base + path)
        assert answer.status_code == status
        assert all(name in answer.headers for name in HEADERS)
        assert "unsafe" not in answer.headers["content-security-policy"]
        assert "server" not in answer.headers


FRAMES: list[str | bytes] = [
    "",
    "{",
    "null",
    "[]",
    "7",
    '{"type":"fly"}',
    '{"type":"move"}',
    '{"type":"move","id":"a","number":0,"move":"x","seat":99}',
    '{"type":"move","id":"a","number":-1,"move":"x"}',
    '{"type":"move","id":"a b","number":0,"move":"x"}',
    '{"type":"move","id":"a","number":0,"move":"x","extra":1}',
    '{"type":"move","id":"' + "a" * 33 + '","number":0,"move":"x"}',
    '{"type":"move","id":"a","number":0,"move":""}',
    '{"type":"move","id":"a","number":0,"move":["x"]}',
    '{"type":"say","text":7}',
    '{"type":"ping","id":"a"}',
    "[" * 10_000,
    b"\x00\x01",
    b'{"type":"ping"}',
]


def test_frames_that_are_no_messages(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "Ann") as ann:
            table = await ann.table(players=2)
            await ann.post(f"/api/tables/{table}/join", name="Bob")
            await ann.post(f"/api/tables/{table}/start")
            async with ann.sit(table) as seat:
                for frame in FRAMES:
                    await seat.socket.send(frame)
                    said = await seat.next("error", "pong")
                    assert said["type"] == "error", frame
                    assert said["code"] == "bad_request"
                await seat.send("ping")
                await seat.next("pong")
            assert await ann.get(f"/api/tables/{table}/steps") == []

    run(go())


def test_whoever_goes_on_with_mistakes_is_cut_off(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "Ann") as ann:
            table = await ann.table(players=2)
            async with ann.sit(table) as seat:
                for _ in range(21):
                    await seat.socket.send("nonsense")
                for _ in range(21):
                    assert (await seat.next("error"))["code"] in ("bad_request", "slow_down")
                with pytest.raises(ConnectionClosed) as closed:
                    await seat.next()
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 4429

    run(go())


def test_a_frame_that_is_too_large_closes_the_socket(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "Ann") as ann:
            table = await ann.table(players=2)
            async with ann.sit(table) as seat:
                await seat.socket.send("x" * 20_000)
                with pytest.raises(ConnectionClosed) as closed:
                    await seat.next("never")
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 1009
            async with ann.sit(table) as again:
                await again.send("ping")
                await again.next("pong")

    run(go())


def test_sockets_of_wrong_addresses(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "Ann") as ann:
            table = await ann.table(players=2)
            for wrong, query, code in (
                ("nothing", {}, 4404),
                ("%00", {}, 4404),
                ("x" * 1000, {}, 4404),
                (table, {"seat": 1}, 4403),
                (table, {"seat": "x"}, 4400),
                (table, {"seat": "-1"}, 4400),
                (table, {"after": "9999999999"}, 4400),
                (table, {"after": "²"}, 4400),
            ):
                async with ann.sit(wrong, **query) as seat:
                    with pytest.raises(ConnectionClosed) as closed:
                        await seat.next()
                    assert closed.value.rcvd is not None
                    assert closed.value.rcvd.code == code

    run(go())


# --- floods -------------------------------------------------------------------------------------------------------


def test_floods_are_slowed_down(strict: QuickNode) -> None:
    async def go() -> None:
        async with Visitor(strict.base, "Ann") as ann:
            table = await ann.table(players=2)
            async with ann.sit(table) as one, ann.sit(table), ann.sit(table):
                async with ann.sit(table) as fourth:
                    with pytest.raises(ConnectionClosed):
                        await fourth.next()
                for _ in range(30):
                    await one.send("ping")
                said = await one.next("error")
                assert said["code"] == "slow_down"
            async with Visitor(strict.base) as stranger:
                with raises_api_error("slow_down"):
                    for _ in range(100):  # more than there are tokens, however slow the machine is
                        await stranger.post("/api/me", name="x")
            answers = await asyncio.gather(*(ann.http.get("/api/menu") for _ in range(80)))
            slow = [answer for answer in answers if answer.status_code == 429]
            assert slow
            assert _harmless(slow[0])["code"] == "slow_down"
            assert slow[0].headers["retry-after"]
            assert {answer.status_code for answer in answers} <= {200, 429}

    run(go())
