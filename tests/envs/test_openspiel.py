"""The games in OpenSpiel pass its own tests, and its algorithms play them."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import ismcts, mcts, outcome_sampling_mccfr
from open_spiel.python.algorithms.tabular_qlearner import QLearner
from open_spiel.python.observation import make_observation

import tabiji.envs.openspiel
from tabiji.core.game_spec import game_names, game_spec

pytestmark = pytest.mark.compiled
EVERY = pytest.mark.parametrize("name", game_names())


def load(name: str, deals: int = 16, **parameters: Any) -> Any:
    return pyspiel.load_game(f"tabiji_{name}", {"deals": deals, **parameters})


def after(game: Any, moves: int, seed: int = 1) -> Any:
    """A state after some random moves."""
    state, rng = game.new_initial_state(), Random(seed)
    state.apply_action(seed)
    for _ in range(moves):
        state.apply_action(rng.choice(state.legal_actions()))
    return state


@EVERY
def test_random_simulations(name: str) -> None:
    pyspiel.random_sim_test(load(name), num_sims=1, serialize=True, verbose=False)


@EVERY
def test_resampling_keeps_the_information_state(name: str) -> None:
    game = load(name, players=2)
    perfect = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    present = make_observation(game)
    rng, others = Random(5), 0
    for moves in (0, 3, 10):
        state = after(game, moves)
        player = state.current_player()
        copy = state.resample_from_infostate(player, rng.random)
        others += copy.position.match.state.tobytes() != state.position.match.state.tobytes()
        assert copy.information_state_string(player) == state.information_state_string(player)
        assert copy.legal_actions() == state.legal_actions()
        for observer in (perfect, present):
            assert observer.string_from(copy, player) == observer.string_from(state, player)
            observer.set_from(state, player)
            seen = observer.tensor.copy()
            observer.set_from(copy, player)
            assert np.array_equal(seen, observer.tensor)
        state.apply_action(state.legal_actions()[0])
        copy.apply_action(copy.legal_actions()[0])
    assert others  # chance is dealt anew


@EVERY
def test_information_states_remember(name: str) -> None:
    """Another past is another information state, also where the same is seen; a clone has its own."""
    game = load(name, players=2)
    state = after(game, 4)
    clone = state.clone()
    assert clone.information_state_string(0) == state.information_state_string(0)
    clone.apply_action(clone.legal_actions()[0])
    assert clone.information_state_string(0) != state.information_state_string(0)
    assert str(state) == str(after(game, 4))


@pytest.mark.parametrize("name", ["tokaido", "tsuro_seas"])
def test_search_bots_play(name: str) -> None:
    game = load(name, players=2)
    rng = np.random.RandomState(3)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    bots = [
        ismcts.ISMCTSBot(game, evaluator, uct_c=1.4, max_simulations=4, random_state=rng),
        mcts.MCTSBot(game, 1.4, 4, evaluator, random_state=rng),
    ]
    state = after(game, 0 if name == "tokaido" else 6)
    for _ in range(6):
        if state.is_terminal():
            break
        state.apply_action(bots[state.current_player()].step(state))


def test_algorithms_learn_on_it() -> None:
    """Outcome sampling and Q-learning, on a single deal: what they meet again they remember."""
    game = load("tsuro_seas", deals=1, players=2, no_daikaiju=True)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(2):
        solver.iteration()
    state = after(game, 0, 0)
    policy = solver.average_policy().action_probabilities(state)
    assert sum(policy.values()) == pytest.approx(1)
    env = rl_environment.Environment(game)
    agents = [QLearner(player, game.num_distinct_actions()) for player in range(2)]
    for _ in range(3):
        step = env.reset()
        while not step.last():
            player = step.observations["current_player"]
            step = env.step([agents[player].step(step).action])
        for agent in agents:
            agent.step(step)
    assert sum(step.rewards) == pytest.approx(1)


def test_parameters() -> None:
    game = pyspiel.load_game("tabiji_tokaido(players=3,gastronomy=true)")
    assert game.num_players() == 3
    assert game.game.options["gastronomy"] is True
    assert game.num_distinct_actions() == game_spec("tokaido").state.ACTIONS
    tabiji.envs.openspiel.register()  # again
    with pytest.raises(Exception, match="2 to 5"):
        load("tokaido", players=9)
