"""TK-40 to TK-49: the ten travelers."""

from __future__ import annotations

from collections import Counter

import pytest

from tabiji.core.match import Match

from tests.rules.tokaido_table import at_inn, kinds, moves, only, put, start

OTHERS = ("mitsukuni", "zen_emon", "hirotada")
MENU = ["dango", "soba", "fugu", "udon", "tofu", "sushi"]


def company(traveler: str, **options: object) -> Match:
    """The traveler of interest in seat 0, with three others."""
    others = [name for name in (*OTHERS, "umegae") if name != traveler][:3]
    return start((traveler, *others), **options)


# --- Hiroshige ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("inn", [14, 27, 41])
def test_tk40_hiroshige_at_the_middle_inns(inn: int) -> None:
    """TK-40: before the meal, the next card of a panorama of his choice; he does not see the meals yet."""
    match = company("hiroshige", meals=MENU)
    match.state["panorama"][0] = [2, 0, 1]
    assert kinds(at_inn(match, inn)) == ["moved"]
    assert list(match.legal) == ["see paddy", "see mountain", "see sea"]
    assert match.view(0)["inn"] == []
    events = match.play("see paddy")
    assert (only(events, "panorama")["number"], only(events, "achieved")["achievement"]) == (3, "paddy")
    assert match.view(0)["phase"] == "eat"


def test_tk40_hiroshige_not_at_edo_and_not_when_all_are_finished() -> None:
    """TK-40: never at Edo; nothing if all three are finished."""
    match = company("hiroshige")
    at_inn(match, 54)
    assert match.view(0)["phase"] == "eat"
    match = company("hiroshige")
    match.state["panorama"][0] = [3, 4, 5]
    at_inn(match)
    assert match.view(0)["phase"] == "eat"


def test_tk40_hiroshige_may_decline_a_guide_but_not_at_the_inn() -> None:
    """TK-26, TK-40: a guide's offer may be declined, his own card may not."""
    match = company("hiroshige", encounters=["annaibito_paddy"])
    match.state["panorama"][0] = [3, 0, 0]
    put(match, 2, 4, 5, 6)
    match.play("move 3")
    assert "see nothing" in match.legal
    match = company("hiroshige")
    at_inn(match)
    assert "see nothing" not in match.legal


# --- Chuubei ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("inn", [14, 27, 41])
def test_tk41_chuubei_at_the_middle_inns(inn: int) -> None:
    """TK-41: before the meal he draws and resolves an encounter, which joins his collection."""
    match = company("chuubei", encounters=["samurai"])
    assert kinds(at_inn(match, inn)) == ["moved", "met", "served"]
    assert match.scores[0] == 3
    assert match.view(0)["seats"][0]["encounters"] == ["samurai"]
    assert match.view(0)["phase"] == "eat"


def test_tk41_chuubei_with_a_choice_and_at_edo() -> None:
    """TK-41: a guide's choice comes before the meal; nothing at Edo."""
    match = company("chuubei", encounters=["annaibito_paddy"])
    match.state["panorama"][0] = [3, 0, 0]
    assert kinds(at_inn(match)) == ["moved", "met"]
    assert list(match.legal) == ["see mountain", "see sea", "see nothing"]
    assert kinds(match.play("see nothing")) == ["served"]
    assert match.view(0)["phase"] == "eat"
    match = company("chuubei", encounters=["samurai"])
    assert kinds(at_inn(match, 54)) == ["moved", "served"]


# --- Kinko --------------------------------------------------------------------------------------------------------
def test_tk42_kinko() -> None:
    """TK-42: meals cost 1 less, a meal of 1 is free, also with an empty purse; Gourmet counts the printed price."""
    match = company("kinko", meals=MENU)
    at_inn(match)
    match.state["purse"][0] = 2
    assert set(match.legal) == {"eat dango", "eat soba", "eat fugu", "eat udon", "eat tofu", "eat nothing"}
    assert only(match.play("eat fugu"), "ate")["coins"] == 2
    match = company("kinko", meals=MENU)
    at_inn(match)
    match.state["purse"][0] = 0
    assert list(match.legal) == ["eat dango", "eat nothing"]
    assert only(match.play("eat dango"), "ate")["coins"] == 0
    match = company("kinko", meals=["fugu", "soba"])
    match.state["purse"][:4] = 9
    put(match, 50, 54, 54, 54)
    match.state["meal"][1, 0] = 3  # somebody else ate soba, printed price 2, as much as Kinko pays
    match.play("move 54")
    events = match.play("eat fugu")
    assert [e["pawn"] for e in events if e["event"] == "achieved" and e["achievement"] == "gourmet"] == [0]


