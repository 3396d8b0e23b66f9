"""The survey of a board: everything the rulebooks say of it is checked, and each violation is one line.

The data may come from anybody (a file, a match record): any value of any type can come, and every problem is collected.
What follows from ring and routes (island.py) is compared with what the file says.
"""

from __future__ import annotations

from typing import Any

from tabiji.games.tokaido_duo.island import (
    COAST_NAMES,
    MOUNTAIN_NAMES,
    TOWN_NAMES,
    Routes,
    arc,
    component,
    mountain_towns_of,
    sides,
)
from tabiji.games.tokaido_duo.state import (
    AREAS,
    CHARACTERS,
    COASTAL_TOWNS,
    FACES,
    GARDENS,
    GOODS,
    MAX_PIPS,
    MAX_STATIONS,
    MOUNTAIN_TOWNS,
    PAINTINGS,
    PRICES,
    SLABS,
    STATIONS,
    SYMBOLS,
    TEMPLES,
    TOWNS,
    station_names,
)

CERTAINTIES = ("certain", "high", "medium", "low")
PROVENANCES = ("reconstructed", "printed")
FEWEST_STATIONS = 16
ROUTES = TOWNS - 1  # the routes divide the island into as many areas as there are coastal towns: they form a tree

_ENTRIES = {
    "board": ("name", "title", "provenance"),
    "ring": ("stations",),
    "mountain_towns": ("towns",),
    "routes": ("edges",),
    "areas": ("list",),
    "dice": CHARACTERS,
    "trade_tokens": ("tokens",),
    "tracks": ("temple", "garden", "gold_slabs", "gifts"),
    "start": ("first", "second"),
}
# track: entry, number of values, and the values the rulebooks tell
_TRACKS: dict[str, tuple[str, int, dict[int, int]]] = {
    "temple": ("values", TEMPLES, {0: 1, 6: 7}),
    "garden": ("values", GARDENS, {0: 1, 5: 6}),
    "gold_slabs": ("points", SLABS + 1, {0: 0, 4: 26, 5: 35}),
    "gifts": ("points", PAINTINGS + 1, {0: 0, 6: 18}),
}
_LONGEST_TEXT = 300
_MAX_SHOWN = 60


