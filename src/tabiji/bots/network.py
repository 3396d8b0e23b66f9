"""Bots that play with a network trained by `tabiji train`: one forward pass a decision, compiled, no JAX.

A network file is a NumPy archive of float16 weights, and of JSON about it (`about`): the game, the version of its
observations, how it was trained. What the layers are, `tabiji.learn.network` says.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from zipfile import BadZipFile

import numpy as np

from tabiji.bots.protocol import Budget, Deal
from tabiji.core import dispatch
from tabiji.core.errors import OptionError
from tabiji.core.game_spec import GameSpec
from tabiji.core.jit import JIT, rule_that_makes_arrays
from tabiji.core.record import as_states

MARGIN = 20.0  # points of margin that count as 1 in the margin head
NETWORKS = Path(__file__).parent / "networks"  # those that come with Tabiji: GAME.npz

_LAYERS = ("first", "second", "third", "policy", "win", "margin")
_TOGETHER = 32  # rows
_SCORER = ("context", "feature", "score")  # only where observations have candidates


class Thought(NamedTuple):
    """What a network says of a position, from the point of view of the deciding seat."""

    actions: list[int]  # the legal ones
    logits: Any  # of those
    shares: Any  # of the victory, by seat from the own one on
    margins: Any  # score minus the players' mean, in points


# --- the forward pass ---------------------------------------------------------------------------------------------
@rule_that_makes_arrays
def dense(x: Any, weights: Any, at: int, out: Any) -> int:
    """Write a layer's output; where the next layer begins. A layer is its bias, then a row of weights for each input.

    Most numbers of an observation are 0, and so are most after a ReLU: rows of those are skipped, the others taken four
    at a time.
    """
    wide = len(out)
    out[:] = weights[at : at + wide]
    rows = weights[at + wide : at + wide * (len(x) + 1)].reshape(len(x), wide)
    filled = np.empty(len(x), np.int32)
    count = 0
    for i in range(len(x)):
        filled[count] = i
        count += x[i] != 0
    whole = count - count % 4
    for k in range(0, whole, 4):
        i0, i1, i2, i3 = filled[k], filled[k + 1], filled[k + 2], filled[k + 3]
        x0, x1, x2, x3 = np.float32(x[i0]), np.float32(x[i1]), np.float32(x[i2]), np.float32(x[i3])
        row0, row1, row2, row3 = rows[i0], rows[i1], rows[i2], rows[i3]
        for j in range(wide):
            out[j] += x0 * row0[j] + x1 * row1[j] + x2 * row2[j] + x3 * row3[j]
    for k in range(whole, count):
        x0, row0 = np.float32(x[filled[k]]), rows[filled[k]]
        for j in range(wide):
            out[j] += x0 * row0[j]
    return at + wide * (len(x) + 1)


@rule_that_makes_arrays
def score_candidates(vector: Any, x: Any, weights: Any, at: int, sizes: Any, logits: Any) -> None:
    """Add the scores of an observation's candidates to the logits of their actions."""
    count, features, actions_at, rows_at = sizes[1], sizes[2], sizes[3], sizes[4]
    context, hidden = np.empty(sizes[5], np.float32), np.empty(sizes[5], np.float32)
    at = dense(x, weights, at, context)
    for c in range(count):
        action = vector[actions_at + c]
        if action != 0:
            begin = rows_at + c * features
            scorer = weights[dense(vector[begin : begin + features], weights, at, hidden) :]
            score = scorer[0]
            for j in range(len(hidden)):
                score += max(hidden[j] + context[j], np.float32(0)) * scorer[1 + j]
            logits[action] += score


@rule_that_makes_arrays
def think_of_rows(vectors: Any, weights: Any, sizes: Any, logits: Any, win: Any, margins: Any) -> None:
    """Write what the network says of each observation; `sizes` are the width, and those of the candidates.

    Some rows go through a layer before any goes through the next: its weights stay in the processor's cache.
    """
    together = min(len(vectors), _TOGETHER)
    xs, more = np.empty((together, sizes[0]), np.float32), np.empty(sizes[0], np.float32)
    for first in range(0, len(vectors), _TOGETHER):
        rows = min(len(vectors) - first, _TOGETHER)
        after = 0
        for row in range(rows):
            x = xs[row]
            after = dense(vectors[first + row], weights, 0, x)
            for j in range(len(x)):
                x[j] = max(x[j], np.float32(0))
        for _ in range(2):
            at = after
            for row in range(rows):
                x = xs[row]
                after = dense(x, weights, at, more)
                for j in range(len(x)):
                    x[j] += max(more[j], np.float32(0))
        for row in range(rows):
            x = xs[row]
            at = dense(x, weights, after, logits[first + row])
            at = dense(x, weights, at, win[first + row])
            at = dense(x, weights, at, margins[first + row])
            if sizes[1] > 0:
                score_candidates(vectors[first + row], x, weights, at, sizes, logits[first + row])


