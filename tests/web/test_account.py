"""The life of an account in the browser, on a phone: password, sessions, a link to reset it, data, deletion."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from tests.ports import free_port
from tests.server.inbox import Inbox, inbox
from tests.server.node import Node
from tests.web.axe import violations
from tests.web.visitor import PHONE, Visitor

Visit = Callable[..., Visitor]
__all__ = ["inbox"]  # a fixture


def test_an_account_from_password_to_deletion(visit: Visit, node: Node) -> None:
    home, elsewhere = visit(viewport=PHONE), visit(user_agent="Mozilla/5.0 (X11; Linux) Firefox/140.0")
    me = home.arrive("Okiku")
    home.ask("POST", "/me/claim", {"name": "Okiku", "password": "a quiet road"})
    elsewhere.ask("POST", "/signin", {"name": "Okiku", "password": "a quiet road"})
    home.go(f"/people/{me}")
    page = home.page

    page.get_by_label("Show my profile to everyone").check()
    expect(page.get_by_role("status").filter(has_text="Saved.")).to_be_visible()
    assert home.ask("GET", "/me/account")["public"] is True

    page.locator("summary", has_text="Where you are signed in").click()
    page.get_by_role("button", name=re.compile("End this session.*Firefox, Linux")).click()
    expect(page.get_by_text("this browser", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("End this session"))).to_have_count(0)
    assert elsewhere.context.request.get(f"{node.base}/api/me").status == 401

    page.locator("summary", has_text="Change your password").click()
    page.get_by_label("Current password").first.fill("a quiet road")
    page.get_by_label("New password").fill("a long road")
    page.locator("form button", has_text="Change your password").click()
    expect(page.get_by_role("status").filter(has_text="Your password has been changed")).to_be_visible()
    for closed in ("E-mail address", "Your data", "Delete this profile"):
        page.locator("summary", has_text=closed).click()
    assert violations(home) == []
    assert home.fits()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    assert json.loads(download.value.path().read_text("utf-8"))["person"]["name"] == "Okiku"

    words = [sys.executable, "-m", "tabiji.cli", "admin", "reset-link", "Okiku"]
    words += ["--database", node.database, "--site", node.base]
    link = subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip()
    elsewhere.page.goto(link)
    elsewhere.page.get_by_label("New password").fill("a short road")
    assert violations(elsewhere) == []
    elsewhere.page.keyboard.press("Enter")
    elsewhere.page.wait_for_url(f"**/people/{me}")
    other = visit()
    other.page.goto(link)  # it works once
    other.page.get_by_label("New password").fill("another road")
    other.page.keyboard.press("Enter")
    expect(other.page.get_by_role("alert")).to_contain_text("This link has been used")

    elsewhere.page.locator("summary", has_text="Delete this profile").click()
    elsewhere.page.locator("details", has_text="Delete this profile").get_by_label("Password").fill("a short road")
    elsewhere.page.get_by_role("button", name="Yes, delete everything about me").click()
    elsewhere.page.wait_for_url(re.compile(r"/$"))
    expect(elsewhere.page.get_by_role("button", name="Sign in")).to_be_visible()
    assert elsewhere.context.request.get(f"{node.base}/api/people/{me}").status == 404


def test_an_address_and_a_lost_password(visit: Visit, inbox: Inbox, tmp_path: Path) -> None:
    """By mail, in the language of the page; names that are refused are told so."""
    port = free_port()
    site = f"http://localhost:{port}"
    flags = ["--smtp", inbox.settings["smtp"], "--mail-from", inbox.settings["mail_from"], "--site", site]
    node = Node(f"sqlite:///{tmp_path / 'mail.db'}", *flags, port=port)
    try:
        home = visit(base=site, viewport=PHONE, locale="es")
        me = home.arrive("Okane")
        home.ask("POST", "/me/claim", {"name": "Okane", "password": "a quiet road"})
        home.go(f"/people/{me}")
        page = home.page
        for name, said in (("Tabiji", "Este nombre está reservado"), ("Ok\u3164", "caracteres invisibles")):
            page.get_by_role("textbox", name="Tu nombre").fill(name)
            page.get_by_role("button", name="Cambiar el nombre").click()
            expect(page.get_by_role("alert")).to_contain_text(said)
        page.locator("summary", has_text="Dirección de correo").click()
        page.get_by_label("Dirección de correo").fill("okane@example.org")
        page.locator("details[open]").get_by_label("Contraseña actual").fill("a quiet road")
        page.get_by_role("button", name="Guardar la dirección").click()
        expect(page.get_by_role("status").filter(has_text="Hemos enviado")).to_be_visible()
        page.goto(_link(inbox, "Tabiji: confirma tu dirección"))
        page.get_by_role("button", name="Confirmar").click()
        expect(page.get_by_role("status").filter(has_text="Dirección confirmada.")).to_be_visible()
        assert home.ask("GET", "/me/account")["email"] == "okane@example.org"

        away = visit(base=site, viewport=PHONE, locale="es")
        away.go("/")
        page = away.page
        page.get_by_role("button", name="Entrar").click()
        sheet = page.get_by_role("dialog")
        sheet.get_by_label("Nombre").fill("okane")
        sheet.locator("summary").click()
        sheet.get_by_role("button", name="Envíame un enlace").click()
        expect(sheet.get_by_role("status")).to_contain_text("el enlace ya está en camino")
        page.goto(_link(inbox, "Tabiji: elige una contraseña nueva"))
        page.get_by_label("Contraseña nueva").fill("a long road")
        page.keyboard.press("Enter")
        page.wait_for_url(f"**/people/{me}")
        assert away.fits()
    finally:
        node.stop()


def _link(inbox: Inbox, subject: str) -> str:
    """The link of the next mail."""
    mail = inbox.mails.get(timeout=20)
    assert (mail["to"], mail["subject"]) == ("okane@example.org", subject)
    return next(line for line in mail.get_content().splitlines() if line.startswith("http://"))
