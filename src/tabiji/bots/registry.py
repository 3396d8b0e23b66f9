"""Bots by name: `random`, `greedy`, `search:2000` (simulations), `search:500ms`, levels, and bots of other packages.

`search:500ms:20000` also says how many nodes the search may keep in memory, 56 bytes each. `network:FILE` plays with a
network of `tabiji train`, `master` with the one that comes with Tabiji for the game; `network:FILE:0.5` and
`master:0.5` give it a temperature. `rollout:64` plays the likeliest moves of that network on, in at most 64 deals each.
Another package registers a bot with an entry point of the group `tabiji.bots`: a callable without arguments that
returns an object with the method `choose` (see protocol.py).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, partial
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING

from tabiji.bots.levels import LEVELS, Level, LevelBot
from tabiji.bots.protocol import Bot, Budget
from tabiji.core.errors import OptionError, unknown

if TYPE_CHECKING:
    from tabiji.bots.network import Network
    from tabiji.core.game_spec import GameSpec

_TEMPERATURE = re.compile(r"[0-9]{1,2}(\.[0-9]{1,3})?")


@dataclass(frozen=True)
class BotSpec:
    """A bot with its name, its factory (each thread needs its own bot), and its budget."""

    name: str
    kind: str
    make: Callable[[], Bot]
    budget: Budget


@cache
def _makers() -> dict[str, Callable[[], Bot]]:
    from tabiji.bots.builtin import GreedyBot, HastyBot, RandomBot, SearchBot
    from tabiji.bots.rollout import RolloutBot

    makers: dict[str, Callable[[], Bot]] = {
        "random": RandomBot,
        "hasty": HastyBot,
        "greedy": GreedyBot,
        "search": SearchBot,
        "rollout": RolloutBot,
    }
    for point in entry_points(group="tabiji.bots"):
        makers.setdefault(point.name, point.load())
    return makers


def stand_in(bot: BotSpec) -> BotSpec:
    """The bot that plays for another while its game is interpreted: one step ahead in a single deal, or a network."""
    from tabiji.bots.builtin import GreedyBot, HastyBot
    from tabiji.bots.network import NetworkBot

    level = _level(bot.name)
    if level is not None:
        return replace(bot, make=partial(LevelBot, level, interpreted=True))
    if bot.kind == "rollout":
        return replace(bot, make=NetworkBot)
    simple = {"hasty": HastyBot, "greedy": GreedyBot, "search": GreedyBot}.get(bot.kind)
    return bot if simple is None else replace(bot, make=partial(simple, samples=1))


def bare_network(bot: BotSpec, spec: GameSpec) -> Network | None:
    """The network of a bot that always plays its network's likeliest move; None for any other bot."""
    from tabiji.bots.network import NetworkBot

    if bot.kind not in ("level", "network", "master"):
        return None
    player = bot.make()
    if isinstance(player, LevelBot):
        player, _ = player.bot_for(spec)
    return player.network_for(spec) if isinstance(player, NetworkBot) and player.temperature <= 0 else None


def bot_names() -> list[str]:
    """All names of bots, levels first."""
    return [*(level.name for level in LEVELS), *_makers()]


def _level(name: str) -> Level | None:
    return next((level for level in LEVELS if level.name == name), None)


def bot_spec(text: str) -> BotSpec:
    """The bot of a name, with its budget; OptionError names the bots there are."""
    name = text.strip()
    level = _level(name)
    if level is not None:
        return BotSpec(name, "level", partial(LevelBot, level), Budget())
    kind, _, thinking = name.partition(":")
    if kind in ("network", "master"):
        return _network_spec(name, kind, thinking)
    if kind not in _makers():
        raise unknown("bot", name, bot_names())
    budget, _, nodes = thinking.partition(":")
    return BotSpec(name, kind, _maker(name, kind, nodes), _budget(name, budget))


def _network_spec(name: str, kind: str, text: str) -> BotSpec:
    """A bot with a network. Its file is read when the bot is made: names come from strangers, too."""
    from tabiji.bots.network import NetworkBot

    if kind == "network":
        file, colon, warm = text.rpartition(":")
        if not colon or not _TEMPERATURE.fullmatch(warm):
            file, warm = text, ""
        if not file:
            raise OptionError(f"cannot read bot {name!r}: write network:FILE or network:FILE:TEMPERATURE")
        return BotSpec(name, kind, partial(NetworkBot, Path(file), float(warm or 0)), Budget())
    if text and not _TEMPERATURE.fullmatch(text):
        raise OptionError(f"cannot read the temperature of bot {name!r}: write e.g. master:0.5")
    return BotSpec(name, kind, partial(NetworkBot, None, float(text or 0)), Budget())


def _maker(name: str, kind: str, nodes: str) -> Callable[[], Bot]:
    """How to make a bot: a search with as many nodes as asked for."""
    if not nodes:
        return _makers()[kind]
    if kind != "search" or not re.fullmatch(r"[1-9][0-9]{1,7}", nodes):
        raise OptionError(
            f"cannot read the memory of bot {name!r}: write e.g. search:2000:50000 (10 to 99,999,999 nodes)"
        )
    from tabiji.bots.builtin import SearchBot

    return partial(SearchBot, nodes=int(nodes))


def _budget(name: str, text: str) -> Budget:
    if not text:
        return Budget()
    found = re.fullmatch(r"([1-9][0-9]{0,7})(ms)?", text)
    if not found:
        raise OptionError(
            f"cannot read the budget of bot {name!r}: write e.g. search:2000 (simulations) or search:500ms"
        )
    amount = int(found[1])
    return Budget(milliseconds=amount) if found[2] else Budget(simulations=amount)


def bot_specs(text: str, seats: int | None = None) -> list[BotSpec]:
    """Bots from a comma-separated list; one name fills all seats."""
    found = [bot_spec(name) for name in text.split(",")]
    if seats is None or len(found) == seats:
        return found
    if len(found) == 1:
        return found * seats
    raise OptionError(f"{len(found)} bots for {seats} seats: give one for all, or one for each")
