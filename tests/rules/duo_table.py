"""Positions of Tokaido Duo for tests: pawns placed, tiles handed out, a die taken."""

from __future__ import annotations

from typing import Any

import tabiji
from tabiji.core.match import Match
from tabiji.games.tokaido_duo.state import (
    AREAS,
    CHARACTERS,
    DIE,
    FIRST_MOUNTAIN,
    GOODS,
    SIDES,
    SYMBOLS,
    place_names,
)

QUIET = {"pilgrim": "h1", "merchant": "m4", "artist": "e"}, {"pilgrim": "h2", "merchant": "m1", "artist": "w"}


def start(seed: int = 1, board: Any = None, stack: dict[str, Any] | None = None, **options: Any) -> Match:
    """A game that has just begun."""
    return tabiji.game("tokaido_duo", board=board, **options).new(seed, stack)


def put(match: Match, seat: int, **pawns: str) -> None:
    """Stand pawns of a seat on places, by name."""
    places = place_names(match.state)
    for character, place in pawns.items():
        number = places.index(place)
        if character == "merchant":
            towns = [f"c{i + 1}" for i in range(8)]
            number = towns.index(place) if place in towns else 8 + number - FIRST_MOUNTAIN
        elif character == "artist":
            number = AREAS.index(place)
        match.state["at"][seat, CHARACTERS.index(character)] = number


def quiet(**options: Any) -> Match:
    """A game whose six pawns stand out of each other's way."""
    match = start(**options)
    for seat, pawns in enumerate(QUIET):
        put(match, seat, **pawns)
    return match


def take(match: Match, character: str, pips: int, seat: int = 0, turn: int = 0) -> Match:
    """Let a seat take a die that shows so many pips, as the first (0), second or third of the round."""
    state = match.state
    state["phase"], state["seat"], state["turn"] = DIE, seat, turn
    state["roller"] = seat if turn != 1 else 1 - seat
    state["character"] = state["origin"] = -1
    state["second"] = state["bathed"] = 0
    die = CHARACTERS.index(character)
    others = [i for i in range(3) if i != die]
    state["taker"] = -1
    for i in others[:turn]:
        state["taker"][i] = 1 - seat
    state["die"][die] = pips
    match.play(f"die {character}")
    return match


def ways(match: Match) -> set[str]:
    """The places the die leads to."""
    return {move.split()[1] for move in match.legal if move.startswith("go ")}


def give_goods(match: Match, seat: int, **counts: int) -> None:
    """Hand goods out of the bag to a seat."""
    state = match.state
    bag = state["bag"].tolist()[: int(state["bagged"])]
    for good, count in counts.items():
        for _ in range(count):
            bag.remove(GOODS.index(good))
            state["goods"][seat, GOODS.index(good)] += 1
    state["bag"] = bag + [0] * (26 - len(bag))
    state["bagged"] = len(bag)


def give_wave(match: Match, seat: int, side: str) -> None:
    """Turn a wave tile to a side, and hand it to a seat."""
    tile = next(i for i, sides in enumerate(SIDES) if side in sides)
    match.state["side"][tile] = SIDES[tile].index(side)
    match.state["wave"][tile] = seat


def paintings(match: Match, seat: int, *tiles: str, revealed: int = 0, gifted: int = 0) -> None:
    """Lay a seat's first tiles; how many of all are revealed, and how many of those were given away."""
    state = match.state
    rest = state["painting"][seat].tolist()
    first = [SYMBOLS.index(tile) for tile in tiles]
    for tile in first:
        rest.remove(tile)
    state["painting"][seat] = first + rest
    state["painted"][seat], state["gifted"][seat] = revealed, gifted


def only(events: list[dict[str, Any]], kind: str) -> dict[str, Any]:
    """The one event of this kind."""
    (event,) = [event for event in events if event["event"] == kind]
    return event


def kinds(events: list[dict[str, Any]]) -> list[str]:
    return [event["event"] for event in events]
