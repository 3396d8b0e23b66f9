"""One package per game, with the same modules in each: state, rules, hidden, views, moves, stack, study, terminal.

The package is also a function: `tabiji.games()` returns the names of the games.
"""

from __future__ import annotations

import sys
from types import ModuleType


class _Games(ModuleType):
    def __call__(self) -> list[str]:
        """The names of the games."""
        from tabiji.core.game_spec import game_names

        return game_names()


sys.modules[__name__].__class__ = _Games
