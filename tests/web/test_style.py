"""The style page: every drawing in both themes, and not a byte of it before somebody asks."""

from __future__ import annotations

from collections.abc import Callable

from tests.web.visitor import Visitor

Visit = Callable[..., Visitor]
_SECTIONS = """(theme) => [...document.querySelectorAll(`[data-shown=${theme}] section`)].map((one) => one.id)"""


def test_the_style_page_shows_both_themes(visit: Visit) -> None:
    guest = visit(fresh=True)
    loaded: list[str] = []
    guest.page.on("request", lambda request: loaded.append(request.url))
    guest.go("/", "[data-play]")
    guest.page.wait_for_load_state("networkidle")
    assert not [url for url in loaded if "/Style-" in url]
    guest.go("/style", "[data-shown=dark] section")
    light, dark = (guest.page.evaluate(_SECTIONS, theme) for theme in ("light", "dark"))
    assert [name.replace("light", "dark") for name in light] == dark
    paper = [
        guest.page.eval_on_selector(f"[data-shown={theme}]", "(one) => getComputedStyle(one).backgroundColor")
        for theme in ("light", "dark")
    ]
    assert paper[0] != paper[1]
    assert guest.fits()
