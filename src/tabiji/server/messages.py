"""What is told to whom, as JSON. Whatever leaves towards a person is made here, of views and of things all may know."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from tabiji.core.jit import waits
from tabiji.core.match import Match
from tabiji.core.preview import closed, previews, standing
from tabiji.server.lobby import OVER, Table
from tabiji.server.match_log import Entry, MatchLog
from tabiji.server.protocol import ResultInfo, SeatInfo, TableInfo
from tabiji.server.randomness import Randomness

encode = msgspec.json.Encoder().encode
Viewer = int | None  # a seat, or None: somebody who watches


def table_info(table: Table) -> TableInfo:
    """What everybody may know about a table; the seed only after the end."""
    settings = table.settings
    open_now = table.status == OVER
    return TableInfo(
        id=table.id,
        game=settings.game,
        players=settings.players,
        options=settings.options,
        board=None if settings.board is None else settings.board["board"]["name"],
        clock=settings.clock,
        access=settings.access,
        desertion=settings.desertion,
        hints=settings.hints,
        pace=settings.pace,
        status=table.status,
        host=table.host,
        seats=[SeatInfo(seat.number, seat.person, seat.name, seat.bot) for seat in table.seats],
        commitment=table.commitment,
        rules=table.rules,
        created=table.created,
        started=table.started,
        ended=table.ended,
        result=None if table.result is None else msgspec.convert(table.result, ResultInfo),
        next=table.next,
        seed=table.seed if open_now else None,
        salt=table.salt if open_now else None,
    )


def position(match_log: MatchLog, at: int) -> dict[str, Any]:
    """What of the state of play is not part of the game: clocks, who sits in for whom, pleas, simpler bots."""
    undo_request = match_log.undo_request
    return {
        "number": match_log.number,
        "bots": match_log.bots,
        "lost": match_log.lost,
        "clocks": match_log.clocks(at),
        "undo_request": None
        if undo_request is None
        else {"seat": undo_request.seat, "waiting": sorted(undo_request.waiting)},
        "over": match_log.over,
        "preparing": waits(match_log.match.game.dtype) and any(match_log.bots),
    }


def entry_info(entry: Entry) -> dict[str, Any]:
    """An entry of the log, as everybody may read it; what a secret move says is for its seat's events to tell."""
    return {"number": entry.number, "kind": entry.kind, "seat": entry.seat, "at": entry.at} | (
        {} if entry.kind == "move" else {"text": entry.text}
    )


class _Views:
    """A position for several viewers: what all see is written once."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._public = match.public()
        self._usual: dict[frozenset[str], bytes] = {}
        self._encoded_events: tuple[list[dict[str, Any]], bytes] = ([], b"[]")

    def of(self, viewer: Viewer) -> tuple[bytes, bytes]:
        """A viewer's view, and the events of the last move as the viewer may know them."""
        private = self._match.private(viewer)
        events = self._encode_events(private.pop("events"))
        instead = self._public.keys() & private.keys()  # of these the viewer knows more than others
        return self._rest(frozenset(instead)) + encode(private)[1:], events

    def _encode_events(self, events: list[dict[str, Any]]) -> bytes:
        """Events are mostly the same for all."""
        if events != self._encoded_events[0]:
            self._encoded_events = (events, encode(events))
        return self._encoded_events[1]

    def _rest(self, without: frozenset[str]) -> bytes:
        if without not in self._usual:
            rest = {key: part for key, part in self._public.items() if key not in without} if without else self._public
            self._usual[without] = encode(rest)[:-1] + b","
        return self._usual[without]


def entry_messages(match_log: MatchLog, entry: Entry, viewers: Iterable[Viewer], at: int) -> dict[Viewer, bytes]:
    """An entry for everybody who looks: what happened, and how things stand now."""
    head = encode({"type": "entry", "entry": entry_info(entry), "position": position(match_log, at)})[:-1]
    views = _Views(match_log.match)
    encoded: dict[Viewer, bytes] = {}
    for viewer in viewers:
        view, events = views.of(viewer)
        happened = events if entry.kind == "move" else b"[]"
        encoded[viewer] = b'%b,"events":%b,"view":%b}' % (head, happened, view)
    return encoded


def snapshot(
    table: Table,
    match_log: MatchLog | None,
    viewer: Viewer,
    mine: list[int],
    missed: list[dict[str, Any]],
    presence: list[str],
    watching: int,
    chat: list[dict[str, Any]],
    at: int,
) -> bytes:
    """Everything somebody needs who has just come, or come back."""
    head = encode(
        {
            "type": "snapshot",
            "table": table_info(table),
            "viewer": viewer,
            "mine": mine,
            "presence": presence,
            "watching": watching,
            "chat": chat,
            "missed": missed,
            "position": None if match_log is None else position(match_log, at),
            "setting": None if match_log is None else match_log.match.setting(),
        }
    )
    if match_log is None:
        return head
    view, events = _Views(match_log.match).of(viewer)
    return b'%b,"events":%b,"view":%b}' % (head[:-1], events, view)


def missed(
    table: Table, substitute: str, entries: list[Entry], after: int, viewer: Viewer, views: bool = False
) -> list[dict[str, Any]]:
    """The entries after a number, with their events, as the viewer would have got them."""
    match_log = table.match_log(substitute)
    encoded = []
    for entry in entries:
        match_log.apply(entry)
        if entry.number > after:
            replay_step: dict[str, Any] = {"entry": entry_info(entry), "events": []}
            if entry.kind == "move":
                replay_step["events"] = match_log.match.events(viewer)
            if views:
                replay_step["view"] = match_log.match.public() | match_log.match.private(viewer)
            encoded.append(replay_step)
    return encoded


def preview(match_log: MatchLog, viewer: Viewer, randomness: Randomness) -> dict[str, Any]:
    """How things stand; for the deciding seat also what it can choose and what not, as far as it may see."""
    match = match_log.match
    decides = viewer is not None and viewer == match_log.seat
    return {
        "number": match_log.number,
        "previews": previews(match, randomness.thought(match)) if decides else [],
        "closed": closed(match) if decides else [],
        "standing": standing(match),
    }
