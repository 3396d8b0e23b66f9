"""Summary tables against plain arithmetic, in one batch and in many."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabiji.core.statistics import Summary, wilson

RNG_STATE = np.random.default_rng(1)
INDEX = RNG_STATE.integers(0, 3, 1000)
WIN = RNG_STATE.random(1000)
POINTS = RNG_STATE.integers(20, 90, 1000)


def filled(batches: int) -> Summary:
    summary = Summary()
    for index, win, points in zip(*(np.array_split(a, batches) for a in (INDEX, WIN, POINTS)), strict=True):
        summary.groups("by color", "color", ("red", "blue", "green", "none"), index, win, points, best_first=True)
        summary.shares("hits", "", {"big": points > 60})
        summary.means("size", "", {"points": points})
    return summary


@pytest.mark.parametrize("batches", [1, 7])
def test_tables_agree_with_plain_arithmetic(batches: int) -> None:
    groups, hits, size = filled(batches).tables()
    assert [row[0] for row in groups.rows] == sorted(
        ("red", "blue", "green"), key=lambda name: -WIN[("red", "blue", "green").index(name) == INDEX].mean()
    )
    for name, count, win, low, high, points in groups.rows:
        mine = ("red", "blue", "green").index(name) == INDEX
        assert count == mine.sum()
        assert win == pytest.approx(WIN[mine].mean())
        assert low < win < high
        assert points == pytest.approx(POINTS[mine].mean())
    share = (POINTS > 60).mean()
    assert hits.rows[0] == ["big", (POINTS > 60).sum(), pytest.approx(share), *map(pytest.approx, wilson(share, 1000))]
    error = 1.959964 * POINTS.std(ddof=1) / 1000**0.5
    assert size.rows[0] == ["points", pytest.approx(POINTS.mean()), pytest.approx(error)]
    assert size.as_json()["rows"][0][""] == "points"


def test_wilson() -> None:
    """Values of the textbook: 0 of 10, and 5 of 10."""
    assert wilson(0, 10) == pytest.approx((0, 0.27754), abs=1e-5)
    assert wilson(0.5, 10) == pytest.approx((0.23659, 0.76341), abs=1e-5)


@given(st.integers(1, 10_000).flatmap(lambda games: st.tuples(st.integers(0, games), st.just(games))))
def test_an_interval_holds_its_share(counted: tuple[int, int]) -> None:
    won, games = counted
    low, high = wilson(won / games, games)
    assert 0 <= low <= won / games <= high <= 1
