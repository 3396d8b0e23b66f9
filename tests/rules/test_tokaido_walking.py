"""TK-10 to TK-15: whose turn it is, and where a pawn may go."""

from __future__ import annotations

import pytest

from tabiji.games.tokaido.state import DATA

from tests.rules.tokaido_table import PLAIN, kinds, moves, put, start


def test_tk10_farthest_back_moves() -> None:
    """TK-10, the rulebooks' pictures: the last on the road moves; then whoever is last after that."""
    match = put(start(), 6, 2, 9, 11)
    assert match.seat == 1
    match.play("move 7")
    assert match.seat == 0


def test_tk10_second_dot_before_road_dot() -> None:
    """TK-10: on one stop the later arrival, farther from the road, moves first."""
    match = put(start(), 5, 5, 9, 11, slots=(0, 1, 0, 0))
    assert match.seat == 1
    put(match, 5, 5, 9, 11, slots=(1, 0, 0, 0))
    assert match.seat == 0


def test_tk10_last_arrival_leaves_the_inn_first() -> None:
    """TK-10: at an inn the last arrival moves first."""
    match = put(start(), 14, 14, 14, 14, slots=(2, 0, 3, 1))
    order = []
    for stop in (15, 16, 18, 19):
        order.append(match.seat)
        match.play(f"move {stop}")
        while match.view(None)["phase"] != "move":
            match.play(next(iter(match.legal)))
    assert order == [2, 0, 3, 1]


def test_tk11_any_free_space_up_to_the_next_inn() -> None:
    """TK-11: over any number of spaces, but never past the next inn."""
    match = put(start(PLAIN[:3]), 3, 5, 8)
    assert moves(match) == [4, 6, 7, 9, 10, 11, 12, 13, 14]
    put(match, 14, 20, 21)
    assert moves(match) == [15, 16, 17, 18, 19, 22, 23, 24, 25, 26, 27]


def test_tk12_still_last_moves_again() -> None:
    """TK-12: a traveler who is still last after the move goes on at once."""
    match = put(start(PLAIN[:3]), 3, 9, 10)
    match.play("move 4")
    assert match.seat == 0
    assert 5 in moves(match)


@pytest.mark.parametrize("players", [4, 5])
def test_tk13_double_spaces_hold_two(players: int) -> None:
    """TK-13: with 4-5 players the second arrival takes the second dot, a third finds it full."""
    match = put(start(PLAIN[:players]), 1, 5, *range(8, 6 + players))
    assert 5 in DATA["road"]["double"]
    assert 5 in moves(match)
    match.play("move 5")
    assert match.view(None)["pawns"][0]["slot"] == 1
    put(match, 1, 5, 5, *range(8, 5 + players))
    assert 5 not in moves(match)
    assert 4 in moves(match)
    put(match, 1, 4, *range(8, 6 + players))
    assert 4 not in moves(match)  # a single space holds one


@pytest.mark.parametrize("players", [2, 3])
def test_tk13_second_dot_unused_with_two_or_three(players: int) -> None:
    """TK-13: with 2-3 players the second dot is never used, though with two a third pawn walks along."""
    match = put(start(PLAIN[:players]), 1, 5, 9)
    assert 5 not in moves(match)


def test_tk14_inns_hold_everybody() -> None:
    """TK-14: all five stand at one inn, in slots from the road outwards."""
    match = put(start(PLAIN), 10, 14, 14, 14, 14)
    match.play("move 14")
    assert match.view(None)["pawns"][0] == {"stop": 14, "slot": 4}
    match = put(start(PLAIN), 9, 10, 11, 12, 13)
    match.play("move 14")
    assert match.view(None)["pawns"][0] == {"stop": 14, "slot": 0}


def test_tk15_effect_and_points_at_once() -> None:
    """TK-15: the space's effect and its points come with the move itself."""
    match = put(start(), 2, 5, 9, 11)
    events = match.play("move 4")
    assert kinds(events) == ["moved", "panorama"]
    assert match.scores[0] == 1
