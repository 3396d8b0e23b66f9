"""A game from another package, at a table in the browser with the plain board (see tests/test_tiny_game.py)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests.server.node import Node
from tests.tiny_game import installed
from tests.web.conftest import Chromium
from tests.web.visitor import Visitor


@pytest.fixture(scope="module")
def tiny_node(chromium: Chromium, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    folder = tmp_path_factory.mktemp("tiny")
    with pytest.MonkeyPatch.context() as patch:
        for name, value in installed(folder).items():
            patch.setenv(name, value)
        serving = Node(f"sqlite:///{folder / 'tiny.db'}")
    yield serving
    serving.stop()


def test_it_is_played_with_the_plain_board(tiny_node: Node, visit: Callable[..., Visitor]) -> None:
    visitor = visit(tiny_node.base)
    visitor.arrive("Tiny")
    table = visitor.table("first_to_ten", ["random"])
    visitor.go(f"/table/{table}")
    assert visitor.turn()
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text("First to Ten")
    expect(visitor.page.locator("[data-move='take 3']")).to_be_visible()
    expect(visitor.page.locator("[data-move='show']")).to_be_visible()
    visitor.play_on()
    result = visitor.ask("GET", f"/tables/{table}")["result"]
    assert max(result["scores"]) == 10
    expect(visitor.page.locator("[data-end]")).to_be_visible()


def test_it_is_offered_by_its_title(tiny_node: Node, visit: Callable[..., Visitor]) -> None:
    visitor = visit(tiny_node.base)
    visitor.arrive("Tiny")
    visitor.go("/new/tokaido")
    page = visitor.page
    page.get_by_role("radio", name="First to Ten").check()
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/table/*")
    expect(page.get_by_role("heading", level=1)).to_have_text("First to Ten")
    table = page.url.rsplit("/", 1)[1]
    assert visitor.ask("GET", f"/tables/{table}")["game"] == "first_to_ten"
