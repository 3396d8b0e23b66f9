"""Games and matches: the Python API.

game = tabiji.game("tokaido", players=4, gastronomy=True)
match = game.new(seed=7)
match.play("take kinko")
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from tabiji.core import dispatch
from tabiji.core.determinize import new_labels
from tabiji.core.errors import IllegalMove, OptionError, TabijiError
from tabiji.core.game_spec import GameSpec, game_spec
from tabiji.core.options import check_options
from tabiji.core.record import RecordProxy, as_state, as_states, blank, load, load_rows

SEEDS = 2**64


class Game:
    """A game with its number of players, options and board.

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
        self.spec: GameSpec = game_spec(name)
        if players is None:
            players = 4 if 4 in self.spec.players else self.spec.players[0]
        self.players = self.spec.check_players(players)
        self.options = check_options(self.spec.options, options)
        self.dtype: np.dtype[Any] = self.spec.state.DTYPE
        self.board: dict[str, Any] | None = None
        self.board_shown: dict[str, Any] | None = None  # the part of every view that describes the board
        boards = self.spec.board_format
        if boards is not None:
            self.board = boards.load(board)
            self.board_shown = boards.shown(self.board)
        elif board is not None:
            raise OptionError(f"{self.spec.title} is always played on the same board: leave the board out")
        self.blank_bytes = self._make_blank()  # of a record before the setup

    def __repr__(self) -> str:
        changed = [
            f", {o.name}={self.options[o.name]!r}" for o in self.spec.options if self.options[o.name] != o.default
        ]
        board = "" if self.board is None else f", board={self.board['board']['name']!r}"
        return f"tabiji.game({self.spec.name!r}, players={self.players}{board}{''.join(changed)})"

    def blank(self) -> Any:
        """A record with players, options and board, before the setup."""
        return load(self.dtype, self.blank_bytes)

    def _make_blank(self) -> bytes:
        state = blank(self.dtype)
        state["players"] = self.players
        for option in self.spec.options:
            state[option.name] = option.choices.index(self.options[option.name])
        if self.spec.board_format is not None and self.board is not None:
            self.spec.board_format.lay(state, self.board)
        data: bytes = state.tobytes()
        return data

    def new(self, seed: int | None = None, stack: dict[str, Any] | None = None) -> Match:
        """Start a match; without a seed a secret one is drawn. `stack` puts cards on top of the decks."""
        if seed is None:
            return Match(self, secrets.randbelow(SEEDS), stack, salt=secrets.token_hex(16))
        if type(seed) is not int or not 0 <= seed < SEEDS:
            raise OptionError(f"a seed is a whole number from 0 to 2**64 - 1, not {seed!r}")
        return Match(self, seed, stack)

    def at(self, record: bytes) -> Match:
        """A match at this record without history: its moves, seed and salt are not known."""
        if not isinstance(record, bytes) or len(record) != self.dtype.itemsize:
            size = f"{len(record)} bytes" if isinstance(record, bytes) else repr(type(record).__name__)
            raise TabijiError(f"a record of {self.spec.title} has {self.dtype.itemsize} bytes, not {size}")
        if any(load(self.dtype, record)[name] != self.blank()[name] for name in self._configuration_fields()):
            raise TabijiError(f"this record comes from a table with other players or options than {self!r}")
        return Match._from_record(self, record)

    def _configuration_fields(self) -> list[str]:
        return ["players", *(option.name for option in self.spec.options)]


