"""TK-27, TK-28: inns and meals."""

from __future__ import annotations

import pytest

import tabiji

from tests.rules.tokaido_table import PLAIN, at_inn, kinds, moves, only, put, start

MENU = ["dango", "soba", "fugu", "udon", "tofu", "sushi"]
# four travelers without any business at inns
HUNGRY = ("mitsukuni", "sasayakko", "zen_emon", "hirotada")


def test_tk27_everybody_stops_at_each_inn() -> None:
    """TK-27: nobody walks past stop 14, 27, 41 or 54."""
    for inn in (14, 27, 41, 54):
        match = put(start(HUNGRY), inn - 3, inn - 2, inn - 1, inn)
        assert max(moves(match)) == inn


@pytest.mark.parametrize(("players", "meals"), [(3, 4), (4, 5), (5, 6)])
def test_tk27_first_arrival_draws_players_plus_one(players: int, meals: int) -> None:
    """TK-27: 4 cards with three players (the Polish rulebook's example), 5 with four, 6 with five."""
    match = start((*HUNGRY, "umegae")[:players])
    assert only(at_inn(match), "served")["cards"] == meals
    assert match.state["meals"]["left"] == 25 - meals


def test_tk27_example_of_four_travelers() -> None:
    """TK-27, TK-28: the example of both rulebooks.

    The first chooses of five, the second of four; the third cannot pay any of three and stays hungry; the fourth
    chooses of the same three, and the rest go under the deck.
    """
    match = start(HUNGRY, meals=MENU)
    put(match, 5, 8, 9, 10)
    for seat, coins in enumerate((9, 9, 0, 9)):
        match.state["purse"][seat] = coins
    match.play("move 14")
    assert set(match.legal) == {"eat dango", "eat soba", "eat fugu", "eat udon", "eat tofu", "eat nothing"}
    match.play("eat dango")
    match.play("move 14")
    assert set(match.legal) == {"eat soba", "eat fugu", "eat udon", "eat tofu", "eat nothing"}
    match.play("eat fugu")
    match.play("move 14")
    assert list(match.legal) == ["eat nothing"]
    assert match.view(2)["inn"] == [{"cards": 3, "of": ["soba", "tofu", "udon"]}]
    match.play("eat nothing")
    match.play("move 14")
    assert set(match.legal) == {"eat soba", "eat udon", "eat tofu", "eat nothing"}
    events = match.play("eat soba")
    assert kinds(events) == ["ate", "cleared"]
    assert match.state["purse"][:4].tolist() == [8, 6, 0, 7]
    assert match.scores == [6, 6, 0, 6]
    assert match.state["meals"]["left"] == 25 - 3
    assert match.view(0)["decks"]["meals"][-1] == {"cards": 2, "of": ["tofu", "udon"]}
    assert match.seat == 3  # TK-27: the last arrival leaves first
    assert min(moves(match)) == 15


def test_tk27_leftovers_in_random_order() -> None:
    """TK-27: what nobody bought goes under the deck in an order that varies."""
    orders = set()
    for seed in range(60):
        match = put(start(HUNGRY[:3], seed=seed, meals=["fugu", "udon", "unagi", "dango"]), 5, 14, 14)
        match.play("move 14")
        match.play("eat dango")
        deck = match.state["meals"]
        orders.add(tuple(int(deck["cards"][(int(deck["top"]) + 21 + i) % 25]) for i in range(3)))
    assert len(orders) == 6


def test_tk27_offer_is_secret_from_those_still_walking() -> None:
    """TK-27: the arrivals see the meals; the others and spectators see how many there are."""
    match = start(HUNGRY, meals=MENU)
    at_inn(match)
    assert match.view(0)["inn"] == [{"cards": 5, "of": sorted(MENU[:5])}]
    for seat in (None, 1, 2, 3):
        assert match.view(seat)["inn"] == [{"cards": 5}]
    match.play("eat dango")
    assert match.view(0)["inn"] == [{"cards": 4, "of": ["fugu", "soba", "tofu", "udon"]}]
    assert match.view(1)["inn"] == [{"cards": 4}]


def test_tk28_six_points_and_the_price() -> None:
    """TK-28: a meal of any price scores 6."""
    for dish, price in (("dango", 1), ("soba", 2), ("fugu", 3)):
        match = start(HUNGRY, meals=MENU)
        at_inn(match)
        match.state["purse"][0] = 4
        event = only(match.play(f"eat {dish}"), "ate")
        assert (event["coins"], event["points"], match.state["purse"][0]) == (price, 6, 4 - price)


def test_tk28_one_meal_per_inn() -> None:
    """TK-28: after a meal the visit is over."""
    match = start(HUNGRY, meals=MENU)
    at_inn(match)
    match.play("eat dango")
    assert match.view(None)["phase"] == "move"
    assert match.seat != 0


def test_tk28_never_the_same_dish_twice() -> None:
    """TK-28: a dish eaten before cannot be bought again; `repeat_dishes` allows it once more, and no more."""
    match = start(HUNGRY, meals=["dango", "soba", "fugu", "udon", "tofu", "dango"])
    match.state["meal"][0, 0] = 0
    at_inn(match, inn=27)
    assert "eat dango" not in match.legal
    assert "eat soba" in match.legal
    match = start(HUNGRY, meals=["dango", "soba", "fugu", "udon", "tofu", "dango"], repeat_dishes=True)
    match.state["meal"][0, 0] = 0
    at_inn(match, inn=27)
    assert "eat dango" in match.legal
    match.play("eat dango")
    put(match, 30, 41, 41, 41)
    match.state["inn"], match.state["pooled"] = 3, 1
    match.state["pool"][0] = 0
    match.play("move 41")
    assert list(match.legal) == ["eat nothing"]


def test_tk28_buying_is_optional() -> None:
    """TK-28: a rich traveler may eat nothing."""
    match = start(HUNGRY, meals=MENU)
    at_inn(match)
    assert kinds(match.play("eat nothing")) == ["fasted"]
    assert match.scores[0] == 0
    with pytest.raises(tabiji.IllegalMove):
        match.play("eat dango")


def test_tk27_two_copies_of_a_dish_are_one_choice() -> None:
    """TK-27: with two equal dishes on offer one may be taken and the other stays."""
    match = start(HUNGRY, meals=["soba", "soba", "fugu", "udon", "tofu"])
    at_inn(match)
    assert list(match.legal).count("eat soba") == 1
    match.play("eat soba")
    assert match.view(0)["inn"] == [{"cards": 4, "of": ["fugu", "soba", "tofu", "udon"]}]


def test_tk27_inns_of_all_player_counts_never_run_out() -> None:
    """TK-27: twelve inns' worth of meals are always there, also with Satsuki drawing from the deck."""
    for players in (2, 3, 4, 5):
        match = start(("satsuki", *PLAIN)[:players], satsuki_source="deck")
        while not match.over:
            view = match.view(match.seat)
            assert view["phase"] != "eat" or view["inn"]
            match.play(list(match.legal)[-1])
