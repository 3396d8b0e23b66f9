"""Clocks: none, live (a bank with an increment), or so many hours a move. Times are milliseconds."""

from __future__ import annotations

from typing import Literal

import msgspec

SECOND = 1000
HOUR = 3600 * SECOND


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


Clock = NoClock | LiveClock | TurnClock
ClockKind = Literal["none", "live", "turns"]


def problem(clock: Clock) -> str | None:
    """What is wrong with a clock, if anything."""
    if isinstance(clock, LiveClock):
        if not 10 <= clock.bank <= 7200:
            return "a live clock's bank is 10 to 7200 seconds"
        if not 0 <= clock.increment <= 600:
            return "a live clock's increment is 0 to 600 seconds"
        if not clock.bank <= clock.cap <= 14400:
            return "a live clock's cap is at least its bank and at most 14400 seconds"
    if isinstance(clock, TurnClock) and not 1 / 3600 <= clock.hours <= 24 * 14:
        return "a turn-based clock gives up to 14 days (336 hours) a move"
    return None


def first_bank(clock: Clock, newcomer: bool) -> int | None:
    """What a seat has at the start: twice as much in somebody's first game of a kind."""
    if not isinstance(clock, LiveClock):
        return None
    return clock.bank * SECOND * (2 if newcomer else 1)


class Watch:
    """The clocks of a match: who has how much, and since when somebody decides."""

    def __init__(self, clock: Clock, banks: list[int | None], since: int) -> None:
        self.clock = clock
        self.banks = [bank or 0 for bank in banks]
        self.caps = [max(clock.cap * SECOND, bank) for bank in self.banks] if isinstance(clock, LiveClock) else []
        self.since = since  # when the present decision began, or went on after the server was away
        self.before = 0  # what the present decision had taken by then

    def spent(self, at: int) -> int:
        """How long the present decision has taken."""
        return self.before + max(0, at - self.since)

    def decide(self, seat: int, spent: int, at: int, passes: bool, counted: bool) -> int:
        """A seat has decided; bots are not charged. What it gained when the turn passed."""
        gained = 0
        if isinstance(self.clock, LiveClock) and counted:
            self.charge(seat, spent)
            if passes:
                gained = max(0, min(self.clock.increment * SECOND, self.caps[seat] - self.banks[seat]))
                self.banks[seat] += gained
        self.restart(at)
        return gained

    def charge(self, seat: int, spent: int) -> None:
        """Take time from a bank."""
        if isinstance(self.clock, LiveClock):
            self.banks[seat] = max(0, self.banks[seat] - spent)

    def restart(self, at: int, before: int = 0) -> None:
        """The present decision begins, or goes on after a time nobody is charged for."""
        self.since = at
        self.before = before

    def refill(self, seat: int) -> None:
        """Whoever comes back has at least half of what the clock began with."""
        if isinstance(self.clock, LiveClock):
            self.banks[seat] = max(self.banks[seat], self.clock.bank * SECOND // 2)

    def left(self, seat: int, at: int) -> int | None:
        """What a deciding seat has left; None without a clock."""
        if isinstance(self.clock, LiveClock):
            return self.banks[seat] - self.spent(at)
        if isinstance(self.clock, TurnClock):
            return int(self.clock.hours * HOUR) - self.spent(at)
        return None
