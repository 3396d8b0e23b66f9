"""Two nodes behind nginx, killed again and again in the middle of matches: nothing acknowledged is lost or doubled."""

from __future__ import annotations

import asyncio
import signal
import time
from random import Random
from typing import Any

import pytest

from tests.seeds import SOAK
from tests.server.cluster import Cluster, Guest, Player, Services, check_log, cluster, stubborn
from tests.server.visitor import ApiError, Visitor

KILLS = 400 if SOAK else 12
MATCHES = 4  # at the same time
_TIMEOUT = 1.1  # a little more than what nobody minds, so that clocks are stopped


class Siege:
    """Matches that begin anew as long as nodes are killed."""

    def __init__(self, found: Cluster, rng: Random) -> None:
        self.found = found
        self.rng = rng
        self.kills: list[int] = []
        self.done: list[tuple[str, list[Player]]] = []

    async def people(self) -> list[Visitor]:
        """Two people with passwords, so that every match counts for their ratings."""
        pair = []
        for _ in range(2):
            visitor = await Guest(self.found.base, "x").__aenter__()
            await visitor.post("/api/me/claim", name=f"p{self.rng.getrandbits(60):x}", password="long enough")
            pair.append(visitor)
        return pair

    async def matches(self, pair: list[Visitor]) -> None:
        host, guest = pair
        while len(self.kills) < KILLS:
            game = self.rng.choice(["tokaido", "tsuro_seas"])
            clock = {"kind": "live", "bank": 300, "increment": 0, "cap": 300}
            bots = ["novice"] * self.rng.randint(0, 1)
            settings = {"game": game, "players": 2 + len(bots), "clock": clock, "pace": 0, "bots": bots}
            table = str((await stubborn(lambda settings=settings: host.post("/api/tables", **settings)))["id"])
            await stubborn(lambda table=table: guest.post(f"/api/tables/{table}/join"))
            await self._start(host, table)
            players = [Player(visitor, table, self.rng, self.pause) for visitor in pair]
            await asyncio.gather(*(player.play() for player in players))
            self.done.append((table, players))

    async def _start(self, host: Visitor, table: str) -> None:
        try:
            await stubborn(lambda: host.post(f"/api/tables/{table}/start"))
        except ApiError as error:  # begun by a node that was killed before it could say so
            if error.code != "not_open":
                raise

    def pause(self) -> float:
        """People mostly play at once here, but now and then they think for longer than a takeover takes."""
        if len(self.kills) == KILLS:  # nothing can happen any more
            return 0
        return self.rng.uniform(2, 4) if self.rng.random() < 0.05 else self.rng.uniform(0.02, 0.15)

    async def kill(self) -> None:
        """One of the two at a random moment, again and again; each comes back as another node."""
        while len(self.kills) < KILLS:
            for node in self.found.nodes:  # somebody must be there, or nothing would be played
                await asyncio.to_thread(node.wait)
            await asyncio.sleep(self.rng.uniform(0, 0.4))
            node = self.rng.choice(self.found.nodes)
            node.send(signal.SIGKILL)
            self.kills.append(time.time_ns() // 1_000_000)  # not before: it may have lived on for a moment
            await asyncio.to_thread(node.kill)
            node.start(wait=False)


@pytest.mark.timeout(1800 if SOAK else 300)
def test_nodes_are_killed_again_and_again(parts: Services) -> None:
    rng = Random(7)
    with cluster(parts, node_timeout=_TIMEOUT) as found:
        siege = Siege(found, rng)

        async def siege_all() -> None:
            pairs = [await siege.people() for _ in range(MATCHES)]
            try:
                await asyncio.gather(siege.kill(), *(siege.matches(pair) for pair in pairs))
            finally:
                for visitor in (one for pair in pairs for one in pair):
                    await visitor.http.aclose()

        asyncio.run(siege_all())
        assert len(siege.kills) == KILLS
        acknowledged = resumed = bots = 0
        for table, players in siege.done:
            entries = check_log(found, table, players)
            resumed += check_clocks(entries, siege.kills, started(found, table))
            check_result(found, table)
            acknowledged += sum(len(player.acknowledged) for player in players)
            bots += sum(entry[1] == "move" and entry[4] is None for entry in entries)
        assert acknowledged > KILLS
        assert resumed > 0
        assert bots > KILLS / 10
        check_ratings(found)
        told = f"{acknowledged} acknowledged moves, {bots} of bots, {resumed} times a clock was stopped"
        print(f"\n{len(siege.done)} matches, {told}")


def started(found: Cluster, table: str) -> int:
    return int(found.ask("SELECT started FROM tables WHERE id = %s", table)[0][0])


def check_clocks(entries: list[tuple[Any, ...]], kills: list[int], start: int) -> int:
    """What was charged is the time of the decision, less the time in which no node ran the match."""
    since, before, stops = start, 0, 0
    for _, kind, _seat, text, _mark, at, spent in entries:
        if kind == "resume":
            killed = max((kill for kill in kills if kill <= at), default=0)
            charged = int(text) - before
            # until the last heartbeat before the kill, and not beyond it
            assert charged == 0 or since + charged <= killed + 50, (since, charged, killed)
            since, before, stops = at, int(text), stops + 1
        elif kind == "move":
            assert spent == before + max(0, at - since), (spent, before, at, since)
            since, before = at, 0
        elif kind in ("bot", "forfeit"):
            raise AssertionError("a clock ran out: bank 300 s, and nobody thinks for long")
    return stops


def check_result(found: Cluster, table: str) -> None:
    rows = found.ask('SELECT seat FROM results WHERE "table" = %s ORDER BY seat', table)
    assert [row[0] for row in rows] == list(range(found.ask("SELECT players FROM tables WHERE id = %s", table)[0][0]))
    assert found.ask("SELECT status FROM tables WHERE id = %s", table) == [("over",)]
    assert found.lease_holder(table) is None


def check_ratings(found: Cluster) -> None:
    """Every match counts once for each of the two who played it."""
    counted = found.ask("SELECT person, game, matches FROM ratings ORDER BY 1, 2")
    played = found.ask(
        "SELECT person, game, count(*) FROM results WHERE person IS NOT NULL GROUP BY person, game ORDER BY 1, 2"
    )
    assert counted == played
