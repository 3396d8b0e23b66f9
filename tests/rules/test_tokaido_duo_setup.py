"""TD-1 to TD-12 and TD-70: setup, the round, the use of a die, and what is secret."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import tabiji
from tabiji.games.tokaido_duo import SPEC
from tabiji.games.tokaido_duo.state import GOODS, SIDES, SYMBOLS

from tests.rules.duo_table import kinds, only, put, quiet, start, take, ways


def test_td1_two_players_with_three_characters() -> None:
    """TD-1: two players, purple and green, a pilgrim, a merchant and an artist each."""
    view = start().view(0)
    assert [seat["color"] for seat in view["seats"]] == ["purple", "green"]
    assert [set(pawns) for pawns in view["pawns"]] == [{"pilgrim", "merchant", "artist"}] * 2
    for wrong in (1, 3):
        with pytest.raises(tabiji.OptionError, match="not by"):
            tabiji.game("tokaido_duo", players=wrong)


@pytest.mark.compiled
def test_td1_trade_tokens_are_shuffled_onto_the_towns() -> None:
    """TD-1: eight tokens, one on each coastal town; every token comes to c1 about equally often."""
    match = start()
    tokens = Counter((token["good"], token["price"]) for token in match.view(None)["trade"].values())
    printed = Counter((token["good"], token["price"]) for token in match.game.board["trade_tokens"]["tokens"])
    assert tokens == printed
    game = tabiji.game("tokaido_duo")
    first = Counter(int(game.new(seed).state["trade"][0]) for seed in range(1600))
    copies = Counter(int(token) for token in game.blank()["trade"])
    assert sum((first[t] - 200 * n) ** 2 / (200 * n) for t, n in copies.items()) < 22  # 5 degrees, p = 0.0005


def test_td1_goods_go_into_the_bag() -> None:
    """TD-1: 26 goods: 5 kimonos, 6 ceramics, 7 dolls, 8 fans."""
    assert start().view(0)["bag"] == {"kimono": 5, "ceramic": 6, "doll": 7, "fan": 8}


def test_td1_wave_tiles_lie_on_a_random_side() -> None:
    """TD-1: each side about half the time; the option fixes them; nobody holds one."""
    game = tabiji.game("tokaido_duo")
    sides = np.array([game.new(seed).state["side"].tolist() for seed in range(400)])
    assert (abs(sides.mean(axis=0) - 0.5) < 0.1).all()
    assert len({tuple(row) for row in sides.tolist()}) == 8
    for pilgrim in SIDES[0]:
        for merchant in SIDES[1]:
            for artist in SIDES[2]:
                view = start(wave_sides=f"{pilgrim}-{merchant}-{artist}").view(None)
                assert [tile["side"] for tile in view["waves"].values()] == [pilgrim, merchant, artist]
                assert [tile["holder"] for tile in view["waves"].values()] == [None] * 3
    assert len(SPEC.options[0].choices) == 9


def test_td1_hot_spring_token_lies_on_the_board() -> None:
    """TD-1: nobody holds the hot spring token at first."""
    assert start().view(None)["hot_spring"] is None


def test_td2_pegs_start_on_1() -> None:
    """TD-2: temple and garden pegs on 1, so everybody has 1 x 1 points; no coins, slabs or goods."""
    match = start()
    for seat in match.view(None)["seats"]:
        assert (seat["temple"], seat["garden"], seat["coins"], seat["slabs"]) == (1, 1, 0, 0)
        assert not any(seat["goods"].values())
    assert match.scores == [1, 1]


@pytest.mark.parametrize("compass", ["purple", "green"])
def test_td2_paintings(compass: str) -> None:
    """TD-2: ten own tiles face down; purple 3 moon, 3 waterfall, 2 mountain, 2 bamboo; green 2, 2, 3, 3."""
    match = start(compass=compass)
    counts = {"purple": [3, 3, 2, 2], "green": [2, 2, 3, 3]}
    for p, seat in enumerate(match.view(None)["seats"]):
        assert [match.state["painting"][p].tolist().count(i) for i in range(4)] == counts[seat["color"]]
        assert seat["paintings"] == [{"symbol": None, "state": "hidden"}] * 10
    assert match.view(None)["seats"][0]["color"] == compass
    orders = {tuple(start(seed=seed).state["painting"][0].tolist()) for seed in range(40)}
    assert len(orders) == 40


@pytest.mark.compiled
def test_td2_painting_order_is_uniform() -> None:
    """TD-2: the first tile of purple is a moon or waterfall 3 times in 10, a mountain or bamboo 2 times."""
    game = tabiji.game("tokaido_duo")
    for place in (0, 9):
        seen = np.bincount([game.new(seed).state["painting"][0, place] for seed in range(2000)], minlength=4)
        expected = np.array([600, 600, 400, 400])
        assert ((seen - expected) ** 2 / expected).sum() < 17  # 3 degrees, p = 0.0007


def test_td3_start_spaces() -> None:
    """TD-3: the pawns stand where the board says, on opposite sides; the player at the compass begins."""
    match = start()
    board = match.game.board["start"]
    assert match.view(None)["pawns"] == [
        {c: board[p][c] for c in ("pilgrim", "merchant", "artist")} for p in ("first", "second")
    ]
    assert match.seat == 0
    assert match.view(None)["roller"] == 0
    assert kinds(match.events()) == ["rolled"] * 3


def test_td10_a_b_a_then_the_other_rolls() -> None:
    """TD-10: A takes one of three dice, B one of two, A the last; next round B rolls."""
    match = quiet(stack={"dice": [[2, 1, 1], [1, 2, 3]]})
    assert set(match.legal) == {"die pilgrim", "die merchant", "die artist"}
    seats = []
    taken = []
    while match.view(None)["round"] == 1:
        if match.view(None)["phase"] == "die":
            seats.append(match.seat)
            taken.append(len(match.legal))
        match.act(match.legal_actions()[-1])
    assert seats == [0, 1, 0]
    assert taken == [3, 2, 1]
    assert match.seat == 1
    view = match.view(1)
    assert view["roller"] == 1
    assert {name: die["pips"] for name, die in view["dice"].items()} == {"pilgrim": 1, "merchant": 2, "artist": 3}
    assert all(die["taken_by"] is None for die in view["dice"].values())


def test_td10_a_taken_die_is_gone() -> None:
    """TD-10: B chooses among the dice that are left, and moves B's own character."""
    match = quiet(stack={"dice": [[2, 1, 1]]})
    match.play("die pilgrim")
    match.act(match.legal_actions()[0])
    if match.view(0)["phase"] == "act":
        match.play("pass")
    assert match.seat == 1
    assert set(match.legal) == {"die merchant", "die artist"}
    before = match.view(None)["pawns"]
    match.play("die artist")
    match.act(match.legal_actions()[0])
    after = match.view(None)["pawns"]
    assert after[0] == before[0]
    assert after[1]["artist"] != before[1]["artist"]


