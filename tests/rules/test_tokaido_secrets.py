"""TK-80: who sees what, and what `determinize` keeps."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from tabiji.games.tokaido.state import ENCOUNTERS, MEALS, SOUVENIRS

from tests.rules.tokaido_table import at_inn, put, start

HUNGRY = ("mitsukuni", "sasayakko", "zen_emon", "hirotada")
MENU = ["dango", "soba", "fugu", "udon", "tofu"]


def cards(state: Any, deck: str, names: tuple[str, ...]) -> list[str]:
    """A deck from top to bottom."""
    pile = state[deck]
    size = len(pile["cards"])
    return [names[int(pile["cards"][(int(pile["top"]) + i) % size])] for i in range(int(pile["left"]))]


def test_tk80_public_things() -> None:
    """TK-80: purses, points, temple piles, collections, the stall and deck sizes are for everybody."""
    match = put(start(souvenirs=["gofu", "sake", "geta"]), 0, 2, 3, 4)
    match.play("move 1")
    views = [match.view(seat) for seat in (None, 0, 1, 2, 3)]
    for key in ("seats", "pawns", "stall", "phase", "seat"):
        assert all(view[key] == views[0][key] for view in views), key
    sizes = {name: sum(run["cards"] for run in runs) for name, runs in views[0]["decks"].items()}
    assert sizes == {"meals": 25, "souvenirs": 21, "encounters": 14, "hot_springs": 12}


@pytest.mark.compiled
def test_tk80_souvenirs_returned_are_known_but_not_their_order() -> None:
    """TK-80: everybody saw which souvenirs went under the deck; they stay there and come after the unseen ones."""
    match = put(start(souvenirs=["gofu", "sake", "geta"]), 0, 2, 3, 4)
    match.play("move 1")
    match.play("buy sake")
    assert match.view(None)["decks"]["souvenirs"] == [{"cards": 21}, {"cards": 2, "of": ["geta", "gofu"]}]
    tops, bottoms = Counter[str](), Counter[tuple[str, ...]]()
    for seed in range(600):
        pile = cards(match.determinize(1, seed).state, "souvenirs", SOUVENIRS)
        assert len(pile) == 23
        bottoms[tuple(pile[21:])] += 1
        tops[pile[0]] += 1
    assert sorted(bottoms) == [("geta", "gofu"), ("gofu", "geta")]
    assert min(bottoms.values()) > 240
    assert len(tops) == 21
    assert not {"gofu", "sake", "geta"} & set(tops)


@pytest.mark.compiled
def test_tk80_meals_on_offer_stay_on_offer() -> None:
    """TK-80: who saw the meals keeps them in every determinization; to the others they are any unseen meals."""
    match = start(HUNGRY, meals=MENU)
    at_inn(match)
    match.play("eat dango")
    for seed in range(50):
        pool = match.determinize(0, seed).state["pool"][:4].tolist()
        assert sorted(MEALS[dish] for dish in pool) == ["fugu", "soba", "tofu", "udon"]
    others = Counter(
        MEALS[dish] for seed in range(200) for dish in match.determinize(1, seed).state["pool"][:4].tolist()
    )
    assert len(others) == len(MEALS)


@pytest.mark.compiled
def test_tk80_leftovers_are_known_to_those_who_saw_them() -> None:
    """TK-80: meals left over stay under the deck for the seats that saw them; for spectators they may be anywhere."""
    match = put(start(HUNGRY, meals=MENU), 5, 8, 9, 10)
    for dish in ("dango", "soba", "udon", "nothing"):
        match.state["purse"][match.seat] = 9
        match.play("move 14")
        match.play(f"eat {dish}")
    for seat in range(4):
        assert match.view(seat)["decks"]["meals"] == [{"cards": 20}, {"cards": 2, "of": ["fugu", "tofu"]}]
        ends = Counter(tuple(cards(match.determinize(seat, n).state, "meals", MEALS)[20:]) for n in range(100))
        assert sorted(ends) == [("fugu", "tofu"), ("tofu", "fugu")]
    assert match.view(None)["decks"]["meals"] == [{"cards": 22}]


@pytest.mark.compiled
def test_tk80_the_neutrals_discard() -> None:
    """TK-80: who saw the offer before the discard knows it was one of them; who came later knows nothing of it."""
    match = put(start(("hirotada", "zen_emon"), meals=MENU), 5, 11, 9)
    match.play("move 14")
    match.play("eat dango")
    match.play("move 14")
    places = Counter(
        (pile[-1], *sorted(MEALS[d] for d in state["pool"][:2].tolist()))
        for state in (match.determinize(0, seed).state for seed in range(300))
        for pile in [cards(state, "meals", MEALS)]
    )
    assert sorted(places) == [("fugu", "soba", "udon"), ("soba", "fugu", "udon"), ("udon", "fugu", "soba")]
    assert min(places.values()) > 70
    match.play("move 14")
    last = {cards(match.determinize(1, seed).state, "meals", MEALS)[-1] for seed in range(300)}
    assert len(last) > 8


def test_tk80_tiles_not_kept_stay_secret() -> None:
    """TK-80: the tile a player did not keep is never shown to the others."""
    match = start(HUNGRY)
    unkept = [pair[1] for pair in match.stack["travelers"]]
    for seat in range(4):
        text = json.dumps(match.view(seat))
        assert [name for name in unkept if name in text] == [unkept[seat]]
    assert not [name for name in unkept if name in json.dumps(match.view(None))]


@pytest.mark.compiled
def test_tk80_tiles_of_others_are_any_unseen_tiles() -> None:
    """TK-80: while tiles are chosen, determinize deals the others any tiles but the own ones."""
    match = start(HUNGRY)
    while match.moves:
        match.undo()
    match.play("take mitsukuni")
    seen = Counter[int]()
    for seed in range(300):
        state = match.determinize(1, seed).state
        own = set(match.state["dealt"][1].tolist())
        assert set(state["dealt"][1].tolist()) == own
        assert state["traveler"][0] in state["dealt"][0].tolist()
        tiles = state["dealt"][:4].ravel().tolist()
        assert len(set(tiles)) == 8
        seen[int(state["traveler"][0])] += 1
    assert len(seen) == 8


@pytest.mark.compiled
def test_tk80_yoshiyasus_rejected_card() -> None:
    """TK-80: he knows where it lies; to the others it may be any card."""
    match = put(start(("yoshiyasu", *HUNGRY[:3]), encounters=["kuge", "samurai"]), 2, 4, 5, 6)
    match.play("move 3")
    for seed in range(30):
        assert match.determinize(0, seed).state["drawn"].tolist() == match.state["drawn"].tolist()
    match.play("keep samurai")
    assert {cards(match.determinize(0, seed).state, "encounters", ENCOUNTERS)[-1] for seed in range(50)} == {"kuge"}
    assert len({cards(match.determinize(1, seed).state, "encounters", ENCOUNTERS)[-1] for seed in range(200)}) == 7


@pytest.mark.compiled
def test_tk80_satsukis_offer() -> None:
    """TK-80: she keeps her offer in every determinization, the others get any."""
    for source in ("pool", "deck"):
        match = start(("satsuki", *HUNGRY[:3]), meals=[*MENU, "sushi"], satsuki_source=source)
        at_inn(match)
        mine = match.view(0)["mine"]["treat"]
        for seed in range(40):
            copy = match.determinize(0, seed)
            assert copy.view(0) == match.view(0)
            assert copy.view(0)["mine"]["treat"] == mine
        offers = {match.determinize(1, seed).view(0)["mine"]["treat"] for seed in range(200)}
        assert len(offers) == len(MEALS)
