"""Estimated levels follow from the accuracy of the levels' games."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from tabiji.analysis import levels
from tabiji.bots.levels import LEVELS
from tabiji.core.game_spec import game_names


def test_a_level_has_an_accuracy_like_this() -> None:
    for game in game_names():
        known = json.loads((Path(levels.__file__).parent / "levels.json").read_text())[game]["levels"]
        assert list(known) == [level.name for level in LEVELS]
        assert all(told["games"] >= 100 for told in known.values())
        assert levels.level_of(game, -0.5) == "novice"
        assert levels.level_of(game, None) is None
        told = [levels.level_of(game, accuracy) for accuracy in np.linspace(-1, 1, 41)]
        places = [list(known).index(name) for name in told if name]
        assert places == sorted(places)
