"""TD-30 to TD-33, TD-54 and TD-55: the merchant."""

from __future__ import annotations

from collections import Counter

import pytest

import tabiji
from tabiji.core.record import as_state
from tabiji.games.tokaido_duo.scoring import earn
from tabiji.games.tokaido_duo.state import GOODS

from tests.rules.duo_table import give_goods, give_wave, kinds, only, put, quiet, start, take, ways

CERAMIC_AT_C1 = {"trade": [["ceramic", 3]]}


def test_td30_along_routes_between_towns() -> None:
    """TD-30: one die pip is one route, to mountain and coastal towns."""
    match = quiet()
    put(match, 0, merchant="m2")
    assert ways(take(match, "merchant", 1)) == {"m1", "m3", "c2", "c7"}
    match = quiet()
    put(match, 0, merchant="c1")
    assert ways(take(match, "merchant", 1)) == {"m1"}
    match = quiet()
    put(match, 0, merchant="c1")
    assert ways(take(match, "merchant", 3)) == {"m3", "c2", "c7"}


def test_td30_example_two_destinations() -> None:
    """TD-30: the example of the rulebooks: with a 2 a mountain town for goods, or a coastal town for kimonos."""
    match = quiet(stack={"trade": [["kimono", 4]]})
    give_goods(match, 0, kimono=2)
    put(match, 0, merchant="c8")
    take(match, "merchant", 2)
    assert ways(match) == {"m2", "c1"}
    match.play("go m2")
    assert list(match.legal) == ["draw", "pass"]
    match.undo()
    match.play("go c1")
    assert list(match.legal) == ["sell 1", "sell 2", "pass"]


def test_td30_no_turning_back() -> None:
    """TD-30, TD-11: no town twice in one movement."""
    match = quiet()
    put(match, 0, merchant="m1")
    assert "m1" not in ways(take(match, "merchant", 2))


@pytest.mark.parametrize(("town", "goods"), [("m1", 2), ("m2", 3), ("m3", 3), ("m4", 4)])
def test_td31_mountain_town(town: str, goods: int) -> None:
    """TD-31: as many goods as are printed, out of the bag."""
    match = quiet(stack={"goods": ["fan", "doll", "fan", "kimono"]})
    origin = {"m1": "c1", "m2": "c2", "m3": "c3", "m4": "c4"}[town]
    put(match, 0, merchant=origin)
    take(match, "merchant", 1).play(f"go {town}")
    events = match.play("draw")
    drawn = [event["good"] for event in events if event["event"] == "drew"]
    assert drawn == ["fan", "doll", "fan", "kimono"][:goods]
    view = match.view(None)
    assert {good: n for good, n in view["seats"][0]["goods"].items() if n} == Counter(drawn)
    assert sum(view["bag"].values()) == 26 - goods


def test_td31_merchants_may_share_a_mountain_town() -> None:
    """TD-31: both merchants in m1."""
    match = quiet()  # the second player's merchant is in m1
    put(match, 0, merchant="m2")
    take(match, "merchant", 1).play("go m1")
    assert [pawns["merchant"] for pawns in match.view(None)["pawns"]] == ["m1", "m1"]


