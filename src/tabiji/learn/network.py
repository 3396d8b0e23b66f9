"""The network of a game: an observation in; a policy, win shares and score margins out.

Three layers with residual connections, then three heads. Seats are counted from the deciding one: output 0 of the
value heads is the own seat, 1 the seat after it, and so on.

Where an observation has a field `candidates`, its rows describe actions by what they would lead to; the field
`candidate_actions` says which actions (0: none). One small network scores every row, and the score is added to the
logit of its action.
`tabiji.bots.network` computes the same without JAX.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from tabiji.bots.network import MARGIN
from tabiji.core.observation import Layout

__all__ = ["MARGIN", "NEVER", "Output", "Params", "Shape", "by_seat", "forward", "from_seat", "init", "shape_for"]

Params = dict[str, Any]

NEVER = -1e9  # logit of what is impossible


class Shape(NamedTuple):
    """The sizes of a network."""

    inputs: int
    actions: int
    seats: int
    width: int
    candidates: tuple[int, int, int, int]  # rows, features, where their actions and they begin; rows 0: there are none
    scorer: int = 64  # width of the network that scores candidates


def shape_for(layout: Layout, actions: int, seats: int, width: int) -> Shape:
    """The sizes of a network for observations of a layout."""
    candidates = (0, 0, 0, 0)
    if any(field.name == "candidates" for field in layout.fields):
        rows, features = layout["candidates"].shape
        candidates = (rows, features, layout["candidate_actions"].offset, layout["candidates"].offset)
    return Shape(layout.size, actions, seats, width, candidates)


def init(key: Any, shape: Shape) -> Params:
    """Fresh parameters: the usual scale for ReLU layers, and heads that begin near zero."""
    keys = iter(jax.random.split(key, 9))

    def dense(inputs: int, outputs: int, gain: float) -> dict[str, Any]:
        weights = jax.random.normal(next(keys), (inputs, outputs)) * (gain / inputs**0.5)
        return {"w": weights, "b": jnp.zeros(outputs)}

    width = shape.width
    params = {
        "first": dense(shape.inputs, width, 2**0.5),
        "second": dense(width, width, 2**0.5),
        "third": dense(width, width, 2**0.5),
        "policy": dense(width, shape.actions, 0.01),
        "win": dense(width, shape.seats, 0.01),
        "margin": dense(width, shape.seats, 0.01),
    }
    if shape.candidates[0]:
        params["feature"] = dense(shape.candidates[1], shape.scorer, 1.0)
        params["context"] = dense(width, shape.scorer, 1.0)
        params["score"] = dense(shape.scorer, 1, 0.01)
    return params


class Output(NamedTuple):
    """What the network says of positions; the last axis of each is the action or the seat from the own one on."""

    logits: Any  # of actions, illegal ones at NEVER
    win: Any  # log of the win share of each seat, absent seats at NEVER
    margin: Any  # expected score minus the players' mean, in units of MARGIN


def forward(
    params: Params, shape: Shape, scales: Any, observations: Any, masks: Any, players: Any, dtype: Any
) -> Output:
    """The network's output for a batch of observations; matrix products in `dtype`, the rest in float32."""

    def dense(name: str, x: Any) -> Any:
        layer = params[name]
        return x.astype(dtype) @ layer["w"].astype(dtype) + layer["b"].astype(dtype)

    scaled = observations.astype(dtype) / scales.astype(dtype)
    x = jax.nn.relu(dense("first", scaled))
    x = x + jax.nn.relu(dense("second", x))
    x = x + jax.nn.relu(dense("third", x))
    logits = dense("policy", x).astype(jnp.float32)
    rows, columns, actions_at, rows_at = shape.candidates
    if rows:
        features = scaled[:, rows_at : rows_at + rows * columns].reshape(-1, rows, columns)
        actions = observations[:, actions_at : actions_at + rows].astype(jnp.int32)
        hidden = jax.nn.relu(dense("feature", features) + dense("context", x)[:, None])
        scores = jnp.where(actions > 0, dense("score", hidden)[..., 0].astype(jnp.float32), 0.0)
        logits = logits.at[jnp.arange(len(x))[:, None], actions].add(scores)
    present = jnp.arange(shape.seats) < players[:, None]
    win = jnp.where(present, dense("win", x).astype(jnp.float32), NEVER)
    margin = jnp.where(present, dense("margin", x).astype(jnp.float32), 0.0)
    return Output(jnp.where(masks > 0, logits, NEVER), jax.nn.log_softmax(win), margin)


def by_seat(values: Any, seats: Any, players: Any) -> Any:
    """Values counted from the own seat, as values by absolute seat."""
    return _turned(values, -seats, players)


def from_seat(values: Any, seats: Any, players: Any) -> Any:
    """Values by absolute seat, counted from the own one."""
    return _turned(values, seats, players)


def _turned(values: Any, by: Any, players: Any) -> Any:
    places = jnp.arange(values.shape[-1])
    source = jnp.mod(places + by[:, None], players[:, None])
    return jnp.where(places < players[:, None], jnp.take_along_axis(values, source, axis=1), 0.0)