def _show(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= _MAX_SHOWN else text[: _MAX_SHOWN - 3] + "..."


class _Survey:
    """Collects problems while it walks through the tables."""

    def __init__(self, board: Any) -> None:
        self.problems: list[str] = []
        self.board = board

    def wrong(self, where: str, what: str) -> None:
        self.problems.append(f"{where}: {what}")

    # --- values of any type ---------------------------------------------------------------------------------------
    def table(self, parent: Any, where: str, entries: tuple[str, ...]) -> dict[str, Any]:
        """A table with exactly these entries; what is missing or unknown is reported."""
        if not isinstance(parent, dict):
            self.wrong(where, f"expected a table, found {_show(parent)}")
            return {}
        for entry in entries:
            if entry not in parent:
                self.wrong(where, f"entry {entry!r} is missing")
        for entry in parent:
            if entry not in entries:
                self.wrong(where, f"unknown entry {_show(entry)}; valid: {', '.join(entries)}")
        return parent

    def sourced(self, name: str, parent: Any, where: str, entries: tuple[str, ...]) -> dict[str, Any]:
        """A table that also says where its numbers come from."""
        found = self.table(parent.get(name), where, ("source", "certainty", *entries)) if name in parent else {}
        if "source" in found:
            self.text(found["source"], f"{where}.source")
        if "certainty" in found:
            self.one_of(found["certainty"], f"{where}.certainty", CERTAINTIES)
        return found

    def text(self, value: Any, where: str) -> bool:
        if isinstance(value, str) and value.strip() and len(value) <= _LONGEST_TEXT and value.isprintable():
            return True
        self.wrong(where, f"expected one line of text, at most {_LONGEST_TEXT} characters, found {_show(value)}")
        return False

    def one_of(self, value: Any, where: str, valid: tuple[Any, ...]) -> bool:
        if any(type(value) is type(choice) and value == choice for choice in valid):
            return True
        self.wrong(where, f"cannot be {_show(value)}; valid: {', '.join(map(str, valid))}")
        return False

    def items(self, parent: dict[str, Any], entry: str, where: str, count: int | None = None) -> list[Any]:
        """A list, of a certain length if there is one; empty if there is no such list."""
        if entry not in parent:
            return []
        found = parent[entry]
        if not isinstance(found, list):
            self.wrong(f"{where}.{entry}", f"expected a list, found {_show(found)}")
            return []
        if count is not None and len(found) != count:
            self.wrong(f"{where}.{entry}", f"expected {count} entries, found {len(found)}")
        return found[: 4 * MAX_STATIONS]


def problems(board: Any) -> list[str]:
    """Everything that is wrong with a board, one line each, naming table and entry; empty for a good one."""
    survey = _Survey(board)
    top = survey.table(board, "board file", tuple(_ENTRIES))
    if not isinstance(board, dict):
        return survey.problems
    _head(survey, top)
    kinds = _ring(survey, top)
    _mountain_towns(survey, top)
    edges = _routes(survey, top)
    _areas(survey, top, kinds, edges)
    _dice(survey, top)
    _tokens(survey, top)
    _tracks(survey, top)
    _start(survey, top, kinds)
    return survey.problems


# --- one function for each table ----------------------------------------------------------------------------------
def _head(survey: _Survey, top: dict[str, Any]) -> None:
    head = survey.table(top["board"], "board", _ENTRIES["board"]) if "board" in top else {}
    for entry in ("name", "title"):
        if entry in head:
            survey.text(head[entry], f"board.{entry}")
    if "provenance" in head:
        survey.one_of(head["provenance"], "board.provenance", PROVENANCES)


def _ring(survey: _Survey, top: dict[str, Any]) -> list[str] | None:
    """The kinds of the stations, None if they are not all known."""
    ring = survey.sourced("ring", top, "ring", _ENTRIES["ring"])
    kinds = survey.items(ring, "stations", "ring")
    if not kinds:
        if ring:
            survey.wrong("ring.stations", "there are no stations")
        return None
    known = [survey.one_of(kind, f"ring.stations[{i}]", STATIONS) for i, kind in enumerate(kinds)]
    if not FEWEST_STATIONS <= len(kinds) <= MAX_STATIONS:
        survey.wrong("ring.stations", f"{len(kinds)} stations; expected {FEWEST_STATIONS} to {MAX_STATIONS}")
        return None
    if not all(known):
        return None
    if kinds.count("coastal_town") != COASTAL_TOWNS:
        survey.wrong(
            "ring.stations", f"{kinds.count('coastal_town')} coastal towns; the rulebooks count {COASTAL_TOWNS}"
        )
        return None
    for kind in STATIONS:
        if kind not in kinds:
            survey.wrong("ring.stations", f"no {kind}; the rulebooks have all five kinds of stations")
    if kinds[0] != "coastal_town":
        survey.wrong("ring.stations[0]", f"the list begins with a coastal town (c1), not with a {kinds[0]}")
        return None
    return kinds


def _mountain_towns(survey: _Survey, top: dict[str, Any]) -> None:
    table = survey.sourced("mountain_towns", top, "mountain_towns", _ENTRIES["mountain_towns"])
    towns = survey.items(table, "towns", "mountain_towns", MOUNTAIN_TOWNS)
    goods = []
    for i, town in enumerate(towns[:MOUNTAIN_TOWNS]):
        where = f"mountain_towns.towns[{i}]"
        entries = survey.table(town, where, ("id", "goods"))
        if "id" in entries:
            survey.one_of(entries["id"], f"{where}.id", (MOUNTAIN_NAMES[i],))
        if "goods" in entries and survey.one_of(entries["goods"], f"{where}.goods", PRICES):
            goods.append(entries["goods"])
    if len(goods) == MOUNTAIN_TOWNS and set(goods) != set(PRICES):
        survey.wrong("mountain_towns.towns", f"the rulebooks have towns with 2, 3 and 4 goods; found {goods}")


def _routes(survey: _Survey, top: dict[str, Any]) -> Routes | None:
    """The routes, None if they do not divide the island as the rulebooks say."""
    table = survey.sourced("routes", top, "routes", _ENTRIES["routes"])
    given = survey.items(table, "edges", "routes", ROUTES)
    edges: Routes = []
    for i, edge in enumerate(given):
        where = f"routes.edges[{i}]"
        if not isinstance(edge, list) or len(edge) != 2:
            survey.wrong(where, f"expected two towns, found {_show(edge)}")
            continue
        known = [survey.one_of(town, where, TOWN_NAMES) for town in edge]
        if not all(known):
            continue
        a, b = edge
        if a == b:
            survey.wrong(where, f"a route from {a} to itself")
        elif (a, b) in edges or (b, a) in edges:
            survey.wrong(where, f"the route between {a} and {b} is listed twice")
        else:
            edges.append((a, b))
    if not given or len(edges) < len(given):
        return None
    fine = len(edges) == ROUTES
    for town in COAST_NAMES:
        count = sum(town in edge for edge in edges)
        if count != 1:
            survey.wrong(
                "routes.edges",
                f"{count} routes at {town}; a coastal town between two areas is the end of one route",
            )
            fine = False
    reached = component(edges, MOUNTAIN_NAMES[0])
    for town in TOWN_NAMES:
        if town not in reached:
            survey.wrong("routes.edges", f"{town} cannot be reached from {MOUNTAIN_NAMES[0]}")
            fine = False
    return edges if fine else None


def _areas(survey: _Survey, top: dict[str, Any], kinds: list[str] | None, edges: Routes | None) -> None:
    table = survey.sourced("areas", top, "areas", _ENTRIES["areas"])
    areas = survey.items(table, "list", "areas", len(AREAS))
    if edges:
        edges = _planar(survey, edges)
    around = mountain_towns_of(edges) if edges else None
    symbols = []
    for i, area in enumerate(areas[: len(AREAS)]):
        where = f"areas.list[{i}]"
        entries = survey.table(area, where, ("id", "symbol", "stations", "mountain_towns"))
        if "id" in entries:
            survey.one_of(entries["id"], f"{where}.id", (AREAS[i],))
        if "symbol" in entries and survey.one_of(entries["symbol"], f"{where}.symbol", SYMBOLS):
            symbols.append(entries["symbol"])
        stations = survey.items(entries, "stations", where)
        if kinds and "stations" in entries:
            _arc(survey, f"{where}.stations", stations, kinds, i)
        towns = survey.items(entries, "mountain_towns", where)
        if around and "mountain_towns" in entries and _words(towns) != around[AREAS[i]]:
            expected = ", ".join(around[AREAS[i]])
            survey.wrong(
                f"{where}.mountain_towns", f"the routes around area {AREAS[i]} pass {expected}; found {_show(towns)}"
            )
    if len(symbols) == len(AREAS):
        for symbol in SYMBOLS:
            if symbol not in symbols:
                survey.wrong("areas.list", f"no area shows a {symbol}; the rulebooks have all four symbols")


def _words(values: list[Any]) -> list[str]:
    return sorted(map(str, values))


def _planar(survey: _Survey, edges: Routes) -> Routes | None:
    """Routes drawn on an island do not cross: each has one area on either side."""
    fine = True
    for i, edge in enumerate(edges):
        if len(sides(edges, edge)) != 2:
            crossing = "has the same area on both sides" if not sides(edges, edge) else "crosses another route"
            survey.wrong(f"routes.edges[{i}]", f"the route between {edge[0]} and {edge[1]} {crossing}")
            fine = False
    return edges if fine else None


def _arc(survey: _Survey, where: str, stations: list[Any], kinds: list[str], number: int) -> None:
    """Contiguous, from one coastal town to the next: so the areas close the ring."""
    expected = arc(kinds, number)
    if stations == expected:
        return
    names = station_names(kinds)
    strangers = [station for station in stations if station not in names]
    if strangers:
        survey.wrong(where, f"there is no station {_show(strangers[0])} on the ring")
    survey.wrong(where, f"clockwise from {expected[0]} to {expected[-1]} the ring has {', '.join(expected)}")


def _numbers(survey: _Survey, values: list[Any], where: str, low: int, high: int) -> bool:
    fine = True
    for i, value in enumerate(values):
        if type(value) is not int or not low <= value <= high:
            survey.wrong(f"{where}[{i}]", f"expected a whole number from {low} to {high}, found {_show(value)}")
            fine = False
    return fine


def _dice(survey: _Survey, top: dict[str, Any]) -> None:
    dice = survey.sourced("dice", top, "dice", _ENTRIES["dice"])
    for character in CHARACTERS:
        faces = survey.items(dice, character, "dice", FACES)
        _numbers(survey, faces[:FACES], f"dice.{character}", 1, MAX_PIPS)


def _tokens(survey: _Survey, top: dict[str, Any]) -> None:
    table = survey.sourced("trade_tokens", top, "trade_tokens", _ENTRIES["trade_tokens"])
    tokens = survey.items(table, "tokens", "trade_tokens", COASTAL_TOWNS)
    pairs = []
    for i, token in enumerate(tokens[:COASTAL_TOWNS]):
        where = f"trade_tokens.tokens[{i}]"
        entries = survey.table(token, where, ("good", "price"))
        good = "good" in entries and survey.one_of(entries["good"], f"{where}.good", GOODS)
        price = "price" in entries and survey.one_of(entries["price"], f"{where}.price", PRICES)
        if good and price:
            pairs.append((entries["good"], entries["price"]))
    if len(pairs) == COASTAL_TOWNS:
        if ("ceramic", 3) not in pairs:
            survey.wrong("trade_tokens.tokens", "no ceramic for 3 coins; the rulebooks' example of selling has one")
        if "kimono" not in [good for good, _ in pairs]:
            survey.wrong("trade_tokens.tokens", "no kimono; the rulebooks' example of the merchant's way has one")


def _tracks(survey: _Survey, top: dict[str, Any]) -> None:
    tracks = survey.table(top["tracks"], "tracks", _ENTRIES["tracks"]) if "tracks" in top else {}
    for name, (entry, count, told) in _TRACKS.items():
        table = survey.sourced(name, tracks, f"tracks.{name}", (entry,))
        values = survey.items(table, entry, f"tracks.{name}", count)
        where = f"tracks.{name}.{entry}"
        if not values or not _numbers(survey, values[:count], where, 0, 127) or len(values) != count:
            continue
        for i in range(1, count):
            if values[i] <= values[i - 1]:
                survey.wrong(f"{where}[{i}]", f"a track rises: {values[i]} after {values[i - 1]}")
        for i, value in told.items():
            if values[i] != value:
                survey.wrong(f"{where}[{i}]", f"the rulebooks say {value}, not {values[i]}")


def _start(survey: _Survey, top: dict[str, Any], kinds: list[str] | None) -> None:
    start = survey.sourced("start", top, "start", _ENTRIES["start"])
    spaces: dict[str, tuple[str, ...]] = {"merchant": TOWN_NAMES, "artist": AREAS}
    if kinds:
        spaces["pilgrim"] = tuple(station_names(kinds))
    taken: list[str] = []
    for player in ("first", "second"):
        where = f"start.{player}"
        pawns = survey.table(start[player], where, CHARACTERS) if player in start else {}
        for character, valid in spaces.items():
            if character not in pawns or not survey.one_of(pawns[character], f"{where}.{character}", valid):
                continue
            space = pawns[character]
            if space in taken:
                survey.wrong(f"{where}.{character}", f"{space} holds one pawn only, and is taken")
            elif character == "pilgrim" or space in COAST_NAMES:
                taken.append(space)
