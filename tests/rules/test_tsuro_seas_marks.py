"""Tsuro of the Seas: ships that daikaiju meet at their start marks (TS-17, TS-16)."""

from __future__ import annotations

import pytest

from tests.rules.tsuro_table import FAR, QUIET, STRAIGHT, begin_turn, daikaiju, kinds, sea, ship


def test_ts_17_a_blocked_ship_may_move_on_its_side() -> None:
    """TS-17: to a free mark of the same side, its square with neither tile nor daikaiju, or stay; then it places."""
    match = sea(
        ["n7", "n9", "n1"],
        tiles={"b1": "33 r0"},
        hands=[[STRAIGHT - 1], [2], [3]],
        daikaiju=["g1 d2 n", "b1 g1 e", "g2 g7 n"],
        dice=[3, 3, 2],
    )
    begin_turn(match, 0)  # g1 steps north before n7; b1 leaves the board to the east, where nobody waits
    assert daikaiju(match, "g1") == "d1 n"
    assert daikaiju(match, "b1") == "gone"
    assert match.seat == 0
    assert match.view(0)["phase"] == "relocate"
    free = ["n2", "n5", "n6", "n10", "n11", "n12", "n13", "n14"]
    assert list(match.legal) == [*(f"relocate {mark}" for mark in free), "stay"]
    assert kinds(match.play("relocate n10")) == ["relocated"]
    assert ship(match, 0) == "n10"
    assert match.view(0)["phase"] == "place"


def test_ts_17_the_active_ship_that_stays_is_devoured() -> None:
    """TS-16, TS-17: at its own turn, also at its mark."""
    match = sea(["n7", "s1", "s3"], daikaiju=["g1 d2 n", *FAR[1:]], dice=[3, 3, 2, *QUIET])
    begin_turn(match, 0)
    events = match.play("stay")
    assert events[0] == {"event": "stayed", "seat": 0, "mark": "n7"}
    assert kinds(events) == ["stayed", "lost", "rolled"]
    assert ship(match, 0) == "devoured"
    assert match.seat == 1


def test_ts_17_any_ship_chooses_when_the_daikaiju_comes() -> None:
    """TS-17: at once, also in the turn of another; who stays may see the daikaiju go away before the own turn."""
    dice = [3, 3, 2, 3, 3, 3]
    match = sea(["n1", "n7"], hands=[[33], [32]], daikaiju=["g1 d2 n", "b3 b5 n", "b2 f5 n"], dice=dice)
    begin_turn(match, 0)
    assert (match.seat, match.view(0)["phase"]) == (1, "relocate")
    match.play("stay")
    assert (match.seat, match.view(0)["phase"]) == (0, "place")
    match.play("place 33 r0")  # on a 3 the daikaiju steps west
    assert daikaiju(match, "g1") == "c1 n"
    assert (match.seat, match.view(0)["phase"]) == (1, "place")


def test_ts_17_who_stayed_is_devoured_at_its_own_turn() -> None:
    """TS-16, TS-17: asked once, when the daikaiju comes; if it is still there, it devours the ship."""
    match = sea(["n1", "n7", "s1"], hands=[[33], [32]], daikaiju=["g1 d2 n", *FAR[1:]], dice=[3, 3, 2, *QUIET, *QUIET])
    begin_turn(match, 0)
    match.play("stay")
    match.play("place 33 r0")
    assert ship(match, 1) == "devoured"
    assert match.seat == 2


def test_ts_17_a_new_daikaiju_comes_in_front_too() -> None:
    """TS-17: placed by the dice, not moved; both ships before the square are asked, around the corner as well."""
    match = sea(["s1", "w1", "n2", "n3"], hands=[[33]], daikaiju=FAR[:2], supply=["g3 n"], dice=[1, 1])
    assert kinds(begin_turn(match, 0)) == ["arrived"]
    assert daikaiju(match, "g3") == "a1 n"
    assert (match.seat, match.view(0)["phase"]) == (1, "relocate")
    match.play("relocate w9")
    assert (match.seat, match.view(0)["phase"]) == (2, "relocate")
    match.play("stay")
    assert (match.seat, match.view(0)["phase"]) == (0, "place")
    assert [ship(match, p) for p in range(4)] == ["s1", "w9", "n2", "n3"]


def test_ts_17_a_daikaiju_that_eats_another_in_front_comes_anew() -> None:
    """TS-17: who stayed before one daikaiju is asked again when another takes its place."""
    match = sea(["s1", "n7"], daikaiju=["b1 d1 n", "g2 c1 n", "b2 g7 n"], dice=[3, 3, 1])  # g2 steps east
    events = begin_turn(match, 0)
    assert events[1]["ate"] == "b1"
    assert (match.seat, match.view(0)["phase"]) == (1, "relocate")


