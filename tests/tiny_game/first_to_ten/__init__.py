"""First to Ten: two to four players take stones and show a secret card. The game of docs/adding-a-game.md.

- FT-1: each player is dealt one card, worth 1 to 5, and keeps it secret.
- FT-2: in turn, beginning with seat 0, a player takes one to three stones, a point each, or shows the card.
- FT-3: a shown card counts its worth in points, once.
- FT-4: nobody may pass the goal, which is ten points. Whoever reaches it wins at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabiji.core.game_spec import GameSpec
from tabiji.core.options import Option

SPEC = GameSpec(
    name="first_to_ten",
    title="First to Ten",
    summary="Take stones, show your card at the right time, and reach ten first.",
    players=(2, 3, 4),
    options=(Option("goal", ("ten", "twelve"), "how many points win (FT-4)"),),
    rules_version=1,
)

if TYPE_CHECKING:
    from first_to_ten import estimate, hidden, moves, rules, stack, state, study, terminal, views

    from tabiji.core.game_modules import GameModules

    GameModules(state, rules, hidden, views, moves, stack, estimate, study, terminal)
