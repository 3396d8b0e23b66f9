"""TK-1 to TK-5, TK-70 to TK-73: setup and variants."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import tabiji
from tabiji.games.tokaido.state import DATA, MEALS, SOUVENIRS, TRAVELERS

from tests.rules.tokaido_table import PLAIN, kinds, only, put, start


def test_tk1_road_from_kyoto_to_edo() -> None:
    """TK-1: 55 stops, four inns after Kyoto at 14, 27, 41 and 54, and the counted spaces between them."""
    stops = DATA["road"]["stops"]
    assert len(stops) == 55
    assert [i for i, stop in enumerate(stops) if stop == "inn"] == [0, 14, 27, 41, 54]
    assert Counter(stops) == {
        "village": 7, "temple": 6, "encounter": 7, "paddy": 5, "hot_spring": 6, "mountain": 6, "farm": 6, "sea": 7,
        "inn": 5,
    }  # fmt: skip
    slots = Counter(stops) + Counter(stops[i] for i in DATA["road"]["double"])
    assert {k: n for k, n in slots.items() if k != "inn"} == {
        "village": 10, "temple": 9, "encounter": 9, "paddy": 7, "hot_spring": 9, "mountain": 9, "farm": 10, "sea": 11,
    }  # fmt: skip
    match = start()
    assert [pawn["stop"] for pawn in match.view(None)["pawns"]] == [0, 0, 0, 0]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_tk1_players(players: int) -> None:
    """TK-1: two to five travelers."""
    assert tabiji.game("tokaido", players=players).new(1).game.players == players
    for wrong in (1, 6):
        with pytest.raises(tabiji.OptionError, match="2 to 5"):
            tabiji.game("tokaido", players=wrong)


def test_tk2_decks() -> None:
    """TK-2: 25 meals, 24 souvenirs, 14 encounters, 12 hot springs, shuffled; panoramas of 3, 4 and 5 cards."""
    state = tabiji.game("tokaido", players=4).new(1).state
    assert Counter(state["meals"]["cards"].tolist()) == dict(enumerate([3] * 3 + [2] * 5 + [1] * 6))
    assert sorted(state["souvenirs"]["cards"].tolist()) == list(range(24))
    assert Counter(state["encounters"]["cards"].tolist()) == dict(enumerate([2, 2, 2, 2, 1, 2, 3]))
    assert Counter(state["springs"]["cards"].tolist()) == {0: 6, 1: 6}
    assert sum(DATA["meals"]["cards"][i]["price"] for i in state["meals"]["cards"].tolist()) == 47
    assert DATA["panoramas"]["length"] == {"paddy": 3, "mountain": 4, "sea": 5}
    orders = {tuple(tabiji.game("tokaido").new(seed).state["souvenirs"]["cards"].tolist()) for seed in range(50)}
    assert len(orders) == 50


@pytest.mark.compiled
def test_tk2_shuffles_are_uniform() -> None:
    """TK-2: every souvenir is on top about equally often (chi-square, 23 degrees of freedom)."""
    game = tabiji.game("tokaido", initiatory=True)
    tops = np.bincount([game.new(seed).state["souvenirs"]["cards"][0] for seed in range(4800)], minlength=24)
    assert ((tops - 200) ** 2 / 200).sum() < 50  # p = 0.001


def test_tk3_two_tiles_keep_one() -> None:
    """TK-3: two different tiles for each player, one kept; the coins of the tile."""
    match = tabiji.game("tokaido", players=5).new(3)
    dealt = match.state["dealt"].ravel().tolist()
    assert sorted(dealt) == list(range(10))
    for seat in range(5):
        assert match.seat == seat
        own = {TRAVELERS[tile] for tile in match.state["dealt"][seat].tolist()}
        assert set(match.legal) == {f"take {name}" for name in own}
        match.play(f"take {sorted(own)[0]}")
    coins = {tile["id"]: tile["coins"] for tile in DATA["travelers"]["tiles"]}
    assert coins == {
        "hiroshige": 3, "chuubei": 4, "kinko": 7, "yoshiyasu": 9, "satsuki": 2, "mitsukuni": 6, "sasayakko": 5,
        "hirotada": 8, "umegae": 5, "zen_emon": 6,
    }  # fmt: skip
    for seat in match.view(None)["seats"]:
        assert seat["coins"] == coins[seat["traveler"]]


def test_tk3_choice_is_secret_until_all_have_chosen() -> None:
    """TK-3: nobody sees another's choice before the last one is made; then everybody does."""
    match = tabiji.game("tokaido", players=3).new(3)
    events = match.play(next(iter(match.legal)))
    assert kinds(events) == ["took"]
    assert match.events(1) == match.events(None) == []
    assert kinds(match.events(0)) == ["took"]
    assert match.view(1)["seats"][0]["traveler"] is None
    assert match.view(0)["seats"][0]["traveler"] == match.moves[0].split()[1]
    match.play(next(iter(match.legal)))
    match.play(next(iter(match.legal)))
    assert match.view(1)["seats"][0]["traveler"] == match.moves[0].split()[1]
    assert kinds(match.events(None)) == ["revealed"] * 3 + ["lined_up"] * 3


