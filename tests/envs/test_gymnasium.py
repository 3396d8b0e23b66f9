"""One seat against bots as Gymnasium environments."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import tabiji.envs.gymnasium
from tabiji.core.errors import IllegalMove, OptionError, TabijiError
from tabiji.envs import batch
from tabiji.envs.gymnasium import IDS
from tabiji.envs.opponents import Greedy

pytestmark = pytest.mark.compiled
EVERY = pytest.mark.parametrize("name", IDS)


def make(name: str, **arguments: Any) -> gymnasium.Env[Any, Any]:
    return gymnasium.make(name, disable_env_checker=True, **arguments)


@EVERY
def test_gymnasium_accepts_it(name: str) -> None:
    """It plays actions that it drew in another position: so they must not be refused."""
    check_env(make(name, bots="random", illegal="random").unwrapped)


@EVERY
def test_a_whole_game(name: str) -> None:
    env = make(name, bots="random", seat="random")
    for seed in range(3):
        observation, info = env.reset(seed=seed)
        env.action_space.seed(seed)
        over = False
        while not over:
            assert observation in env.observation_space
            assert info["action_mask"].any()
            observation, reward, over, truncated, info = env.step(env.action_space.sample())
            assert not truncated
        assert not info["action_mask"].any()
        match = env.unwrapped.match  # type: ignore[attr-defined]
        seat, winners = info["seat"], match.winners
        assert reward == (1 / len(winners) if seat in winners else 0)
        with pytest.raises(IllegalMove, match="call reset"):
            env.unwrapped.step(0)


def test_bots_play_the_other_seats() -> None:
    env = make("tabiji/Tokaido-v0", players=2, bots="hasty", seat=1)
    _, info = env.reset(seed=4)
    assert info["seat"] == 1
    before = env.unwrapped.match.state.tobytes()  # type: ignore[attr-defined]
    with pytest.raises(IllegalMove, match="nothing was played"):
        env.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))
    assert env.unwrapped.match.state.tobytes() == before  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"players": 7}, "2 to 5"),
        ({"seat": 4}, "no seat 4"),
        ({"bots": "genius"}, "unknown bot"),
        ({"bots": "greedy,greedy"}, "3"),
        ({"reward": "fame"}, "unknown reward"),
        ({"illegal": "ignore"}, "unknown illegal"),
        ({"render_mode": "film"}, "unknown render_mode"),
    ],
)
def test_bad_arguments(arguments: dict[str, Any], says: str) -> None:
    with pytest.raises(OptionError, match=says):
        tabiji.envs.gymnasium.SeatEnv("tokaido", **arguments)


def vector(name: str, number: int, **arguments: Any) -> Any:
    return gymnasium.make_vec(name, number, "vector_entry_point", **arguments)


@EVERY
def test_vector(name: str) -> None:
    envs = vector(name, 16, bots="random", seat="random", threads=1)
    observations, info = envs.reset(seed=3)
    rng = np.random.default_rng(1)
    games, rewards, over = 0, 0.0, np.zeros(16, bool)
    while games < 32:
        assert observations in envs.observation_space
        mask = info["action_mask"]
        assert np.array_equal(mask.any(axis=1), ~over)
        actions = np.array([rng.choice(np.flatnonzero(row)) if row.any() else 0 for row in mask])
        observations, reward, over, truncated, info = envs.step(actions)
        assert not truncated.any()
        games += int(over.sum())
        rewards += reward.sum()
        assert not reward[~over].any()
    assert 0 < rewards < games
    envs.close()


def test_vector_refuses_illegal_actions() -> None:
    envs = vector("tabiji/Tokaido-v0", 4, bots=lambda observations, masks: masks.argmax(axis=1), threads=1)
    _, info = envs.reset(seed=3)
    before = envs.unwrapped.batch.states.tobytes()
    actions = info["action_mask"].argmax(axis=1)
    for wrong in (-1, 10_000, int(np.flatnonzero(info["action_mask"][2] == 0)[0])):
        actions[2] = wrong
        with pytest.raises(IllegalMove, match="of game 2"):
            envs.step(actions)
    for shape in ([0], np.zeros((4, 1), int), np.zeros(4)):
        with pytest.raises(TabijiError):
            envs.step(shape)
    assert envs.unwrapped.batch.states.tobytes() == before
    with pytest.raises(OptionError, match="unknown opponent"):
        vector("tabiji/Tokaido-v0", 4, bots="genius")


def test_greedy_opponents_win() -> None:
    """Seat 0 plays at random against the compiled greedy bot of the batch, and against random bots."""
    wins = {}
    for bots in ("random", "greedy"):
        envs = vector("tabiji/Tokaido-v0", 64, players=2, bots=bots, threads=2)
        _, info = envs.reset(seed=3)
        rewards, over = np.zeros(64), np.zeros(64, bool)
        rng = np.random.default_rng(1)
        while not over.all():  # the first game of each
            noise = rng.random(info["action_mask"].shape) * info["action_mask"]
            _, reward, ended, _, info = envs.step(noise.argmax(axis=1))
            rewards += reward * ~over
            over |= ended
        wins[bots] = rewards.sum()
        envs.close()
    assert wins["greedy"] < 10 < 20 < wins["random"]


def test_greedy_of_a_batch_chooses_legal_actions() -> None:
    env = batch.make("tokaido", players=2, batch=8, threads=1)
    bot = Greedy(env, threads=1)
    for _ in range(120):  # a game of two has fewer decisions
        env.step(bot(np.ones(8, bool)))  # checked by the batch
    assert env.episodes.sum() > 0
