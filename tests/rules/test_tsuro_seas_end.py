"""Tsuro of the Seas: spoils, draws, the end and secrets (TS-32 to TS-60)."""

from __future__ import annotations

from typing import Any

import pytest

from tabiji.core.match import Match

from tests.rules.tsuro_table import (
    CORNERS,
    FAR,
    QUIET,
    STRAIGHT,
    UTURNS,
    begin_turn,
    full_board,
    kinds,
    pile,
    sea,
    ship,
)

# Seat 0 enters b1 by port 6, seat 1 waits at n3 (port 0 of b1): tile 2 r0 sinks seat 1 and carries seat 0 to b2.
AMBUSH = ["b1 6", "n3", "s1"]


def ambush(own: list[int], theirs: list[int], third: list[int] | None = None, **more: object) -> Match:
    match = sea(AMBUSH, tiles={"a1": "33 r0"}, hands=[[2, *own], theirs, third or [3]], **more)  # type: ignore[arg-type]
    match.play("place 2 r0")
    assert ship(match, 1) == "edge"
    return match


# --- spoils -------------------------------------------------------------------------------------------------------
def test_ts_32_swap_one_for_one() -> None:
    """TS-32: any of the own tiles for tiles of the lost hand; the rest goes under the pile; then the normal draw."""
    match = ambush([4, 5], [31, 4, 10])
    assert (match.seat, match.view(0)["phase"]) == (0, "swap")
    assert match.view(0)["hands"][1] == [31, 4, 10]
    assert set(match.legal) == {"swap 4>31", "swap 4>10", "swap 5>31", "swap 5>4", "swap 5>10", "keep hand"}
    assert match.play("swap 5>31") == [{"event": "swapped", "seat": 0, "given": 5, "taken": 31}]
    assert set(match.legal) == {"swap 4>10", "keep hand"}  # 31 came just now, 5 was given: neither moves again
    events = match.play("keep hand")
    assert kinds(events) == ["returned", "drew"]
    assert match.view(0)["hands"][0][:2] == [4, 31]
    assert len(match.view(0)["hands"][0]) == 3
    assert pile(match)[-3:] == [5, 4, 10]
    assert match.view(None)["hands"][1] == []


def test_ts_32_the_last_possible_swap_ends_the_question() -> None:
    """TS-32: two own tiles were swapped, there is nothing more to decide."""
    match = ambush([4, 5], [31, 10, 11])
    match.play("swap 4>11")
    assert kinds(match.play("swap 5>31")) == ["swapped", "returned", "drew"]
    assert match.view(0)["hands"][0][:2] == [11, 31]
    assert match.seat == 2


def test_ts_32_swapping_is_a_choice() -> None:
    """TS-32: the active player may keep the hand."""
    match = ambush([4, 5], [31, 10, 11])
    match.play("keep hand")
    assert match.view(0)["hands"][0][:2] == [4, 5]
    assert pile(match)[-3:] == [31, 10, 11]


def test_ts_32_equal_tiles_are_one_move() -> None:
    """TS-32: two equal own tiles, two equal spoils."""
    match = ambush([6, 6], [30, 30, 6])
    assert list(match.legal) == ["swap 6>30", "keep hand"]
    match.play("swap 6>30")
    assert list(match.legal) == ["swap 6>30", "keep hand"]


def test_ts_32_asked_whatever_the_tiles_are() -> None:
    """TS-32, TS-60: asked even if only equal tiles could be swapped, so that the question tells the others nothing."""
    match = ambush([6], [6])
    assert list(match.legal) == ["keep hand"]


def test_ts_32_nothing_to_swap() -> None:
    """TS-32: no question without a tile on both sides."""
    assert ambush([], [31, 10]).view(0)["phase"] == "place"
    assert ambush([4], []).view(0)["phase"] == "place"


