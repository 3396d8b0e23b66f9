"""Clocks: none, live (a time bank with an increment), or a number of hours per move. Times are milliseconds."""

from __future__ import annotations

from typing import Literal

import msgspec

SECOND = 1000
HOUR = 3600 * SECOND


class NoClock(msgspec.Struct, frozen=True, tag="none", tag_field="kind", forbid_unknown_fields=True):
    """No time limit."""


class LiveClock(msgspec.Struct, frozen=True, tag="live", tag_field="kind", forbid_unknown_fields=True):
    """A bank that runs while its seat decides, with seconds added when the turn passes on."""

    bank: int = msgspec.field(default=600)
    increment: int = 15
    cap: int = 900


class TurnClock(msgspec.Struct, frozen=True, tag="turns", tag_field="kind", forbid_unknown_fields=True):
    """A number of hours for each decision."""

    hours: float = 24


TimeControl = NoClock | LiveClock | TurnClock
NO_CLOCK = msgspec.json.encode(NoClock()).decode()  # as the column `clock` has it
TimeControlKind = Literal["none", "live", "turns"]


def problem(time_control: TimeControl) -> str | None:
    """What is wrong with a time control, or None."""
    if isinstance(time_control, LiveClock):
        if not 10 <= time_control.bank <= 7200:
            return "a live clock's bank is 10 to 7200 seconds"
        if not 0 <= time_control.increment <= 600:
            return "a live clock's increment is 0 to 600 seconds"
        if not time_control.bank <= time_control.cap <= 14400:
            return "a live clock's cap is at least its bank and at most 14400 seconds"
    if isinstance(time_control, TurnClock) and not 1 / 3600 <= time_control.hours <= 24 * 14:
        return "a turn-based clock gives up to 14 days (336 hours) a move"
    return None


def first_bank(time_control: TimeControl, newcomer: bool) -> int | None:
    """The time bank of a seat at the start; twice as much in a person's first match of a game."""
    if not isinstance(time_control, LiveClock):
        return None
    return time_control.bank * SECOND * (2 if newcomer else 1)


class Clock:
    """The clocks of a match: the time bank of each seat, and when the present decision began."""

    def __init__(self, time_control: TimeControl, banks: list[int | None], since: int) -> None:
        self.time_control = time_control
        self.banks = [bank or 0 for bank in banks]
        self.caps = (
            [max(time_control.cap * SECOND, bank) for bank in self.banks] if isinstance(time_control, LiveClock) else []
        )
        self.since = since  # when the present decision began, or was resumed after an outage
        self.before = 0  # the time the present decision had taken before that

    def spent(self, at: int) -> int:
        """The time the present decision has taken."""
        return self.before + max(0, at - self.since)

    def decide(self, seat: int, spent: int, at: int, passes: bool, counted: bool) -> int:
        """Charge a seat for its decision, unless it is a bot's. Returns the increment it got when the turn passed.

        A turn that a bot played leaves the seat with at least one increment, so that a person who ran out of time can
        return; whoever plays at once has more.
        """
        gained = 0
        if isinstance(self.time_control, LiveClock):
            if counted:
                self.charge(seat, spent)
            increment = self.time_control.increment * SECOND
            if passes:
                most = self.caps[seat] if counted else increment
                gained = max(0, min(increment, most - self.banks[seat]))
                self.banks[seat] += gained
        self.restart(at)
        return gained

    def charge(self, seat: int, spent: int) -> None:
        """Take time from a bank."""
        if isinstance(self.time_control, LiveClock):
            self.banks[seat] = max(0, self.banks[seat] - spent)

    def restart(self, at: int, before: int = 0) -> None:
        """The present decision begins, or is resumed after a time that is not charged."""
        self.since = at
        self.before = before

    def change_player(self, seat: int, at: int) -> None:
        """A bot takes over the deciding seat, or its person returns: the same decision goes on, and its time, too."""
        spent = self.spent(at)
        self.charge(seat, spent)
        self.restart(at, spent if isinstance(self.time_control, TurnClock) else 0)

    def left(self, seat: int, at: int) -> int | None:
        """The time the deciding seat has left; None without a clock."""
        if isinstance(self.time_control, LiveClock):
            return self.banks[seat] - self.spent(at)
        if isinstance(self.time_control, TurnClock):
            return int(self.time_control.hours * HOUR) - self.spent(at)
        return None
