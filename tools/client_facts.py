"""Write the numbers of the rules that the browser draws with: web/src/games/GAME/facts.json, from the component data,
and matches by which its check of the shuffle is tested: web/src/tests/chance.json.

    python tools/client_facts.py

A test fails when a file differs from what this would write.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from tabiji.core.match import Game
from tabiji.games.tokaido import state as tokaido_state
from tabiji.games.tokaido.state import DATA as TOKAIDO
from tabiji.games.tokaido_duo import state as duo_state
from tabiji.games.tokaido_duo.state import DATA as DUO
from tabiji.games.tsuro_seas import state as seas_state
from tabiji.games.tsuro_seas.state import DATA as SEAS

GAMES = Path(__file__).parents[1] / "web/src/games"


def tokaido() -> dict[str, Any]:
    return {
        "road": {key: TOKAIDO["road"][key] for key in ("stops", "double", "double_min_players")},
        "travelers": {tile["id"]: {"coins": tile["coins"]} for tile in TOKAIDO["travelers"]["tiles"]},
        "meals": {card["id"]: {"price": card["price"]} for card in TOKAIDO["meals"]["cards"]},
        "meal_points": TOKAIDO["meals"]["points"],
        "souvenirs": {c["id"]: {"type": c["type"], "price": c["price"]} for c in TOKAIDO["souvenirs"]["cards"]},
        "encounters": [card["id"] for card in TOKAIDO["encounters"]["cards"]],
        "panoramas": TOKAIDO["panoramas"]["length"],
        "achievements": TOKAIDO["achievements"]["cards"],
        "max_donation": TOKAIDO["temple"]["max_donation"],
        "decks": {  # in the order in which they are shuffled
            "meals": len(tokaido_state.MEAL_DECK),
            "encounters": [tokaido_state.ENCOUNTERS[card] for card in tokaido_state.ENCOUNTER_DECK],
            "springs": [int(tokaido_state.HOT_SPRING_POINTS[card]) for card in tokaido_state.HOT_SPRING_DECK],
        },
    }


def tokaido_duo() -> dict[str, Any]:
    return {
        "coins_per_slab": DUO["gold"]["coins_per_slab"],
        "storage": DUO["goods"]["storage"],
        "decks": {
            "trade": duo_state.DTYPE["trade"].shape[0],
            "goods": [duo_state.GOODS[good] for good in duo_state.ALL_GOODS],
            "paintings": duo_state.PAINTINGS,
        },
    }


def tsuro_seas() -> dict[str, Any]:
    return {
        "size": SEAS["board"]["size"],
        "opposite": SEAS["board"]["opposite"],
        "marks_per_side": SEAS["marks"]["per_side"],
        "columns": SEAS["dice"]["columns"],
        "rows": SEAS["dice"]["rows"],
        "arrival": SEAS["dice"]["arrival"],
        "daikaiju": {
            tile["id"]: {key: tile[key] for key in ("colour", "number", "actions")}
            for tile in SEAS["daikaiju"]["tiles"]
        },
        "patterns": [tile["pairs"] for tile in SEAS["tiles"]["patterns"]],
        "daikaiju_by_players": SEAS["procedure"]["daikaiju_by_players"],
        "decks": {"tiles": [int(pattern) for pattern in seas_state.TILE_DECK]},
    }


FACTS = {facts.__name__: facts for facts in (tokaido, tokaido_duo, tsuro_seas)}


def text(value: Any, indent: str = "") -> str:
    """JSON, broken into lines where it is long."""
    line = json.dumps(value, ensure_ascii=False)
    inner = indent + "  "
    if indent and (len(line) < 100 or not isinstance(value, dict | list)):
        return line
    if isinstance(value, dict):
        parts = [f"{inner}{json.dumps(key)}: {text(part, inner)}" for key, part in value.items()]
        return "{\n" + ",\n".join(parts) + f"\n{indent}}}"
    if all(isinstance(part, str | int) for part in value):
        return line
    return "[\n" + ",\n".join(f"{inner}{text(part, inner)}" for part in value) + f"\n{indent}]"


# --- matches by which the check of the shuffle is tested ------------------------------------------------------------
SAMPLES = GAMES.parent / "tests/chance.json"
_MATCHES = (("tokaido", 2, 2**64 - 1), ("tokaido", 5, 1), ("tokaido_duo", 2, 2), ("tsuro_seas", 4, 3))
_RANDOM_EVENTS = {
    "tokaido": ("shown", "given", "met", "bathed", "revealed", "lined_up"),
    "tokaido_duo": ("rolled", "drew", "returned", "sold"),
    "tsuro_seas": ("drew", "rolled", "arrived"),
}


def samples() -> str:
    """Whole matches as seat 0 saw them: only what chance did."""
    found = []
    for name, players, seed in (
        ("tokaido", 2, 2**64 - 1),
        ("tokaido", 5, 1),
        ("tokaido_duo", 2, 2),
        ("tsuro_seas", 4, 3),
    ):
        match, rng, events = Game(name, players).new(seed), Random(seed), []
        while not match.over:
            match.play(rng.choice(list(match.legal)))
            events += [event for event in match.events(0) if event["event"] in _RANDOM_EVENTS[name]]
        board = None if match.game.board is None else {"dice": match.setting()["board"]["dice"]}
        setting = {"options": match.game.options, "board": board}
        found.append({"game": name, "players": players, "seed": str(seed), "setting": setting, "events": events})
    return text(found) + "\n"


def path(game: str) -> Path:
    return GAMES / game / "facts.json"


def content(game: str) -> str:
    return text(FACTS[game]()) + "\n"


if __name__ == "__main__":
    for game in FACTS:
        path(game).write_text(content(game), "utf-8")
    SAMPLES.write_text(samples(), "utf-8")
