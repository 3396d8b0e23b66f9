"""Questions that few matches ask: each can be read and answered, on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tabiji.core.match import Game
from tabiji.server.randomness import Randomness

from tests.seeds import SEED
from tests.web.axe import violations
from tests.web.visitor import PHONE, Visitor

Visit = Callable[..., Visitor]
_RARE = [
    ("tokaido_duo", 2, {"wave_sides": "serene-strong-master"}, "return"),
    ("tokaido_duo", 2, {}, "keep"),
    ("tokaido_duo", 2, {}, "again"),
    ("tsuro_seas", 4, {}, "relocate"),
    ("tsuro_seas", 4, {}, "swap"),
    ("tsuro_seas", 8, {"head_on": "swap"}, "pass"),
]

_LIKED = ("wave merchant", "draw")  # the strong merchant's goods go back when another takes the wave


def _way(game: str, players: int, options: dict[str, Any], phase: str) -> list[tuple[int, str]]:
    """Moves of a match that Hana begins first which lead to a question, each with its seat."""
    agreed = Game(game, players, **options)
    seed, _ = Randomness(SEED).shuffle("Hana", 0)
    for attempt in range(5000):
        rng, match = Random(f"{phase} {attempt}"), agreed.new(seed)
        moves: list[tuple[int, str]] = []
        while match.seat is not None:
            if match.view(match.seat)["phase"] == phase:
                return moves
            legal = list(match.legal)
            moves.append((match.seat, rng.choice([move for move in legal if move.startswith(_LIKED)] or legal)))
            match.play(moves[-1][1])
    raise AssertionError(f"{phase} is never asked")


@pytest.mark.parametrize(
    ("game", "players", "options", "phase"), _RARE, ids=[f"{game}-{phase}" for game, _, _, phase in _RARE]
)
def test_rare_questions(visit: Visit, game: str, players: int, options: dict[str, Any], phase: str) -> None:
    guest = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    guest.arrive("Hana")
    table = guest.table(game, [], players=players, options=options, start=False)
    for seat in range(1, players):  # friends at the same screen
        guest.ask("POST", f"/tables/{table}/join", {"seat": seat, "name": f"Friend {seat}"})
    guest.ask("POST", f"/tables/{table}/start")
    way = _way(game, players, options, phase)
    for number, (seat, move) in enumerate(way):
        guest.ask("POST", f"/tables/{table}/moves", {"id": f"m{number}", "number": number, "seat": seat, "move": move})
    guest.go(f"/table/{table}")
    if not guest.turn():  # somebody else sat here before
        guest.page.get_by_role("button", name=re.compile("^I am ")).tap()
        assert guest.turn()
    assert violations(guest) == []
    assert guest.fits()
    assert not re.search(r"\b(?:duo|tsuro)\.[a-z_.]+\b", guest.page.inner_text("main"))
    for press in range(10):  # some answers take a few: what to give, what to take, yes
        guest.move(press)
        if guest.ask("GET", f"/tables/{table}/snapshot")["position"]["number"] > len(way):
            return
    raise AssertionError("no answer is taken")
