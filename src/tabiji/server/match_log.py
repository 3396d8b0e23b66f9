"""The log of a match: entries are checked here, and folded into the state of play. No network, no storage.

Kinds of entries:
- `move`: a seat plays `text`
- `undo`: the match goes back to its first `text` moves
- `ask`, `agree`, `refuse`: a request to undo to the first `text` moves, and the answers of the others
- `bot`: a bot takes over the seat (`text`: the reason, `time`, `left` or `away`, and its level); `back`: its person
  returns
- `forfeit`: the seat forfeits (`text` as for `bot`); a bot plays on so that the others can finish
- `hint`: a strong bot advised the seat, for the first time: the match is not rated
- `abort`: the match ends without a result, because the seat `text` never came; without a seat, because an administrator
  ended it (`text`: why)
- `resume`: no node ran the match for a while; the present decision had taken `text` milliseconds before
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import msgspec

from tabiji.core.errors import TabijiError
from tabiji.core.match import Match
from tabiji.server.api_error import ApiError
from tabiji.server.clock import Clock, NoClock, TimeControl, TurnClock
from tabiji.server.websocket_messages import (
    Clocks,
    EntryKind,
)

_DECISIVE = ("move", "undo")  # kinds of entries that change the position
_NEGLIGIBLE = 1000  # milliseconds; a shorter outage needs no entry


class Entry(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """An entry of the log."""

    number: int
    kind: EntryKind
    seat: int | None
    text: str
    at: int
    spent: int = 0
    request_id: str | None = None


@dataclass
class Player:
    """Who sits at a seat at the start: a person, or a bot of some level."""

    person: str | None
    name: str
    bot: str | None
    bank: int | None


@dataclass
class UndoRequest:
    """A request to undo to the first `keep` moves, and the seats that have yet to agree."""

    seat: int
    keep: int
    waiting: set[int]


@dataclass(slots=True)
class _Past:
    """What undo needs to know about a decision."""

    seat: int
    bot: bool
    revealed: bool
    gained: int  # the increment that the clock added
    spent: int  # the time it took


@dataclass
class MatchLog:
    """The state of play after some entries."""

    match: Match
    players: list[Player]
    time_control: TimeControl
    started: int
    substitute: str
    forfeits: bool
    number: int = 0
    decision: int = 0  # the last entry that changed the position
    request_ids: dict[str, int] = field(default_factory=dict)
    undo_request: UndoRequest | None = None
    lost: list[int] = field(default_factory=list)  # seats that forfeited, in order
    hinted: set[int] = field(default_factory=set)  # seats that got hints
    aborted: bool = False
    ended_for: str | None = None  # the reason of an administrator who ended the match
    _past: list[_Past] = field(default_factory=list)
    _checked: tuple[Entry, int] | None = None  # the last drafted move and its action, found legal in this position

    def __post_init__(self) -> None:
        self.bots: list[str | None] = [player.bot for player in self.players]
        self.clock = Clock(self.time_control, [player.bank for player in self.players], self.started)
        self.seat = self._deciding_seat()  # the seat that must decide; None when the match is over
        self._longest = int(self.match.game.spec.rules.longest(len(self.players)))

    # --- state of play ------------------------------------------------------------------------------------------
    @property
    def over(self) -> bool:
        return self.seat is None

    @property
    def needs_runner(self) -> bool:
        """Whether the match runner has something to do: a bot decides, a clock runs, or the match is over."""
        return self.seat is None or self.bots[self.seat] is not None or not isinstance(self.time_control, NoClock)

    def _deciding_seat(self) -> int | None:
        return None if self.aborted or len(self.lost) >= len(self.players) - 1 else self.match.seat

    def humans(self) -> list[int]:
        """Seats at which a person plays now."""
        return [seat for seat, bot in enumerate(self.bots) if bot is None]

    def ranks(self) -> list[int]:
        """The rank of every seat, 1 for the winners. Who left comes after those who stayed: first the seats at which a
        bot substitutes, then those that forfeited, the earliest at the very end."""
        winners = self.match.winners if self.match.over else []
        standings = self.match.standings
        worth = [
            (seat not in self.lost, self._forfeit_order(seat), not self.is_deserted(seat), seat in winners, standing)
            for seat, standing in enumerate(standings)
        ]
        return [1 + sum(other > mine for other in worth) for mine in worth]

    def is_deserted(self, seat: int) -> bool:
        """Whether a bot plays at the seat of a person."""
        return self.players[seat].bot is None and self.bots[seat] is not None

    def _forfeit_order(self, seat: int) -> int:
        return self.lost.index(seat) if seat in self.lost else 0

    def last_decision(self, seat: int) -> int | None:
        """The index among the moves of the last decision of a seat's person; None if there is none."""
        return next((i for i in range(len(self._past) - 1, -1, -1) if self._is_own(i, seat)), None)

    def _is_own(self, i: int, seat: int) -> bool:
        return self._past[i].seat == seat and not self._past[i].bot

    def has_decided(self, seat: int) -> bool:
        """Whether the person of a seat has decided something that was not undone."""
        return any(past.seat == seat and not past.bot for past in self._past)

    # --- drafts of entries --------------------------------------------------------------------------------------
    def draft_move(self, seat: int, text: str, number: int, at: int, request_id: str | None = None) -> Entry:
        """The entry of a move, or an ApiError."""
        self._check_running()
        if not self.decision <= number <= self.number:
            raise ApiError("stale_number", f"your move answers number {number}, but the match is at {self.number}")
        if seat != self.seat:
            raise ApiError("not_your_turn", f"seat {self.seat} decides now, not seat {seat}")
        try:
            action = self.match.read(text)
        except TabijiError as error:
            raise ApiError("bad_move", str(error)) from error
        entry = self._entry("move", seat, text, at, spent=self.clock.spent(at), request_id=request_id)
        self._checked = entry, action
        return entry

    def draft_undo(self, seat: int, at: int, request_id: str | None = None, moves: int = 1) -> Entry:
        """Undo the last decisions of the seat, one or more: at once, or by a request to the others."""
        self._check_running()
        self._check_room(1)
        mine = [i for i, past in enumerate(self._past) if past.seat == seat and not past.bot]
        if not mine:
            raise ApiError("nothing_to_undo", "you have not decided anything yet")
        keep = mine[-min(moves, len(mine))]
        kind: EntryKind = "ask" if self._must_agree(seat, keep) else "undo"
        return self._entry(kind, seat, str(keep), at, request_id=request_id)

    def _must_agree(self, seat: int, keep: int) -> set[int]:
        """The seats that must agree to an undo: none if nothing was revealed and no other human has decided since.

        Nobody agrees by being away: a seat at which a bot substitutes waits for its person.
        """
        after = self._past[keep:]
        if not any(past.revealed or (past.seat != seat and not past.bot) for past in after):
            return set()
        me = self.players[seat].person
        return {
            other
            for other, player in enumerate(self.players)
            if player.bot is None and player.person != me and other not in self.lost
        }

    def draft_answer(self, seat: int, agree: bool, at: int, request_id: str | None = None) -> Entry:
        """The answer of a seat to an undo request; the last consent is the undo itself."""
        self._check_running()
        if self.undo_request is None or seat not in self.undo_request.waiting:
            raise ApiError("nothing_to_undo", "no undo request waits for your answer")
        if not agree:
            return self._entry("refuse", seat, "", at, request_id=request_id)
        if self.undo_request.waiting == {seat}:
            return self._entry("undo", self.undo_request.seat, str(self.undo_request.keep), at, request_id=request_id)
        return self._entry("agree", seat, "", at, request_id=request_id)

    def draft_desertion(self, seat: int, reason: str, at: int) -> Entry:
        """A person left, or ran out of time."""
        self._check_running()
        if self.bots[seat] is not None:
            raise ApiError("not_yours", "a bot plays at this seat")
        return self._entry("forfeit" if self.forfeits else "bot", seat, f"{reason} {self.substitute}", at)

    def draft_return(self, seat: int, at: int) -> Entry | None:
        """A person returns to a seat; None if no bot plays in their place. An ApiError if no time is left to decide."""
        if self.over or not self.is_deserted(seat) or seat in self.lost:
            return None
        self._check_room(2)
        left = self.clock.left(seat, at)
        if seat == self.seat and left is not None and left <= 0:  # this decision is the bot's
            raise ApiError("out_of_time", "your time has run out: a bot makes this decision, return after it")
        return self._entry("back", seat, "", at)

    def draft_hint(self, seat: int, at: int) -> Entry | None:
        """The first hint of a seat; None later, and where only one person plays: such matches are not rated anyway."""
        self._check_running()
        alone = len({player.person for player in self.players if player.person is not None}) < 2
        return None if alone or seat in self.hinted else self._entry("hint", seat, "", at)

    def draft_abort(self, seat: int, absent: int, at: int) -> Entry:
        """End a match to which somebody never came."""
        self._check_running()
        if self.players[absent].bot is not None or self.has_decided(absent):
            raise ApiError("not_absent", f"seat {absent} has decided something")
        return self._entry("abort", seat, str(absent), at)

    def draft_resume(self, stopped: int, at: int) -> Entry | None:
        """Continue the present decision, which no node ran since `stopped`; None if no clock is affected."""
        seat = self.seat
        if seat is None or self.players[seat].bot is not None or at - max(stopped, self.clock.since) < _NEGLIGIBLE:
            return None
        return self._entry("resume", None, str(self.clock.spent(stopped)), at)

    def _check_running(self) -> None:
        if self.over:
            raise ApiError("already_over", "the match is over")

    def _check_room(self, times: int) -> None:
        """Refuse to go back, or to return, when the log has several times as many other entries as a match has moves.

        The log is bounded by the longest match that the game can have. Moves, answers and what a node writes by itself
        are never refused, so that every match can end.
        """
        if self.number - len(self.match.moves) >= times * self._longest:
            raise ApiError("log_full", "this match has gone back and forth too often: it can only be played on")

    def _entry(
        self, kind: EntryKind, seat: int | None, text: str, at: int, spent: int = 0, request_id: str | None = None
    ) -> Entry:
        return Entry(self.number + 1, kind, seat, text, at, spent, request_id)

    # --- applying entries ---------------------------------------------------------------------------------------
    def apply(self, entry: Entry) -> None:
        """Apply the next entry of the log."""
        assert entry.number == self.number + 1
        _HANDLERS[entry.kind](self, entry)
        self.number = entry.number
        self.seat = self._deciding_seat()
        if entry.kind in _DECISIVE:
            self.decision = entry.number
        if self.over:
            self.undo_request = None
        if entry.request_id is not None:
            self.request_ids[entry.request_id] = entry.number

    def _move(self, entry: Entry) -> None:
        seat = self.match.seat
        assert seat is not None
        bot = self.bots[seat] is not None
        if not bot:  # a person who plays on withdraws or declines an undo request; a bot does not
            self.undo_request = None
        self.match.step(self._action(entry))
        gained = self.clock.decide(seat, entry.spent, entry.at, passes=self.match.seat != seat, counted=not bot)
        self._past.append(_Past(seat, bot, self.match.revealed, gained, entry.spent))

    def _action(self, entry: Entry) -> int:
        """The action of a move. An entry drafted here was checked then; one read from storage is checked now."""
        checked, self._checked = self._checked, None
        return checked[1] if checked is not None and checked[0] is entry else self.match.read(entry.text)

    def _undo(self, entry: Entry) -> None:
        """An undo gains no time: the time spent on the present decision is charged, increments are taken back, and a
        decision with hours of its own goes on where it was."""
        if entry.seat is not None and entry.seat == self.match.seat:
            self.clock.charge(entry.seat, self.clock.spent(entry.at))
        before = 0
        while len(self._past) > int(entry.text):
            self.match.undo()
            taken_back = self._past.pop()
            self.clock.charge(taken_back.seat, taken_back.gained)
            before = taken_back.spent
        self.clock.restart(entry.at, before if isinstance(self.time_control, TurnClock) else 0)
        self.undo_request = None

    def _ask(self, entry: Entry) -> None:
        assert entry.seat is not None
        keep = int(entry.text)
        self.undo_request = UndoRequest(entry.seat, keep, self._must_agree(entry.seat, keep))

    def _agree(self, entry: Entry) -> None:
        if self.undo_request is not None:
            self.undo_request.waiting -= {entry.seat}

    def _refuse(self, entry: Entry) -> None:
        self.undo_request = None

    def _bot(self, entry: Entry) -> None:
        assert entry.seat is not None
        if entry.seat == self.match.seat:
            self.clock.change_player(entry.seat, entry.at)
        self.bots[entry.seat] = entry.text.split()[1]
        if self.undo_request is not None and self.undo_request.seat == entry.seat:
            self.undo_request = None

    def _back(self, entry: Entry) -> None:
        assert entry.seat is not None
        self.bots[entry.seat] = None
        if entry.seat == self.match.seat:
            self.clock.change_player(entry.seat, entry.at)

    def _forfeit(self, entry: Entry) -> None:
        """A seat that forfeited has no say any more. A request without anybody left to agree is dropped."""
        assert entry.seat is not None
        self.lost.append(entry.seat)
        self._bot(entry)
        if self.undo_request is not None:
            self.undo_request.waiting -= {entry.seat}
            if not self.undo_request.waiting:
                self.undo_request = None

    def _hint(self, entry: Entry) -> None:
        assert entry.seat is not None
        self.hinted.add(entry.seat)

    def _abort(self, entry: Entry) -> None:
        self.aborted = True
        self.ended_for = entry.text if entry.seat is None else None

    def _resume(self, entry: Entry) -> None:
        self.clock.restart(entry.at, int(entry.text))

    # --- views --------------------------------------------------------------------------------------------------
    def clocks(self, at: int) -> Clocks | None:
        """Time left by seat, and whose clock runs; None without a clock."""
        seat = self.seat
        running = seat if seat is not None and self.bots[seat] is None else None
        if isinstance(self.time_control, NoClock):
            return None
        left: list[int | None] = [None] * len(self.players)
        for player in range(len(self.players)):
            if player == running:
                left[player] = self.clock.left(player, at)
            elif self.clock.caps:
                left[player] = self.clock.banks[player]
        return Clocks(left, running)


_HANDLERS: dict[str, Callable[[MatchLog, Entry], None]] = {
    "move": MatchLog._move,
    "undo": MatchLog._undo,
    "ask": MatchLog._ask,
    "agree": MatchLog._agree,
    "refuse": MatchLog._refuse,
    "bot": MatchLog._bot,
    "back": MatchLog._back,
    "forfeit": MatchLog._forfeit,
    "hint": MatchLog._hint,
    "abort": MatchLog._abort,
    "resume": MatchLog._resume,
}
KINDS = frozenset(_HANDLERS)
