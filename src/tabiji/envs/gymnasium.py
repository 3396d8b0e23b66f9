"""One seat of a game as a Gymnasium environment, against bots; importing this module registers the ids.

import gymnasium
import tabiji.envs.gymnasium

env = gymnasium.make("tabiji/Tokaido-v0", players=4, bots="greedy")
envs = gymnasium.make_vec("tabiji/Tokaido-v0", 1024, "vector_entry_point", bots="greedy")
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import gymnasium
import numpy as np

from tabiji.bots.protocol import choose_move
from tabiji.bots.registry import bot_specs
from tabiji.core.errors import IllegalMove, OptionError
from tabiji.core.match import SEEDS, Game, Match
from tabiji.envs import table
from tabiji.envs.observation import legal_mask, observe

IDS = {"tabiji/Tokaido-v0": "tokaido", "tabiji/TokaidoDuo-v0": "tokaido_duo", "tabiji/TsuroSeas-v0": "tsuro_seas"}


class SeatEnv(gymnasium.Env[Any, Any]):
    """One seat of a game against bots.

    Args:
        players: how many play, bots included.
        bots: one bot for all other seats, or one for each, separated by commas, as `tabiji arena` takes them.
        seat: the learner's seat; "random" draws one for each game.
        reward: `win`, its share of the victory, or `margin`, its score minus the mean of all scores; at the end.
        illegal: what happens to an action that is not legal: `refuse` it (IllegalMove, nothing is played), or play a
            `random` legal one instead, for programs that know no masks.
        render_mode: `human` (drawn in the terminal), `ansi` or `rgb_array`.
        board: of games that have several.
        options: of the game, as `tabiji.game` takes them.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(table.RENDER_MODES), "render_fps": 2}

    def __init__(
        self,
        game: str,
        players: int | None = None,
        *,
        bots: str = "greedy",
        seat: int | str = 0,
        reward: str = "win",
        illegal: str = "refuse",
        render_mode: str | None = None,
        board: str | Path | dict[str, Any] | None = None,
        **options: Any,
    ) -> None:
        self.game = Game(game, players, board, **options)
        self._bots = bot_specs(bots, self.game.players - 1)
        self._players = [bot.make() for bot in self._bots]
        self._seat_choice = check_seat(self.game, seat)
        self._reward = table.check_reward(self.game, reward)
        self._illegal = table.check_choice("illegal", illegal, ("refuse", "random"))
        if render_mode is not None:
            table.check_choice("render_mode", render_mode, table.RENDER_MODES)
        self.render_mode = render_mode
        self.observation_space = table.observation_box(self.game)
        self.action_space = table.Actions(self.game.spec.state.ACTIONS)
        self.match: Match

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a game, and let the bots play until the learner must decide."""
        super().reset(seed=seed)
        self.match = self.game.new(int(self.np_random.integers(SEEDS, dtype=np.uint64)))
        chosen = self._seat_choice
        self.seat = int(self.np_random.integers(self.game.players)) if isinstance(chosen, str) else chosen
        self._play_bots()
        return self._observed()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play an action, then the bots' until the learner must decide again. IllegalMove: nothing was played."""
        if self.match.seat != self.seat:
            raise IllegalMove("the game is over: call reset")
        legal = self.match.legal_actions()
        if action not in legal and self._illegal == "random":
            action = self.np_random.choice(legal)
        if not isinstance(action, (int, np.integer)) or action not in legal:
            allowed = ", ".join(map(str, legal))
            raise IllegalMove(f"action {action!r} cannot be played now; legal: {allowed}; nothing was played")
        self.match.step(int(action))
        self._play_bots()
        over = self.match.seat != self.seat
        reward = table.final_rewards(self.game, self.match.rows, self._reward)[self.seat] if self.match.over else 0.0
        observation, info = self._observed()
        if self.render_mode == "human":
            self.render()
        return observation, reward, over, False, info

    def _play_bots(self) -> None:
        """Until the learner must decide, or is out of the game, or it is over."""
        match = self.match
        while (seat := match.seat) is not None and seat != self.seat and self.seat not in table.seats_out(match):
            number = (seat - self.seat - 1) % self.game.players
            seed = (match.seed * 1_000_003 + len(match.moves)) % 2**63
            match.play(choose_move(self._players[number], match, replace(self._bots[number].budget, seed=seed)))

    def _observed(self) -> tuple[Any, dict[str, Any]]:
        deciding = self.match.seat == self.seat
        mask = legal_mask(self.match) if deciding else np.zeros(self.game.spec.state.ACTIONS, np.int8)
        self.action_space.legal = mask
        return observe(self.match, self.seat), {"action_mask": mask, "seat": self.seat}

    def action_masks(self) -> Any:
        """The legal actions as booleans, as sb3-contrib's MaskablePPO asks for them."""
        return self.action_space.legal.astype(np.bool_)

    def render(self) -> Any:
        """The board as the learner sees it."""
        return table.render(self.match, self.render_mode, self.seat)


def check_seat(game: Game, seat: int | str) -> int | str:
    """A seat of a game or "random", or an OptionError."""
    if seat == "random" or (type(seat) is int and 0 <= seat < game.players):
        return seat
    raise OptionError(f'there is no seat {seat!r}: valid: 0 to {game.players - 1}, or "random"')


def register() -> None:
    """Register the ids; more than once does nothing."""
    for name, game in IDS.items():
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                "tabiji.envs.gymnasium:SeatEnv",
                vector_entry_point="tabiji.envs.gymnasium_vector:SeatVectorEnv",
                kwargs={"game": game},
            )


register()
