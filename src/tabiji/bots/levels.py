"""Levels: bots for people, from a first-time player to a master. docs/ladder.md says how far apart they are.

They play with the game's network. Weaker ones draw their moves, the likelier the better the network finds them; the
higher the temperature, the less it matters how much better. So they know less without playing like dice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from tabiji.bots.protocol import Bot, Budget, Deal

if TYPE_CHECKING:
    from tabiji.core.game_spec import GameSpec


@dataclass(frozen=True)
class Level:
    """A strength for people: the temperatures of networks, by game, and the bot that plays other games."""

    name: str
    about: str
    otherwise: str
    temperatures: Mapping[str, float]


LEVELS = (
    Level(
        "novice",
        "a first-time player: often takes what looks nice",
        "hasty",
        {"tokaido": 17.0, "tokaido_duo": 13.5, "tsuro_seas": 30.0},
    ),
    Level(
        "casual",
        "knows what things are worth, and often misses the best one",
        "greedy",
        {"tokaido": 12.8, "tokaido_duo": 10.9, "tsuro_seas": 18.0},
    ),
    Level(
        "skilled",
        "has learned a lot, and overlooks some of it",
        "search:100",
        {"tokaido": 9.8, "tokaido_duo": 8.6, "tsuro_seas": 11.5},
    ),
    Level(
        "strong",
        "plays well, with a mistake now and then",
        "search:400",
        {"tokaido": 7.2, "tokaido_duo": 6.4, "tsuro_seas": 7.5},
    ),
    Level(
        "expert",
        "nearly always finds a good move",
        "search:400",
        {"tokaido": 4.8, "tokaido_duo": 4.2, "tsuro_seas": 4.8},
    ),
    Level(
        "master",
        "has taught itself in billions of moves, and answers at once",
        "search:800",
        {"tokaido": 0.0, "tokaido_duo": 0.0, "tsuro_seas": 0.0},
    ),
)


class LevelBot:
    """Plays a level."""

    def __init__(self, level: Level, interpreted: bool = False) -> None:
        """`interpreted`: the game is not compiled yet. A network can do without, other bots have a simpler stand-in."""
        self._level = level
        self._interpreted = interpreted
        self._bots: dict[str, tuple[Bot, Budget]] = {}

    def choose(self, view: Mapping[str, Any], legal: list[str], budget: Budget, deal: Deal) -> str:
        if len(legal) == 1:
            return legal[0]
        from tabiji.core.dispatch import spec_of  # not needed to list the levels

        record = deal(budget.seed)
        bot, thinks = self.bot_for(spec_of(record.dtype))
        return bot.choose(view, legal, replace(thinks, seed=budget.seed), lambda _: record)

    def bot_for(self, spec: GameSpec) -> tuple[Bot, Budget]:
        """The bot that plays a game at this level, and how much it thinks."""
        from tabiji.bots.network import NetworkBot, has_network  # both are not needed to list the levels
        from tabiji.bots.registry import bot_spec, stand_in

        if spec.name not in self._bots:
            temperature = self._level.temperatures.get(spec.name)
            if temperature is not None and has_network(spec):
                self._bots[spec.name] = NetworkBot(None, temperature), Budget()
            else:
                other = bot_spec(self._level.otherwise)
                other = stand_in(other) if self._interpreted else other
                self._bots[spec.name] = other.make(), other.budget
        return self._bots[spec.name]
