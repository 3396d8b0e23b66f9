"""Commands of a person at a table, by WebSocket or by request. Each checks that the seat is the person's own."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from tabiji.server.api_error import ApiError
from tabiji.server.live_table import LiveTable
from tabiji.server.match_log import Entry, MatchLog
from tabiji.server.people import Person, clean
from tabiji.server.protocol import AnswerUndo, PlayMove, Say, Undo
from tabiji.server.table_state import PendingAck

if TYPE_CHECKING:
    from tabiji.server.context import Server  # which has what takes measures, and that lets people leave


def own_seat(live: LiveTable, person: Person, seat: int | None) -> int:
    """The seat a command is for: the one named, else the deciding one if it is the person's own, else the first."""
    mine = live.table.seats_of(person.id)
    if not mine:
        raise ApiError("not_yours", "you do not sit at this table")
    if seat is None:
        deciding = live.match_log.seat if live.match_log is not None else None
        return deciding if deciding in mine else mine[0]
    if seat not in mine:
        raise ApiError("not_yours", f"you do not sit at seat {seat}")
    return seat


def _check_no_bot(match_log: MatchLog, seat: int) -> None:
    """A person whose seat a bot has taken over cannot decide."""
    if match_log.bots[seat] is not None:
        raise ApiError("not_yours", "a bot plays at this seat: return to it first")


async def move(
    live: LiveTable, person: Person, seat: int | None, asked: PlayMove, ack: PendingAck | None = None
) -> int:
    """Play a move; durable when it returns."""
    mine = own_seat(live, person, seat)
    request_id = f"{mine}:{asked.id}"

    def draft(match_log: MatchLog, at: int) -> Entry:
        _check_no_bot(match_log, mine)
        return match_log.draft_move(mine, asked.move, asked.number, at, request_id)

    return await live.log.submit(draft, request_id, ack)


async def undo(live: LiveTable, person: Person, seat: int | None, asked: Undo, ack: PendingAck | None = None) -> int:
    """Undo, or request it from the others."""
    mine = own_seat(live, person, seat)
    request_id = f"{mine}:{asked.id}"

    def draft(match_log: MatchLog, at: int) -> Entry:
        _check_no_bot(match_log, mine)
        return match_log.draft_undo(mine, at, request_id, asked.moves)

    return await live.log.submit(draft, request_id, ack)


async def answer(
    live: LiveTable, person: Person, seat: int | None, asked: AnswerUndo, ack: PendingAck | None = None
) -> int:
    """Agree to an undo request, or refuse it."""
    mine = own_seat(live, person, seat)
    request_id = f"{mine}:{asked.id}"
    return await live.log.submit(
        lambda match_log, at: match_log.draft_answer(mine, asked.agree, at, request_id), request_id, ack
    )


async def desert(live: LiveTable, person: Person) -> None:
    """Leave a match that is being played: a bot takes over, or the seats are forfeited."""
    mine = live.table.seats_of(person.id)
    if not mine:
        raise ApiError("not_yours", "you do not sit at this table")

    def draft(seat: int, match_log: MatchLog, at: int) -> Entry | None:
        return (
            None if match_log.over or match_log.bots[seat] is not None else match_log.draft_desertion(seat, "left", at)
        )

    for seat in mine:
        await live.log.submit(partial(draft, seat))


async def come_back(live: LiveTable, person: Person) -> None:
    """Take one's seats back from the bots that took them over."""

    def draft(seat: int, match_log: MatchLog, at: int) -> Entry | None:
        return match_log.draft_return(seat, at)

    for seat in live.table.seats_of(person.id):
        await live.log.submit(partial(draft, seat))


async def claim(live: LiveTable, person: Person, seat: int) -> None:
    """Somebody has been away for long: a bot takes over, or the seat is forfeited, as the table agreed."""
    own_seat(live, person, None)

    def draft(match_log: MatchLog, at: int) -> Entry:
        if seat not in live.presence.absence().claimable or seat in live.table.seats_of(person.id):
            raise ApiError("not_absent", f"the player of seat {seat} has not been away for long enough")
        return match_log.draft_desertion(seat, "away", at)

    await live.log.submit(draft)


async def abort(live: LiveTable, person: Person) -> None:
    """Somebody never came: the match ends without a result."""
    mine = own_seat(live, person, None)

    def draft(match_log: MatchLog, at: int) -> Entry:
        absent = [seat for seat in live.presence.absence().never_came if seat not in live.table.seats_of(person.id)]
        if not absent:
            raise ApiError("not_absent", "everybody has come to this match")
        return match_log.draft_abort(mine, absent[0], at)

    await live.log.submit(draft)


async def note_hint(live: LiveTable, seat: int) -> None:
    """Write that a seat gets hints, before it gets the first."""
    await live.log.submit(lambda match_log, at: match_log.draft_hint(seat, at))


async def say(server: Server, live: LiveTable, person: Person, asked: Say) -> None:
    """Send a phrase or a text to the chat."""
    if (asked.phrase is None) == (asked.text is None):
        raise ApiError("bad_request", "say either a phrase or a text")
    if not live.table.seats_of(person.id):
        raise ApiError("not_yours", "only players of this table can write to the chat")
    if person.muted:
        raise ApiError("muted", "an administrator has muted you: you cannot write to chats for now")
    if live.table.chat_closed:
        raise ApiError("chat_closed", "the host has closed the chat of this table")
    server.rate_limiter.check_chat(person.id)
    text = None if asked.text is None else clean(asked.text)
    if text == "":
        raise ApiError("bad_request", "this text is empty")
    await live.say(person, asked.phrase, text)
