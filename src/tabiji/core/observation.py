"""Observations: what a seat may know, as a flat vector of small numbers for networks, and the layout that names them.

Each game has a module `observe` with its `LAYOUT` and the rule that writes the vector. A field of a layout has a place
in the vector, a shape, and a scale: a value divided by the scale is about 1 at most. The version of a layout is raised
whenever a place or a meaning changes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from tabiji.core.jit import rule

MOST = 255  # the largest number of a vector


@dataclass(frozen=True)
class Field:
    """A named part of an observation."""

    name: str
    offset: int
    shape: tuple[int, ...]
    scale: int
    help: str

    @property
    def length(self) -> int:
        return prod(self.shape)


class Layout:
    """The fields of a game's observation, in order: each begins where the last one ends."""

    def __init__(self, version: int, *fields: tuple[str, tuple[int, ...], int, str]) -> None:
        """Fields are given as name, shape, scale and what they say."""
        self.version = version
        self.fields: tuple[Field, ...] = ()
        self.size = 0
        for name, shape, scale, text in fields:
            self.fields += (Field(name, self.size, shape, scale, text),)
            self.size += prod(shape)

    def __iter__(self) -> Iterator[int]:
        """The offsets, for the constants of a module `observe`."""
        return (field.offset for field in self.fields)

    def __getitem__(self, name: str) -> Field:
        """A field by its name."""
        return next(field for field in self.fields if field.name == name)

    def as_dict(self, vectors: Any) -> dict[str, Any]:
        """A vector, or an array of them, as named arrays that share its memory."""
        return {
            field.name: vectors[..., field.offset : field.offset + field.length].reshape(
                *vectors.shape[:-1], *field.shape
            )
            for field in self.fields
        }

    def scales(self) -> Any:
        """The scale of each number of a vector."""
        return np.repeat([field.scale for field in self.fields], [field.length for field in self.fields]).astype(
            np.float32
        )


@rule
def put(out: Any, at: int, value: int) -> None:
    """Write a number into a vector."""
    out[at] = min(max(value, 0), MOST)


@rule
def put_levels(out: Any, at: int, levels: int, value: int) -> None:
    """Write a number as a thermometer: as many ones as it counts, at most `levels`."""
    for level in range(min(value, levels)):
        out[at + level] = 1


@rule
def put_bits(out: Any, at: int, size: int, bits: int) -> None:
    """Write a set of bits, one number each."""
    for i in range(size):
        out[at + i] = bits >> i & 1
