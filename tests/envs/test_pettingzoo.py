"""The PettingZoo environments pass PettingZoo's own tests."""

from __future__ import annotations

import pickle
from importlib import import_module
from itertools import count
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, render_test, seed_test
from pettingzoo.utils.conversions import parallel_to_aec

from tabiji.core.errors import IllegalMove, OptionError
from tabiji.envs.observation import layout, legal_mask, observe
from tabiji.envs.pettingzoo import tokaido_duo_v0, tokaido_v0, tsuro_seas_v0

MODULES = (tokaido_v0, tokaido_duo_v0, tsuro_seas_v0)
pytestmark = pytest.mark.compiled
EVERY = pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__.rpartition(".")[2])


@EVERY
@pytest.mark.filterwarnings("ignore::UserWarning")  # PettingZoo's notes on environments that are not its own
def test_pettingzoo_accepts_it(module: ModuleType) -> None:
    api_test(module.env(), num_cycles=100)
    seed_test(module.env, num_cycles=100)
    parallel_api_test(module.parallel_env(), num_cycles=100)
    render_test(module.env)


@EVERY
def test_pettingzoos_benchmark_runs(module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """It plays for five seconds of its clock: here a cycle takes a hundredth."""
    clock = count()
    benchmark = import_module("pettingzoo.test.performance_benchmark")
    monkeypatch.setattr(benchmark, "time", SimpleNamespace(time=lambda: next(clock) / 100))
    benchmark.performance_benchmark(module.env())
    assert next(clock) > 500


@EVERY
def test_max_cycles(module: ModuleType) -> None:
    """The test counts agents that act in turn: so it sees the parallel form, where all act at each step."""
    turns = SimpleNamespace(
        parallel_env=module.parallel_env, env=lambda **arguments: parallel_to_aec(module.parallel_env(**arguments))
    )
    max_cycles_test(turns)


def play(env: Any, seed: int) -> tuple[dict[str, float], list[str]]:
    """Random play to the end: the sum of each agent's rewards, and who left before the end."""
    env.reset(seed=seed)
    env.action_space("player_0").seed(seed)
    sums, left = dict.fromkeys(env.possible_agents, 0.0), []
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        assert observation in env.observation_space(agent)
        assert np.array_equal(info["action_mask"], observation["action_mask"])
        sums[agent] += reward
        if terminated or truncated:
            if not all(env.terminations.values()):
                left.append(agent)
            assert not observation["action_mask"].any()
            env.step(None)
            continue
        assert observation["action_mask"].any()
        env.step(int(np.random.default_rng(len(env.unwrapped.match.moves)).choice(np.flatnonzero(info["action_mask"]))))
    return sums, left


@EVERY
def test_rewards_are_shares_of_the_victory(module: ModuleType) -> None:
    env = module.env()
    sums, _ = play(env, 5)
    assert sum(sums.values()) == pytest.approx(1)
    winners = env.unwrapped.match.winners
    assert {agent for agent, won in sums.items() if won} == {f"player_{seat}" for seat in winners}
    again, _ = play(pickle.loads(pickle.dumps(env.unwrapped)), 5)
    assert again == sums


@pytest.mark.parametrize("module", MODULES[:2])
def test_margins(module: ModuleType) -> None:
    margins, _ = play(module.env(reward="margin"), 5)
    assert any(margins.values())
    assert sum(margins.values()) == pytest.approx(0, abs=1e-9)


def test_lost_ships_leave_the_game() -> None:
    sums, left = play(tsuro_seas_v0.env(players=8), 3)
    assert left
    assert all(sums[agent] == 0 for agent in left)


def test_arguments() -> None:
    env = tokaido_v0.env(players=2, gastronomy=True)
    env.reset(seed=1)
    assert env.possible_agents == ["player_0", "player_1"]
    assert env.observe("player_1")["observation"].shape == (layout("tokaido").size,)
    assert env.unwrapped.match.record()["options"]["gastronomy"] is True


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"players": 9}, "2 to 5"),
        ({"reward": "points"}, "unknown reward"),
        ({"render_mode": "hologram"}, "unknown render_mode"),
        ({"max_cycles": 0}, "at least 1"),
        ({"no_such_option": 1}, "no_such_option"),
    ],
)
def test_bad_arguments(arguments: dict[str, Any], says: str) -> None:
    with pytest.raises(OptionError, match=says):
        tokaido_v0.env(**arguments)


def test_tsuro_has_no_scores() -> None:
    with pytest.raises(OptionError, match="no scores"):
        tsuro_seas_v0.env(reward="margin")


@pytest.mark.parametrize("action", [-1, 10_000, 3.5, None, "north"])
def test_illegal_actions_play_nothing(action: Any) -> None:
    env = tokaido_v0.env()
    env.reset(seed=1)
    before = env.observe(env.agent_selection)["observation"].tobytes()
    with pytest.raises(IllegalMove, match="nothing was played"):
        env.step(action)
    mask = env.observe(env.agent_selection)["action_mask"]
    with pytest.raises(IllegalMove, match="cannot be played now"):
        env.step(int(np.flatnonzero(mask == 0)[0]))
    assert env.observe(env.agent_selection)["observation"].tobytes() == before
    assert not env.unwrapped.match.moves


@EVERY
def test_the_match_is_what_was_played(module: ModuleType) -> None:
    """Also if it is asked for in the middle, and again later."""
    env = module.env()
    env.reset(seed=11)
    for turn, agent in enumerate(env.agent_iter(40)):
        legal = np.flatnonzero(env.observe(agent)["action_mask"])
        env.step(int(legal[turn % len(legal)]) if len(legal) else None)
        if turn % 13 == 0 and env.agents:
            match = env.unwrapped.match
            assert match.seat == env.possible_agents.index(env.agent_selection)
            seen = env.observe(env.agent_selection)
            assert np.array_equal(seen["observation"], observe(match, match.seat))
            assert np.array_equal(seen["action_mask"], legal_mask(match))


def test_the_order_of_calls_is_checked() -> None:
    env = tokaido_v0.env()
    for early in (lambda: env.agent_selection, env.last, lambda: env.observe("player_0"), lambda: env.step(0)):
        with pytest.raises(AttributeError, match="reset"):
            early()
    with pytest.raises(AttributeError, match=r"no attribute 'agent'$"):
        env.agent  # noqa: B018
    env.reset(seed=1)
    with pytest.raises(AssertionError, match="step"):
        for _ in env.agent_iter():
            pass
