"""How rules are compiled: see `tabiji.core.compiler`."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numba.core.errors import NumbaError

from tabiji.core.jit import rule

pytestmark = pytest.mark.compiled


@rule
def _largest_below(numbers: Any, limit: int) -> int:
    found = 0
    for k in range(len(numbers)):
        if found < numbers[k] < limit:
            found = numbers[k]
    return found


@rule
def _two_largest(numbers: Any, limit: int) -> int:
    first = _largest_below(numbers, limit)
    return first + _largest_below(numbers, first)


def test_only_an_entry_point_is_seen_from_outside() -> None:
    """Then LLVM may inline its parts whatever their size, and no code outside finds one by its name."""
    entry: Any = _two_largest
    assert entry(np.array([3, 9, 4, 7]), 9) == 11
    (compiled,) = entry.overloads.values()
    shared = ("linkonce_odr", "internal")
    assert not [part.name for part in compiled.library.get_defined_functions() if part.linkage.name in shared]


@rule
def _sum_of_squares(limit: int) -> int:
    squares = np.empty(limit, np.int64)
    for k in range(limit):
        squares[k] = k * k
    return int(squares.sum())


def test_a_rule_that_makes_arrays_has_to_say_so() -> None:
    """Only rules marked `rule_that_makes_arrays` count references to arrays; others would never free them."""
    with pytest.raises(NumbaError, match="empty"):
        _sum_of_squares(4)
