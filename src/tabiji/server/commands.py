"""What somebody at a table can do, by socket or by request: each act checks whose seat it is."""

from __future__ import annotations

from functools import partial

from tabiji.server.api_error import ApiError
from tabiji.server.context import Server
from tabiji.server.live_table import LiveTable
from tabiji.server.match_log import Entry, MatchLog
from tabiji.server.people import Person, clean
from tabiji.server.protocol import AnswerUndo, PlayMove, Say, Undo
from tabiji.server.table_state import PendingAck


def own_seat(live: LiveTable, person: Person, seat: int | None) -> int:
    """The seat somebody acts for: named, or the only sensible one."""
    mine = live.table.seats_of(person.id)
    if not mine:
        raise ApiError("not_yours", "you do not sit at this table")
    if seat is None:
        deciding = live.match_log.seat if live.match_log is not None else None
        return deciding if deciding in mine else mine[0]
    if seat not in mine:
        raise ApiError("not_yours", f"you do not sit at seat {seat}")
    return seat


def _plays(match_log: MatchLog, seat: int) -> None:
    """While a bot stands in for somebody, it decides."""
    if match_log.bots[seat] is not None:
        raise ApiError("not_yours", "a bot plays at this seat: come back first")


async def move(
    live: LiveTable, person: Person, seat: int | None, asked: PlayMove, ack: PendingAck | None = None
) -> int:
    """Play a move; durable when it returns."""
    mine = own_seat(live, person, seat)
    request_id = f"{mine}:{asked.id}"

    def draft(match_log: MatchLog, at: int) -> Entry:
        _plays(match_log, mine)
        return match_log.draft_move(mine, asked.move, asked.number, at, request_id)

    return await live.log.submit(draft, request_id, ack)


async def undo(live: LiveTable, person: Person, seat: int | None, asked: Undo, ack: PendingAck | None = None) -> int:
    """Go back, or ask the others for it."""
    mine = own_seat(live, person, seat)
    request_id = f"{mine}:{asked.id}"

    def draft(match_log: MatchLog, at: int) -> Entry:
        _plays(match_log, mine)
        return match_log.draft_undo(mine, at, request_id, asked.moves)

    return await live.log.submit(draft, request_id, ack)


async def answer(
    live: LiveTable, person: Person, seat: int | None, asked: AnswerUndo, ack: PendingAck | None = None
) -> int:
    """Let somebody go back, or not."""
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

    def stand_up(seat: int, match_log: MatchLog, at: int) -> Entry | None:
        return (
            None if match_log.over or match_log.bots[seat] is not None else match_log.draft_desertion(seat, "left", at)
        )

    for seat in mine:
        await live.log.submit(partial(stand_up, seat))


async def come_back(live: LiveTable, person: Person) -> None:
    """Take one's seats back from the bots that stood in."""

    def sit_down(seat: int, match_log: MatchLog, at: int) -> Entry | None:
        return match_log.draft_return(seat, at)

    for seat in live.table.seats_of(person.id):
        await live.log.submit(partial(sit_down, seat))


async def say(server: Server, live: LiveTable, person: Person, asked: Say) -> None:
    """Say a phrase or a text to the table."""
    if (asked.phrase is None) == (asked.text is None):
        raise ApiError("bad_request", "say either a phrase or a text")
    if not live.table.seats_of(person.id):
        raise ApiError("not_yours", "only those who sit at the table talk")
    server.rate_limiter.check_chat(person.id)
    text = None if asked.text is None else clean(asked.text)
    if text == "":
        raise ApiError("bad_request", "there is nothing in this text")
    await live.say(person, asked.phrase, text)