class Network:
    """The network of a game, with the scales of observations folded into the weights; for any number of threads."""

    def __init__(self, spec: GameSpec, layers: Mapping[str, tuple[Any, Any]], about: Mapping[str, Any]) -> None:
        assert spec.observe is not None
        layout = spec.observe.LAYOUT
        self.spec = spec
        self.about = about
        self.inputs = layout.size
        self.width = len(layers["first"][1])
        self._layers = {
            name: (np.array(weights, np.float32), np.array(bias, np.float32))
            for name, (weights, bias) in layers.items()
        }
        self._fold("first", layout.scales())
        self._rows: tuple[int, int, int, int] | None = None  # candidates: rows, features, where actions and they begin
        if "score" in layers:
            field, actions = layout["candidates"], layout["candidate_actions"]
            self._rows = (*field.shape, actions.offset, field.offset)  # type: ignore[assignment]  # two dimensions
            self._fold("feature", np.full(field.shape[1], field.scale, np.float32))
        names = [*_LAYERS, *(_SCORER if self._rows is not None else ())]
        parts = [part for name in names for part in (self._layers[name][1], self._layers[name][0].ravel())]
        self.weights = np.concatenate(parts)
        self.sizes = np.array([self.width, *(self._rows or [0] * 4), len(layers["score"][0]) if self._rows else 0])

    def _fold(self, name: str, scales: Any) -> None:
        weights, bias = self._layers[name]
        self._layers[name] = (weights / scales[:, None], bias)

    def think(self, vector: Any, actions: list[int], players: int, compiled: bool = True) -> Thought:
        """What is said of an observation with these legal actions; without compiled functions where they would wait."""
        logits, win, margins = self._outputs(vector[None], compiled)
        shares = np.exp(win[0, :players] - win[0, :players].max())
        return Thought(actions, logits[0, actions], shares / shares.sum(), MARGIN * margins[0, :players])

    def think_of_all(self, vectors: Any) -> tuple[Any, Any]:
        """The logits of all actions, legal or not, and the logits of the victory from the own seat on, of many."""
        logits, win, _ = self._outputs(vectors, True)
        return logits, win

    def _outputs(self, vectors: Any, compiled: bool) -> tuple[Any, Any, Any]:
        """The outputs of the policy, of the victory and of the margins for each observation."""
        if not (compiled and JIT):
            return self._plain_outputs(vectors)
        logits, win, margins = (
            np.empty((len(vectors), len(self._layers[name][1])), np.float32) for name in ("policy", "win", "margin")
        )
        think_of_rows(vectors, self.weights, self.sizes, logits, win, margins)
        return logits, win, margins

    def _plain_outputs(self, vectors: Any) -> tuple[Any, Any, Any]:
        """The same by NumPy."""
        weights, bias = self._layers["first"]
        x = np.maximum(vectors.astype(np.float32) @ weights + bias, 0)
        for name in ("second", "third"):
            weights, bias = self._layers[name]
            x = x + np.maximum(x @ weights + bias, 0)
        logits, win, margins = (
            x @ self._layers[name][0] + self._layers[name][1] for name in ("policy", "win", "margin")
        )
        if self._rows is not None:
            count, features, actions_at, rows_at = self._rows
            actions = vectors[:, actions_at : actions_at + count].astype(np.int64)
            rows = vectors[:, rows_at : rows_at + count * features].reshape(-1, count, features).astype(np.float32)
            context = x @ self._layers["context"][0] + self._layers["context"][1]
            weights, bias = self._layers["feature"]
            hidden = np.maximum(rows @ weights + (bias + context)[:, None], 0)
            weights, bias = self._layers["score"]
            scores = np.where(actions > 0, (hidden @ weights + bias)[..., 0], 0)
            np.add.at(logits, (np.arange(len(x))[:, None], actions), scores)
        return logits, win, margins


