"""`tabiji play`: a game in the terminal."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from random import Random, SystemRandom
from threading import Event
from typing import Annotated, Any

from cyclopts import Parameter

from tabiji.bots.protocol import choose_move
from tabiji.bots.registry import BotSpec, stand_in
from tabiji.cli.output import console, err_console, read_options, seat_bots, warm_up
from tabiji.core.errors import OptionError, TabijiError
from tabiji.core.jit import waits
from tabiji.core.match import Game, Match
from tabiji.core.match_record import write_file
from tabiji.lab.prepare import Preparation, change_over, rehearse

_HELP = (
    "Type a move as it is written, or its number. Also: [cyan]undo[/] (back to your last decision), "
    "[cyan]board[/], [cyan]save FILE[/], [cyan]quit[/]."
)


def play(
    game: str = "tokaido",
    /,
    *,
    players: int | None = None,
    humans: int = 1,
    bots: str | None = None,
    board: str | None = None,
    option: Annotated[list[str] | None, Parameter(negative=())] = None,
    seed: int | None = None,
    save: Path | None = None,
) -> None:
    """Play a game in the terminal against bots, or with friends who share the keyboard.

    Parameters
    ----------
    game
        The game to play; see `tabiji games`.
    players
        How many play, people and bots together; by default four, or as few as the game allows.
    humans
        How many of them are people; 0 to watch the bots.
    bots
        Bots in the other seats: one name for all, or one for each, separated by commas: novice, casual, skilled,
        strong, expert, master (or a bot by name, such as search:2000). By default casual ones.
    board
        The board to play on, for games that have several: a name (see `tabiji games`) or a board file.
    option
        An option of the game as name=value; may be given several times.
    seed
        Play this very deal again; by default a secret one is drawn.
    save
        Write the match record to this file at the end (or when you quit).
    """
    if humans < 0:
        raise OptionError(f"{humans} people cannot play: give 0 or more")
    opponents = _opponents(game, bots, players, humans)
    table = Game(game, humans + len(opponents), board, **read_options(option))
    if not humans or seed is not None:  # a given deal meets the same bots every time
        warm_up(table, "match", *(bot.kind for bot in opponents))
    compiled = Event()
    preparation = Preparation([table.spec.name] if humans and seed is None else [], lambda name: _load(name, compiled))
    preparation.start()
    try:
        _TerminalMatch(table.new(seed), opponents, humans, seed, save, compiled).play()
    finally:
        preparation.stop()
        change_over(table.spec.name)


def _load(name: str, compiled: Event) -> None:
    rehearse(name)
    compiled.set()


def _opponents(game: str, bots: str | None, players: int | None, humans: int) -> list[BotSpec]:
    """The bots at the table: those asked for, or casual ones in the seats that are left."""
    if bots is None and players is None:
        players = max(Game(game).players, humans)
    return seat_bots(game, bots or "casual", players, humans)


class _TerminalMatch:
    """One match at the keyboard."""

    def __init__(
        self,
        match: Match,
        opponents: list[BotSpec],
        humans: int,
        seed: int | None,
        save: Path | None,
        compiled: Event,
    ) -> None:
        self.match = match
        self.opponents = opponents
        self.waits = waits(match.game.dtype)
        self.compiled = compiled
        self.bots = [(stand_in(opponent) if self.waits else opponent).make() for opponent in opponents]
        self.names = [f"Player {i + 1}" for i in range(humans)]
        self.names += [f"Bot {i + 1} ({opponent.name})" for i, opponent in enumerate(opponents)]
        self.humans = humans
        self.save = save
        self.rng = Random(seed) if seed is not None else SystemRandom()  # a given deal meets the same bots
        self.draw = match.game.spec.terminal

    def play(self) -> None:
        try:
            self._play()
        except (EOFError, KeyboardInterrupt):
            console.print("\nGood-bye.")
        if self.save:
            write_file(self.save, self.match.record(self.names))
            console.print(f"The match is saved in {self.save}.", style="dim")

    def _play(self) -> None:
        if self.humans:
            console.print(_HELP, style="dim")
            if self.waits and self.opponents:
                console.print("The bots are being prepared; until then simpler ones play.", style="dim")
        else:
            console.print(self.draw.board(self.match.view(None), self.names))
        while self.match.seat is not None:
            if self.match.seat < self.humans:
                if not self._human():
                    return
            else:
                self._bot(self.match.seat - self.humans)
        self._end()

    def _bot(self, number: int) -> None:
        """One decision of a bot."""
        self._change_over()
        budget = replace(self.opponents[number].budget, seed=self.rng.getrandbits(63))
        with err_console.status(f"{self.names[self.humans + number]} thinks", spinner="dots"):
            move = choose_move(self.bots[number], self.match, budget)
        self._tell(self.match.play(move))

    def _change_over(self) -> None:
        """Switch to compiled rules and the requested bots as soon as they are ready."""
        if self.waits and self.compiled.is_set():
            self.waits = False
            change_over(self.match.game.spec.name)
            self.bots = [opponent.make() for opponent in self.opponents]

    def _reader(self) -> int | None:
        """The seat whose view is drawn: the human who decides, or the only one."""
        seat = self.match.seat
        if seat is not None and seat < self.humans:
            return seat
        return 0 if self.humans == 1 else None

    def _tell(self, events: list[dict[str, Any]]) -> None:
        told = events if self.humans == 0 else self.match.events(self._listener())
        for event in told:
            line = self.draw.tell(event, self.names)
            if line:
                console.print(f"  {line}")

    def _listener(self) -> int | None:
        return 0 if self.humans == 1 else None

    def _human(self) -> bool:
        """One decision of a person; False when they leave."""
        seat = self.match.seat
        view = self.match.view(seat)
        if self.humans > 1:
            console.rule(f"{self.names[seat or 0]}, take the keyboard")
        console.print(self.draw.board(view, self.names))
        console.print(f"\n[bold]{self.draw.ask(view, self.names)}[/]")
        moves = view["legal"]
        for i, move in enumerate(moves, 1):
            console.print(f"  [cyan]{i:>2}[/]  {move:<24} [dim]{self.draw.explain(view, move)}[/]")
        while True:
            words = self._read().split()
            if not words:
                continue
            if words[0] in ("quit", "exit", "q"):
                console.print("Good-bye.")
                return False
            if self._answered(words, moves):
                return True

    def _read(self) -> str:
        if not sys.stdin.isatty():
            err_console.print("> ", end="")
        return console.input("[bold]> [/]").strip().lower() if sys.stdin.isatty() else input()

    def _answered(self, words: list[str], moves: list[str]) -> bool:
        """Whether the decision was taken (or taken back)."""
        text = " ".join(words)
        try:
            if text in ("help", "?"):
                console.print(_HELP)
            elif text == "board":
                return True
            elif words[0] == "save" and len(words) == 2:
                write_file(words[1], self.match.record(self.names))
                console.print(f"Saved in {words[1]}.")
            elif text == "undo":
                self._undo()
                return True
            else:
                if text.isascii() and text.isdigit() and 1 <= int(text) <= len(moves):
                    text = moves[int(text) - 1]
                self._tell(self.match.play(text))
                return True
        except TabijiError as error:
            console.print(str(error), style="red", markup=False)
        return False

    def _undo(self) -> None:
        """Back to the last decision of a person, bots' moves in between included."""
        self.match.undo()
        while (self.match.seat or 0) >= self.humans and self.match.moves:
            self.match.undo()
        console.print("Taken back.", style="dim")

    def _end(self) -> None:
        console.print(self.draw.board(self.match.view(self._reader()), self.names))
        scores = self.match.scores
        winners = " and ".join(self.names[seat] for seat in self.match.winners)
        console.print(
            f"\n[bold]{winners} won[/]: {', '.join(f'{n} {s}' for n, s in zip(self.names, scores, strict=True))}"
        )
