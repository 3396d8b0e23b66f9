"""TK-20 to TK-26: village, souvenir sets, farm, panorama, hot spring, temple, encounter."""

from __future__ import annotations

import pytest

import tabiji
from tabiji.core.match import Match
from tabiji.games.tokaido.state import SOUVENIRS

from tests.rules.tokaido_table import PLAIN, kinds, moves, only, put, start

SMALL, FOOD, CLOTHES, ART = ("gofu", "koma"), ("sake", "ocha"), ("geta", "haori"), ("sumie", "jubako")


def in_village(souvenirs: list[str], coins: int = 20, travelers: tuple[str, ...] = PLAIN[:4]) -> Match:
    match = put(start(travelers, souvenirs=souvenirs), 0, 2, 3, 4)
    match.state["purse"][0] = coins
    match.play("move 1")
    return match


def met(encounter: str, **options: object) -> Match:
    """The first traveler is about to meet somebody at stop 3."""
    return put(start(encounters=[encounter], **options), 2, 4, 5, 6)


# --- village ------------------------------------------------------------------------------------------------------
def test_tk20_village_needs_a_coin() -> None:
    """TK-20: without a coin one may not stop at a village; with one, one may and need not buy."""
    match = put(start(), 0, 2, 3, 4)
    match.state["purse"][0] = 0
    assert 1 not in moves(match)
    assert 8 not in moves(match)
    match.state["purse"][0] = 1
    assert 1 in moves(match)


def test_tk20_three_souvenirs_for_everybody_to_see() -> None:
    """TK-20: the top three lie open; any number may be bought."""
    match = in_village(["gofu", "sake", "geta"])
    for seat in (None, 0, 3):
        assert match.view(seat)["stall"] == ["gofu", "sake", "geta"]
    assert set(match.legal) == {
        "buy nothing", "buy gofu", "buy sake", "buy geta", "buy gofu sake", "buy gofu geta", "buy sake geta",
        "buy gofu sake geta",
    }  # fmt: skip
    match.play("buy geta gofu")
    assert match.state["purse"][0] == 20 - 3
    assert match.view(None)["seats"][0]["souvenirs"] == ["gofu", "geta"]


def test_tk20_only_what_can_be_paid() -> None:
    """TK-20: prices are paid from the purse."""
    match = in_village(["gofu", "sake", "sumie"], coins=3)
    assert set(match.legal) == {"buy nothing", "buy gofu", "buy sake", "buy sumie", "buy gofu sake"}
    with pytest.raises(tabiji.IllegalMove, match="legal: buy nothing"):
        match.play("buy gofu sumie")


def test_tk20_unsold_go_under_the_deck_in_random_order() -> None:
    """TK-20: what nobody bought is at the bottom, in an order that varies."""
    orders = set()
    for seed in range(40):
        match = put(start(seed=seed, souvenirs=["gofu", "sake", "geta"]), 0, 2, 3, 4)
        match.play("move 1")
        match.play("buy sake")
        deck = match.state["souvenirs"]
        assert deck["left"] == 23
        bottom = [int(deck["cards"][(int(deck["top"]) + i) % 24]) for i in (21, 22)]
        orders.add(tuple(bottom))
    assert orders == {(0, 13), (13, 0)}


@pytest.mark.parametrize("left", [2, 1, 0])
def test_tk20_short_deck(left: int) -> None:
    """TK-20: fewer than three left: what is left is shown, even none."""
    match = put(start(souvenirs=["gofu", "sake", "geta"]), 0, 2, 3, 4)
    match.state["souvenirs"]["left"] = left
    match.state["purse"][0] = 20
    match.play("move 1")
    assert match.view(None)["stall"] == ["gofu", "sake", "geta"][:left]
    assert len(match.legal) == 2**left
    match.play("buy nothing")
    assert match.state["souvenirs"]["left"] == left


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ([SMALL[0]], [1]),
        ([SMALL[0], FOOD[0]], [1, 3]),
        ([SMALL[0], FOOD[0], CLOTHES[0]], [1, 3, 5]),
        ([SMALL[0], FOOD[0], CLOTHES[0], ART[0]], [1, 3, 5, 7]),
        ([SMALL[0], SMALL[1], FOOD[0]], [1, 1, 3]),
        ([SMALL[0], SMALL[1], "hashi"], [1, 1, 1]),
        ([SMALL[0], FOOD[0], SMALL[1], FOOD[1]], [1, 3, 1, 3]),
        ([SMALL[0], SMALL[1], FOOD[0], CLOTHES[0], FOOD[1], ART[0]], [1, 1, 3, 5, 3, 7]),
    ],
)
def test_tk21_souvenir_sets(cards: list[str], points: list[int]) -> None:
    """TK-21: all examples of the rulebooks (1; 4; 9; 16; 5; 3; 8), and a card that joins the better of two sets."""
    gained = []
    match = start(encounters=["shokunin", "shokunin"], souvenirs=cards)
    for card in cards:
        put(match, 0, 2, 3, 4)
        match.state["purse"][0] = 20
        match.state["souvenirs"]["left"] = 24
        match.play("move 1")
        gained.append(only(match.play(f"buy {card}"), "bought")["points"])
        deck = match.state["souvenirs"]  # the next card of the example on top again
        rest = [i for i in range(24) if not int(match.state["souvenir"][0]) >> i & 1]
        wanted = [SOUVENIRS.index(c) for c in cards if SOUVENIRS.index(c) in rest]
        order = wanted + [i for i in rest if i not in wanted]
        deck["top"], deck["left"] = 0, len(order)
        deck["cards"][: len(order)] = order
    assert gained == points
    assert match.scores[0] == sum(points)
    assert match.view(None)["seats"][0]["earned"]["souvenirs"] == sum(points)


