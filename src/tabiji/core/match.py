"""Games and matches: what a person or a program talks to.

game = tabiji.game("tokaido", players=4, gastronomy=True)
match = game.new(seed=7)
match.play("take kinko")
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from tabiji.core.errors import IllegalMove, OptionError
from tabiji.core.options import check_options
from tabiji.core.record import State, blank, load, opened
from tabiji.core.room import Room, room
from tabiji.core.veil import new_labels

SEEDS = 2**64


class Game:
    """A game with its number of players, options and board: what a table agrees on before it starts.

    A board is the name of one that comes with the game, a path to a board file, or the data of one.
    """

    def __init__(
        self,
        name: str,
        /,
        players: int | None = None,
        board: str | Path | dict[str, Any] | None = None,
        **options: Any,
    ) -> None:
        self.room: Room = room(name)
        if players is None:
            players = 4 if 4 in self.room.players else self.room.players[0]
        self.players = self.room.check_players(players)
        self.options = check_options(self.room.options, options)
        self.dtype: np.dtype[Any] = self.room.door("state").DTYPE
        self.board: dict[str, Any] | None = self._load(board)
        # what views say of the board: its places, its tables and how sure they are
        self.board_shown: dict[str, Any] | None = self.board and self.room.door("boards").shown(self.board)
        self._agreed = self._agree()

    def _load(self, board: Any) -> dict[str, Any] | None:
        if not self.room.boards:
            if board is not None:
                raise OptionError(f"{self.room.title} is always played on the same board: leave the board out")
            return None
        loaded: dict[str, Any] = self.room.door("boards").load(board)
        return loaded

    def __repr__(self) -> str:
        changed = [
            f", {o.name}={self.options[o.name]!r}" for o in self.room.options if self.options[o.name] != o.default
        ]
        board = "" if self.board is None else f", board={self.board['board']['name']!r}"
        return f"tabiji.game({self.room.name!r}, players={self.players}{board}{''.join(changed)})"

    def blank(self) -> Any:
        """A record with what was agreed on, before the setup."""
        return load(self.dtype, self._agreed)

    def _agree(self) -> bytes:
        state = blank(self.dtype)
        state["players"] = self.players
        for option in self.room.options:
            state[option.name] = option.choices.index(self.options[option.name])
        if self.board is not None:
            self.room.door("boards").lay(state, self.board)
        agreed: bytes = state.tobytes()
        return agreed

    def new(self, seed: int | None = None, stack: dict[str, Any] | None = None) -> Match:
        """Start a match; without a seed a secret one is drawn. `stack` puts cards on top of the decks."""
        if seed is None:
            return Match(self, secrets.randbelow(SEEDS), stack, salt=secrets.token_hex(16))
        if type(seed) is not int or not 0 <= seed < SEEDS:
            raise OptionError(f"a seed is a whole number from 0 to 2**64 - 1, not {seed!r}")
        return Match(self, seed, stack)

    def at(self, record: bytes) -> Match:
        match = self.new(0)
        match.state = load(self.dtype, record)
        return match


_PRIVATE = ("viewer", "mine", "events", "hands", "decks", "inn", "drawn", "seats")


class LegalMoves:
    """The legal moves of a match, in notation: `len`, `in` and iteration."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self.actions = match.legal_actions()

    def __len__(self) -> int:
        return len(self.actions)

    def __iter__(self) -> Iterator[str]:
        write = self._match.game.room.door("moves").write
        return (write(self._match.state, action) for action in self.actions)

    def __contains__(self, text: object) -> bool:
        return any(move == text for move in self)

    def __repr__(self) -> str:
        return f"<legal: {', '.join(self) or 'none, the match is over'}>"


