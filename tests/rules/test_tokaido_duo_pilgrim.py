"""TD-40 to TD-45, TD-50 and TD-51: the pilgrim, the hot spring and the seashore."""

from __future__ import annotations

import random

import pytest

from tabiji.games.tokaido_duo.island import arc

from tests.rules.duo_table import give_goods, give_wave, kinds, only, put, quiet, take, ways


def test_td40_clockwise_exactly_the_pips() -> None:
    """TD-40: clockwise, past the end of the list to its beginning."""
    for origin, pips, station in (("t1", 1, "g1"), ("t1", 4, "t2"), ("sea4", 1, "c1"), ("t6", 3, "t1")):
        match = quiet()
        put(match, 0, pilgrim=origin)
        assert ways(take(match, "pilgrim", pips)) == {station}


def test_td40_occupied_stations_count_as_steps() -> None:
    """TD-40: a pawn on the way is passed and counted."""
    match = quiet()
    put(match, 0, pilgrim="t1")
    put(match, 1, pilgrim="g1", merchant="c2")
    assert ways(take(match, "pilgrim", 3)) == {"sea1"}


def test_td40_on_to_the_next_empty_station() -> None:
    """TD-40: an occupied end is left for the next empty one; only that one's action applies."""
    match = quiet()
    put(match, 0, pilgrim="t1")
    put(match, 1, pilgrim="g1")
    take(match, "pilgrim", 1)
    assert ways(match) == {"c2"}
    match = quiet()
    put(match, 0, pilgrim="t1", merchant="c2")  # the own merchant is in the way as well
    put(match, 1, pilgrim="g1")
    take(match, "pilgrim", 1)
    assert ways(match) == {"sea1"}
    match.play("go sea1")
    assert {move.split()[0] for move in match.legal} == {"wave", "pass"}
    assert match.view(None)["seats"][0]["garden"] == 1


def test_td40_three_pawns_in_a_row() -> None:
    """TD-40: past the opponent's pilgrim and both merchants."""
    board = quiet().game.board
    board["ring"]["stations"] = ["coastal_town", "coastal_town", "garden", *board["ring"]["stations"][4:]]
    for i, area in enumerate(board["areas"]["list"]):
        area["stations"] = arc(board["ring"]["stations"], i)
    match = quiet(board=board)
    put(match, 0, pilgrim="sea4", merchant="c1")
    put(match, 1, pilgrim="g1", merchant="c2")
    assert ways(take(match, "pilgrim", 1)) == {"sea1"}


def test_td41_coastal_town_gives_its_price() -> None:
    """TD-41: coins by the trade token, whatever good it shows."""
    for price in (2, 4):
        match = quiet(stack={"trade": [["fan" if price == 2 else "kimono", price]]})
        put(match, 0, pilgrim="sea4")
        take(match, "pilgrim", 1).play("go c1")
        assert list(match.legal) == ["visit", "pass"]
        assert only(match.play("visit"), "coins")["coins"] == price
        assert match.view(None)["seats"][0]["coins"] == price


def test_td42_temple() -> None:
    """TD-42: the temple peg moves by 1; on the ninth slot it triggers the end."""
    match = quiet()
    put(match, 0, pilgrim="c1")
    take(match, "pilgrim", 1).play("go t1")
    assert only(match.play("visit"), "temple")["slot"] == 2
    assert match.view(None)["seats"][0]["temple"] == 2
    assert match.view(None)["triggers"] == []
    match.state["temple"][0] = 8
    put(match, 0, pilgrim="c1")
    take(match, "pilgrim", 1).play("go t1")
    assert only(match.play("visit"), "trigger")["trigger"] == "temple"
    assert match.view(None)["seats"][0]["temple"] == 9


def test_td43_garden() -> None:
    """TD-43: the garden peg moves by 1; on the sixth slot it triggers the end."""
    match = quiet()
    put(match, 0, pilgrim="t1")
    take(match, "pilgrim", 1).play("go g1")
    assert only(match.play("visit"), "garden")["slot"] == 2
    assert match.view(None)["triggers"] == []
    match.state["garden"][0] = 5
    put(match, 0, pilgrim="t1")
    take(match, "pilgrim", 1).play("go g1")
    assert only(match.play("visit"), "trigger")["trigger"] == "garden"
    assert match.view(None)["seats"][0]["garden"] == 6


