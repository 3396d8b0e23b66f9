"""What a run says and does where a program that some tests start is not installed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.programs import find, needed

ROOT = Path(__file__).parents[1]
_TESTS = """
from tests.programs import need

def test_with_it():
    need("no-such-program")

def test_without_it():
    pass
"""


@pytest.mark.parametrize("ci", [False, True])
def test_what_is_missing_is_told_at_the_end(tmp_path: Path, ci: bool) -> None:
    (tmp_path / "test_some.py").write_text(_TESTS)
    words = [sys.executable, "-m", "pytest", "-p", "tests.conftest", "-p", "no:cacheprovider", str(tmp_path)]
    environment = {name: value for name, value in os.environ.items() if name != "CI"} | ({"CI": "true"} if ci else {})
    paths = os.pathsep.join([str(ROOT), *filter(None, [environment.get("PYTHONPATH")])])
    done = subprocess.run(
        [*words, "-c", str(ROOT / "pyproject.toml")],
        cwd=tmp_path,
        env=environment | {"PYTHONPATH": paths},
        capture_output=True,
        text=True,
    )
    assert "1 passed, 1 skipped" in done.stdout, (done.stdout, done.stderr)
    told = [line for line in done.stdout.splitlines() if line.startswith("Not run: ")]
    assert len(told) == 1
    assert told[0].startswith("Not run: 1 for want of no-such-program. To run them: ")
    assert done.returncode == (1 if ci else 0)


def test_programs_are_found_by_any_of_their_names() -> None:
    assert find("no-such-program", "sh") == find("sh")
    assert find("no-such-program") is None
    assert needed("Skipped: needs Redis, which is not installed") == "Redis"
    assert needed("Skipped: another reason") is None