@pytest.mark.compiled
def test_td10_dice_show_every_face_fairly() -> None:
    """TD-10: over many rolls each face comes as often as it is printed."""
    game = tabiji.game("tokaido_duo")
    rolls = np.array([game.new(seed).state["die"].tolist() for seed in range(3000)])
    for die, faces in enumerate(game.board["dice"][c] for c in ("pilgrim", "merchant", "artist")):
        expected = np.bincount(faces, minlength=5) * 500
        seen = np.bincount(rolls[:, die], minlength=5)
        assert seen[expected == 0].sum() == 0
        kept = expected > 0
        assert ((seen - expected)[kept] ** 2 / expected[kept]).sum() < 18


def test_td11_exact_length_and_no_space_twice() -> None:
    """TD-11: the artist's example of the rulebooks: with a 2 neither there and back (A) nor one step (B), but C."""
    match = quiet()
    put(match, 0, artist="n2")
    take(match, "artist", 2)
    assert ways(match) == {"w", "s1", "e", "s3"}
    assert "n2" not in ways(match)  # A: an area entered twice
    assert not ways(match) & {"n1", "n3", "s2"}  # B: one step only
    with pytest.raises(tabiji.IllegalMove):
        match.play("go n1")
    match.play("go s1")  # C
    assert match.view(None)["pawns"][0]["artist"] == "s1"