@pytest.mark.parametrize(("track", "full", "origin", "station"), [("temple", 9, "c1", "t1"), ("garden", 6, "t1", "g1")])
def test_td42_td43_a_full_track_goes_no_further(track: str, full: int, origin: str, station: str) -> None:
    """TD-42, TD-43: in the last round a peg on its last slot stays, and nothing is asked."""
    match = quiet()
    match.state[track][0] = full
    match.state["triggers"] = 1
    put(match, 0, pilgrim=origin)
    take(match, "pilgrim", 1).play(f"go {station}")
    assert match.view(None)["phase"] == "die"
    assert match.view(None)["seats"][0][track] == full


def test_td44_take_the_hot_spring_token() -> None:
    """TD-44: from the board or from the opponent; nothing if it is held already."""
    for holder, stolen in ((-1, False), (1, True)):
        match = quiet()
        match.state["spring"] = holder
        put(match, 0, pilgrim="c3")
        put(match, 1, pilgrim="t1")
        take(match, "pilgrim", 1).play("go h1")
        event = only(match.play("visit"), "spring")
        assert event["from_opponent"] == stolen
        assert match.view(None)["hot_spring"] == 0
        assert match.view(None)["phase"] == "die"  # not usable with the die that gained it
    put(match, 0, pilgrim="c3")
    take(match, "pilgrim", 1).play("go h1")
    assert list(match.legal) == ["again", "pass"]  # nothing to visit, but the token can be used


def test_td44_the_token_may_be_left_where_it_is() -> None:
    """TD-44, TD-11: taking it is optional."""
    match = quiet()
    match.state["spring"] = 1
    put(match, 0, pilgrim="c3")
    take(match, "pilgrim", 1).play("go h1")
    match.play("pass")
    assert match.view(None)["hot_spring"] == 1


def test_td44_example_second_use_of_the_merchants_die() -> None:
    """TD-44: the example of the rulebooks: 2 routes to draw 3 goods, again 2 routes to sell, the token goes back."""
    match = quiet(stack={"goods": ["doll", "fan", "doll"], "trade": [["doll", 3]]})
    match.state["spring"] = 0
    put(match, 0, merchant="c8")
    take(match, "merchant", 2).play("go m2")
    assert kinds(match.play("draw")).count("drew") == 3
    assert list(match.legal) == ["again", "pass"]
    match.play("again")
    assert match.view(None)["hot_spring"] == 0
    assert ways(match) == {"c1", "c8", "m4", "c3", "c6"}  # 2 routes again; "no space twice" starts afresh: c8 is open
    match.play("go c1")
    events = match.play("sell 2")
    assert only(events, "coins")["coins"] == 6
    assert "spring_back" in kinds(events)
    assert match.view(None)["hot_spring"] is None
    assert match.seat == 1


def test_td44_may_be_declined() -> None:
    """TD-44: the token stays."""
    match = quiet()
    match.state["spring"] = 0
    take(match, "artist", 1).play("go n3")
    match.play("pass")
    match.play("pass")
    assert match.view(None)["hot_spring"] == 0
    assert match.seat == 1


def test_td44_only_one_second_use() -> None:
    """TD-44: no third use; the second one of a pilgrim may use his wave tile, whether the first did or not."""
    match = quiet()
    match.state["spring"] = 0
    give_wave(match, 0, "hasty")
    put(match, 0, pilgrim="c1")
    take(match, "pilgrim", 1).play("go t1")
    match.play("visit")
    match.play("again")
    assert ways(match) == {"g1", "c2"}
    match.play("go c2")
    match.play("pass")
    assert match.view(None)["phase"] == "die"
    assert match.view(None)["hot_spring"] is None


def test_td44_a_second_use_that_ends_on_a_hot_spring() -> None:
    """TD-44: the token is still held there, so nothing is taken, and then it goes back."""
    match = quiet()
    match.state["spring"] = 0
    put(match, 0, pilgrim="t2")
    put(match, 1, pilgrim="t5")
    take(match, "pilgrim", 1).play("go c3")
    match.play("pass")
    match.play("again")
    events = match.play("go h1")
    assert "spring" not in kinds(events)
    assert match.view(None)["hot_spring"] is None


def test_td44_not_with_the_opponents_token_or_none() -> None:
    """TD-44: nobody is asked who does not hold it."""
    for holder in (-1, 1):
        match = quiet()
        match.state["spring"] = holder
        take(match, "pilgrim", 1).play("go g2")
        match.play("visit")
        assert match.view(None)["phase"] == "die"


def test_td44_a_stuck_merchant_can_spend_it() -> None:
    """TD-44, TD-12: the second use of a die whose merchant has no way spends the token for nothing."""
    match = quiet()
    match.state["spring"] = 0
    put(match, 0, merchant="m2", pilgrim="c4")
    put(match, 1, merchant="c5")
    take(match, "merchant", 3).play("stay")
    match.play("again")
    assert list(match.legal) == ["stay"]
    match.play("stay")
    assert match.view(None)["hot_spring"] is None