def test_ts_17_a_quarter_turn_asks_nobody() -> None:
    """TS-17: the daikaiju was there before."""
    match = sea(["s1", "n7"], hands=[[33]], daikaiju=["g1 d1 n", "b3 g7 n", "b2 f7 n"], dice=[3, 3, 1])
    assert "turned" in kinds(begin_turn(match, 0))
    assert (match.seat, match.view(0)["phase"]) == (0, "place")


def test_ts_17_a_daikaiju_that_leaves_across_marks_sweeps_both() -> None:
    """TS-17: at once, in turn order from the active player; ships on the square's other side are not asked."""
    match = sea(
        ["s1", "n1", "w1", "n2"],
        hands=[[33], [32], [31], [30]],
        daikaiju=["g1 a1 n", *FAR[1:]],
        dice=[3, 3, 2],
    )
    begin_turn(match, 0)
    assert daikaiju(match, "g1") == "gone"
    assert (match.seat, match.view(0)["phase"]) == (1, "relocate")
    assert "relocate n1" not in match.legal
    match.play("relocate n14")
    assert (match.seat, match.view(0)["phase"]) == (3, "relocate")
    assert "relocate n1" in match.legal  # free again
    assert "relocate n2" not in match.legal
    match.play("relocate n1")
    assert (match.seat, match.view(0)["phase"]) == (0, "place")
    assert ship(match, 2) == "w1"


def test_ts_17_a_swept_ship_that_stays_sails_on() -> None:
    """TS-17: the daikaiju is gone, the ship places where it was."""
    match = sea(["n1", "s1"], hands=[[33], [32]], daikaiju=["g1 a1 n", *FAR[1:]], dice=[3, 3, 2])
    begin_turn(match, 0)
    match.play("stay")
    assert (ship(match, 0), match.view(0)["phase"]) == ("n1", "place")


def test_ts_17_nobody_is_lost_for_want_of_a_mark() -> None:
    """TS-17: with no other mark a ship can only stay; if it is not its turn, nothing happens to it."""
    tiles = {f"{column}1": f"{tile} r0" for column, tile in zip("bcdefg", range(1, 7), strict=True)}
    match = sea(
        ["n1", "s1", "s3", "n2"],
        tiles=tiles,
        hands=[[33], [32], [31], [30]],
        daikaiju=["g1 a2 n", *FAR[1:]],
        dice=[3, 3, 2, *QUIET],
    )
    begin_turn(match, 1)
    for seat in (3, 0):
        assert (match.seat, list(match.legal)) == (seat, ["stay"])
        match.play("stay")
    assert (match.seat, match.view(0)["phase"]) == (1, "place")
    assert [ship(match, p) for p in (0, 3)] == ["n1", "n2"]


def test_ts_17_swept_without_another_mark_is_not_lost() -> None:
    """TS-17: a daikaiju leaves across the only free mark of the side."""
    tiles = {f"{column}1": f"{tile} r0" for column, tile in zip("bcdefg", range(1, 7), strict=True)}
    match = sea(["n1", "n2"], tiles=tiles, hands=[[33], [32]], daikaiju=["g1 a1 n", *FAR[1:]], dice=[3, 3, 2])
    begin_turn(match, 0)
    assert list(match.legal) == ["stay"]
    match.play("stay")
    assert list(match.legal) == ["stay"]
    match.play("stay")
    assert (match.seat, match.view(0)["phase"]) == (0, "place")


def test_ts_17_a_ship_that_has_moved_cannot_relocate() -> None:
    """TS-17 is for ships that have not moved yet: others are destroyed (TS-16)."""
    match = sea(["c1 6", "n9", "n14"], tiles={"b1": "33 r1"}, daikaiju=["g1 c2 n", *FAR[1:]], dice=[3, 3, 2, *QUIET])
    begin_turn(match, 0)
    assert ship(match, 0) == "devoured"


@pytest.mark.parametrize(("move", "winners"), [("stay", [0, 1]), ("relocate n1", [0])])
def test_ts_17_the_last_ship_still_escapes_or_not(move: str, winners: list[int]) -> None:
    """TS-16, TS-17, TS-50: the other is crushed in this step; the active ship shares with it unless it gets away."""
    match = sea(["n7", "d4 5"], tiles={"d5": "33 r0"}, daikaiju=["g1 d2 n", "b1 d6 n", "g2 g7 n"], dice=[3, 3, 2])
    begin_turn(match, 0)
    assert ship(match, 1) == "crushed"
    assert match.seat == 0
    match.play(move)
    assert match.winners == winners


def test_ts_17_who_is_alone_and_safe_has_won() -> None:
    """TS-17, TS-50: the active ship is crushed; the other, before which a daikaiju came, need not choose any more."""
    match = sea(["d4 5", "n7"], tiles={"d5": "33 r0"}, daikaiju=["g1 d2 n", "b1 d6 n", "g2 g7 n"], dice=[3, 3, 2])
    begin_turn(match, 0)
    assert (match.winners, match.view(None)["ending"]) == ([1], "last_ship")
