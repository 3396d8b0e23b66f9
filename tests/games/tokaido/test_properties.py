"""Properties of Tokaido over many random journeys: cards conserved, no debts, points counted again from the table."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from tabiji.core.match import Game
from tabiji.games.tokaido.state import DATA, ENCOUNTER_DECK, HOT_SPRING_DECK, MEAL_DECK, TRAVELERS

from tests.games.settings import tables

PRICE = [card["price"] for card in DATA["meals"]["cards"]]
TYPES = [card["type"] for card in DATA["souvenirs"]["cards"]]


def in_deck(pile: Any) -> list[int]:
    size = len(pile["cards"])
    return [int(pile["cards"][(int(pile["top"]) + i) % size]) for i in range(int(pile["left"]))]


def conserved(s: Any) -> None:
    """Every card is somewhere, once."""
    players = int(s["players"])
    eaten = [dish for row in s["meal"][:players].tolist() for dish in row if dish >= 0]
    laid = [dish for dish in s["pool"].tolist() if dish >= 0]
    assert Counter(in_deck(s["meals"]) + eaten + laid) == Counter(list(MEAL_DECK))
    bits = s["souvenir"][:players].tolist()
    held = [card for card in range(24) for p in range(players) if bits[p] >> card & 1]
    stall = [card for card in s["stall"].tolist() if card >= 0]
    assert sorted(in_deck(s["souvenirs"]) + held + stall) == list(range(24))
    met = Counter({card: int(s["met"][:players, card].sum()) for card in range(7)})
    drawn = [card for card in s["drawn"].tolist() if card >= 0]
    assert Counter(in_deck(s["encounters"]) + drawn) + met == Counter(list(ENCOUNTER_DECK))
    bathed = Counter({card: int(s["spring"][:players, card].sum()) for card in range(2)})
    assert Counter(in_deck(s["springs"])) + bathed == Counter(list(HOT_SPRING_DECK))


def recount(seat: dict[str, Any], over: bool) -> int:
    """A player's points from the things before the player, written without the rules' help."""
    total = 6 * sum(meal is not None for meal in seat["meals"])
    total += sum(n * (n + 1) // 2 for n in seat["panoramas"].values())
    by_type = Counter(TYPES[[c["id"] for c in DATA["souvenirs"]["cards"]].index(name)] for name in seat["souvenirs"])
    while by_type:
        total += {1: 1, 2: 4, 3: 9, 4: 16}[len(by_type)]
        by_type = Counter({kind: n - 1 for kind, n in by_type.items() if n > 1})
    total += sum(seat["hot_springs"]) + 3 * seat["encounters"].count("samurai") + seat["temple"]
    total += 3 * len(seat["achievements"])
    if seat["traveler"] == "mitsukuni":
        total += len(seat["hot_springs"]) + len(seat["achievements"])
    if seat["traveler"] == "umegae":
        total += len(seat["encounters"])
    return total + (seat["earned"]["temple_rank"] if over else 0)


@pytest.mark.parametrize("game", [g for g in tables() if g.spec.name == "tokaido"], ids=repr)
def test_random_journeys(game: Game) -> None:
    """Seventy journeys for each player count and option set: more than two thousand in all."""
    rng = random.Random(game.players)
    for seed in range(70):
        match = game.new(seed)
        while not match.over:
            match.act(rng.choice(match.legal_actions()))
            s = match.state
            assert s["purse"].min() >= 0
            assert s["offering"].min() >= 0
            if match.over or rng.random() < 0.15:
                conserved(s)
                for seat in match.view(None)["seats"]:
                    assert recount(seat, match.over) == seat["points"] == sum(seat["earned"].values())
        final_checks(match.view(None), game)


def final_checks(view: dict[str, Any], game: Game) -> None:
    """End-of-game awards, counted again."""
    seats = view["seats"]
    piles = [seat["temple"] for seat in seats] + ([view["neutral"]["temple"]] if view["neutral"] else [])
    ranks = sorted(set(piles) - {0}, reverse=True)
    for seat in seats:
        expected = 0 if seat["temple"] == 0 else ([10, 7, 4] + [2] * 9)[ranks.index(seat["temple"])]
        assert seat["earned"]["temple_rank"] == expected
    prices = dict(zip([card["id"] for card in DATA["meals"]["cards"]], PRICE, strict=True))
    merits = {
        "gourmet": [sum(prices[meal] for meal in seat["meals"] if meal) for seat in seats],
        "bather": [len(seat["hot_springs"]) for seat in seats],
        "chatterbox": [len(seat["encounters"]) for seat in seats],
        "collector": [len(seat["souvenirs"]) for seat in seats],
    }
    for card, merit in merits.items():
        holders = [i for i, seat in enumerate(seats) if card in seat["achievements"]]
        assert holders == [i for i, m in enumerate(merit) if m == max(merit) > 0]
    for seat in seats:
        dishes = [meal for meal in seat["meals"] if meal]
        assert max(Counter(dishes).values(), default=0) <= 1 + game.options["repeat_dishes"]
        assert (seat["traveler"] in TRAVELERS) != game.options["initiatory"]


def test_the_ten_travelers_are_all_played() -> None:
    """The random journeys above meet every traveler."""
    game = Game("tokaido", 5)
    seen = set()
    for seed in range(20):
        match = game.new(seed)
        while match.view(None)["phase"] == "take":
            match.act(match.legal_actions()[seed % 2])
        seen |= {seat["traveler"] for seat in match.view(None)["seats"]}
    assert seen == set(TRAVELERS)
