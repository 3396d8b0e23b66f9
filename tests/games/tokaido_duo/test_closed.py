"""What cannot be chosen is told with one reason, and never of something that can; where the dice lead is told truly."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tabiji.core.match import Game, Match
from tabiji.games.tokaido_duo.closed import closed
from tabiji.games.tokaido_duo.standing import standing
from tabiji.games.tokaido_duo.state import ACT, AREAS, ARTIST, CHARACTERS, DIE, GO, PILGRIM, place_names

from tests.games.settings import tables
from tests.rules.duo_table import give_goods, give_wave, paintings, put, quiet, take


def names(match: Match) -> set[str]:
    """What the legal moves speak of, without their verbs."""
    return {move.split()[-1] if move.split()[0] in ("die", "go", "wave") else move.split()[0] for move in match.legal}


def of_its_kind(match: Match, character: int) -> set[str]:
    """All places a character could ever stand on."""
    places = [name for name in place_names(match.state) if name]
    if character == ARTIST:
        return set(AREAS)
    stations = set(places[: int(match.state["stations"])])
    return stations if character == PILGRIM else {name for name in places if name[0] in "cm"}


def reasons(told: list[dict[str, str]]) -> dict[str, tuple[str, str]]:
    return {one["what"]: (one["reason"], one["rule"]) for one in told}


@pytest.mark.parametrize("game", [g for g in tables() if g.spec.name == "tokaido_duo"], ids=repr)
def test_every_thing_is_legal_or_closed_with_one_reason(game: Game) -> None:
    rng = random.Random(8)
    match = game.new(3)
    while not match.over:
        told, phase = closed(match.state), match.state["phase"]
        shut = [one["what"] for one in told]
        assert len(shut) == len(set(shut))
        assert not names(match) & set(shut)
        if phase == DIE:
            assert set(shut) | names(match) == set(CHARACTERS)
        if phase == GO and "stay" not in match.legal:
            assert set(shut) | names(match) == of_its_kind(match, int(match.state["character"]))
        if phase == ACT and match.state["character"] == ARTIST:
            assert set(shut) | names(match) == {"paint", "gift", "pass"}
        match.act(rng.choice(match.legal_actions()))
    assert closed(match.state) == []
    assert standing(match.state) == {"ways": {}, "deeds": []}


def told_ways(match: Match) -> dict[str, Any]:
    ways: dict[str, Any] = standing(match.state)["ways"]
    return ways


def test_the_ways_of_each_die_are_those_it_has_once_it_is_taken() -> None:
    rng = random.Random(2)
    for seed in range(3):
        match = quiet(seed=seed)
        while not match.over:
            if match.state["phase"] == DIE:
                record = match.state.tobytes()
                before = told_ways(match)
                assert record == match.state.tobytes()
                for move in list(match.legal):
                    character = move.split()[1]
                    match.play(move)
                    goals = {move.split()[1] for move in match.legal if move.startswith("go ")}
                    assert {one["place"] for one in before[character]["open"]} == goals
                    assert before[character]["stays"] == ("stay" in match.legal)
                    assert before[character]["closed"] == closed(match.state)
                    assert told_ways(match) == {character: before[character]}
                    match.undo()
                assert match.state.tobytes() == record
            match.act(rng.choice(match.legal_actions()))


def test_ways_have_the_length_of_the_die_and_enter_nothing_twice() -> None:
    match = take(quiet(), "artist", 3)
    for goal in told_ways(match)["artist"]["open"]:
        assert goal["ways"]
        for way in goal["ways"]:
            assert (way[0], way[-1], len(way), len(set(way))) == ("e", goal["place"], 4, 4)


def test_deeds_are_those_of_the_space_and_keep_what_nobody_knows() -> None:
    match = quiet(stack={"trade": [["kimono", 4]]})
    give_goods(match, 0, kimono=3)
    match.state["purse"][0] = 9
    put(match, 0, merchant="m2", pilgrim="t1", artist="w")
    put(match, 1, merchant="m1")
    sale = {goal["place"]: goal for goal in told_ways(take(match, "merchant", 2))["merchant"]["open"]}["c1"]
    assert sale["ways"] == [["m2", "m1", "c1"]]
    (deed,) = sale["deeds"]
    assert (deed["move"], deed["points"]) == ("sell 3", 11)
    assert [event["event"] for event in deed["events"]] == ["sold", "coins", "slab", "slab"]
    match = take(quiet(), "artist", 1)
    for goal in told_ways(match)["artist"]["open"]:
        for deed in goal["deeds"]:
            assert all("symbol" not in event for event in deed["events"])


def test_reasons_for_the_pilgrim() -> None:
    match = quiet()
    put(match, 0, pilgrim="c1")
    put(match, 1, pilgrim="g1")
    told = reasons(closed(take(match, "pilgrim", 2).state))
    assert told["g1"] == ("occupied", "TD-40")
    assert told["c1"] == ("here", "TD-11")
    assert told["t1"] == ("other_length", "TD-11")
    assert "c2" not in told
    assert told_ways(match)["pilgrim"]["open"][0]["ways"] == [["c1", "t1", "g1", "c2"]]


def test_reasons_for_the_merchant() -> None:
    match = quiet()
    put(match, 0, merchant="m2")
    put(match, 1, pilgrim="c2")
    told = reasons(closed(take(match, "merchant", 1).state))
    assert told["c2"] == ("occupied", "TD-32")
    assert told["m2"] == ("here", "TD-11")
    assert told["c8"] == ("other_length", "TD-11")


def test_reasons_for_the_artist() -> None:
    match = quiet()
    paintings(match, 0, "moon", revealed=1)
    put(match, 0, artist="s3")
    put(match, 1, merchant="c5")
    take(match, "artist", 1).play("go e")
    assert reasons(closed(match.state)) == {"gift": ("other_symbol", "TD-22")}
    match = quiet()
    put(match, 0, artist="n1")
    put(match, 1, artist="e", merchant="c1")
    take(match, "artist", 1).play("go w")
    assert reasons(closed(match.state)) == {"gift": ("face_down", "TD-22")}


def test_reasons_at_the_seashore_and_for_goods() -> None:
    match = quiet()
    give_wave(match, 0, "hasty")
    give_wave(match, 1, "strong")
    put(match, 0, pilgrim="c2")
    take(match, "pilgrim", 1).play("go sea1")
    assert reasons(closed(match.state)) == {"pilgrim": ("held", "TD-45"), "merchant": ("board_first", "TD-45")}
    give_wave(match, 1, "master")
    give_goods(match, 1, fan=6)
    match.play("wave merchant")
    assert reasons(closed(match.state)) == {"nothing": ("must_return", "TD-55")}
    match = quiet()
    give_goods(match, 0, fan=5)
    put(match, 0, merchant="m3")
    take(match, "merchant", 1).play("go m4")
    match.play("draw")
    assert reasons(closed(match.state)) == {"more": ("storage", "TD-31")}


def test_a_taken_die_is_closed() -> None:
    match = quiet()
    match.play("die pilgrim")
    while match.state["phase"] != DIE:
        match.act(match.legal_actions()[-1])
    assert reasons(closed(match.state)) == {"pilgrim": ("taken", "TD-10")}


def test_the_place_of_arrival_tells_all_its_deeds() -> None:
    match = quiet()
    put(match, 0, artist="n1")
    put(match, 1, artist="w", pilgrim="c1")
    take(match, "artist", 1).play("go w")
    (paint,) = standing(match.state)["deeds"]
    assert (paint["move"], paint["points"], len(paint["events"])) == ("paint", 0, 3)  # an artist, a pilgrim, a merchant
    match = quiet(stack={"trade": [["kimono", 4]]})
    give_goods(match, 0, kimono=2)
    put(match, 0, merchant="m2")
    take(match, "merchant", 2).play("go c1")
    assert [deed["move"] for deed in standing(match.state)["deeds"]] == ["sell 1", "sell 2"]
    assert "pass" in match.legal


def test_the_hot_spring_shows_where_the_die_would_lead_again() -> None:
    match = quiet()
    match.state["spring"] = 0
    put(match, 0, merchant="m2")
    take(match, "merchant", 1).play("go m3")
    match.play("pass")
    assert set(match.legal) == {"again", "pass"}
    told = told_ways(match)["merchant"]
    match.play("again")
    assert told_ways(match) == {"merchant": told}
    assert {goal["place"] for goal in told["open"]} == {move.split()[1] for move in match.legal}


def test_nothing_told_depends_on_what_nobody_knows() -> None:
    rng = random.Random(5)
    match = quiet(seed=11)
    while not match.over:
        other = match.determinize(match.seat, rng.randrange(1000))
        assert standing(match.state) == standing(other.state)
        assert closed(match.state) == closed(other.state)
        match.act(rng.choice(match.legal_actions()))
