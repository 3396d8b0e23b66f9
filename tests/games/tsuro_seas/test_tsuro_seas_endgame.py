"""What the endgame calls certain is certain: against every tile, every answer, and a slow count of both."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import tabiji
from tabiji.bots.builtin import SearchBot
from tabiji.bots.hint import hint
from tabiji.bots.protocol import Budget, choose_move
from tabiji.core.match import Match
from tabiji.core.record import as_state, load
from tabiji.games.tsuro_seas import rules
from tabiji.games.tsuro_seas.endgame import foresee
from tabiji.games.tsuro_seas.state import HAND, MAX_LEGAL, NO_TILE, PLACE

from tests.games.settings import random_match
from tests.rules.tsuro_table import FAR, STRAIGHT, UTURNS, sea

CALM = tabiji.game("tsuro_seas", players=2, no_daikaiju=True)


def two_on_calm_sea() -> list[Match]:
    """Late decisions about a tile, from random voyages."""
    found = []
    for seed in range(150):
        length = len(random_match(CALM, seed).moves)
        for back in range(1, 6):
            match = random_match(CALM, seed, length - back)
            if match.state["phase"] == PLACE and len(match.legal_actions()) > 1:
                found.append(match)
    return found


def test_the_tile_that_leaves_one_ship_wins_at_once() -> None:
    """Two ships face d1; a U-turn throws the other one off the board, a straight tile saves both."""
    match = sea(["d1 7", "n7"], hands=[[STRAIGHT, UTURNS], [1, 2]], daikaiju=FAR)
    sure = foresee(match.state)
    assert [share for _, share in sure if share == 1.0]
    best = hint(match, Budget(simulations=1))
    assert all(one["share"] == 1.0 and one["unsure"] == 0.0 for one in best)
    match.play(choose_move(SearchBot(), match, Budget(simulations=1)))
    assert match.winners == [0]


def test_a_doomed_ship_takes_another_along() -> None:
    """Whatever it lays it is lost: sharing the victory is the most it can have."""
    for seed in range(400):
        match = random_match(CALM, seed)
        length = len(match.moves)
        for back in range(1, 4):
            match = random_match(CALM, seed, length - back)
            sure = foresee(match.state) if match.state["phase"] == PLACE else []
            if {share for _, share in sure} == {0.0, 0.5}:
                match.play(choose_move(SearchBot(), match, Budget(simulations=1)))
                assert match.winners == [0, 1]
                return
    pytest.fail("no such position was met")


def test_a_plan_wins_against_every_answer() -> None:
    """Follow a plan against random hands and answers: it stays certain until it has won."""
    followed = 0
    for match in two_on_calm_sea():
        sure = foresee(match.state)
        seat = match.seat
        assert seat is not None
        if not sure or sure[-1][1] < 1.0 or not _unsettled(match, sure[-1][0]):
            continue
        followed += 1
        for seed in range(30):
            rng = random.Random(seed)
            other = match.determinize(seat, seed)
            while not other.over:
                if other.seat == seat and len(other.legal_actions()) > 1:
                    plan = [action for action, share in foresee(other.state) if share == 1.0]
                    other.act(plan[0])
                else:
                    other.act(rng.choice(other.legal_actions()))
            assert other.winners == [seat]
    assert followed > 20


def _unsettled(match: Match, action: int) -> bool:
    trial = match.determinize(match.seat, 1)
    trial.act(action)
    return not trial.over


def test_short_plans_agree_with_a_slow_count() -> None:
    """A tile, any answer of any tile, a tile that wins: found if and only if trying everything finds it."""
    plans = 0
    for match in two_on_calm_sea()[:300]:
        sure = [action for action, share in foresee(match.state) if share == 1.0]
        slow = [action for action in match.legal_actions() if _wins_in_two(match, action)]
        if slow:
            plans += 1
            assert sure
            assert sure[0] in slow
    assert plans > 20


def _legal(record: Any) -> list[int]:
    moves = np.zeros(MAX_LEGAL, np.int16)
    return [int(moves[i]) for i in range(rules.legal(as_state(record), moves))]


def _after(match: Match, record: Any, action: int) -> Any:
    after = load(match.game.dtype, record.tobytes())
    rules.step(as_state(after), action)
    return after


def _wins_in_two(match: Match, action: int) -> bool:
    """Play on with the rules alone: the other holds one tile only, each there may be; nobody draws."""
    seat = int(match.state["seat"])
    other = 1 - seat
    pile = match.state["pile"]
    size = len(pile["cards"])
    tiles = {int(pile["cards"][(int(pile["top"]) + i) % size]) for i in range(int(pile["left"]))}
    tiles |= {int(tile) for tile in match.state["hand"][other * HAND : other * HAND + HAND]} - {NO_TILE}
    for tile in tiles:
        record = load(match.game.dtype, match.state.tobytes())
        record["pile"]["left"] = 0
        record["hand"][other * HAND : other * HAND + HAND] = [tile, NO_TILE, NO_TILE]
        first = _after(match, record, action)
        if first["seat"] < 0:
            return bool(first["won"] == 1 << seat)
        for answer in _legal(first):
            second = _after(match, first, answer)
            if second["seat"] < 0:
                if second["won"] != 1 << seat:
                    return False
            elif not any(_after(match, second, mine)["won"] == 1 << seat for mine in _legal(second)):
                return False
    return True


def test_nothing_is_certain_beyond_the_own_tile_where_daikaiju_roam() -> None:
    game = tabiji.game("tsuro_seas", players=2)
    for seed in range(60):
        length = len(random_match(game, seed).moves)
        match = random_match(game, seed, length - 2)
        if match.state["phase"] == PLACE:
            for action, share in foresee(match.state):
                if share == 1.0:
                    assert not _unsettled(match, action)


def test_what_is_certain_depends_on_nothing_hidden() -> None:
    differed = 0
    for match in two_on_calm_sea()[:200]:
        other = match.determinize(match.seat, 7)
        differed += match.state.tobytes() != other.state.tobytes()
        assert foresee(match.state) == foresee(other.state)
    assert differed > 100
