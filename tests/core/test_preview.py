"""What a move would do is what it does, and nothing that nobody knows."""

from __future__ import annotations

from random import Random

import pytest

import tabiji
from tabiji.core.preview import previews


@pytest.mark.parametrize("name", ["tokaido", "tokaido_duo", "tsuro_seas"])
@pytest.mark.parametrize("seed", range(3))
def test_certain_events_happen(name: str, seed: int) -> None:
    match = tabiji.game(name).new(seed=seed)
    rng = Random(seed)
    while not match.over and len(match.moves) < 60:
        seat = match.seat
        before = match.state.tobytes()
        told = previews(match, seed=rng.randrange(2**60))
        assert match.state.tobytes() == before
        assert [preview["move"] for preview in told] == list(match.legal)
        chosen = rng.choice(told)
        match.play(chosen["move"])
        happened = match.events(seat)
        assert happened[: len(chosen["events"])] == chosen["events"]
        assert chosen["uncertain"] == match.revealed
        if not chosen["uncertain"]:
            assert happened == chosen["events"]


def test_a_card_that_is_drawn_stays_open() -> None:
    match = tabiji.game("tokaido", players=2, initiatory=True).new(seed=3)
    springs = [told for told in previews(match, seed=1) if told["uncertain"]]
    assert springs
    for told in springs:
        assert all(event["event"] not in ("bathed", "met") for event in told["events"])


def test_nothing_after_the_end() -> None:
    match = tabiji.game("tsuro_seas", players=2).new(seed=1)
    rng = Random(1)
    while not match.over:
        match.act(rng.choice(match.legal_actions()))
    assert previews(match, seed=0) == []
