"""Errors: each message says what was wrong, and what would be right."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class TabijiError(ValueError):
    """The base of all errors of Tabiji; nothing was changed."""


class OptionError(TabijiError):
    """An unknown game, player count, option, bot or value."""


class BoardError(OptionError):
    """A board that cannot be played on; `problems` lists everything that is wrong with it, one line each."""

    def __init__(self, board: str, problems: list[str]) -> None:
        self.problems = problems
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        super().__init__(f"board {board} cannot be used: {problems[0]}{more}")


class InvalidMove(TabijiError):
    """A move that cannot be read."""


class IllegalMove(TabijiError):
    """A move that can be read but not be played now."""


class ActionError(TabijiError):
    """Actions for a batch of games that have a wrong shape, type or device."""


class MatchRecordError(TabijiError):
    """A match record that is damaged, was edited, or belongs to other rules."""


def unknown(kind: str, given: object, valid: Iterable[str]) -> OptionError:
    """An OptionError that names what would be valid, the likeliest first."""
    names = list(valid)
    close = get_close_matches(str(given), names, n=1)
    hint = f"did you mean {close[0]}? " if close else ""
    return OptionError(f"unknown {kind} {str(given)!r}: {hint}valid: {', '.join(names)}")
