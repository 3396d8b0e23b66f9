"""Tsuro of the Seas: two to eight ships sail on wakes between giant monsters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabiji.core.game_spec import GameSpec
from tabiji.core.options import Option, flag

SPEC = GameSpec(
    name="tsuro_seas",
    title="Tsuro of the Seas",
    summary="Lay wakes, stay on the board, and keep clear of the daikaiju.",
    players=(2, 3, 4, 5, 6, 7, 8),
    options=(
        flag("no_daikaiju", "calm seas: no daikaiju at all (TS-3)"),
        Option("daikaiju_order", ("descending", "ascending"), "by rotation number, who moves first (TS-12)"),
        Option("lost_daikaiju", ("out", "recycle"), "lost daikaiju come back only to make up three, or always (TS-13)"),
        Option("crushed_by_new", ("out", "bottom"), "where a tile goes that a new daikaiju crushes (TS-15)"),
        Option("head_on", ("follow", "swap"), "ships whose wakes are joined sail on, or stop at the new tile (TS-31)"),
    ),
    rules_version=2,
    earlier=("0.1.0",),
)

if TYPE_CHECKING:
    from tabiji.core.game_modules import GameModules
    from tabiji.games.tsuro_seas import (
        closed,
        endgame,
        estimate,
        hidden,
        moves,
        observe,
        rules,
        stack,
        standing,
        state,
        study,
        terminal,
        views,
    )

    GameModules(
        state,
        rules,
        hidden,
        views,
        moves,
        stack,
        estimate,
        study,
        terminal,
        closed=closed,
        standing=standing,
        observe=observe,
        endgame=endgame,
    )
