"""Clocks: none, live (a bank with an increment), or so many hours a move. Times are milliseconds."""

from __future__ import annotations

from typing import Literal

import msgspec

SECOND = 1000
HOUR = 3600 * SECOND
_COMEBACK = 30 * SECOND


class NoClock(msgspec.Struct, frozen=True, tag="none", tag_field="kind", forbid_unknown_fields=True):
    """Everybody thinks as long as they like."""


class LiveClock(msgspec.Struct, frozen=True, tag="live", tag_field="kind", forbid_unknown_fields=True):
    """A bank that runs while its seat decides, with seconds added when the turn passes on."""

    bank: int = msgspec.field(default=600)
    increment: int = 15
    cap: int = 900


class TurnClock(msgspec.Struct, frozen=True, tag="turns", tag_field="kind", forbid_unknown_fields=True):
    """So many hours for each decision."""

    hours: float = 24


TimeControl = NoClock | LiveClock | TurnClock
TimeControlKind = Literal["none", "live", "turns"]


def problem(time_control: TimeControl) -> str | None:
    """What is wrong with a clock, if anything."""
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
    """What a seat has at the start: twice as much in somebody's first game of a kind."""
    if not isinstance(time_control, LiveClock):
        return None
    return time_control.bank * SECOND * (2 if newcomer else 1)


class Clock:
    """The clocks of a match: who has how much, and since when somebody decides."""

    def __init__(self, time_control: TimeControl, banks: list[int | None], since: int) -> None:
        self.time_control = time_control
        self.banks = [bank or 0 for bank in banks]
        self.caps = (
            [max(time_control.cap * SECOND, bank) for bank in self.banks] if isinstance(time_control, LiveClock) else []
        )
        self.since = since  # when the present decision began, or went on after the server was away
        self.before = 0  # what the present decision had taken by then

    def spent(self, at: int) -> int:
        """How long the present decision has taken."""
        return self.before + max(0, at - self.since)

    def decide(self, seat: int, spent: int, at: int, passes: bool, counted: bool) -> int:
        """A seat has decided; bots are not charged. What it gained when the turn passed."""
        gained = 0
        if isinstance(self.time_control, LiveClock) and counted:
            self.charge(seat, spent)
            if passes:
                gained = max(0, min(self.time_control.increment * SECOND, self.caps[seat] - self.banks[seat]))
                self.banks[seat] += gained
        self.restart(at)
        return gained

    def charge(self, seat: int, spent: int) -> None:
        """Take time from a bank."""
        if isinstance(self.time_control, LiveClock):
            self.banks[seat] = max(0, self.banks[seat] - spent)

    def restart(self, at: int, before: int = 0) -> None:
        """The present decision begins, or goes on after a time nobody is charged for."""
        self.since = at
        self.before = before

    def refill(self, seat: int) -> None:
        """Whoever comes back after running out can at least decide."""
        if isinstance(self.time_control, LiveClock):
            self.banks[seat] = max(self.banks[seat], _COMEBACK)

    def left(self, seat: int, at: int) -> int | None:
        """What a deciding seat has left; None without a clock."""
        if isinstance(self.time_control, LiveClock):
            return self.banks[seat] - self.spent(at)
        if isinstance(self.time_control, TurnClock):
            return int(self.time_control.hours * HOUR) - self.spent(at)
        return None
