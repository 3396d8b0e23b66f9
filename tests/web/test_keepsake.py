"""The end as a picture to share, panoramas as wide as the window, crests, and a table that asks to be heard."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import expect

from tests.web.axe import violations
from tests.web.visitor import Visitor

Visit = Callable[..., Visitor]
_CREST = "h1 svg.crest"


def _shared(guest: Visitor) -> Image.Image:
    """The picture that the present page hands on."""
    with guest.page.expect_download() as found:
        guest.page.get_by_role("button", name="Share the picture").click()
    with Image.open(found.value.path()) as picture:
        assert (picture.format, picture.size) == ("PNG", (1200, 630))
        return picture.convert("RGB")


@pytest.mark.parametrize(("game", "height"), [("tokaido_duo", 352), ("tsuro_seas", 400)])
def test_every_game_has_a_picture_to_share_and_a_link_shows_the_same(visit: Visit, game: str, height: int) -> None:
    guest = visit()
    guest.arrive("Hana")
    guest.go(f"/table/{guest.table(game, ['novice'], access='open')}")
    guest.let_a_bot_finish()
    picture = _shared(guest)
    answer = guest.context.request.get(f"{guest.page.url}/picture.png", headers={"Connection": "close"})
    with Image.open(BytesIO(answer.body())) as linked:
        apart = ImageStat.Stat(ImageChops.difference(picture, linked.convert("RGB"))).mean
    assert max(apart) < 4, apart  # of 255: only edges are smoothed in another way
    painted, written = picture.crop((0, 0, 1200, height)), picture.crop((0, height, 1200, 630))
    assert painted.getpixel((600, 300)) != written.getpixel((600, 20))  # not the bare paper
    assert len(painted.getcolors(1 << 20) or []) > 100
    assert len(written.getcolors(1 << 20) or []) > 20


def test_a_match_is_kept_as_a_picture(visit: Visit) -> None:
    guest = visit()
    me = guest.arrive("Hana")
    table = guest.table("tokaido", ["novice"], desertion="forfeit")
    guest.ask("POST", f"/tables/{table}/leave", {})
    guest.go(f"/table/{table}", "[data-end]")
    page = guest.page

    expect(page.locator("[data-keepsake] svg.panorama")).to_have_count(3)
    assert len(_shared(guest).getcolors(1 << 20) or []) > 500  # painted, and written on

    page.locator("button.pictures").click()
    expect(page.locator("dialog svg.panorama")).to_have_count(3)
    assert violations(guest) == []
    page.keyboard.press("Escape")

    asked = page.locator("[data-ask-sound]:visible")
    asked.get_by_role("button", name="Yes").click()
    expect(asked).to_have_count(0)
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("slider", name="Volume")).to_be_visible()

    guest.go(f"/people/{me}", _CREST)
    before = page.locator(_CREST).evaluate("(one) => one.outerHTML")
    page.get_by_role("button", name="Draw another crest").click()
    page.wait_for_function("([at, before]) => document.querySelector(at).outerHTML !== before", arg=[_CREST, before])
    drawn = page.locator(_CREST).evaluate("(one) => one.outerHTML")
    guest.go(f"/people/{me}", _CREST)
    assert page.locator(_CREST).evaluate("(one) => one.outerHTML") == drawn
