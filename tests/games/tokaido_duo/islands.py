"""Random boards that satisfy the rulebooks, for tests: other coasts, other routes, other numbers."""

from __future__ import annotations

from random import Random
from typing import Any

AREAS = ("n1", "n2", "n3", "e", "s3", "s2", "s1", "w")
SHORT = {"coastal_town": "c", "temple": "t", "garden": "g", "seashore": "sea", "hot_spring": "h"}


def _corners(rng: Random) -> tuple[list[tuple[str, str]], list[str]]:
    """A random tree of the four mountain towns, and the towns met on a walk around it."""
    below: dict[int, list[int]] = {i: [] for i in range(4)}
    for i in range(1, 4):
        children = below[rng.randrange(i)]
        children.insert(rng.randint(0, len(children)), i)
    walk: list[int] = []

    def around(town: int) -> None:
        walk.append(town)
        for child in below[town]:
            around(child)
            walk.append(town)

    around(0)
    edges = [(f"m{a + 1}", f"m{b + 1}") for a, children in below.items() for b in children]
    return edges, [f"m{town + 1}" for town in walk[:-1]]


def _way(edges: list[tuple[str, str]], start: str, end: str) -> list[str]:
    ways = [[start]]
    while True:
        for way in ways:
            if way[-1] == end:
                return way
        ways = [
            [*way, *({a, b} - {way[-1]})]
            for way in ways
            for a, b in edges
            if way[-1] in (a, b) and not {a, b} <= set(way)
        ]


def random_board(base: dict[str, Any], seed: int) -> dict[str, Any]:
    """Another board with the tables of `base` redrawn."""
    rng = Random(seed)
    mountain, walk = _corners(rng)
    while True:  # coastal towns at the corners of the walk; a mountain town with one route needs one
        at = sorted(rng.randrange(len(walk)) for _ in range(8))
        leaves = {town for edge in mountain for town in edge if sum(town in other for other in mountain) == 1}
        if leaves <= {walk[i] for i in at}:
            break
    edges = mountain + [(walk[corner], f"c{i + 1}") for i, corner in enumerate(at)]
    rng.shuffle(edges)

    stations: list[list[str]] = []
    others = ["temple", "garden", "seashore", "hot_spring", *rng.choices(list(SHORT)[1:], k=rng.randint(4, 18))]
    rng.shuffle(others)
    cuts = sorted(rng.randint(0, len(others)) for _ in range(7))
    for a, b in zip([0, *cuts], [*cuts, len(others)], strict=True):
        stations.append(["coastal_town", *others[a:b]])
    kinds = [kind for part in stations for kind in part]
    names = [SHORT[kind] + str(kinds[: i + 1].count(kind)) for i, kind in enumerate(kinds)]

    symbols = ["moon", "waterfall", "mountain", "bamboo"]
    symbols += rng.choices(symbols, k=4)
    rng.shuffle(symbols)
    areas = []
    for i, area in enumerate(AREAS):
        start, end = names.index(f"c{i + 1}"), names.index(f"c{(i + 1) % 8 + 1}")
        arc = [names[(start + j) % len(names)] for j in range((end - start) % len(names) + 1)]
        hills = _way(edges, f"c{i + 1}", f"c{(i + 1) % 8 + 1}")[1:-1]
        areas.append({"id": area, "symbol": symbols[i], "stations": arc, "mountain_towns": sorted(hills)})

    goods = [2, 3, 4, rng.choice([2, 3, 4])]
    rng.shuffle(goods)
    tokens = [("ceramic", 3), ("kimono", rng.choice([2, 3, 4]))]
    tokens += [(rng.choice(["kimono", "ceramic", "doll", "fan"]), rng.choice([2, 3, 4])) for _ in range(6)]
    pilgrims = rng.sample([name for name in names if not name.startswith("c")], 2)
    merchants = rng.sample([f"c{i + 1}" for i in range(8)] + ["m1", "m2", "m3", "m4"], 2)
    start = [{"pilgrim": pilgrims[p], "merchant": merchants[p], "artist": rng.choice(AREAS)} for p in range(2)]
    noted = {"source": "a test", "certainty": "low"}
    return {
        "board": {"name": f"random {seed}", "title": f"Random island {seed}", "provenance": "reconstructed"},
        "ring": {**noted, "stations": kinds},
        "mountain_towns": {**noted, "towns": [{"id": f"m{i + 1}", "goods": n} for i, n in enumerate(goods)]},
        "routes": {**noted, "edges": [list(edge) for edge in edges]},
        "areas": {**noted, "list": areas},
        "dice": {**noted, **{c: rng.choices([1, 2, 3, 4], k=6) for c in ("pilgrim", "merchant", "artist")}},
        "trade_tokens": {**noted, "tokens": [{"good": good, "price": price} for good, price in tokens]},
        "tracks": base["tracks"],
        "start": {**noted, "first": start[0], "second": start[1]},
    }
