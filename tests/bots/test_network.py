"""Bots with a network: they see what their seat may see, and refuse files that are not for them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tabiji
from tabiji.bots import network, registry
from tabiji.bots.network import NetworkBot, blank_network, read_network
from tabiji.bots.protocol import Budget, choose_move
from tabiji.bots.registry import bot_names, bot_spec
from tabiji.core.match import Game

from tests.games.settings import random_match

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
        with pytest.raises(tabiji.OptionError, match="no master of Tokaido Duo yet"):
            choose_move(bot_spec("master").make(), tabiji.game("tokaido_duo").new(1), Budget())
    finally:
        registry._makers.cache_clear()
