"""Questions that few matches ask: each can be read and answered, on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tabiji.core.match import Game, Match

from tests.web import positions
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


_STRIP_FITS = "[...document.querySelectorAll('.strip li')].every((one) => one.scrollWidth <= one.clientWidth)"


def _phase(match: Match) -> str:
    return str(match.view(match.seat)["phase"])


_LIKED = ("wave merchant", "draw")  # the strong merchant's goods go back when another takes the wave


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
    way = positions.moves_to(Game(game, players, **options), lambda match: _phase(match) == phase, liked=_LIKED)
    positions.play(table, way, lambda seat: guest)
    guest.go(f"/table/{table}")
    if not guest.turn():  # somebody else sat here before
        guest.take_screen()
    assert violations(guest) == []
    assert guest.fits()
    assert guest.page.evaluate(_STRIP_FITS)
    assert not re.search(r"\b(?:duo|tsuro)\.[a-z_.]+\b", guest.page.inner_text("main"))
    for press in range(10):  # some answers take a few: what to give, what to take, yes
        guest.move(press)
        if guest.ask("GET", f"/tables/{table}/snapshot")["position"]["number"] > len(way):
            return
    raise AssertionError("no answer is taken")


def test_what_travelers_are_asked(visit: Visit) -> None:
    """A free meal, a panorama at the inn, one of two encounters: in one journey, each answered by a touch."""
    guest = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    guest.arrive("Taro")
    table = guest.table("tokaido", [], players=5, start=False)
    for seat in range(1, 5):
        guest.ask("POST", f"/tables/{table}/join", {"seat": seat, "name": f"Friend {seat}"})
    guest.ask("POST", f"/tables/{table}/start")
    asked: set[str] = set()

    def all_asked(match: Match) -> bool:
        if _phase(match) == "take":  # another attempt
            asked.clear()
        asked.add(_phase(match))
        return {"treat", "see", "keep"} <= asked

    game = Game("tokaido", 5)
    travelers = ("take satsuki", "take hiroshige", "take yoshiyasu")
    way = positions.moves_to(game, all_asked, host="Taro", liked=travelers)
    match = positions.begin(game, "Taro")
    unseen = {"treat", "see", "keep"}
    for number, (seat, move) in enumerate([*way, (-1, "")]):
        phase = _phase(match)
        if phase in unseen:
            unseen.remove(phase)
            guest.go(f"/table/{table}")
            if not guest.turn():
                guest.take_screen()
            assert violations(guest) == [], phase
            assert guest.fits(), phase
            assert not re.search(r"\btokaido\.[a-z_.]+\b", guest.page.inner_text("main"))
            move = move or next(iter(match.legal))
            guest.page.locator(f'div.asking [data-move="{move}"]').last.tap()
            guest.page.wait_for_selector("[data-sent=no]")
            assert guest.ask("GET", f"/tables/{table}/snapshot")["position"]["number"] == number + 1
        else:
            positions.play(table, [(seat, move)], lambda _: guest, number)
        match.play(move)
    assert unseen == set()
