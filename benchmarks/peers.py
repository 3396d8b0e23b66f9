"""Other engines, driven the way their users drive them from Python. Each is imported when it is measured."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter, process_time
from typing import Any

_clock = [perf_counter]


def clock() -> float:
    """The time that rates are measured by: the wall's, or that of the processor after `busy`."""
    return _clock[0]()


def busy() -> None:
    """Measure the time of processors instead of the wall's: on a machine with other work, rates of one core."""
    _clock[0] = process_time


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
    import pyspiel

    table = pyspiel.load_game(game)

    def measure() -> float:
        rng = random.Random(0)
        decisions = 0
        start = clock()
        while clock() - start < seconds:
            state = table.new_initial_state()
            while not state.is_terminal():
                decisions += _play_on(state, rng)
        return decisions / (clock() - start)

    return Peer(f"OpenSpiel {game}", measure)


def openspiel_search(game: str = "hearts", simulations: int = 2000, rounds: int = 5) -> Peer:
    """Simulations a second of OpenSpiel's information-set tree search (C++) in the middle of a game."""
    import pyspiel

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
            start = clock()
            bot.step(state)
            best = max(best, simulations / (clock() - start))
        return best

    return Peer(f"OpenSpiel ISMCTS on {game}", measure)


# --- environments -----------------------------------------------------------------------------------------------------
def _repeat(name: str, play: Callable[[random.Random], int], seconds: float) -> Peer:
    """A peer that plays whole games; `play` says how many decisions one took."""

    def measure() -> float:
        rng = random.Random(0)
        play(rng)
        decisions = 0
        start = clock()
        while clock() - start < seconds:
            decisions += play(rng)
        return decisions / (clock() - start)

    return Peer(name, measure)


def pettingzoo(module: str = "connect_four_v3", seconds: float = 3.0) -> Peer:
    """Random legal play of a PettingZoo classic, masks and observations included."""
    from importlib import import_module

    env = import_module(f"pettingzoo.classic.{module}").env()

    def play(rng: random.Random) -> int:
        env.reset(seed=rng.randrange(2**31))
        decisions = 0
        for _ in env.agent_iter():
            observation, _, ended, cut, info = env.last()
            if ended or cut:
                env.step(None)
                continue
            mask = observation["action_mask"] if isinstance(observation, dict) else info["action_mask"]
            env.step(rng.choice(mask.nonzero()[0].tolist()))
            decisions += 1
        return decisions

    return _repeat(f"PettingZoo {module}", play, seconds)


def rlcard(game: str = "uno", seconds: float = 3.0) -> Peer:
    """Random legal play of an RLCard game, observations included."""
    import rlcard as library

    env = library.make(game, config={"seed": 0})

    def play(rng: random.Random) -> int:
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            decisions += 1
        return decisions

    return _repeat(f"RLCard {game}", play, seconds)


def catanatron(players: int = 4, seconds: float = 3.0) -> Peer:
    """Random legal play of Catan."""
    from catanatron import Color, Game, RandomPlayer

    def play(rng: random.Random) -> int:
        game = Game([RandomPlayer(color) for color in list(Color)[:players]], seed=rng.randrange(2**31))
        game.play()
        return len(game.state.actions)

    return _repeat(f"Catanatron, {players} players", play, seconds)


def pgx(game: str, batch: int = 4096, steps: int = 200) -> Peer:
    """Random legal play of a batch of Pgx games with observations, compiled by JAX; finished games begin anew."""
    import jax
    import jax.numpy as jnp
    import pgx as library
    from pgx.experimental.wrappers import auto_reset

    env = library.make(game)
    step = auto_reset(env.step, env.init)

    @jax.jit
    def play(states: Any, key: Any) -> Any:
        def one(carry: Any, key: Any) -> Any:
            choose, roll = jax.random.split(key)
            logits = jnp.where(carry.legal_action_mask, 0.0, -jnp.inf)
            actions = jax.random.categorical(choose, logits, axis=1)
            return jax.vmap(step)(carry, actions, jax.random.split(roll, batch)), None

        return jax.lax.scan(one, states, jax.random.split(key, steps))[0]

    def measure() -> float:
        states = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), batch))
        states = jax.block_until_ready(play(states, jax.random.PRNGKey(1)))
        start = clock()
        jax.block_until_ready(play(states, jax.random.PRNGKey(2)))
        return batch * steps / (clock() - start)

    return Peer(f"Pgx {game}", measure)


ENVIRONMENTS: dict[str, Callable[[], Peer]] = {
    "crazy_eights": lambda: openspiel("crazy_eights(players=4)"),
    "backgammon": lambda: openspiel("backgammon"),
    "hearts": lambda: openspiel("hearts"),
    "pettingzoo": pettingzoo,
    "rlcard": rlcard,
    "pgx_backgammon": lambda: pgx("backgammon"),
    "pgx_mahjong": lambda: pgx("sparrow_mahjong"),
    "catanatron": catanatron,
}
