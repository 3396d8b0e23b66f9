"""The games for OpenSpiel; importing this module registers them.

    import pyspiel
    import tabiji.envs.openspiel

    game = pyspiel.load_game("tabiji_tokaido(players=2,gastronomy=true)")

Chance acts once, at the root: it chooses the deal, which determines every shuffle and roll to come, and which nobody
sees. To whoever sees only information states this is the same game as one where chance acts when cards are drawn.
`resample_from_infostate` deals everything anew that the player cannot know, what is still to come included.
"""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Any, ClassVar

import numpy as np
import pyspiel

from tabiji.core.game_spec import GameSpec, game_names, game_spec
from tabiji.core.match import Game, Match
from tabiji.envs.observation import layout_of, observe
from tabiji.envs.table import final_rewards

DEALS = 65_536  # outcomes of the chance node at the root


def game_type(spec: GameSpec) -> Any:
    """What OpenSpiel knows of a game before it is loaded; players and options are its parameters."""
    parameters = {"players": Game(spec.name).players, "deals": DEALS}
    parameters.update({option.name: option.default for option in spec.options})
    kinds = pyspiel.GameType
    return kinds(
        short_name=f"tabiji_{spec.name}",
        long_name=spec.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.CONSTANT_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=spec.players[-1],
        min_num_players=spec.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


class SpielGame(pyspiel.Game):
    """A game with its players and options; the utility is the share of the victory."""

    spec: ClassVar[GameSpec]
    kind: ClassVar[Any]

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        spec, kind = self.spec, self.kind
        chosen = {**kind.parameter_specification, **(parameters or {})}
        self.deals = int(chosen.pop("deals"))
        self.game = Game(spec.name, chosen.pop("players"), **chosen)
        info = pyspiel.GameInfo(
            num_distinct_actions=spec.state.ACTIONS,
            max_chance_outcomes=self.deals,
            num_players=self.game.players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=spec.rules.longest(self.game.players),
        )
        super().__init__(kind, info, parameters or {})

    def new_initial_state(self) -> SpielState:
        """The chance node that chooses the deal."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> SpielObserver:
        """An observer; with perfect recall its strings are information states."""
        return SpielObserver(self.game, bool(iig_obs_type and iig_obs_type.perfect_recall), params)


class Position:
    """A match, and for each seat a digest of everything it has seen and done: its information state."""

    def __init__(self, match: Match, digests: list[bytes]) -> None:
        self.match = match
        self.digests = digests

    @classmethod
    def dealt(cls, game: Game, seed: int) -> Position:
        """A game that begins."""
        position = cls(game.new(seed), [b""] * game.players)
        position._remember(-1, -1)
        return position

    def play(self, action: int) -> None:
        """Play a legal action."""
        seat = self.match.seat
        self.match.step(action)
        self._remember(-1 if seat is None else seat, action)

    def resampled(self, seat: int, seed: int) -> Position:
        """The same for a seat, with everything it cannot know dealt anew."""
        return Position(self.match.determinize(seat, seed), list(self.digests))

    def _remember(self, seat: int, action: int) -> None:
        for player in range(self.match.game.players):
            own = action.to_bytes(2, "big") if player == seat else b""
            seen = observe(self.match, player).tobytes()
            self.digests[player] = hashlib.blake2b(self.digests[player] + own + seen, digest_size=16).digest()

    def __reduce__(self) -> tuple[Any, ...]:
        """Copied and pickled as plain data: views into a record cannot be."""
        game = self.match.game
        return _restored, (game.spec.name, game.players, game.options, self.match.state.tobytes(), list(self.digests))


def _restored(name: str, players: int, options: dict[str, Any], record: bytes, digests: list[bytes]) -> Position:
    return Position(_game(name, players, tuple(options.items())).at(record), digests)


@cache
def _game(name: str, players: int, options: tuple[tuple[str, Any], ...]) -> Game:
    return Game(name, players, **dict(options))


class SpielState(pyspiel.State):
    """A state: the chance node at the root, or a position."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._deals = game.deals
        self._table = game.game.spec.name, game.game.players, game.game.options
        self.position: Position | None = None

    def current_player(self) -> int:
        """The seat that decides."""
        if self.position is None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.position.match.seat
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position is not None and self.position.match.over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The deals, all equally likely."""
        return [(deal, 1 / self._deals) for deal in range(self._deals)]

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self._match().legal_actions())

    def _apply_action(self, action: int) -> None:
        if self.position is None:
            name, players, options = self._table
            self.position = Position.dealt(_game(name, players, tuple(options.items())), action)
        else:
            self.position.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        match = self._match()
        return str(match.game.spec.moves.write(match.state, action))

    def returns(self) -> list[float]:
        """Shares of the victory; nothing before the end."""
        if self.position is None or not self.position.match.over:
            return [0.0] * self.num_players()
        match = self.position.match
        return final_rewards(match.game, match.rows, "win")

    def resample_from_infostate(self, player: int, probability_sampler: Any) -> SpielState:
        """A state with the same information state of a player; everything it cannot know is dealt anew."""
        clone: SpielState = self.clone()
        if clone.position is not None:
            clone.position = clone.position.resampled(player, int(probability_sampler() * 2**53))
        return clone

    def _match(self) -> Match:
        assert self.position is not None, "the deal comes first"
        return self.position.match

    def __str__(self) -> str:
        return "before the deal" if self.position is None else self.position.match.state.tobytes().hex()


class SpielObserver:
    """What a player knows: the observation's fields as tensors, scaled, and as a string."""

    def __init__(self, game: Game, perfect_recall: bool, params: dict[str, Any] | None) -> None:
        if params:
            raise ValueError(f"observers of {game.spec.title} have no parameters, not {params}")
        layout = layout_of(game.spec)
        self._recalls = perfect_recall
        self._scales = layout.scales()
        self.tensor = np.zeros(layout.size, np.float32)
        self.dict = layout.as_dict(self.tensor)

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a player knows into the tensor."""
        if state.position is None:
            self.tensor.fill(0)
        else:
            np.divide(observe(state.position.match, player), self._scales, out=self.tensor)

    def string_from(self, state: SpielState, player: int) -> str:
        """The observation in hexadecimal; with perfect recall the digest of all that the player has seen."""
        if state.position is None:
            return f"player {player} before the deal"
        if self._recalls:
            return f"player {player} {state.position.digests[player].hex()}"
        return f"player {player} {observe(state.position.match, player).tobytes().hex()}"


def register() -> None:
    """Register the games; more than once does nothing."""
    known = set(pyspiel.registered_names())
    for name in game_names():
        spec = game_spec(name)
        kind = game_type(spec)
        if kind.short_name not in known:
            # A class: OpenSpiel frees anything else after the end of Python, which ends the process
            pyspiel.register_game(kind, type(f"{name}_game", (SpielGame,), {"spec": spec, "kind": kind}))


register()
