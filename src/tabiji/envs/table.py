"""What the wrappers of one game share: its spaces, rewards, who is out of the game, and rendering."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from tabiji.core import dispatch
from tabiji.core.errors import OptionError, unknown
from tabiji.core.match import Game, Match
from tabiji.core.record import record_proxy
from tabiji.envs.observation import layout_of
from tabiji.envs.render import ansi, rgb_array

REWARDS = ("win", "margin")
RENDER_MODES = ("human", "ansi", "rgb_array")


class Actions(spaces.Discrete):
    """The action numbers of a game. `sample()` without a mask draws one that is legal now."""

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.legal = np.ones(size, np.int8)  # written by the environment

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        if mask is None and probability is None and self.legal.any():
            mask = self.legal
        return super().sample(mask, probability)


def observation_box(game: Game) -> spaces.Box:
    """The space of a game's observations."""
    return spaces.Box(0, 255, (layout_of(game.spec).size,), np.uint8)


def mask_box(game: Game) -> spaces.Box:
    """The space of masks of legal actions."""
    return spaces.Box(0, 1, (game.spec.state.ACTIONS,), np.int8)


def check_choice(kind: str, given: Any, valid: tuple[str, ...]) -> Any:
    """What was given, or an OptionError that names the valid choices."""
    if given not in valid:
        raise unknown(kind, given, valid)
    return given


def check_reward(game: Game, reward: str) -> str:
    """A kind of reward, or an OptionError."""
    check_choice("reward", reward, REWARDS)
    if reward == "margin" and "fate" in (game.dtype.names or ()):
        raise OptionError(f'{game.spec.title} has no scores: its reward is "win"')
    return reward


def final_rewards(game: Game, rows: Any, kind: str) -> list[float]:
    """Rewards of a finished game by seat: shares of the victory, or scores minus their mean.

    The record is given as entry points of the rules take it.
    """
    if kind == "win":
        winners = dispatch.call_winners(rows)
        return [(winners >> seat & 1) / winners.bit_count() for seat in range(game.players)]
    scores = game.spec.views.scores(record_proxy(rows[0]))
    return [score - sum(scores) / len(scores) for score in scores]


def fates(game: Game, record: Any) -> memoryview:
    """What became of each seat, 0 while it plays; it follows the record. Empty for games that nobody leaves early."""
    if "fate" not in (game.dtype.names or ()):
        return memoryview(b"")
    return memoryview(record["fate"][: game.players])


def seats_out(match: Match) -> list[int]:
    """The seats that are out of the game though it goes on: lost ships."""
    return [seat for seat, fate in enumerate(fates(match.game, match.state)) if fate]


def render(match: Match, mode: str | None, seat: int | None) -> Any:
    """The board as a seat (None: a spectator) sees it; `human` prints it."""
    if mode == "rgb_array":
        return rgb_array(match, seat)
    drawn = ansi(match, seat)
    if mode == "ansi":
        return drawn
    print(drawn)
    return None
