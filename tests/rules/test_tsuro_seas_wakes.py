"""Tsuro of the Seas: placing tiles and sailing (TS-20 to TS-31)."""

from __future__ import annotations

import pytest

from tabiji.core.errors import IllegalMove

from tests.rules.tsuro_table import CORNERS, CROSS, FAR, QUIET, STRAIGHT, UTURNS, kinds, sea, ship

# Around d4, where a ship is about to enter by port 6 (the lower half of its west side):
LOOP = {"c4": "0 r0"}  # what leaves d4 by port 7 comes back by port 6
BEHIND = {"d3": "0 r0"}  # what leaves d4 by port 1 comes back by port 0


def legal(match: object) -> set[str]:
    return set(match.legal)  # type: ignore[attr-defined]


def test_ts_20_any_tile_of_the_hand_in_any_rotation() -> None:
    """TS-20: rotations that look the same are one move, and so are equal tiles."""
    match = sea(["d4 6", "n1"], tiles={"c4": "33 r0"}, hands=[[30, 30, 16], [1]])
    assert legal(match) == {f"place 30 r{r}" for r in range(2)} | {f"place 16 r{r}" for r in range(4)}
    match = sea(["d4 6", "n1"], tiles={"c4": "32 r0"}, hands=[[CROSS, STRAIGHT, CORNERS], [1]])
    assert legal(match) == {"place 31 r0", "place 33 r0", "place 34 r0"}


def test_ts_20_the_tile_goes_on_the_square_ahead_and_stays() -> None:
    """TS-20: nothing but a daikaiju removes it."""
    match = sea(["n5", "n14"], hands=[[STRAIGHT], [1, 2, 3]])
    match.play("place 33 r0")
    assert match.view(None)["tiles"]["c1"]["tile"] == STRAIGHT
    assert match.view(None)["hands"][0] == [None] * 3  # it left the hand, and three new ones were drawn
    while not match.over:
        match.act(match.legal_actions()[0])
        assert match.view(None)["tiles"]["c1"] == {"tile": 33, "turns": 0, "paths": [[0, 5], [1, 4], [2, 7], [3, 6]]}


# --- forbidden placements -----------------------------------------------------------------------------------------
def test_ts_21_not_off_the_board_while_another_placement_is_possible() -> None:
    """TS-21: at the corner mark n1 tile 34 leads back to the western rim, and tile 0 to the northern one."""
    match = sea(["n1", "s14"], hands=[[CORNERS, UTURNS, STRAIGHT], [1]])
    assert legal(match) == {"place 33 r0"}
    with pytest.raises(IllegalMove):
        match.play("place 34 r0")


def test_ts_21_unless_there_is_no_other() -> None:
    """TS-21: then the own ship may be steered off the board."""
    match = sea(["n1", "s14", "s12"], hands=[[CORNERS, UTURNS], [1], [2]])
    assert legal(match) == {"place 34 r0", "place 0 r0"}
    match.play("place 34 r0")
    assert ship(match, 0) == "edge"


def test_ts_21_not_into_a_daikaiju() -> None:
    """TS-21: a straight wake from n5 would lead to a daikaiju on c2."""
    far = ["g1 c2 n", *FAR[1:]]
    match = sea(["n5", "s1"], hands=[[STRAIGHT, CORNERS], [1]], daikaiju=far)
    assert legal(match) == {"place 34 r0"}
    match = sea(["n5", "s1", "s3"], hands=[[STRAIGHT, UTURNS], [1], [2]], daikaiju=far, dice=QUIET)
    assert legal(match) == {"place 33 r0", "place 0 r0"}  # daikaiju or edge: equally bad
    match.play("place 33 r0")
    assert ship(match, 0) == "daikaiju"


def test_ts_21_not_into_an_endless_loop() -> None:
    """TS-21: joining ports 6 and 7 of d4 would send the ship round and round."""
    match = sea(["d4 6", "s1"], tiles=LOOP, hands=[[34, STRAIGHT], [1]])
    assert legal(match) == {"place 34 r0", "place 33 r0"}
    match = sea(["d4 6", "s1"], tiles=LOOP, hands=[[2, STRAIGHT], [1]])
    closing = {"place 2 r0", "place 2 r1", "place 2 r2", "place 2 r3"} - legal(match)
    assert closing == {"place 2 r2", "place 2 r3"}  # the rotations of tile 2 that join 6 and 7