class Match:
    """A game in progress: one record, and the decisions that led to it."""

    def __init__(self, game: Game, seed: int, stack: dict[str, Any] | None = None, salt: str = "") -> None:
        self.game = game
        self.seed = seed
        self.salt = salt
        if stack is not None and not isinstance(stack, dict):
            raise OptionError(f"a stack is a dictionary, not {stack!r}")
        self.stack = stack or {}
        self.moves: list[str] = []
        self.state: Any = game.blank()
        self._past: list[bytes] = []
        self._moves_buffer = np.zeros(game.room.door("state").MOST_LEGAL, np.int16)
        self._rules = game.room.rules
        self._rules.setup(self._open, np.uint64(seed))
        if self.stack:
            game.room.door("stack").stack(self.state, self.stack)

    @property
    def _open(self) -> State:
        return opened(self.state)

    # --- whose turn, what may be played -------------------------------------------------------------------------
    @property
    def seat(self) -> int | None:
        """The seat that must decide, None when the match is over."""
        seat = int(self.state["seat"])
        return None if seat < 0 else seat

    @property
    def over(self) -> bool:
        return self.seat is None

    def legal_actions(self) -> list[int]:
        """The legal actions of the deciding seat, as numbers."""
        count = self._rules.legal(self._open, self._moves_buffer)
        actions: list[int] = self._moves_buffer[:count].tolist()
        return actions

    @property
    def legal(self) -> LegalMoves:
        """The legal moves of the deciding seat, in notation."""
        return LegalMoves(self)

    # --- play ---------------------------------------------------------------------------------------------------
    def play(self, text: str) -> list[dict[str, Any]]:
        """Play a move in notation and return what happened. InvalidMove or IllegalMove change nothing."""
        if self.over:
            raise IllegalMove(f"{text!r} cannot be played: the match is over")
        action = self.game.room.door("moves").read(self.state, text)
        if action not in self.legal_actions():
            raise IllegalMove(f"{text!r} cannot be played now; legal: {', '.join(self.legal)}")
        return self.act(action)

    def act(self, action: int) -> list[dict[str, Any]]:
        """Play a legal action by its number, as `legal_actions` gives them."""
        if action not in self.legal_actions():
            raise IllegalMove(f"action {action!r} cannot be played now; legal: {self.legal_actions()}")
        self.moves.append(self.game.room.door("moves").write(self.state, action))
        self._past.append(self.state.tobytes())
        self._rules.step(self._open, action)
        return self.events()

    def undo(self) -> None:
        """Back one decision."""
        if not self._past:
            raise IllegalMove("nothing to undo: the match has just begun")
        self.state = load(self.game.dtype, self._past.pop())
        self.moves.pop()

    def read(self, text: str) -> int:
        action = self.game.room.door("moves").read(self.state, text)
        if action not in self.legal_actions():
            raise IllegalMove(f"{text!r} cannot be played now; legal: {', '.join(self.legal)}")
        return int(action)

    @property
    def revealed(self) -> bool:
        return False

    def setting(self) -> dict[str, Any]:
        return {"options": self.game.options, "board": self.game.board_shown}

    def public(self) -> dict[str, Any]:
        shown = self.game.room.door("views").view(self.state, None)
        return {k: v for k, v in shown.items() if k not in _PRIVATE}

    def private(self, seat: int | None) -> dict[str, Any]:
        shown = self.game.room.door("views").view(self.state, seat)
        part = {k: v for k, v in shown.items() if k in _PRIVATE}
        part["legal"] = list(self.legal) if seat is not None and seat == self.seat else []
        return part

    # --- results ------------------------------------------------------------------------------------------------
    @property
    def scores(self) -> list[int]:
        """Points by seat, as they stand."""
        points: list[int] = self.game.room.door("views").scores(self.state)
        return points

    @property
    def winners(self) -> list[int]:
        """The winning seats; none before the end."""
        bits = int(self._rules.winners(self._open))
        return [seat for seat in range(self.game.players) if bits >> seat & 1]

    # --- what others may see ------------------------------------------------------------------------------------
    def view(self, seat: int | None) -> dict[str, Any]:
        """All that a seat (None: a spectator) may see, and nothing else."""
        self._check_seat(seat)
        shown: dict[str, Any] = self.game.room.door("views").view(self.state, seat)
        shown["options"] = self.game.options
        shown["board"] = self.game.board_shown
        shown["legal"] = list(self.legal) if seat is not None and seat == self.seat else []
        return shown

    def events(self, *reader: int | None) -> list[dict[str, Any]]:
        """What happened in the last step: everything, or as one seat (None: a spectator) saw it."""
        views = self.game.room.door("views")
        told: list[dict[str, Any]] = views.events(self.state, *reader)
        return told

    def determinize(self, seat: int | None, seed: int) -> Match:
        """A copy in which everything the seat cannot know is dealt anew."""
        self._check_seat(seat)
        copy = Match.__new__(Match)
        copy.__dict__.update(self.__dict__)
        copy.state = load(self.game.dtype, self.state.tobytes())
        copy.moves, copy._past, copy.seed, copy.salt = list(self.moves), [], seed, ""
        copy._moves_buffer = self._moves_buffer.copy()
        hidden = self.game.room.door("hidden")
        hidden.determinize(opened(copy.state), -1 if seat is None else seat, np.uint64(seed), new_labels())
        return copy

    def _check_seat(self, seat: int | None) -> None:
        if seat is not None and not (type(seat) is int and 0 <= seat < self.game.players):
            raise OptionError(
                f"there is no seat {seat!r}: valid: 0 to {self.game.players - 1}, or None for a spectator"
            )

    def record(self, names: list[str] | None = None) -> dict[str, Any]:
        """The match as JSON-able data; it contains the seed, so it is secret until the end."""
        from tabiji.core.archive import write_record

        return write_record(self, names)
