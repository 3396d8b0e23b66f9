"""What was worked out from a part of a record, kept for the next time that part reads the same."""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter
from typing import Any, Generic, TypeVar

import numpy as np

from tabiji.core.record import Ledger

T = TypeVar("T")
_MOST = 8192  # answers kept


class Memory(Generic[T]):
    """Answers to one question about some fields of a record, or about one place of each of them.

    Whoever gets an answer shares it with others, and must not change it.
    """

    def __init__(self, dtype: np.dtype[Any], fields: list[str], place: int | None = None) -> None:
        self._read: Any = itemgetter(*(_span(dtype, name, place) for name in fields))
        self._known: dict[Any, T] = {}

    def recall(self, s: Ledger, work: Callable[..., T], *details: Any, key: bytes = b"") -> T:
        """The answer for a record: kept, or worked out from it and the details, which the key tells apart."""
        read = self._read(s.memory.tobytes()), key
        found = self._known.get(read)
        if found is None:
            if len(self._known) >= _MOST:
                self._known.clear()
            found = self._known[read] = work(s, *details)
        return found


def _span(dtype: np.dtype[Any], name: str, place: int | None) -> slice:
    """Where a field, or a place of it, lies in the bytes of a record."""
    kind, start = dtype.fields[name][:2]  # type: ignore[index]
    if place is None:
        return slice(start, start + kind.itemsize)
    size = kind.itemsize // kind.shape[0]
    return slice(start + place * size, start + (place + 1) * size)
