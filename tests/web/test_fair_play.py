"""Fair play where a person presses it: the proof of the shuffle, removals, absent players, and what is rated."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.server.node_factory import NodeFactory, QuickNode
from tests.web.conftest import Chromium
from tests.web.visitor import PHONE, Visitor

Visit = Callable[..., Visitor]


@pytest.fixture(scope="module")
def secret(
    chromium: Chromium, node_factory: NodeFactory, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[QuickNode]:
    """A node whose shuffles are secret, as people run it, and that waits only a moment for who is away."""
    database = f"sqlite:///{tmp_path_factory.mktemp('secret') / 'secret.db'}"
    node = QuickNode(node_factory, database=database, away_after=1, claim_after=1, test_seed=None)
    yield node
    node.kill()


def _together(visit: Visit, node: QuickNode, **settings: Any) -> tuple[Visitor, Visitor, str]:
    """Hana makes a table, and Taro sits down at it on a phone."""
    host, guest = visit(node.base), visit(node.base, viewport=PHONE)
    host.arrive("Hana")
    guest.arrive("Taro")
    table = host.table("tokaido_duo", [], players=2, **settings)
    host.go(f"/table/{table}")
    guest.go(f"/table/{table}")
    guest.page.get_by_role("button", name="Sit down", exact=True).click()
    expect(host.page.get_by_role("listitem").filter(has_text="Taro")).to_be_visible()
    return host, guest, table


def _lie(change: Callable[[dict[str, Any]], None]) -> Callable[[WebSocketRoute], None]:
    """A server that tells something else about the table."""

    def altered(text: str | bytes) -> str | bytes:
        message = json.loads(text)
        if "table" in message:
            change(message["table"])
        return json.dumps(message)

    def serve(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        server.on_message(lambda text: route.send(altered(text)))

    return serve


def test_every_browser_checks_the_shuffle_and_a_lie_is_caught(visit: Visit, secret: QuickNode) -> None:
    host, guest, table = _together(visit, secret, desertion="forfeit")
    expect(host.page.locator("[data-rated=unless_hint]")).to_be_visible()
    host.page.get_by_role("button", name="Start the match").click()
    for one in (host, guest):
        one.page.wait_for_selector("[data-connection=open]")
    assert all(seat["part"] for seat in host.ask("GET", f"/tables/{table}")["seats"])
    guest.ask("POST", f"/tables/{table}/leave", {})
    for one in (host, guest):
        proof = one.page.locator("[data-proof]")
        expect(proof).to_have_attribute("data-proof", "true")
        one.page.get_by_text("Proof of the shuffle").click()
        expect(proof.locator("[data-holds=true]")).to_have_count(5)
        expect(one.page.get_by_text("nobody chose this shuffle")).to_be_visible()
        assert one.fits()

    guest.page.route_web_socket(re.compile("/live"), _lie(lambda told: told.update(salt="00" * 16)))
    guest.go(f"/table/{table}")
    expect(guest.page.get_by_role("alert")).to_have_text("Something differs: do not trust this shuffle.")
    expect(guest.page.locator("[data-check=secret]")).to_have_attribute("data-holds", "false")
    expect(guest.page.locator("[data-check=seed]")).to_have_attribute("data-holds", "false")
    guest.close()  # nobody else is lied to


def test_the_host_removes_somebody(visit: Visit, secret: QuickNode) -> None:
    host, guest, _ = _together(visit, secret, access="open")
    expect(guest.page.get_by_role("button", name="Remove Hana")).to_have_count(0)
    remove = host.page.get_by_role("button", name="Remove Taro")
    box = remove.bounding_box()
    assert box is not None
    assert box["height"] >= 40
    remove.click()
    expect(host.page.get_by_role("listitem").filter(has_text="Taro")).to_have_count(0)
    expect(host.page.get_by_role("button", name="Friend at this screen")).to_have_count(0)  # one seat each
    guest.page.get_by_role("button", name="Sit down", exact=True).click()
    expect(guest.page.get_by_role("alert")).to_have_text("The host has removed you from this table.")


def test_a_match_to_which_somebody_never_came(visit: Visit, secret: QuickNode) -> None:
    host, guest, _ = _together(visit, secret)
    guest.page.goto("about:blank")
    host.page.get_by_role("button", name="Start the match").click()
    host.page.get_by_role("button", name="Call the match off").click()
    expect(host.page.locator("#end")).to_have_text("The match was called off: somebody never showed up")


def test_who_is_away_for_long(visit: Visit, secret: QuickNode) -> None:
    host, guest, table = _together(visit, secret)
    host.page.get_by_role("button", name="Start the match").click()
    for one in (host, guest):
        one.page.wait_for_selector("[data-connection=open]")
    seat = host.ask("GET", f"/tables/{table}/snapshot")["view"]["seat"]
    away, waiting = (host, guest) if seat == 0 else (guest, host)
    away.page.goto("about:blank")
    button = waiting.page.get_by_role("button", name="Let a bot play")
    box = button.bounding_box()
    assert box is not None
    assert box["height"] >= 40
    button.click()
    expect(waiting.page.locator("[data-absent]")).to_have_count(0)
    assert host.ask("GET", f"/tables/{table}/steps")[0]["entry"]["kind"] == "bot"