def test_td45_any_tile_from_the_board() -> None:
    """TD-45: while tiles lie on the board, one of those."""
    match = quiet()
    give_wave(match, 1, "master")
    put(match, 0, pilgrim="c2")
    take(match, "pilgrim", 1).play("go sea1")
    assert list(match.legal) == ["wave pilgrim", "wave merchant", "pass"]
    event = only(match.play("wave merchant"), "wave")
    assert event["character"] == "merchant"
    assert not event["from_opponent"]
    assert match.view(None)["waves"]["merchant"]["holder"] == 0


def test_td45_own_tiles_do_not_count_as_the_boards() -> None:
    """TD-45: with the rest in own hands the last tile of the board is the only choice."""
    match = quiet()
    give_wave(match, 0, "serene")
    give_wave(match, 1, "master")
    put(match, 0, pilgrim="c2")
    take(match, "pilgrim", 1)
    match.play("go sea1")
    assert list(match.legal) == ["wave merchant", "pass"]


def test_td45_steal_when_the_board_is_empty() -> None:
    """TD-45: one of the opponent's; its side stays as it is."""
    match = quiet()
    give_wave(match, 0, "serene")
    give_wave(match, 1, "cunning")
    give_wave(match, 1, "inspired")
    put(match, 0, pilgrim="c2")
    take(match, "pilgrim", 1)
    match.play("go sea1")
    assert list(match.legal) == ["wave merchant", "wave artist", "pass"]
    event = only(match.play("wave artist"), "wave")
    assert (event["side"], event["from_opponent"]) == ("inspired", True)
    view = match.view(None)
    assert view["seats"][0]["waves"] == ["pilgrim", "artist"]
    assert view["waves"]["artist"] == {"side": "inspired", "holder": 0}


def test_td45_nothing_with_all_three() -> None:
    """TD-45: nothing is asked of who holds all three."""
    match = quiet()
    for side in ("serene", "cunning", "inspired"):
        give_wave(match, 0, side)
    put(match, 0, pilgrim="c2")
    take(match, "pilgrim", 1).play("go sea1")
    assert match.view(None)["phase"] == "die"


def test_td45_tiles_never_flip() -> None:
    """TD-45: over whole games the sides stay as they were laid."""
    for seed in range(6):
        match = quiet(seed=seed)
        sides = match.state["side"].tolist()
        rng = random.Random(seed)
        for _ in range(250):
            if match.over:
                break
            match.act(rng.choice(match.legal_actions()))
        assert match.state["side"].tolist() == sides


@pytest.mark.parametrize(
    ("side", "pips", "stations"),
    [
        ("serene", 3, {"c2", "g1"}),
        ("serene", 2, {"g1", "t1"}),
        ("serene", 1, {"t1"}),  # never fewer than 1
        ("hasty", 1, {"t1", "g1"}),
        ("hasty", 4, {"sea1", "t2"}),  # the rulebooks' 5 with a 4
    ],
)
def test_td50_td51_the_pilgrims_wave(side: str, pips: int, stations: set[str]) -> None:
    """TD-50: the serene pilgrim may walk one station fewer, at least 1. TD-51: the hasty one station more."""
    match = quiet()
    give_wave(match, 0, side)
    put(match, 0, pilgrim="c1")
    assert ways(take(match, "pilgrim", pips)) == stations
    for holder in (1, -1):  # TD-50, TD-51: only for its holder
        match = quiet()
        give_wave(match, holder, side)
        put(match, 0, pilgrim="c1")
        assert len(ways(take(match, "pilgrim", pips))) == 1


def test_td50_fewer_steps_onto_an_occupied_station() -> None:
    """TD-50, TD-40: when both lengths end on the same station there is one choice."""
    match = quiet()
    give_wave(match, 0, "serene")
    put(match, 0, pilgrim="c1")
    put(match, 1, pilgrim="t1")
    take(match, "pilgrim", 2)
    assert list(match.legal) == ["go g1"]


def test_td50_waves_of_others_do_not_move_the_pilgrim() -> None:
    """TD-50: a merchant's tile changes nothing for the pilgrim, and goods nothing either."""
    match = quiet()
    give_wave(match, 0, "strong")
    give_goods(match, 0, fan=3)
    put(match, 0, pilgrim="c1")
    assert ways(take(match, "pilgrim", 2)) == {"g1"}
