"""What a bot is: something that chooses a move from what its seat may see.

    class Mine:
        def choose(self, view, legal, budget, deal):
            return legal[0]

`view` is the view of the seat (made on first access), `legal` its moves in notation, `budget` how much to search, and
`deal(seed)` a determinized copy of the record: everything the seat cannot know is dealt anew. The true record never
reaches a bot.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from tabiji.core.determinize import new_labels
from tabiji.core.dispatch import determinize
from tabiji.core.jit import rule_with_gil
from tabiji.core.match import Match
from tabiji.core.record import as_states, load_rows

Deal = Callable[[int], Any]


@dataclass(frozen=True)
class Budget:
    """How much a bot may search: simulations (reproducible with the seed) or milliseconds (for people)."""

    simulations: int | None = None
    milliseconds: int | None = None
    seed: int = 0


class Bot(Protocol):
    """Chooses moves for a seat."""

    def choose(self, view: Mapping[str, Any], legal: list[str], budget: Budget, deal: Deal) -> str:
        """One of the legal moves."""


class LazyView(Mapping[str, Any]):
    """A seat's view, made on first access."""

    def __init__(self, match: Match, seat: int) -> None:
        self._match = match
        self._seat = seat
        self._view: dict[str, Any] | None = None

    def _look(self) -> dict[str, Any]:
        if self._view is None:
            self._view = self._match.view(self._seat)
        return self._view

    def __getitem__(self, key: str) -> Any:
        return self._look()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._look())

    def __len__(self) -> int:
        return len(self._look())


@rule_with_gil
def deal_anew(rows: Any, seat: int, seed: Any, labels: Any) -> None:
    """Deal everything anew that a seat cannot know; an entry point, on an array of one record."""
    determinize(rows[0], seat, seed, labels)


def choose_move(bot: Bot, match: Match, budget: Budget) -> str:
    """A bot's move for the deciding seat."""
    seat = match.seat
    assert seat is not None
    secret = match.state.tobytes()
    game = match.game

    def deal(seed: int) -> Any:
        rows = load_rows(game.dtype, secret)
        deal_anew(as_states(rows), seat, np.uint64(seed), new_labels())
        return rows.view(np.recarray)[0]

    return bot.choose(LazyView(match, seat), list(match.legal), budget, deal)
