"""Train an agent for Tokaido by playing against itself: PPO in JAX, on a CPU or a GPU.

    pip install tabiji "jax>=0.7"            # jax[cuda13] on a machine with a GPU
    python examples/train_ppo.py --minutes 10

All seats are played by one network. Every few updates it plays one seat against `greedy` in all others; its share of
the victories is printed and plotted (train_ppo.png). The weights are written to train_ppo.npz.

The value of a position is a vector: the share of the victory that each seat expects. So advantages are computed along
the decisions of a whole table, and no trajectory must be sorted by seats.
"""

from __future__ import annotations

import argparse
import time
from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from tabiji.envs import batch
from tabiji.envs.opponents import Greedy

CLIP, LAMBDA, ENTROPY, VALUE = 0.2, 0.95, 0.01, 0.5
MARGIN = 0.5 / 20  # of the score's distance from the mean, added to the reward: the share alone teaches slowly


class Rollout(NamedTuple):
    """What was played: arrays [steps, games, ...]."""

    observations: Any
    masks: Any
    seats: Any
    actions: Any
    chances: Any  # logarithm of the probability with which the action was chosen
    values: Any  # by seat
    rewards: Any  # by seat
    dones: Any


# --- the network --------------------------------------------------------------------------------------------------
def new_weights(key: Any, observation: int, actions: int, seats: int, width: int) -> dict[str, Any]:
    sizes = {"one": (observation, width), "two": (width, width), "policy": (width, actions), "value": (width, seats)}
    weights = {}
    for name, (inputs, outputs) in sizes.items():
        key, part = jax.random.split(key)
        gain = 0.01 if name in ("policy", "value") else np.sqrt(2)
        weights[name] = jax.random.normal(part, (inputs, outputs)) * gain / np.sqrt(inputs)
        weights[f"{name} bias"] = jnp.zeros(outputs)
    return weights


def network(weights: dict[str, Any], observations: Any, masks: Any, seats: Any, scales: Any, players: int) -> Any:
    """Logarithms of the probabilities of actions, and the value for each absolute seat."""
    x = observations / scales
    x = jax.nn.relu(x @ weights["one"] + weights["one bias"])
    x = x + jax.nn.relu(x @ weights["two"] + weights["two bias"])
    logits = jnp.where(masks == 1, x @ weights["policy"] + weights["policy bias"], -1e9)
    own_first = (x @ weights["value"] + weights["value bias"]) + 1 / players
    place = (jnp.arange(players) - seats[..., None]) % players  # seat s is the (s - own)-th after the own
    return jax.nn.log_softmax(logits), jnp.take_along_axis(own_first, place, -1)


# --- learning -----------------------------------------------------------------------------------------------------
@jax.jit
def advantages(rollout: Rollout, last: Any) -> Any:
    """Generalized advantage estimates by seat, along the decisions of each table."""

    def back(carry: Any, step: Any) -> Any:
        following, next_value = carry
        value, reward, done = step
        goes_on = 1.0 - done[:, None]
        found = reward + goes_on * next_value - value + goes_on * LAMBDA * following
        return (found, value), found

    steps = (rollout.values, rollout.rewards, rollout.dones)
    return jax.lax.scan(back, (jnp.zeros_like(last), last), steps, reverse=True)[1]


@partial(jax.jit, static_argnames="players")
def update(
    weights: Any, moments: Any, part: Rollout, gains: Any, rate: Any, count: Any, scales: Any, players: int
) -> Any:
    """One step of Adam on a minibatch."""

    def loss(weights: Any) -> Any:
        chances, values = network(weights, part.observations, part.masks, part.seats, scales, players)
        own = jnp.take_along_axis(gains, part.seats[:, None].astype(int), 1)[:, 0]
        own = (own - own.mean()) / (own.std() + 1e-6)
        chosen = jnp.take_along_axis(chances, part.actions[:, None], 1)[:, 0]
        ratio = jnp.exp(chosen - part.chances)
        policy = -jnp.minimum(ratio * own, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * own).mean()
        entropy = -(jnp.exp(chances) * jnp.where(part.masks == 1, chances, 0)).sum(-1).mean()
        return policy + VALUE * ((values - part.values - gains) ** 2).mean() - ENTROPY * entropy

    slopes = jax.grad(loss)(weights)
    norm = jnp.sqrt(sum((slope**2).sum() for slope in slopes.values()))
    slopes = {name: slope * jnp.minimum(1, 0.5 / (norm + 1e-9)) for name, slope in slopes.items()}
    first = {name: 0.9 * moments[0][name] + 0.1 * slope for name, slope in slopes.items()}
    second = {name: 0.999 * moments[1][name] + 0.001 * slope**2 for name, slope in slopes.items()}
    scale = jnp.sqrt(1 - 0.999**count) / (1 - 0.9**count)
    weights = {
        name: weight - rate * scale * first[name] / (jnp.sqrt(second[name]) + 1e-8) for name, weight in weights.items()
    }
    return weights, (first, second)


