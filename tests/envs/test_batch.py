"""Batches: every game of them is a match that can be played again alone, and bad input plays nothing."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
import pytest

import tabiji
from tabiji.core.errors import ActionError
from tabiji.core.game_spec import game_names
from tabiji.envs import batch
from tabiji.envs.observation import legal_mask, observe

from tests.envs.test_observation import configurations
from tests.seeds import SEED

GAMES = pytest.mark.parametrize("name", game_names())
pytestmark = pytest.mark.compiled


@GAMES
def test_each_game_is_a_match_that_replays_alone(name: str) -> None:
    """All player counts and options in one batch."""
    games = configurations(name)
    env = batch.make(games, batch=2 * len(games), seed=SEED, history=True)
    finished: dict[int, tuple[Any, Any]] = {}
    for _ in range(100):
        env.step(env.random_actions())
        finished |= {int(i): (env.rewards[i].copy(), env.margins[i].copy()) for i in np.flatnonzero(env.dones)}
    for i in range(env.batch):
        match = env.match(i)
        assert match.game.players == games[i % len(games)].players == env.players[i]
        assert match.state.tobytes() == env.states[i].tobytes()
        assert match.seat == env.seats[i]
        assert len(match.moves) == env.lengths[i]
        assert (observe(match, match.seat) == env.observations[i]).all()
        assert (legal_mask(match) == env.masks[i]).all()
        assert match.legal_actions() == env.legal_actions(i)
    assert name == "tokaido_duo" or len(finished) > env.batch // 2
    for i, (rewards, margins) in list(finished.items())[:20]:
        match = env.match(i, finished=True)
        assert tabiji.replay(match.record()).winners == match.winners
        shares = [(seat in match.winners) / len(match.winners) for seat in range(match.game.players)]
        assert np.allclose(rewards[: len(shares)], shares)
        assert not rewards[len(shares) :].any()
        assert list(env.scores[i][: len(shares)]) == match.scores
        assert np.allclose(margins[: len(shares)], np.array(match.scores) - np.mean(match.scores))


@GAMES
def test_a_game_does_not_depend_on_the_others(name: str) -> None:
    """Nor on the threads; the next episode's seed is a batch farther."""
    many = batch.make(name, batch=300, seed=7, threads=2)
    one = batch.make(name, batch=1, seed=7 + 17)
    alike = 0
    while many.episodes[17] == one.episodes[0] == 0 and alike < 200:
        assert many.states[17].tobytes() == one.states[0].tobytes()
        assert (many.observations[17] == one.observations[0]).all()
        actions = many.random_actions()
        one.step(actions[17:18])
        many.step(actions)
        alike += 1
    if many.episodes[17]:
        assert many.seeds[17] == 7 + 17 + 300
        assert one.seeds[0] == 7 + 17 + 1
    many.close()


def test_reset_begins_anew() -> None:
    env = batch.make("tsuro_seas", players=3, batch=5, seed=2**64 - 2)
    assert list(env.seeds) == [2**64 - 2, 2**64 - 1, 0, 1, 2]
    first = env.states.tobytes()
    for _ in range(30):
        env.step(env.random_actions())
    assert env.states.tobytes() != first
    env.reset()
    assert env.states.tobytes() == first
    assert not env.dones.any()
    assert env.episodes.sum() == 0
    env.reset(seed=3)
    assert list(env.seeds) == [3, 4, 5, 6, 7]


def test_without_auto_reset_a_finished_game_stays() -> None:
    env = batch.make("tsuro_seas", players=2, batch=4, seed=1, auto_reset=False, history=True)
    while (env.seats >= 0).all():
        env.step(env.random_actions())
    over = env.seats < 0
    i = int(np.flatnonzero(over)[0])
    assert env.dones[i]
    assert env.rewards[i].sum() == 1
    assert not env.masks[i].any()
    assert env.match(i).over
    record = env.states[i].tobytes()
    env.step(env.random_actions())
    assert env.states[i].tobytes() == record
    assert not env.dones[i]
    assert not env.rewards[i].any()
    records = env.states.view(np.uint8).reshape(4, -1)  # a copy of a record need not copy its padding
    others = records[~over].tobytes()
    env.reset_games(over)
    assert env.seeds[i] == 1 + i + 4
    assert env.seats[i] >= 0
    assert records[~over].tobytes() == others
    assert env.match(i).moves == []
    assert env.match(i, finished=True).over