class LegalMoves:
    """The legal moves of a match, in notation: `len`, `in` and iteration."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self.actions = match.legal_actions()

    def __len__(self) -> int:
        return len(self.actions)

    def __iter__(self) -> Iterator[str]:
        match = self._match
        return (match._notation.write(match._proxy, action) for action in self.actions)

    def __contains__(self, text: object) -> bool:
        return any(move == text for move in self)

    def __repr__(self) -> str:
        return f"<legal: {', '.join(self) or 'none, the match is over'}>"


class Match:
    """A game in progress: one record, and the decisions that led to it."""

    parts: list[str | None] | None = None  # of the seats in the seed, see `core.fair_shuffle`; None: it was drawn alone

    def __init__(self, game: Game, seed: int, stack: dict[str, Any] | None = None, salt: str = "") -> None:
        if stack is not None and not isinstance(stack, dict):
            raise OptionError(f"a stack is a dictionary, not {stack!r}")
        self._open(game, game.blank_bytes)
        self.seed = seed
        self.salt = salt
        self.stack = stack or {}
        dispatch.call_setup(self._proxy.rows, np.uint64(seed))
        if self.stack:
            game.spec.stack.stack(self.state, self.stack)

    @classmethod
    def _from_record(cls, game: Game, record: bytes) -> Match:
        match = cls.__new__(cls)
        match._open(game, record)
        match.seed, match.salt, match.stack = 0, "", {}
        return match

    def _open(self, game: Game, record: bytes) -> None:
        """Load a record. Steps and undo write into the same memory."""
        self.game = game
        self.moves: list[str] = []
        self._past: list[bytes] = []
        self._proxy = RecordProxy(load_rows(game.dtype, record))
        self._actions = np.zeros(game.spec.state.MAX_LEGAL, np.int16)
        self._views = game.spec.views
        self._notation = game.spec.moves

    @cached_property
    def state(self) -> Any:
        """The record."""
        return self._proxy.array.view(np.recarray)[0]

    @property
    def rows(self) -> Any:
        """The record as entry points of the rules take it, see `core.record.RecordProxy.rows`."""
        return self._proxy.rows

    # --- turn and legal moves -----------------------------------------------------------------------------------
    @property
    def seat(self) -> int | None:
        """The seat that must decide, None when the match is over."""
        seat: int = self._proxy.seat
        return None if seat < 0 else seat

    @property
    def over(self) -> bool:
        return self.seat is None

    def legal_actions(self) -> list[int]:
        """The legal actions of the deciding seat, as numbers."""
        count = dispatch.call_legal(self._proxy.rows, self._actions)
        actions: list[int] = self._actions[:count].tolist()
        return actions

    @property
    def legal(self) -> LegalMoves:
        """The legal moves of the deciding seat, in notation."""
        return LegalMoves(self)

    # --- play ---------------------------------------------------------------------------------------------------
    def read(self, text: str) -> int:
        """The number of a legal move in notation. InvalidMove: it cannot be read; IllegalMove: not now."""
        if self.over:
            raise IllegalMove(f"{text!r} cannot be played: the match is over")
        action: int = self._notation.read(self._proxy, text)
        if action not in self.legal_actions():
            raise IllegalMove(f"{text!r} cannot be played now; legal: {', '.join(self.legal)}")
        return action

    def play(self, text: str) -> list[dict[str, Any]]:
        """Play a move in notation and return its events. InvalidMove or IllegalMove change nothing."""
        self.step(self.read(text))
        return self.events()

    def act(self, action: int) -> list[dict[str, Any]]:
        """Play a legal action by its number, as `legal_actions` gives them."""
        legal = self.legal_actions()
        if action not in legal:
            raise IllegalMove(f"action {action!r} cannot be played now; legal: {legal}")
        self.step(int(action))
        return self.events()

    def step(self, action: int) -> None:
        """Play an action that `read` or `legal_actions` returned for this position. It is not checked again."""
        self.moves.append(self._notation.write(self._proxy, action))
        self._past.append(self._proxy.array.tobytes())
        dispatch.call_step(self._proxy.rows, action)

    def undo(self) -> None:
        """Undo the last decision."""
        if not self._past:
            raise IllegalMove("nothing to undo: no move has been played")
        self._proxy.overwrite(self._past.pop())
        self.moves.pop()

    @property
    def revealed(self) -> bool:
        """Whether the last step showed anybody something hidden: then an undo would give an advantage."""
        if not self._past:
            return False
        before = as_states(load_rows(self.game.dtype, self._past[-1]))
        return bool(dispatch.call_reveals(before, self._proxy.rows))

    # --- results ------------------------------------------------------------------------------------------------
    @property
    def scores(self) -> list[int]:
        """Points by seat, so far."""
        points: list[int] = self._views.scores(self._proxy)
        return points

    @property
    def standings(self) -> list[int]:
        """A number by seat that orders those who did not win: points, or how long a ship was afloat."""
        found: list[int] = self._views.standings(self._proxy)
        return found

    @property
    def winners(self) -> list[int]:
        """The winning seats; none before the end."""
        bits = dispatch.call_winners(self._proxy.rows)
        return [seat for seat in range(self.game.players) if bits >> seat & 1]

    # --- views --------------------------------------------------------------------------------------------------
    def view(self, seat: int | None) -> dict[str, Any]:
        """All that a seat (None: a spectator) may see, and nothing else."""
        return {**self.public(), **self.private(seat), **self.setting()}

    def setting(self) -> dict[str, Any]:
        """The part of every view that never changes: options and board."""
        return {"options": self.game.options, "board": self.game.board_shown}

    def public(self) -> dict[str, Any]:
        """The part of a view that is the same for all."""
        shown: dict[str, Any] = self._views.public(self._proxy)
        return shown

    def private(self, seat: int | None) -> dict[str, Any]:
        """The part of a view that is the seat's (None: a spectator's) own. It overrides keys of the public part."""
        self.check_seat(seat)
        shown: dict[str, Any] = self._views.private(self._proxy, seat)
        shown["legal"] = list(self.legal) if seat is not None and seat == self._proxy.seat else []
        return shown

    def events(self, *reader: int | None) -> list[dict[str, Any]]:
        """The events of the last step: all, or as one seat (None: a spectator) saw them."""
        found: list[dict[str, Any]] = self._views.events(self._proxy, *reader)
        return found

    def determinize(self, seat: int | None, seed: int) -> Match:
        """A copy of the match in which everything the seat cannot know is dealt anew."""
        self.check_seat(seat)
        copy = Match._from_record(self.game, self.state.tobytes())
        copy.moves, copy.seed, copy.stack = list(self.moves), seed, self.stack
        hidden = self.game.spec.hidden
        hidden.determinize(as_state(copy.state), -1 if seat is None else seat, np.uint64(seed), new_labels())
        return copy

    def check_seat(self, seat: int | None) -> None:
        """OptionError if there is no such seat (None: a spectator)."""
        if seat is not None and not (type(seat) is int and 0 <= seat < self.game.players):
            raise OptionError(
                f"there is no seat {seat!r}: valid: 0 to {self.game.players - 1}, or None for a spectator"
            )

    def record(self, names: list[str] | None = None) -> dict[str, Any]:
        """The match record as JSON-able data. It contains the seed, so it is secret until the end."""
        from tabiji.core.match_record import write_match_record

        return write_match_record(self, names)
