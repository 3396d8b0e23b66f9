"""Observations of one match: what a seat knows as a vector, and the mask of legal actions."""

from __future__ import annotations

from typing import Any

import numpy as np

from tabiji.core import dispatch
from tabiji.core.errors import OptionError
from tabiji.core.game_spec import GameSpec, game_spec
from tabiji.core.match import Match
from tabiji.core.observation import Layout


def layout_of(spec: GameSpec) -> Layout:
    """The layout of a game's observations; an OptionError if it has none."""
    if spec.observe is None:
        raise OptionError(f"{spec.title} has no observations: its package has no module observe")
    return spec.observe.LAYOUT


def layout(game: str) -> Layout:
    """The layout of a game's observations, by the name of the game."""
    return layout_of(game_spec(game))


def observe(match: Match, seat: int) -> Any:
    """What a seat may know of a match, as a vector of bytes; equal for matches that look alike to the seat."""
    match.check_seat(seat)
    return observe_rows(match.rows, seat, layout_of(match.game.spec).size)


def observe_rows(rows: Any, seat: int, size: int) -> Any:
    """What a seat may know of a record, given as entry points of the rules take it."""
    vector = np.zeros(size, np.uint8)
    dispatch.call_observe(rows, seat, vector if isinstance(rows, np.ndarray) else vector.data)
    return vector


def legal_mask(match: Match) -> Any:
    """The legal actions of the deciding seat: 1 for each of them, 0 for the others."""
    mask = np.zeros(match.game.spec.state.ACTIONS, np.int8)
    mask[match.legal_actions()] = 1
    return mask
