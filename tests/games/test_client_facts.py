"""The browser draws with numbers of the component data: its copies are those that tools/client_facts.py writes."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

TOOL = runpy.run_path(str(Path(__file__).parents[2] / "tools/client_facts.py"))


@pytest.mark.parametrize("game", TOOL["FACTS"])
def test_the_facts_of_the_client_are_those_of_the_engine(game: str) -> None:
    assert TOOL["path"](game).read_text("utf-8") == TOOL["content"](game), "run: python tools/client_facts.py"


def test_the_matches_that_the_check_of_the_shuffle_is_tested_by_are_the_engines() -> None:
    assert TOOL["SAMPLES"].read_text("utf-8") == TOOL["samples"](), "run: python tools/client_facts.py"
