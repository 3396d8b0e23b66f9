"""What is true in every position of every game, over many random games with every option and board."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest

import tabiji
from tabiji.core.match import Match
from tabiji.core.statistics import Summary
from tabiji.games.tokaido_duo import SPEC
from tabiji.games.tokaido_duo.rules import longest
from tabiji.games.tokaido_duo.state import ACTIONS, COLORS, DTYPE, KEPT_COUNTS, MAX_LEGAL, MAX_ROUNDS, PHASES
from tabiji.lab.simulate import play_batch

TILES = {"purple": [3, 3, 2, 2], "green": [2, 2, 3, 3]}
OPTIONS: list[dict[str, Any]] = [
    *({"wave_sides": sides} for sides in SPEC.options[0].choices),
    {"compass": "green"},
    *({"board": board} for board in SPEC.boards[1:]),
]


def check_table(match: Match) -> None:
    """Nothing is lost, nothing appears, nobody stands where they may not."""
    s = match.state
    bagged = int(s["bagged"])
    bag = np.bincount(s["bag"][:bagged], minlength=4)
    assert (bag + s["goods"].sum(axis=0)).tolist() == [5, 6, 7, 8]
    assert not s["bag"][bagged:].any()
    asked_about_goods = PHASES[s["phase"]] in ("keep", "return")
    for p in range(2):
        assert np.bincount(s["painting"][p], minlength=4).tolist() == TILES[COLORS[p ^ int(s["compass"])]]
        assert 0 <= s["gifted"][p] <= s["painted"][p] <= 10
        assert 1 <= s["temple"][p] <= 9
        assert 1 <= s["garden"][p] <= 6
        assert 0 <= s["slabs"][p] <= 6
        assert s["purse"][p] >= 0
        assert s["purse"][p] < 10 or s["slabs"][p] == 6
        strong = s["wave"][1] == p and s["side"][1] == 1
        assert asked_about_goods or s["goods"][p].sum() <= (6 if strong else 5)
    standing = [int(place) for place in s["at"][:, 0]]
    standing += [int(s["coast"][town]) for town in s["at"][:, 1] if town < 8]
    assert len(set(standing)) == len(standing)
    assert max(standing) < s["stations"]


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: next(iter(options.values())))
def test_random_games(options: dict[str, Any]) -> None:
    """Random games with every option and board end as they should, and every position on the way is sound."""
    game = tabiji.game("tokaido_duo", **options)
    for seed in range(2):
        match = game.new(seed)
        rng = Random(seed)
        tokens = Counter(match.state["trade"].tolist())
        decisions = 0
        while not match.over:
            actions = match.legal_actions()
            assert 1 <= len(actions) <= MAX_LEGAL
            assert len(set(actions)) == len(actions)
            assert all(0 <= action < ACTIONS for action in actions)
            coins, before = int(match.state["purse"].sum()), match.state["slabs"].sum() * 10
            events = match.act(rng.choice(actions))
            check_table(match)
            gained = sum(event["coins"] for event in events if event["event"] == "coins")
            assert match.state["purse"].sum() + match.state["slabs"].sum() * 10 == coins + before + gained
            decisions += 1
        assert decisions <= longest(2)
        assert Counter(match.state["trade"].tolist()) == tokens
        assert match.view(None)["triggers"]
        assert all(die["taken_by"] is not None for die in match.view(None)["dice"].values())
        assert match.winners
        check_end(match)


def check_end(match: Match) -> None:
    """The triggers are those of the tracks that are complete."""
    s = match.state
    complete = {
        "temple": 9 in s["temple"], "garden": 6 in s["garden"], "gold": 6 in s["slabs"], "gifts": 10 in s["gifted"],
    }  # fmt: skip
    assert set(match.view(None)["triggers"]) == {name for name, done in complete.items() if done}


def test_record_size() -> None:
    """A game with its board fits into 512 bytes."""
    assert DTYPE.itemsize <= 512


def test_choices_of_goods() -> None:
    """210 choices of at most six goods of four kinds, each once, the small ones first."""
    assert len(KEPT_COUNTS) == len(set(KEPT_COUNTS)) == 210
    sizes = [sum(counts) for counts in KEPT_COUNTS]
    assert sizes == sorted(sizes)
    assert Counter(sizes) == {0: 1, 1: 4, 2: 10, 3: 20, 4: 35, 5: 56, 6: 84}


def test_most_legal() -> None:
    """No hand has more choices than declared: six goods held and five drawn, of which six may stay."""
    most = 0
    for held in product(range(6), range(7), range(8), range(9)):
        if sum(held) <= 11:
            fits = (all(kept <= count for kept, count in zip(counts, held, strict=True)) for counts in KEPT_COUNTS)
            most = max(most, sum(fits))
    assert most == MAX_LEGAL


def test_the_journal_never_overflows() -> None:
    """Random games and a sale that does the most at once: the journal has room to spare."""
    game = tabiji.game("tokaido_duo", wave_sides="hasty-cunning-master")
    spec = DTYPE["journal"]["lines"].shape[0]
    most = 0
    for seed in range(8):
        match = game.new(seed)
        rng = Random(seed)
        while not match.over:
            match.act(rng.choice(match.legal_actions()))
            most = max(most, int(match.state["journal"]["size"]))
    assert most <= spec
    # the longest page: sold, coins, 3 slabs, trigger, the token back, 6 points scored, over
    assert spec >= 1 + 1 + 3 + 1 + 1 + 6 + 1


def test_passive_players_are_stopped() -> None:
    """Two players who decline everything play to the round limit, within the declared number of decisions."""
    match = tabiji.game("tokaido_duo").new(3)
    match.state["round"] = MAX_ROUNDS - 20
    while not match.over:
        match.act(match.legal_actions()[-1])
    assert match.view(None)["triggers"] == ["length"]
    assert match.view(None)["round"] == MAX_ROUNDS


def test_simulation_shows_every_trigger() -> None:
    """In random play all four tracks end games, both seats win, and no game runs to the limit."""
    game = tabiji.game("tokaido_duo")
    rows = play_batch(game, 0, 250)
    for trigger in range(4):
        assert 0.02 < (rows["triggers"] >> trigger & 1).mean() < 0.9
    assert not (rows["triggers"] >> 4 & 1).any()
    assert set(rows["winners"].tolist()) >= {1, 2}
    assert (rows["decisions"] <= longest(2)).all()
    summary = Summary()
    for batch in (rows[:100], rows[100:]):
        game.spec.study.summarize(summary, batch, 2)
    tables = {table.title.split(" (")[0]: table for table in summary.tables()}
    assert [row[0] for row in tables["by seat"].rows] == ["first player", "second player"]
    assert abs(sum(row[2] for row in tables["by seat"].rows) - 1) < 1e-9
    ends = tables["what ends a game"]
    assert [row[0] for row in ends.rows] == ["temple", "garden", "gold", "gifts", "length"]
    assert all(low <= share + 1e-9 and share <= high for _, _, share, low, high in ends.rows)
    assert [row[1] for row in ends.rows] == [(rows["triggers"] >> i & 1).sum() for i in range(5)]
    rounds = tables["a game"].rows[0]
    assert rounds[0] == "rounds"
    assert rounds[1] == pytest.approx(rows["rounds"].mean())
    tidy = game.spec.study.columns(rows, 2)
    assert {len(column) for column in tidy.values()} == {500}
    assert tidy["points"].tolist() == rows["earned"].sum(axis=2).ravel().tolist()
    assert set(tidy["wave_pilgrim"].tolist()) == {"serene", "hasty"}


def test_simulation_agrees_with_matches() -> None:
    """A row of a simulation is the game that its seed plays."""
    rows = play_batch(tabiji.game("tokaido_duo", board="gifts_linear"), 100, 20)
    assert rows["seed"].tolist() == list(range(100, 120))
    for row in rows:
        assert row["earned"][:, 2].tolist() == [3 * n for n in row["gifts"].tolist()]
        assert (row["earned"].sum(axis=1) >= 1).all()
        best = row["earned"].sum(axis=1)
        if best[0] != best[1]:
            assert row["winners"] == 1 + int(best[1] > best[0])


@pytest.mark.parametrize(("option", "slab"), [("coins", 0), ("money", 10)])
def test_ties_of_whole_games(option: str, slab: int) -> None:
    """TD-61: in thousands of games, every tie is broken by what the option counts."""
    rows = play_batch(tabiji.game("tokaido_duo", tie_break=option), 0, 4000)
    best = rows["earned"].sum(axis=2)
    ties = rows[best[:, 0] == best[:, 1]]
    money = ties["purse"] + slab * ties["slabs"]
    lead = money[:, 0] - money[:, 1]
    assert len(ties) > 50
    assert ties["winners"].tolist() == [3 if n == 0 else 1 if n > 0 else 2 for n in lead.tolist()]
