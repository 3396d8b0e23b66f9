"""A bot that takes a seat over the network: plain Python, no part of Tabiji needed.

    python examples/network_bot.py http://localhost:8700                     # opens a table against a novice, and plays
    python examples/network_bot.py http://localhost:8700 --wait              # opens a table, waits for somebody to join
    python examples/network_bot.py http://localhost:8700 --table LINK_OR_ID  # joins a table
    ... --token tabiji_...                                                   # plays under your name

It asks for its snapshot, chooses among the legal moves, and sends one with an id of its own and the number of the
position it answers. If an answer is lost, it sends the same id again: the server never plays it twice.
"""

from __future__ import annotations

import argparse
import json
import random
import time
import urllib.error
import urllib.request
import uuid
from http.cookiejar import CookieJar
from typing import Any


class Refused(Exception):
    """The server said no: a stable code for programs, and a sentence for people."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code


class Server:
    """Requests to a server, as somebody."""

    def __init__(self, base: str, token: str | None) -> None:
        self._base = base.rstrip("/")
        self._headers = {"content-type": "application/json"}
        if token:
            self._headers["authorization"] = f"Bearer {token}"
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def get(self, path: str) -> Any:
        return self._ask("GET", path, None)

    def post(self, path: str, **words: Any) -> Any:
        return self._ask("POST", path, words)

    def _ask(self, method: str, path: str, words: dict[str, Any] | None) -> Any:
        """An answer; a server that is away for a moment is asked again."""
        body = None if words is None else json.dumps(words).encode()
        request = urllib.request.Request(self._base + path, body, self._headers, method=method)
        for attempt in range(10):
            try:
                with self._opener.open(request, timeout=30) as answer:
                    return json.loads(answer.read() or b"null")
            except urllib.error.HTTPError as error:
                with error:
                    text = error.read()
                if error.code not in (429, 502, 503, 504):
                    said = json.loads(text)
                    raise Refused(said["code"], said["message"]) from None
            except urllib.error.URLError:
                pass
            time.sleep(0.2 * 2**attempt if attempt < 5 else 5)
        raise SystemExit("the server does not answer")


def choose(view: dict[str, Any]) -> str:
    """The bot itself: any legal move. `view` holds everything this seat may know; write something better here."""
    return random.choice(view["legal"])


def find_table(server: Server, wanted: str | None, game: str, wait: bool) -> str:
    """The table to play at: joined, or opened; when this returns, the match has begun."""
    if wanted is not None:
        table = wanted.rstrip("/").rsplit("/", 1)[-1]
        server.post(f"/api/tables/{table}/join")
    elif wait:
        table = server.post("/api/tables", game=game, players=2, access="open")["id"]
        print(f"waiting at table {table}", flush=True)
    else:
        table = server.post("/api/tables", game=game, players=2, bots=["novice"], pace=0, start=True)["id"]
    while (shown := server.get(f"/api/tables/{table}"))["status"] == "gathering":
        if wait and all(seat["person"] or seat["bot"] for seat in shown["seats"]):
            server.post(f"/api/tables/{table}/start")
        else:
            time.sleep(0.5)
    return str(table)


def play(server: Server, table: str) -> None:
    """Decide whenever it is one's turn, until the match is over."""
    while True:
        now = server.get(f"/api/tables/{table}/snapshot")
        if now["position"]["over"]:
            return
        if not now["view"].get("legal"):
            time.sleep(0.1)  # a websocket needs no polling: see docs/protocol.md
            continue
        move = choose(now["view"])
        try:
            server.post(f"/api/tables/{table}/moves", id=uuid.uuid4().hex, number=now["position"]["number"], move=move)
        except Refused as refused:
            if refused.code not in ("stale_number", "not_your_turn", "already_over"):  # the match went on meanwhile
                raise


def main() -> None:
    """Come in, sit down, play."""
    asked = argparse.ArgumentParser(description="A bot that takes a seat over the network.")
    asked.add_argument("server", help="such as http://localhost:8700")
    asked.add_argument("--token", help="an API token; without one the bot comes in as a guest")
    asked.add_argument("--name", default="Network bot", help="what a guest is called")
    asked.add_argument("--table", help="the id or link of a table to join; without one the bot opens a table")
    asked.add_argument("--game", default="tsuro_seas", help="what to play at a table of one's own")
    asked.add_argument("--wait", action="store_true", help="wait for somebody to join instead of playing a novice")
    words = asked.parse_args()
    server = Server(words.server, words.token)
    if words.token is None:
        server.post("/api/me", name=words.name)
    table = find_table(server, words.table, words.game, words.wait)
    play(server, table)
    while (shown := server.get(f"/api/tables/{table}"))["result"] is None:
        time.sleep(0.1)
    names = [seat["name"] for seat in shown["seats"]]
    print(
        f"table {table} is over: "
        + ", ".join(f"{n} {s}" for n, s in zip(names, shown["result"]["scores"], strict=True))
    )


if __name__ == "__main__":
    main()
