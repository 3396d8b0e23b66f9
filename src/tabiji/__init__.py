"""Tabiji: Tokaido, Tokaido Duo and Tsuro of the Seas. Exact, fast, for players, analysts and bot authors.

Everything heavy is imported when it is first needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabiji.core.errors import BoardError, IllegalMove, InvalidMove, MatchRecordError, OptionError, TabijiError

if TYPE_CHECKING:
    from pathlib import Path

    from tabiji.core.match import Game, Match

    def games() -> list[str]:
        """The names of the games."""

else:
    from tabiji import games

__version__ = "0.2.0"
__all__ = [
    "BoardError",
    "IllegalMove",
    "InvalidMove",
    "OptionError",
    "MatchRecordError",
    "TabijiError",
    "game",
    "games",
    "replay",
]


def game(
    name: str, /, players: int | None = None, board: str | Path | dict[str, Any] | None = None, **options: Any
) -> Game:
    """A game with its number of players, options and board; OptionError names the valid ones on anything wrong."""
    from tabiji.core.match import Game

    return Game(name, players, board, **options)


def replay(record: dict[str, Any]) -> Match:
    """The match of a record, played again; MatchRecordError if the record is damaged, edited or of other rules."""
    from tabiji.core.match_record import replay

    return replay(record)
