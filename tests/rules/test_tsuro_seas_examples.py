"""Tsuro of the Seas: the rulebook's example of two rounds."""

from __future__ import annotations

from tests.rules.tsuro_table import QUIET, STRAIGHT, UTURNS, begin_turn, daikaiju, pile, sea, ship


def test_example_of_two_rounds() -> None:
    """The rulebook's example (TS-10, TS-12, TS-14, TS-16): a daikaiju with rotation number 2."""
    match = sea(
        ["b4 7", "s14"],
        tiles={"a4": "31 r0", "c3": "32 r0"},
        hands=[[STRAIGHT, 12, UTURNS], [32, 3, 6]],
        daikaiju=["g2 d3 n", "g1 f6 n", "b1 f2 n"],
        dice=[3, 4, 4, *QUIET, 2, 4, 2, 3, 3, 4],
    )
    # Round 1: a 4. The daikaiju goes left and takes the place of the wake tile there; the tile leaves the board.
    events = begin_turn(match, 0)
    assert events[0] == {"event": "rolled", "seat": 0, "gold": 3, "blue": 4, "action": 4}
    walk = {"event": "walked", "daikaiju": "g2", "square": "c3", "side": "w", "crushed": 32}
    assert [event for event in events if event.get("daikaiju") == "g2"] == [walk]
    assert pile(match)[-1] == 32
    # The active player places a tile; the wake brings the ship close to the daikaiju.
    match.play("place 33 r0")
    assert ship(match, 0) == "c4 7"
    match.play("place 32 r1")
    # Round 2: a 2. The daikaiju only turns on the spot.
    assert daikaiju(match, "g2") == "c3 w"
    assert match.seat == 0
    # A tile that leads away; but if the next player rolls a 4 ...
    events = match.play("place 12 r0")
    assert {"event": "sailed", "seat": 0, "ahead": "d4", "port": 7} in events
    assert events[-1] == {"event": "over", "ending": "last_ship"}
    assert ship(match, 0) == "crushed"  # ... the daikaiju goes south now, onto the tile under the ship


AWAY = ["b3 f6 n", "b5 f2 n"]  # two daikaiju that stay on the board and meet nobody


def test_example_had_it_been_a_5() -> None:
    """The rulebook's example (TS-16): a 5 brings the daikaiju before the ship, which is destroyed before it places."""
    match = sea(["c4 7", "s3", "s1"], tiles={"b4": "32 r0"}, daikaiju=["g2 c3 n", *AWAY], dice=[2, 4, 5, *QUIET])
    begin_turn(match, 0)
    assert daikaiju(match, "g2") == "c4 n"
    assert ship(match, 0) == "devoured"
    assert match.seat == 1


def test_example_after_the_turn_a_4_is_dangerous() -> None:
    """The rulebook's example (TS-12): turned counter-clockwise, the daikaiju goes south on a 4."""
    match = sea(["c4 7", "s3", "s1"], tiles={"b4": "32 r0"}, daikaiju=["g2 c3 w", *AWAY], dice=[2, 4, 4, *QUIET])
    begin_turn(match, 0)
    assert daikaiju(match, "g2") == "c4 w"
    assert ship(match, 0) == "devoured"
