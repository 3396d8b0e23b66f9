"""Memoization of values computed from a part of a record, until that part changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any, Generic, TypeVar

import numpy as np

from tabiji.core.record import RecordProxy

T = TypeVar("T")


class Memo(Generic[T]):
    """Values computed from a record, from some fields of it, or from one index of each of these fields.

    The values are shared between callers, which must not change them.
    """

    def __init__(self, dtype: np.dtype[Any], fields: Sequence[str] = (), place: int | None = None) -> None:
        spans = [_span(dtype, name, place) for name in fields] or [slice(None)]
        self._read: Any = itemgetter(*spans)

    def get(self, s: RecordProxy, work: Callable[..., T], *details: Any, key: bytes = b"") -> T:
        """The value for a record: memoized, or computed from it and the details, which the key distinguishes."""
        read = self._read(s.array.tobytes())
        before, answers = s.memos.get(self, (None, {}))
        if read != before:
            answers = {}
            s.memos[self] = read, answers
        found: T | None = answers.get(key)
        if found is None:
            found = answers[key] = work(s, *details)
        return found


def _span(dtype: np.dtype[Any], name: str, place: int | None) -> slice:
    """The bytes of a field, or of one index of it, in a record."""
    assert dtype.fields is not None
    kind, start = dtype.fields[name][:2]
    if place is None:
        return slice(start, start + kind.itemsize)
    size = kind.itemsize // kind.shape[0]
    return slice(start + place * size, start + (place + 1) * size)
