"""Replays and previews: computed in the replay thread, compressed, and cached by table and number.

A log only grows, so what follows from its first entries never changes.
"""

from __future__ import annotations

import gzip
from collections import OrderedDict
from collections.abc import Callable, Hashable

from tabiji.core.jit import waits
from tabiji.server import messages
from tabiji.server.live_table import LiveTable
from tabiji.server.match_log import Entry, MatchLog
from tabiji.server.randomness import Randomness
from tabiji.server.replay_thread import in_thread
from tabiji.server.stored_table import Table

_MAX_CACHED = 32 << 20  # bytes
_ENTRIES_PER_TOKEN = 10  # entries that may be replayed for one token of the rate limit: about as much work
_VIEW = 3  # a view costs as much as so many entries
_PREVIEW = 10.0  # tokens


def steps_cost(last: int, shown: int, views: bool) -> float:
    """Tokens for the last of some entries, of which some are shown, with their views or without."""
    return (last + (_VIEW * shown if views else 0)) / _ENTRIES_PER_TOKEN


class Replays:
    """Compressed answers by what they show."""

    def __init__(self, substitute: str, randomness: Randomness) -> None:
        self._substitute = substitute
        self._randomness = randomness
        self._cached: OrderedDict[Hashable, bytes] = OrderedDict()
        self._size = 0

    async def steps(
        self, live: LiveTable, after: int, limit: int, viewer: int | None, views: bool, charge: Callable[[float], None]
    ) -> bytes:
        """The steps after a number, as a viewer saw them."""
        live.state.started()
        entries = live.log.entries[: after + limit]

        def replay() -> bytes:
            return pack(messages.missed(live.table, self._substitute, entries, after, viewer, views=views))

        key = (live.table.id, viewer, after, len(entries), views)
        cost = steps_cost(len(entries), max(len(entries) - after, 0), views)
        return await self._get(key, replay, lambda: charge(cost))

    async def preview(
        self, live: LiveTable, viewer: int | None, number: int | None, charge: Callable[[float], None]
    ) -> bytes:
        """The preview of the present position, or what a spectator could know at a number."""
        match_log = live.state.started()
        game, substitute, present = match_log.match.game, self._substitute, number is None
        number = match_log.number if number is None else min(number, match_log.number)
        decides = present and viewer is not None and viewer == match_log.seat
        if present or number == match_log.number:
            record, seed = match_log.match.state.tobytes(), self._randomness.search_seed(match_log.match)

            def preview() -> bytes:
                return pack(messages.preview(game.at(record), number, decides, seed))

            cost = _PREVIEW
        else:
            table, entries = live.table, live.log.entries[:number]

            def preview() -> bytes:
                past = replayed(table, substitute, entries)
                return pack(messages.preview(past.match, number, False, 0))

            cost = _PREVIEW + steps_cost(number, 0, False)
        key = (live.table.id, viewer if decides else None, number, waits(game.dtype))
        return await self._get(key, preview, lambda: charge(cost))

    async def _get(self, key: Hashable, make: Callable[[], bytes], charge: Callable[[], None]) -> bytes:
        found = self._cached.get(key)
        if found is not None:
            self._cached.move_to_end(key)
            return found
        charge()
        made = await in_thread(make)
        if key not in self._cached:
            self._cached[key] = made
            self._size += len(made)
        while self._size > _MAX_CACHED:
            self._size -= len(self._cached.popitem(last=False)[1])
        return made


def replayed(table: Table, substitute: str, entries: list[Entry]) -> MatchLog:
    """The state of play after some entries."""
    match_log = table.match_log(substitute)
    for entry in entries:
        match_log.apply(entry)
    return match_log


async def unpack(packed: bytes) -> bytes:
    """A compressed answer for a client that cannot read it."""
    return await in_thread(gzip.decompress, packed)


def pack(answer: object) -> bytes:
    """An answer as compressed JSON."""
    return gzip.compress(messages.encode(answer), 5, mtime=0)
