"""Versions of the rules: which ones are played here and elsewhere, and what becomes of matches that nobody can play.

A match goes on with the rules it began with. When a game's `rules_version` grows, its matches in play are finished by
nodes of the old version as long as there are any; or by the present rules, if these replay every such match to the same
position (`CONTINUED`). Otherwise they are ended without a result.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, and_, delete, not_, or_, select, update

from tabiji.core.game_spec import game_names, game_spec
from tabiji.server.schema import leases, nodes, tables
from tabiji.server.storage import StorageError, now

# For a game, the earlier versions whose matches in play the present rules continue. A version may stand here only if
# its golden records replay to the same bytes.
CONTINUED: dict[str, frozenset[int]] = {}
_PAGE = 100


def played() -> dict[str, frozenset[int]]:
    """The versions of each game's rules that this program plays."""
    return {name: CONTINUED.get(name, frozenset()) | {game_spec(name).rules_version} for name in game_names()}


def is_present(game: str, rules: int | None) -> bool:
    """Whether these are the present rules of a game, not earlier ones."""
    return game in game_names() and rules == game_spec(game).rules_version


def encode_played() -> str:
    """What this program plays, for the column `rules` of `nodes`."""
    return msgspec.json.encode({game: sorted(versions) for game, versions in played().items()}).decode()


def playable() -> ColumnElement[bool]:
    """The condition that this program plays the rules of a row of `tables`."""
    return _with_rules(_pairs(played()))


def _pairs(versions: dict[str, Any]) -> set[tuple[str, int]]:
    return {(game, rules) for game, found in versions.items() for rules in found}


def _with_rules(pairs: Iterable[tuple[str, int]]) -> ColumnElement[bool]:
    return or_(*(and_(tables.c.game == game, tables.c.rules == rules) for game, rules in sorted(pairs)))


def played_anywhere(connection: Connection, silent: int) -> set[tuple[str, int]]:
    """The rules that this program, or a node that was alive after `silent`, plays. StorageError if one does not say."""
    found = _pairs(played())
    for node in connection.execute(select(nodes.c.id, nodes.c.rules).where(nodes.c.alive >= silent)):
        if node.rules is None:
            raise StorageError(f"node {node.id} is of an older version and does not say which rules it plays: stop it")
        found |= _pairs(msgspec.json.decode(node.rules, type=dict[str, list[int]]))
    return found


def older_matches(connection: Connection, silent: int) -> list[str]:
    """Matches in play of earlier rules of a known game that no node plays; a page of them."""
    present = {game: game_spec(game).rules_version for game in game_names()}
    older = or_(*(and_(tables.c.game == game, tables.c.rules < rules) for game, rules in present.items()))
    return _unplayed(connection, silent, older)


def foreign_matches(connection: Connection, silent: int) -> list[str]:
    """All matches in play whose rules, or whose game, no node plays; a page of them."""
    return _unplayed(connection, silent, tables.c.rules.is_not(None))


def _unplayed(connection: Connection, silent: int, which: ColumnElement[bool]) -> list[str]:
    unplayed = which, not_(_with_rules(played_anywhere(connection, silent)))
    query = select(tables.c.id).where(tables.c.status == "playing", *unplayed).order_by(tables.c.id).limit(_PAGE)
    return list(connection.execute(query).scalars().all())


def end(connection: Connection, table: str) -> bool:
    """End a match without a result because of its rules; False if it was over before."""
    change = {"status": "over", "void": "other_rules", "ended": now(), "quarantine": None}
    ended = update(tables).where(tables.c.id == table, tables.c.status == "playing").values(change)
    connection.execute(delete(leases).where(leases.c.table == table))
    return connection.execute(ended).rowcount == 1
