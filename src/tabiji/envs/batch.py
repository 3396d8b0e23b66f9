"""Many games at once, for learning: no Python loop over games, arrays without copies, on a CPU or a GPU.

env = batch.make("tokaido", players=4, batch=4096)
observations, masks, seats, rewards, margins, dones = env.reset()
while True:
    env.step(env.random_actions())

Game i of a batch is played from the seed `seed + i`, its next episodes from `seed + i + batch`, `seed + i + 2 * batch`
and so on: each of them can be played again alone, whatever the other games do.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tabiji.core.episodes import LANE, NOTHING, RESET, choose_all, first_illegal, seed_choices, turn_all
from tabiji.core.errors import ActionError, IllegalMove, OptionError, unknown
from tabiji.core.match import SEEDS, Game, Match
from tabiji.core.playout import OTHER_STREAM
from tabiji.core.record import as_states, load_rows
from tabiji.envs.observation import layout_of

DEVICES = ("cpu", "cuda")
MAX_HISTORY = 4096  # decisions of an episode that are kept
_CHUNK = 128  # games that a thread plays at least
_LIGHT_CHUNK = 16_384  # games that a thread looks at, at least: handing out work takes as long as thousands of looks


class Step(NamedTuple):
    """What a batch shows after a step: arrays that the next step overwrites."""

    observations: Any  # uint8 [batch, observation_size]: what the deciding seat knows
    masks: Any  # int8 [batch, num_actions]: 1 for legal actions
    seats: Any  # int8 [batch]: who decides, -1 when the game is over
    rewards: Any  # float32 [batch, max_seats]: shares of the victory, where an episode has just ended
    margins: Any  # float32 [batch, max_seats]: scores minus their mean, where an episode has just ended
    dones: Any  # bool [batch]: an episode has just ended


def make(
    game: str | Game | Sequence[Game],
    /,
    players: int | None = None,
    *,
    batch: int,
    device: str = "cpu",
    seed: int = 0,
    auto_reset: bool = True,
    skip_forced: bool = False,
    history: bool = False,
    observations: bool = True,
    masks: bool = True,
    check: bool = True,
    threads: int | None = None,
    board: str | Path | dict[str, Any] | None = None,
    **options: Any,
) -> Batch:
    """A batch of games.

    game: a name, with `players`, `board` and options; or a `tabiji.game(...)`; or several of one kind, which the games
        of the batch play in turn.
    device: "cpu", or "cuda" for the first GPU.
    auto_reset: a finished game begins its next episode in the same step. Otherwise it stays as it is.
    skip_forced: positions with one legal action are played inside, and never shown.
    history: keep the actions of episodes, so that `match` can play them again.
    observations, masks: what is written at each step; what is left out costs nothing.
    check: refuse illegal actions. Without it they do anything.
    threads: of the CPU; one for each core unless told otherwise.
    """
    if isinstance(game, str):
        games = [Game(game, players, board, **options)]
    else:
        games = [game] if isinstance(game, Game) else list(game)
        if players is not None or board is not None or options:
            raise OptionError("players, board and options belong to a game's name: games that are given have their own")
    if device not in DEVICES:
        raise unknown("device", device, DEVICES)
    settings = _Settings(batch, auto_reset, skip_forced, history, observations, masks, check, threads)
    _check(games, settings)
    if device == "cpu":
        return Batch(games, settings, seed)
    from tabiji.envs.cuda import CudaBatch

    return CudaBatch(games, settings, seed)


class _Settings(NamedTuple):
    batch: int
    auto_reset: bool
    skip_forced: bool
    history: bool
    observations: bool
    masks: bool
    check: bool
    threads: int | None


def _check(games: list[Game], settings: _Settings) -> None:
    """OptionError if there is no such batch."""
    if not games or not all(isinstance(game, Game) for game in games):
        raise OptionError("a batch needs the name of a game, or games made by tabiji.game")
    if len({game.spec.name for game in games}) > 1:
        names = ", ".join(sorted({game.spec.name for game in games}))
        raise OptionError(f"the games of a batch must be of one kind, with any players and options, not {names}")
    if type(settings.batch) is not int or settings.batch < 1:
        raise OptionError(f"a batch has at least 1 game, not {settings.batch!r}")
    if settings.threads is not None and (type(settings.threads) is not int or settings.threads < 1):
        raise OptionError(f"a batch needs at least 1 thread, not {settings.threads!r}")


def check_seed(seed: Any) -> int:
    """A seed of a batch, or an OptionError."""
    if isinstance(seed, (int, np.integer)) and not isinstance(seed, bool) and 0 <= seed < SEEDS:
        return int(seed)
    raise OptionError(f"a seed is a whole number from 0 to 2**64 - 1, not {seed!r}")


def _rows(array: Any, compiled: bool) -> Any:
    """An array as rules take it, see `episodes.turn_all`."""
    return array if compiled else [row.data for row in array]


class Batch:
    """A batch of games on a CPU, made by `make`. Its arrays are NumPy's; each step overwrites them."""

    device = "cpu"

    def __init__(self, games: list[Game], settings: _Settings, seed: int = 0) -> None:
        spec = games[0].spec
        self.games = games
        self.spec = spec
        self.batch = settings.batch
        self.layout = layout_of(spec)
        self.num_actions = spec.state.ACTIONS
        self.observation_size = self.layout.size
        self.max_seats = max(spec.players)
        self._settings = settings
        self._seed = check_seed(seed)
        self._configurations = np.arange(self.batch, dtype=np.int32) % len(games)
        self._make_arrays()
        self.reset()

    def _make_arrays(self) -> None:
        b, settings = self.batch, self._settings
        dtype, most = self.games[0].dtype, self.spec.state.MAX_LEGAL
        lengths = [self.spec.rules.longest(game.players) for game in self.games]
        kept = min(max(lengths), MAX_HISTORY) if settings.history else 1
        self.states = np.zeros(b, dtype)
        self._blanks = load_rows(dtype, b"".join(game.blank().tobytes() for game in self.games))  # padding included
        self._lanes = np.zeros(b, LANE)
        self._moves = np.zeros((b, most), np.int16)
        self._history = np.zeros((b, 2, kept), np.int16)
        self._actions = np.zeros(b, np.int16)
        self._chosen = np.zeros(b, np.int16)
        self.scores = np.zeros((b, self.max_seats), np.int16)
        self.observations = np.zeros((b, self.observation_size if settings.observations else 0), np.uint8)
        self.masks = np.zeros((b, self.num_actions if settings.masks else 0), np.int8)
        self.seats = np.zeros(b, np.int8)
        self.rewards = np.zeros((b, self.max_seats), np.float32)
        self.margins = np.zeros((b, self.max_seats), np.float32)
        self.dones = np.zeros(b, np.bool_)
        self._step = Step(self.observations, self.masks, self.seats, self.rewards, self.margins, self.dones)
        self._threads = settings.threads or os.cpu_count() or 1
        self._pool: ThreadPoolExecutor | None = None

    # --- what is known of the games -----------------------------------------------------------------------------
    def game(self, i: int) -> Game:
        """The game, with players and options, that number i of the batch plays."""
        return self.games[i % len(self.games)]

    @property
    def players(self) -> Any:
        """The number of players of each game."""
        return np.array([game.players for game in self.games], np.int8)[self._configurations]

    @property
    def seeds(self) -> Any:
        """The seed of each game's running episode."""
        return self._on_host(self._lanes)["seed"]

    @property
    def episodes(self) -> Any:
        """How many episodes of each game are finished since the last `reset`."""
        return self._on_host(self._lanes)["episodes"]

    @property
    def lengths(self) -> Any:
        """How many decisions each game's running episode has had, forced ones included."""
        return self._on_host(self._lanes)["length"]

    def legal_actions(self, i: int) -> list[int]:
        """The legal actions of game i."""
        count = int(self._on_host(self._lanes)["legal"][i])
        actions: list[int] = self._on_host(self._moves)[i, :count].tolist()
        return actions

    def _on_host(self, array: Any) -> Any:
        """An array in the memory of the CPU."""
        return array

    # --- play ---------------------------------------------------------------------------------------------------
    def reset(self, seed: int | None = None) -> Step:
        """Begin anew: game i with the seed `seed + i`. Without a seed the last one is used again."""
        if seed is not None:
            self._seed = check_seed(seed)
        lanes = np.zeros(self.batch, LANE)
        stride = np.uint64(self.batch)
        lanes["configuration"] = self._configurations
        lanes["stride"] = stride
        lanes["seed"] = np.uint64(self._seed) + np.arange(self.batch, dtype=np.uint64)  # wraps around
        seed_choices(0, self.batch, as_states(lanes.view(np.recarray), self.games[0].dtype), np.uint64(OTHER_STREAM))
        lanes["seed"] -= stride  # `open_turn` adds it
        self._start(lanes)
        return self._play_all(RESET)

    def _start(self, lanes: Any) -> None:
        self._lanes[:] = lanes

    def reset_games(self, which: Any) -> Step:
        """Begin the next episode of some games (a boolean for each); the others stay as they are."""
        chosen = np.asarray(which)
        if chosen.shape != (self.batch,) or chosen.dtype != np.bool_:
            raise ActionError(f"reset_games needs a boolean for each of the {self.batch} games")
        return self._play_all(np.where(chosen, RESET, NOTHING))

    def step(self, actions: Any) -> Step:
        """Play one action in each game. If one of them is illegal, nothing is played (IllegalMove says which)."""
        checked = self._checked(actions)
        if self._settings.check:
            self._refuse_illegal(checked)
        return self._play_all(checked)

    def _checked(self, actions: Any) -> Any:
        """Actions as an array on this device; ActionError says what is wrong with them."""
        if hasattr(actions, "__cuda_array_interface__"):
            raise ActionError("the actions are on a GPU, but this batch is on the CPU: copy them first")
        try:
            array = np.asarray(actions)
        except Exception as error:
            raise ActionError(f"the actions cannot be read as an array: {error}") from error
        self.check_actions(array)
        return array

    def check_actions(self, array: Any) -> None:
        """ActionError if an array has another shape or type than actions."""
        if tuple(array.shape) != (self.batch,):
            raise ActionError(f"a step needs {self.batch} actions in one row, not an array of {tuple(array.shape)}")
        if np.dtype(array.dtype).kind not in "iu":
            raise ActionError(f"actions are whole numbers, not {array.dtype}")

    def _refuse_illegal(self, actions: Any) -> None:
        found = self._spread(_LIGHT_CHUNK, first_illegal, self._opened(self._lanes), self._moves, actions)
        illegal = next((i for i in found if i >= 0), None)
        if illegal is not None:
            raise self._illegal(illegal, int(actions[illegal]))

    def _illegal(self, i: int, action: int) -> IllegalMove:
        legal = ", ".join(map(str, self.legal_actions(i)))
        return IllegalMove(f"action {action} of game {i} cannot be played now; legal: {legal}; nothing was played")

    def _play_all(self, actions: Any) -> Step:
        np.copyto(self._actions, actions, casting="unsafe")
        states = self._opened(self.states)
        compiled = isinstance(states, np.ndarray)
        self._spread(
            _CHUNK,
            turn_all,
            int(self._settings.auto_reset),
            int(self._settings.skip_forced),
            states,
            self._opened(self._blanks),
            self._opened(self._lanes),
            self._actions if compiled else self._actions.data,
            _rows(self._moves, compiled),
            self._history,
            self.seats,
            self.dones,
            self.rewards,
            self.margins,
            self.scores,
            _rows(self.masks, compiled),
            _rows(self.observations, compiled),
        )
        return self._step

    def random_actions(self) -> Any:
        """A random legal action for each game, -1 where it is over; each game has its own generator."""
        self._spread(_LIGHT_CHUNK, choose_all, self._opened(self._lanes), self._moves, self._chosen)
        return self._chosen

    def _opened(self, records: Any) -> Any:
        return as_states(records, self.games[0].dtype)

    def _spread(self, chunk: int, work: Callable[..., Any], *arrays: Any) -> list[Any]:
        """Let threads do the work, each for a part of at least so many games; this thread does the first part."""
        parts = max(1, min(self._threads, self.batch // chunk))
        bounds = [self.batch * part // parts for part in range(parts + 1)]
        if self._pool is None and parts > 1:
            self._pool = ThreadPoolExecutor(self._threads - 1, "tabiji batch")
        waiting = [self._pool.submit(work, *part, *arrays) for part in pairwise(bounds[1:]) if self._pool is not None]
        return [work(0, bounds[1], *arrays), *(future.result() for future in waiting)]

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    # --- matches ------------------------------------------------------------------------------------------------
    def match(self, i: int, finished: bool = False) -> Match:
        """The running episode of game i, or its last finished one, played again alone. Needs `history`."""
        if not self._settings.history:
            raise OptionError("this batch keeps no history of its episodes: make it with history=True")
        lane = self._on_host(self._lanes)[i]
        over = int(self._on_host(self.seats)[i]) < 0
        if (finished or over) and lane["episodes"] == 0:
            raise OptionError(f"game {i} has not finished an episode yet")
        kind = "finished_" if finished or over else ""
        length = int(lane[f"{kind}length"])
        page = 1 - int(lane["page"]) if kind else int(lane["page"])
        actions = self._on_host(self._history)[i, page, :length].tolist()
        if len(actions) < length:
            raise OptionError(f"this episode of game {i} is longer than the history of {len(actions)} decisions")
        match = self.game(i).new(int(lane[f"{kind}seed"]))
        for action in actions:
            match.act(action)
        return match
