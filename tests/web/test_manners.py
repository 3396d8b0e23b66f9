"""Trouble at a table: mute the chat, block and report somebody, close the chat."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.axe import violations
from tests.web.visitor import PHONE, Visitor

Visit = Callable[..., Visitor]


def test_trouble_in_the_chat(visit: Visit) -> None:
    host, guest = visit(), visit(viewport=PHONE)
    host.arrive("Hana")
    guest.arrive("Taro")
    table = host.table("tokaido_duo", [], players=2)
    guest.ask("POST", f"/tables/{table}/join", {})
    host.ask("POST", f"/tables/{table}/start", {})
    guest.ask("POST", f"/tables/{table}/chat", {"text": "boo"})
    for one in (host, guest):
        one.go(f"/table/{table}", "[data-connection=open]")
        one.page.get_by_role("tab", name="Chat").click()
    page = host.page
    log = page.get_by_role("log")
    expect(log).to_contain_text("boo")
    page.get_by_role("button", name="Trouble?").click()
    assert violations(host) == []
    log = page.get_by_role("log", include_hidden=True)  # behind the sheet
    page.get_by_label("Hide this chat from me").check()
    expect(log).to_have_text("You have muted this chat.")
    page.get_by_label("Hide this chat from me").uncheck()
    expect(log).to_contain_text("boo")
    page.get_by_role("button", name=re.compile("Block.*Taro")).click()
    expect(log).not_to_contain_text("boo")
    page.get_by_role("button", name=re.compile("Report.*Taro")).click()
    expect(page.get_by_role("status").filter(has_text="Thank you.")).to_be_visible()
    page.get_by_role("button", name="Close the chat for everyone").click()
    page.get_by_role("button", name="Close", exact=True).click()
    expect(page.get_by_text("The host has closed the chat of this table.")).to_be_in_viewport(ratio=1)
    expect(guest.page.get_by_text("The host has closed the chat of this table.")).to_be_visible()
    assert guest.fits()
