"""Rules by record: generic algorithms (playouts, simulation, search) are written once for all games.

`legal(s, moves)` here is the `legal` of the game whose record `s` is. Compiled, Numba resolves it by the record's type,
and code that uses it can be kept on disk; interpreted, it is a look-up by dtype.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from tabiji.core.game_spec import GameSpec, game_names, game_spec
from tabiji.core.jit import JIT, rule_with_gil
from tabiji.core.record import RecordProxy, State


@cache
def spec_of(dtype: Any) -> GameSpec:
    """The room of the game whose records have this dtype."""
    for name in game_names():
        found = game_spec(name)
        if dtype == found.module("state").DTYPE:
            return found
    raise TypeError(f"no game has records of {dtype}")


def _function_of(dtype: Any, module: str, name: str) -> Any:
    return getattr(spec_of(dtype).module(module), name)


def _rule_of(s: State, module: str, name: str) -> Any:
    """The rule for a record; straight to the interpreted one for a RecordProxy."""
    rule = _function_of(s.dtype, module, name)
    return rule.interpreted if JIT and isinstance(s, RecordProxy) else rule


def setup(s: State, seed: Any) -> None:
    """Set up a game in a record that holds players and options."""
    _rule_of(s, "rules", "setup")(s, seed)


def legal(s: State, moves: Any) -> int:
    """Write the legal actions of the deciding seat; how many there are."""
    return int(_rule_of(s, "rules", "legal")(s, moves))


def step(s: State, action: int) -> None:
    """Play a legal action."""
    _rule_of(s, "rules", "step")(s, action)


def winners(s: State) -> int:
    """The winning seats, one bit each."""
    return int(_rule_of(s, "rules", "winners")(s))


def tally(s: State, row: State) -> None:
    """Write the facts of a finished game into a row of results."""
    _rule_of(s, "study", "tally")(s, row)


def determinize(s: State, seat: int, seed: Any, labels: Any) -> None:
    """Re-deal all that a seat cannot know."""
    _rule_of(s, "hidden", "determinize")(s, seat, seed, labels)


def reveals(before: State, after: State) -> bool:
    """Whether one step from a record to another showed anybody something hidden."""
    return bool(_rule_of(before, "hidden", "reveals")(before, after))


def estimate(s: State, seat: int) -> float:
    """How likely a seat is to win, guessed from the table: a log-weight."""
    return float(_rule_of(s, "estimate", "estimate")(s, seat))


if JIT:
    from numba.core.types import Record
    from numba.np.numpy_support import as_dtype

    from tabiji.core.compiler import by_types

    def _finder(module: str, name: str) -> Any:
        return lambda s, *_: _function_of(as_dtype(s), module, name) if isinstance(s, Record) else None

    for _module, _rules in {
        "rules": (setup, legal, step, winners),
        "study": (tally,),
        "hidden": (determinize, reveals),
        "estimate": (estimate,),
    }.items():
        for _rule in _rules:
            by_types(_rule, _finder(_module, _rule.__name__))


# --- entry points from Python: on arrays of one record, see `core.record.RecordProxy.rows` ---------------------------


@rule_with_gil
def call_legal(rows: Any, moves: Any) -> int:
    """Write the legal actions of the deciding seat; how many there are."""
    return legal(rows[0], moves)


@rule_with_gil
def call_step(rows: Any, action: int) -> None:
    """Play a legal action."""
    step(rows[0], action)


@rule_with_gil
def call_reveals(before: Any, after: Any) -> bool:
    """Whether one step showed anybody something hidden."""
    return reveals(before[0], after[0])