def test_ts_32_several_hands_at_once() -> None:
    """TS-32: tiles of all hands that this placement cost."""
    match = sea(
        ["b1 6", "n3", "s1", "n4"], tiles={"a1": "33 r0"}, hands=[[2, 5, 9], [31], [3], [11]]
    )  # n3 and n4 are joined with each other
    match.play("place 2 r0")
    assert [ship(match, p) for p in (1, 3)] == ["edge", "edge"]
    assert {"swap 5>31", "swap 5>11", "swap 9>31"} < set(match.legal)
    match.play("swap 5>11")
    match.play("swap 9>31")
    assert match.view(0)["hands"][0][:2] == [11, 31]
    assert pile(match)[-2:] == [9, 5]  # in the places of seat 1, then of seat 3


def test_ts_32_not_for_a_ship_that_is_lost_itself() -> None:
    """TS-32, TS-41: the active player is eliminated too; all hands go under the pile."""
    match = sea(["n1", "w1", "s1", "s3"], hands=[[CORNERS, UTURNS], [31], [3], [4]])
    match.play("place 34 r0")  # joins n1 and w1
    assert [ship(match, p) for p in range(2)] == ["edge", "edge"]
    assert match.seat == 2
    assert pile(match)[-2:] == [0, 31]


def test_ts_32_not_for_ships_lost_to_daikaiju() -> None:
    """TS-32: hands of ships that daikaiju destroy go under the pile, whoever is active."""
    match = sea(["n1", "c4 1", "n3"], tiles={"c3": "33 r0"}, hands=[[1], [7, 8], [2]], daikaiju=FAR[:2], dice=[3, 3])
    begin_turn(match, 0)
    assert match.view(0)["phase"] == "place"
    assert pile(match)[-2:] == [7, 8]


# --- draw ---------------------------------------------------------------------------------------------------------
def test_ts_40_draw_up_to_three() -> None:
    """TS-40: the top tiles of the pile."""
    match = sea(["n5", "s5"], hands=[[STRAIGHT], [1, 2, 3]])
    top = pile(match)[:3]
    match.play("place 33 r0")
    assert match.view(0)["hands"][0] == top


def test_ts_40_an_empty_pile_gives_none() -> None:
    """TS-40: the hand stays smaller."""
    match = sea(["n5", "s5"], hands=[[STRAIGHT, 4], [1, 2, 3]])
    match.state["pile"]["left"] = 1
    match.play("place 33 r0")
    assert len(match.view(0)["hands"][0]) == 2
    assert match.view(0)["decks"]["wakes"] == []


def test_ts_40_without_a_tile_the_placement_is_skipped() -> None:
    """TS-40: the turn passes, and ends with the draw if a tile has come under the pile."""
    match = sea(["n5", "s5"], hands=[[], [STRAIGHT, 2, 3]])
    match.state["pile"]["left"] = 0
    begin_turn(match, 0)
    assert list(match.legal) == ["pass"]
    assert kinds(match.play("pass")) == ["passed"]
    assert match.seat == 1
    match = sea(["n5", "s5"], hands=[[], [STRAIGHT, 2, 3]])
    begin_turn(match, 0)
    assert kinds(match.play("pass")) == ["passed", "drew"]


def test_ts_41_eliminated_players_take_no_further_part() -> None:
    """TS-41: their turn is skipped."""
    match = ambush([4, 5], [31, 10, 11])
    match.play("keep hand")
    seats = []
    while not match.over and len(seats) < 8:
        seats.append(match.seat)
        match.act(match.legal_actions()[0])
    assert 1 not in seats
    assert {0, 2} <= set(seats)


# --- the end ------------------------------------------------------------------------------------------------------
def test_ts_50_the_last_ship_wins() -> None:
    """TS-50: at once; there are no spoils to share out any more."""
    match = sea(AMBUSH[:2], tiles={"a1": "33 r0"}, hands=[[2, 4, 5], [1, 3, 6]])
    events = match.play("place 2 r0")
    assert kinds(events) == ["placed", "sailed", "lost", "returned", "over"]  # and nothing is drawn
    assert events[-1] == {"event": "over", "ending": "last_ship"}
    assert (match.over, match.winners, match.scores) == (True, [0], [1, 0])