def test_td31_keep_at_most_five_of_old_and_new() -> None:
    """TD-31: more than five: any choice of at most five of all goods, the rest returns to the bag."""
    match = quiet(stack={"goods": ["kimono", "kimono", "doll"]})
    give_goods(match, 0, fan=3, ceramic=1)
    match.state["bag"][: int(match.state["bagged"])] = sorted(match.state["bag"][: int(match.state["bagged"])])
    bag = match.state["bag"].tolist()[:22]
    for good in ("doll", "kimono", "kimono"):
        bag.remove(GOODS.index(good))
        bag.append(GOODS.index(good))
    match.state["bag"][:22] = bag
    put(match, 0, merchant="c2")
    take(match, "merchant", 1).play("go m2")
    match.play("draw")
    assert match.view(0)["seats"][0]["goods"] == {"kimono": 2, "ceramic": 1, "doll": 1, "fan": 3}
    moves = list(match.legal)
    assert "keep kimono kimono ceramic doll fan" in moves
    assert "keep kimono kimono fan fan fan" in moves
    assert "keep kimono doll" in moves  # fewer is a choice as well
    assert "keep nothing" in moves
    assert all(len(move.split()) <= 6 for move in moves)
    assert len(moves) == len(set(moves))
    # every choice of at most 5 from (2, 1, 1, 3), counted by hand: 48 in all, less 1 of seven goods and 4 of six
    assert len(moves) == 3 * 2 * 2 * 4 - 1 - 4
    with pytest.raises(tabiji.IllegalMove):
        match.play("keep kimono kimono ceramic doll fan fan")
    events = match.play("keep fan kimono kimono doll fan")
    assert [(event["good"], event["count"]) for event in events if event["event"] == "returned"] == [
        ("ceramic", 1),
        ("fan", 1),
    ]
    view = match.view(None)
    assert view["seats"][0]["goods"] == {"kimono": 2, "ceramic": 0, "doll": 1, "fan": 2}
    assert view["bag"] == {"kimono": 3, "ceramic": 6, "doll": 6, "fan": 6}


def test_td31_nothing_is_asked_up_to_five() -> None:
    """TD-31: five goods are stored without a question."""
    match = quiet()
    give_goods(match, 0, fan=2)
    put(match, 0, merchant="c2")
    take(match, "merchant", 1).play("go m2")
    match.play("draw")
    assert match.view(None)["phase"] == "die"
    assert sum(match.view(None)["seats"][0]["goods"].values()) == 5


@pytest.mark.compiled
def test_td31_the_bag_is_always_well_mixed() -> None:
    """TD-31: a good that went back is drawn next as often as any other."""
    again = 0
    for seed in range(600):
        match = quiet(seed=seed)
        give_goods(match, 0, kimono=5)  # no other kimono is in the bag
        put(match, 0, merchant="c2")
        match.state["trade"][6] = 0 << 3 | 4
        take(match, "merchant", 2).play("go c7")
        match.play("sell 1")
        bag = match.state["bag"].tolist()[: int(match.state["bagged"])]
        assert len(bag) == 22
        again += bag[-1] == 0
    assert 10 <= again <= 50  # 600 / 22 = 27


def test_td32_a_coastal_town_holds_one_pawn() -> None:
    """TD-32: towns with a merchant or a pilgrim, also the own one, may not be entered."""
    match = quiet()
    put(match, 0, merchant="m2", pilgrim="c2")
    put(match, 1, merchant="c7")
    assert ways(take(match, "merchant", 1)) == {"m1", "m3"}
    match = quiet()
    put(match, 0, merchant="m2")
    put(match, 1, pilgrim="c7")
    assert ways(take(match, "merchant", 1)) == {"m1", "m3", "c2"}


def test_td32_sell_any_number_of_the_tokens_good() -> None:
    """TD-32: from one to all of the good on the token, at its price; they return to the bag."""
    match = quiet(stack={"trade": [["doll", 2]]})
    give_goods(match, 0, doll=3, fan=2)
    put(match, 0, merchant="m1")
    take(match, "merchant", 1).play("go c1")
    assert list(match.legal) == ["sell 1", "sell 2", "sell 3", "pass"]
    events = match.play("sell 2")
    assert only(events, "sold") == {"event": "sold", "seat": 0, "good": "doll", "count": 2}
    assert only(events, "coins")["coins"] == 4
    view = match.view(None)
    assert view["seats"][0]["goods"] == {"kimono": 0, "ceramic": 0, "doll": 1, "fan": 2}
    assert view["seats"][0]["coins"] == 4
    assert view["bag"]["doll"] == 6


