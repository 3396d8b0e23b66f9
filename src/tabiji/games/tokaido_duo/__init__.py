"""Tokaido Duo: pilgrim, merchant and artist on the island of Shikoku, for two."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from tabiji.core.game_spec import GameSpec
from tabiji.core.options import Option

# one side of each wave tile: the pilgrim's, the merchant's, the artist's
_SIDES = tuple("-".join(sides) for sides in product(("serene", "hasty"), ("cunning", "strong"), ("master", "inspired")))

SPEC = GameSpec(
    name="tokaido_duo",
    title="Tokaido Duo",
    summary="Share three dice and lead a pilgrim, a merchant and an artist over Shikoku.",
    players=(2,),
    options=(
        Option("wave_sides", ("random", *_SIDES), "which sides of the wave tiles are up (TD-1)"),
        Option("compass", ("purple", "green"), "the color of the player at the compass, who begins (TD-3)"),
        Option("tie_break", ("coins", "money"), "what breaks a tie: coins, or slabs as well, ten coins each (TD-61)"),
    ),
    rules_version=1,
    boards=("shikoku", "gifts_linear", "gifts_triangular", "prices_b", "prices_c", "prices_d"),
)

if TYPE_CHECKING:
    from tabiji.core.game_modules import GameModules
    from tabiji.games.tokaido_duo import (
        boards,
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
        boards=boards,
    )
