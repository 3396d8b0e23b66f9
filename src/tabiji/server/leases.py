"""Leases and heartbeats in the database: which node runs a match, and who takes over when that node is silent."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from tabiji.server.schema import leases, nodes
from tabiji.server.storage import now

_DEAD_AFTER = 3600.0  # seconds after which a silent node that keeps nothing is forgotten


def write_heartbeat(connection: Connection, node: str, at: int) -> None:
    """Also after others thought that this node was gone for good."""
    if connection.execute(update(nodes).where(nodes.c.id == node).values(alive=at)).rowcount == 0:
        connection.execute(insert(nodes).values(id=node, alive=at))


def expired_leases(connection: Connection, silent: int, node: str) -> list[Any]:
    query = (
        select(leases.c.table, leases.c.node, nodes.c.alive)
        .join_from(leases, nodes, nodes.c.id == leases.c.node, isouter=True)
        .where(leases.c.node != node, (nodes.c.alive.is_(None)) | (nodes.c.alive < silent))
        .limit(100)
    )
    return list(connection.execute(query).all())


def take_lease(connection: Connection, expired: Any, silent: int, node: str) -> bool:
    """Take a lease if it still belongs to the node, and that is still silent."""
    back = select(nodes.c.id).where(nodes.c.id == expired.node, nodes.c.alive >= silent)
    mine = update(leases).where(leases.c.table == expired.table, leases.c.node == expired.node, ~back.exists())
    return connection.execute(mine.values(node=node)).rowcount == 1


def delete_dead_nodes(connection: Connection) -> None:
    """Nodes that are gone for long and keep nothing."""
    old = now() - int(_DEAD_AFTER * 1000)
    kept = select(leases.c.table).where(leases.c.node == nodes.c.id)
    connection.execute(delete(nodes).where(nodes.c.alive < old, nodes.c.alive > -old, ~kept.exists()))
