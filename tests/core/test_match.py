"""Games, options and matches as people call them."""

from __future__ import annotations

import pytest

import tabiji


def test_games_are_listed() -> None:
    assert "tokaido" in tabiji.games()


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: tabiji.game("tokaidoo"), "did you mean tokaido"),
        (lambda: tabiji.game("tokaido", players=1), "2 to 5"),
        (lambda: tabiji.game("tokaido", players="4"), "2 to 5"),
        (lambda: tabiji.game("tokaido", players=True), "2 to 5"),
        (lambda: tabiji.game("tokaido", gastronomi=True), "did you mean gastronomy"),
        (lambda: tabiji.game("tokaido", gastronomy="maybe"), "valid: false, true"),
        (lambda: tabiji.game("tokaido", gastronomy=1), "valid: false, true"),
        (lambda: tabiji.game("tokaido", satsuki_source="hat"), "valid: pool, deck"),
        (lambda: tabiji.game("tokaido").new(-1), "from 0 to"),
        (lambda: tabiji.game("tokaido").new(2**64), "from 0 to"),
        (lambda: tabiji.game("tokaido").new(1.5), "from 0 to"),  # type: ignore[arg-type]
    ],
)
def test_wrong_options_are_explained(call: object, says: str) -> None:
    with pytest.raises(tabiji.OptionError, match=says):
        call()  # type: ignore[operator]


def test_secret_seeds_differ_and_are_committed_to() -> None:
    game = tabiji.game("tokaido", players=3)
    first, second = game.new(), game.new()
    assert first.seed != second.seed
    assert first.salt
    assert tabiji.replay(first.record()).state.tobytes() == first.state.tobytes()


def test_the_interface_of_a_match() -> None:
    game = tabiji.game("tokaido", players=4, gastronomy=True)
    assert repr(game) == "tabiji.game('tokaido', players=4, gastronomy=True)"
    match = game.new(seed=7)
    assert match.seat == 0
    assert not match.over
    assert len(match.legal) == len(list(match.legal)) == 2
    first = next(iter(match.legal))
    assert first in match.legal
    assert "move 3" not in match.legal
    assert first in repr(match.legal)
    before = match.state.tobytes()
    with pytest.raises(tabiji.InvalidMove, match="moves begin with"):
        match.play("jump")
    with pytest.raises(tabiji.IllegalMove, match=first):
        match.play("move 3")
    assert match.state.tobytes() == before
    assert match.play(first) == [{"event": "took", "pawn": 0, "traveler": first.split()[1]}]
    match.undo()
    assert match.state.tobytes() == before
    assert match.moves == []
    while not match.over:
        match.play(next(iter(match.legal)))
    assert match.seat is None
    assert match.scores[match.winners[0]] == max(match.scores)
    with pytest.raises(tabiji.IllegalMove, match="over"):
        match.play("move 3")


@pytest.mark.parametrize(
    ("stack", "says"),
    [
        ({"cards": []}, "unknown stack key 'cards'"),
        ({"souvenirs": ["gold"]}, "unknown card"),
        ({"souvenirs": ["gofu", "gofu"]}, "more copies"),
        ({"souvenirs": "gofu"}, "a list"),
        ({"hot_springs": [4]}, "unknown card"),
        ({"meals": 7}, "a list"),
        ({"meals": [["soba"]]}, "unknown card"),
        ({"travelers": [["kinko", "kinko"]]}, "two different tiles"),
        ({"travelers": [["kinko"]]}, "two different tiles"),
        ({"travelers": [["kinko", "nobody"]]}, "unknown traveler"),
        ({"travelers": "kinko"}, "a list"),
        ({"travelers": [7]}, "two different tiles"),
        ({"kyoto": [0, 1]}, "each pawn"),
        ({"kyoto": [0, 1, 2, "3"]}, "each pawn"),
        ({"kyoto": 3}, "a list"),
        ([], "a dictionary"),
    ],
)
def test_impossible_stacks_are_explained(stack: object, says: str) -> None:
    with pytest.raises(tabiji.OptionError, match=says):
        tabiji.game("tokaido", players=4).new(1, stack)  # type: ignore[arg-type]


def test_stack_of_the_documentation() -> None:
    match = tabiji.game("tokaido", players=4).new(
        seed=7,
        stack={
            "souvenirs": ["gofu", "sake"],
            "meals": ["soba", "fugu"],
            "encounters": ["kuge"],
            "hot_springs": [2, 3],
            "travelers": [["kinko", "satsuki"], ["umegae", "chuubei"]],
            "kyoto": [2, 0, 1, 3],
        },
    )
    assert list(match.legal) == ["take kinko", "take satsuki"]
    for _ in range(4):
        match.play(next(iter(match.legal)))
    assert match.seat == 3
    again = tabiji.replay(match.record())
    assert again.state.tobytes() == match.state.tobytes()


def test_stack_of_an_initiatory_journey() -> None:
    game = tabiji.game("tokaido", players=3, initiatory=True, preparations=True)
    match = game.new(1, {"kyoto": [1, 2, 0]})
    assert match.seat == 0
    assert match.state["purse"][:3].tolist() == [7, 9, 8]
    assert [event["slot"] for event in match.events()] == [2, 0, 1]
    with pytest.raises(tabiji.OptionError, match="no traveler tiles"):
        game.new(1, {"travelers": [["kinko", "satsuki"]]})
