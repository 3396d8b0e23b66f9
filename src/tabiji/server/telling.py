"""What is told to whom, as JSON. Whatever leaves towards a person is made here, of views and of things all may know."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from tabiji.core.jit import waits
from tabiji.core.match import Match
from tabiji.core.outlook import closed, prospects, standing
from tabiji.server.lobby import OVER, Sheet
from tabiji.server.protocol import ResultShown, SeatShown, TableShown
from tabiji.server.randomness import Randomness
from tabiji.server.story import Entry, Story

encode = msgspec.json.Encoder().encode
Viewer = int | None  # a seat, or None: somebody who watches


def table(sheet: Sheet) -> TableShown:
    """What everybody may know about a table; the seed only after the end."""
    wish = sheet.wish
    open_now = sheet.status == OVER
    return TableShown(
        id=sheet.id,
        game=wish.game,
        players=wish.players,
        options=wish.options,
        board=None if wish.board is None else wish.board["board"]["name"],
        clock=wish.clock,
        access=wish.access,
        desertion=wish.desertion,
        hints=wish.hints,
        pace=wish.pace,
        status=sheet.status,
        host=sheet.host,
        seats=[SeatShown(chair.seat, chair.person, chair.name, chair.bot) for chair in sheet.chairs],
        commitment=sheet.commitment,
        rules=sheet.rules,
        created=sheet.created,
        started=sheet.started,
        ended=sheet.ended,
        result=None if sheet.result is None else msgspec.convert(sheet.result, ResultShown),
        next=sheet.next,
        seed=sheet.seed if open_now else None,
        salt=sheet.salt if open_now else None,
    )


def position(story: Story, at: int) -> dict[str, Any]:
    """What of the state of play is not part of the game: clocks, who sits in for whom, pleas, simpler bots."""
    plea = story.plea
    return {
        "number": story.number,
        "bots": story.bots,
        "lost": story.lost,
        "clocks": story.clocks(at),
        "plea": None if plea is None else {"seat": plea.seat, "waiting": sorted(plea.waiting)},
        "over": story.over,
        "preparing": waits(story.match.game.dtype) and any(story.bots),
    }


def line(entry: Entry) -> dict[str, Any]:
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
        self._told: tuple[list[dict[str, Any]], bytes] = ([], b"[]")

    def of(self, viewer: Viewer) -> tuple[bytes, bytes]:
        """A viewer's view, and the events of the last move as the viewer may know them."""
        private = self._match.private(viewer)
        events = self._tell(private.pop("events"))
        instead = self._public.keys() & private.keys()  # of these the viewer knows more than others
        return self._rest(frozenset(instead)) + encode(private)[1:], events

    def _tell(self, events: list[dict[str, Any]]) -> bytes:
        """Events are mostly the same for all."""
        if events != self._told[0]:
            self._told = (events, encode(events))
        return self._told[1]

    def _rest(self, without: frozenset[str]) -> bytes:
        if without not in self._usual:
            rest = {key: part for key, part in self._public.items() if key not in without} if without else self._public
            self._usual[without] = encode(rest)[:-1] + b","
        return self._usual[without]


def news(story: Story, entry: Entry, viewers: Iterable[Viewer], at: int) -> dict[Viewer, bytes]:
    """An entry for everybody who looks: what happened, and how things stand now."""
    head = encode({"type": "entry", "entry": line(entry), "position": position(story, at)})[:-1]
    views = _Views(story.match)
    told: dict[Viewer, bytes] = {}
    for viewer in viewers:
        view, events = views.of(viewer)
        happened = events if entry.kind == "move" else b"[]"
        told[viewer] = b'%b,"events":%b,"view":%b}' % (head, happened, view)
    return told


def snapshot(
    sheet: Sheet,
    story: Story | None,
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
            "table": table(sheet),
            "viewer": viewer,
            "mine": mine,
            "presence": presence,
            "watching": watching,
            "chat": chat,
            "missed": missed,
            "position": None if story is None else position(story, at),
            "setting": None if story is None else story.match.setting(),
        }
    )
    if story is None:
        return head
    view, events = _Views(story.match).of(viewer)
    return b'%b,"events":%b,"view":%b}' % (head[:-1], events, view)


def missed(
    sheet: Sheet, substitute: str, entries: list[Entry], after: int, viewer: Viewer, views: bool = False
) -> list[dict[str, Any]]:
    """The entries after a number, with their events, as the viewer would have got them."""
    story = sheet.story(substitute)
    told = []
    for entry in entries:
        story.apply(entry)
        if entry.number > after:
            moment: dict[str, Any] = {"entry": line(entry), "events": []}
            if entry.kind == "move":
                moment["events"] = story.match.events(viewer)
            if views:
                moment["view"] = story.match.public() | story.match.private(viewer)
            told.append(moment)
    return told


def outlook(story: Story, viewer: Viewer, randomness: Randomness) -> dict[str, Any]:
    """How things stand; for the deciding seat also what it can choose and what not, as far as it may see."""
    match = story.match
    decides = viewer is not None and viewer == story.seat
    return {
        "number": story.number,
        "prospects": prospects(match, randomness.thought(match)) if decides else [],
        "closed": closed(match) if decides else [],
        "standing": standing(match),
    }
