"""A guess of each player's chances, for the bots `greedy` and `search`."""

from __future__ import annotations

from first_to_ten.rules import points_left

from tabiji.core.jit import rule
from tabiji.core.record import State

# parameters of the search (bots/tree.py): exploration, prior, length of playouts, actions compared, weight of estimates
SEARCH_PARAMS = {"explore": 0.6, "bias": 0.5, "horizon": 12, "choices": 2, "trust": 1.0}


@rule
def estimate(s: State, p: int) -> float:
    """A log-weight: players win in proportion to its exponential."""
    return -0.5 * points_left(s, p)
