"""The geometry of an island: what follows from its ring of stations and its trade routes.

The coastal towns are the ends of the routes, in the order of the ring. Taking a route away parts the towns into two
groups; where neighbours on the coast are parted lie the two areas on its sides. Nothing of this is typed into a board.
"""

from __future__ import annotations

from tabiji.games.tokaido_duo.state import AREAS, COASTAL_TOWNS, MOUNTAIN_TOWNS, station_names

Routes = list[tuple[str, str]]

COAST_NAMES = tuple(f"c{i + 1}" for i in range(COASTAL_TOWNS))
MOUNTAIN_NAMES = tuple(f"m{i + 1}" for i in range(MOUNTAIN_TOWNS))
TOWN_NAMES = COAST_NAMES + MOUNTAIN_NAMES


def component(edges: Routes, start: str) -> set[str]:
    """The towns that can be reached."""
    reached = {start}
    while True:
        more = {b for a, b in edges if a in reached} | {a for a, b in edges if b in reached}
        if more <= reached:
            return reached
        reached |= more


def sides(edges: Routes, edge: tuple[str, str]) -> list[str]:
    """The areas on the two sides of a route: where its removal parts neighbours on the coast."""
    here = component([other for other in edges if other != edge], edge[0])
    return [
        area
        for i, area in enumerate(AREAS)
        if (COAST_NAMES[i] in here) != (COAST_NAMES[(i + 1) % COASTAL_TOWNS] in here)
    ]


def touching(edges: Routes) -> dict[str, list[str]]:
    """For each area the areas across one route."""
    pairs = [sides(edges, edge) for edge in edges]
    return {
        area: [other for other in AREAS if other != area and any({area, other} == set(pair) for pair in pairs)]
        for area in AREAS
    }


def mountain_towns_of(edges: Routes) -> dict[str, list[str]]:
    """For each area the mountain towns at the routes around it."""
    around: dict[str, set[str]] = {area: set() for area in AREAS}
    for edge in edges:
        for area in sides(edges, edge):
            around[area] |= set(edge)
    return {area: [town for town in MOUNTAIN_NAMES if town in towns] for area, towns in around.items()}


def arc(kinds: list[str], number: int) -> list[str]:
    """The stations of the area that begins at this coastal town (0: c1), both towns included."""
    names = station_names(kinds)
    start = names.index(COAST_NAMES[number])
    end = names.index(COAST_NAMES[(number + 1) % COASTAL_TOWNS])
    return [names[(start + i) % len(names)] for i in range((end - start) % len(names) + 1)]


def ends(across: dict[str, list[str]], path: list[str], steps: int) -> set[str]:
    """Where an artist can end who makes so many steps and enters no area twice (TD-11)."""
    if steps == 0:
        return {path[-1]}
    return set().union(*(ends(across, [*path, area], steps - 1) for area in across[path[-1]] if area not in path))