def test_tk4_kyoto_slots_after_the_choice() -> None:
    """TK-4: pawns stand in Kyoto in random order; the outermost leaves first, slot 0 last."""
    match = start(kyoto=[2, 0, 1, 3])
    assert [match.view(None)["pawns"][pawn]["slot"] for pawn in (2, 0, 1, 3)] == [0, 1, 2, 3]
    order = []
    for stop in (1, 2, 3, 4):
        order.append(match.seat)
        match.play(f"move {stop}")
        while not next(iter(match.legal)).startswith("move"):
            match.play(next(iter(match.legal)))
    assert order == [3, 1, 0, 2]
    firsts = Counter(start(seed=seed).seat for seed in range(400))
    assert sorted(firsts) == [0, 1, 2, 3]
    assert min(firsts.values()) > 60


def test_tk4_slots_are_secret_while_tiles_are_chosen() -> None:
    """TK-4: the order is drawn after the choice: no view shows it before."""
    match = tabiji.game("tokaido", players=3).new(3)
    assert [pawn["slot"] for pawn in match.view(0)["pawns"]] == [None] * 3


def test_tk5_bank_and_purse_have_no_limit() -> None:
    """TK-5: a rich traveler goes on getting coins."""
    match = start()
    match.state["purse"][:] = 120
    put(match, 5, 6, 8, 9)
    match.play("move 7")
    assert match.state["purse"][0] == 123


def test_tk70_initiatory() -> None:
    """TK-70: no tiles, 7 coins each, the journey starts at once."""
    match = tabiji.game("tokaido", players=3, initiatory=True).new(1)
    view = match.view(None)
    assert view["phase"] == "move"
    assert [(seat["traveler"], seat["coins"]) for seat in view["seats"]] == [(None, 7)] * 3


def test_tk71_return_trip() -> None:
    """TK-71: the road backwards, with its inns and double spaces."""
    match = tabiji.game("tokaido", players=4, initiatory=True, return_trip=True).new(1)
    stops = DATA["road"]["stops"][::-1]
    assert [int(m.split()[1]) for m in match.legal] == list(range(1, 14))  # the first inn is 13 stops away
    first = match.seat
    match.play("move 1")  # 53 of the way there: a village
    assert stops[1] == "village"
    assert match.view(first)["phase"] == "buy"
    match.play("buy nothing")
    put(match, 1, 1, 3, 9)
    assert 54 - 45 == 9  # 45 is a double space
    assert "move 9" in match.legal
    put(match, 1, 9, 9, 3)
    assert "move 9" not in match.legal


def test_tk72_gastronomy() -> None:
    """TK-72: as many meals as players; 3 with two."""
    for players, meals in ((2, 3), (3, 3), (4, 4), (5, 5)):
        match = start(PLAIN[:players], gastronomy=True)
        put(match, *range(3, 3 + int(match.state["pawns"])))
        assert only(match.play("move 14"), "served")["cards"] == meals


@pytest.mark.parametrize(
    ("players", "by_departure"),
    [(2, [0, 1, 2]), (3, [0, 1, 2]), (4, [-1, 0, 1, 2]), (5, [-1, -1, 0, 1, 2])],
)
def test_tk73_preparations(players: int, by_departure: list[int]) -> None:
    """TK-73, the rulebooks' example with four: last +2, third +1, second 0, first -1; the neutral's is ignored."""
    for seed in range(5):
        match = start(PLAIN[:players], seed=seed, preparations=True)
        plain = start(PLAIN[:players], seed=seed)
        for p in range(players):
            departure = int(match.state["departure"][p])
            assert match.state["purse"][p] - plain.state["purse"][p] == by_departure[departure]


def test_tk73_variants_combine() -> None:
    """TK-70 to TK-73 together, also with two players."""
    for players in (2, 3, 4, 5):
        match = tabiji.game(
            "tokaido", players=players, initiatory=True, return_trip=True, gastronomy=True, preparations=True
        ).new(5)
        by_slot = [2, 1, 0, -1, -1]
        for p in range(players):
            assert match.state["purse"][p] == 7 + by_slot[int(match.state["slot"][p])]
        while not match.over:
            match.play(next(iter(match.legal)))
        assert match.winners


def test_component_names_are_unique() -> None:
    """Notation depends on it: no meal, souvenir or traveler shares a name with another."""
    for names in (MEALS, SOUVENIRS, TRAVELERS):
        assert len(set(names)) == len(names)
        assert "nothing" not in names
