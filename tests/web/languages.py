"""A page in every language, on a phone and on a desktop, without loading it again."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

from playwright.sync_api import expect

from tests.web.visitor import DESKTOP, PHONE, Visitor

LANGUAGES = ("ru", "pl", "es", "hu", "en")
_SOURCES = Path(__file__).parents[2] / "web/src"
_UNSAID = re.compile(r"\b(?:analysis|career|coach|puzzles?|editor|end|frame|error)\.[a-z_]+\b")  # an id, not a text


@cache
def texts(area: str, language: str) -> dict[str, str]:
    """The messages of a part of the client, by id; those of the frame for an empty area."""
    found: dict[str, str] = json.loads((_SOURCES / area / f"messages/{language}.json").read_text("utf-8"))
    return found


def said_in_every_language(guest: Visitor, area: str, *ids: str) -> None:
    """What is on the page is told in each language, by turns on a phone and a desktop; in the end it is as before."""
    page, size = guest.page, guest.page.viewport_size
    assert size is not None
    other = DESKTOP if size["width"] < DESKTOP["width"] else PHONE
    for turn, language in enumerate(LANGUAGES):
        page.set_viewport_size(size if turn % 2 else other)
        page.locator("header select").select_option(language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        words, said = texts(area, language), page.locator("main").inner_text()
        wanted = [words.get(f"{area}.{one}") or words[one] for one in ids]
        assert [text for text in wanted if text.casefold() not in said.casefold()] == [], (language, said)
        assert not _UNSAID.search(said), language
        guest.settle()  # what follows the width of something is drawn in the next frame
        assert guest.fits(), language
    page.set_viewport_size(size)
