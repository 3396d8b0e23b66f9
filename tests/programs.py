"""Programs that some tests start: where they are, and what to do where they are not."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from functools import cache
from glob import glob
from pathlib import Path

import pytest

_TOOL = Path(__file__).parents[1] / "tools" / "services.sh"
_FOLDERS = (  # tools/services.sh looks in the same places
    "/usr/lib/postgresql/*/bin",
    "/usr/pgsql-*/bin",
    "/usr/sbin",
    "/usr/local/sbin",
    "/opt/homebrew/bin",
    "/opt/homebrew/opt/postgresql*/bin",
    "/usr/local/opt/postgresql*/bin",
)
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
_CALLED = {"initdb": "PostgreSQL", "postgres": "PostgreSQL", "redis-server": "Redis", CHROMIUM[0]: "Chromium"}
_REASON = "needs {}, which is not installed"


@cache
def find(*names: str) -> str | None:
    """Where the first of these programs is that is installed."""
    folders = [folder for pattern in _FOLDERS for folder in sorted(glob(pattern), reverse=True)]
    paths = (None, os.pathsep.join(folders))
    return next((found for name in names for path in paths if (found := shutil.which(name, path=path))), None)


def need(*names: str) -> str:
    """Where a program is; without it the test is skipped, and told of at the end (see tests/conftest.py)."""
    found = find(*names)
    if found is None:
        pytest.skip(_REASON.format(_CALLED.get(names[0], names[0])))
    return found


def needed(reason: str) -> str | None:
    """The program whose absence was the reason to skip a test, if it was."""
    found = re.search(_REASON.format("(.+)"), reason)
    return found[1] if found else None


def how_to_install(names: list[str]) -> str:
    """A command, as tools/services.sh would use or suggest it."""
    answer = subprocess.run(["sh", str(_TOOL), "--how"], capture_output=True, text=True, check=True)
    return answer.stdout.strip() or "install " + ", ".join(sorted(names))