def test_td32_nothing_to_sell_nothing_asked() -> None:
    """TD-32: a merchant without the token's good is not asked."""
    match = quiet(stack={"trade": [["doll", 2]]})
    give_goods(match, 0, fan=2)
    put(match, 0, merchant="m1")
    take(match, "merchant", 1).play("go c1")
    assert match.view(None)["phase"] == "die"


def test_td33_example_four_ceramics_make_a_slab() -> None:
    """TD-33: the example of the rulebooks: 4 x 3 = 12 coins are a slab and 2 coins, 35 points instead of 26."""
    match = quiet(stack=CERAMIC_AT_C1)
    give_goods(match, 0, ceramic=4)
    match.state["slabs"][0] = 4
    put(match, 0, merchant="m1")
    take(match, "merchant", 1).play("go c1")
    assert match.view(None)["seats"][0]["earned"]["trade"] == 26
    events = match.play("sell 4")
    assert only(events, "coins")["coins"] == 12
    assert only(events, "slab")["slabs"] == 5
    seat = match.view(None)["seats"][0]
    assert (seat["slabs"], seat["coins"], seat["earned"]["trade"]) == (5, 2, 35)


@pytest.mark.parametrize(
    ("slabs", "coins", "income", "after"),
    [
        (0, 9, 1, (1, 0)),
        (0, 7, 2, (0, 9)),
        (1, 9, 24, (4, 3)),  # 33 coins: three slabs at once
        (5, 9, 12, (6, 11)),  # beyond the sixth slab coins stay
        (6, 11, 3, (6, 14)),
    ],
)
def test_td33_ten_coins_become_a_slab(slabs: int, coins: int, income: int, after: tuple[int, int]) -> None:
    """TD-33: at once, repeatedly, up to the sixth slab."""
    match = quiet()
    match.state["slabs"][0], match.state["purse"][0] = slabs, coins
    earn(as_state(match.state), 0, income)
    assert (int(match.state["slabs"][0]), int(match.state["purse"][0])) == after
    assert match.view(None)["triggers"] == (["gold"] if slabs == 5 else [])


def test_td33_the_sixth_slab_triggers_the_end() -> None:
    """TD-33: and the round is still played."""
    match = quiet(stack=CERAMIC_AT_C1)
    give_goods(match, 0, ceramic=4)
    match.state["slabs"][0] = 5
    put(match, 0, merchant="m1")
    take(match, "merchant", 1).play("go c1")
    events = match.play("sell 4")
    assert only(events, "trigger")["trigger"] == "gold"
    assert match.seat == 1
    assert not match.over


def test_td54_cunning_merchant() -> None:
    """TD-54: one coin more for each good sold, if wished."""
    match = quiet(stack=CERAMIC_AT_C1)
    give_goods(match, 0, ceramic=2)
    give_wave(match, 0, "cunning")
    put(match, 0, merchant="m1")
    take(match, "merchant", 1).play("go c1")
    assert list(match.legal) == ["sell 1", "sell 1 cunning", "sell 2", "sell 2 cunning", "pass"]
    assert only(match.play("sell 2 cunning"), "coins")["coins"] == 8
    match.undo()
    assert only(match.play("sell 2"), "coins")["coins"] == 6


@pytest.mark.parametrize(("holder", "side"), [(1, "cunning"), (0, "strong"), (-1, "cunning")])
def test_td54_only_for_its_holder_and_side(holder: int, side: str) -> None:
    """TD-54: not on the other side, not from the board, not for the opponent."""
    match = quiet(stack=CERAMIC_AT_C1)
    give_goods(match, 0, ceramic=1)
    give_wave(match, holder, side)
    put(match, 0, merchant="m1")
    take(match, "merchant", 1).play("go c1")
    assert list(match.legal) == ["sell 1", "pass"]


def test_td54_not_for_the_pilgrims_income() -> None:
    """TD-54: a pilgrim in a town takes the printed price."""
    match = quiet(stack=CERAMIC_AT_C1)
    give_wave(match, 0, "cunning")
    put(match, 0, pilgrim="sea4")
    take(match, "pilgrim", 1).play("go c1")
    assert only(match.play("visit"), "coins")["coins"] == 3


