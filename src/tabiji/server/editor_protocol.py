"""What the editor of positions asks and is told: see docs/editor.md."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from tabiji.server.protocol import GameName, MoveText, Preview, RequestBody, SeatNumber, View
from tabiji.server.websocket_messages import TableSetting

Seed = Annotated[str, Meta(pattern=r"^[0-9]{1,20}$")]  # 64 bits: more than a number of JavaScript holds


class EditorPosition(RequestBody):
    """A position: what is played, what was arranged before the first move, and the moves that lead there. Whatever is
    not arranged follows from the seed; without one, a new one is drawn."""

    game: GameName
    players: int | None = None
    options: dict[str, bool | str] = field(default_factory=dict)
    board: Annotated[str, Meta(max_length=40)] | dict[str, Any] | None = None
    seed: Seed | None = None
    stack: dict[str, Any] = field(default_factory=dict)  # as in a match record
    moves: Annotated[list[MoveText], Meta(max_length=2000)] = field(default_factory=list)


class RecordText(RequestBody):
    """The text of a match record, as it stands in its file."""

    text: Annotated[str, Meta(min_length=1, max_length=60_000)]


class EditorTable(EditorPosition):
    """A position to play on from: at the seat that decides (or another) against the strongest bots, or alone at all."""

    against: Literal["master", "nobody"] = "master"
    seat: SeatNumber | None = None


class PositionView(Struct):
    """A position that was checked: complete, and as the seat that decides sees it (at the end: a spectator)."""

    position: EditorPosition
    seat: int | None
    setting: TableSetting
    view: View
    preview: Preview
