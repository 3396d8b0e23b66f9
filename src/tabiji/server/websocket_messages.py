"""What travels on the socket of a table, in both directions: tagged structs. JSON Schema and the client's types are
generated from them (schema_export.py). messages.py writes the large ones by joining parts that are encoded once."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from tabiji.server.protocol import (
    AnswerUndo,
    Board,
    GameEvent,
    Phrase,
    PlayMove,
    RequestBody,
    Say,
    TableInfo,
    Undo,
    View,
)

Presence = Literal["here", "away", "bot", "empty"]
EntryKind = Literal["move", "undo", "ask", "agree", "refuse", "bot", "back", "forfeit", "hint", "abort", "resume"]


# --- what clients say on a socket ---------------------------------------------------------------------------------


class MoveMessage(PlayMove, tag="move"):
    """A move on a socket."""


class UndoMessage(Undo, tag="undo"):
    """A request to take moves back, on a socket."""


class AnswerMessage(AnswerUndo, tag="answer"):
    """An answer to such a request, on a socket."""


class SayMessage(Say, tag="say"):
    """Chat on a socket."""


class Ping(RequestBody, tag="ping"):
    """Is anybody there?"""


ClientMessage = MoveMessage | UndoMessage | AnswerMessage | SayMessage | Ping
read_message = msgspec.json.Decoder(ClientMessage).decode


# --- the state of a table -----------------------------------------------------------------------------------------


class Clocks(Struct):
    """Milliseconds left by seat, and whose clock runs."""

    left: list[int | None]
    running: int | None


class UndoRequestInfo(Struct):
    """Who wants to go back, and which seats have yet to agree."""

    seat: int
    waiting: list[int]


class Position(Struct):
    """What of the state of play is not part of the game: clocks, who sits in for whom, undo requests, simpler bots."""

    number: int
    bots: list[str | None]
    lost: list[int]
    clocks: Clocks | None
    undo_request: UndoRequestInfo | None
    over: bool
    preparing: bool


class EntryInfo(Struct):
    """An entry of the log as everybody may read it; what a move says is told by its events, because some are secret."""

    number: int
    kind: EntryKind
    seat: int | None
    at: int
    text: str | UnsetType = UNSET


class ReplayStep(Struct):
    """One entry of the log with its events, and the view after it where asked for."""

    entry: EntryInfo
    events: list[GameEvent]
    view: View | UnsetType = UNSET


class ChatLine(Struct):
    """What somebody said: a phrase that everybody reads in their own language, or a text."""

    number: int
    seat: int | None
    name: str
    phrase: Phrase | None
    text: str | None
    at: int


class TableSetting(Struct):
    """What was agreed on before the match, and never changes."""

    options: dict[str, bool | str]
    board: Board | None


class Absence(Struct):
    """Seats whose persons are away: `claimable` for so long that another can call a bot for them (or they forfeit),
    `never_came` since the start, so that the match can be aborted."""

    claimable: list[int]
    never_came: list[int]


class Snapshot(Struct):
    """A snapshot of a table for one viewer; without `view` and `events` before the match."""

    table: TableInfo
    viewer: int | None
    mine: list[int]
    presence: list[Presence]
    watching: int
    absence: Absence
    chat: list[ChatLine]
    missed: list[ReplayStep]
    position: Position | None
    setting: TableSetting | None
    events: list[GameEvent] | UnsetType = UNSET
    view: View | UnsetType = UNSET


# --- what the server says on a socket -----------------------------------------------------------------------------


class SnapshotMessage(Snapshot, tag="snapshot"):
    """First, and after a stale move: everything."""


class EntryMessage(Struct, tag="entry"):
    """The log has grown: what happened, and what it changed in the view after the entry before.

    Each change is a JSON Pointer (RFC 6901) into the view, and the value that stands there now.
    """

    entry: EntryInfo
    position: Position
    events: list[GameEvent]
    changes: dict[str, Any]


class TableMessage(Struct, tag="table"):
    """Seats, start, end or rematch: the table has changed."""

    table: TableInfo


class PresenceMessage(Struct, tag="presence"):
    """Somebody came or went; `watching` look without a seat."""

    presence: list[Presence]
    watching: int
    absence: Absence


class ChatMessage(Struct, tag="chat"):
    """Somebody spoke."""

    chat: ChatLine


class Ack(Struct, tag="ack"):
    """A request is durable: its id, and its number in the log."""

    id: str
    number: int


class ErrorMessage(Struct, tag="error"):
    """A request was refused: its id, a stable code, a sentence, and where the log stands."""

    id: str | None
    code: str
    message: str
    number: int | UnsetType = UNSET


class Pong(Struct, tag="pong"):
    """The answer to a ping."""


class Gone(Struct, tag="gone"):
    """The table does not exist any more."""


class Changed(Struct, tag="changed"):
    """Something about oneself has changed, such as the name, or there is a warning: ask `/api/me`."""


ServerMessage = (
    SnapshotMessage
    | EntryMessage
    | TableMessage
    | PresenceMessage
    | ChatMessage
    | Ack
    | ErrorMessage
    | Pong
    | Gone
    | Changed
)
