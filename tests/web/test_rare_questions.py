"""Questions that few matches ask: each can be read and answered, on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

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


def _position(guest: Visitor, table: str, seat: int | None = None) -> dict[str, Any]:
    found: dict[str, Any] = guest.ask("GET", f"/tables/{table}/position" + ("" if seat is None else f"?seat={seat}"))
    return found


def _play_until(guest: Visitor, table: str, phase: str, luck: Random) -> bool:
    """Play at random at all seats until something is asked; False if the match ends before."""
    while True:
        now = _position(guest, table)
        number, seat = now["position"]["number"], now["view"]["seat"]
        if seat is None or now["view"]["phase"] == phase:
            return seat is not None
        legal = _position(guest, table, seat)["view"]["legal"]
        move = luck.choice([move for move in legal if move.startswith(_LIKED)] or legal)
        guest.ask("POST", f"/tables/{table}/moves", {"id": f"m{number}", "number": number, "seat": seat, "move": move})


@pytest.mark.parametrize(
    ("game", "players", "options", "phase"), _RARE, ids=[f"{game}-{phase}" for game, _, _, phase in _RARE]
)
def test_rare_questions(visit: Visit, game: str, players: int, options: dict[str, Any], phase: str) -> None:
    guest = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    guest.arrive("Hana")
    luck = Random(phase)
    while True:
        table = guest.table(game, [], players=players, options=options, start=False)
        for seat in range(1, players):  # friends at the same screen
            guest.ask("POST", f"/tables/{table}/join", {"seat": seat, "name": f"Friend {seat}"})
        guest.ask("POST", f"/tables/{table}/start")
        if _play_until(guest, table, phase, luck):
            break
    before = _position(guest, table)["position"]["number"]
    guest.go(f"/table/{table}")
    hand_over = guest.page.get_by_role("button", name=re.compile("^I am "))
    expect(hand_over.or_(guest.page.locator(".ask"))).to_be_visible()
    if hand_over.count():  # somebody else sat here before
        hand_over.tap()
    assert guest.turn()
    assert violations(guest) == []
    assert guest.fits()
    assert not re.search(r"\b(?:duo|tsuro)\.[a-z_.]+\b", guest.page.inner_text("main"))
    for press in range(10):  # some answers take a few: what to give, what to take, yes
        guest.move(press)
        if _position(guest, table)["position"]["number"] > before:
            break
    assert _position(guest, table)["position"]["number"] > before
