"""Bots: they see what their seat may see, play legal moves, and do the same again with the same seed."""

from __future__ import annotations

import time
from itertools import pairwise
from threading import Thread
from typing import Any

import pytest

import tabiji
from tabiji.bots import registry
from tabiji.bots.builtin import SearchBot, _SearchTree
from tabiji.bots.hint import estimate, hint
from tabiji.bots.levels import LEVELS
from tabiji.bots.protocol import Budget, choose_move
from tabiji.bots.registry import bot_names, bot_spec, bot_specs
from tabiji.core.game_spec import game_names
from tabiji.core.match import Game

from tests.games.settings import random_match
from tests.rules.tokaido_table import put, start

GAMES = [tabiji.game("tokaido", players=3), tabiji.game("tokaido_duo"), tabiji.game("tsuro_seas", players=3)]
TABLES = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.spec.name)
BOTS = pytest.mark.parametrize("name", ["random", "hasty", "greedy", "search:30", "strong", "master"])


@TABLES
@BOTS
def test_hidden_things_change_no_choice(game: Game, name: str) -> None:
    """States that differ only in what the seat cannot know, and the same seed: the same move."""
    bot = bot_spec(name)
    differed = 0
    for seed in range(3):
        for decisions in (4, 9, 14):
            match = random_match(game, seed, decisions)
            if match.over:
                continue
            assert match.seat is not None
            other = match.determinize(match.seat, 99)
            differed += match.state.tobytes() != other.state.tobytes()
            for choice in range(3):
                budget = Budget(bot.budget.simulations, None, choice)
                assert choose_move(bot.make(), match, budget) == choose_move(bot.make(), other, budget)
    assert differed


@TABLES
@BOTS
def test_whole_games_of_legal_moves(game: Game, name: str) -> None:
    bot = bot_spec(name)
    player = bot.make()
    match = game.new(3)
    while not match.over and len(match.moves) < 400:
        match.play(choose_move(player, match, Budget(10 if bot.budget.simulations else None, None, len(match.moves))))
    assert match.over or name in ("random", "hasty")


def test_search_takes_what_wins() -> None:
    """The last decision of a journey: a meal that makes the difference."""
    match = put(start(("mitsukuni", "sasayakko", "zen_emon", "hirotada"), meals=["dango"]), 50, 54, 54, 54)
    match.state["points"][:4] = [60, 62, 10, 10]
    match.state["purse"][0] = 3
    match.play("move 54")
    for move in (hint(match)[0]["move"], choose_move(SearchBot(), match, Budget(simulations=300))):
        assert move.startswith("eat ")
        assert move != "eat nothing"
    shares = {one["move"]: one["share"] for one in hint(match)}
    assert max(shares.values()) > 0.99
    assert shares["eat nothing"] < 0.01


def test_a_hint_names_every_candidate_and_how_sure_it_is() -> None:
    match = random_match(tabiji.game("tokaido", players=4), 2, 30)
    found = hint(match, Budget(simulations=500))
    assert {one["move"] for one in found} == set(match.legal)
    assert sum(one["thought"] for one in found) == pytest.approx(1, abs=0.01)
    assert all(0 <= one["share"] <= 1 and one["unsure"] >= 0 for one in found)
    with pytest.raises(tabiji.OptionError, match="over"):
        hint(random_match(tabiji.game("tsuro_seas", players=2), 1))


@TABLES
def test_a_hint_tells_the_shares_of_all_seats_from_what_its_seat_knows(game: Game) -> None:
    budget = Budget(simulations=50, seed=7)
    for seed, decisions in ((0, 9), (1, 14)):
        match = random_match(game, seed, decisions)
        assert match.seat is not None
        found = estimate(match, budget)
        assert len(found.seats) == game.players
        assert sum(found.seats) == pytest.approx(1)
        assert min(found.seats) >= 0
        assert found.seats[match.seat] == pytest.approx(found.candidates[0]["share"])
        assert estimate(match.determinize(match.seat, 99), budget) == found  # hidden things do not matter


def test_a_full_arena_goes_on_without_new_nodes() -> None:
    """Memory is bounded: with room for a few nodes only, the search still answers."""
    match = random_match(tabiji.game("tokaido", players=4), 2, 30)
    record = match.determinize(match.seat, 0).state
    candidates = SearchBot(nodes=20).think(record, Budget(simulations=400))
    assert sum(candidate.visits for candidate in candidates) <= 400
    assert len(candidates) <= 19


