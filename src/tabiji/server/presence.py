"""Presence: which seats have a connected client on any node, and how many spectators there are."""

from __future__ import annotations

import time
from typing import Any

from sqlalchemy import bindparam, update

from tabiji.server import messages
from tabiji.server.clock import NoClock
from tabiji.server.schema import seats
from tabiji.server.storage import now
from tabiji.server.table_state import TableState
from tabiji.server.websocket_messages import Absence, PresenceMessage
from tabiji.server.websocket_messages import Presence as SeatPresence

_SPECTATORS_EXPIRE = 15.0  # seconds after which the count of a node that published nothing more is dropped

_SEEN = update(seats).where(seats.c.table == bindparam("at"), seats.c.person == bindparam("who"))


class Presence:
    """Who is connected to one table."""

    def __init__(self, state: TableState) -> None:
        self._state = state
        self._seen: dict[int, float] = {}  # when each seat was last connected, on any node
        self._elsewhere: dict[str, tuple[int, float]] = {}  # spectators by other node, and when it published them
        self._announced: tuple[list[SeatPresence], int, Absence] = ([], 0, Absence([], []))

    def seats_here(self) -> list[int]:
        """Seats with a client on this node. A person who shares a screen is present at every seat of theirs."""
        table = self._state.table
        connected = {table.seats[client.viewer].person for client in self._state.clients if client.viewer is not None}
        return [seat.number for seat in table.seats if seat.person is not None and seat.person in connected]

    def statuses(self) -> list[SeatPresence]:
        """For each seat: here, away, bot or empty."""
        here = self.seats_here()
        recent = time.monotonic() - self._state.settings.away_after
        statuses: list[SeatPresence] = []
        for seat in self._state.table.seats:
            if seat.bot is not None:
                statuses.append("bot")
            elif seat.person is None:
                statuses.append("empty")
            else:
                present = seat.number in here or self._seen.get(seat.number, 0.0) > recent
                statuses.append("here" if present else "away")
        return statuses

    def spectators(self) -> int:
        """The number of clients without a seat, on all nodes."""
        recent = time.monotonic() - _SPECTATORS_EXPIRE
        return self._spectators_here() + sum(count for count, at in self._elsewhere.values() if at > recent)

    def _spectators_here(self) -> int:
        return sum(client.viewer is None for client in self._state.clients)

    def on_notice(self, notice: dict[str, Any]) -> None:
        """Take in the presence that another node has published."""
        for seat in notice["here"]:
            self._seen[seat] = time.monotonic()
        self._elsewhere[notice["from"]] = notice.get("watching", 0), time.monotonic()
        self.announce()

    def disconnected(self, seat: int) -> None:
        """Remember when a seat's client disconnected: it is away a while later."""
        self._seen[seat] = time.monotonic()
        match_log = self._state.match_log
        if match_log is not None and not match_log.over:  # mostly people leave together, when it is over
            self._state.background.spawn(self._store_seen(seat))

    async def _store_seen(self, seat: int) -> None:
        """Absence must be known after the table has left memory, too."""
        table, at = self._state.table, now()
        change = {"at": table.id, "who": table.seats[seat].person, "seen": at}
        await self._state.storage.write(lambda connection: connection.execute(_SEEN, change))

    def absence(self) -> Absence:
        """Whose absence the others can act on now."""
        table, match_log = self._state.table, self._state.match_log
        if match_log is None or match_log.over or table.started is None:
            return Absence([], [])
        statuses, at = self.statuses(), now()
        away = [seat for seat in match_log.humans() if statuses[seat] == "away"]
        settings = self._state.settings
        came = {seat for seat in away if (self._last_seen(seat) or 0) >= table.started or match_log.has_decided(seat)}
        late = at - table.started >= 1000 * settings.away_after
        never_came = [seat for seat in away if late and seat not in came]
        claimable: list[int] = []
        seat = match_log.seat
        if isinstance(table.settings.clock, NoClock) and seat in away:
            since = max(self._last_seen(seat) or 0, match_log.clock.since)
            claimable = [seat] if at - since >= 1000 * settings.claim_after else []
        return Absence(claimable, never_came)

    def _last_seen(self, seat: int) -> int | None:
        """When the person of a seat was last connected during the match, on any node; None: never."""
        seen = self._state.table.seats[seat].seen
        if seat not in self._seen:
            return seen
        return max(seen or 0, now() - int(1000 * (time.monotonic() - self._seen[seat])))

    def publish(self) -> None:
        """Publish this node's presence to the other nodes."""
        self._state.publish({"here": self.seats_here(), "watching": self._spectators_here()})

    def announce(self) -> None:
        """Send the presence to all clients of this node if it has changed."""
        current = self.statuses(), self.spectators(), self.absence()
        if current != self._announced:
            self._announced = current
            self._state.broadcast(messages.encode(PresenceMessage(*current)))

    def refresh(self) -> None:
        """Called from time to time: publish the presence, and send it to the clients if it has changed."""
        for seat in self.seats_here():
            self._seen[seat] = time.monotonic()
        if self._state.clients:
            self.publish()
        self.announce()
