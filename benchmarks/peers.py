"""Other engines, driven the way their users drive them from Python."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass

import pyspiel


@dataclass(frozen=True)
class Peer:
    """Another engine's game: one round of random legal play, decisions of players only (chance not counted)."""

    name: str
    decisions_per_second: Callable[[], float]


def openspiel(game: str, seconds: float = 3.0) -> Peer:
    """Random legal play of an OpenSpiel game through pyspiel."""
    table = pyspiel.load_game(game)

    def measure() -> float:
        luck = random.Random(0)
        decisions = 0
        start = time.perf_counter()
        while time.perf_counter() - start < seconds:
            state = table.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(luck.choices(outcomes, weights)[0])
                else:
                    state.apply_action(luck.choice(state.legal_actions()))
                    decisions += 1
        return decisions / (time.perf_counter() - start)

    return Peer(f"OpenSpiel {game}", measure)
