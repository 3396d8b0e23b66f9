"""Table settings: one struct from the request to the database row."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from tabiji.core.errors import BoardError, TabijiError, unknown
from tabiji.core.game_spec import game_spec
from tabiji.core.match import Game
from tabiji.server import clock as clocks
from tabiji.server.api_error import ApiError
from tabiji.server.protocol import NewTable, SettingsInfo

_JSON_COLUMNS = ("options", "board", "clock")


class TableSettings(SettingsInfo, frozen=True, kw_only=True):
    """The settings of a table, with its whole board."""

    board: dict[str, Any] | None

    @property
    def info(self) -> dict[str, Any]:
        """The fields of a `TableInfo` that are settings: of the board its name."""
        return msgspec.structs.asdict(self) | {"board": None if self.board is None else self.board["board"]["name"]}

    @classmethod
    def from_request(cls, request: NewTable) -> TableSettings:
        """The settings that a request asks for, checked and complete; an ApiError says what is wrong with them."""
        board = request.board
        try:
            if isinstance(board, str) and board not in game_spec(request.game).boards:  # a path would open a file
                raise unknown("board", board, game_spec(request.game).boards)
            game = _game(request.game, request.players, msgspec.json.encode([request.options, board]))
        except BoardError as error:
            raise ApiError("bad_board", str(error), problems=error.problems) from error
        except (TabijiError, TypeError) as error:
            raise ApiError("bad_option", str(error)) from error
        if (problem := clocks.problem(request.clock)) is not None:
            raise ApiError("bad_option", problem)
        several = request.access == "link" if request.several_seats is None else request.several_seats
        complete = {"players": game.players, "options": game.options, "board": game.board, "several_seats": several}
        return msgspec.convert(msgspec.structs.asdict(request) | complete, cls)

    @classmethod
    def from_row(cls, row: Mapping[str, Any]) -> TableSettings:
        """The settings in a row of `tables`."""
        columns = {name: row[name] for name in cls.__struct_fields__}
        return msgspec.convert(columns | {name: _decode(columns[name]) for name in _JSON_COLUMNS}, cls)

    def to_row(self) -> dict[str, Any]:
        """The columns of `tables` that hold the settings."""
        columns = msgspec.structs.asdict(self)
        return columns | {name: _encode(columns[name]) for name in _JSON_COLUMNS}

    @property
    def configured_game(self) -> Game:
        """The game with these players, options and board."""
        return _game(self.game, self.players, msgspec.json.encode([self.options, self.board]))


def _decode(column: str | None) -> Any:
    return None if column is None else msgspec.json.decode(column)


def _encode(value: Any) -> str | None:
    return None if value is None else msgspec.json.encode(value).decode()


@lru_cache(256)
def _game(name: str, players: int | None, options_and_board: bytes) -> Game:
    options, board = msgspec.json.decode(options_and_board)
    return Game(name, players, board, **options)
