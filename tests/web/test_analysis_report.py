"""The page of an analysis opens in a browser without a network."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

import tabiji
from tabiji.analysis import Depth, analyze
from tabiji.analysis.report import analysis_report

from tests.games.settings import random_match

pytestmark = pytest.mark.compiled


def test_a_report_opens_without_a_network(browser: Browser, tmp_path: Path) -> None:
    match = random_match(tabiji.game("tsuro_seas", players=2), 1)
    file = tmp_path / "analysis.html"
    file.write_text(analysis_report(analyze(match.record(["Anna", "Béla"]), depth=Depth(2, 1, 0, 2, 0))), "utf-8")
    with browser.new_context(offline=True) as context:
        page = context.new_page()
        asked: list[str] = []
        wrong: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda line: wrong.append(line.text) if line.type == "error" else None)
        page.goto(file.as_uri())
        expect(page.locator("svg")).to_be_visible()
        expect(page.get_by_role("heading", name="Turning points")).to_be_visible()
        expect(page.locator("svg").get_by_text("Béla")).to_be_visible()
        expect(page.get_by_role("cell", name=match.moves[-1]).first).to_be_visible()
        assert asked == [file.as_uri()]
        assert wrong == []