def test_memory_can_be_set_by_name() -> None:
    bot = bot_spec("search:200:50")
    match = random_match(tabiji.game("tokaido", players=4), 2, 30)
    player: Any = bot.make()
    assert choose_move(player, match, bot.budget) in match.legal
    assert player.think(match.determinize(match.seat, 0).state, bot.budget)[0].visits <= 200
    assert [len(tree_search.tree) for tree_search in player._trees] == [50]


def test_thinking_leaves_other_threads_alone() -> None:
    """While one thread searches in a single call of compiled code, another goes on: the GIL is not held."""
    match = random_match(tabiji.game("tokaido", players=4), 2, 30)
    choose_move(SearchBot(), match, Budget(simulations=2))  # compiled
    player = Thread(target=choose_move, args=(SearchBot(), match, Budget(simulations=20_000)))
    player.start()
    moments = set()  # milliseconds in which this thread ran; it would see the first few only
    while player.is_alive():
        moments.add(time.perf_counter_ns() // 1_000_000)
    assert len(moments) > 50


def test_trees_of_several_threads_are_added_up() -> None:
    match = random_match(tabiji.game("tsuro_seas", players=3), 2, 8)
    record = match.determinize(match.seat, 0).state
    alone = SearchBot().think(record, Budget(simulations=200))
    together = SearchBot(threads=2).think(record, Budget(simulations=200))
    assert sum(t.visits for t in together) == 2 * sum(t.visits for t in alone)
    assert [t.visits for t in together] == sorted((t.visits for t in together), reverse=True)


def test_a_budget_of_time_is_kept() -> None:
    match = random_match(tabiji.game("tokaido", players=4), 2, 30)
    assert choose_move(SearchBot(), match, Budget(milliseconds=30)) in match.legal


def test_time_is_not_spent_on_what_is_decided() -> None:
    """With one move far ahead of all others, a search answers before its time is up."""
    tree_search = _SearchTree(8)
    tree_search.tree[0].visits, tree_search.tree[0].child = 1000, 1
    tree_search.tree[1].visits, tree_search.tree[1].sibling = 650, 2
    tree_search.tree[2].visits = 350
    assert tree_search._decided(0.8)  # 250 simulations are still to come
    assert not tree_search._decided(0.7)  # 428
    assert not tree_search._decided(0.05)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("serch", "did you mean search"),
        ("search:", None),
        ("search:0", "cannot read the budget"),
        ("search:5s", "cannot read the budget"),
        ("search:-5", "cannot read the budget"),
        ("search:100:5", "cannot read the memory"),
        ("search:100:many", "cannot read the memory"),
        ("greedy::500", "cannot read the memory"),
        ("", "unknown bot"),
    ],
)
def test_names_of_bots(text: str, says: str | None) -> None:
    if says is None:
        assert bot_spec(text).budget == Budget()
        return
    with pytest.raises(tabiji.OptionError, match=says):
        bot_spec(text)


def test_levels_are_bots() -> None:
    assert [level.name for level in LEVELS] == ["novice", "casual", "skilled", "strong", "expert", "master"]
    for level in LEVELS:
        assert bot_spec(level.name).name == level.name
        assert level.about
        assert bot_spec(level.name).budget == Budget()  # none of them needs time to think
    for weaker, stronger in pairwise(LEVELS):
        assert all(stronger.temperatures[game] < warm for game, warm in weaker.temperatures.items())
    assert set(LEVELS[-1].temperatures) == set(game_names())
    assert len(bot_specs("greedy", 4)) == 4
    with pytest.raises(tabiji.OptionError, match="2 bots for 3 seats"):
        bot_specs("greedy,random", 3)


def test_bots_of_others_register_by_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    class First:
        def choose(self, view: Any, legal: list[str], budget: Budget, deal: Any) -> str:
            assert view["viewer"] == view["seat"]
            assert len(view) > 5
            return legal[0]

    class Point:
        name = "first"

        @staticmethod
        def load() -> Any:
            return First

    monkeypatch.setattr(registry, "entry_points", lambda group: [Point] if group == "tabiji.bots" else [])
    registry._makers.cache_clear()
    try:
        assert "first" in bot_names()
        match = random_match(tabiji.game("tokaido_duo"), 1, 5)
        assert choose_move(bot_spec("first").make(), match, Budget()) == next(iter(match.legal))
    finally:
        registry._makers.cache_clear()
