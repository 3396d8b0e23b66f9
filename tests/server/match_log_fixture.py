"""A match log without a server: a match, its players, and a clock that the test sets."""

from __future__ import annotations

from random import Random
from typing import Any

from tabiji.core.match import Game
from tabiji.core.match_record import commitment
from tabiji.server.clock import NoClock, TimeControl, first_bank
from tabiji.server.match_log import Entry, MatchLog, Player
from tabiji.server.stored_table import PLAYING, Seat, Table
from tabiji.server.table_settings import TableSettings


class MatchLogFixture:
    """A match log, its entries, and the time."""

    def __init__(
        self,
        game: Game,
        seed: int = 1,
        clock: TimeControl | None = None,
        bots: tuple[int, ...] = (),
        people: list[str] | None = None,
        newcomers: bool = False,
        forfeits: bool = False,
    ) -> None:
        self.clock = clock or NoClock()
        self.at = 1_000_000
        self.log: list[Entry] = []
        bank = first_bank(self.clock, newcomers)
        names = people or [f"p{seat}" for seat in range(game.players)]
        self._begin: tuple[Any, ...] = (game, seed, bots, names, bank, forfeits)
        self.match_log = self.fresh()

    def fresh(self) -> MatchLog:
        """The same match at its start."""
        game, seed, bots, names, bank, forfeits = self._begin
        players = [
            Player(None, "bot", "novice", bank) if seat in bots else Player(names[seat], names[seat], None, bank)
            for seat in range(game.players)
        ]
        return MatchLog(game.new(seed), players, self.clock, 1_000_000, "skilled", forfeits)

    def write(self, entry: Entry | None) -> Entry:
        assert entry is not None
        self.match_log.apply(entry)
        self.log.append(entry)
        return entry

    def wait(self, milliseconds: int) -> None:
        self.at += milliseconds

    def move(self, text: str | None = None, after: int = 0, request_id: str | None = None) -> Entry:
        """The deciding seat plays a move (the first legal one), after so many milliseconds."""
        self.wait(after)
        match_log = self.match_log
        assert match_log.seat is not None
        text = text or next(iter(match_log.match.legal))
        return self.write(match_log.draft_move(match_log.seat, text, match_log.number, self.at, request_id))

    def play_out(self, rng: Random, most: int = 10_000) -> None:
        for _ in range(most):
            if self.match_log.over:
                return
            self.move(rng.choice(list(self.match_log.match.legal)), after=10)


def shape(match_log: MatchLog) -> dict[str, Any]:
    """Everything that a fold of the same log must give again."""
    return {
        "record": match_log.match.state.tobytes(),
        "moves": match_log.match.moves,
        "number": match_log.number,
        "decision": match_log.decision,
        "bots": match_log.bots,
        "lost": match_log.lost,
        "marks": match_log.request_ids,
        "undo_request": match_log.undo_request,
        "watch": (match_log.clock.banks, match_log.clock.since, match_log.clock.before),
        "over": match_log.over,
        "ranks": match_log.ranks(),
    }


def table_fixture(
    game: Game, seed: int, salt: str, bots: tuple[int, ...] = (), clock: TimeControl | None = None
) -> Table:
    """A table in play, as the database would give it."""
    settings = TableSettings(
        game=game.spec.name,
        players=game.players,
        options=game.options,
        board=game.board,
        clock=clock or NoClock(),
        access="link",
        desertion="bot",
        hints=True,
        several_seats=True,
        pace=0,
    )
    seats = [
        Seat(seat, None, "bot", "novice", None) if seat in bots else Seat(seat, f"p{seat}", f"p{seat}", None, None)
        for seat in range(game.players)
    ]
    rules, hashed = game.spec.rules_version, commitment(seed, salt)
    begun = 1_000_000
    return Table(
        "table", "p0", settings, PLAYING, rules, str(seed), salt, hashed, None, None, begun, begun, None, seats
    )
