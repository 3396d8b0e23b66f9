"""Memos of parts of a record: the same as if computed anew, and computed only once."""

from __future__ import annotations

import numpy as np

import tabiji
from tabiji.core.match import Match
from tabiji.core.memo import Memo
from tabiji.core.record import RecordProxy

KIND = np.dtype([("purse", "i1", (3,)), ("road", "i2", (3, 2)), ("seat", "i1")], align=True)


def test_only_the_fields_asked_about_matter() -> None:
    record = np.zeros(1, KIND)
    s = RecordProxy(record)
    asked: list[int] = []
    second: Memo[int] = Memo(KIND, ["purse", "road"], 1)

    def count(s: RecordProxy) -> int:
        asked.append(1)
        return int(s.purse[1]) + int(s.road[1, 1])

    record["road"][0, 1] = (0, 7)
    assert second.get(s, count) == 7
    record["seat"] = 2
    record["purse"][0, 0] = 5
    record["road"][0, 2] = (1, 1)
    assert second.get(s, count) == 7
    assert len(asked) == 1
    record["purse"][0, 1] = 1
    assert second.get(s, count) == 8
    assert len(asked) == 2


def test_what_else_matters_is_told_apart_by_the_key() -> None:
    s = RecordProxy(np.zeros(1, KIND))
    whole: Memo[str] = Memo(KIND, ["purse"])
    assert whole.get(s, lambda _, word: word, "a", key=b"a") == "a"
    assert whole.get(s, lambda _, word: word, "b", key=b"b") == "b"


def test_views_of_a_match_are_those_of_a_fresh_copy() -> None:
    """Kept parts of a view never come from another position, whoever looks."""
    game = tabiji.game("tokaido", players=4, gastronomy=True)
    match = game.new(seed=11)
    rng = np.random.default_rng(2)
    while not match.over:
        match.play(list(match.legal)[rng.integers(len(match.legal))])
        memos = [match.view(seat) for seat in (None, 0, 1, 2, 3)]
        fresh = Match._from_record(game, match.state.tobytes())
        assert [fresh.view(seat) for seat in (None, 0, 1, 2, 3)] == memos
