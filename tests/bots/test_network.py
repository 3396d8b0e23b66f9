"""Bots with a network: they see what their seat may see, and refuse files that are not for them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tabiji
from tabiji.bots import network, registry, rollout
from tabiji.bots.builtin import Candidate
from tabiji.bots.lookahead import Others, look_ahead, play_on
from tabiji.bots.network import NetworkBot, blank_network, read_network
from tabiji.bots.protocol import Budget, choose_move
from tabiji.bots.registry import bot_names, bot_spec
from tabiji.bots.rollout import RolloutBot, choose_by_rollouts
from tabiji.core.match import Game
from tabiji.envs.observation import observe

from tests.games.settings import random_match
from tests.rules.tokaido_table import put, start

GAMES = [tabiji.game("tokaido", players=3), tabiji.game("tokaido_duo"), tabiji.game("tsuro_seas", players=3)]
TABLES = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.spec.name)


def write_random_network(path: Path, name: str, **changed: Any) -> Path:
    """A network with random weights."""
    spec = tabiji.game(name).spec
    assert spec.observe is not None
    layout, seats, width = spec.observe.LAYOUT, max(spec.players), 16
    sizes = {"first": (layout.size, width), "second": (width, width), "third": (width, width)}
    sizes |= {"policy": (width, spec.state.ACTIONS), "win": (width, seats), "margin": (width, seats)}
    if name == "tsuro_seas":
        sizes |= {"feature": (layout["candidates"].shape[1], 8), "context": (width, 8), "score": (8, 1)}
    rng = np.random.default_rng(1)
    arrays = {}
    for layer, (inputs, outputs) in sizes.items():
        arrays[f"{layer}.w"] = rng.normal(0, 2 / inputs**0.5, (inputs, outputs)).astype(np.float16)
        arrays[f"{layer}.b"] = rng.normal(0, 0.1, outputs).astype(np.float16)
    about = {"game": name, "layout": layout.version, **changed}
    np.savez(path, about=np.array(json.dumps(about)), **arrays)
    return path


@TABLES
def test_hidden_things_change_no_choice(game: Game, tmp_path: Path) -> None:
    """States that differ only in what the seat cannot know, and the same seed: the same move, at any temperature."""
    path = write_random_network(tmp_path / "net.npz", game.spec.name)
    differed = set()
    for name in (f"network:{path}", f"network:{path}:1.5"):
        bot = bot_spec(name)
        chosen = set()
        for seed in range(3):
            for decisions in (4, 9, 14):
                match = random_match(game, seed, decisions)
                if match.over:
                    continue
                assert match.seat is not None
                other = match.determinize(match.seat, 99)
                differed.add(match.state.tobytes() != other.state.tobytes())
                for choice in range(3):
                    budget = Budget(seed=choice)
                    move = choose_move(bot.make(), match, budget)
                    assert move == choose_move(bot.make(), other, budget)
                    assert move in match.legal
                    chosen.add((seed, decisions, move))
        assert (len(chosen) <= 9) == (
            name == f"network:{path}"
        )  # the same for all seeds, unless there is a temperature
    assert True in differed


@TABLES
def test_a_thought_is_about_the_players_at_the_table(game: Game) -> None:
    match = random_match(game, 1, 5)
    thought = NetworkBot(blank_network(game.spec)).think(match.state)
    assert thought.actions == match.legal_actions()
    assert thought.shares.tolist() == pytest.approx([1 / game.players] * game.players)
    assert thought.margins.tolist() == [0] * game.players
    assert (thought.logits == 0).all()


def test_a_network_plays_its_own_game_only(tmp_path: Path) -> None:
    bot = bot_spec(f"network:{write_random_network(tmp_path / 'net.npz', 'tokaido')}")
    with pytest.raises(tabiji.OptionError, match="the network is for Tokaido, and cannot play Tokaido Duo"):
        choose_move(bot.make(), tabiji.game("tokaido_duo").new(1), bot.budget)


def test_other_files_are_refused(tmp_path: Path) -> None:
    path = write_random_network(tmp_path / "net.npz", "tokaido", layout=77)
    with pytest.raises(tabiji.OptionError, match="version 77 of the observations of Tokaido, this is version 1"):
        read_network(path)
    with pytest.raises(tabiji.OptionError, match="a network for 'chess'"):
        read_network(write_random_network(tmp_path / "chess.npz", "tokaido", game="chess"))
    with pytest.raises(tabiji.OptionError, match="there is no network"):
        bot_spec("network:nowhere.npz").make()
    (tmp_path / "text.npz").write_text("a letter")
    with pytest.raises(tabiji.OptionError, match="is not a network"):
        read_network(tmp_path / "text.npz")
    np.savez(tmp_path / "other.npz", numbers=np.zeros(3))
    with pytest.raises(tabiji.OptionError, match="is not a network"):
        read_network(tmp_path / "other.npz")
    for text in ("network", "network:"):
        with pytest.raises(tabiji.OptionError, match="write network:FILE"):
            bot_spec(text)


def test_a_shipped_network_is_the_master(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_random_network(tmp_path / "tokaido.npz", "tokaido")
    monkeypatch.setattr(network, "NETWORKS", tmp_path)
    registry._makers.cache_clear()
    try:
        assert "master" in bot_names()
        match = random_match(GAMES[0], 1, 9)
        best = choose_move(bot_spec(f"network:{tmp_path / 'tokaido.npz'}").make(), match, Budget())
        assert choose_move(bot_spec("master").make(), match, Budget()) == best
        assert choose_move(bot_spec("master:2").make(), match, Budget()) in match.legal
        with pytest.raises(tabiji.OptionError, match="cannot read the temperature"):
            bot_spec("master:hot")
        with pytest.raises(tabiji.OptionError, match="there is no network of Tokaido Duo"):
            choose_move(bot_spec("master:2").make(), tabiji.game("tokaido_duo").new(1), Budget())
        other = tabiji.game("tokaido_duo").new(1)
        searched = choose_move(bot_spec("search:800").make(), other, Budget(simulations=800, seed=5))
        assert choose_move(bot_spec("master").make(), other, Budget(seed=5)) == searched
    finally:
        registry._makers.cache_clear()


@TABLES
def test_networks_are_shipped(game: Game) -> None:
    path = network.NETWORKS / f"{game.spec.name}.npz"
    assert path.stat().st_size <= 3_000_000
    about = read_network(path).about
    assert about["device"] == "cuda"
    assert about["settings"]["pool"] > 0
    assert about["updates"] > 500


@TABLES
def test_many_thoughts_at_once_are_the_same(game: Game) -> None:
    found = network.shipped_network(game.spec)
    bot = NetworkBot(found)
    thoughts, vectors = [], []
    for seed in range(5):
        match = random_match(game, seed, 6)
        thoughts.append(bot.think(match.state))
        assert match.seat is not None
        vectors.append(observe(match, match.seat))
    logits, win = found.think_of_all(np.array(vectors))
    for thought, vector in zip(thoughts, vectors, strict=True):
        plain = found.think(vector, thought.actions, game.players, compiled=False)
        for ours, others in zip(thought[1:], plain[1:], strict=True):
            np.testing.assert_allclose(ours, others, rtol=1e-3, atol=1e-3)
    for thought, row, shares in zip(thoughts, logits, win, strict=True):
        assert row[thought.actions] == pytest.approx(thought.logits, abs=2e-3)
        shares = np.exp(shares[: game.players])
        assert shares / shares.sum() == pytest.approx(thought.shares, abs=1e-3)


@TABLES
def test_what_moves_are_worth_depends_on_what_the_seat_knows(game: Game) -> None:
    found = network.shipped_network(game.spec)
    match = random_match(game, 3, 8)
    assert match.seat is not None
    values, other = (look_ahead(match.determinize(match.seat, seed).state, found, 3, 2, 11) for seed in (1, 2))
    assert values.actions == match.legal_actions()
    assert (values.shares == other.shares).all()
    assert values.shares.sum(axis=2) == pytest.approx(1, abs=1e-4)
    assert values.worth().shape == values.unsure().shape == (len(match.legal),)


def test_a_blunder_is_worth_less() -> None:
    """The last decision of a journey: whoever eats nothing loses."""
    match = put(start(("mitsukuni", "sasayakko", "zen_emon", "hirotada"), meals=["dango"]), 50, 54, 54, 54)
    match.state["points"][:4] = [60, 62, 10, 10]
    match.state["purse"][0] = 3
    match.play("move 54")
    worth = dict(
        zip(match.legal, look_ahead(match.state, network.shipped_network(GAMES[0].spec), 4, 6, 1).worth(), strict=True)
    )
    assert worth["eat nothing"] == 0
    assert max(worth.values()) == 1


@TABLES
def test_rollouts_see_what_the_seat_may_see(game: Game) -> None:
    """States that differ only in what the seat cannot know, and the same seed: the same move."""
    bot = bot_spec("rollout:2")
    for decisions in (5, 12):
        match = random_match(game, 2, decisions)
        assert match.seat is not None
        for seed in (1, 2):
            budget = Budget(bot.budget.simulations, None, seed)
            move = choose_move(bot.make(), match, budget)
            assert move in match.legal
            assert move == choose_move(bot.make(), match.determinize(match.seat, 99), budget)


def test_others_draw_their_moves_and_the_own_seat_plays_the_likeliest() -> None:
    """To a network that knows nothing all moves are alike: it plays the first, and draws any."""
    match = random_match(GAMES[0], 3, 12)
    assert len(match.legal) > 2
    blank, rng = blank_network(match.game.spec), np.random.default_rng(1)
    for others, positions in (
        (None, 1),
        (Others(match.seat, 1.0, rng, 1), 1),
        (Others(match.seat + 1, 0.0, rng, 1), 1),
        (Others(match.seat + 1, 1.0, rng, 1), len(match.legal)),
        (Others(match.seat + 1, 1.0, rng, 64), 1),  # all of one deal, in which others have the same luck
    ):
        rows = np.repeat(np.asarray(match.state).reshape(1), 64).view(np.recarray)
        play_on(rows, blank, 1, others)
        assert len({row.tobytes() for row in rows}) == positions


def test_rollouts_find_what_a_network_does_not() -> None:
    """The last decision of a journey, and a network that knows nothing: whoever eats nothing loses."""
    match = put(start(("mitsukuni", "sasayakko", "zen_emon", "hirotada"), meals=["dango"]), 50, 54, 54, 54)
    match.state["points"][:4] = [60, 62, 10, 10]
    match.state["purse"][0] = 3
    match.play("move 54")
    blank = blank_network(match.game.spec)
    actions = match.legal_actions()
    nothing = list(match.legal).index("eat nothing")
    order = [actions[nothing], *(action for action in actions if action != actions[nothing])]
    chosen = choose_by_rollouts(match.state, blank, order, Budget(simulations=8))
    assert chosen != 0
    assert choose_by_rollouts(match.state, blank, [order[chosen], order[0]], Budget(simulations=8)) == 0
    assert choose_by_rollouts(match.state, blank, order, Budget(milliseconds=0)) == 0  # no time: the network's own
    liked = np.array([2.0, *[0.0] * (len(order) - 1)])  # more than a victory is worth
    assert choose_by_rollouts(match.state, blank, order, Budget(simulations=8), liked) == 0
    assert RolloutBot(blank).choose({}, list(match.legal), Budget(8), lambda _: match.state) != "eat nothing"


@TABLES
def test_rollouts_are_for_moves_of_which_the_network_is_not_sure(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    match = next(match for n in range(6, 30) if len((match := random_match(game, 2, n)).legal) > 2)
    tried: list[int] = []

    def choose(record: Any, network: Any, actions: list[int], budget: Budget, liked: Any) -> int:
        tried.append(len(actions))
        assert liked[0] == 0
        assert (np.diff(liked) <= 0).all()
        return len(actions) - 1

    monkeypatch.setattr(rollout, "choose_by_rollouts", choose)
    order = np.argsort(-NetworkBot().think(match.state).logits, kind="stable")
    for sure, place in ((0.0, 0), (1.0, 1)):
        monkeypatch.setitem(rollout._BY_GAME, game.spec.name, rollout.Rollouts(candidates=2, sure=sure))
        assert choose_move(bot_spec("rollout").make(), match, Budget()) == list(match.legal)[order[place]]
    assert tried == [2]


def test_rollouts_take_a_certain_victory(monkeypatch: pytest.MonkeyPatch) -> None:
    match = random_match(GAMES[2], 1, 9)
    sure = match.legal_actions()[-1]
    monkeypatch.setattr(rollout, "solved", lambda record: [Candidate(sure, 1.0, 1, True)])
    assert choose_move(bot_spec("rollout").make(), match, Budget()) == list(match.legal)[-1]