# --- Yoshiyasu ----------------------------------------------------------------------------------------------------
def test_tk43_yoshiyasu_chooses_of_two() -> None:
    """TK-43: he sees two, keeps one and puts the other, unseen by the others, under the deck."""
    match = company("yoshiyasu", encounters=["kuge", "samurai"])
    put(match, 2, 4, 5, 6)
    match.play("move 3")
    assert match.view(0)["mine"]["encounters"] == ["kuge", "samurai"]
    assert match.view(1)["drawn"] == [{"cards": 2}]
    assert "kuge" not in str(match.view(1))
    assert list(match.legal) == ["keep samurai", "keep kuge"]
    match.play("keep samurai")
    assert kinds(match.events(0)) == ["tucked", "met"]
    assert kinds(match.events(1)) == ["met"]
    assert match.scores[0] == 3
    assert match.state["encounters"]["left"] == 13
    assert match.view(0)["decks"]["encounters"] == [{"cards": 12}, {"cards": 1, "of": ["kuge"]}]
    assert match.view(1)["decks"]["encounters"] == [{"cards": 13}]
    assert match.view(0)["seats"][0]["encounters"] == ["samurai"]


def test_tk43_yoshiyasu_with_two_of_a_kind() -> None:
    """TK-43: two equal cards are one choice."""
    match = company("yoshiyasu", encounters=["kuge", "kuge"])
    put(match, 2, 4, 5, 6)
    match.play("move 3")
    assert list(match.legal) == ["keep kuge"]
    match.play("keep kuge")
    assert match.view(0)["decks"]["encounters"][-1] == {"cards": 1, "of": ["kuge"]}


# --- Satsuki ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("inn", [14, 27, 41, 54])
def test_tk44_satsuki_is_offered_a_meal_at_each_inn(inn: int) -> None:
    """TK-44: one of the meals on offer for nothing, Edo included; never two meals."""
    match = company("satsuki", meals=MENU)
    at_inn(match, inn)
    treat = match.view(0)["mine"]["treat"]
    assert treat in MENU[:5]
    assert list(match.legal) == ["accept", "refuse"]
    coins = int(match.state["purse"][0])
    event = only(match.play("accept"), "ate")
    assert (event["meal"], event["coins"], event["points"]) == (treat, 0, 6)
    assert match.state["purse"][0] == coins
    assert match.view(None)["inn"] == [{"cards": 4}]
    assert match.seat != 0


def test_tk44_satsuki_refuses_and_buys() -> None:
    """TK-44, source `pool`: refused, the meal stays on offer, and she may buy any."""
    match = company("satsuki", meals=MENU)
    at_inn(match)
    match.state["purse"][0] = 9
    match.play("refuse")
    assert len(match.legal) == 6
    assert only(match.play("eat fugu"), "ate")["coins"] == 3
    assert match.state["meals"]["left"] == 20


def test_tk44_satsuki_must_refuse_a_dish_already_eaten() -> None:
    """TK-44: never the same dish twice, not even for nothing; `repeat_dishes` lets her."""
    for options, legal in (({}, ["refuse"]), ({"repeat_dishes": True}, ["accept", "refuse"])):
        match = company("satsuki", meals=["dango"] * 3 + ["soba"] * 2, satsuki_source="pool", **options)
        match.state["meal"][0, 0] = 0
        match.state["meal"][0, 1] = 3
        at_inn(match, 41)
        assert list(match.legal) == legal


def test_tk44_satsuki_offer_is_uniform_and_secret() -> None:
    """TK-44: each meal on offer is equally likely; the others do not learn which it is."""
    seen: Counter[str] = Counter()
    for seed in range(300):
        match = company("satsuki", meals=MENU, seed=seed)
        at_inn(match)
        seen[match.view(0)["mine"]["treat"]] += 1
        assert "treat" not in match.view(1)["mine"]
        assert "treat" not in kinds(match.events(1))
    assert sorted(seen) == sorted(MENU[:5])
    assert min(seen.values()) > 35