def test_ts_50_lost_by_one_placement_they_share() -> None:
    """TS-50: also if the active ship is among them."""
    match = sea(["n1", "w1", "s1"], hands=[[CORNERS], [3], [4]], lost=(2,))
    match.play("place 34 r0")
    assert match.winners == [0, 1]
    assert match.view(None)["ending"] == "together"


def test_ts_50_lost_in_one_daikaiju_step_they_share() -> None:
    """TS-50: one crushed by the first daikaiju, one by the second, a third destroyed in front of its own."""
    match = sea(
        ["a3 0", "d3 5", "g3 5", "s1"],
        tiles={"d4": "33 r0", "g4": "32 r0", "a2": "31 r0"},
        daikaiju=["g1 d5 n", "b1 g5 n", "g5 a4 e"],  # on a roll of 2 g1 and b1 step north, and so does g5, turned east
        lost=(3,),
        dice=[3, 3, 2],
    )
    begin_turn(match, 0)
    assert [ship(match, p) for p in range(3)] == ["devoured", "crushed", "crushed"]
    assert match.winners == [0, 1, 2]


def test_ts_50_earlier_losses_do_not_share() -> None:
    """TS-50: only those lost in the very last step."""
    match = sea(
        ["d3 5", "d3 4", "n1"], tiles={"d4": "33 r0"}, daikaiju=["g1 d5 n", *FAR[1:]], lost=(2,), dice=[3, 3, 2]
    )
    begin_turn(match, 0)
    assert match.winners == [0, 1]


def test_ts_50_a_daikaiju_step_and_the_placement_after_it_are_two_steps() -> None:
    """TS-50: seat 2 is crushed in the daikaiju step of the turn in which the other two are lost."""
    match = sea(
        ["n1", "w1", "d3 5"],
        tiles={"d4": "33 r0"},
        hands=[[CORNERS], [], []],
        daikaiju=["g1 d5 n", *FAR[1:]],
        dice=[3, 3, 2],
    )
    begin_turn(match, 0)
    assert ship(match, 2) == "crushed"
    match.play("place 34 r0")
    assert match.winners == [0, 1]


def test_ts_50_a_placement_and_the_daikaiju_step_after_it_are_two_steps() -> None:
    """TS-50: seat 1 is lost by a placement, the other two in the daikaiju step of the next turn."""
    match = sea(
        ["b1 6", "n3", "d3 5"],
        tiles={"a1": "33 r0", "d4": "32 r0"},
        hands=[[2], [], [3]],
        daikaiju=["g1 d5 n", "b1 c1 w", "g2 g7 n"],
        dice=[3, 3, 2],
    )
    match.play("place 2 r0")  # seat 1 is lost; then one daikaiju goes north onto d4, one west onto the new tile
    assert [ship(match, p) for p in range(3)] == ["crushed", "edge", "crushed"]
    assert match.winners == [0, 2]


def test_ts_50_ships_that_only_face_daikaiju_play_on() -> None:
    """TS-50: as long as there is an empty square the daikaiju may make way."""
    match = sea(
        ["n1", "c1 7", "e1 7"],
        tiles={"b1": "32 r0", "d1": "31 r0"},
        hands=[[CORNERS], [1], [2]],
        daikaiju=["g1 c1 n", "b1 e1 n", "g2 g7 n"],
        dice=QUIET,
    )
    match.play("place 34 r0")
    assert [ship(match, p) for p in range(3)] == ["edge", "devoured", "e1 7"]
    assert (match.winners, match.view(None)["ending"]) == ([2], "last_ship")


def test_ts_50_the_last_square_of_the_board() -> None:
    """TS-50: the last tile carries all ships that are left off the board: they share the victory."""
    match = sea(["a1 0", "a1 7"], tiles=full_board(("a1",), "34"), hands=[[CORNERS], []])
    match.play("place 34 r0")
    assert match.winners == [0, 1]