def test_td11_an_area_can_be_reached_the_long_way_round() -> None:
    """TD-11: with a 3 the artist reaches a neighbour over two others, each entered once."""
    match = quiet()
    put(match, 0, artist="n1")
    take(match, "artist", 3)
    assert ways(match) == {"e", "s3", "s2", "n2", "s1"}  # n2 over s1 and s2; s1 over n2 and s2; never w
    match = quiet()
    put(match, 0, artist="w")
    take(match, "artist", 2)
    assert ways(match) == {"n2", "s1", "n1", "s2"}


def test_td11_the_move_is_mandatory_the_action_is_not() -> None:
    """TD-11: there is no way to decline a move; every action can be declined."""
    match = take(quiet(), "pilgrim", 1)  # from h1 to g2
    assert list(match.legal) == ["go g2"]
    match.play("go g2")
    assert list(match.legal) == ["visit", "pass"]
    events = match.play("pass")
    assert only(events, "passed")["seat"] == 0
    assert match.view(None)["seats"][0]["garden"] == 1
    for character, pips, go, deed in (("merchant", 1, "m3", "draw"), ("artist", 1, "n3", "paint")):
        match = take(quiet(), character, pips)
        assert "pass" not in match.legal
        match.play(f"go {go}")
        assert deed in match.legal
        assert "pass" in match.legal


def test_td12_a_merchant_without_a_full_move_stays() -> None:
    """TD-12: the die is spent, nothing happens."""
    match = quiet()
    put(match, 0, merchant="c4")
    put(match, 1, merchant="c5")
    put(match, 0, pilgrim="c3")
    put(match, 1, pilgrim="c6")
    take(match, "merchant", 4)  # c4 m4 m3 m2 and then c2, c7 or m1: there is a way
    assert ways(match) == {"m1", "c2", "c7"}
    match = quiet()
    put(match, 0, merchant="m2", pilgrim="c4")
    put(match, 1, merchant="c5")
    take(match, "merchant", 3)  # m2 m3 m4 and then c4 or c5: both are taken
    assert list(match.legal) == ["stay"]
    events = match.play("stay")
    assert kinds(events) == ["stayed"]
    assert match.view(None)["pawns"][0]["merchant"] == "m2"
    assert match.seat == 1
    assert "die merchant" not in match.legal


def test_td70_everything_is_public_but_bag_order_and_face_down_tiles() -> None:
    """TD-70: both seats and a spectator see the same; re-dealt secrets change nothing of it."""
    match = quiet(seed=4)
    views = [match.view(seat) for seat in (0, 1, None)]
    for view in views:
        view.pop("viewer")
        view.pop("legal")
    assert views[0] == views[1] == views[2]
    others = [match.determinize(0, seed) for seed in range(30)]
    assert len({other.state["bag"].tobytes() for other in others}) > 20
    assert len({other.state["painting"].tobytes() for other in others}) > 20
    for other in others:
        assert other.view(0) == match.view(0)
        assert sorted(other.state["bag"].tolist()) == sorted(match.state["bag"].tolist())
        for p in range(2):
            assert sorted(other.state["painting"][p].tolist()) == sorted(match.state["painting"][p].tolist())


def test_td70_revealed_tiles_stay_when_secrets_are_dealt_anew() -> None:
    """TD-70: what was revealed is known; which tiles are still face down follows from it."""
    match = quiet(seed=4, stack={"paintings": [["moon", "bamboo", "moon"]]})
    match.state["painted"][0] = 3
    for seed in range(20):
        shown = match.determinize(1, seed).view(1)["seats"][0]
        assert [tile["symbol"] for tile in shown["paintings"]][:4] == ["moon", "bamboo", "moon", None]
        assert shown["face_down"] == {"moon": 1, "waterfall": 3, "mountain": 2, "bamboo": 1}
    assert SYMBOLS == ("moon", "waterfall", "mountain", "bamboo")
    assert GOODS == ("kimono", "ceramic", "doll", "fan")


def test_td70_dice_to_come_are_secret() -> None:
    """TD-70: a stacked roll of a later round is not known to a bot that thinks ahead."""
    match = start(stack={"dice": [[2, 1, 1], [4, 3, 3]]})
    assert match.state["planned"][1] == 433
    assert not match.determinize(0, 1).state["planned"].any()