@GAMES
def test_forced_moves_are_played_inside(name: str) -> None:
    games = configurations(name)
    env = batch.make(games, batch=len(games), seed=SEED, skip_forced=True, history=True)
    skipped = 0
    for step in range(1, 60):
        env.step(env.random_actions())
        assert (env.masks.sum(axis=1) > 1).all()
        skipped = max(skipped, int(env.lengths.max()) - step)
    for i in range(0, env.batch, 5):
        assert env.match(i).state.tobytes() == env.states[i].tobytes()
    assert skipped > 0


def test_arrays_are_shared() -> None:
    env = batch.make("tokaido", players=4, batch=8, seed=1)
    shared = np.from_dlpack(env.observations)
    assert np.shares_memory(shared, env.observations)
    arrays = [id(array) for array in env.step(env.random_actions())]
    assert arrays == [id(array) for array in env.step(env.random_actions())]
    assert (shared == env.observations).all()


def test_what_is_not_asked_for_is_not_written() -> None:
    env = batch.make("tokaido", players=2, batch=3, observations=False, masks=False)
    env.step(env.random_actions())
    assert env.observations.shape == (3, 0)
    assert env.masks.shape == (3, 0)


# --- bad input --------------------------------------------------------------------------------------------------------
def test_an_illegal_action_plays_nothing() -> None:
    env = batch.make("tokaido", players=4, batch=300, seed=1)
    for bad in (-1, -2, 99, 30_000, 2**33, -(2**40)):
        actions = env.random_actions().astype(np.int64)
        before = env.states.tobytes()
        actions[217] = bad
        with pytest.raises(tabiji.IllegalMove, match=rf"^action {bad} of game 217 cannot .* nothing was played$"):
            env.step(actions)
        assert env.states.tobytes() == before


class OnGpu:
    __cuda_array_interface__: ClassVar[dict[str, Any]] = {}


@pytest.mark.parametrize(
    ("actions", "said"),
    [
        (np.zeros(3, np.int64), r"needs 4 actions in one row, not an array of \(3,\)"),
        (np.zeros((4, 1), np.int64), r"not an array of \(4, 1\)"),
        (7, r"not an array of \(\)"),
        (np.zeros(4), "whole numbers, not float64"),
        (np.zeros(4, bool), "whole numbers, not bool"),
        ([[1], [2, 3], 4, 5], "cannot be read"),
        (OnGpu(), "on a GPU, but this batch is on the CPU"),
    ],
)
def test_actions_of_another_shape_kind_or_device_are_refused(actions: Any, said: str) -> None:
    env = batch.make("tokaido", players=4, batch=4)
    before = env.states.tobytes()
    with pytest.raises(ActionError, match=said):
        env.step(actions)
    assert env.states.tobytes() == before


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"game": "tokiado"}, "unknown game 'tokiado': did you mean tokaido"),
        ({"players": 9}, "played by 2 to 5, not by 9"),
        ({"gastronmy": True}, "unknown option 'gastronmy': did you mean gastronomy"),
        ({"device": "gpu"}, "unknown device 'gpu': .*valid: cpu, cuda"),
        ({"batch": 0}, "at least 1 game, not 0"),
        ({"batch": 2.5}, "at least 1 game, not 2.5"),
        ({"seed": -1}, "a seed is a whole number"),
        ({"threads": 0}, "at least 1 thread"),
        ({"game": []}, "needs the name of a game"),
        ({"game": [tabiji.game("tokaido"), tabiji.game("tsuro_seas")]}, "of one kind.*not tokaido, tsuro_seas"),
        ({"game": tabiji.game("tokaido"), "players": 4}, "games that are given have their own"),
    ],
)
def test_there_is_no_such_batch(asked: dict[str, Any], said: str) -> None:
    words = {"batch": 2, **asked}
    with pytest.raises(tabiji.OptionError, match=said) as refused:
        batch.make(words.pop("game", "tokaido"), **words)
    assert "\n" not in str(refused.value)


def test_without_a_gpu_it_says_so() -> None:
    cuda: Any = pytest.importorskip("numba.cuda")
    if cuda.is_available():
        pytest.skip("there is a GPU")
    with pytest.raises(tabiji.OptionError, match=r'^no GPU was found: device="cuda" needs .*tabiji\[cuda\]"$'):
        batch.make("tokaido", batch=2, device="cuda")


def test_a_history_must_be_asked_for() -> None:
    env = batch.make("tokaido", batch=2)
    with pytest.raises(tabiji.OptionError, match="history=True"):
        env.match(0)
    env = batch.make("tokaido", batch=2, history=True)
    with pytest.raises(tabiji.OptionError, match="not finished an episode"):
        env.match(0, finished=True)
