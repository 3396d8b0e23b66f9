"""What somebody at a table can do, by socket or by request: each act checks whose seat it is."""

from __future__ import annotations

from functools import partial

from tabiji.server.context import Server
from tabiji.server.live import LiveTable, Receipt
from tabiji.server.people import Person, clean
from tabiji.server.protocol import AnswerUndo, PlayMove, Say, Undo
from tabiji.server.refusal import Refusal
from tabiji.server.story import Entry, Story


def own_seat(table: LiveTable, person: Person, seat: int | None) -> int:
    """The seat somebody acts for: named, or the only sensible one."""
    mine = table.sheet.seats_of(person.id)
    if not mine:
        raise Refusal("not_yours", "you do not sit at this table")
    if seat is None:
        deciding = table.story.seat if table.story is not None else None
        return deciding if deciding in mine else mine[0]
    if seat not in mine:
        raise Refusal("not_yours", f"you do not sit at seat {seat}")
    return seat


def _plays(story: Story, seat: int) -> None:
    """While a bot stands in for somebody, it decides."""
    if story.bots[seat] is not None:
        raise Refusal("not_yours", "a bot plays at this seat: come back first")


async def move(
    table: LiveTable, person: Person, seat: int | None, asked: PlayMove, receipt: Receipt | None = None
) -> int:
    """Play a move; durable when it returns."""
    mine = own_seat(table, person, seat)
    mark = f"{mine}:{asked.id}"

    def draft(story: Story, at: int) -> Entry:
        _plays(story, mine)
        return story.draft_move(mine, asked.move, asked.number, at, mark)

    return await table.submit(draft, mark, receipt)


async def undo(table: LiveTable, person: Person, seat: int | None, asked: Undo, receipt: Receipt | None = None) -> int:
    """Go back, or ask the others for it."""
    mine = own_seat(table, person, seat)
    mark = f"{mine}:{asked.id}"

    def draft(story: Story, at: int) -> Entry:
        _plays(story, mine)
        return story.draft_undo(mine, at, mark, asked.moves)

    return await table.submit(draft, mark, receipt)


async def answer(
    table: LiveTable, person: Person, seat: int | None, asked: AnswerUndo, receipt: Receipt | None = None
) -> int:
    """Let somebody go back, or not."""
    mine = own_seat(table, person, seat)
    mark = f"{mine}:{asked.id}"
    return await table.submit(lambda story, at: story.draft_answer(mine, asked.agree, at, mark), mark, receipt)


async def desert(table: LiveTable, person: Person) -> None:
    """Leave a match that is being played: a bot takes over, or the seats are forfeited."""
    mine = table.sheet.seats_of(person.id)
    if not mine:
        raise Refusal("not_yours", "you do not sit at this table")

    def stand_up(seat: int, story: Story, at: int) -> Entry | None:
        return None if story.over or story.bots[seat] is not None else story.draft_desertion(seat, "left", at)

    for seat in mine:
        await table.submit(partial(stand_up, seat))


async def come_back(table: LiveTable, person: Person) -> None:
    """Take one's seats back from the bots that stood in."""

    def sit_down(seat: int, story: Story, at: int) -> Entry | None:
        return story.draft_return(seat, at)

    for seat in table.sheet.seats_of(person.id):
        await table.submit(partial(sit_down, seat))


async def say(server: Server, table: LiveTable, person: Person, asked: Say) -> None:
    """Say a phrase or a text to the table."""
    if (asked.phrase is None) == (asked.text is None):
        raise Refusal("bad_request", "say either a phrase or a text")
    if not table.sheet.seats_of(person.id):
        raise Refusal("not_yours", "only those who sit at the table talk")
    server.gate.chatter(person.id)
    text = None if asked.text is None else clean(asked.text)
    if text == "":
        raise Refusal("bad_request", "there is nothing in this text")
    await table.say(person, asked.phrase, text)
