"""The referee plays every game and option, and no bot chooses an illegal move."""

from __future__ import annotations

from typing import Any

import pytest

import tabiji
from tabiji.bots.builtin import RandomBot
from tabiji.lab import referee
from tabiji.lab.referee import PLAYERS, check_bots, tables


@pytest.mark.parametrize("name", tabiji.games())
def test_no_bot_makes_an_illegal_move(name: str) -> None:
    checked = sum(check_bots(name, 12, seed=40), start=next(check_bots(name, 1)))
    assert set(checked) == set(PLAYERS)
    assert {game.players for game in tables(name)} == set(tabiji.game(name).spec.players)


def test_the_referee_stops_a_bot_that_cheats(monkeypatch: pytest.MonkeyPatch) -> None:
    def cheat(self: Any, *_: Any) -> str:
        return "win"

    monkeypatch.setattr(RandomBot, "choose", cheat)
    monkeypatch.setattr(referee, "OFTEN", (1, 0, 0, 0))
    with pytest.raises(tabiji.IllegalMove, match="random wants 'win' in game 0, move 1"):
        next(check_bots("tokaido_duo", 1))