def test_ts_21_a_loop_may_be_forced() -> None:
    """TS-21, TS-30: and a wake that never ends loses the ship."""
    match = sea(["d4 6", "s1", "s3"], tiles={"c4": "9 r1"}, hands=[[UTURNS], [1], [2]])
    assert legal(match) == {"place 0 r0"}
    match.play("place 0 r0")
    assert ship(match, 0) == "loop"


def test_ts_22_never_two_ships_on_one_wake_in_one_direction() -> None:
    """TS-22: entering by 6 and leaving by 1 would bring the ship behind the one that enters by 0."""
    match = sea(["d4 6", "d4 0", "s1"], tiles={"c4": "33 r0", **BEHIND}, hands=[[19, 16], [1], [2]])
    illegal = {f"place {tile} r{r}" for tile in (19, 16) for r in range(4)} - legal(match)
    assert illegal == {"place 19 r0"}  # tile 19 joins 1 and 6


def test_ts_22_not_behind_a_ship_that_does_not_move_either() -> None:
    """TS-22: a straight wake would end where another ship already is."""
    match = sea(["d4 6", "f4 6", "s1"], tiles={"c4": "32 r0", "e4": "33 r0"}, hands=[[31, 34], [1], [2]])
    assert legal(match) == {"place 31 r0", "place 34 r0"}
    match = sea(["d4 6", "f4 6", "s1"], tiles={"c4": "31 r0", "e4": "33 r0"}, hands=[[32, 34], [1], [2]])
    assert legal(match) == {"place 32 r1", "place 34 r0"}  # r0 joins 6 and 3


JOINS = {"c4": "9 r1", "e4": "32 r0"}  # d4: port 7 leads back to 6, and port 3 over e4 to the ship that faces f4


def test_ts_22_comes_before_ts_21() -> None:
    """TS-21, TS-22: rather lose the own ship (tile 0, a loop) than share a wake (tile 33)."""
    match = sea(["d4 6", "f4 6", "s1"], tiles=JOINS, hands=[[STRAIGHT, UTURNS], [1], [2]])
    assert legal(match) == {"place 0 r0"}


def test_ts_22_may_be_broken_only_if_every_placement_does() -> None:
    """TS-22: with nothing but the straight tile two ships come to share a wake, and a berth."""
    match = sea(["d4 6", "f4 6", "s1"], tiles=JOINS, hands=[[STRAIGHT], [1], [2]])
    assert legal(match) == {"place 33 r0"}
    match.play("place 33 r0")
    assert (ship(match, 0), ship(match, 1)) == ("f4 6", "f4 6")


def test_ts_22_broken_anyway_ts_21_still_holds() -> None:
    """TS-21, TS-22: two ships share a wake already, so every placement breaks TS-22; the loop stays forbidden."""
    match = sea(["d4 6", "d4 6", "s1"], tiles=JOINS, hands=[[UTURNS, CORNERS, STRAIGHT], [1], [2]])
    assert legal(match) == {"place 34 r0", "place 33 r0"}
    behind = sea(["d4 6", "d4 6", "f4 6"], tiles=JOINS, hands=[[CORNERS, STRAIGHT], [1], [2]])
    assert legal(behind) == {"place 34 r0", "place 33 r0"}  # a third ship on it is no worse


# --- sailing ------------------------------------------------------------------------------------------------------
def test_ts_30_a_ship_follows_its_wake_to_the_open_end() -> None:
    """TS-30: over the new tile and every tile behind it."""
    match = sea(["c4 6", "n1"], tiles={"d4": "33 r0", "e4": "34 r0", "e5": "31 r0"}, hands=[[12], [1]])
    match.play("place 12 r0")  # 6 to 3, straight over d4, then 6 to 5 on e4 and 0 to 4 on e5
    assert ship(match, 0) == "e6 1"


def test_ts_30_every_ship_that_faces_the_tile_sails() -> None:
    """TS-30: they pass each other and never collide. Ships elsewhere stay."""
    match = sea(["d4 6", "d4 2", "d4 0", "n1"], tiles={"c4": "32 r0"}, hands=[[STRAIGHT], [1], [2], [3]])
    events = match.play("place 33 r0")
    assert kinds(events)[:4] == ["placed", "sailed", "sailed", "sailed"]
    assert [ship(match, p) for p in range(4)] == ["e4 6", "b4 2", "d5 0", "n1"]


