"""Levels: bots for people, from a first-time player to a master. docs/ladder.md says how far apart they are.

From `skilled` on they play with the game's network. Weaker ones draw their moves: what the network finds about as good
as the best is played as likely, and the higher the temperature, the more it takes for that. So they know less without
playing like dice. A game without a network is searched instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tabiji.bots.protocol import Bot, Budget, Deal


@dataclass(frozen=True)
class Level:
    """A strength for people. `temperatures` are of the networks, by game; without them, it is the bot `otherwise`."""

    name: str
    about: str
    otherwise: str
    temperatures: Mapping[str, float] | None = None


LEVELS = (
    Level("novice", "a first-time player: often takes what looks nice", "hasty"),
    Level("casual", "knows what things are worth, and looks one step ahead", "greedy"),
    Level(
        "skilled",
        "has learned what leads to victory, and overlooks a lot",
        "search:100",
        {"tokaido": 8.0, "tokaido_duo": 8.0, "tsuro_seas": 6.0},
    ),
    Level(
        "strong",
        "plays well, with a mistake now and then",
        "search:400",
        {"tokaido": 5.0, "tokaido_duo": 5.0, "tsuro_seas": 4.0},
    ),
    Level(
        "expert",
        "finds nearly always a good move",
        "search:400",
        {"tokaido": 3.0, "tokaido_duo": 3.0, "tsuro_seas": 2.0},
    ),
    Level(
        "master",
        "the strongest: has taught itself in billions of moves",
        "search:800",
        {"tokaido": 0.0, "tokaido_duo": 0.0, "tsuro_seas": 0.0},
    ),
)


class LevelBot:
    """Plays a level whose temperatures depend on the game."""

    def __init__(self, level: Level, otherwise: str | None = None) -> None:
        """`otherwise` is the bot for games without a network, the level's own if it is not given."""
        self._level = level
        self._otherwise = otherwise or level.otherwise
        self._bots: dict[str, tuple[Bot, Budget]] = {}

    def choose(self, view: Mapping[str, Any], legal: list[str], budget: Budget, deal: Deal) -> str:
        if len(legal) == 1:
            return legal[0]
        record = deal(budget.seed)
        bot, thinks = self._bot(record)
        return bot.choose(view, legal, replace(thinks, seed=budget.seed), lambda _: record)

    def _bot(self, record: Any) -> tuple[Bot, Budget]:
        from tabiji.bots.network import NetworkBot, has_network  # both are not needed to list the levels
        from tabiji.bots.registry import bot_spec
        from tabiji.core.dispatch import spec_of

        spec = spec_of(record.dtype)
        if spec.name not in self._bots:
            temperatures = self._level.temperatures or {}
            if spec.name in temperatures and has_network(spec):
                self._bots[spec.name] = NetworkBot(None, temperatures[spec.name]), Budget()
            else:
                other = bot_spec(self._otherwise)
                self._bots[spec.name] = other.make(), other.budget
        return self._bots[spec.name]
