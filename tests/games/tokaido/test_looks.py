"""Views keep what has not changed since the last position they showed: the same as if written anew."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import tabiji
from tabiji.core.match import Match


@pytest.mark.parametrize(
    ("players", "options"),
    [(2, {"satsuki_source": "deck"}), (4, {"gastronomy": True}), (5, {"initiatory": True, "preparations": True})],
)
def test_views_of_a_match_are_those_of_a_fresh_copy(players: int, options: dict[str, Any]) -> None:
    """Kept parts of a view never come from another position, whoever looks, forwards and backwards."""
    game = tabiji.game("tokaido", players=players, **options)
    viewers = [None, *range(players)]
    rng = Random(f"{players} {options}")
    for _ in range(2):
        match = game.new(seed=rng.getrandbits(60))
        while not match.over:
            match.step(rng.choice(match.legal_actions()))
            if rng.random() < 0.3:
                continue  # some positions nobody sees
            for _ in range(min(len(match.moves), rng.choice([0, 0, 0, 0, 0, 0, 1, 7]))):
                match.undo()
            seen = [match.view(viewer) for viewer in viewers]
            fresh = Match._from_record(game, match.state.tobytes())
            assert [fresh.view(viewer) for viewer in viewers] == seen


def test_what_has_not_changed_is_kept() -> None:
    match = tabiji.game("tokaido", players=4, initiatory=True).new(seed=3)
    before = match.public()
    match.step(match.legal_actions()[0])
    after = match.public()
    assert sum(old is new for old, new in zip(before["seats"], after["seats"], strict=True)) >= 3
    assert after["decks"]["meals"] is before["decks"]["meals"]
    assert match.public()["seats"] is after["seats"]


def test_the_dealt_travelers_are_written_once() -> None:
    match = tabiji.game("tokaido", players=4).new(seed=3)
    for _ in range(4):  # everybody chooses
        match.step(match.legal_actions()[0])
    dealt = [match.private(seat)["mine"] for seat in (0, 2, 3)]  # seat 1 decides, before and after this step
    match.step(match.legal_actions()[0])
    assert [match.private(seat)["mine"] is mine for seat, mine in zip((0, 2, 3), dealt, strict=True)] == [True] * 3
    assert all(mine["dealt"] for mine in dealt)
