"""TD-60 and TD-61: the end, the points and ties."""

from __future__ import annotations

import pytest

import tabiji
from tabiji.core.match import Match
from tabiji.games.tokaido_duo.state import MAX_ROUNDS, OVER

from tests.rules.duo_table import kinds, put, quiet, take


def last_die(**fields: int) -> Match:
    """A match before its last die, whose use ends the game."""
    match = quiet()
    match.state["triggers"] = 1
    for field, value in fields.items():
        match.state[field][0] = value
    put(match, 0, artist="n1")
    put(match, 1, artist="e")
    take(match, "artist", 1, seat=0, turn=2)
    match.play("go n2")
    if match.view(0)["phase"] == "act":
        match.play("pass")
    return match


def test_td60_example_42_35_18() -> None:
    """TD-60: the example of the rulebooks: temple 7 x garden 6 = 42, 5 slabs = 35, 6 gifts = 18, together 95."""
    match = last_die(temple=7, garden=6, slabs=5, gifted=6, painted=8)
    assert match.over
    assert match.view(None)["seats"][0]["earned"] == {"faith": 42, "trade": 35, "culture": 18}
    assert match.scores[0] == 95
    assert match.winners == [0]
    points = [event["points"] for event in match.events() if event["event"] == "scored" and event["seat"] == 0]
    assert points == [42, 35, 18]


def test_td60_only_slabs_and_gifts_count() -> None:
    """TD-60: coins, goods and revealed paintings are worth nothing."""
    match = quiet()
    match.state["purse"][0] = 9
    match.state["painted"][0] = 10
    match.state["goods"][0] = [1, 1, 1, 2]
    assert match.scores == [1, 1]


def test_td60_the_dice_of_the_round_are_all_played() -> None:
    """TD-60: a trigger with the first die leaves two to play, for both players; then the game is over."""
    match = quiet(stack={"dice": [[1, 1, 1]]})
    match.state["garden"][0] = 5
    match.play("die pilgrim")
    match.play("go g2")
    match.play("visit")
    assert match.view(None)["triggers"] == ["garden"]
    seats = []
    while not match.over:
        if match.view(None)["phase"] == "die":
            seats.append(match.seat)
        match.act(match.legal_actions()[-1])
    assert seats == [1, 0]
    assert match.view(None)["round"] == 1
    assert match.view(None)["phase"] == "over"
    assert kinds(match.events())[-1] == "over"
    with pytest.raises(tabiji.IllegalMove):
        match.play("die artist")


def test_td60_without_a_trigger_the_next_round_begins() -> None:
    """TD-60: no trigger, no end."""
    match = quiet()
    take(match, "artist", 1, seat=0, turn=2)
    match.play("go n3")
    match.play("pass")
    assert not match.over
    assert match.view(None)["round"] == 2
    assert match.winners == []


def test_td60_the_other_player_can_trigger_too() -> None:
    """TD-60: triggers of one round add up."""
    match = quiet(stack={"dice": [[1, 1, 1]]})
    match.state["garden"][0] = 5
    match.state["gifted"][1], match.state["painted"][1] = 9, 10
    match.play("die pilgrim")
    match.play("go g2")
    match.play("visit")
    symbol = int(match.state["painting"][1, 9])
    match.state["symbol"][:] = symbol  # whichever tile is left, it can be given
    match.play("die artist")
    match.act(match.legal_actions()[0])
    match.play("gift")
    assert match.view(None)["triggers"] == ["garden", "gifts"]


def test_td60_a_game_cannot_last_for_ever() -> None:
    """TD-60: players who only decline are stopped after the round limit, and scored."""
    match = quiet()
    match.state["round"] = MAX_ROUNDS
    take(match, "artist", 1, seat=0, turn=2)
    match.play("go n3")
    match.play("pass")
    assert match.over
    assert match.view(None)["triggers"] == ["length"]


@pytest.mark.parametrize(
    ("slabs", "coins", "winners"),
    [
        ((1, 0), (0, 9), [0]),  # points first
        ((0, 1), (9, 0), [1]),
        ((1, 1), (3, 2), [0]),  # a tie: more coins
        ((1, 1), (2, 3), [1]),
        ((1, 1), (3, 3), [0, 1]),  # a tie again: shared
    ],
)
def test_td61_ties(slabs: tuple[int, int], coins: tuple[int, int], winners: list[int]) -> None:
    """TD-61: more coins break a tie, slabs excluded; else the victory is shared."""
    match = quiet()
    for p in range(2):
        match.state["slabs"][p], match.state["purse"][p] = slabs[p], coins[p]
    assert match.winners == []
    match.state["phase"], match.state["seat"] = OVER, -1
    assert match.winners == winners


@pytest.mark.parametrize(
    ("slabs", "coins", "by_coins", "by_money"),
    [
        ((0, 1), (9, 0), [0], [1]),  # nine coins against a slab
        ((0, 1), (9, 9), [0, 1], [1]),
        ((6, 6), (25, 14), [0], [0]),  # coins beyond the sixth slab stay coins
        ((5, 6), (9, 0), [0], [1]),
        ((5, 6), (9, 12), [1], [1]),
        ((2, 2), (4, 4), [0, 1], [0, 1]),
    ],
)
def test_td61_what_breaks_a_tie(
    slabs: tuple[int, int], coins: tuple[int, int], by_coins: list[int], by_money: list[int]
) -> None:
    """TD-61: option tie_break: coins alone, or money, a slab counted as ten coins. All have equal points here."""
    for option, winners in (("coins", by_coins), ("money", by_money)):
        match = quiet(tie_break=option)
        match.state["slab_points"] = 0  # slabs make no difference in points
        for p in range(2):
            match.state["slabs"][p], match.state["purse"][p] = slabs[p], coins[p]
        match.state["phase"], match.state["seat"] = OVER, -1
        assert match.winners == winners
