"""Game specs: what is known of a game without loading its rules, and its modules, imported when they are first used."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any

from tabiji.core.errors import OptionError, unknown
from tabiji.core.options import Option

if TYPE_CHECKING:
    from tabiji.core import game_modules

_GAMES = ("tokaido", "tokaido_duo", "tsuro_seas")


@cache
def game_packages() -> dict[str, str]:
    """The package of each game: those of Tabiji, and those of other distributions (entry points `tabiji.games`)."""
    packages = {name: f"tabiji.games.{name}" for name in _GAMES}
    for point in entry_points(group="tabiji.games"):
        packages.setdefault(point.name, point.value)
    return packages


@dataclass(frozen=True)
class GameSpec:
    """A game: its name, players, options and boards, and its modules (see `core.game_modules`)."""

    name: str
    title: str
    summary: str
    players: tuple[int, ...]
    options: tuple[Option, ...]
    rules_version: int
    earlier: tuple[str, ...] = ()  # for each earlier version of the rules, the release that plays it
    boards: tuple[str, ...] = ()  # names of the boards that come with the game, the usual one first

    def __reduce__(self) -> Any:
        return game_spec, (self.name,)  # modules that were imported are no part of it

    def check_players(self, players: Any) -> int:
        """The number of players, or an OptionError that says which are possible."""
        if type(players) is int and players in self.players:
            return players
        raise OptionError(f"{self.title} is played by {self.players[0]} to {self.players[-1]}, not by {players!r}")

    # --- modules ------------------------------------------------------------------------------------------------
    @cached_property
    def state(self) -> game_modules.StateModule:
        return self._import("state")

    @cached_property
    def rules(self) -> game_modules.RulesModule:
        return self._import("rules")

    @cached_property
    def hidden(self) -> game_modules.HiddenModule:
        return self._import("hidden")

    @cached_property
    def views(self) -> game_modules.ViewsModule:
        return self._import("views")

    @cached_property
    def moves(self) -> game_modules.MovesModule:
        return self._import("moves")

    @cached_property
    def stack(self) -> game_modules.StackModule:
        return self._import("stack")

    @cached_property
    def estimate(self) -> game_modules.EstimateModule:
        return self._import("estimate")

    @cached_property
    def study(self) -> game_modules.StudyModule:
        return self._import("study")

    @cached_property
    def terminal(self) -> game_modules.TerminalModule:
        return self._import("terminal")

    @cached_property
    def closed(self) -> game_modules.ClosedModule | None:
        return self._import_optional("closed")

    @cached_property
    def standing(self) -> game_modules.StandingModule | None:
        return self._import_optional("standing")

    @cached_property
    def observe(self) -> game_modules.ObserveModule | None:
        return self._import_optional("observe")

    @cached_property
    def types(self) -> ModuleType | None:
        """The types of the game's JSON; None if it declares none."""
        return self._import_optional("types")

    @cached_property
    def board_format(self) -> game_modules.BoardsModule | None:
        """The module `boards`; None if the game is always played on the same board."""
        return self._import_optional("boards")

    @cached_property
    def endgame(self) -> game_modules.EndgameModule | None:
        return self._import_optional("endgame")

    def _import(self, module: str) -> Any:
        return _import(f"{game_packages()[self.name]}.{module}")

    def _import_optional(self, module: str) -> Any:
        return _import_optional(f"{game_packages()[self.name]}.{module}")


@cache
def _import(name: str) -> Any:
    return import_module(name)


@cache
def _import_optional(name: str) -> Any:
    return None if find_spec(name) is None else import_module(name)


def game_names() -> list[str]:
    """The names of all games."""
    return list(game_packages())


@cache
def game_spec(name: str) -> GameSpec:
    """The spec of a game; an OptionError names the games there are."""
    if name not in game_packages():
        raise unknown("game", name, game_names())
    found: GameSpec = import_module(game_packages()[name]).SPEC
    return found