def test_tk21_several_at_once() -> None:
    """TK-21: a basket scores each card in its place."""
    match = in_village(["gofu", "sake", "geta"])
    events = match.play("buy gofu sake geta")
    assert [event["points"] for event in events if event["event"] == "bought"] == [1, 3, 5]


# --- farm, panorama, hot spring, temple -----------------------------------------------------------------------------
def test_tk22_farm() -> None:
    """TK-22: three coins."""
    match = put(start(), 5, 6, 8, 9)
    before = int(match.state["purse"][0])
    assert only(match.play("move 7"), "coins")["coins"] == 3
    assert match.state["purse"][0] == before + 3


@pytest.mark.parametrize(("panorama", "stop", "length"), [("paddy", 4, 3), ("mountain", 6, 4), ("sea", 11, 5)])
def test_tk23_panorama(panorama: str, stop: int, length: int) -> None:
    """TK-23: the next card scores its number; a finished panorama is closed to that player, not to others."""
    match = start()
    total = 0
    for number in range(1, length + 1):
        put(match, stop - 1, 13, 13, 13, slots=(0, 0, 0, 0))
        event = only(match.play(f"move {stop}"), "panorama")
        total += number
        assert (event["panorama"], event["number"], event["points"]) == (panorama, number, number)
    assert match.view(None)["seats"][0]["earned"]["panoramas"] == total
    put(match, stop - 1, 13, 13, 13, slots=(0, 0, 0, 0))
    assert stop not in moves(match)
    put(match, 13, stop - 1, 13, 13, slots=(0, 0, 0, 0))
    assert stop in moves(match)


@pytest.mark.parametrize("points", [2, 3])
def test_tk24_hot_spring(points: int) -> None:
    """TK-24: a card of 2 or 3 points."""
    match = put(start(hot_springs=[points]), 4, 6, 8, 9)
    assert only(match.play("move 5"), "bathed")["points"] == points
    assert match.scores[0] == points
    assert match.view(None)["seats"][0]["hot_springs"] == [points]


def test_tk25_temple() -> None:
    """TK-25: one to three own coins, 1 point each; a coin is needed to stop."""
    match = put(start(), 1, 4, 5, 6)
    match.state["purse"][0] = 5
    match.play("move 2")
    assert list(match.legal) == ["donate 1", "donate 2", "donate 3"]
    assert match.play("donate 3") == [{"event": "donated", "pawn": 0, "from_bank": False, "coins": 3, "points": 3}]
    seat = match.view(None)["seats"][0]
    assert (seat["coins"], seat["temple"], seat["points"]) == (2, 3, 3)
    put(match, 1, 4, 5, 6)
    match.play("move 2")
    assert list(match.legal) == ["donate 1", "donate 2"]
    match.play("donate 2")
    put(match, 1, 4, 5, 6)
    assert 2 not in moves(match)


# --- encounter ----------------------------------------------------------------------------------------------------
def test_tk26_shokunin() -> None:
    """TK-26: the top souvenir for nothing, scored as usual; nothing if the deck is empty. The card is kept."""
    match = met("shokunin", souvenirs=["sumie"])
    coins = int(match.state["purse"][0])
    assert only(match.play("move 3"), "given") == {"event": "given", "pawn": 0, "souvenir": "sumie", "points": 1}
    assert match.state["purse"][0] == coins
    assert match.view(None)["seats"][0]["encounters"] == ["shokunin"]
    match = met("shokunin")
    match.state["souvenirs"]["left"] = 0
    assert kinds(match.play("move 3")) == ["moved", "met"]
    assert match.view(None)["seats"][0]["encounters"] == ["shokunin"]


@pytest.mark.parametrize("panorama", ["paddy", "mountain", "sea"])
def test_tk26_annaibito(panorama: str) -> None:
    """TK-26: the next card of the panorama shown."""
    match = met(f"annaibito_{panorama}")
    match.state["panorama"][0] = [1, 1, 1]
    event = only(match.play("move 3"), "panorama")
    assert (event["panorama"], event["number"]) == (panorama, 2)


def test_tk26_annaibito_of_a_finished_panorama() -> None:
    """TK-26: another panorama of choice, or none; nothing at all if all three are finished. The card is kept."""
    match = met("annaibito_paddy")
    match.state["panorama"][0] = [3, 1, 5]
    match.play("move 3")
    assert list(match.legal) == ["see mountain", "see nothing"]
    assert only(match.play("see mountain"), "panorama")["number"] == 2
    match = met("annaibito_paddy")
    match.state["panorama"][0] = [3, 1, 0]
    match.play("move 3")
    assert list(match.legal) == ["see mountain", "see sea", "see nothing"]
    assert kinds(match.play("see nothing")) == []
    assert match.view(None)["seats"][0]["encounters"] == ["annaibito_paddy"]
    match = met("annaibito_paddy")
    match.state["panorama"][0] = [3, 4, 5]
    assert kinds(match.play("move 3")) == ["moved", "met"]
    assert match.view(None)["seats"][0]["encounters"] == ["annaibito_paddy"]


def test_tk26_samurai_kuge_miko() -> None:
    """TK-26: 3 points; 3 coins; a bank coin in the temple and 1 point."""
    match = met("samurai")
    match.play("move 3")
    assert match.scores[0] == 3
    match = met("kuge")
    coins = int(match.state["purse"][0])
    match.play("move 3")
    assert (match.state["purse"][0], match.scores[0]) == (coins + 3, 0)
    match = met("miko")
    coins = int(match.state["purse"][0])
    match.play("move 3")
    seat = match.view(None)["seats"][0]
    assert (seat["coins"], seat["temple"], seat["points"]) == (coins, 1, 1)
