"""Which versions of the rules this program plays."""

from __future__ import annotations

from sqlalchemy import ColumnElement, and_, or_

from tabiji.core.game_spec import game_names, game_spec
from tabiji.server.schema import tables


def played() -> dict[str, int]:
    """The version of each game's rules that this program plays."""
    return {name: game_spec(name).rules_version for name in game_names()}


def playable() -> ColumnElement[bool]:
    """The condition that this program plays the rules of a row of `tables`."""
    return or_(*(and_(tables.c.game == game, tables.c.rules == rules) for game, rules in played().items()))
