"""Self-play on the batched environment, on the CPU or a GPU: rollouts, and matches against rivals.

The loop is the same on both. On a GPU the environment's arrays are shared with JAX by the CUDA array interface, and
nothing of a rollout leaves the device.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from tabiji.envs.batch import Batch, Step
from tabiji.envs.opponents import Greedy
from tabiji.learn.network import Params
from tabiji.learn.ppo import Decision, Learner, Rollout


def shared(env: Batch, *arrays: Any) -> list[Any]:
    """Arrays of the environment for JAX, which sees their memory: the environment's next step overwrites them."""
    if env.device == "cuda":
        from numba import cuda

        cuda.synchronize()  # its kernels and JAX run on different streams
    return [jnp.asarray(array.view(np.uint8) if array.dtype == np.bool_ else array) for array in arrays]


def copied(env: Batch, *arrays: Any) -> list[Any]:
    """Copies, for JAX, of arrays that the environment overwrites with its next step."""
    return [jnp.array(array, copy=True).block_until_ready() for array in shared(env, *arrays)]


def act(env: Batch, actions: Any) -> Step:
    """Play actions that JAX has chosen."""
    actions.block_until_ready()
    return env.step(actions if env.device == "cuda" else np.asarray(actions))


Position = tuple[Any, Any, Any]  # what the deciding seats see: observations, masks, seats


def seen(env: Batch) -> Position:
    """What the deciding seats see now."""
    observations, masks, seats = copied(env, env.observations, env.masks, env.seats)
    return observations, masks, seats


@jax.jit
def _after(
    rewards: Any, margins: Any, dones: Any, scores: Any, players: Any, sums: Any
) -> tuple[tuple[Any, Any, Any], Any]:
    """Copies of what a step brought; and the sums over finished games: their number, mean and winners' points."""
    present = jnp.arange(scores.shape[1]) < players[:, None]
    mean = jnp.where(present, scores, 0).sum(1) / players
    best = jnp.where(present, scores, -(2**15)).max(1)
    sums = sums + jnp.stack([dones.sum(), (dones * mean).sum(), (dones * best).sum()])
    return (jnp.array(rewards, copy=True), jnp.array(margins, copy=True), jnp.array(dones, copy=True)), sums


def _seats(env: Batch) -> Any:
    """A seat of each game, drawn at random but always the same."""
    return jnp.asarray(np.random.default_rng(0).integers(env.players))


def play(
    env: Batch, learner: Learner, steps: int, key: Any, rival: Params | None = None, temperature: float = 1
) -> tuple[Rollout, Decision, dict[str, float]]:
    """Play on for some decisions in every game: the rollout, what is expected after it, and the finished games' points.

    With a rival, it plays all seats but one in the first games of the batch, a share `pool` of them; `temperature` is
    the rival's.
    """
    players = learner.players
    own = _seats(env)[: int(learner.settings.pool * env.batch) if rival is not None else 0]
    rows, sums = [], jnp.zeros(3)
    for key_now in jax.random.split(key, steps):
        now = tuple(shared(env, env.observations, env.masks, env.seats))
        position, decision, learns = learner.turn(now, rival, own, key_now, temperature)
        step = act(env, decision.actions)
        results = shared(env, step.rewards, step.margins, step.dones, env.scores)
        brought, sums = _after(*results, players, sums)
        sums.block_until_ready()
        judged = (decision.actions, decision.log_probabilities, learns, decision.wins, decision.margins)
        rows.append((*position, *judged, *brought))
    last = learner.decide(learner.params, *seen(env), players, key)
    finished, mean, best = np.asarray(sums).tolist()
    told = {"finished": finished, "points": mean / max(finished, 1), "winners": best / max(finished, 1)}
    return Rollout(*(jnp.stack(column) for column in zip(*rows, strict=True))), last, told


Rival = Callable[[Position, Any], Any]  # a position and a key: actions


def network_rival(env: Batch, learner: Learner, params: Params, temperature: float = 1) -> Rival:
    """Another network as a rival."""
    players = jnp.asarray(env.players, jnp.int32)
    return lambda position, key: learner.decide(params, *position, players, key, temperature).actions


def bot_rival(env: Batch, name: str) -> Rival:
    """The random or the greedy bot as a rival; the greedy one plays on the CPU only."""
    if name == "random":
        return lambda position, key: copied(env, env.random_actions())[0]
    greedy = Greedy(env)
    return lambda position, key: jnp.array(greedy(np.asarray(position[2]) >= 0, int(jax.random.bits(key))), copy=True)


def share_against(env: Batch, learner: Learner, rival: Rival, seed: int, temperature: float) -> float:
    """The share of the victories of one seat against a rival in all others, relative to its even share.

    1 is even, whatever the numbers of players. The seat is drawn at random for each game. One game of each is played,
    so that long ones count as much as short ones: the environment must not begin new ones by itself.
    """
    env.reset(seed)
    players = jnp.asarray(env.players, jnp.int32)
    own = _seats(env)
    key = jax.random.key(seed)
    won = jnp.zeros(env.batch)
    while True:
        position = seen(env)
        if not bool((position[2] >= 0).any()):
            return float((won * players).mean())
        key, mine, theirs = jax.random.split(key, 3)
        ours = learner.decide(learner.params, *position, players, mine, temperature).actions
        step = act(env, jnp.where(position[2] == own, ours, rival(position, theirs)).astype(jnp.int16))
        won = won + jnp.take_along_axis(copied(env, step.rewards)[0], own[:, None], axis=1)[:, 0]
