"""The editor of positions: a chosen beginning and moves, checked by the engine, and tables that go on from there.

Nothing is kept before there is a table. What can be arranged is what the `stack` of a game allows; everything else is
reached by legal moves, so that there is no second source of rules.
"""

from __future__ import annotations

import json
import secrets
from typing import Any

import msgspec

from tabiji.core.errors import MatchRecordError, TabijiError
from tabiji.core.game_spec import GameSpec
from tabiji.core.match import SEEDS, Match
from tabiji.core.match_record import replay
from tabiji.server import messages
from tabiji.server.api_error import ApiError
from tabiji.server.editor_protocol import EditorPosition, PositionView
from tabiji.server.protocol import NewTable
from tabiji.server.table_settings import TableSettings
from tabiji.server.websocket_messages import TableSetting

_MAX_STACK = 8000  # bytes of JSON


def bad_position(problem: str) -> ApiError:
    """What is wrong with a position, in one sentence."""
    return ApiError("bad_position", problem, problems=[problem])


def table_settings(asked: EditorPosition) -> TableSettings:
    """The settings of a table for this position: by link, with hints, for one person at several seats."""
    return TableSettings.from_request(
        NewTable(asked.game, asked.players, asked.options, asked.board, several_seats=True)
    )


def play(asked: EditorPosition) -> tuple[Match, list[tuple[int, str]]]:
    """The match at the position, and its moves with their seats; an ApiError says what is wrong and where.

    Takes a while: for the replay thread."""
    game = table_settings(asked).configured_game
    if len(msgspec.json.encode(asked.stack)) > _MAX_STACK:
        raise bad_position("more is arranged than any game has")
    seed = secrets.randbelow(SEEDS) if asked.seed is None else int(asked.seed)
    try:
        match = game.new(seed, asked.stack)
    except (TabijiError, TypeError, ValueError) as error:
        raise bad_position(str(error)) from error
    moves = []
    for number, text in enumerate(asked.moves, 1):
        try:
            action = match.read(text)
        except TabijiError as error:
            raise bad_position(f"move {number} of {len(asked.moves)}: {error}") from error
        assert match.seat is not None
        moves.append((match.seat, text))
        match.step(action)
    return match, moves


def shown(asked: EditorPosition, match: Match) -> PositionView:
    """A position that was played, complete, as the deciding seat sees it."""
    game = match.game
    complete = msgspec.structs.replace(
        asked, players=game.players, options=game.options, seed=str(match.seed), moves=list(match.moves)
    )
    return PositionView(
        complete,
        match.seat,
        TableSetting(**match.setting()),
        match.view(match.seat),
        messages.preview(match, len(match.moves), match.seat is not None, match.seed),
    )


def look(asked: EditorPosition) -> PositionView:
    """A position, checked. Takes a while: for the replay thread."""
    return shown(asked, play(asked)[0])


def read(text: str) -> PositionView:
    """The position at the end of a match record; an ApiError says what is wrong and where."""
    try:
        match = replay(json.loads(text))
    except json.JSONDecodeError as error:
        problem = f"line {error.lineno}, column {error.colno}: {error.msg}"
        raise bad_position(f"not a match record, or truncated: {problem}") from error
    except (MatchRecordError, RecursionError, ValueError) as error:  # too deep, or a number too long
        raise bad_position(str(error)) from error
    game = match.game
    asked = EditorPosition(game.spec.name, board=_named(game.spec, game.board), stack=match.stack)
    return shown(asked, match)


def _named(spec: GameSpec, board: dict[str, Any] | None) -> str | dict[str, Any] | None:
    """A board by its name, if it is one that comes with the game."""
    if board is None or spec.board_format is None:
        return None
    return next((name for name in spec.boards if spec.board_format.load(name) == board), board)
