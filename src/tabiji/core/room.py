"""A room is one game: its name card here, and its doors, loaded when somebody walks through."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

from tabiji.core.errors import OptionError, unknown
from tabiji.core.options import Option

_ROOMS = ("tokaido", "tokaido_duo", "tsuro_seas")


@cache
def _door(room: str, name: str) -> Any:
    return import_module(f"tabiji.games.{room}.{name}")


@dataclass(frozen=True)
class Room:
    """What is known of a game without loading its rules."""

    name: str
    title: str
    summary: str
    players: tuple[int, ...]
    options: tuple[Option, ...]
    rules_version: int
    boards: tuple[str, ...] = ()  # names of the boards that come with the game, the usual one first

    def door(self, name: str) -> Any:
        """One of the room's modules: state, rules, hidden, views, moves, stack, study, terminal, or boards."""
        return _door(self.name, name)

    @property
    def rules(self) -> Any:
        return self.door("rules")

    def check_players(self, players: Any) -> int:
        """The number of players, or an OptionError that says which are possible."""
        if type(players) is int and players in self.players:
            return players
        raise OptionError(f"{self.title} is played by {self.players[0]} to {self.players[-1]}, not by {players!r}")


def room_names() -> list[str]:
    """The names of all games."""
    return list(_ROOMS)


@cache
def room(name: str) -> Room:
    """The room of a game; an OptionError names the games there are."""
    if name not in _ROOMS:
        raise unknown("game", name, _ROOMS)
    found: Room = import_module(f"tabiji.games.{name}").ROOM
    return found
