"""Stories without a server, as the tests need them: a match, its players, and a clock that the test turns."""

from __future__ import annotations

from random import Random
from typing import Any

from tabiji.core.archive import commitment
from tabiji.core.match import Game
from tabiji.server.clock import Clock, NoClock, first_bank
from tabiji.server.lobby import PLAYING, Chair, Sheet, Wish
from tabiji.server.story import Entry, Player, Story


class Tale:
    """A story, its log, and the time."""

    def __init__(
        self,
        game: Game,
        seed: int = 1,
        clock: Clock | None = None,
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
        self.story = self.fresh()

    def fresh(self) -> Story:
        """The same match at its start."""
        game, seed, bots, names, bank, forfeits = self._begin
        players = [
            Player(None, "bot", "novice", bank) if seat in bots else Player(names[seat], names[seat], None, bank)
            for seat in range(game.players)
        ]
        return Story(game.new(seed), players, self.clock, 1_000_000, "skilled", forfeits)

    def write(self, entry: Entry | None) -> Entry:
        assert entry is not None
        self.story.apply(entry)
        self.log.append(entry)
        return entry

    def wait(self, milliseconds: int) -> None:
        self.at += milliseconds

    def move(self, text: str | None = None, after: int = 0, mark: str | None = None) -> Entry:
        """The deciding seat plays a move (the first legal one), after so many milliseconds."""
        self.wait(after)
        story = self.story
        assert story.seat is not None
        text = text or next(iter(story.match.legal))
        return self.write(story.draft_move(story.seat, text, story.number, self.at, mark))

    def play_out(self, luck: Random, most: int = 10_000) -> None:
        for _ in range(most):
            if self.story.over:
                return
            self.move(luck.choice(list(self.story.match.legal)), after=10)


def shape(story: Story) -> dict[str, Any]:
    """Everything that a fold of the same log must give again."""
    return {
        "record": story.match.state.tobytes(),
        "moves": story.match.moves,
        "number": story.number,
        "decision": story.decision,
        "bots": story.bots,
        "lost": story.lost,
        "marks": story.marks,
        "plea": story.plea,
        "watch": (story.watch.banks, story.watch.since, story.watch.before),
        "over": story.over,
        "ranks": story.ranks(),
    }


def sheet(game: Game, seed: int, salt: str, bots: tuple[int, ...] = (), clock: Clock | None = None) -> Sheet:
    """A table in play, as the database would give it."""
    wish = Wish(game.room.name, game.players, game.options, game.board, clock or NoClock(), "link", "bot", True, 0)
    chairs = [
        Chair(seat, None, "bot", "novice", None) if seat in bots else Chair(seat, f"p{seat}", f"p{seat}", None, None)
        for seat in range(game.players)
    ]
    rules, hashed = game.room.rules_version, commitment(seed, salt)
    begun = 1_000_000
    return Sheet(
        "table", "p0", wish, PLAYING, rules, str(seed), salt, hashed, None, None, begun, begun, None, chairs
    )
