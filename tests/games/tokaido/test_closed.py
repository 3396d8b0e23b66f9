"""What cannot be chosen is told with one reason, and never of something that can; and how things stand is true."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tabiji.core.match import Game, Match
from tabiji.games.tokaido.closed import BEYOND, closed
from tabiji.games.tokaido.standing import standing
from tabiji.games.tokaido.state import INNS, LAST_STOP

from tests.games.settings import tables
from tests.rules.tokaido_table import put, start


def names(moves: Any) -> set[str]:
    """What moves speak of, without their verbs."""
    return {word for move in moves for word in (move.split()[1:] or [move])}


def next_inn(match: Match) -> int:
    here = int(match.state["stop"][int(match.state["pawn"])])
    way = int(match.state["return_trip"])
    return min(int(INNS[way, i]) for i in range(5) if INNS[way, i] > here)


@pytest.mark.parametrize("game", [g for g in tables() if g.spec.name == "tokaido"], ids=repr)
def test_every_thing_is_legal_or_closed_with_one_reason(game: Game) -> None:
    rng = random.Random(game.players)
    for seed in range(2):
        match = game.new(seed)
        while not match.over:
            legal, told = names(match.legal), closed(match.state)
            shut = [one["what"] for one in told]
            assert len(shut) == len(set(shut))
            assert not legal & set(shut)
            if match.state["phase"] == 1:
                here, inn = int(match.state["stop"][int(match.state["pawn"])]), next_inn(match)
                road = {str(stop) for stop in range(here + 1, inn + 1)}
                assert road <= legal | set(shut)
                beyond = {one["what"] for one in told if one["reason"] == "beyond_inn"}
                assert beyond == {str(stop) for stop in range(inn + 1, min(inn + BEYOND, LAST_STOP) + 1)}
            match.act(rng.choice(match.legal_actions()))
        assert closed(match.state) == []


def reasons(match: Match) -> dict[str, tuple[str, str]]:
    return {one["what"]: (one["reason"], one["rule"]) for one in closed(match.state)}


def test_reasons_on_the_road() -> None:
    match = put(start(), 2, 3, 7, 8)
    match.state["purse"][0] = 0
    match.state["panorama"][0] = 3, 4, 0
    assert reasons(match) == {
        "0": ("behind", "TK-11"),
        "1": ("behind", "TK-11"),
        "2": ("behind", "TK-11"),
        "3": ("occupied", "TK-11"),
        "4": ("panorama_finished", "TK-23"),
        "6": ("panorama_finished", "TK-23"),
        "8": ("occupied", "TK-11"),
        "9": ("no_coins", "TK-25"),
        "12": ("panorama_finished", "TK-23"),
        "15": ("beyond_inn", "TK-11"),
        "16": ("beyond_inn", "TK-11"),
        "17": ("beyond_inn", "TK-11"),
    }
    match.state["stop"][3] = 7
    match.state["slot"][3] = 1
    assert reasons(match)["7"] == ("occupied", "TK-13")
    assert reasons(match)["8"] == ("no_coins", "TK-20")


def test_the_neutral_traveler_needs_no_coins() -> None:
    match = put(start(("kinko", "mitsukuni")), 5, 9, 2)
    match.state["purse"][:2] = 0
    assert {reason for reason, _ in reasons(match).values()} == {"behind", "occupied", "beyond_inn"}


def test_reasons_in_the_village() -> None:
    match = put(start(souvenirs=["gofu", "sake", "ukiyoe"]), 0, 2, 3, 4)
    match.state["purse"][0] = 2
    match.play("move 1")
    assert reasons(match) == {"ukiyoe": ("no_coins", "TK-20")}
    assert standing(match.state)["souvenirs"] == {"gofu": 1, "sake": 1, "ukiyoe": 1}


def test_reasons_at_the_inn() -> None:
    match = put(start(("hirotada", "mitsukuni", "sasayakko"), meals=["soba", "dango", "fugu", "udon"]), 13, 14, 14)
    match.state["inn"] = 0
    match.state["purse"][0] = 2
    match.state["meal"][0, 1] = 3  # soba
    match.play("move 14")
    assert reasons(match) == {
        "soba": ("eaten", "TK-28"),
        "fugu": ("no_coins", "TK-27"),
        "udon": ("no_coins", "TK-27"),
    }


def test_reasons_at_the_temple() -> None:
    match = put(start(), 0, 3, 4, 5)
    match.state["purse"][0] = 1
    match.play("move 2")
    assert reasons(match) == {"2": ("no_coins", "TK-25"), "3": ("no_coins", "TK-25")}


def test_reasons_for_hiroshige_and_satsuki() -> None:
    match = put(start(("hiroshige", "mitsukuni", "sasayakko")), 13, 14, 14)
    match.state["panorama"][0] = 3, 0, 0
    match.play("move 14")
    assert reasons(match) == {"paddy": ("panorama_finished", "TK-23"), "nothing": ("must_see", "TK-40")}
    match = put(start(("satsuki", "mitsukuni", "sasayakko"), meals=["soba"] * 2 + ["dango"] * 2), 13, 14, 14)
    match.state["meal"][0, 1:3] = 3, 0  # both dishes of this inn
    match.play("move 14")
    assert reasons(match) == {"accept": ("eaten", "TK-44")}


def test_standing_foretells_the_end() -> None:
    """On the last step of a journey nothing changes but the meal: what stood just before is what is given."""
    game = Game("tokaido", players=4)
    rng = random.Random(4)
    for seed in range(8):
        match = game.new(seed)
        while not match.over:
            match.act(rng.choice(match.legal_actions()))
        stood = standing(match.state)
        ranked = [event for event in match.events() if event["event"] == "ranked"]
        assert {(e["pawn"], e["rank"], e["coins"], e["points"]) for e in ranked} == {
            (one["pawn"], one["rank"], one["coins"], one["points"]) for one in stood["temple"]
        }
        for p, seat in enumerate(match.view(None)["seats"]):
            assert set(seat["achievements"]) == {
                name for name, card in stood["achievements"].items() if p in card["seats"]
            }
