"""Nodes, and clients with real sockets that play four-player matches of Tokaido at them; what they saw is measured.

"Matches under way": all tables are made before, then all matches are played. "Match after match": the same, with tables
made, joined, connected to and started all the time. `server.py` plays at one node, `nodes.py` at several.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from functools import partial
from math import inf
from pathlib import Path
from typing import Any

import httpx
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

SERVER_CORE, LOAD_CORE = 0, 1

Parts = Mapping[str, Callable[[], float]]  # how many seconds of processor time each part has used
_MOVES = 75  # of a match, about
_UNLIMITED = ["--requests", "1e9", "--arrivals", "1e9", "--messages", "1e9"]
_UNLIMITED += ["--tables", "1000000", "--sockets", "1000000", "--connections-per-address", "1000000"]


class Node:
    """`tabiji serve` on one core, or on any of some cores."""

    def __init__(
        self, folder: Path, *flags: str, database: str | None = None, cores: Iterable[int] = (SERVER_CORE,)
    ) -> None:
        words = ["taskset", "-c", ",".join(map(str, cores)), sys.executable, "-m", "tabiji.cli", "serve", "--port", "0"]
        words += ["--database", database or f"sqlite:///{folder / 'bench.db'}", *_UNLIMITED, "--log", "warning", *flags]
        start = time.perf_counter()
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        self.base = line.split()[3].rstrip("/")
        httpx.get(self.base).raise_for_status()
        self.seconds_to_page = time.perf_counter() - start

    def memory(self) -> int:
        """Resident bytes."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    def cpu(self) -> float:
        """Seconds of processor time the event loop's process has used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)


class Meter:
    """What the clients saw and the parts used, while it was measured."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._used = dict.fromkeys(parts, 0.0)
        self._on = False
        self._waits: list[float] = []
        self._deliveries = self._bytes = self._refused = self._tables = 0
        self.seconds = 0.0

    @contextmanager
    def measuring(self) -> Iterator[None]:
        """What happens meanwhile counts; may be done again."""
        before = {name: used() for name, used in self._parts.items()}
        start = time.perf_counter()
        self._on = True
        yield
        self._on = False
        self.seconds += time.perf_counter() - start
        for name, used in self._parts.items():
            self._used[name] += used() - before[name]

    def hear(self, text: bytes, sent: float) -> None:
        """A client got a message; when it sent its last move."""
        if not self._on:
            return
        self._bytes += len(text)
        if text.startswith(b'{"type":"ack"'):
            self._waits.append(time.perf_counter() - sent)
        elif text.startswith(b'{"type":"entry"'):
            self._deliveries += 1
        elif text.startswith(b'{"type":"error"'):
            self._refused += 1

    def start_table(self) -> None:
        self._tables += self._on

    def sum_up(self) -> dict[str, float]:
        waits = sorted(self._waits)
        moves = len(waits)
        assert moves, "nobody moved while it was measured"
        return {
            "moves a second": moves / self.seconds,
            "deliveries a second": self._deliveries / self.seconds,
            "tables a second": self._tables / self.seconds,
            "MB a second": self._bytes / self.seconds / 1e6,
            "bytes a move": self._bytes / moves,
            "p50 ms": 1000 * waits[moves // 2],
            "p99 ms": 1000 * waits[int(moves * 0.99)],
            "worst ms": 1000 * waits[-1],
            "moves refused": self._refused,
            "seconds measured": self.seconds,
        } | {f"CPU µs a move, {name}": 1e6 * used / moves for name, used in self._used.items()}


class Whistle:
    """Everybody holds their first move until it is blown."""

    def __init__(self) -> None:
        self._blown = False
        self._held: list[Callable[[], None]] = []

    def then(self, play: Callable[[], None]) -> None:
        if self._blown:
            play()
        else:
            self._held.append(play)

    def blow(self) -> None:
        self._blown = True
        for play in self._held:
            play()


class Player(WSListener):
    """A client that plays any legal move it is offered, after a pause."""

    def __init__(
        self,
        meter: Meter,
        pause: float,
        rng: random.Random,
        done: asyncio.Event,
        whistle: Whistle | None = None,
        moves: float = inf,
    ) -> None:
        self._meter, self._pause, self._rng, self._done, self._whistle = meter, pause, rng, done, whistle
        self._moves = moves  # after so many at the table it is done
        self._sent = 0.0
        self._count = 0
        self._answered = -1  # a position that is told twice is answered once
        self._transport: WSTransport | None = None

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type != WSMsgType.TEXT:
            return
        text = frame.get_payload_as_bytes()
        self._meter.hear(text, self._sent)
        if b'"over":true' in text:
            self._done.set()
        if b'legal":["' not in text:
            return
        message = json.loads(text)
        number = message["position"]["number"]
        if number <= self._answered:
            return
        self._answered = number
        legal = message["changes"]["/legal"] if "changes" in message else message["view"]["legal"]
        if number >= self._moves:
            self._done.set()
        elif self._whistle is None:
            self._soon(number, legal)
        else:
            self._whistle.then(lambda: self._soon(number, legal))

    def leave(self) -> None:
        """Disconnect; a move that was to be played soon is not played any more."""
        if self._transport is not None:
            self._transport.disconnect()
            self._transport = None

    def _soon(self, number: int, legal: list[str]) -> None:
        if self._pause:
            loop = asyncio.get_running_loop()
            loop.call_later(self._pause * self._rng.uniform(0.5, 1.5), self._play, number, legal)
        else:
            self._play(number, legal)

    def _play(self, number: int, legal: list[str]) -> None:
        if self._transport is None:
            return
        self._count += 1
        body = {"type": "move", "id": f"m{self._count}", "number": number, "move": self._rng.choice(legal)}
        self._sent = time.perf_counter()
        self._transport.send(WSMsgType.TEXT, json.dumps(body).encode())


class Group:
    """Four people and the matches they play, one after the other; with several nodes each is at the next one."""

    def __init__(self, visits: list[httpx.AsyncClient], meter: Meter, pause: float, seed: int) -> None:
        first = seed % len(visits)  # the nodes make and start equally many tables
        self._visits = [visits[(first + i) % len(visits)] for i in range(4)]
        self._meter, self._pause = meter, pause
        self._rng = random.Random(seed)
        self._cookies: list[str] = []
        self._players: list[Player] = []
        self.done = asyncio.Event()

    async def arrive(self) -> None:
        for i, http in enumerate(self._visits):
            answer = await http.post("/api/me", json={"name": f"P{i}"}, headers={"cookie": ""})
            self._cookies.append(answer.headers["set-cookie"].split(";")[0])

    async def go_on(self) -> None:
        """Match after match, when the one that was begun is done."""
        while True:
            await self.done.wait()
            self.part()
            await self.begin()

    async def begin(self, whistle: Whistle | None = None, share: bool = False) -> None:
        """Gather at a new table, and start; with `share` to play a part of the match only, chosen at random."""
        moves = self._rng.uniform(0, _MOVES) if share else inf
        settings = {"game": "tokaido", "players": 4}
        made = await self._post(0, "/api/tables", settings)
        table = made.json()["id"]
        for i in range(1, 4):
            await self._post(i, f"/api/tables/{table}/join", {})
        self.done = asyncio.Event()
        for http, cookie in zip(self._visits, self._cookies, strict=True):
            address = str(http.base_url).replace("http", "ws").rstrip("/") + f"/api/tables/{table}/live"
            player = Player(self._meter, self._pause, self._rng, self.done, whistle, moves)
            await ws_connect(lambda player=player: player, address, extra_headers={"Cookie": cookie})
            self._players.append(player)
        await self._post(0, f"/api/tables/{table}/start", None)
        self._meter.start_table()

    def part(self) -> None:
        for player in self._players:
            player.leave()
        self._players.clear()

    async def _post(self, i: int, path: str, body: dict[str, Any] | None) -> httpx.Response:
        answer = await self._visits[i].post(path, json=body, headers={"cookie": self._cookies[i]})
        return answer.raise_for_status()


async def by_turns(groups: list[Group], do: Callable[[Group], Coroutine[Any, Any, None]]) -> None:
    """All do it, but not all at the same time."""
    for first in range(0, len(groups), 25):
        await asyncio.gather(*map(do, groups[first : first + 25]))


@asynccontextmanager
async def assembled(nodes: list[Node], meter: Meter, sockets: int, pause: float) -> AsyncIterator[list[Group]]:
    """The groups, who know everybody of theirs and can talk to every node."""
    limits = httpx.Limits(max_connections=50, keepalive_expiry=2)
    async with AsyncExitStack() as stack:
        visits = [httpx.AsyncClient(base_url=node.base, timeout=60, limits=limits) for node in nodes]
        for http in visits:
            await stack.enter_async_context(http)
        groups = [Group(visits, meter, pause, i) for i in range(sockets // 4)]
        await by_turns(groups, Group.arrive)
        yield groups


async def under_way(nodes: list[Node], parts: Parts, sockets: int, pause: float, seconds: float) -> dict[str, float]:
    """Everybody sits down and starts; then all matches are played to their ends. Measured while all are under way.

    This is repeated until so many seconds are measured; the last matches are broken off.
    """
    meter = Meter(parts)
    async with assembled(nodes, meter, sockets, pause) as groups:
        while meter.seconds < seconds - 0.1:
            whistle = Whistle()
            await by_turns(groups, partial(Group.begin, whistle=whistle))
            await asyncio.sleep(1)
            ends = [asyncio.create_task(group.done.wait()) for group in groups]
            with meter.measuring():
                whistle.blow()
                left = seconds - meter.seconds
                ended, playing = await asyncio.wait(ends, timeout=left, return_when=asyncio.FIRST_COMPLETED)
            if ended and playing and meter.seconds < seconds - 0.1:
                await asyncio.wait(playing)
            for end in ends:
                end.cancel()
            for group in groups:
                group.part()
    return meter.sum_up()


async def match_after_match(
    nodes: list[Node],
    parts: Parts,
    sockets: int,
    pause: float,
    seconds: float,
    warm: float,
    begun: Callable[[], object] = lambda: None,
) -> dict[str, float]:
    """Play match after match with so many sockets, tables being made all the time, and measure after a while.

    Each group breaks its first match off somewhere: else all would play at the same time, make tables at the same
    time, and the figures would depend on the moment.
    """
    meter, whistle = Meter(parts), Whistle()
    async with assembled(nodes, meter, sockets, pause) as groups:
        await by_turns(groups, partial(Group.begin, whistle=whistle, share=True))
        whistle.blow()
        tasks = [asyncio.create_task(group.go_on()) for group in groups]
        await asyncio.sleep(warm)
        begun()
        with meter.measuring():
            await asyncio.sleep(seconds)
        for task in tasks:
            task.cancel()
        for result in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(result, Exception):
                raise result
        for group in groups:
            group.part()
    return meter.sum_up()


def show(title: str, figures: Mapping[str, float]) -> None:
    print(f"\n{title}")
    for name, value in figures.items():
        print(f"  {name:>26}  {value:,.1f}", flush=True)
