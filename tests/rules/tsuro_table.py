"""Positions of Tsuro of the Seas made by hand."""

from __future__ import annotations

from typing import Any

from tabiji.core.match import Game, Match
from tabiji.core.record import as_state
from tabiji.games.tsuro_seas import rules
from tabiji.games.tsuro_seas.state import (
    DAIKAIJU,
    EMPTY,
    FIRST_COURSE,
    HAND,
    IN_SUPPLY,
    LAIRS,
    MARK_NAMES,
    MARK_PORT,
    MARK_SQUARE,
    PLACE,
    ROTATIONS,
    SIDES,
    SQUARE_NAMES,
    TILE_DECK,
)

STRAIGHT, CORNERS, UTURNS, CROSS = 33, 34, 0, 31  # tiles of four equal lines
FAR = ["g1 g7 n", "b1 g6 n", "g2 f7 n"]  # three daikaiju in the south-east corner
QUIET = [1, 1]  # dice that leave the daikaiju asleep


def sq(name: str) -> int:
    return SQUARE_NAMES.index(name)


def course(tile: int, turns: int = 0) -> int:
    return int(FIRST_COURSE[tile]) + turns % int(ROTATIONS[tile])


def sea(
    ships: list[str],
    *,
    tiles: dict[str, str] | None = None,
    hands: list[list[int]] | None = None,
    daikaiju: list[str] | None = None,
    supply: list[str] | None = None,
    dice: list[int] | None = None,
    lost: tuple[int, ...] = (),
    **options: Any,
) -> Match:
    """A table where seat 0 is about to place a tile, nothing rolled yet for the others.

    Ships are "n5" (waiting at a mark) or "d4 6" (facing d4, about to enter by port 6); tiles are {"c4": "33 r1"}.
    Tiles of the board and of the hands come out of the pile. Without `daikaiju` the sea is calm.
    """
    if daikaiju is None:
        options["no_daikaiju"] = True
    match = Game("tsuro_seas", len(ships), **options).new(5, {"first": 0})
    s = match.state
    for p, where in enumerate(ships):
        name, *port = where.split()
        if port:
            s["ahead"][p], s["bow"][p] = sq(name), int(port[0])
        else:
            mark = MARK_NAMES.index(name)
            s["ahead"][p], s["bow"][p] = MARK_SQUARE[mark], MARK_PORT[mark]
    for p in lost:
        s["fate"][p], s["ahead"][p] = 1, -1
    _deal(s, hands or [[] for _ in ships], tiles or {})
    for d in range(len(DAIKAIJU)):
        s["lair"][d] = IN_SUPPLY
    s["board"] = EMPTY
    for name, tile in (tiles or {}).items():
        pattern, turns = tile.split()
        s["board"][sq(name)] = course(int(pattern), int(turns[1]))
    for text in daikaiju or []:
        name, where, facing = text.split()
        d = DAIKAIJU.index(name)
        s["lair"][d], s["facing"][d] = sq(where), SIDES.index(facing)
        s["board"][sq(where)] = LAIRS + d
    _supply(s, supply or [])
    s["dice"][: len(dice or [])] = dice or []
    s["phase"], s["seat"], s["active"], s["turn"] = PLACE, 0, 0, 1
    return match


def _deal(s: Any, hands: list[list[int]], tiles: dict[str, str]) -> None:
    """The wanted hands; everything not in a hand or on the board is in the pile."""
    players = int(s["players"])
    box = sorted(s["hand"][: players * HAND].tolist() + [card for card in s["pile"]["cards"].tolist() if card >= 0])
    for tile in [tile for hand in hands for tile in hand] + [int(tile.split()[0]) for tile in tiles.values()]:
        box.remove(tile)
    for p in range(players):
        hand = hands[p] if p < len(hands) else []
        s["hand"][p * HAND : p * HAND + HAND] = hand + [-1] * (HAND - len(hand))
        s["seen"][p * HAND : p * HAND + HAND] = [(1, 2, 4, 8, 16, 32, 64, -128)[p]] * len(hand) + [0] * (
            HAND - len(hand)
        )
    s["pile"]["cards"] = box + [-1] * (len(s["pile"]["cards"]) - len(box))
    s["pile"]["batch"], s["pile"]["top"], s["pile"]["left"] = 0, 0, len(box)


def _supply(s: Any, wanted: list[str]) -> None:
    """Those named come next; the rest after them by number. With wanted == ["none"] the supply is empty, all gone."""
    off_board = [d for d in range(len(DAIKAIJU)) if s["lair"][d] == IN_SUPPLY]
    coming = [DAIKAIJU.index(text.split()[0]) for text in wanted if text != "none"]
    for text in wanted:
        if len(text.split()) == 2:
            s["facing"][DAIKAIJU.index(text.split()[0])] = SIDES.index(text.split()[1])
    order = coming + [d for d in off_board if d not in coming]
    if wanted == ["none"]:
        order = []
        for d in off_board:
            s["lair"][d] = -2
    s["supply"] = order[::-1] + [-1] * (len(DAIKAIJU) - len(order))
    s["supplied"] = len(order)


def full_board(gap: tuple[str, ...], tile: str) -> dict[str, str]:
    """Tiles everywhere but in the gaps, as many of each as there are."""
    spare = sorted(int(t) for t in TILE_DECK)
    spare.remove(int(tile))
    return {name: f"{spare[i]} r0" for i, name in enumerate(n for n in SQUARE_NAMES if n not in gap)}


def begin_turn(match: Match, seat: int) -> list[dict[str, Any]]:
    """The turn of a seat begins with its daikaiju step; what happens until the next decision."""
    players = match.game.players
    match.state["active"] = (seat - 1) % players
    match.state["journal"]["size"] = 0
    rules.go_on(as_state(match.state), False)
    return match.events()


def ship(match: Match, p: int) -> str:
    """Where a ship is, as `sea` takes it, or its fate."""
    shown = match.view(None)["ships"][p]
    if shown["fate"] != "afloat":
        return str(shown["fate"])
    return shown["mark"] or f"{shown['ahead']} {shown['port']}"


def daikaiju(match: Match, name: str) -> str:
    """Where a daikaiju is: "c5 n", "supply" or "gone"."""
    shown = match.view(None)["daikaiju"][DAIKAIJU.index(name)]
    return f"{shown['square']} {shown['facing']}" if shown["square"] else str(shown["place"])


def pile(match: Match) -> list[int]:
    """The pile from top to bottom."""
    deck = match.state["pile"]
    size = len(deck["cards"])
    return [int(deck["cards"][(int(deck["top"]) + i) % size]) for i in range(int(deck["left"]))]


def kinds(events: list[dict[str, Any]]) -> list[str]:
    return [event["event"] for event in events]
