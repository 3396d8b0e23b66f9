"""Encoders of the messages to clients. Everything sent to a person is made here, from views and public information."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET

from tabiji.core.jit import waits
from tabiji.core.match import Match
from tabiji.core.preview import closed, previews, standing
from tabiji.server.match_log import Entry, MatchLog
from tabiji.server.protocol import (
    Closed,
    MovePreview,
    Preview,
    ResultInfo,
    SeatInfo,
    TableInfo,
)
from tabiji.server.stored_table import OVER, Table
from tabiji.server.view_changes import ViewChanges, Viewer, Views
from tabiji.server.websocket_messages import (
    Absence,
    ChatLine,
    EntryInfo,
    Position,
    Presence,
    ReplayStep,
    SnapshotMessage,
    TableSetting,
    UndoRequestInfo,
)

encode = msgspec.json.Encoder().encode
_NO_EVENTS: list[dict[str, Any]] = []


def is_stranger(table: Table, viewer: Viewer) -> bool:
    """Whether a viewer has only the link to a table by link: chat and rematch are for those who sit there."""
    return viewer is None and table.settings.access == "link"


def table_info(table: Table, stranger: bool = False) -> TableInfo:
    """The public information about a table; the seed only after the end."""
    open_now = table.status == OVER
    return TableInfo(
        **table.settings.info,
        id=table.id,
        rated=table.rated,
        status=table.status,
        host=table.host,
        seats=[
            SeatInfo(seat.number, seat.person, seat.name, seat.bot, seat.part, seat.crest or 0) for seat in table.seats
        ],
        commitment=table.commitment,
        rules=table.rules,
        created=table.created,
        started=table.started,
        ended=table.ended,
        result=None if table.result is None else msgspec.convert(table.result, ResultInfo),
        void=table.void,
        archived=table.archived,
        next=None if stranger else table.next,
        origin=None if stranger else table.origin,
        branch=table.branch,
        set_up=table.stack is not None,
        seed=table.seed if open_now else None,
        salt=table.salt if open_now else None,
        shuffle=table.shuffle or 1,
        chat_closed=table.chat_closed,
    )


def position(match_log: MatchLog, at: int) -> Position:
    """The state of play apart from the game itself: clocks, substitutes, undo request."""
    asked = match_log.undo_request
    return Position(
        match_log.number,
        match_log.bots,
        match_log.lost,
        match_log.clocks(at),
        None if asked is None else UndoRequestInfo(asked.seat, sorted(asked.waiting)),
        match_log.over,
        any(match_log.bots) and waits(match_log.match.game.dtype),
    )


def entry_info(entry: Entry) -> EntryInfo:
    """The public part of an entry. A move may be secret: its text is not included, only events describe it."""
    return EntryInfo(entry.number, entry.kind, entry.seat, entry.at, UNSET if entry.kind == "move" else entry.text)


def entry_messages(match_log: MatchLog, entry: Entry, before: Views, after: Views, at: int) -> dict[Viewer, bytes]:
    """The message of an entry for each viewer: its events, and what it changed in the view."""
    head = encode({"type": "entry", "entry": entry_info(entry), "position": position(match_log, at)})[:-1]
    view_changes = ViewChanges(before, after)
    events, encoded_events = _NO_EVENTS, b"[]"
    changes, message = b"", b""
    encoded: dict[Viewer, bytes] = {}
    for viewer in after.private:  # mostly the same for several viewers: encoded once
        own_events = after.events[viewer] if entry.kind == "move" else _NO_EVENTS
        own_changes = view_changes.of(viewer)
        if own_events != events:
            events, encoded_events, message = own_events, encode(own_events), b""
        if own_changes is not changes or not message:
            changes = own_changes
            message = b'%b,"events":%b,"changes":%b}' % (head, encoded_events, changes)
        encoded[viewer] = message
    return encoded


def snapshot(
    table: Table,
    match_log: MatchLog | None,
    viewer: Viewer,
    mine: list[int],
    missed: list[ReplayStep],
    presence: list[Presence],
    watching: int,
    absence: Absence,
    chat: list[ChatLine],
    at: int,
) -> bytes:
    """The first message to a client that connects or reconnects."""
    head = encode(
        SnapshotMessage(
            table=table_info(table, is_stranger(table, viewer)),
            viewer=viewer,
            mine=mine,
            presence=presence,
            watching=watching,
            absence=absence,
            chat=[] if is_stranger(table, viewer) else chat,
            missed=missed,
            position=None if match_log is None else position(match_log, at),
            setting=None if match_log is None else TableSetting(**match_log.match.setting()),
        )
    )
    if match_log is None:
        return head
    views = Views(match_log.match).add([viewer])
    return b'%b,"events":%b,"view":%b}' % (head[:-1], encode(views.events[viewer]), encode(views.view(viewer)))


def missed(
    table: Table, substitute: str, entries: list[Entry], after: int, viewer: Viewer, views: bool = False
) -> list[ReplayStep]:
    """The entries after a number, with their events, as the viewer saw them."""
    return replay(table.match_log(substitute), entries, after, viewer, views)


def replay(
    match_log: MatchLog, entries: list[Entry], after: int, viewer: Viewer, views: bool = False
) -> list[ReplayStep]:
    """Apply entries; those after a number, with their events, as the viewer saw them."""
    steps = []
    for entry in entries:
        match_log.apply(entry)
        if entry.number > after:
            match = match_log.match
            events = match.events(viewer) if entry.kind == "move" else []
            view = match.public() | match.private(viewer) if views else UNSET
            steps.append(ReplayStep(entry_info(entry), events, view))
    return steps


def preview(match: Match, number: int, decides: bool, seed: int) -> Preview:
    """Public facts; for the deciding seat also the previews of its moves, and what it cannot choose."""
    return Preview(
        number=number,
        previews=[MovePreview(**found) for found in previews(match, seed)] if decides else [],
        closed=[Closed(**found) for found in closed(match)] if decides else [],
        standing=standing(match),
    )
