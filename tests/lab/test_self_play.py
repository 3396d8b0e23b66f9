"""Whole games of a network: the same as bot by bot, and styles that differ in strength."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

import tabiji
from tabiji.bots.network import shipped_network
from tabiji.bots.registry import bare_network, bot_spec
from tabiji.lab import study
from tabiji.lab.self_play import Style, play_by_styles
from tabiji.lab.study import play_rows

GAME = tabiji.game("tsuro_seas", players=3)


def test_a_study_of_masters_is_the_same_as_bot_by_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    quick = np.concatenate(list(play_rows(GAME, bot_spec("master"), 8, 5, cores=1)))
    monkeypatch.setattr(study, "bare_network", lambda bot, spec: None)
    slow = np.concatenate(list(play_rows(GAME, bot_spec("master"), 8, 5, cores=1)))
    for name in quick.dtype.names:
        assert (quick[name] == slow[name]).all()
    assert quick["seed"].tolist() == list(range(5, 13))


def test_bare_networks() -> None:
    spec = GAME.spec
    assert bare_network(bot_spec("master"), spec) is shipped_network(spec)
    assert bare_network(bot_spec("master:0"), spec) is shipped_network(spec)
    for name in ("master:2", "skilled", "greedy", "search:50"):
        assert bare_network(bot_spec(name), spec) is None


def wins(*styles: Style) -> Iterator[np.ndarray]:
    for rows, won in play_by_styles(GAME, shipped_network(GAME.spec), styles, 600, 7, cores=1):
        assert won.sum(axis=1) == pytest.approx(1)
        assert len(rows) == len(won)
        yield won


def test_styles_rotate_and_differ_in_strength() -> None:
    """The share of the first seat's style: sober against two that err, and against two that play at random."""
    even, warm, random = (
        np.concatenate(list(wins(Style(), other, other))).mean(axis=0)
        for other in (Style(1e-9), Style(temperature=16), Style(lapses=1))
    )
    assert even[0] == pytest.approx(1 / 3, abs=0.02)  # every deal in each rotation: seats do not matter
    assert even[0] + 0.05 < warm[0] < random[0] - 0.05
