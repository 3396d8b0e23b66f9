"""What all tests share: fixed randomness, and what happens when a program they need is not here.

A test that needs PostgreSQL, Redis, nginx or Chromium asks `tests.programs.need` for it (fixtures do so), and is
skipped without it. The last line of a run says what did not run and how to get it; with CI=true that is a failure.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.programs import how_to_install, needed
from tests.seeds import SEED, SOAK
from tests.server.node_factory import NodeFactory

settings.register_profile("fixed", derandomize=True, database=None, deadline=None)
settings.register_profile("soak", database=None, deadline=None, print_blob=True)
settings.load_profile("soak" if SOAK else "fixed")


_LONGEST = ["test_many_nodes", "test_killed_nodes", "test_whole_matches", "test_first_game", "test_learn"]
_LONGEST += ["test_analysis", "test_boards", "test_quality", "test_words", "test_puzzles", "test_editor"]


def pytest_report_header() -> str:
    return f"seed: {SEED}" + (f" (the same again: make soak SEED={SEED})" if SOAK else "")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browsers last, because a thread that has one cannot run another event loop; the longest files first, so that
    at the end no worker waits long for the others. All tests of a file run in one worker (see the Makefile): what they
    share is started, loaded and compiled once."""
    browsers = {item.path for item in items if "chromium" in item.fixturenames}

    def order(item: pytest.Item) -> tuple[bool, int]:
        stem = item.path.stem
        return item.path in browsers, _LONGEST.index(stem) if stem in _LONGEST else len(_LONGEST)

    items.sort(key=order)


@pytest.fixture(scope="session")
def node_factory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NodeFactory]:
    found = NodeFactory(tmp_path_factory.mktemp("nodes"))
    yield found
    found.close()


def _missing(reporter: pytest.TerminalReporter) -> Counter[str]:
    """How many tests did not run, by the program they needed."""
    reasons = [report.longrepr[2] for report in reporter.stats.get("skipped", []) if isinstance(report.longrepr, tuple)]
    return Counter(name for reason in reasons if (name := needed(reason)) is not None)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None and os.environ.get("CI") == "true" and _missing(reporter):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    missing = _missing(terminalreporter)
    if missing:
        what = ", ".join(f"{count} for want of {name}" for name, count in sorted(missing.items()))
        terminalreporter.write_line(f"Not run: {what}. To run them: {how_to_install(list(missing))}", yellow=True)
