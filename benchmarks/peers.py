"""Other engines, driven the way their users drive them from Python."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pyspiel


@dataclass(frozen=True)
class Peer:
    """Another engine's game: a round of what is measured, as a rate a second (decisions of players, or simulations)."""

    name: str
    rate: Callable[[], float]


def _play_on(state: Any, rng: random.Random) -> bool:
    """One random event: chance, or a decision of a player, which is what the answer says."""
    if state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, weights)[0])
        return False
    state.apply_action(rng.choice(state.legal_actions()))
    return True


def openspiel(game: str, seconds: float = 3.0) -> Peer:
    """Random legal play of an OpenSpiel game through pyspiel."""
    table = pyspiel.load_game(game)

    def measure() -> float:
        rng = random.Random(0)
        decisions = 0
        start = time.perf_counter()
        while time.perf_counter() - start < seconds:
            state = table.new_initial_state()
            while not state.is_terminal():
                decisions += _play_on(state, rng)
        return decisions / (time.perf_counter() - start)

    return Peer(f"OpenSpiel {game}", measure)


def openspiel_search(game: str = "hearts", simulations: int = 2000, rounds: int = 5) -> Peer:
    """Simulations a second of OpenSpiel's information-set tree search (C++) in the middle of a game."""
    table = pyspiel.load_game(game)

    def measure() -> float:
        rng = random.Random(0)
        best = 0.0
        for seed in range(rounds):
            state = table.new_initial_state()
            decisions = 0
            while decisions < 24 or state.is_chance_node():
                decisions += _play_on(state, rng)
            evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
            most_visited = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
            bot = pyspiel.ISMCTSBot(seed, evaluator, 2.0, simulations, -1, most_visited, False, True)
            start = time.perf_counter()
            bot.step(state)
            best = max(best, simulations / (time.perf_counter() - start))
        return best

    return Peer(f"OpenSpiel ISMCTS on {game}", measure)
