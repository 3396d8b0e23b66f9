"""The editor of positions: arranged, pressed on the board for every seat, saved, shared, and played on."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.axe import violations
from tests.web.languages import said_in_every_language
from tests.web.visitor import PHONE, Visitor

pytestmark = pytest.mark.compiled
Visit = Callable[..., Visitor]


def address(**position: object) -> str:
    """The link of a position, as the page writes it. With a seed it is the same position in every run."""
    packer = zlib.compressobj(wbits=-15)
    packed = packer.compress(json.dumps(position).encode()) + packer.flush()
    return "/editor#" + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def made(guest: Visitor, moves: int) -> None:
    """So many moves stand in the editor, and the server has said so."""
    guest.page.wait_for_selector(f"[data-editor][data-moves='{moves}'][data-sent=no]")


def test_a_voyage_is_arranged_saved_shared_and_played_on(visit: Visit, tmp_path: Path) -> None:
    guest = visit()
    page = guest.page
    calm = address(game="tsuro_seas", players=3, seed="7", options={"no_daikaiju": True}, moves=["start n1"])
    guest.go(calm, "[data-editor=tsuro_seas][data-sent=no]")
    page.get_by_text("Game and options").click()
    page.get_by_label("Players").select_option("2")
    expect(page.locator("[data-arrange=hands] option")).to_have_count(2)
    made(guest, 1)  # this move can be made by two, too
    page.locator("summary", has_text="What lies where").click()
    starts = page.locator("[data-arrange=starts]")
    starts.get_by_role("combobox").select_option("n5")
    starts.get_by_role("button", name="Add").click()
    lay = page.get_by_role("button", name="Lay it out so")
    lay.click()
    expect(page.get_by_role("alert")).to_contain_text("stack['starts'] names 2 different marks")
    expect(page.locator("[data-arrange=starts].bad li")).to_have_count(1)
    made(guest, 1)
    assert page.locator(".mark.legal").count() > 0  # nothing has changed

    starts.get_by_role("combobox").select_option("w3")
    starts.get_by_role("button", name="Add").click()
    hands = page.locator("[data-arrange=hands]")
    hands.get_by_role("button", name="Choose a tile").click()
    hands.locator("[data-word='17']").click()
    assert violations(guest) == []
    lay.click()
    for answer in ("Leave it as it was", "Change it, and drop 1 move"):  # who starts elsewhere cannot choose n1
        expect(page.get_by_role("alert")).to_contain_text("Move 1 of 1 cannot be made after this change.")
        made(guest, 1)
        page.get_by_role("button", name=answer).click()
        expect(page.get_by_role("alert")).to_have_count(0)
        if answer.startswith("Leave"):
            made(guest, 1)
            lay.click()
    expect(lay).to_have_attribute("aria-disabled", "true")  # it lies so: the server has agreed
    expect(page.get_by_role("alert")).to_have_count(0)
    made(guest, 0)
    guest.play_on(moves=1)
    made(guest, 1)
    guest.play_on(moves=1)
    made(guest, 2)
    page.locator("[data-back]").click()
    made(guest, 1)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a match record").click()
    saved.value.save_as(tmp_path / "position.json")
    record = json.loads((tmp_path / "position.json").read_text())
    assert record["stack"]["starts"] == ["n5", "w3"]
    assert len(record["moves"]) == 1

    friend = visit(locale="pl", viewport=PHONE)
    friend.go(page.url.removeprefix(guest.base), "[data-editor=tsuro_seas][data-moves='1'][data-sent=no]")
    expect(friend.page.get_by_role("heading", name="Ułóż pozycję")).to_be_visible()
    assert friend.fits()
    assert violations(friend) == []

    said_in_every_language(guest, "editor", "title", "setting", "arrange", "lay", "beginning", "play", "share")
    page.get_by_label("Or paste its text").fill(json.dumps(record, indent=1).replace('"seed"', "seed"))
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("line ")
    made(guest, 1)
    page.get_by_role("button", name="Against the strongest bots").click()
    expect(page.get_by_text("A position from the editor")).to_be_visible()
    page.get_by_role("link", name="Open in the editor").click()
    page.wait_for_selector("[data-editor=tsuro_seas][data-sent=no]")
    expect(page.locator("[data-arrange=starts] li")).to_have_count(2)


@pytest.mark.parametrize("game", ["tokaido", "tokaido_duo"])
def test_moves_of_all_seats_are_pressed_on_the_board(visit: Visit, game: str) -> None:
    guest = visit(viewport=PHONE, has_touch=True)
    guest.go(address(game=game, players=2, seed="7"), f"[data-editor={game}][data-sent=no]")
    assert guest.fits()
    guest.play_on(moves=6)
    expect(guest.page.locator("[data-editor]")).not_to_have_attribute("data-moves", "0")
    said_in_every_language(guest, "editor", "title", "setting", "arrange", "beginning", "play", "alone", "share")
    if game == "tokaido":  # beside a desktop's settings the whole road is seen, above what is asked
        guest.page.set_viewport_size({"width": 1280, "height": 800})
        guest.page.locator("[data-editor] h1").scroll_into_view_if_needed()
        guest.page.get_by_role("button", name="To the beginning").click()
        made(guest, 0)
        guest.play_on(moves=2)
        made(guest, 2)
        expect(guest.page.locator(".stop[data-move]").first).to_be_visible()
        guest.page.evaluate("scrollTo(0, 0)")
        lowest = guest.page.locator(".stop").evaluate_all(
            "(all) => Math.max(...all.map((one) => one.getBoundingClientRect().bottom))"
        )
        assert lowest <= guest.page.locator("div.asking").evaluate("(one) => one.getBoundingClientRect().top")
        assert violations(guest) == []
    guest.page.get_by_role("button", name="Alone at all seats").click()
    expect(guest.page.get_by_text("A position from the editor")).to_be_visible()
    assert guest.turn()  # whoever decides: no screen is passed on
    expect(guest.page.locator(".table.hands")).to_have_count(0)
