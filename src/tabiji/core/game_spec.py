"""A room is one game: its name card here, and its doors, loaded when somebody walks through."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from typing import Any

from tabiji.core.errors import OptionError, unknown
from tabiji.core.options import Option

_GAMES = ("tokaido", "tokaido_duo", "tsuro_seas")


@cache
def game_packages() -> dict[str, str]:
    """The package of each game: those of Tabiji, and those of other distributions (entry points `tabiji.games`)."""
    packages = {name: f"tabiji.games.{name}" for name in _GAMES}
    for point in entry_points(group="tabiji.games"):
        packages.setdefault(point.name, point.value)
    return packages


@cache
def _module(game: str, name: str) -> Any:
    return import_module(f"{game_packages()[game]}.{name}")


@dataclass(frozen=True)
class GameSpec:
    """What is known of a game without loading its rules."""

    name: str
    title: str
    summary: str
    players: tuple[int, ...]
    options: tuple[Option, ...]
    rules_version: int
    earlier: tuple[str, ...] = ()  # for each earlier version of the rules, the release that plays it
    boards: tuple[str, ...] = ()  # names of the boards that come with the game, the usual one first

    def module(self, name: str) -> Any:
        """One of the room's modules: state, rules, hidden, views, moves, stack, estimate, study or terminal.

        Some rooms have more: boards (several of them), endgame (positions that can be worked out exactly), closed (why
        something cannot be chosen) or standing (facts worth a look).
        """
        return _module(self.name, name)

    def has_module(self, name: str) -> bool:
        """Whether the room has a module of this name."""
        return _module_exists(f"{game_packages()[self.name]}.{name}")

    @property
    def rules(self) -> Any:
        return self.module("rules")

    def check_players(self, players: Any) -> int:
        """The number of players, or an OptionError that says which are possible."""
        if type(players) is int and players in self.players:
            return players
        raise OptionError(f"{self.title} is played by {self.players[0]} to {self.players[-1]}, not by {players!r}")


@cache
def _module_exists(module: str) -> bool:
    return find_spec(module) is not None


def game_names() -> list[str]:
    """The names of all games."""
    return list(game_packages())


@cache
def game_spec(name: str) -> GameSpec:
    """The room of a game; an OptionError names the games there are."""
    if name not in game_packages():
        raise unknown("game", name, game_names())
    found: GameSpec = import_module(game_packages()[name]).SPEC
    return found
