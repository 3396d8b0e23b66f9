"""Tokaido: a walk from Kyoto to Edo for two to five travelers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabiji.core.game_spec import GameSpec
from tabiji.core.options import Option, flag

SPEC = GameSpec(
    name="tokaido",
    title="Tokaido",
    summary="Walk from Kyoto to Edo and make the richest journey.",
    players=(2, 3, 4, 5),
    options=(
        flag("initiatory", "no traveler tiles: everybody starts with 7 coins (TK-70)"),
        flag("return_trip", "walk from Edo to Kyoto (TK-71)"),
        flag("gastronomy", "one meal fewer is drawn at each inn (TK-72)"),
        flag("preparations", "purses are adjusted by the order of departure (TK-73)"),
        flag("repeat_dishes", "a dish may be eaten twice, as the Russian rulebook has it (TK-28)"),
        Option("satsuki_source", ("pool", "deck"), "where Satsuki's free meal comes from (TK-44)"),
    ),
    rules_version=1,
)

if TYPE_CHECKING:
    from tabiji.core.game_modules import GameModules
    from tabiji.games.tokaido import (
        closed,
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
    )
