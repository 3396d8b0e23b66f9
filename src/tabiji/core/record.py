"""A game in progress is one fixed-size NumPy record. This module makes, opens and copies records."""

from __future__ import annotations

from typing import Any

import numpy as np

from tabiji.core.jit import JIT

State = Any  # a record of some game's DTYPE: a NumPy record, or a Ledger over one when interpreted


def blank(dtype: np.dtype[Any]) -> Any:
    """A new record, all zero."""
    return np.zeros(1, dtype).view(np.recarray)[0]


def load(dtype: np.dtype[Any], data: bytes) -> Any:
    """The record with these bytes."""
    return np.frombuffer(bytearray(data), dtype).view(np.recarray)[0]


class Ledger:
    """An interpreted look into a record: plain Python integers out, range-checked integers in.

    NumPy scalars keep their narrow types in arithmetic (and warn, or wrap); compiled rules compute in 64 bits. Python
    integers agree with the compiled rules, so that the same source gives the same bytes.
    """

    __slots__ = ("_parts", "_record", "dtype")

    def __init__(self, record: Any) -> None:
        parts: dict[str, Any] = {}
        for name in record.dtype.names:
            kind = record.dtype[name]
            if kind.names:
                parts[name] = Ledger(record[name])
            elif kind.shape:
                parts[name] = memoryview(record[name])
        object.__setattr__(self, "dtype", record.dtype)
        object.__setattr__(self, "_record", record)
        object.__setattr__(self, "_parts", parts)

    def __getattr__(self, name: str) -> Any:
        part = self._parts.get(name)
        return int(self._record[name]) if part is None else part

    def __setattr__(self, name: str, value: int) -> None:
        self._record[name] = value


def opened(record: Any) -> State:
    """The record as the rules want it: itself when compiled, a Ledger when interpreted."""
    return record if JIT or isinstance(record, Ledger) else Ledger(record)


class LedgerRows:
    """An array of records, interpreted: `rows[i]` is a Ledger, and a record can be copied onto another."""

    def __init__(self, records: Any) -> None:
        self._records = records

    def __len__(self) -> int:
        return len(self._records)

    def __getitem__(self, i: int) -> Ledger:
        return Ledger(self._records[i])

    def __setitem__(self, i: int, other: Ledger) -> None:
        self._records[i] = other._record


def opened_all(records: Any) -> Any:
    """An array of records as the rules want it."""
    return records if JIT else LedgerRows(records)
