"""What a step shows: undo asks whether anything hidden came out."""

from __future__ import annotations

import json
import random

import pytest

from tabiji.core.match import Game, Match
from tabiji.core.record import as_state, load
from tabiji.games.tokaido.state import ROAD, SPACES

from tests.games.settings import random_match, small_tables

SMALL = pytest.mark.parametrize("game", small_tables(), ids=repr)


def replayed(match: Match, copy: Match, action: int) -> bool:
    """Play the same in a copy. A secret choice of tiles the viewer cannot see is played with others, if it can be."""
    legal = copy.legal_actions()
    secret = {"take": legal[:1], "swap": []}.get(match.public()["phase"])
    if action not in legal and secret is not None:
        if not secret:
            return False
        action = secret[0]
    copy.act(action)
    return True


@SMALL
def test_what_reveals_nothing_is_the_same_whatever_is_hidden(game: Game) -> None:
    quiet = 0
    for seed in range(2):
        rng = random.Random(seed)
        match = game.new(seed)
        while not match.over:
            action = rng.choice(match.legal_actions())
            match.act(action)
            if match.revealed:
                continue
            quiet += 1
            after = {seat: json.dumps(match.view(seat)) for seat in (None, *range(game.players))}
            match.undo()
            for seat, seen in after.items():
                for other in range(2):
                    copy = match.determinize(seat, 100 * seed + other)
                    if replayed(match, copy, action):
                        assert json.dumps(copy.view(seat)) == seen
            match.act(action)
    assert quiet > 0


@SMALL
def test_reveals_reads_two_records(game: Game) -> None:
    match = random_match(game, 3, 9)
    before, after = (as_state(load(game.dtype, data)) for data in (match._past[-1], match.state.tobytes()))
    assert bool(game.spec.hidden.reveals(before, after)) == match.revealed


@SMALL
def test_nothing_was_revealed_before_the_first_step(game: Game) -> None:
    assert not game.new(1).revealed


def shown(match: Match, *moves: str) -> list[bool]:
    """Whether each of these moves reveals something."""
    told = []
    for move in moves:
        match.play(move)
        told.append(match.revealed)
    return told


def by_event(game: Game, games: int) -> dict[str, set[bool]]:
    """In random games, by event: whether steps with it revealed something."""
    seen: dict[str, set[bool]] = {}
    for seed in range(games):
        match = game.new(seed)
        rng = random.Random(seed)
        while not match.over:
            for event in match.act(rng.choice(match.legal_actions())):
                name = event["space"] if event["event"] == "coins" and "space" in event else event["event"]
                seen.setdefault(name, set()).add(match.revealed)
    return seen


def test_tokaido() -> None:
    game = Game("tokaido", players=3)
    match = game.new(1, {"travelers": [["kinko", "umegae"], ["hirotada", "zen_emon"], ["satsuki", "chuubei"]]})
    assert shown(match, "take kinko", "take hirotada", "take satsuki") == [False, False, True]
    seen = by_event(game, 20)
    for event in ("revealed", "shown", "given", "bathed", "met", "looked", "tucked", "served", "treat", "ate"):
        assert seen[event] == {True}
    for event in ("bought", "returned", "farm"):
        assert seen[event] == {False}
    for event in ("donated", "panorama", "fasted", "refused"):  # a Miko gives coins too, a guide shows a panorama
        assert False in seen[event]


def test_the_neutral_traveler_shows_nothing() -> None:
    assert by_event(Game("tokaido", players=2), 12)["discarded"] == {False}


def test_tokaido_walks() -> None:
    road = ("farm", "temple", "paddy", "mountain", "sea")
    game = Game("tokaido", players=4)
    walks = donations = 0
    for seed in range(8):
        match = game.new(seed)
        rng = random.Random(seed)
        while not match.over:
            move = rng.choice(list(match.legal))
            match.play(move)
            verb, _, stop = move.partition(" ")
            if verb == "donate":
                donations += 1
                assert not match.revealed
            elif verb == "move":
                space = SPACES[ROAD[0, int(stop)]]
                walks += space in road
                if space != "inn":  # Hiroshige sees the meals only after his panorama
                    assert match.revealed == (space not in road)
    assert walks > 0
    assert donations > 0


def test_tokaido_duo() -> None:
    seen = by_event(Game("tokaido_duo"), 4)
    for event in ("rolled", "painted", "drew"):
        assert seen[event] == {True}
    assert seen["took"] == {False}
    for event in ("moved", "sold", "returned", "gifted", "temple"):  # the round's last die is followed by a roll
        assert False in seen[event]


def test_tsuro_seas() -> None:
    match = Game("tsuro_seas", players=4).new(2)
    for last in (False, False, False, True):
        assert shown(match, next(iter(match.legal))) == [last]
    assert any(event["event"] in ("rolled", "arrived") for event in match.events())
    calm = Game("tsuro_seas", players=2, no_daikaiju=True).new(2)
    assert shown(calm, "start n1", "start s3") == [False, False]
    assert shown(calm, next(iter(calm.legal))) == [True]


def test_loaded_dice_fall_too() -> None:
    match = Game("tsuro_seas", players=2).new(2, {"dice": [1, 1, 1, 1, 1, 1]})
    for last in (False, True):
        assert shown(match, next(iter(match.legal))) == [last]


def test_tsuro_seas_swaps_are_secret() -> None:
    swaps = 0
    for seed in range(60):
        match = Game("tsuro_seas", players=4, no_daikaiju=True).new(seed)
        rng = random.Random(seed)
        while not match.over:
            move = rng.choice(list(match.legal))
            match.play(move)
            if match.public()["phase"] == "swap":
                swaps += 1
                assert match.revealed != move.startswith("swap")
    assert swaps > 0
