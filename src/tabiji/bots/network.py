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
from tabiji.core.jit import JIT, rule
from tabiji.core.record import record_proxy

MARGIN = 20.0  # points of margin that count as 1 in the margin head
NETWORKS = Path(__file__).parent / "networks"  # those that come with Tabiji: GAME.npz

_LAYERS = ("first", "second", "third", "policy", "win", "margin")
_SCORER = ("feature", "context", "score")  # only where observations have candidates


class Thought(NamedTuple):
    """What a network says of a position, from the point of view of the deciding seat."""

    actions: list[int]  # the legal ones
    logits: Any  # of those
    shares: Any  # of the victory, by seat from the own one on
    margins: Any  # score minus the players' mean, in points


# --- the forward pass ---------------------------------------------------------------------------------------------
@rule
def add_dense(x: Any, weights: Any, out: Any) -> None:
    """Add x @ weights to `out`. Most numbers of an observation are 0, and so are many after a ReLU."""
    for i in range(len(x)):
        if x[i] != 0:
            factor = np.float32(x[i])
            row = weights[i]
            for j in range(len(out)):
                out[j] += factor * row[j]


@rule
def add_relu(x: Any, weights: Any, bias: Any, out: Any, scratch: Any) -> None:
    """Add relu(x @ weights + bias) to `out`."""
    scratch[:] = bias
    add_dense(x, weights, scratch)
    for j in range(len(out)):
        out[j] += max(scratch[j], np.float32(0))


def _plain_dense(x: Any, weights: Any, out: Any) -> None:
    out += x.astype(np.float32) @ weights


def _plain_relu(x: Any, weights: Any, bias: Any, out: Any, scratch: Any) -> None:
    out += np.maximum(x.astype(np.float32) @ weights + bias, 0)


_COMPILED = (add_dense, add_relu) if JIT else (_plain_dense, _plain_relu)


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
            name: (np.ascontiguousarray(weights, np.float32), np.ascontiguousarray(bias, np.float32))
            for name, (weights, bias) in layers.items()
        }
        scales = layout.scales()
        self._fold("first", scales)
        self._rows: tuple[int, int, int, int] | None = None  # candidates: rows, features, where actions and they begin
        if "score" in layers:
            field, actions = layout["candidates"], layout["candidate_actions"]
            self._rows = (*field.shape, actions.offset, field.offset)  # type: ignore[assignment]
            self._fold("feature", np.full(field.shape[1], field.scale, np.float32))

    def _fold(self, name: str, scales: Any) -> None:
        weights, bias = self._layers[name]
        self._layers[name] = (np.ascontiguousarray(weights / scales[:, None]), bias)

    def think(self, vector: Any, actions: list[int], players: int, compiled: bool = True) -> Thought:
        """What is said of an observation with these legal actions; without compiled functions where they would wait."""
        layers = self._layers
        dense, relu = _COMPILED if compiled else (_plain_dense, _plain_relu)
        scratch = np.empty(self.width, np.float32)
        x = np.zeros(self.width, np.float32)
        relu(vector, *layers["first"], x, scratch)
        for name in ("second", "third"):
            before = x.copy()
            relu(before, *layers[name], x, scratch)
        logits = self._head("policy", x, dense)
        if self._rows is not None:
            self._score(vector, x, logits, dense)
        win = self._head("win", x, dense)[:players]
        shares = np.exp(win - win.max())
        return Thought(
            actions, logits[actions], shares / shares.sum(), MARGIN * self._head("margin", x, dense)[:players]
        )

    def think_of_all(self, vectors: Any) -> tuple[Any, Any]:
        """The logits of all actions, legal or not, and the logits of the victory from the own seat on, of many."""
        weights, bias = self._layers["first"]
        x = np.maximum(vectors.astype(np.float32) @ weights + bias, 0)
        for name in ("second", "third"):
            weights, bias = self._layers[name]
            x = x + np.maximum(x @ weights + bias, 0)
        logits, win = (x @ self._layers[name][0] + self._layers[name][1] for name in ("policy", "win"))
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
        return logits, win

    def _head(self, name: str, x: Any, dense: Any) -> Any:
        weights, bias = self._layers[name]
        out = bias.copy()
        dense(x, weights, out)
        return out

    def _score(self, vector: Any, x: Any, logits: Any, dense: Any) -> None:
        """Add the scores of candidates to the logits of their actions."""
        assert self._rows is not None
        count, features, actions_at, rows_at = self._rows
        actions = vector[actions_at : actions_at + count]
        chosen = np.flatnonzero(actions)
        if len(chosen):
            rows = vector[rows_at : rows_at + count * features].reshape(count, features)[chosen].astype(np.float32)
            weights, bias = self._layers["feature"]
            hidden = np.maximum(rows @ weights + (bias + self._head("context", x, dense)), 0)
            weights, bias = self._layers["score"]
            logits[actions[chosen]] += (hidden @ weights + bias)[:, 0]


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
        self._temperature = temperature

    def choose(self, view: Mapping[str, Any], legal: list[str], budget: Budget, deal: Deal) -> str:
        if len(legal) == 1:
            return legal[0]
        logits = self.think(deal(budget.seed)).logits
        if self._temperature <= 0:
            return legal[int(np.argmax(logits))]
        chances = np.exp((logits - logits.max()) / self._temperature)
        return Random(budget.seed).choices(legal, chances.tolist())[0]

    def think(self, record: Any) -> Thought:
        """What the network says of a record; hidden things do not matter."""
        spec = dispatch.spec_of(record.dtype)
        network = shipped_network(spec) if self._network is None else self._network
        if network.spec is not spec:
            raise OptionError(f"the network is for {network.spec.title}, and cannot play {spec.title}")
        proxy = record_proxy(record)
        rows = proxy.rows
        vector = np.zeros(network.inputs, np.uint8)
        dispatch.call_observe(rows, proxy.seat, vector if isinstance(rows, np.ndarray) else vector.data)
        moves = np.zeros(spec.state.MAX_LEGAL, np.int16)
        count = dispatch.call_legal(rows, moves)
        return network.think(vector, moves[:count].tolist(), proxy.players, isinstance(rows, np.ndarray))
