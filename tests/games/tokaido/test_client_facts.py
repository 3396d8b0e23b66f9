"""The browser draws the road and prices cards from a copy of the component data: the copy must be true."""

from __future__ import annotations

import json
from pathlib import Path

from tabiji.games.tokaido.state import DATA

COPY = Path(__file__).parents[3] / "web/src/games/tokaido/facts.json"


def test_the_copy_is_true() -> None:
    facts = json.loads(COPY.read_text("utf-8"))
    road = {key: DATA["road"][key] for key in ("stops", "double", "double_min_players")}
    assert facts == {
        "road": road,
        "travelers": {tile["id"]: {"coins": tile["coins"]} for tile in DATA["travelers"]["tiles"]},
        "meals": {card["id"]: {"price": card["price"]} for card in DATA["meals"]["cards"]},
        "meal_points": DATA["meals"]["points"],
        "souvenirs": {c["id"]: {"type": c["type"], "price": c["price"]} for c in DATA["souvenirs"]["cards"]},
        "encounters": [card["id"] for card in DATA["encounters"]["cards"]],
        "panoramas": DATA["panoramas"]["length"],
        "achievements": DATA["achievements"]["cards"],
    }
