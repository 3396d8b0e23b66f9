"""The journal of a step: its events, in order.

A line is five small numbers: kind, who (pawn or seat), what (card, space, cause), amount, points. Each game names its
kinds. Logs, animations, statistics and tests read the journal instead of comparing states.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tabiji.core.jit import rule
from tabiji.core.record import RecordProxy, State

KIND, WHO, WHAT, AMOUNT, POINTS = range(5)
_CLOSED = -1  # a size


def journal(lines: int) -> np.dtype[Any]:
    """The record of a journal with room for this many lines a step."""
    return np.dtype([("size", "i1"), ("lines", "i1", (lines, 5))], align=True)


@rule
def clear_journal(s: State) -> None:
    """Remove the events of the last step."""
    for line in range(s.journal.size):
        _write(s, line, 0, 0, 0, 0, 0)
    s.journal.size = min(s.journal.size, 0)


@rule
def close_journal(s: State) -> None:
    """From now on, nothing is written: for games of which only the result is of interest."""
    clear_journal(s)
    s.journal.size = _CLOSED


@rule
def note(s: State, kind: int, who: int, what: int, amount: int, points: int) -> None:
    """Append a line."""
    if s.journal.size >= 0:
        _write(s, s.journal.size, kind, who, what, amount, points)
        s.journal.size += 1


@rule
def _write(s: State, line: int, kind: int, who: int, what: int, amount: int, points: int) -> None:
    s.journal.lines[line, KIND] = kind
    s.journal.lines[line, WHO] = who
    s.journal.lines[line, WHAT] = what
    s.journal.lines[line, AMOUNT] = amount
    s.journal.lines[line, POINTS] = points


def lines(s: RecordProxy) -> list[list[int]]:
    """The lines of the last step."""
    written: list[list[int]] = s.journal.lines[: s.journal.size].tolist()
    return written
