"""Tokaido Duo on phones and for newcomers: what can be pressed, what follows by itself, and which hints come when."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.seeds import SOAK
from tests.web.visitor import DESKTOP, PHONE, Visitor

Visit = Callable[..., Visitor]
_CHARACTERS = ("pilgrim", "merchant", "artist")

# places of a picked die whose middle lies under the question, or above the line that says whose turn it is
_HIDDEN = """() => {
  const panel = document.querySelector('.duo > .asking').getBoundingClientRect().top;
  const line = document.querySelector('[data-connection]').getBoundingClientRect().bottom;
  return [...document.querySelectorAll('.place.open')].filter((place) => {
    const box = place.getBoundingClientRect();
    return (box.top + box.bottom) / 2 > panel || (box.top + box.bottom) / 2 < line;
  }).map((place) => place.dataset.place);
}"""


def _seated(visit: Visit, **how: Any) -> tuple[Visitor, str]:
    guest = visit(**how)
    guest.arrive("Hana")
    table = guest.table("tokaido_duo", ["novice"])
    guest.go(f"/table/{table}")
    guest.turn()
    return guest, table


def test_every_die_can_be_pressed_at_every_width(visit: Visit) -> None:
    guest, _ = _seated(visit)
    dice = guest.page.locator(".ask [data-die]")
    for width in range(320, 1001, 10 if SOAK else 40):
        guest.page.set_viewport_size({"width": width, "height": 800})
        guest.settle()
        boxes = [box for die in dice.all() if (box := die.bounding_box())]
        assert len(boxes) == 3
        assert all(box["width"] >= 40 and box["height"] >= 40 for box in boxes), (width, boxes)
        for left, right in pairwise(boxes):
            assert left["x"] + left["width"] <= right["x"], (width, boxes)
        assert guest.fits(), width


@pytest.mark.parametrize(
    "size", [PHONE, {"width": 390, "height": 844}, {"width": 430, "height": 932}, DESKTOP], ids=str
)
def test_where_a_die_leads_is_in_sight_above_the_question(visit: Visit, size: dict[str, int]) -> None:
    guest, _ = _seated(visit, viewport=size)
    for character in _CHARACTERS:
        guest.page.locator(f".ask [data-die={character}]").click()
        expect(guest.page.locator(".place.open")).not_to_have_count(0)
        guest.settle()
        assert guest.page.evaluate(_HIDDEN) == [], character


def test_what_nobody_would_decline_is_done_with_the_move_and_taken_back_with_it(visit: Visit) -> None:
    guest, table = _seated(visit)
    ways = guest.ask("GET", f"/tables/{table}/preview?seat=0")["standing"]["ways"]
    die, place = next((die, goal["place"]) for die in ways for goal in ways[die]["open"] if goal["follow"])
    guest.page.locator(f".ask [data-die={die}]").click()
    guest.page.locator(f".ask [data-go={place}]").click()
    guest.turn()
    told = guest.ask("GET", f"/tables/{table}/steps")
    mine = [one["entry"]["kind"] for one in told if one["entry"]["seat"] == 0]
    assert mine[:3] == ["move"] * 3
    guest.page.get_by_role("button", name="Take back").click()
    expect(guest.page.locator(".ask [data-die]")).to_have_count(3)
    expect(guest.page.locator(f".ask [data-die={die}]")).to_be_visible()


def test_a_lesson_about_a_die_comes_when_it_is_selected_and_stays_until_it_is_read(visit: Visit) -> None:
    guest = visit(fresh=True, viewport={"width": 390, "height": 844})
    guest.arrive("Hana")
    table = guest.table("tokaido_duo", ["novice"])
    guest.context.add_init_script(
        f"localStorage['tabiji.lessons'] ??= JSON.stringify({{'{table}': ['duo.learn.welcome']}})"
    )
    guest.go(f"/table/{table}")
    guest.turn()
    hint = guest.page.get_by_role("region", name="Tip").get_by_role("status")
    expect(hint).to_contain_text("Choose a die")
    guest.page.locator("[data-read]").click()
    guest.page.locator(".ask [data-die=artist]").click()
    expect(hint).to_contain_text("The artist reveals")
    guest.page.locator(".ask [data-die=pilgrim]").click()
    expect(hint).to_contain_text("The artist reveals")
    guest.page.locator("[data-read]").click()
    expect(hint).to_contain_text("The pilgrim walks")
    guest.page.locator("[data-read]").click()
    guest.page.locator(".ask [data-die=artist]").click()
    expect(hint).to_contain_text("Carry on")
