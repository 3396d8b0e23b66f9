"""The docs say what is true: links and paths exist, commands can be typed, and the README's example runs."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path
from urllib.parse import unquote

import pytest
from cyclopts import App, CycloptsError, MissingArgumentError

import tabiji
from tabiji.cli import command_line

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")], key=lambda page: page.relative_to(ROOT).as_posix())
EVERY_PAGE = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())

_LINK = re.compile(r"\]\(([^)\s]+)\)")
_CODE = re.compile(r"`([^`\n]+)`")
_PATH = re.compile(r"(?:src|web|tests|docs|benchmarks|tools|examples|requirements)/[\w./*-]+")
_FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_BUILT = ("src/tabiji/server/client/",)  # exists after `make web`


def prose(page: Path) -> str:
    """A page without its blocks of code."""
    return _FENCE.sub("", page.read_text("utf-8"))


def commands(page: Path) -> list[list[str]]:
    """The `tabiji` commands of a page, in blocks of code and between backticks, as words."""
    text = page.read_text("utf-8").replace("\\\n", " ")
    typed = re.findall(r"^ {4}(?:\$ )?(tabiji .*)$", text, re.MULTILINE)
    typed += [code for code in _CODE.findall(text) if re.match(r"tabiji [a-z]", code) and "…" not in code]
    return [shlex.split(line, comments=True)[1:] for line in typed]


def anchors(page: Path) -> set[str]:
    """What a link can point at inside a page: its headings, as GitHub names them."""
    headings = re.findall(r"^#+ (.+)$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@EVERY_PAGE
def test_links_lead_somewhere(page: Path) -> None:
    for link in _LINK.findall(prose(page)):
        if link.startswith(("http://", "https://")):
            continue
        path, _, anchor = unquote(link).partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), f"{page.name} links to {link}, which does not exist"
        assert not anchor or anchor in anchors(target), f"{page.name} links to {link}: there is no such heading"


@EVERY_PAGE
def test_paths_exist(page: Path) -> None:
    for code in _CODE.findall(prose(page)):
        for path in _PATH.findall(code):
            if not re.search(r"(?:^|[\s(])" + re.escape(path), code) or path.startswith(_BUILT):
                continue
            pattern = re.sub(r"\b(NAME|LANGUAGE)\b", "*", path.rstrip("."))
            assert list(ROOT.glob(pattern)), f"{page.name} names {path}, which does not exist"


def test_paths_of_the_client_exist() -> None:
    """docs/web.md names files from web/src on."""
    named = re.findall(r"`((?:lib|pages|table|components|games)/[\w./]+)`", prose(ROOT / "docs/web.md"))
    assert named
    for path in named:
        found = list((ROOT / "web/src").glob(path.replace("NAME", "*")))
        assert found, f"docs/web.md names {path}, which does not exist"


@EVERY_PAGE
def test_lines_are_short(page: Path) -> None:
    """Rows of tables and blocks of code may be longer."""
    long = [line for line in prose(page).splitlines() if len(line) > 120 and not line.startswith("|")]
    assert long == []


def _parse(app: App, words: list[str]) -> None:
    app.parse_args(words, exit_on_error=False, print_error=False)


@EVERY_PAGE
def test_commands_can_be_typed(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A command that is only named may lack its arguments."""
    for name in [name for name in os.environ if name.startswith("TABIJI_")]:
        monkeypatch.delenv(name)  # settings of a server may come from there
    for words in commands(page):
        try:
            _parse(command_line(words), words)
        except MissingArgumentError:
            assert all(word.isalpha() for word in words), f"{page.name}: tabiji {' '.join(words)} lacks an argument"
        except CycloptsError as error:
            raise AssertionError(f"{page.name}: tabiji {' '.join(words)}: {error}") from error


def test_commands_are_found_and_checked() -> None:
    assert ["games"] in commands(ROOT / "README.md")
    with pytest.raises(CycloptsError):
        _parse(command_line(["play"]), ["play", "--no-such-flag"])


def test_the_example_of_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"^```python\n(.*?)^```", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE | re.DOTALL)
    said: dict[str, object] = {}
    exec(compile(example, "README.md", "exec"), said)
    match = said["match"]
    assert isinstance(match, tabiji.core.match.Match)
    assert capsys.readouterr().out == f"{match.scores} {match.winners}\n"


def test_make_targets_exist() -> None:
    """The targets that pages mention."""
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    for page in PAGES:
        text = page.read_text("utf-8")
        named = re.findall(r"`make ([a-z]+)|^ {4}make ([a-z]+)", text, re.MULTILINE)
        for target in (one or other for one, other in named):
            assert target in targets, f"{page.name} names make {target}"


def test_every_page_can_be_reached() -> None:
    """From the README, by links."""
    reached, waiting = set(), [ROOT / "README.md"]
    while waiting:
        page = waiting.pop()
        if page in reached:
            continue
        reached.add(page)
        for link in _LINK.findall(prose(page)):
            target = (page.parent / link.partition("#")[0]).resolve()
            waiting += [target] if target.suffix == ".md" and target.exists() else sorted(target.glob("*.md"))
    assert set(PAGES) - reached == set()


def test_promises_are_tested() -> None:
    """Every test that SECURITY.md names exists."""
    tests = "".join(path.read_text("utf-8") for path in (ROOT / "tests" / "server").glob("test_*.py"))
    named = re.findall(r"`(test_\w+)`", (ROOT / "SECURITY.md").read_text("utf-8"))
    assert len(named) > 20
    for name in named:
        assert f"def {name}(" in tests, f"SECURITY.md names {name}"
