"""Learning: small networks on the CPU that get better, the same after a kill, and play the same without JAX."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

pytest.importorskip("optax", reason="optax is in requirements/test.txt: make .venv/ready-test")

import tabiji
from tabiji.bots.network import read_network
from tabiji.bots.registry import bot_specs
from tabiji.cli import main
from tabiji.core.game_spec import game_names
from tabiji.envs import batch
from tabiji.lab.arena import Ladder, arena
from tabiji.learn import train
from tabiji.learn.checkpoint import write_network
from tabiji.learn.network import by_seat, forward, from_seat, init, shape_for
from tabiji.learn.ppo import advantages
from tabiji.learn.settings import settings_for, tables
from tabiji.learn.train import Length, Training

pytestmark = [pytest.mark.compiled, pytest.mark.timeout(300)]  # where nothing is compiled yet

SMALL = {"games": 16, "steps": 8, "minibatch": 64, "width": 16}
# As many as are played at once: what decides in them is compiled once. The shortest games, in all small trainings.
TESTS = SMALL["games"]
GAME, PLAYERS = "tsuro_seas", "2-3"


def test_a_network_learns_to_beat_random(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a minute at most: Tokaido for two, and the arena says how good the written network is."""
    monkeypatch.setattr(train, "PARTS", 2)  # to measure it a dozen times takes longer than to train it
    settings = settings_for("tokaido", "cpu", games=128, minibatch=512, width=64)
    training = Training("tokaido", tables("tokaido", "2", variants=False), settings, Length(updates=25), tests=32)
    for _ in training.run():
        pass
    first, last = training.history[0], training.history[-1]
    assert last["entropy"] < first["entropy"]
    assert last["points"] > first["points"] + 5
    path = tmp_path / "net.npz"
    training.write(path)
    entered = bot_specs(f"network:{path},random")
    ladder = Ladder(entered)
    for result in arena(tabiji.game("tokaido", players=2), entered, 100, 0, 1):
        ladder.add(result)
    shares = {row[0]: row[2] for row in ladder.table().rows}
    assert shares["random"] < 0.15


def small_training(updates: int, **changed: Any) -> Training:
    settings = settings_for(GAME, "cpu", **{**SMALL, **changed})
    return Training(GAME, tables(GAME, PLAYERS), settings, Length(updates=updates), tests=TESTS)


def test_a_resumed_training_ends_like_an_uninterrupted_one(tmp_path: Path) -> None:
    whole = small_training(3, pool=0.5)
    running = whole.run()
    next(running)
    next(running)
    whole.checkpoint(tmp_path / "half.npz")
    for _ in running:
        pass
    resumed = small_training(3, pool=0.5)
    resumed.resume(tmp_path / "half.npz")
    assert (resumed.updates, len(resumed.versions)) == (2, 2)
    for _ in resumed.run():
        pass
    for one, other in zip(jax.tree.leaves(whole.learner.params), jax.tree.leaves(resumed.learner.params), strict=True):
        assert np.asarray(one).tobytes() == np.asarray(other).tobytes()
    untimed = [[{**row, "seconds": 0} for row in training.history] for training in (whole, resumed)]
    assert untimed[0] == untimed[1]
    with pytest.raises(tabiji.OptionError, match="another settings"):
        small_training(3, seed=1).resume(tmp_path / "half.npz")
    with pytest.raises(tabiji.OptionError, match="there is no file"):
        resumed.resume(tmp_path / "none.npz")


@pytest.mark.parametrize("name", game_names())
def test_play_without_jax_is_the_same(name: str, tmp_path: Path) -> None:
    """The compiled forward pass and JAX agree within rounding, in positions of all tables."""
    env = batch.make(tables(name), batch=32, seed=5, skip_forced=True)
    for _ in range(12):
        env.step(env.random_actions())
    shape = shape_for(env.layout, env.num_actions, env.max_seats, 32)
    params = jax.tree.map(
        lambda leaf: jnp.asarray(leaf, jnp.float16).astype(jnp.float32),
        {layer: {"w": p["w"] * 3, "b": p["b"] + 0.1} for layer, p in init(jax.random.key(0), shape).items()},
    )
    write_network(tmp_path / "net.npz", params, {"game": name, "layout": env.layout.version})
    network = read_network(tmp_path / "net.npz")
    players = jnp.asarray(env.players, jnp.int32)
    out = jax.device_get(forward(params, shape, env.layout.scales(), env.observations, env.masks, players, jnp.float32))
    for i in range(env.batch):
        actions = env.legal_actions(i)
        thought = network.think(env.observations[i], actions, int(players[i]))
        np.testing.assert_allclose(thought.logits, out.logits[i][actions], rtol=1e-3, atol=1e-4)
        np.testing.assert_allclose(thought.shares, np.exp(out.win[i][: players[i]]), rtol=1e-3, atol=1e-4)
        np.testing.assert_allclose(thought.margins / 20, out.margin[i][: players[i]], rtol=1e-3, atol=1e-4)
    assert len({float(out.logits[i].max()) for i in range(env.batch)}) > 8


