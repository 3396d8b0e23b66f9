"""Observations: what a seat may know and nothing else, from its own point of view, in a layout that does not change."""

from __future__ import annotations

import hashlib
import random
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tabiji
from tabiji.core.determinize import new_labels
from tabiji.core.dispatch import call_observe
from tabiji.core.game_spec import game_names, game_spec
from tabiji.core.jit import JIT, go, wait
from tabiji.core.match import Game, Match
from tabiji.envs import batch
from tabiji.envs.observation import layout, legal_mask, observe

from tests.games.settings import option_sets, random_match
from tests.seeds import SEED, examples

ROOT = Path(__file__).parents[2]
GAMES = pytest.mark.parametrize("name", game_names())


def configurations(name: str) -> list[Game]:
    """All player counts with all option sets."""
    return [
        tabiji.game(name, players=players, **options)
        for options in option_sets(name)
        for players in game_spec(name).players
    ]


# A change of a layout needs another version of it: networks are trained for one.
LAYOUTS = {
    "tokaido": (1, 1212, "bd2b9640143d"),
    "tokaido_duo": (1, 929, "648bda51feba"),
    "tsuro_seas": (2, 2947, "823eb72691ae"),
}


@GAMES
def test_a_layout_changes_only_with_its_version(name: str) -> None:
    found = layout(name)
    text = repr([(field.name, field.offset, field.shape, field.scale) for field in found.fields])
    assert (found.version, found.size, hashlib.sha256(text.encode()).hexdigest()[:12]) == LAYOUTS[name]


def test_the_docs_show_the_layouts() -> None:
    """`make facts` writes them."""
    spec = spec_from_file_location("observation_tables", ROOT / "tools/observation_tables.py")
    assert spec is not None
    assert spec.loader is not None
    tool = module_from_spec(spec)
    spec.loader.exec_module(tool)
    assert len(tool.PAGES) == 1 + len(game_names())
    for path in tool.PAGES:
        text = path.read_text("utf-8")
        assert tool.page(text) == text
    for name in game_names():
        assert f"<!-- layout {name} -->" in tool.PAGES[0].read_text("utf-8")
        assert f"<!-- actions {name} -->" in (ROOT / f"docs/environments/{name}.md").read_text("utf-8")


@GAMES
def test_fields_fill_the_vector_in_order(name: str) -> None:
    found = layout(name)
    place = 0
    for field in found.fields:
        assert field.offset == place
        assert field.help
        place += field.length
    assert place == found.size == len(found.scales())
    vector = np.zeros(found.size, np.uint8)
    for i, part in enumerate(found.as_dict(vector).values()):
        part[...] = i  # the same memory
    assert (np.diff(vector.astype(int)) >= 0).all()
    assert vector[-1] == len(found.fields) - 1
    many = found.as_dict(np.zeros((3, found.size), np.uint8))
    assert all(part.shape == (3, *field.shape) for part, field in zip(many.values(), found.fields, strict=True))


@GAMES
@pytest.mark.compiled
def test_nothing_hidden_is_seen(name: str) -> None:
    """Equal for a state and a copy in which everything is dealt anew that the seat cannot know."""
    games = configurations(name)
    env = batch.make(games, batch=len(games), seed=SEED, observations=False, threads=1)
    determinize, labels = games[0].spec.hidden.determinize, new_labels()
    seen, dealt = np.zeros((2, env.observation_size), np.uint8)
    rng = random.Random(SEED)
    compared = 0
    while compared < examples(20_000):
        env.step(env.random_actions())
        for i in rng.sample(range(len(games)), min(20, len(games))):
            seat = rng.randrange(games[i].players)
            copy = env.states[i : i + 1].copy()
            determinize(copy[0], seat, np.uint64(rng.getrandbits(64)), labels)
            for vector, rows in ((seen, env.states[i : i + 1]), (dealt, copy)):
                vector[:] = 0
                call_observe(rows, seat, vector)
            if seen.tobytes() != dealt.tobytes():
                names = [key for key, part in env.layout.as_dict(seen != dealt).items() if part.any()]
                raise AssertionError(f"{games[i]!r}: seat {seat} sees hidden things in {', '.join(names)}")
            compared += 1


