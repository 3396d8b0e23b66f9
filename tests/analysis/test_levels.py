"""Estimated levels follow from the accuracy of the levels' games."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tabiji.analysis import levels
from tabiji.bots.levels import LEVELS
from tabiji.core.game_spec import game_names


def test_a_level_has_an_accuracy_like_this() -> None:
    for game in game_names():
        known = json.loads((Path(levels.__file__).parent / "levels.json").read_text())[game]["levels"]
        assert list(known) == [level.name for level in LEVELS]
        assert all(told["games"] >= 100 for told in known.values())
        assert levels.levels_of(game, None) is None
        told = [levels.levels_of(game, accuracy) for accuracy in np.linspace(-1, 1, 401)]
        places = [tuple(list(known).index(name) for name in names) for names in told if names]
        assert len(places) == 401
        assert places == sorted(places)
        assert (places[0][0], places[-1][1]) == (0, len(known) - 1)
        first = sorted(set(places))
        assert [low for low, _ in first] == [0, *(high + 1 for _, high in first[:-1])]  # every level is in one range


def test_levels_that_cannot_be_told_apart_are_named_together() -> None:
    measured = {"a": (0.5, 0.05), "b": (0.7, 0.05), "c": (0.86, 0.04), "d": (0.88, 0.04), "e": (0.85, 0.04)}
    found = levels.ranges({name: {"accuracy": mean, "unsure": unsure} for name, (mean, unsure) in measured.items()})
    assert [(one.weakest, one.strongest) for one in found] == [("a", "a"), ("b", "b"), ("c", "e")]
    assert found[2].accuracy == pytest.approx((0.86 + 0.88 + 0.85) / 3)
    assert found[2].unsure < 0.04
