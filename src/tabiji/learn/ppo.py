"""Proximal policy optimization of self-play.

All seats of a game are played by the same network. Values are vectors over the seats of the table, and one decision
follows another whoever takes it: advantages are computed along the decisions of the table, and a decision is judged by
the advantage of the seat that took it. No trajectory by seat is needed.

The reward is the win share, plus a share of the score margin that fades out while learning goes on: points teach
quickly in the beginning, and winning is what counts in the end.
"""

from __future__ import annotations

from functools import partial
from math import cos, pi
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import optax

from tabiji.learn.network import MARGIN, Params, Shape, by_seat, forward, from_seat
from tabiji.learn.settings import Settings

_VALUE = 0.5  # weight of each of the two losses of values
_NORM = 0.5  # gradients are clipped to this norm


class Rollout(NamedTuple):
    """Decisions of all games, step by step: arrays [steps, games, ...]; values and rewards are by absolute seat."""

    observations: Any
    masks: Any
    seats: Any
    actions: Any
    log_probabilities: Any
    learns: Any  # 1 where the network decided itself, 0 where an earlier version did
    wins: Any
    margins: Any
    win_rewards: Any
    margin_rewards: Any
    dones: Any


class Decision(NamedTuple):
    """Actions for a batch of positions, and what is expected there, by absolute seat."""

    actions: Any
    log_probabilities: Any
    wins: Any
    margins: Any


class Learner:
    """Parameters, their optimizer, and the compiled functions that act and learn."""

    def __init__(self, params: Params, shape: Shape, scales: Any, players: Any, settings: Settings) -> None:
        """`players` is the number of players of each game of the batch."""
        self.params = params
        self.shape = shape
        self.settings = settings
        self.scales = jnp.asarray(scales)
        self.players = jnp.asarray(players, jnp.int32)
        self.dtype = jnp.bfloat16 if jax.default_backend() == "gpu" else jnp.float32
        self._optimizer = optax.chain(
            optax.clip_by_global_norm(_NORM), optax.inject_hyperparams(optax.adam)(learning_rate=settings.rate[0])
        )
        self.memory = self._optimizer.init(params)

    def decide(
        self, params: Params, observations: Any, masks: Any, seats: Any, players: Any, key: Any, temperature: float = 1
    ) -> Decision:
        """What parameters (the learner's own, or others) do in positions; temperature 0 is the likeliest action."""
        seen = (observations, masks, seats, players)
        return _decide(params, self.shape, self.scales, *seen, key, jnp.float32(temperature), self.dtype)

    def turn(
        self, position: tuple[Any, Any, Any], rival: Params | None, own: Any, key: Any, temperature: float
    ) -> tuple[tuple[Any, ...], Decision, Any]:
        """Decide in all games of the batch: copies of the position, the decision, and where it is the learner's own.

        A rival decides in the first games of the batch, as many as `own` has numbers, wherever another seat than that
        is to decide. One compiled function does it all, for the time of a step is mostly that of calling functions.
        """
        seen = (position, self.players, own, key, jnp.float32(temperature))
        found: tuple[tuple[Any, ...], Decision, Any] = _turn(
            self.params, rival, self.shape, self.scales, *seen, self.dtype
        )
        return found

    def learn(self, rollout: Rollout, last: Decision, progress: float, key: Any) -> dict[str, Any]:
        """One epoch over a rollout; `last` is expected after it, `progress` (0 to 1) how much of the training is done.

        What is told are arrays of one number: whoever reads them waits for the update.
        """
        settings = self.settings
        weights = {
            "entropy": _between(settings.entropy, progress),
            "margin": _between(settings.margin, progress),
            "rate": _between(settings.rate, (1 - cos(pi * progress)) / 2),
        }
        arrays = (rollout, last, self.players, key, weights)
        constants = (self._optimizer, self.shape, settings, self.dtype)
        self.params, self.memory, told = _learn(self.params, self.memory, self.scales, *arrays, *constants)
        return told


def _between(ends: tuple[float, float], share: float) -> float:
    return ends[0] + (ends[1] - ends[0]) * share


@partial(jax.jit, static_argnames=("shape", "dtype"))
def _decide(
    params: Params,
    shape: Shape,
    scales: Any,
    observations: Any,
    masks: Any,
    seats: Any,
    players: Any,
    key: Any,
    temperature: Any,
    dtype: Any,
) -> Decision:
    out = forward(params, shape, scales, observations, masks, players, dtype)
    noise = jax.random.gumbel(key, out.logits.shape)
    actions = jnp.argmax(out.logits + temperature * noise, axis=1)
    chosen = jnp.take_along_axis(jax.nn.log_softmax(out.logits), actions[:, None], axis=1)[:, 0]
    seats = jnp.maximum(seats.astype(jnp.int32), 0)  # -1: the game is over
    wins = by_seat(jnp.exp(out.win), seats, players)
    return Decision(actions.astype(jnp.int16), chosen, wins, by_seat(out.margin, seats, players))


