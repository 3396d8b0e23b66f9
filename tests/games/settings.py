"""Every game at every table: player counts and options for tests that hold for all games."""

from __future__ import annotations

import random
from typing import Any

import tabiji
from tabiji.core.game_spec import game_spec
from tabiji.core.match import Game, Match


def option_sets(name: str) -> list[dict[str, Any]]:
    """The defaults, each other choice alone, and the last choice of everything."""
    options = game_spec(name).options
    singles = [{option.name: choice} for option in options for choice in option.choices[1:]]
    return [{}, *singles, {option.name: option.choices[-1] for option in options}]


def tables() -> list[Game]:
    """All player counts with all option sets of all games."""
    return [
        tabiji.game(name, players=players, **options)
        for name in tabiji.games()
        for players in game_spec(name).players
        for options in option_sets(name)
    ]


def small_tables() -> list[Game]:
    """One table for each player count, options in turn."""
    return [
        tabiji.game(name, players=players, **sets[i % len(sets)])
        for name in tabiji.games()
        for sets in [option_sets(name)]
        for i, players in enumerate(game_spec(name).players * 2)
    ]


def random_match(game: Game, seed: int, decisions: int | None = None) -> Match:
    """A match after some random decisions, or at its end."""
    rng = random.Random(seed)
    match = game.new(seed)
    while not match.over and (decisions is None or len(match.moves) < decisions):
        match.act(rng.choice(match.legal_actions()))
    return match
