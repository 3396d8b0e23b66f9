"""No request of a stranger holds the event loop up: nothing that anybody may ask costs it more than 5 ms at a time."""

from __future__ import annotations

import asyncio
import re
import threading
import time
import warnings
from collections.abc import Iterator
from functools import partial
from math import inf
from random import Random
from typing import Any

import httpx
import pytest
import uvicorn
from litestar.exceptions import LitestarDeprecationWarning
from sqlalchemy import insert
from websockets.sync.client import connect

from tabiji.core.match import Game
from tabiji.server import bot_pool, lobby, stored_table
from tabiji.server.app import make_app
from tabiji.server.client_page import CLIENT
from tabiji.server.people import Person
from tabiji.server.protocol import NewTable
from tabiji.server.rate_limit import TokenBucket
from tabiji.server.schema import entries
from tabiji.server.settings import Settings
from tabiji.server.table_settings import TableSettings
from tabiji.server.websocket import with_websockets
from tabiji.server.websocket_transport import WebSocketTransport

from tests.seeds import SEED

MOST = 0.005  # seconds of CPU time
LONG = (("tokaido", 5), ("tokaido_duo", 2), ("tsuro_seas", 8))


class Loop:
    """A node in a thread, whose event loop measures the CPU time of every callback."""

    def __init__(self, settings: Settings) -> None:
        self.longest = 0.0
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", LitestarDeprecationWarning)
            self._app = make_app(settings)
        config = uvicorn.Config(with_websockets(self._app), **_transports(settings), log_config=None, port=0)
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()
        while not self._server.started:
            assert self._thread.is_alive()
            time.sleep(0.01)
        self.do(_done(self._app.state.loading))  # of the rules, which a request would do otherwise
        port = self._server.servers[0].sockets[0].getsockname()[1]
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=20)
        self.socket_base = f"ws://127.0.0.1:{port}"

    def _serve(self) -> None:
        self._loop = asyncio.SelectorEventLoop()
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._server._serve())
        self._loop.close()

    def do(self, work: Any) -> Any:
        """Run a coroutine in the event loop."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(60)

    @property
    def node(self) -> Any:
        return self._app.state.server

    @property
    def routes(self) -> list[tuple[str, str]]:
        """Every method and path that can be asked for."""
        return [(method, route.path) for route in self._app.routes for method in getattr(route, "methods", [])]

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join()
        self.http.close()


async def _done(task: asyncio.Task[None]) -> None:
    await task


def _transports(settings: Settings) -> dict[str, Any]:
    return {"ws": partial(WebSocketTransport, settings.messages), "ws_per_message_deflate": False}


@pytest.fixture(scope="module")
def loop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Loop]:
    patch = pytest.MonkeyPatch()
    patch.setattr(bot_pool.BotPool, "load", lambda *_: None)  # no bot plays here
    database = f"sqlite:///{tmp_path_factory.mktemp('loop') / 'tabiji.db'}"
    free = {"requests": 1e9, "arrivals": 1e9, "messages": 1e9, "tables": 1000, "bot_workers": 1}
    found = Loop(Settings(database=database, test_seed=SEED, **free))  # type: ignore[arg-type]
    run = asyncio.Handle._run

    def measured(handle: asyncio.Handle) -> None:
        begun = time.thread_time()
        run(handle)
        found.longest = max(found.longest, time.thread_time() - begun)

    patch.setattr(asyncio.Handle, "_run", measured)
    yield found
    patch.undo()
    found.stop()


@pytest.fixture(scope="module")
def tables(loop: Loop) -> dict[str, str]:
    """A long match in play of every game, and the most open tables that are shown."""
    node = loop.node
    host = loop.do(node.people.create_guest("Ann"))
    made = {}
    for game, players in LONG:
        settings = TableSettings.from_request(NewTable(game=game, players=players))
        made[game] = loop.do(node.storage.write(lambda connection, s=settings: _long_match(connection, node, host, s)))
    open_table = TableSettings.from_request(NewTable(game="tsuro_seas", players=8, access="open"))

    def gather(connection: Any) -> None:
        for _ in range(60):
            lobby.create(connection, host, open_table, 1000, node.randomness)

    loop.do(node.storage.write(gather))
    puzzles = {f"puzzle of {game}": loop.do(node.puzzles.of_the_day(game, None, lambda cost: None)).id for game in made}
    return made | puzzles | {"person": host.id}


def _long_match(connection: Any, node: Any, host: Person, settings: TableSettings) -> str:
    """A match of random moves that is about to end."""
    table = lobby.create(connection, host, settings, 1000, node.randomness)
    for seat in range(1, settings.players):
        lobby.join(connection, table, host, seat, f"friend {seat}")
    lobby.start(connection, table, host, "nobody", node.randomness, 1000)
    match = stored_table.load(connection, table).match_log("skilled").match
    rng, rows = Random(1), []
    while not match.over:
        seat, move = match.seat, rng.choice(list(match.legal))
        match.play(move)
        row = {"table": table, "number": len(rows) + 1, "kind": "move", "seat": seat, "text": move}
        rows.append(row | {"at": 0, "spent": 0, "mark": None})
    connection.execute(insert(entries), rows[:-1])
    return table


def _holdup(loop: Loop, ask: Any) -> float:
    """The longest callback of a request, where other work on the machine disturbed it least."""
    least = inf
    for _ in range(20):
        loop.longest = 0.0
        ask()
        least = min(least, loop.longest)
        if least < MOST:
            break
    return least


def _paths(route: str, tables: dict[str, str]) -> list[str]:
    """A route with the table of every game, at its worst."""
    if "{file_path" in route:
        assets = sorted((CLIENT / "assets").glob("*.js"), key=lambda asset: asset.stat().st_size)
        return [route.replace(route[route.index("{") :], assets[-1].name)] if assets else []
    filled = []
    for game, _ in LONG:
        path = re.sub(r"\{table_id:str\}", tables[game], route)
        path = re.sub(r"\{person_id:str\}", tables["person"], path)
        path = re.sub(r"\{game:str\}", game, path)
        path = re.sub(r"\{puzzle_id:str\}", tables[f"puzzle of {game}"], path)
        path = re.sub(r"\{(?:token|session)_id:str\}", "0" * 12, path)
        path = re.sub(r"\{(?:seat|report_id):int\}", "1", path)
        path = re.sub(r"\{path:str\}", "nothing", path)
        assert "{" not in path, f"say how to ask for {route}"
        filled.append(path)
    queries = {"/steps": ["?views=true", "?after=10"], "/preview": ["", "?number=60"]}
    found = next((queries[end] for end in queries if route.endswith(end)), [""])
    return [path + query for path in dict.fromkeys(filled) for query in found]


def test_no_request_of_a_stranger_holds_the_loop_up(loop: Loop, tables: dict[str, str]) -> None:
    slow = {}
    asked = 0
    board = Game("tokaido_duo", 2).board
    bodies: list[Any] = [{"name": "x", "password": "y"}, {"game": "tokaido_duo", "board": board}, ["x"] * 16_000]
    for method, route in loop.routes:
        if method in ("HEAD", "OPTIONS"):
            continue
        reads = method in ("GET", "DELETE")
        for path in _paths(route, tables) if reads else _paths(route, tables)[:1]:
            for body in [None] if reads else bodies:

                def ask(method: str = method, path: str = path, body: Any = body) -> None:
                    loop.node.replays._cached.clear()
                    loop.http.cookies.clear()  # of the last stranger
                    answer = loop.http.request(method, path, json=body) if body else loop.http.request(method, path)
                    assert answer.status_code < 500 or "client is not built" in answer.text, answer.text

                ask()  # what is made once
                asked += 1
                took = _holdup(loop, ask)
                if took > MOST:
                    slow[f"{method} {path}"] = round(took * 1000, 1)
    assert asked > 50
    assert slow == {}


@pytest.mark.parametrize(("game", "players"), LONG)
def test_no_connection_of_a_stranger_holds_the_loop_up(
    loop: Loop, tables: dict[str, str], game: str, players: int
) -> None:
    def reconnect() -> None:
        with connect(f"{loop.socket_base}/api/tables/{tables[game]}/live?after=0", compression=None) as socket:
            assert '"missed":[{' in str(socket.recv())

    reconnect()
    assert _holdup(loop, reconnect) < MOST


@pytest.mark.parametrize(("game", "players"), LONG)
def test_no_first_look_at_a_table_holds_the_loop_up(
    loop: Loop, tables: dict[str, str], game: str, players: int
) -> None:
    async def evict() -> None:
        loop.node.table_registry.evict(tables[game])

    def look() -> None:
        loop.do(evict())
        assert loop.http.get(f"/api/tables/{tables[game]}").status_code == 200

    look()
    assert _holdup(loop, look) < MOST


def test_a_replay_is_charged_by_its_length(loop: Loop, tables: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    charged: list[float] = []
    monkeypatch.setattr(loop.node.rate_limiter, "charge", lambda _, cost: charged.append(cost))
    loop.node.replays._cached.clear()
    table = f"/api/tables/{tables['tokaido_duo']}"
    for path in ("/steps?limit=10", "/steps?limit=10&views=true", "/steps", "/steps", "/preview?number=50", "/preview"):
        assert loop.http.get(table + path).status_code == 200
    length = len(loop.http.get(f"{table}/steps").json())
    assert length > 100
    # one for each request; the second time the answer is there already
    assert charged == [1, 1, 1, 4, 1, length / 10, 1, 1, 10 + 5, 1, 10, 1]


def test_a_stale_move_is_charged_as_the_snapshot_it_gets(loop: Loop, monkeypatch: pytest.MonkeyPatch) -> None:
    charged: list[float] = []
    monkeypatch.setattr(WebSocketTransport, "owe", lambda _, cost: charged.append(cost))
    loop.http.post("/api/me", json={"name": "Ann"})
    table = loop.http.post("/api/tables", json={"game": "tokaido", "players": 2}).json()["id"]
    loop.http.post(f"/api/tables/{table}/join", json={"name": "Ben"})
    loop.http.post(f"/api/tables/{table}/start")
    cookie = {"cookie": "; ".join(f"{name}={value}" for name, value in loop.http.cookies.items())}
    with connect(f"{loop.socket_base}/api/tables/{table}/live", additional_headers=cookie) as socket:
        while '"type":"snapshot"' not in str(socket.recv()):
            pass
        for move in (
            '{"type":"move","id":"a","number":0,"move":"x"}',
            '{"type":"move","id":"b","number":9,"move":"x"}',
        ):
            socket.send(move)
        while '"stale_number"' not in str(socket.recv()):
            pass
        assert '"type":"snapshot"' in str(socket.recv())
        socket.send('{"type":"ping"}')
        assert socket.recv() == '{"type":"pong"}'  # what came before it has been charged
    loop.http.cookies.clear()
    assert charged == [4]


def test_what_is_owed_is_owed_by_the_connection_and_by_its_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabiji.server.rate_limit.time.monotonic", lambda: 0.0)
    transport = object.__new__(WebSocketTransport)
    transport._bucket, transport.shared_bucket = TokenBucket(20, 6), TokenBucket(200, 5)
    transport.owe(4)
    assert [transport.shared_bucket.take(), transport.shared_bucket.take()] == [True, False]
    assert [transport._bucket.take(), transport._bucket.take(), transport._bucket.take()] == [True, True, False]


def test_an_address_that_owes_is_refused_before_the_framework(loop: Loop, monkeypatch: pytest.MonkeyPatch) -> None:
    checked: list[Any] = []
    limiter = loop.node.rate_limiter
    monkeypatch.setattr(limiter, "check_request", checked.append)
    assert loop.http.get("/api/menu").status_code == 200
    assert len(checked) == 1
    monkeypatch.setitem(limiter._buckets, "request 127.0.0.1", TokenBucket(0, 0))
    for refused in (loop.http.get("/api/menu"), loop.http.post("/api/me", json={"name": "Ann"})):
        assert (refused.status_code, refused.json()["code"]) == (429, "slow_down")
        assert refused.headers["retry-after"] == "1"
        assert refused.headers["x-content-type-options"] == "nosniff"
    assert len(checked) == 1
