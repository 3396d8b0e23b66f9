"""Types of the JSON that games produce, where their names come from data: a type checker cannot read those.

A game's `types.py` declares its views and events with them; the server makes JSON Schema and the client's types of it.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any, Literal, TypedDict


def one_of(names: tuple[Any, ...]) -> Any:
    """One of these names or numbers."""
    return bool if names == (False, True) else Literal[names]


def for_each(name: str, keys: tuple[str, ...], value: Any) -> Any:
    """An object with a value for each of these keys."""
    return _typed_dict(name, dict.fromkeys(keys, value))


def event_type(name: str, fields: dict[str, Any]) -> Any:
    """An event of this name, with its fields; a field that may be missing is `NotRequired`."""
    return _typed_dict(f"{name.title().replace('_', '')}Event", {"event": Literal[name], **fields})


def any_of(types: tuple[Any, ...]) -> Any:
    """A value of one of these types."""
    return reduce(or_, types)


def _typed_dict(name: str, fields: dict[str, Any]) -> Any:
    return TypedDict(name, fields)  # type: ignore[operator]  # mypy knows only literal fields
