"""Which actions are played with the movement: the only one of a place, where declining it would be pointless."""

from __future__ import annotations

import random

from tabiji.core.match import Match
from tabiji.games.tokaido_duo.standing import standing

from tests.rules.duo_table import give_goods, give_wave, paintings, put, quiet, take


def follows(match: Match, character: str, pips: int) -> dict[str, str | None]:
    """What a die's places would be left with, by place."""
    goals = standing(take(match, character, pips).state)["ways"][character]["open"]
    return {goal["place"]: goal["follow"] for goal in goals}


def test_a_pilgrim_visits_temples_gardens_springs_and_towns() -> None:
    for start, goal in (("c1", "t1"), ("t1", "g1"), ("sea4", "c1")):
        match = quiet()
        put(match, 0, pilgrim=start)
        assert follows(match, "pilgrim", 1) == {goal: "visit"}
    match = quiet()
    put(match, 0, pilgrim="c3")
    put(match, 1, pilgrim="t1")
    assert follows(match, "pilgrim", 1) == {"h1": "visit"}


def test_what_ends_the_game_is_asked() -> None:
    match = quiet()
    put(match, 0, pilgrim="c1")
    match.state["temple"][0] = 8
    assert follows(match, "pilgrim", 1) == {"t1": None}


def test_a_wave_tile_is_asked_even_if_it_is_the_last_one() -> None:
    match = quiet()
    give_wave(match, 0, "hasty")
    give_wave(match, 1, "strong")
    put(match, 0, pilgrim="c2")
    assert follows(match, "pilgrim", 1)["sea1"] is None


def test_a_merchant_draws_but_is_asked_before_a_sale_or_an_extra_good() -> None:
    match = quiet(stack={"trade": [["kimono", 4]]})
    give_goods(match, 0, kimono=1)
    put(match, 0, merchant="m1")
    put(match, 1, merchant="m4")
    assert follows(match, "merchant", 1) == {"c1": None, "c8": None, "m2": "draw"}
    match = quiet()
    give_wave(match, 0, "strong")
    put(match, 0, merchant="m2")
    assert follows(match, "merchant", 1)["m3"] is None


def test_an_artist_paints_or_gives_away_if_only_one_is_possible() -> None:
    match = quiet()
    put(match, 0, artist="n1")
    put(match, 1, artist="w", pilgrim="c1")
    assert follows(match, "artist", 1)["w"] == "paint"
    match = quiet()
    paintings(match, 0, "moon", revealed=1)
    put(match, 0, artist="n1")
    assert follows(match, "artist", 1)["w"] is None  # both
    paintings(match, 0, "moon", revealed=10)
    assert {deed["move"] for deed in standing(match.state)["ways"]["artist"]["open"][-1]["deeds"]} == {"gift"}
    assert standing(match.state)["ways"]["artist"]["open"][-1]["follow"] == "gift"


def test_what_follows_is_legal_beside_declining_and_costs_no_points() -> None:
    rng = random.Random(4)
    seen = set()
    for seed in range(3):
        match = quiet(seed=seed)
        while not match.over:
            seat = match.seat
            assert seat is not None
            told = [goal for way in standing(match.state)["ways"].values() for goal in way["open"]]
            move = rng.choice(list(match.legal))
            points = match.standings[seat]
            match.play(move)
            follow = next((goal["follow"] for goal in told if move == f"go {goal['place']}"), None)
            if follow is not None:
                assert list(match.legal) == [follow, "pass"]
                match.play(follow)
                assert match.standings[seat] >= points
                seen.add(follow)
    assert seen == {"visit", "draw", "paint", "paint master", "gift"}
