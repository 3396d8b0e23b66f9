"""Rules by record: generic algorithms (playouts, simulation, search) are written once for all games.

`legal(s, moves)` here is the `legal` of the game whose record `s` is. Compiled, Numba resolves it by the record's type,
and code that uses it can be kept on disk; interpreted, it is a look-up by dtype.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from tabiji.core.jit import JIT
from tabiji.core.record import State
from tabiji.core.room import Room, room, room_names


@cache
def room_of(dtype: Any) -> Room:
    """The room of the game whose records have this dtype."""
    for name in room_names():
        found = room(name)
        if dtype == found.door("state").DTYPE:
            return found
    raise TypeError(f"no game has records of {dtype}")


def _door_of(dtype: Any, module: str, name: str) -> Any:
    return getattr(room_of(dtype).door(module), name)


def setup(s: State, seed: Any) -> None:
    """Set up a game in a record that holds players and options."""
    _door_of(s.dtype, "rules", "setup")(s, seed)


def legal(s: State, moves: Any) -> int:
    """Write the legal actions of the deciding seat; how many there are."""
    return int(_door_of(s.dtype, "rules", "legal")(s, moves))


def step(s: State, action: int) -> None:
    """Play a legal action."""
    _door_of(s.dtype, "rules", "step")(s, action)


def winners(s: State) -> int:
    """The winning seats, one bit each."""
    return int(_door_of(s.dtype, "rules", "winners")(s))


def tally(s: State, row: State) -> None:
    """Write the facts of a finished game into a row of results."""
    _door_of(s.dtype, "study", "tally")(s, row)


def determinize(s: State, seat: int, seed: Any, labels: Any) -> None:
    """Re-deal all that a seat cannot know."""
    _door_of(s.dtype, "hidden", "determinize")(s, seat, seed, labels)


def reveals(before: State, after: State) -> bool:
    """Whether one step from a record to another showed anybody something hidden."""
    return bool(_door_of(before.dtype, "hidden", "reveals")(before, after))


def estimate(s: State, seat: int) -> float:
    """How likely a seat is to win, guessed from the table: a log-weight."""
    return float(_door_of(s.dtype, "estimate", "estimate")(s, seat))


if JIT:
    from numba import types
    from numba.extending import overload
    from numba.np.numpy_support import as_dtype

    def _compiled(record: Any, module: str, name: str) -> Any:
        return _door_of(as_dtype(record), module, name) if isinstance(record, types.Record) else None

    # Numba wants the same signature, annotations included, of each pair below.
    @overload(setup)
    def _setup(s, seed):  # type: ignore[no-untyped-def]
        of_game = _compiled(s, "rules", "setup")
        return lambda s, seed: of_game(s, seed)

    @overload(legal)
    def _legal(s, moves):  # type: ignore[no-untyped-def]
        of_game = _compiled(s, "rules", "legal")
        return lambda s, moves: of_game(s, moves)

    @overload(step)
    def _step(s, action):  # type: ignore[no-untyped-def]
        of_game = _compiled(s, "rules", "step")
        return lambda s, action: of_game(s, action)

    @overload(winners)
    def _winners(s):  # type: ignore[no-untyped-def]
        of_game = _compiled(s, "rules", "winners")
        return lambda s: of_game(s)

    @overload(tally)
    def _tally(s, row):  # type: ignore[no-untyped-def]
        of_game = _compiled(s, "study", "tally")
        return lambda s, row: of_game(s, row)

    @overload(determinize)
    def _determinize(s, seat, seed, labels):  # type: ignore[no-untyped-def]
        of_game = _compiled(s, "hidden", "determinize")
        return lambda s, seat, seed, labels: of_game(s, seat, seed, labels)

    @overload(reveals)
    def _reveals(before, after):  # type: ignore[no-untyped-def]
        of_game = _compiled(before, "hidden", "reveals")
        return lambda before, after: of_game(before, after)

    @overload(estimate)
    def _estimate(s, seat):  # type: ignore[no-untyped-def]
        of_game = _compiled(s, "estimate", "estimate")
        return lambda s, seat: of_game(s, seat)