def test_ts_50_no_empty_square_left() -> None:
    """TS-50: on a calm sea the last tile is laid, and both ships that pass each other on it are still there."""
    match = sea(["d4 6", "d4 3"], tiles=full_board(("d4",), "33"), hands=[[STRAIGHT], []], head_on="swap")
    match.play("place 33 r0")
    assert match.view(None)["ending"] == "no_room"
    assert match.winners == [0, 1]


def test_ts_50_a_full_board_with_daikaiju_is_not_the_end() -> None:
    """TS-50: all squares hold tiles or daikaiju, but a daikaiju moves on, and the survivors still wait for it."""
    match = sea(
        ["a1 0", "c1 7", "e1 7"],
        tiles=full_board(("a1", "c1", "e1", "g7"), "34"),
        hands=[[CORNERS], [32], [30]],
        daikaiju=["g1 c1 n", "b1 e1 n", "g2 g7 n"],
        dice=[3, 3, 2],
    )
    match.play("place 34 r0")  # on a 2, g1 and b1 leave the board to the north
    assert ship(match, 0) == "edge"
    assert (match.seat, match.view(None)["phase"]) == (1, "place")


STUCK: dict[str, Any] = {"tiles": {"c4": "31 r0", "e4": "34 r0"}, "hands": [[STRAIGHT], [1]], "head_on": "swap"}


def test_ts_50_on_a_calm_sea_ships_that_can_never_place_again_share() -> None:
    """TS-50 with option swap: every ship faces a tile, and nothing will ever take one away."""
    match = sea(["d4 6", "d4 3"], **STUCK)
    match.play("place 33 r0")
    assert match.view(None)["ending"] == "becalmed"
    assert match.winners == [0, 1]


@pytest.mark.parametrize("lost_daikaiju", ["out", "recycle"])
@pytest.mark.parametrize("crushed_by_new", ["out", "bottom"])
@pytest.mark.parametrize(("daikaiju", "supply"), [(FAR, []), (FAR, ["none"]), ([], ["none"])])
def test_ts_50_with_daikaiju_about_who_faces_a_tile_passes(
    lost_daikaiju: str, crushed_by_new: str, daikaiju: list[str], supply: list[str]
) -> None:
    """TS-50 with option swap: daikaiju on the board or to come may open the way, whatever the other options say."""
    options = {"lost_daikaiju": lost_daikaiju, "crushed_by_new": crushed_by_new}
    dice = QUIET if daikaiju else [5, 5, 5, 6, 6, 5]
    match = sea(["d4 6", "d4 3"], daikaiju=daikaiju, supply=supply, dice=dice, **STUCK, **options)
    match.play("place 33 r0")
    assert (match.seat, list(match.legal)) == (1, ["pass"])


def test_ts_50_one_ship_that_can_place_keeps_the_voyage_going() -> None:
    """TS-50 with option swap: the third ship faces open water."""
    match = sea(["d4 6", "d4 3", "n1"], **{**STUCK, "hands": [[STRAIGHT], [1], [2]]})
    match.play("place 33 r0")
    assert list(match.legal) == ["pass"]
    match.play("pass")
    assert match.view(None)["phase"] == "place"


def test_ts_50_nobody_has_a_tile_left() -> None:
    """TS-50: on a calm sea, with no tile in any hand or in the pile, nothing changes any more."""
    match = sea(["n5", "s5"], hands=[[STRAIGHT], []])
    match.state["pile"]["left"] = 0
    match.play("place 33 r0")
    assert match.view(None)["ending"] == "becalmed"
    assert match.winners == [0, 1]


