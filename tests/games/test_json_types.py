"""Views, events, standings and boards are what each game's `types.py` declares, nothing more or less."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

import tabiji
from tabiji.core.match import Game, Match
from tabiji.core.preview import standing
from tabiji.server.game_types import game_type

from tests.games.settings import tables

_LOOK_EVERY = 31  # decisions between two looks at how things stand, which costs more
_RARE = {"stayed"}  # a merchant of Tokaido Duo without a full move: random matches hardly ever meet it


class _Declared:
    """What a game declares, and the events it has been seen to tell."""

    def __init__(self, game: str) -> None:
        self._types = {part: game_type(game, part) for part in ("View", "Event", "Standing")}
        self.seen: set[str] = set()

    def check(self, part: str, told: Any) -> None:
        """As JSON, because that is how it travels."""
        msgspec.json.decode(msgspec.json.encode(told), type=self._types[part])

    def check_events(self, events: list[dict[str, Any]]) -> None:
        for event in events:
            self.check("Event", event)
            self.seen.add(event["event"])

    def check_match(self, match: Match) -> None:
        self.check_events(match.events())
        for seat in (None, *range(match.game.players)):
            private = match.private(seat)
            self.check_events(private["events"])
            self.check("View", {**match.public(), **private})


def _play(game: Game, seed: int, declared: _Declared) -> None:
    rng = random.Random(seed)
    match = game.new(seed)
    declared.check_match(match)
    while not match.over:
        match.act(rng.choice(match.legal_actions()))
        declared.check_match(match)
        if len(match.moves) % _LOOK_EVERY == 0:
            declared.check("Standing", standing(match))
    declared.check("Standing", standing(match))


@pytest.mark.parametrize("name", tabiji.games())
def test_everything_told_is_declared_and_every_event_occurs(name: str) -> None:
    declared = _Declared(name)
    for seed, game in enumerate(table for table in tables() if table.spec.name == name):
        _play(game, seed, declared)
    assert set(tabiji.game(name).spec.state.EVENTS) - declared.seen <= _RARE


@pytest.mark.parametrize("board", tabiji.game("tokaido_duo").spec.boards)
def test_boards_are_as_declared(board: str) -> None:
    shown = tabiji.game("tokaido_duo", board=board).board_shown
    msgspec.json.decode(msgspec.json.encode(shown), type=game_type("tokaido_duo", "Board"))


def test_what_is_not_declared_is_refused() -> None:
    view: dict[str, Any] = tabiji.game("tokaido").new(1).view(0)
    del view["options"], view["board"]
    declared = game_type("tokaido", "View")
    msgspec.convert(view, declared)
    for wrong in ({"new": 1}, {"phase": "sleep"}, {"seats": [{}]}):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(view | wrong, declared)
