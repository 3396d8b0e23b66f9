"""The types of a game's JSON as msgspec structs that refuse what is not declared: for JSON Schema and for tests.

Games declare their views and events in `types.py` with TypedDicts alone. Here each becomes a struct; a field that can
have one value only (`event`, `game`, `does`) becomes its tag. The server itself encodes what games tell as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, reduce
from operator import or_
from types import UnionType
from typing import Any, Literal, NotRequired, Protocol, Union, cast, get_args, get_origin, get_type_hints, is_typeddict

import msgspec

from tabiji.core.game_spec import GameSpec, game_spec

Part = Literal["View", "Event", "Standing", "Board"]  # of a game's types, that stand in messages and answers
PARTS: tuple[Part, ...] = get_args(Part)


class GameTypes(Protocol):
    """The module `types` of a game. `Standing` and `Board` are there if the game has such a module."""

    View: Any
    Event: Any
    Standing: Any
    Board: Any


_READ: dict[Part, Callable[[GameSpec, GameTypes], Any]] = {
    "View": lambda _, types: types.View,
    "Event": lambda _, types: types.Event,
    "Standing": lambda spec, types: None if spec.standing is None else types.Standing,
    "Board": lambda spec, types: None if spec.board_format is None else types.Board,
}


def game_type(game: str, part: Part) -> Any:
    """A part of a game's types; None where the game has no such part."""
    spec = game_spec(game)
    types: GameTypes | None = cast(Any, spec.types)
    kind = None if types is None else _READ[part](spec, types)
    return None if kind is None else strict(kind)


def strict(kind: Any) -> Any:
    """A type with a struct in the place of every TypedDict."""
    if is_typeddict(kind):
        return _struct(kind)
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return reduce(or_, [strict(part) for part in parts])
    if origin is None or origin is Literal:
        return kind
    return origin[tuple(strict(part) for part in parts)]


@cache
def _struct(kind: Any) -> Any:
    tag: dict[str, Any] = {"tag": False}
    fields: list[Any] = []
    for name, value in get_type_hints(kind, include_extras=True).items():
        if get_origin(value) is Literal and len(get_args(value)) == 1:
            tag = {"tag_field": name, "tag": get_args(value)[0]}
        elif get_origin(value) is NotRequired:
            fields.append((name, strict(get_args(value)[0]) | msgspec.UnsetType, msgspec.UNSET))
        else:
            fields.append((name, strict(value)))
    return msgspec.defstruct(
        kind.__name__,
        fields,
        namespace={"__doc__": kind.__doc__},
        module=kind.__module__,
        kw_only=True,
        forbid_unknown_fields=True,
        **tag,
    )
