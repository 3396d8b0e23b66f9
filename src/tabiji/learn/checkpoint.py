"""Training states and finished networks on disk, as NumPy archives."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import jax
import numpy as np

from tabiji.core.errors import OptionError
from tabiji.learn.network import Params

_LEAF = "leaf{}"


def write_network(path: Path, params: Params, about: dict[str, Any]) -> None:
    """Write a network for play, in float16. `tabiji.bots.network` reads it."""
    arrays = {
        f"{layer}.{kind}": np.asarray(values, np.float32).astype(np.float16)
        for layer, both in params.items()
        for kind, values in both.items()
    }
    _write(path, arrays, about)


def read_params(path: Path, game: str, layout: int) -> Params:
    """The parameters of a network for play, to learn against."""
    about, arrays = _read(path)
    if (about.get("game"), about.get("layout")) != (game, layout):
        raise OptionError(f"{path} is a network for {about.get('game')}, observations of version {about.get('layout')}")
    params: Params = {}
    for name, values in arrays.items():
        layer, _, kind = name.partition(".")
        params.setdefault(layer, {})[kind] = jax.numpy.asarray(values, jax.numpy.float32)
    return params


def write_checkpoint(path: Path, tree: Any, about: dict[str, Any]) -> None:
    """Write everything that training needs to go on."""
    leaves = jax.tree.leaves(tree)
    _write(path, {_LEAF.format(i): np.asarray(leaf) for i, leaf in enumerate(leaves)}, about)


def read_about(path: Path) -> dict[str, Any]:
    """What was written about a network or a training."""
    about: dict[str, Any] = _read(path)[0]
    return about


def read_checkpoint(path: Path, like: Any) -> tuple[Any, dict[str, Any]]:
    """A training state, in the form of `like`; and what was written about it."""
    about, arrays = _read(path)
    expected, form = jax.tree.flatten(like)
    leaves: list[Any] = [arrays.get(_LEAF.format(i)) for i in range(len(arrays))]
    if [np.shape(leaf) for leaf in leaves] != [np.shape(leaf) for leaf in expected]:
        raise OptionError(f"{path} was written by a training with other settings or observations: choose another file")
    return jax.tree.unflatten(form, [jax.numpy.asarray(leaf) for leaf in leaves]), about


def _read(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    try:
        with np.load(path, allow_pickle=False) as archive:
            arrays = dict(archive.items())
        return json.loads(str(arrays.pop("about"))), arrays
    except FileNotFoundError:
        raise OptionError(f"there is no file {path}") from None
    except (OSError, BadZipFile, KeyError, ValueError) as error:
        raise OptionError(f"{path} was not written by a training of Tabiji: {error}") from error


def _write(path: Path, arrays: dict[str, Any], about: dict[str, Any]) -> None:
    """Write a file whole or not at all: a killed training leaves the one before."""
    part = path.with_name(path.name + ".part")
    try:
        with part.open("wb") as file:
            np.savez(file, about=np.array(json.dumps(about)), **arrays)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        raise OptionError(f"cannot write {path}: {error.strerror}") from error