def test_ts_50_a_crushed_tile_can_be_drawn_again() -> None:
    """TS-14, TS-40, TS-50: nobody has a tile, but a daikaiju sends one under the pile, and who passes draws it."""
    match = sea(
        ["n5", "s5"],
        tiles={"d4": "32 r0"},
        hands=[[STRAIGHT], []],
        daikaiju=["g1 d5 n", "b3 g7 n", "b2 f7 n"],
        dice=[3, 3, 2],
    )
    match.state["pile"]["left"] = 0
    match.play("place 33 r0")
    assert (match.seat, list(match.legal)) == (1, ["pass"])
    match.play("pass")
    assert match.view(1)["hands"][1] == [32]


def test_ts_50_the_limit_of_turns() -> None:
    """TS-50, ruling: after 500 turns the survivors share the victory."""
    match = sea(["n5", "s5"], hands=[[STRAIGHT], [1, 2, 3]])
    match.state["turn"] = 500
    match.play("place 33 r0")
    assert match.view(None)["ending"] == "limit"
    assert match.winners == [0, 1]


# --- who sees what ------------------------------------------------------------------------------------------------
def test_ts_60_hands_are_secret() -> None:
    """TS-60: the own hand is visible, the others' are not; nor are drawn tiles."""
    match = sea(["n5", "s5"], hands=[[STRAIGHT, 4], [1, 2, 3]])
    match.play("place 33 r0")
    assert match.view(0)["hands"][1] == [None] * 3
    assert match.view(1)["hands"][1] == [1, 2, 3]
    assert match.view(None)["hands"] == [[None] * 3] * 2
    assert "tiles" in match.events(0)[-1]
    assert match.events(1)[-1] == {"event": "drew", "seat": 0, "count": 2}


def test_ts_60_only_the_swapper_sees_lost_hands() -> None:
    """TS-60, TS-32: others see that tiles are swapped, not which; the loser knows the own tiles wherever they go."""
    match = ambush([4, 5], [31, 10, 11])
    assert match.view(2)["hands"][1] == [None] * 3
    match.play("swap 4>31")
    assert match.events(2) == [{"event": "swapped", "seat": 0}]
    assert match.view(1)["hands"][0] == [31, None]
    assert match.view(1)["hands"][1] == [None, 10, 11]
    match.play("keep hand")
    known = [[{"cards": 1, "of": [tile]} for tile in tiles] for tiles in ([4, 10, 11], [10, 11])]
    assert match.view(0)["decks"]["wakes"][-3:] == known[0]
    assert match.view(1)["decks"]["wakes"][-2:] == known[1]
    assert len(match.view(2)["decks"]["wakes"]) == 1


def test_ts_60_everybody_sees_a_crushed_tile_go_under_the_pile() -> None:
    """TS-60: and knows it there, and in the hand that draws it."""
    match = sea(
        ["n1", "n13", "n3"],
        tiles={"d4": "33 r0"},
        hands=[[4, 5], [1], [2]],
        daikaiju=["g1 d5 n", *FAR[1:]],
        dice=[3, 3, 2, *QUIET],
    )
    begin_turn(match, 0)
    for seat in (None, 0, 1, 2):
        assert match.view(seat)["decks"]["wakes"][-1] == {"cards": 1, "of": [33]}
    match.state["pile"]["top"] = int(match.state["pile"]["top"]) + int(match.state["pile"]["left"]) - 1
    match.state["pile"]["left"] = 1
    match.act(match.legal_actions()[0])
    assert match.view(2)["hands"][0] == [None, 33]
    assert match.view(None)["hands"][0] == [None, 33]


def test_ts_60_the_order_of_the_supply_is_secret() -> None:
    """TS-60: which daikaiju are still to come is public, not which is next nor how it will lie."""
    match = sea(["n1", "n3"], daikaiju=FAR)
    assert {d["place"] for d in match.view(0)["daikaiju"]} == {"board", "supply"}
    assert all(d["facing"] is None for d in match.view(0)["daikaiju"] if d["place"] == "supply")
    orders = {tuple(match.determinize(0, seed).state["supply"].tolist()) for seed in range(50)}
    assert len(orders) > 40