@partial(jax.jit, static_argnames=("shape", "dtype"))
def _turn(
    params: Params,
    rival: Params | None,
    shape: Shape,
    scales: Any,
    position: tuple[Any, Any, Any],
    players: Any,
    own: Any,
    key: Any,
    temperature: Any,
    dtype: Any,
) -> tuple[tuple[Any, ...], Decision, Any]:
    position = tuple(jnp.array(array, copy=True) for array in position)  # type: ignore[assignment]
    mine, theirs = jax.random.split(key)
    decision = _decide(params, shape, scales, *position, players, mine, jnp.float32(1), dtype)
    learns = jnp.ones(len(players))
    pooled = len(own)
    if rival is not None and pooled:
        observations, masks, seats = (array[:pooled] for array in position)
        seen = (observations, masks, seats, players[:pooled])
        answer = _decide(rival, shape, scales, *seen, theirs, temperature, dtype)
        keeps = seats == own
        actions = decision.actions.at[:pooled].set(jnp.where(keeps, decision.actions[:pooled], answer.actions))
        decision = decision._replace(actions=actions)
        learns = learns.at[:pooled].set(keeps)
    return position, decision, learns


def advantages(rewards: Any, values: Any, last: Any, dones: Any, trace: float) -> Any:
    """Generalized advantage estimation along the decisions of each table, for all its seats at once (no discount)."""

    def back(carry: tuple[Any, Any], step: tuple[Any, Any, Any]) -> tuple[tuple[Any, Any], Any]:
        advantage, after = carry
        reward, value, done = step
        on = 1.0 - done[:, None]
        advantage = reward + on * after - value + trace * on * advantage
        return (advantage, value), advantage

    start = (jnp.zeros_like(last), last)
    return jax.lax.scan(back, start, (rewards, values, dones.astype(jnp.float32)), reverse=True)[1]


def _samples(rollout: Rollout, last: Decision, players: Any, margin: Any, trace: float) -> dict[str, Any]:
    """The decisions of a rollout in one row, each with its advantage and with what the value heads should have said."""
    steps, games = rollout.actions.shape
    wins = advantages(rollout.win_rewards, rollout.wins, last.wins, rollout.dones, trace)
    margins = advantages(rollout.margin_rewards / MARGIN, rollout.margins, last.margins, rollout.dones, trace)
    seats = rollout.seats.astype(jnp.int32)
    own = jnp.take_along_axis(wins + margin * margins, seats[..., None], axis=2)[..., 0]
    count = rollout.learns.sum()
    own = own - (own * rollout.learns).sum() / count
    own = own / (jnp.sqrt((own**2 * rollout.learns).sum() / count) + 1e-8)

    def flat(x: Any) -> Any:
        return x.reshape(steps * games, *x.shape[2:])

    everybody = jnp.broadcast_to(players, (steps, games))
    return {
        "observations": flat(rollout.observations),
        "masks": flat(rollout.masks),
        "players": flat(everybody),
        "actions": flat(rollout.actions).astype(jnp.int32),
        "before": flat(rollout.log_probabilities),
        "learns": flat(rollout.learns),
        "advantage": flat(own),
        "win": from_seat(flat(wins + rollout.wins), flat(seats), flat(everybody)),
        "margin": from_seat(flat(margins + rollout.margins), flat(seats), flat(everybody)),
    }


@partial(jax.jit, static_argnames=("optimizer", "shape", "settings", "dtype"), donate_argnums=(0, 1))
def _learn(
    params: Params,
    memory: Any,
    scales: Any,
    rollout: Rollout,
    last: Decision,
    players: Any,
    key: Any,
    weights: dict[str, Any],
    optimizer: Any,
    shape: Shape,
    settings: Settings,
    dtype: Any,
) -> tuple[Params, Any, dict[str, Any]]:
    samples = _samples(rollout, last, players, weights["margin"], settings.trace)

    def loss(params: Params, batch: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
        out = forward(params, shape, scales, batch["observations"], batch["masks"], batch["players"], dtype)
        learns = batch["learns"] / jnp.maximum(batch["learns"].sum(), 1.0)
        log_policy = jax.nn.log_softmax(out.logits)
        now = jnp.take_along_axis(log_policy, batch["actions"][:, None], axis=1)[:, 0]
        ratio = jnp.exp(now - batch["before"])
        clipped = jnp.clip(ratio, 1 - settings.clip, 1 + settings.clip)
        policy = -(learns * jnp.minimum(ratio * batch["advantage"], clipped * batch["advantage"])).sum()
        surprise = -(jnp.exp(log_policy) * jnp.where(batch["masks"] > 0, log_policy, 0.0)).sum(-1)
        entropy = (learns * surprise).sum()
        present = jnp.arange(shape.seats) < batch["players"][:, None]
        win = -(batch["win"] * jnp.where(present, out.win, 0.0)).sum(-1).mean()
        margin = ((batch["margin"] - out.margin) ** 2 * present).sum(-1).mean()
        told = {"policy": policy, "entropy": entropy, "win": win, "margin": margin}
        return policy + _VALUE * (win + margin) - weights["entropy"] * entropy, told

    def update(carry: tuple[Params, Any], chosen: Any) -> tuple[tuple[Params, Any], dict[str, Any]]:
        params, memory = carry
        batch = {name: array[chosen] for name, array in samples.items()}
        gradients, told = jax.grad(loss, has_aux=True)(params, batch)
        memory[1].hyperparams["learning_rate"] = jnp.float32(weights["rate"])
        changes, memory = optimizer.update(gradients, memory, params)
        return (optax.apply_updates(params, changes), memory), told

    count = len(samples["actions"])
    parts = max(1, count // settings.minibatch)
    order = jax.random.permutation(key, count)[: parts * (count // parts)].reshape(parts, -1)
    (params, memory), told = jax.lax.scan(update, (params, memory), order)
    return params, memory, {name: values.mean() for name, values in told.items()}