def test_tk44_satsuki_from_the_deck() -> None:
    """TK-44, source `deck`: the top card; the offer of the inn is not reduced; refused, it goes under the deck."""
    match = company("satsuki", meals=MENU, satsuki_source="deck")
    at_inn(match)
    assert match.view(0)["mine"]["treat"] == "sushi"
    assert match.view(0)["inn"][0] == {"cards": 5, "of": sorted(MENU[:5])}
    match.play("accept")
    assert match.view(None)["seats"][0]["meals"][0] == "sushi"
    assert match.view(0)["inn"] == [{"cards": 5, "of": sorted(MENU[:5])}]
    match = company("satsuki", meals=MENU, satsuki_source="deck")
    at_inn(match)
    match.play("refuse")
    assert match.view(0)["decks"]["meals"] == [{"cards": 19}, {"cards": 1, "of": ["sushi"]}]
    assert match.view(1)["decks"]["meals"] == [{"cards": 20}]
    assert "eat sushi" not in match.legal


# --- Mitsukuni, Sasayakko, Hirotada, Umegae, Zen-emon -----------------------------------------------------------------
def test_tk45_mitsukuni() -> None:
    """TK-45: 1 more point for each hot spring and each achievement, panorama achievements included."""
    match = company("mitsukuni", hot_springs=[3])
    put(match, 4, 6, 8, 9)
    match.play("move 5")
    assert match.scores[0] == 4
    match.state["panorama"][0, 0] = 2
    put(match, 3, 6, 8, 9)
    match.play("move 4")
    assert match.scores[0] == 4 + 3 + 3 + 1
    put(match, 50, 54, 54, 54)
    match.play("move 54")
    events = match.play("eat nothing")
    assert [e["achievement"] for e in events if e["event"] == "achieved"] == ["bather"]
    assert match.scores[0] == 11 + 3 + 1
    assert match.view(None)["seats"][0]["earned"]["abilities"] == 3


def test_tk46_sasayakko() -> None:
    """TK-46: of two or three the cheapest is free, but she must hold the full price; a single one is paid."""
    match = company("sasayakko", souvenirs=["gofu", "sake", "sumie"])
    put(match, 0, 2, 3, 4)
    match.state["purse"][0] = 5
    match.play("move 1")
    assert set(match.legal) == {
        "buy nothing", "buy gofu", "buy sake", "buy sumie", "buy gofu sake", "buy gofu sumie", "buy sake sumie",
    }  # fmt: skip
    for basket, paid in (("gofu", 1), ("sake", 2), ("gofu sake", 2), ("gofu sumie", 3), ("sake sumie", 3)):
        match.play(f"buy {basket}")
        assert match.state["purse"][0] == 5 - paid, basket
        match.undo()
    match.state["purse"][0] = 6
    match.play("buy gofu sake sumie")
    assert match.state["purse"][0] == 1


def test_tk47_hirotada() -> None:
    """TK-47: at a temple the bank gives one more coin for him; he still needs a coin of his own to stop."""
    match = company("hirotada")
    put(match, 1, 4, 5, 6)
    match.state["purse"][0] = 1
    match.play("move 2")
    match.play("donate 1")
    seat = match.view(None)["seats"][0]
    assert (seat["coins"], seat["temple"], seat["points"]) == (0, 2, 2)
    put(match, 1, 4, 5, 6)
    assert 2 not in moves(match)


def test_tk48_umegae() -> None:
    """TK-48: 1 point and 1 coin at each encounter, before its effect."""
    match = company("umegae", encounters=["kuge"])
    put(match, 2, 4, 5, 6)
    coins = int(match.state["purse"][0])
    assert kinds(match.play("move 3")) == ["moved", "ability", "met", "coins"]
    assert (match.scores[0], match.state["purse"][0]) == (1, coins + 4)


def test_tk49_zen_emon() -> None:
    """TK-49: once a visit the dearest souvenir costs 1 coin; only the reduced sum is needed."""
    match = company("zen_emon", souvenirs=["sumie", "sake", "gofu"])
    put(match, 0, 2, 3, 4)
    match.state["purse"][0] = 3
    match.play("move 1")
    for basket, paid in (("nothing", 0), ("sumie", 1), ("gofu", 1), ("sumie sake", 3), ("sake gofu", 2)):
        match.play(f"buy {basket}")
        assert match.state["purse"][0] == 3 - paid, basket
        match.undo()
    assert "buy sumie sake gofu" not in match.legal
    match.state["purse"][0] = 4
    match.play("buy sumie sake gofu")
    assert match.state["purse"][0] == 0
