"""A game in progress is one fixed-size NumPy record. This module makes, opens and copies records."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from tabiji.core.jit import JIT, waits

State = Any  # a record of some game's DTYPE: a NumPy record, or a RecordProxy over one when interpreted


def blank(dtype: np.dtype[Any]) -> Any:
    """A new record, all zero."""
    return np.zeros(1, dtype).view(np.recarray)[0]


def load_rows(dtype: np.dtype[Any], data: bytes) -> Any:
    """An array of one record with these bytes and this very dtype object: Numba recognizes an equal one more slowly."""
    return np.frombuffer(bytearray(data), dtype)


def load(dtype: np.dtype[Any], data: bytes) -> Any:
    """The record with these bytes."""
    return load_rows(dtype, data).view(np.recarray)[0]


class RecordProxy:
    """A record for reading and writing in Python: plain integers out, range-checked integers in.

    Interpreted rules work on it, and views are written from it. NumPy scalars keep their narrow types in arithmetic
    (and warn, or wrap); compiled rules compute in 64 bits. Python integers agree with the compiled rules, so that the
    same source gives the same bytes. A proxy shares the memory of its record: it is created once and stays valid.
    """

    array: Any  # the record as an array of one
    dtype: np.dtype[Any]
    memos: dict[Any, Any]  # what views keep of the position they showed last

    def __new__(cls, record: Any) -> RecordProxy:
        """A proxy whose class has the record's numbers as properties: `__getattr__` would take five times as long."""
        return super().__new__(_proxy_class(record.dtype))

    def __init__(self, record: Any) -> None:
        """A proxy of a record, or of an array of one."""
        array: Any = np.asarray(record).reshape(1)  # the record itself, not a copy
        parts = self.__dict__
        parts["array"] = array
        parts["dtype"] = array.dtype
        parts["memos"] = {}
        parts["_numbers"] = numbers = {}
        for name in _numbers_of(array.dtype):
            numbers[name] = memoryview(array[name])

    def __getattr__(self, name: str) -> Any:
        """A field that is not a number, opened when it is first asked for."""
        fields: Any = self.dtype.fields
        kind = fields.get(name)
        if kind is None:
            raise AttributeError(f"these records have no field {name!r}")
        field = self.array[name]
        found = self.__dict__[name] = RecordProxy(field) if kind[0].names else memoryview(field[0])
        return found

    @property
    def rows(self) -> Any:
        """The record in the form that rules unbox fastest: Numba takes 0.3 µs for an array, 5 to 10 for a record."""
        return self.array if JIT and not waits(self.dtype) else (self,)

    def overwrite(self, data: bytes) -> None:
        """Replace the bytes of the record."""
        self.array.view(np.uint8)[:] = np.frombuffer(data, np.uint8)

    def __setattr__(self, name: str, value: int) -> None:
        self._numbers[name][0] = value


@cache
def _proxy_class(dtype: np.dtype[Any]) -> type[RecordProxy]:
    """The class of the proxies of records with this dtype."""
    return type("RecordProxy", (RecordProxy,), {name: _number(name) for name in _numbers_of(dtype)})


@cache
def _numbers_of(dtype: np.dtype[Any]) -> list[str]:
    """The fields that are plain numbers."""
    return [name for name in dtype.names or () if not dtype[name].names and not dtype[name].shape]


def _number(name: str) -> property:
    return property(lambda proxy: proxy._numbers[name][0])


def record_proxy(record: Any) -> RecordProxy:
    """A proxy of a record; a proxy is returned as it is."""
    return record if isinstance(record, RecordProxy) else RecordProxy(record)


def _compiled(dtype: Any) -> bool:
    return JIT and not waits(dtype)


def as_state(record: Any, beside: Any = None) -> State:
    """The record as rules take it: itself when compiled, a RecordProxy when interpreted.

    For a record that is not a game's own, `beside` is the dtype of the game whose rules get it.
    """
    return record if _compiled(beside or record.dtype) else record_proxy(record)


class RecordProxyArray:
    """An array of records, interpreted: `rows[i]` is a RecordProxy, and a record can be copied onto another."""

    def __init__(self, records: Any) -> None:
        self._records = records

    def __len__(self) -> int:
        return len(self._records)

    def __getitem__(self, i: int) -> RecordProxy:
        return RecordProxy(self._records[i])

    def __setitem__(self, i: int, other: RecordProxy) -> None:
        self._records[i : i + 1] = other.array


def as_states(records: Any, beside: Any = None) -> Any:
    """An array of records as rules take it, see `as_state`."""
    return records if _compiled(beside or records.dtype) else RecordProxyArray(records)
