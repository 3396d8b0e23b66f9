"""The page of administrators, and what people see of what is done there, on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress

from playwright.sync_api import expect

from tabiji.cli import main

from tests.server.node import Node
from tests.web.axe import violations
from tests.web.visitor import PHONE, Visitor

Visit = Callable[..., Visitor]


def test_a_report_a_warning_a_ban_and_an_ended_match(visit: Visit, node: Node) -> None:
    boss, rude = visit(locale="pl"), visit(viewport=PHONE)
    boss.arrive("Onobu")
    boss.ask("POST", "/me/claim", {"name": "Onobu", "password": "a quiet road"})
    rude_id = rude.arrive("Tengu")
    table = boss.table("tokaido_duo", [], players=2)
    rude.ask("POST", f"/tables/{table}/join", {})
    boss.ask("POST", f"/tables/{table}/start", {})
    rude.ask("POST", f"/tables/{table}/chat", {"text": "grumble"})
    boss.ask("POST", f"/people/{rude_id}/reports", {"reason": "insult", "table": table})
    rude.go("/admin")
    expect(rude.page.get_by_text("This is only for the administrators of this site.")).to_be_visible()

    with suppress(SystemExit):
        main(["admin", "role", "Onobu", "administrator", "--database", node.database])
    while boss.ask("GET", "/me")["role"] is None:  # the node follows the log
        pass
    rude.go(f"/table/{table}", "[data-connection=open]")
    boss.go("/")
    page, seen = boss.page, rude.page
    page.get_by_role("link", name="Administracja").click()
    report = page.get_by_role("listitem").filter(has_text="grumble")
    expect(report).to_contain_text("Obelgi")
    report.get_by_role("button", name="Działaj").click()
    page.get_by_label("Dlaczego (ta osoba to przeczyta)").fill("Be kind.")
    assert violations(boss) == []
    page.get_by_role("button", name="Wykonaj").click()
    expect(seen.get_by_role("dialog", name="A warning")).to_contain_text("Be kind.")
    assert violations(rude) == []
    seen.get_by_role("button", name="I have read this").click()
    expect(seen.get_by_role("dialog")).to_have_count(0)
    report.get_by_role("button", name="Załatwione").click()
    expect(report).to_have_count(0)

    page.get_by_label("Dlaczego partia się kończy").fill("Closing time.")
    page.get_by_role("button", name=re.compile("Zakończ.*Tengu")).click()
    expect(seen.locator("[data-end]")).to_contain_text("An administrator has ended this match")
    expect(seen.locator("[data-end]")).to_contain_text("Closing time.")

    page.get_by_label("Co zrobić").select_option("ban")
    page.get_by_label("Dlaczego (ta osoba to przeczyta)").fill("Too rude.")
    page.get_by_role("button", name="Wykonaj").click()
    banned = seen.get_by_role("dialog", name="You are banned")
    expect(banned).to_contain_text("Too rude.")
    expect(banned.get_by_role("link", name="Download", include_hidden=True)).to_be_attached()
    assert violations(rude) == []
    assert rude.fits()
    rude.page.goto(rude.base)  # it does not go away
    expect(banned).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="Too rude.")).to_contain_text("Onobu")
    boss.page.set_viewport_size(PHONE)
    assert boss.fits()
