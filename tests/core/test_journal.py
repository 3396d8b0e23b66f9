"""The journal of a step can be closed: then nothing is written, and games go on as before."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tabiji
from tabiji.core.dispatch import setup
from tabiji.core.game_spec import game_names
from tabiji.core.journal import close_journal
from tabiji.core.playout import RNG_STATE, play_out
from tabiji.core.random import seed_rng
from tabiji.core.record import as_state


def played(name: str, seed: int, closed: bool) -> Any:
    """The record of a random game at its end."""
    game = tabiji.game(name)
    record = np.frombuffer(game.blank().tobytes(), game.dtype).copy().view(np.recarray)
    if closed:
        close_journal(as_state(record[0]))
    rng = np.zeros(1, RNG_STATE).view(np.recarray)
    setup(as_state(record[0]), np.uint64(seed))
    seed_rng(as_state(rng[0]), np.uint64(seed))
    play_out(as_state(record[0]), np.zeros(game.spec.state.MAX_LEGAL, np.int16), as_state(rng[0]))
    return record[0]


@pytest.mark.parametrize("name", game_names())
def test_a_closed_journal_changes_nothing_else(name: str) -> None:
    for seed in range(5):
        written, empty = played(name, seed, closed=False), played(name, seed, closed=True)
        assert written["journal"]["size"] > 0
        assert empty["journal"]["size"] == -1
        assert not empty["journal"]["lines"].any()
        empty["journal"] = written["journal"]
        assert empty.tobytes() == written.tobytes()