@pytest.mark.parametrize(("start", "tile", "fate"), [("n1", "place 34 r0", "edge"), ("n5", "place 33 r0", "daikaiju")])
def test_ts_30_lost_at_the_edge_or_at_a_daikaiju(start: str, tile: str, fate: str) -> None:
    """TS-30: the journal says where."""
    match = sea(
        [start, "s1", "s3"], hands=[[int(tile.split()[1])], [1], [2]], daikaiju=["g1 c2 n", *FAR[1:]], dice=QUIET
    )
    event = match.play(tile)[1]
    assert (event["event"], event["fate"]) == ("lost", fate)
    assert event["square"] == ("a1" if fate == "edge" else "c2")
    assert ship(match, 0) == fate


def test_ts_30_others_can_be_steered_to_their_loss() -> None:
    """TS-30: TS-21 protects only the own ship."""
    match = sea(["b1 6", "n3", "s1"], tiles={"a1": "33 r0"}, hands=[[0, 2], [1], [3]])
    assert legal(match) == {"place 2 r0"}  # 6 to 5 for the own ship, 0 to 1 for the other
    match.play("place 2 r0")
    assert (ship(match, 0), ship(match, 1)) == ("b2 0", "edge")


# --- head-on ------------------------------------------------------------------------------------------------------
HEAD_ON = {"c4": "31 r0", "e4": "34 r0", "e5": "32 r1"}  # d4 lies between a ship on c4 and one on e4


def test_ts_31_follow_the_joined_wake_to_its_real_end() -> None:
    """TS-31: each ship sails back along the other's old wake."""
    match = sea(["d4 6", "d4 3", "s1"], tiles=HEAD_ON, hands=[[STRAIGHT], [1], [2]])
    match.play("place 33 r0")  # 6 meets 3
    assert ship(match, 0) == "e6 0"  # e4: 6 to 5, e5: 0 to 5
    assert ship(match, 1) == "b4 2"  # c4: 3 to 7


def test_ts_31_option_swap_stops_at_the_ends_of_the_new_tile() -> None:
    """TS-31: both ships stand on the new tile, and face the tiles of the other's wake."""
    match = sea(["d4 6", "d4 3", "s1"], tiles=HEAD_ON, hands=[[STRAIGHT], [1], [2]], head_on="swap")
    match.play("place 33 r0")
    assert (ship(match, 0), ship(match, 1)) == ("e4 6", "c4 3")
    assert match.view(None)["ships"][0]["on"] == "d4"
    assert list(match.legal) == ["pass"]  # seat 1 has no empty square ahead (TS-20)
    assert kinds(match.play("pass"))[0] == "passed"


def test_ts_31_option_swap_at_the_rim() -> None:
    """TS-31: a ship that ends where another waited at its mark is at the edge, and lost (TS-30)."""
    match = sea(["a4 3", "w8", "s1"], tiles={"b4": "34 r0"}, hands=[[STRAIGHT], [1], [2]], head_on="swap")
    match.play("place 33 r0")
    assert (ship(match, 0), ship(match, 1)) == ("edge", "b4 6")


def test_ts_31_joined_by_way_of_other_tiles() -> None:
    """TS-31: the wakes may meet after a detour over other tiles and back over the new one."""
    tiles = {"c4": "31 r0", "d3": "0 r0", "e4": "34 r0", "e5": "33 r0"}
    hands = [[19], [1], [2]]  # tile 19 r0 joins 6 and 1, 0 and 2: from d3 back to d4 by 0, on to 2
    for option, ends in (("follow", ["e3 5", "b4 2"]), ("swap", ["e4 7", "c4 3"])):
        match = sea(["d4 6", "d4 2", "s1"], tiles=tiles, hands=hands, head_on=option)
        match.play("place 19 r0")
        assert [ship(match, 0), ship(match, 1)] == ends


def test_ts_31_ts_22_a_stopped_ship_is_not_overtaken() -> None:
    """TS-22 with option swap: a ship that faces a tile still is on its wake."""
    tiles = {"c4": "31 r0", "e4": "33 r0", "f4": "32 r0"}
    stopped = ["d4 6", "f4 6", "s1"]  # seat 1 stands on e4 and faces the tile on f4
    match = sea(stopped, tiles=tiles, hands=[[12, 34], [1], [2]], head_on="swap")
    assert legal(match) == {"place 12 r1", "place 34 r0"}  # 12 r0 leads over e4 past seat 1
