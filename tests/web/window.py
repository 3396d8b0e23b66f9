"""Browser windows that tests use one after the other.

A page in a window that has shown one before loads in less than half the time: the process is there, scripts are read
and compiled. What somebody leaves behind is removed (`Window.clear`). A test that changes a window in a way that cannot
be taken back (scripts, listeners, sessions of the browser's protocol) asks for a fresh one: `visit(fresh=True)`.
"""

from __future__ import annotations

import os
from typing import Any

from playwright.sync_api import Browser, Error, Page, Route

DESKTOP = {"width": 1280, "height": 800}
TABLET = {"width": 768, "height": 1024}
PHONE = {"width": 360, "height": 640}
MOST_WAITED = 30_000  # milliseconds for one thing
_MOST_KEPT = 8  # each has a process with some memory
_STILL = """
  if (location.protocol.startsWith('http') && !localStorage.getItem('tabiji.settings'))
    localStorage.setItem('tabiji.settings', '{"tempo":"off"}');
"""
# To draw a page takes more than a quarter of a test's time, and no test looks at the picture: pages have their layout,
# take presses and are found by what lies where, but are not painted. `window.paint` shows the page as people see it.
_UNPAINTED = """{
  const hidden = new CSSStyleSheet();
  hidden.replaceSync('body { opacity: 0 !important }');
  document.adoptedStyleSheets.push(hidden);
  window.paint = () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== hidden);
  };
}"""
# A line that is this many milliseconds long shows a test that looks at a page before the server's answer is there, or
# before the script that draws a part of it: scripts come later still.
_LINE = int(os.environ.get("TABIJI_LINE", "0"))
_LONG_LINE = """(() => {
  const later = (what) => setTimeout(what, %d);
  const ask = window.fetch;
  window.fetch = (...all) => ask(...all).then((answer) => new Promise((go) => later(() => go(answer))));
  const Plain = WebSocket;
  const heard = (name) => ({
    set(hear) {
      this[`${name}Later`] = hear;
      Object.getOwnPropertyDescriptor(Plain.prototype, name).set.call(this, (event) =>
        later(() => this[`${name}Later`]?.(event)));
    },
  });
  window.WebSocket = class extends Plain {};
  for (const name of ['onopen', 'onmessage', 'onclose'])
    Object.defineProperty(window.WebSocket.prototype, name, heard(name));
})()"""
# A press on something else than was looked at does nothing: it moved in between, and people look again.
_GUARD = """addEventListener('click', (event) => {
  if (window.aim && !window.aim.contains(event.target)) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  window.aim = null;
}, true)"""
# "Failed to load resource": who has no name yet is told so, and a server that is away cannot answer
_EXPECTED = ("Failed to load resource", "WebSocket connection to")


class Window:
    """A window with its own cookies, and what went wrong in it. One where things move is painted."""

    def __init__(self, browser: Browser, still: bool, **how: Any) -> None:
        self.kind = _kind(still, how)
        painted = how.pop("painted", not still)
        self.context = browser.new_context(**({"viewport": DESKTOP, "locale": "en-GB"} | how))
        self.context.add_init_script(_GUARD)
        if _LINE:
            self.context.add_init_script(_LONG_LINE % _LINE)
            self.context.route("**/assets/*.js", _come_late)
        if not painted:
            self.context.add_init_script(_UNPAINTED)
        if still:
            self.context.add_init_script(_STILL)
        self.troubles: list[str] = []
        self.page = self.tab()

    def tab(self) -> Page:
        """Another tab with the same cookies."""
        page = self.context.new_page()
        page.set_default_timeout(MOST_WAITED)
        page.on("pageerror", lambda error: self.troubles.append(f"error: {error}"))
        page.on("crash", lambda _: self.troubles.append("the page crashed"))
        page.on("console", self._hear)
        return page

    def _hear(self, message: Any) -> None:
        if message.type in ("error", "warning") and not message.text.startswith(_EXPECTED):
            self.troubles.append(f"{message.type}: {message.text}")

    def clear(self, base: str) -> None:
        """Nothing is left of whoever was here: no cookie, nothing stored, no route, no other tab, no pointer."""
        for tab in self.context.pages:
            if tab is not self.page:
                tab.close()
        self.page.unroute_all(behavior="ignoreErrors")
        self.page.goto(f"{base}/healthz")
        self.page.evaluate("localStorage.clear(), sessionStorage.clear()")
        self.page.mouse.move(-1, -1)
        self.context.clear_cookies()
        self.troubles.clear()


def _come_late(route: Route) -> None:
    """Let a script come later than any answer that was asked for together with it."""
    route.request.frame.page.wait_for_timeout(4 * _LINE)
    route.continue_()


def _kind(still: bool, how: dict[str, Any]) -> tuple[Any, ...]:
    """Windows of the same kind differ in size at most."""
    return still, *sorted((name, value) for name, value in how.items() if name != "viewport")


class Windows:
    """The windows of a browser that are free."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self._free: list[Window] = []

    def take(self, still: bool = True, **how: Any) -> Window:
        """A window of some kind."""
        for window in reversed(self._free):
            if window.kind == _kind(still, how):
                self._free.remove(window)
                window.page.set_viewport_size(how.get("viewport", DESKTOP))
                return window
        return Window(self.browser, still, **how)

    def give_back(self, window: Window, base: str) -> None:
        """Keep a window for whoever needs one of its kind next, if it and its server still answer."""
        try:
            window.clear(base)
            self._free.append(window)
        except Error:
            window.context.close()
        while len(self._free) > _MOST_KEPT:
            self._free.pop(0).context.close()
