"""Tokaido Duo's legal moves a second time, slowly: plain Python over a board file and a view.

Nothing here is shared with the rules. Ways are found by listing every way; areas touch when a route has both its ends
in either of them; goods to keep are all subsets.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

SHORT = {"coastal_town": "c", "temple": "t", "garden": "g", "seashore": "sea", "hot_spring": "h"}


class Island:
    """What a board file says, as graphs by name."""

    def __init__(self, board: dict[str, Any]) -> None:
        self.kinds = board["ring"]["stations"]
        counts: dict[str, int] = {}
        self.ring = []
        for kind in self.kinds:
            counts[kind] = counts.get(kind, 0) + 1
            self.ring.append(SHORT[kind] + str(counts[kind]))
        self.kind = dict(zip(self.ring, self.kinds, strict=True))
        self.roads: dict[str, set[str]] = {}
        for a, b in board["routes"]["edges"]:
            self.roads.setdefault(a, set()).add(b)
            self.roads.setdefault(b, set()).add(a)
        self.around = {area["id"]: {*area["stations"], *area["mountain_towns"]} for area in board["areas"]["list"]}
        self.symbol = {area["id"]: area["symbol"] for area in board["areas"]["list"]}
        self.across: dict[str, set[str]] = {area: set() for area in self.around}
        for a, b in board["routes"]["edges"]:
            beside = [area for area, places in self.around.items() if a in places and b in places]
            for one in beside:
                self.across[one] |= set(beside) - {one}
        self.goods = {town["id"]: town["goods"] for town in board["mountain_towns"]["towns"]}


def all_ways(graph: dict[str, set[str]], start: str, length: int, closed: set[str]) -> list[list[str]]:
    """Every way of this length that enters nothing closed and nothing twice."""
    found = [[start]]
    for _ in range(length):
        found = [[*way, place] for way in found for place in graph[way[-1]] if place not in way and place not in closed]
    return found


def _standing(view: dict[str, Any], but: tuple[int, str]) -> set[str]:
    """Where pilgrims and merchants stand, one of them left out."""
    return {view["pawns"][p][c] for p in range(2) for c in ("pilgrim", "merchant") if (p, c) != but}


def destinations(island: Island, view: dict[str, Any]) -> set[str]:
    """Where the die in use leads."""
    p = view["seat"]
    character = view["character"]
    pips = view["dice"][character]["pips"]
    here = view["pawns"][p][character]
    side = view["waves"][character]["side"]
    mine = view["waves"][character]["holder"] == p
    if character == "artist":
        return {way[-1] for way in all_ways(island.across, here, pips, set())}
    taken = _standing(view, (p, character))
    if character == "merchant":
        closed = {town for town in taken if town in island.ring}
        return {way[-1] for way in all_ways(island.roads, here, pips, closed)}
    lengths = {pips}
    if mine and side == "hasty":
        lengths.add(pips + 1)
    if mine and side == "serene" and pips > 1:
        lengths.add(pips - 1)
    ends = set()
    for length in lengths:
        i = island.ring.index(here) + length
        while island.ring[i % len(island.ring)] in taken:
            i += 1
        ends.add(island.ring[i % len(island.ring)])
    return ends


def others(island: Island, view: dict[str, Any], p: int) -> int:
    """Pawns an artist of seat p sees."""
    area = view["pawns"][p]["artist"]
    seen = sum(view["pawns"][q][c] in island.around[area] for q in range(2) for c in ("pilgrim", "merchant"))
    return seen + (view["pawns"][1 - p]["artist"] == area)


def _artist(island: Island, view: dict[str, Any], origin: str) -> set[str]:
    p = view["seat"]
    here = view["pawns"][p]["artist"]
    tiles = view["seats"][p]["paintings"]
    wave = view["waves"]["artist"]
    mine = wave["holder"] == p
    deeds = set()
    hidden = sum(tile["state"] == "hidden" for tile in tiles)
    count = others(island, view, p)
    if count and hidden:
        deeds.add("paint")
    if mine and wave["side"] == "master" and hidden > count:
        deeds.add("paint master")
    left = [tile for tile in tiles if tile["state"] != "gifted"]
    if left and left[0]["state"] == "revealed":
        seen = {here}
        if mine and wave["side"] == "inspired":
            pips = view["dice"]["artist"]["pips"]
            for way in all_ways(island.across, origin, pips, set()):
                if way[-1] == here:
                    seen |= set(way)
        if left[0]["symbol"] in {island.symbol[area] for area in seen}:
            deeds.add("gift")
    return deeds


def _merchant(island: Island, view: dict[str, Any]) -> set[str]:
    p = view["seat"]
    town = view["pawns"][p]["merchant"]
    wave = view["waves"]["merchant"]
    side = wave["side"] if wave["holder"] == p else ""
    if town in island.goods:
        return {"draw", "draw strong"} if side == "strong" else {"draw"}
    held = view["seats"][p]["goods"][view["trade"][town]["good"]]
    sales = {f"sell {n}" for n in range(1, held + 1)}
    if side == "cunning":
        sales |= {f"sell {n} cunning" for n in range(1, held + 1)}
    return sales


def _pilgrim(island: Island, view: dict[str, Any]) -> set[str]:
    p = view["seat"]
    kind = island.kind[view["pawns"][p]["pilgrim"]]
    mine = view["seats"][p]
    if kind == "seashore":
        holders = {name: tile["holder"] for name, tile in view["waves"].items()}
        free = [name for name, holder in holders.items() if holder is None]
        return {f"wave {name}" for name in free or [n for n, holder in holders.items() if holder == 1 - p]}
    useless = {
        "temple": mine["temple"] == 9,
        "garden": mine["garden"] == 6,
        "hot_spring": view["hot_spring"] == p,
        "coastal_town": False,
    }
    return set() if useless[kind] else {"visit"}


def _kept(view: dict[str, Any]) -> set[str]:
    p = view["seat"]
    order = ["kimono", "ceramic", "doll", "fan"]
    held = [good for good in order for _ in range(view["seats"][p]["goods"][good])]
    wave = view["waves"]["merchant"]
    most = 6 if wave["holder"] == p and wave["side"] == "strong" else 5
    return {f"keep {' '.join(kept) or 'nothing'}" for n in range(most + 1) for kept in combinations(held, n)}


def deeds(island: Island, view: dict[str, Any], origin: str) -> set[str]:
    """What the space of arrival offers, declining apart."""
    if view["character"] == "artist":
        return _artist(island, view, origin)
    return _merchant(island, view) if view["character"] == "merchant" else _pilgrim(island, view)


def legal(island: Island, view: dict[str, Any], origin: str) -> set[str]:
    """The legal moves of the seat that decides; `origin` is where the artist's movement began."""
    phase = view["phase"]
    if phase == "die":
        return {f"die {name}" for name, die in view["dice"].items() if die["taken_by"] is None}
    if phase == "go":
        return {f"go {place}" for place in destinations(island, view)} or {"stay"}
    if phase == "act":
        return deeds(island, view, origin) | {"pass"}
    if phase == "keep":
        return _kept(view)
    if phase == "return":
        return {f"return {good}" for good, count in view["seats"][view["seat"]]["goods"].items() if count}
    return {"again", "pass"}