# --- files --------------------------------------------------------------------------------------------------------
def read_network(path: Path) -> Network:
    """The network of a file; an OptionError if it is none, or is for other observations than this version's."""
    try:
        changed = path.stat().st_mtime_ns
    except OSError:
        raise OptionError(f"there is no network {path}") from None
    return _read_network(path, changed)


@cache
def _read_network(path: Path, changed: int) -> Network:
    from tabiji.core.game_spec import game_names, game_spec

    try:
        with np.load(path, allow_pickle=False) as archive:
            arrays = dict(archive.items())
        about = json.loads(str(arrays["about"]))
        names = [*_LAYERS, *(_SCORER if "score.w" in arrays else ())]
        layers = {name: (arrays[f"{name}.w"], arrays[f"{name}.b"]) for name in names}
    except (OSError, BadZipFile, KeyError, ValueError) as error:
        raise OptionError(f"{path} is not a network of tabiji train: {error}") from error
    game = about.get("game")
    if game not in game_names():
        raise OptionError(f"{path} is a network for {game!r}, a game that is not installed")
    spec = game_spec(game)
    layout = spec.observe.LAYOUT if spec.observe is not None else None
    if layout is None or (about.get("layout"), len(layers["first"][0])) != (layout.version, layout.size):
        raise OptionError(
            f"{path} was trained on version {about.get('layout')} of the observations of {spec.title}, "
            f"this is version {layout.version if layout else None}: train it again"
        )
    return Network(spec, layers, about)


def blank_network(spec: GameSpec, width: int = 8) -> Network:
    """A network that knows nothing: all its weights are 0."""
    assert spec.observe is not None
    sizes = (spec.state.ACTIONS, max(spec.players), max(spec.players))
    layers = {name: (np.zeros((width, width)), np.zeros(width)) for name in ("second", "third")}
    layers["first"] = (np.zeros((spec.observe.LAYOUT.size, width)), np.zeros(width))
    layers |= {n: (np.zeros((width, k)), np.zeros(k)) for n, k in zip(("policy", "win", "margin"), sizes, strict=True)}
    return Network(spec, layers, {"game": spec.name})


def has_network(spec: GameSpec) -> bool:
    """Whether a network for a game comes with Tabiji."""
    return (NETWORKS / f"{spec.name}.npz").exists()


def shipped_network(spec: GameSpec) -> Network:
    """The network of a game that comes with Tabiji."""
    if not has_network(spec):
        raise OptionError(f"there is no network of {spec.title}: train one with tabiji train {spec.name}")
    return read_network(NETWORKS / f"{spec.name}.npz")


# --- bots ---------------------------------------------------------------------------------------------------------
class NetworkBot:
    """Plays what a network likes best; with a temperature, other moves as well, the likelier the better."""

    def __init__(self, network: Network | Path | None = None, temperature: float = 0.0) -> None:
        """Without a network, the one that comes with Tabiji for the game that is played."""
        self._network = read_network(network) if isinstance(network, Path) else network
        self.temperature = temperature

    def choose(self, view: Mapping[str, Any], legal: list[str], budget: Budget, deal: Deal) -> str:
        if len(legal) == 1:
            return legal[0]
        logits = self.think(deal(budget.seed)).logits
        if self.temperature <= 0:
            return legal[int(np.argmax(logits))]
        chances = np.exp((logits - logits.max()) / self.temperature)
        return Random(budget.seed).choices(legal, chances.tolist())[0]

    def network_for(self, spec: GameSpec) -> Network:
        """The network that plays a game; an OptionError if there is none."""
        network = shipped_network(spec) if self._network is None else self._network
        if network.spec is not spec:
            raise OptionError(f"the network is for {network.spec.title}, and cannot play {spec.title}")
        return network

    def think(self, record: Any) -> Thought:
        """What the network says of a record; hidden things do not matter."""
        spec = dispatch.spec_of(record.dtype)
        network = self.network_for(spec)
        array: Any = np.asarray(record).reshape(1)
        rows = as_states(array)
        compiled = isinstance(rows, np.ndarray)
        vector = np.zeros(network.inputs, np.uint8)
        dispatch.call_observe(rows, int(array["seat"][0]), vector if compiled else vector.data)
        moves = np.zeros(spec.state.MAX_LEGAL, np.int16)
        count = dispatch.call_legal(rows, moves)
        return network.think(vector, moves[:count].tolist(), int(array["players"][0]), compiled)