def test_advantages_run_along_the_decisions_of_a_table() -> None:
    """Two seats, three decisions, the game ends with the second: what comes after it is another game."""
    rewards = jnp.array([[[0.0, 0.0]], [[1.0, 0.0]], [[0.0, 0.0]]])
    values = jnp.array([[[0.5, 0.5]], [[0.6, 0.4]], [[0.5, 0.5]]])
    found = advantages(rewards, values, jnp.array([[0.7, 0.3]]), jnp.array([[0], [1], [0]]), 0.5)
    np.testing.assert_allclose(found[2, 0], [0.2, -0.2], atol=1e-6)
    np.testing.assert_allclose(found[1, 0], [0.4, -0.4], atol=1e-6)
    np.testing.assert_allclose(found[0, 0], [0.1 + 0.5 * 0.4, -0.1 - 0.5 * 0.4], atol=1e-6)


def test_seats_are_counted_from_the_own_one() -> None:
    values = jnp.array([[0.1, 0.2, 0.7, 9.0], [0.4, 0.6, 9.0, 9.0]])
    seats, players = jnp.array([2, 1]), jnp.array([3, 2])
    absolute = by_seat(values, seats, players)
    np.testing.assert_allclose(absolute, [[0.2, 0.7, 0.1, 0], [0.6, 0.4, 0, 0]])
    np.testing.assert_allclose(from_seat(absolute, seats, players), [[0.1, 0.2, 0.7, 0], [0.4, 0.6, 0, 0]])


def test_tables_of_a_training() -> None:
    every = tables("tokaido")
    assert {table.players for table in every} == {2, 3, 4, 5}
    assert {table.options["gastronomy"] for table in every} == {False, True}
    assert len({repr(table) for table in tables("tokaido_duo")}) > 20  # boards, too
    assert [repr(table) for table in tables("tokaido", "4", {"gastronomy": "on"}, variants=False)] == [
        repr(tabiji.game("tokaido", players=4, gastronomy=True))
    ]
    assert all(table.options["gastronomy"] for table in tables("tokaido", options={"gastronomy": "on"}))
    oftener = tables("tokaido", "2,4-5,5", variants=False)
    assert [table.players for table in oftener] == [2, 4, 5, 5]
    for wrong in ("6", "4-2", "few", "1-3", "2,", "4,6"):
        with pytest.raises(tabiji.OptionError, match="cannot train tokaido"):
            tables("tokaido", wrong)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "net.npz"
    words = ["--updates", "3", "--tests", str(TESTS), "--players", PLAYERS, "--matches", "4", "--versions"]
    words += [word for name, size in SMALL.items() for word in (f"--{name}", str(size))]
    with pytest.raises(SystemExit) as stop:
        main(["train", GAME, "--out", str(out), *words])
    assert stop.value.code == 0
    assert "4 games" in capsys.readouterr().out
    names = {"net.npz", "net.checkpoint.npz", "net.html", "net-1.npz", "net-2.npz", "net-3.npz"}
    assert {path.name for path in tmp_path.iterdir()} == names
    about = read_network(out).about
    assert about["settings"]["seed"] == 0
    assert about["updates"] == 3
    assert (tmp_path / "net.html").read_text("utf-8").count("<svg") >= 3
    fresh = tmp_path / "fresh.npz"
    words[1] = "1"
    with pytest.raises(SystemExit) as stop:
        main(
            [
                "train",
                GAME,
                "--out",
                str(fresh),
                *words,
                "--against",
                str(out),
                "--start",
                str(out),
                "--no-report",
            ]
        )
    assert stop.value.code == 0
    about = read_network(fresh).about
    assert about["settings"]["against"] == str(out)
    assert about["settings"]["pool"] == 1
    assert about["settings"]["rate"] == [3e-4, 2e-5]
    learned, begun = read_network(fresh).weights, read_network(out).weights
    assert 0 < np.abs(learned - begun).max() < 0.01  # it went on from there: one update is a small step
    assert 0 <= about["history"][-1]["target"] <= 3
    for wrong, says in ((("--out", "net.txt"), "must end in .npz"), (("--device", "tpu"), "no device 'tpu'")):
        with pytest.raises(SystemExit) as stop:
            main(["train", GAME, *wrong])
        assert stop.value.code == 2
        assert says in capsys.readouterr().err
