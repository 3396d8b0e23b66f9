"""The training of a game's network, from nothing or from a checkpoint."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

import tabiji
from tabiji.core.errors import OptionError
from tabiji.core.match import Game
from tabiji.envs import batch
from tabiji.learn.checkpoint import read_about, read_checkpoint, read_params, write_checkpoint, write_network
from tabiji.learn.network import Params, init, shape_for
from tabiji.learn.ppo import Learner
from tabiji.learn.self_play import bot_rival, network_rival, play, share_against
from tabiji.learn.settings import Settings

PARTS = 12  # of a training: after each of them the network is measured, and its version kept
_ROWS = 10  # of the history in each part
_TESTS = 2**40  # seeds of the games that measure, far from those that teach


@dataclass(frozen=True)
class Length:
    """How long to train: by the time spent on learning, or (the same on every run) by the number of updates."""

    minutes: float = 10.0
    updates: int | None = None

    def progress(self, seconds: float, updates: int) -> float:
        """The share of the training that is done, 1 at most."""
        done = seconds / (60 * self.minutes) if self.updates is None else updates / self.updates
        return min(done, 1.0)


class Training:
    """A training: the environment, the learner, earlier versions, and what was seen so far."""

    def __init__(
        self, game: str, tables: list[Game], settings: Settings, length: Length, device: str = "cpu", tests: int = 256
    ) -> None:
        """`tests` is the number of games in which the network is measured against each rival."""
        self.game = game
        self.settings = settings
        self.length = length
        seed = settings.seed
        common: dict[str, Any] = {"device": device, "skip_forced": True, "check": False}  # masks forbid what is illegal
        self.env = batch.make(tables, batch=settings.games, seed=seed, **common)
        self._test_env = batch.make(tables, batch=tests, seed=seed + _TESTS, auto_reset=False, **common)
        layout = self.env.layout
        if settings.start is None:
            shape = shape_for(layout, self.env.num_actions, self.env.max_seats, settings.width)
            params = init(jax.random.key(seed), shape)
        else:
            params = read_params(Path(settings.start), game, layout.version)
            shape = shape_for(layout, self.env.num_actions, self.env.max_seats, len(params["first"]["b"]))
        self.learner = Learner(params, shape, layout.scales(), self.env.players, settings)
        rivals = ("random", "greedy") if device == "cpu" else ("random",)
        self._rivals = {name: bot_rival(self._test_env, name) for name in rivals}
        self._target: Params | None = None
        if settings.against is not None:
            self._target = read_params(Path(settings.against), game, layout.version)
            self._rivals["target"] = network_rival(self._test_env, self.learner, self._target, temperature=0)
        self.seconds = 0.0
        self.updates = 0
        self.history: list[dict[str, float]] = []
        self.versions: list[Params] = []  # one after each part

    @property
    def progress(self) -> float:
        return self.length.progress(self.seconds, self.updates)

    def run(self) -> Iterator[dict[str, float]]:
        """Learn until the end; after each update what was seen."""
        while self.progress < 1:
            row = self._update()
            if self.progress * PARTS >= len(self.versions) + 1:
                row |= self._measure()
                self.versions.append(jax.tree.map(lambda leaf: leaf.astype(jnp.float16), self.learner.params))
            if "random" in row or self.progress * PARTS * _ROWS >= len(self.history) + 1:
                self.history.append(row)
            yield row

    def _update(self) -> dict[str, float]:
        """Play and learn once. Randomness depends on the seed and the number of the update alone."""
        start = time.perf_counter()
        progress, updates, settings = self.progress, self.updates, self.settings
        playing, learning = jax.random.split(jax.random.fold_in(jax.random.key(settings.seed), updates))
        rival = self._target
        if rival is None and settings.pool and self.versions:
            rival = self.versions[np.random.default_rng([settings.seed, updates]).integers(len(self.versions))]
        temperature = 1 if self._target is None else 0  # the target plays as it does as a bot
        rollout, last, told = play(self.env, self.learner, settings.steps, playing, rival, temperature)
        losses = self.learner.learn(rollout, last, progress, learning)
        told |= {name: float(value) for name, value in losses.items()}
        self.updates += 1
        if self.history or self.updates > 1:  # the first update is mostly compilation
            self.seconds += time.perf_counter() - start
        decisions = self.updates * settings.games * settings.steps
        return {"seconds": self.seconds, "updates": self.updates, "decisions": decisions, **told}

    def _measure(self) -> dict[str, float]:
        """Shares of the victories in one seat against rivals in all others, relative to the even share."""
        seed = self.settings.seed + _TESTS
        found = {
            name: share_against(self._test_env, self.learner, rival, seed, temperature=0)
            for name, rival in self._rivals.items()
        }
        if self.versions:
            earlier = network_rival(self._test_env, self.learner, self.versions[-1])
            found["earlier"] = share_against(self._test_env, self.learner, earlier, seed, temperature=1)
        return found

    # --- files --------------------------------------------------------------------------------------------------
    def checkpoint(self, path: Path) -> None:
        """Write what is needed to go on.

        The games begin anew, here as after `resume`: an interrupted training ends like one that was not.
        """
        write_checkpoint(path, (self.learner.params, self.learner.memory, self.versions), self.about())
        self._begin_games()

    def resume(self, path: Path) -> None:
        """Go on from a checkpoint."""
        about, mine = read_about(path), self.about()
        for name in ("game", "layout", "settings"):
            if about.get(name) != mine[name]:
                raise OptionError(f"{path} was written by a training with another {name}: {about.get(name)}")
        versions = [self.learner.params] * about["versions"]
        state, _ = read_checkpoint(path, (self.learner.params, self.learner.memory, versions))
        self.learner.params, self.learner.memory, self.versions = state
        self.seconds, self.updates, self.history = about["seconds"], about["updates"], about["history"]
        self._begin_games()

    def _begin_games(self) -> None:
        self.env.reset((self.settings.seed + self.updates * 2**20) % 2**40)

    def write(self, path: Path) -> None:
        """Write the network for play."""
        write_network(path, self.learner.params, self.about())

    def write_version(self, path: Path, number: int) -> None:
        """Write an earlier version for play."""
        write_network(path, self.versions[number], self.about())

    def about(self) -> dict[str, Any]:
        """What stands in the files: what the network is for, and how it was made."""
        settings = {name: list(v) if isinstance(v, tuple) else v for name, v in asdict(self.settings).items()}
        return {
            "game": self.game,
            "tabiji": tabiji.__version__,
            "layout": self.env.layout.version,
            "actions": self.env.num_actions,
            "device": self.env.device,
            "settings": settings,
            "minutes": self.length.minutes,
            "seconds": self.seconds,
            "updates": self.updates,
            "versions": len(self.versions),
            "history": self.history,
        }
