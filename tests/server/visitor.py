"""A person in a test: requests, websockets, and a way to play."""

from __future__ import annotations

import asyncio
import json
import ssl
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from copy import copy
from random import Random
from typing import Any, TypeVar
from uuid import uuid4

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect

T = TypeVar("T")
# Nothing is encrypted here; by default each client would read the certificates of the whole world, for 50 ms.
NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
# Long before a server closes what is idle (after 5 s): it might do so just when the next request is sent.
_LIMITS = httpx.Limits(keepalive_expiry=1)


class ApiError(AssertionError):
    """The server said no."""

    def __init__(self, status: int, answer: Any) -> None:
        super().__init__(f"{status} {answer}")
        self.status = status
        self.code = answer.get("code") if isinstance(answer, dict) else None


def raises_api_error(code: str) -> pytest.RaisesExc[ApiError]:
    """The server must say no, with this code."""
    return pytest.RaisesExc(ApiError, check=lambda error: error.code == code)


def run(work: Coroutine[Any, Any, T]) -> T:
    """One test's doings, in a loop of their own."""
    return asyncio.run(work)


def apply_changes(view: Any, changes: dict[str, Any]) -> Any:
    """The view after an entry; the view before it is not touched."""
    for pointer, value in changes.items():
        view = _with_value(view, pointer[1:].split("/"), value)
    return view


def _with_value(part: Any, path: list[str], value: Any) -> Any:
    if not path:
        return value
    key: Any = int(path[0]) if isinstance(part, list) else path[0]
    changed = copy(part)
    changed[key] = _with_value(part[key] if len(path) > 1 else None, path[1:], value)
    return changed


class TableSocket:
    """An open websocket at a table, and the messages it received, in order."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.raw: list[str] = []
        self.view: dict[str, Any] = {}
        self.position: dict[str, Any] | None = None
        self.table: dict[str, Any] = {}
        self.number = 0

    async def next(self, *kinds: str, seconds: float = 20) -> dict[str, Any]:
        """The next message, of these kinds if some are named."""
        async with asyncio.timeout(seconds):
            while True:
                text = await self.socket.recv()
                assert isinstance(text, str)
                self.raw.append(text)
                message: dict[str, Any] = json.loads(text)
                self._note(message)
                if not kinds or message["type"] in kinds:
                    return message

    def _note(self, message: dict[str, Any]) -> None:
        if message["type"] == "entry":
            assert message["entry"]["number"] == self.number + 1, "an entry is missing"
            self.view = message["view"] = apply_changes(self.view, message["changes"])
        elif "view" in message:
            self.view = message["view"]
        if message.get("position"):
            self.position = message["position"]
            self.number = message["position"]["number"]
        if "table" in message:
            self.table = message["table"]

    @property
    def legal(self) -> list[str]:
        return list(self.view.get("legal", []))

    @property
    def over(self) -> bool:
        return self.position is not None and bool(self.position["over"])

    async def send(self, type: str, **words: Any) -> str:
        """Send a message with an id of its own; the id."""
        request_id: str = words.pop("id", None) or uuid4().hex
        body = {"type": type, "id": request_id, **words} if type not in ("say", "ping") else {"type": type, **words}
        await self.socket.send(json.dumps(body))
        return request_id

    async def move(self, text: str, **words: Any) -> str:
        return await self.send("move", number=words.pop("number", self.number), move=text, **words)

    async def turn(self) -> bool:
        """Wait for one's turn; False if the match is over before."""
        while not self.legal and not self.over:
            await self.next()
        return not self.over

    async def ended(self) -> dict[str, Any]:
        """Wait for the table's last word."""
        while self.table["status"] != "over":
            await self.next("table")
        return self.table

    async def play_on(self, rng: Random, most: int = 10_000) -> int:
        """Decide at random whenever it is one's turn, until the match is over (or so many moves); moves made."""
        made = 0
        while not self.over and made < most:
            if self.legal:
                sent = await self.move(rng.choice(self.legal))
                made += 1
                made_as = None  # other entries may come before one's own
                while (made_as is None or self.number < made_as) and not self.over:
                    message = await self.next()
                    assert message["type"] != "error", message
                    if message["type"] == "ack" and message["id"] == sent:
                        made_as = message["number"]
            else:
                await self.next()
        return made


class Visitor:
    """Somebody with a name."""

    def __init__(
        self, base: str, name: str | None = None, token: str | None = None, address: str | None = None
    ) -> None:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        headers |= {"x-forwarded-for": address} if address else {}
        self.base = base
        self.name = name
        self.http = httpx.AsyncClient(base_url=base, timeout=20, headers=headers, verify=NO_TLS, limits=_LIMITS)
        self.id = ""

    async def __aenter__(self) -> Visitor:
        try:
            if self.name is not None:
                self.id = (await self.post("/api/me", name=self.name))["id"]
        except ApiError:
            await self.http.aclose()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def ask(self, method: str, path: str, **words: Any) -> Any:
        answer = await self.http.request(method, path, **words)
        body = answer.json() if answer.content else None
        if answer.status_code >= 400:
            raise ApiError(answer.status_code, body)
        return body

    async def get(self, path: str, **query: Any) -> Any:
        return await self.ask("GET", path, params=query)

    async def post(self, path: str, **words: Any) -> Any:
        return await self.ask("POST", path, json=words)

    async def put(self, path: str, **words: Any) -> Any:
        return await self.ask("PUT", path, json=words)

    async def table(self, **settings: Any) -> str:
        """A new table; bots move without a pause."""
        return str((await self.post("/api/tables", **({"game": "tokaido", "pace": 0} | settings)))["id"])

    def cookie(self) -> str:
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.http.cookies.jar)

    @asynccontextmanager
    async def sit(self, table: str, base: str | None = None, **query: Any) -> AsyncIterator[TableSocket]:
        """An open socket, after its first message."""
        address = (base or self.base).replace("http", "ws", 1) + f"/api/tables/{table}/live"
        words = "&".join(f"{key}={value}" for key, value in query.items())
        headers = {"cookie": self.cookie()} if self.cookie() else {}
        headers |= {k: v for k, v in self.http.headers.items() if k in ("authorization", "x-forwarded-for")}
        how: dict[str, Any] = {"max_size": None, "compression": None}
        how["close_timeout"] = 1  # a server that slows somebody down does not answer a farewell, either
        async with connect(f"{address}?{words}", additional_headers=headers, **how) as socket:
            seat = TableSocket(socket)
            await seat.next("snapshot", "error")
            yield seat
