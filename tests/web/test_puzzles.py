"""Puzzles in the browser: a position, a press, and what every move is worth."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tabiji.analysis.puzzles import Puzzle, shipped_puzzles

from tests.web.axe import violations
from tests.web.languages import said_in_every_language
from tests.web.visitor import PHONE, Visitor

Visit = Callable[..., Visitor]


def puzzle_of(game: str, kind: str) -> Puzzle:
    """The first puzzle of some kind of decision that comes with a game."""
    found = shipped_puzzles(game)
    assert found is not None
    return next(puzzle for puzzle in found.puzzles if puzzle.kind == kind)


def open_puzzle(guest: Visitor, game: str, puzzle: Puzzle) -> None:
    guest.go(f"/puzzles/{game}/{puzzle.id}", f"[data-puzzle='{puzzle.id}'] .board")
    assert guest.turn()


def check_verdict(guest: Visitor, puzzle: Puzzle, verdict: Any) -> None:
    """What the server said is told: right or wrong, the best move, why, and every move with its share."""
    page = guest.page
    expect(page.locator(f"[data-answer={'right' if verdict['solved'] else 'wrong'}]")).to_be_visible()
    expect(page.locator(f"[data-best='{puzzle.moves[0].move}']")).to_be_visible()
    expect(page.locator("[data-why] li")).to_have_count(min(4, len(puzzle.why)))
    expect(page.locator("[data-shares] li")).to_have_count(len(puzzle.moves))
    expect(page.locator("[data-streak]")).to_have_text("1" if verdict["solved"] else "0")
    expect(page.locator("[data-skill]")).to_have_text(re.compile(r"^\d"))  # and not below zero
    said_in_every_language(guest, "puzzles", "right" if verdict["solved"] else "wrong", "shares", "next", "streak")


def go_on(guest: Visitor) -> None:
    """The next puzzle is asked."""
    guest.page.locator("[data-next]").click()
    expect(guest.page.locator("[data-answer]")).to_have_count(0)
    assert guest.turn()


def test_a_newcomer_finds_the_move(visit: Visit) -> None:
    guest, puzzle = visit(), puzzle_of("tokaido", "move")
    page = guest.page
    guest.go("/")
    page.get_by_role("navigation").get_by_role("link", name="Puzzles").click()
    page.wait_for_selector("[data-puzzles=tsuro_seas]")
    expect(page.locator("[data-invite]")).to_be_visible()  # instead of rows of zeros
    expect(page.locator("[data-stats]")).to_have_count(0)
    assert violations(guest) == []
    page.locator("[data-puzzles=tokaido]").get_by_role("link", name="Puzzle of the day").click()
    expect(page.locator("[data-daily=true]")).to_be_visible()  # which one it is depends on the day
    open_puzzle(guest, "tokaido", puzzle)
    with page.expect_response(re.compile(f"/api/puzzles/tokaido/{puzzle.id}$")) as answered:
        page.locator(f"[data-stop='{puzzle.moves[0].move.removeprefix('move ')}']").click()
    assert answered.value.json()["solved"] is True
    check_verdict(guest, puzzle, answered.value.json())
    expect(page.locator(".share-badge:visible")).to_have_count(len(puzzle.moves))
    assert violations(guest) == []
    for width in (360, 390, 768):
        page.set_viewport_size({"width": width, "height": 800})
        guest.settle()
        assert guest.fits()
    go_on(guest)
    open_puzzle(guest, "tokaido", puzzle)  # once more: it does not count again
    expect(page.locator("[data-streak]")).to_have_text("1")
    expect(page.get_by_text("You have answered this one before")).to_be_visible()
    own = f"/people/{guest.ask('GET', '/me')['id']}"
    guest.go(own, "[data-puzzle-consent]:enabled")
    consent = page.locator("[data-puzzle-consent]")
    expect(consent).not_to_be_checked()
    with page.expect_response(re.compile("/api/me/puzzles$")):
        consent.check()
    guest.go(own, "[data-puzzle-consent]:enabled")
    expect(consent).to_be_checked()
    assert violations(guest) == []


@pytest.mark.parametrize(
    ("game", "kind", "how"),
    [
        ("tokaido_duo", "artist", {"locale": "pl", "color_scheme": "dark"}),
        ("tsuro_seas", "place", {"locale": "hu", "viewport": PHONE, "has_touch": True}),
    ],
)
def test_any_move_gets_a_verdict(visit: Visit, game: str, kind: str, how: dict[str, Any]) -> None:
    guest, puzzle = visit(**how), puzzle_of(game, kind)
    page = guest.page
    guest.arrive("Hana")
    open_puzzle(guest, game, puzzle)
    assert guest.fits()
    with page.expect_response(re.compile(f"/api/puzzles/{game}/{puzzle.id}$")) as answered:
        for press in range(4):  # a place is chosen first, then confirmed
            if guest.turn() and guest.move(press) and page.locator("[data-answer]").count():
                break
    check_verdict(guest, puzzle, answered.value.json())
    page.locator("[data-shares]").evaluate("(one) => (one.open = true)")
    expect(page.locator("[data-shares] li").last).to_be_visible()
    assert guest.fits()
    assert violations(guest) == []
    go_on(guest)