def test_td55_strong_merchant_draws_one_more_and_holds_six() -> None:
    """TD-55: one good more than printed, if wished; six may be kept."""
    match = quiet()
    give_wave(match, 0, "strong")
    give_goods(match, 0, fan=2)
    put(match, 0, merchant="c2")
    take(match, "merchant", 1).play("go m2")
    assert list(match.legal) == ["draw", "draw strong", "pass"]
    events = match.play("draw strong")
    assert kinds(events).count("drew") == 4
    assert match.view(None)["phase"] == "die"  # six are stored without a question
    assert sum(match.view(None)["seats"][0]["goods"].values()) == 6
    match.undo()
    assert kinds(match.play("draw")).count("drew") == 3


def test_td55_strong_merchant_with_more_than_six() -> None:
    """TD-55: of seven goods six may be kept."""
    match = quiet(stack={"goods": ["doll"] * 5})
    give_wave(match, 0, "strong")
    give_goods(match, 0, fan=3)
    put(match, 0, merchant="c2")
    take(match, "merchant", 1).play("go m2")
    match.play("draw strong")
    assert max(len(move.split()) - 1 for move in match.legal) == 6


def test_td55_losing_the_tile_with_six_goods() -> None:
    """TD-55: the loser returns one good of own choice at once, in the middle of the opponent's turn."""
    match = quiet()
    for side in ("serene", "strong", "master"):
        give_wave(match, 1, side)
    give_goods(match, 1, fan=4, kimono=2)
    put(match, 0, pilgrim="t1")
    take(match, "pilgrim", 3).play("go sea1")
    assert set(match.legal) == {"wave pilgrim", "wave merchant", "wave artist", "pass"}
    match.play("wave merchant")
    assert match.seat == 1
    assert match.view(1)["phase"] == "return"
    assert list(match.legal) == ["return kimono", "return fan"]
    events = match.play("return fan")
    assert only(events, "returned") == {"event": "returned", "seat": 1, "good": "fan", "count": 1}
    assert match.view(None)["seats"][1]["goods"]["fan"] == 3
    assert match.view(None)["bag"]["fan"] == 5
    assert (match.seat, match.view(None)["phase"]) == (1, "die")  # the second die of the round


def test_td55_losing_the_tile_with_five_goods() -> None:
    """TD-55: five goods may stay; losing another tile with six costs nothing either."""
    for tile, count in (("merchant", 5), ("artist", 6)):
        match = quiet()
        for side in ("serene", "strong", "master"):
            give_wave(match, 1, side)
        give_goods(match, 1, fan=count)
        put(match, 0, pilgrim="t1")
        take(match, "pilgrim", 3).play("go sea1")
        match.play(f"wave {tile}")
        assert match.view(None)["phase"] == "die"
        assert match.view(None)["seats"][1]["goods"]["fan"] == count


def test_td55_the_turn_goes_on_after_the_return() -> None:
    """TD-55, TD-44: after the loser's choice the thief may still use the hot spring token."""
    match = quiet()
    for side in ("serene", "strong", "master"):
        give_wave(match, 1, side)
    give_goods(match, 1, fan=6)
    match.state["spring"] = 0
    put(match, 0, pilgrim="t1")
    take(match, "pilgrim", 3).play("go sea1")
    match.play("wave merchant")
    match.play("return fan")
    assert (match.seat, match.view(None)["phase"]) == (0, "again")


def test_td31_a_strong_merchant_starts_with_what_the_board_prints() -> None:
    """TD-31: the printed numbers come from the board."""
    board = start().game.board
    board["mountain_towns"]["towns"][0]["goods"] = 4
    board["mountain_towns"]["towns"][3]["goods"] = 2
    match = start(board=board)
    put(match, 0, merchant="c1")
    take(match, "merchant", 1).play("go m1")
    assert kinds(match.play("draw")).count("drew") == 4