@GAMES
def test_interpreted_and_compiled_rules_write_the_same(name: str) -> None:
    if not JIT:
        pytest.skip("only interpreted here")
    try:
        for game in configurations(name)[::3]:
            match = random_match(game, SEED, 25)
            compiled = [observe(match, seat) for seat in range(game.players)]
            wait(game.dtype)
            assert all((observe(match, seat) == compiled[seat]).all() for seat in range(game.players))
            go(game.dtype)
    finally:
        go(tabiji.game(name).dtype)


def positions(name: str) -> list[tuple[Match, int, dict[str, Any]]]:
    """Matches at many moments, with a seat and what it sees, named."""
    found = []
    for k, game in enumerate(configurations(name)):
        match = random_match(game, SEED + k, 7 * k % 60)
        for seat in range(game.players):
            found.append((match, seat, layout(name).as_dict(observe(match, seat))))
    return found


def rotated(match: Match, seat: int) -> list[int]:
    return [(seat + k) % match.game.players for k in range(match.game.players)]


def test_tokaido_shows_what_the_view_says() -> None:
    for match, seat, seen in positions("tokaido"):
        view = match.view(seat)
        for k, p in enumerate(rotated(match, seat)):
            before = view["seats"][p]
            assert seen["present"][k] == 1
            assert seen["purse"][k] == before["coins"]
            assert seen["points"][k] == before["points"]
            assert seen["temple"][k] == before["temple"]
            assert seen["traveler"][k].sum() == (before["traveler"] is not None)
            assert seen["stop"][k].argmax() == view["pawns"][p]["stop"]
            assert seen["panoramas"][k].sum() == sum(before["panoramas"].values())
            assert seen["meals"][k].sum() == sum(dish is not None for dish in before["meals"])
            assert seen["souvenirs"][k].sum() == len(before["souvenirs"])
            assert seen["encounters"][k].sum() == len(before["encounters"])
            assert list(seen["earned"][k]) == list(before["earned"].values())
        assert seen["present"].sum() == match.game.players
        if view["phase"] != "treat":  # a meal from the deck lies behind the offer then
            assert seen["offer_size"][0] == sum(run["cards"] for run in view["inn"])
        assert seen["stall"].sum() == len(view["stall"])
        assert seen["neutral"][0] == (view["neutral"] is not None)


def test_tokaido_duo_shows_what_the_view_says() -> None:
    for match, seat, seen in positions("tokaido_duo"):
        view = match.view(seat)
        for k, p in enumerate(rotated(match, seat)):
            before = view["seats"][p]
            assert seen["purse"][k] == before["coins"]
            assert seen["points"][k] == match.scores[p]
            assert list(seen["goods"][k]) == list(before["goods"].values())
        assert list(seen["bag"]) == list(view["bag"].values())
        assert [int(row.argmax()) + 1 for row in seen["dice"]] == [die["pips"] for die in view["dice"].values()]
        assert list(seen["trade_price"]) == [town["price"] for town in view["trade"].values()]


def test_tsuro_shows_what_the_view_says() -> None:
    for match, seat, seen in positions("tsuro_seas"):
        view = match.view(seat)
        hand = [int(row.argmax()) for row in seen["hand"] if row.any()]
        assert hand == view["mine"]["hand"]
        assert (seen["wakes"].sum(axis=1) == 4).sum() == len(view["tiles"])
        assert seen["daikaiju"].sum() == sum(beast["place"] == "board" for beast in view["daikaiju"])
        for k, p in enumerate(rotated(match, seat)):
            assert bool(seen["fate"][k, 0]) == (view["ships"][p]["fate"] == "afloat")
            assert seen["hand_size"][k] == len(view["hands"][p])
            assert seen["at_mark"][k] == (view["ships"][p]["mark"] is not None)
        hidden = sum(tile is None for tiles in view["hands"] for tile in tiles)
        hidden += sum(run["cards"] for run in view["decks"]["wakes"] if "of" not in run)
        assert seen["unseen"].sum() == hidden


@GAMES
def test_the_mask_holds_the_legal_actions(name: str) -> None:
    match = random_match(tabiji.game(name), SEED, 10)
    mask = legal_mask(match)
    assert mask.shape == (match.game.spec.state.ACTIONS,)
    assert list(np.flatnonzero(mask)) == sorted(match.legal_actions())


def test_there_is_no_such_seat() -> None:
    with pytest.raises(tabiji.OptionError, match="no seat 4"):
        observe(tabiji.game("tokaido", players=4).new(1), 4)
