"""Chosen cards, for tests and puzzles: `game.new(seed=7, stack={"cards": [5, 1]})` by seat."""

from __future__ import annotations

from typing import Any

from first_to_ten.state import CARDS

from tabiji.core.errors import OptionError, unknown


def stack(state: Any, wish: dict[str, Any]) -> None:
    """Deal a match that has not begun anew; OptionError if that is not possible."""
    for key in wish:
        if key != "cards":
            raise unknown("stack key", key, ("cards",))
    wanted = wish["cards"]
    rest = CARDS.tolist()
    if not isinstance(wanted, list) or len(wanted) != state["players"]:
        raise OptionError(f"stack['cards'] takes a list with a card for each of {state['players']} seats")
    for card in wanted:
        if type(card) is not int or card not in rest:
            raise OptionError(f"stack['cards'] takes different cards from {CARDS.tolist()}, not {card!r}")
        rest.remove(card)
    drawn = len(wanted)
    state["card"][:drawn] = wanted
    state["deck"]["cards"][drawn:] = rest