class Trainer:
    """A network, and the games it plays against itself."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.arguments, self.players = arguments, arguments.players
        self.env = batch.make("tokaido", players=self.players, batch=arguments.games, skip_forced=True, gastronomy=True)
        self.scales = self.env.layout.scales()
        size = (self.env.observation_size, self.env.num_actions, self.players, arguments.width)
        self.weights = new_weights(jax.random.key(arguments.seed), *size)
        zeros = {name: jnp.zeros_like(weight) for name, weight in self.weights.items()}
        self.moments, self.count, self.rng = (zeros, zeros), 0, np.random.default_rng(arguments.seed)
        self.forward = jax.jit(partial(network, scales=self.scales, players=self.players))

    def rollout(self) -> tuple[Rollout, Any]:
        """Let the network play all seats for some steps; also the value after the last."""
        env, steps = self.env, []
        for _ in range(self.arguments.steps):
            shown = env.observations.copy(), env.masks.copy(), env.seats.copy()
            chances, values = map(np.asarray, self.forward(self.weights, *shown))
            noise = self.rng.gumbel(size=chances.shape).astype(np.float32)
            actions = (chances + noise).argmax(axis=1)
            chosen = np.take_along_axis(chances, actions[:, None], 1)[:, 0]
            after = env.step(actions)
            reward = (after.rewards + MARGIN * after.margins)[:, : self.players]
            steps.append((*shown, actions, chosen, values, reward, after.dones.astype(np.float32)))
        last = self.forward(self.weights, env.observations, env.masks, env.seats)[1]
        return Rollout(*map(np.stack, zip(*steps, strict=True))), last

    def learn(self, rate: float) -> None:
        """One rollout, used once, in minibatches."""
        rollout, last = self.rollout()
        gains = np.asarray(advantages(rollout, last)).reshape(-1, self.players)
        flat = Rollout(*(array.reshape(-1, *array.shape[2:]) for array in rollout))
        order = self.rng.permutation(len(gains))
        for chosen in np.array_split(order, max(1, len(order) // self.arguments.minibatch)):
            self.count += 1
            part = Rollout(*(array[chosen] for array in flat))
            numbers = (np.float32(rate), np.float32(self.count), self.scales, self.players)
            self.weights, self.moments = update(self.weights, self.moments, part, gains[chosen], *numbers)

    def share_against_greedy(self, games: int) -> float:
        """The share of the victories of one seat, which takes turns, against greedy in all others."""
        env = batch.make(
            "tokaido", players=self.players, batch=games, seed=10**9, auto_reset=False, check=False, gastronomy=True
        )
        greedy, own = Greedy(env), np.arange(games) % self.players
        won = np.zeros(games)
        while (env.seats >= 0).any():
            ours = env.seats == own
            chances, _ = self.forward(self.weights, env.observations, env.masks, env.seats)
            actions = np.where(ours, np.asarray(chances).argmax(axis=1), greedy((env.seats >= 0) & ~ours))
            won += env.step(actions).rewards[np.arange(games), own]
        return float(won.mean())


def plot(points: list[tuple[float, float]], players: int) -> None:
    from matplotlib.figure import Figure

    figure = Figure(layout="constrained")
    axes = figure.add_subplot(xlabel="minutes", ylabel="share against greedy", ylim=(0, 1))
    axes.plot(*zip(*points, strict=True), marker="o")
    axes.axhline(1 / players, linestyle=":", color="grey")
    figure.savefig("train_ppo.png")


def main(words: list[str] | None = None) -> list[tuple[float, float]]:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--updates", type=int, default=10**9, help="stop after so many updates")
    parser.add_argument("--players", type=int, default=4)
    for name, default in (("games", 512), ("steps", 32), ("minibatch", 2048), ("width", 256), ("seed", 0)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--test-games", type=int, default=256)
    arguments = parser.parse_args(words)
    trainer, points, start = Trainer(arguments), [], time.monotonic()
    while (spent := (time.monotonic() - start) / 60) < arguments.minutes and trainer.count < arguments.updates:
        if not points or spent - points[-1][0] > arguments.minutes / 12:
            points.append((spent, trainer.share_against_greedy(arguments.test_games)))
            print(f"{spent:6.1f} min  {trainer.count:6} updates  {points[-1][1]:6.1%} against greedy", flush=True)
        trainer.learn(arguments.rate * max(0.05, 1 - spent / arguments.minutes))
    points.append((spent, trainer.share_against_greedy(arguments.test_games)))
    print(f"{spent:6.1f} min  {trainer.count:6} updates  {points[-1][1]:6.1%} against greedy")
    np.savez("train_ppo.npz", **trainer.weights)
    plot(points, arguments.players)
    return points


if __name__ == "__main__":
    main()
