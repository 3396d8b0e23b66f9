"""Dispatch of rules by the type of the record: generic algorithms (playouts, simulation, search) are written once.

`legal(s, moves)` calls the `legal` of the game that the record `s` belongs to. Compiled, Numba resolves it by the type
of the record, and code that uses it can be cached on disk; interpreted, it is a lookup by dtype.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from tabiji.core.game_spec import GameSpec, game_names, game_spec
from tabiji.core.jit import JIT, rule_with_gil
from tabiji.core.record import RecordProxy, State

if TYPE_CHECKING:
    from tabiji.core.game_modules import ObserveModule


@cache
def spec_of(dtype: Any) -> GameSpec:
    """The spec of the game whose records have this dtype."""
    for name in game_names():
        found = game_spec(name)
        if dtype == found.state.DTYPE:
            return found
    raise TypeError(f"no game has records of {dtype}")


def _for(s: State, rule: Any) -> Any:
    """The rule to call for a record; straight to the interpreted one for a RecordProxy."""
    return rule.interpreted if JIT and isinstance(s, RecordProxy) else rule


def setup(s: State, seed: Any) -> None:
    """Set up a game in a record that holds players and options."""
    _for(s, spec_of(s.dtype).rules.setup)(s, seed)


def legal(s: State, moves: Any) -> int:
    """Write the legal actions of the deciding seat; how many there are."""
    return int(_for(s, spec_of(s.dtype).rules.legal)(s, moves))


def step(s: State, action: int) -> None:
    """Play a legal action."""
    _for(s, spec_of(s.dtype).rules.step)(s, action)


def winners(s: State) -> int:
    """The winning seats, one bit each."""
    return int(_for(s, spec_of(s.dtype).rules.winners)(s))


def tally(s: State, row: State) -> None:
    """Write the facts of a finished game into a row of results."""
    _for(s, spec_of(s.dtype).study.tally)(s, row)


def determinize(s: State, seat: int, seed: Any, labels: Any) -> None:
    """Deal everything anew that a seat cannot know."""
    _for(s, spec_of(s.dtype).hidden.determinize)(s, seat, seed, labels)


def reveals(before: State, after: State) -> bool:
    """Whether one step from a record to another showed anybody something hidden."""
    return bool(_for(before, spec_of(before.dtype).hidden.reveals)(before, after))


def estimate(s: State, seat: int) -> float:
    """How likely a seat is to win, estimated from the position: a log-weight."""
    return float(_for(s, spec_of(s.dtype).estimate.estimate)(s, seat))


def _observe(spec: GameSpec) -> ObserveModule:
    """The module `observe` of a game; a TypeError if it has none."""
    if spec.observe is None:
        raise TypeError(f"{spec.title} has no observations")
    return spec.observe


def observe(s: State, seat: int, out: Any) -> None:
    """Write what a seat knows into a vector of zeros."""
    _for(s, _observe(spec_of(s.dtype)).observe)(s, seat, out)


def score(s: State, p: int) -> int:
    """Points of a seat, as they stand."""
    return int(_for(s, _observe(spec_of(s.dtype)).score)(s, p))


if JIT:
    from collections.abc import Callable

    from numba.core.types import Record
    from numba.np.numpy_support import as_dtype

    from tabiji.core.compiler import by_types

    def _compile_as(function: Callable[..., Any], find: Callable[[GameSpec], Any]) -> None:
        """Compile calls of a function of this module as calls of the rule of the record's game."""
        by_types(function, lambda s, *_: find(spec_of(as_dtype(s))) if isinstance(s, Record) else None)

    _compile_as(setup, lambda spec: spec.rules.setup)
    _compile_as(legal, lambda spec: spec.rules.legal)
    _compile_as(step, lambda spec: spec.rules.step)
    _compile_as(winners, lambda spec: spec.rules.winners)
    _compile_as(tally, lambda spec: spec.study.tally)
    _compile_as(determinize, lambda spec: spec.hidden.determinize)
    _compile_as(reveals, lambda spec: spec.hidden.reveals)
    _compile_as(estimate, lambda spec: spec.estimate.estimate)
    _compile_as(observe, lambda spec: _observe(spec).observe)
    _compile_as(score, lambda spec: _observe(spec).score)


# --- entry points from Python: on arrays of one record, see `core.record.RecordProxy.rows` ---------------------------


@rule_with_gil
def call_setup(rows: Any, seed: Any) -> None:
    """Set up a game in a record that holds players and options."""
    setup(rows[0], seed)


@rule_with_gil
def call_legal(rows: Any, moves: Any) -> int:
    """Write the legal actions of the deciding seat; how many there are."""
    return legal(rows[0], moves)


@rule_with_gil
def call_mask(rows: Any, moves: Any, mask: Any) -> int:
    """Mark the legal actions in a mask of zeros (`moves` has room for them); the deciding seat, -1 at the end."""
    s = rows[0]
    if s.seat >= 0:
        for k in range(legal(s, moves)):
            mask[moves[k]] = 1
    return int(s.seat)


@rule_with_gil
def call_step(rows: Any, action: int) -> None:
    """Play a legal action."""
    step(rows[0], action)


@rule_with_gil
def call_winners(rows: Any) -> int:
    """The winning seats, one bit each."""
    return winners(rows[0])


@rule_with_gil
def call_reveals(before: Any, after: Any) -> bool:
    """Whether one step showed anybody something hidden."""
    return reveals(before[0], after[0])


@rule_with_gil
def call_observe(rows: Any, seat: int, out: Any) -> None:
    """Write what a seat knows into a vector of zeros."""
    observe(rows[0], seat, out)
