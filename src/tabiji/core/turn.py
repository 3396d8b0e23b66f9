"""The rules as a match calls them, from Python: on arrays of one record, see `core.record.Ledger.rows`."""

from __future__ import annotations

from typing import Any

from tabiji.core import dispatch
from tabiji.core.jit import brief


@brief
def legal(rows: Any, moves: Any) -> int:
    """Write the legal actions of the deciding seat; how many there are."""
    return dispatch.legal(rows[0], moves)


@brief
def step(rows: Any, action: int) -> None:
    """Play a legal action."""
    dispatch.step(rows[0], action)


@brief
def reveals(before: Any, after: Any) -> bool:
    """Whether one step showed anybody something hidden."""
    return dispatch.reveals(before[0], after[0])
