"""The style page: every drawing in both themes, and not a byte of it before somebody asks."""

from __future__ import annotations

from collections.abc import Callable

from tests.web.visitor import Visitor

Visit = Callable[..., Visitor]
_SECTIONS = """(theme) => [...document.querySelectorAll(`[data-shown=${theme}] section`)].map((one) => one.id)"""

# Peaks of icons whose snow cannot be told from paper or night, or that are cut off by the edge of their drawing.
_LOST_PEAKS = """() => {
  const part = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const light = (color) => {
    const [r, g, b] = color.match(/[0-9.]+/g).map((value) => part(value / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  const ground = (one) => light(getComputedStyle(one.closest('[data-shown]')).backgroundColor);
  const found = [...document.querySelectorAll('svg .snow')].filter((one) => getComputedStyle(one).stroke !== 'none');
  const lost = found.filter((one) => {
    const { fill, stroke } = getComputedStyle(one);
    const body = light(getComputedStyle(one.previousElementSibling).fill);
    const [peak, drawing] = [one.getBoundingClientRect(), one.closest('svg').getBoundingClientRect()];
    return light(fill) < 0.8 || contrast(light(fill), body) < 1.5 || contrast(light(stroke), ground(one)) < 3 ||
      peak.top < drawing.top;
  });
  return { found: found.length, lost: lost.map((one) => one.closest('section')?.id) };
}"""


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
    peaks = guest.page.evaluate(_LOST_PEAKS)
    assert peaks["found"] >= 4  # of two games in two themes
    assert peaks["lost"] == []
    assert guest.fits()
