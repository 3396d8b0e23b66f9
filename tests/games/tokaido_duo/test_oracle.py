"""The rules against a slow second opinion that shares no code with them, on the shipped board and on random ones."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from random import Random
from typing import Any

import pytest

import tabiji
from tabiji.core.match import Match

from tests.games.tokaido_duo import oracle
from tests.games.tokaido_duo.islands import random_board

SHIKOKU: dict[str, Any] = tomllib.loads(
    files("tabiji.games.tokaido_duo").joinpath("data/shikoku.toml").read_text("utf-8")
)


def shake(match: Match, rng: Random) -> None:
    """Another position before a die is taken: pawns anywhere they may stand, tiles in any hands, paintings revealed."""
    state = match.state
    stations = int(state["stations"])
    coast = state["coast"].tolist()
    taken: list[int] = []
    for p in range(2):
        free = [i for i in range(stations) if i not in taken]
        state["at"][p, 0] = rng.choice(free)
        taken.append(int(state["at"][p, 0]))
    for p in range(2):
        free = [i for i in range(12) if i > 7 or coast[i] not in taken]
        state["at"][p, 1] = rng.choice(free)
        if state["at"][p, 1] < 8:
            taken.append(coast[int(state["at"][p, 1])])
        state["at"][p, 2] = rng.randrange(8)
        state["painted"][p] = rng.randint(0, 10)
        state["gifted"][p] = rng.randint(0, min(9, int(state["painted"][p])))
        state["temple"][p] = rng.randint(1, 8)
        state["garden"][p] = rng.randint(1, 5)
        state["slabs"][p] = rng.randint(0, 5)
    holders = rng.choice([[-1, 0, 1], [0, 1]])  # often no tile is left on the board: those positions are rarer
    for tile in range(3):
        state["wave"][tile] = rng.choice(holders)
        state["side"][tile] = rng.randrange(2)
        state["die"][tile] = rng.choice(state["faces"][tile].tolist())
    state["spring"] = rng.choice([-1, 0, 1])
    deal_goods(state, rng)


def deal_goods(state: Any, rng: Random) -> None:
    """Goods anew: bag and hands together stay 26, and nobody holds too many."""
    goods = [good for good, count in enumerate((5, 6, 7, 8)) for _ in range(count)]
    rng.shuffle(goods)
    state["goods"] = 0
    for p in range(2):
        strong = state["wave"][1] == p and state["side"][1] == 1
        most = 6 if strong else 5
        for _ in range(rng.choice([rng.randint(0, most), most])):
            state["goods"][p, goods.pop()] += 1
    state["bagged"] = len(goods)
    state["bag"] = goods + [0] * (26 - len(goods))


def compare(match: Match, island: oracle.Island, decisions: int, rng: Random) -> set[str]:
    """Play on, asking the oracle at every decision; which phases were compared."""
    origin = ""
    phases = set()
    for _ in range(decisions):
        if match.over:
            break
        view = match.view(match.seat)
        if view["phase"] == "die" and rng.random() < 0.7:
            shake(match, rng)
            view = match.view(match.seat)
        expected = oracle.legal(island, view, origin)
        assert set(view["legal"]) == expected, (match.seed, match.moves[-4:], view["phase"])
        assert len(view["legal"]) == len(expected)
        phases.add(view["phase"])
        move = rng.choice(view["legal"])
        if move.startswith("go ") and view["character"] == "artist":
            origin = view["pawns"][view["seat"]]["artist"]
        match.play(move)
        if view["phase"] == "go" and move != "stay" and not match.over:
            check_arrival(match, island, view, move, origin)
    return phases


def check_arrival(match: Match, island: oracle.Island, before: dict[str, Any], move: str, origin: str) -> None:
    """An action is asked for exactly when the space of arrival offers one."""
    after = match.view(None)
    assert after["pawns"][before["seat"]][before["character"]] == move.split()[1]
    there = {**after, "seat": before["seat"], "character": before["character"], "dice": before["dice"]}
    if not before["second_use"]:
        there["hot_spring"] = before["hot_spring"]
    else:
        there["hot_spring"] = before["seat"]  # still held while the die is used a second time
    assert (after["phase"] == "act") == bool(oracle.deeds(island, there, origin))


def test_rules_agree_with_the_oracle_on_shikoku() -> None:
    """Legal moves in thousands of shaken positions of the shipped board."""
    island = oracle.Island(SHIKOKU)
    game = tabiji.game("tokaido_duo")
    phases: set[str] = set()
    for seed in range(40):
        phases |= compare(game.new(seed), island, 120, Random(seed))
    assert phases == {"die", "go", "act", "keep", "return", "again"}


@pytest.mark.parametrize("seed", range(12))
def test_rules_agree_with_the_oracle_on_other_islands(seed: int) -> None:
    """Random boards: other rings, other trees of routes, dice up to 4."""
    board = random_board(SHIKOKU, seed)
    game = tabiji.game("tokaido_duo", board=board)
    island = oracle.Island(board)
    for match_seed in range(4):
        compare(game.new(match_seed), island, 100, Random(match_seed))


@pytest.mark.parametrize("seed", range(12))
def test_areas_touch_as_the_oracle_says(seed: int) -> None:
    """Adjacency derived from the routes equals the oracle's, which looks at shared route ends."""
    for board in (SHIKOKU, random_board(SHIKOKU, seed)):
        shown = tabiji.game("tokaido_duo", board=board).board_shown
        assert shown is not None
        assert {area["id"]: set(area["touches"]) for area in shown["areas"]} == oracle.Island(board).across
