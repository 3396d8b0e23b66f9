"""Boards: found by name, path or data, checked, and laid into a record.

A board file is TOML (data/shikoku.toml shows every table). A file may name another board as its `base` and give only
the tables that differ. docs/boards.md tells how to write one.
"""

from __future__ import annotations

import tomllib
from copy import deepcopy
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from tabiji.core.errors import BoardError, OptionError, unknown
from tabiji.games.tokaido_duo import SPEC, island, survey
from tabiji.games.tokaido_duo.chart import layout
from tabiji.games.tokaido_duo.state import (
    AREAS,
    CHARACTERS,
    COAST,
    COASTAL_TOWNS,
    FIRST_MOUNTAIN,
    GOODS,
    MAX_PIPS,
    PRICE_BITS,
    STATIONS,
    SYMBOLS,
    station_names,
)


# --- finding and checking -----------------------------------------------------------------------------------------
def load(board: str | Path | dict[str, Any] | None = None) -> dict[str, Any]:
    """The data of a board that comes with the game (None: the usual one), of a file, or given; BoardError lists all
    that is wrong with it."""
    if board is None:
        return deepcopy(_shipped(SPEC.boards[0]))
    if isinstance(board, dict):
        return _checked(board, "data")
    if isinstance(board, str) and board in SPEC.boards:
        return deepcopy(_shipped(board))
    if not isinstance(board, (str, Path)) or (isinstance(board, str) and not _like_path(board)):
        raise unknown("board", board, (*SPEC.boards, "a path to a board file"))
    return _checked(read(board), str(board))


def _like_path(text: str) -> bool:
    return text.endswith(".toml") or "/" in text or "\\" in text


def read(path: str | Path) -> dict[str, Any]:
    """What a board file says, unchecked."""
    try:
        return tomllib.loads(Path(path).read_text("utf-8"))
    except OSError as error:
        raise OptionError(f"cannot read the board {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise OptionError(f"{path} is not a board file: it is not text") from error
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise OptionError(f"{path} is not a board file: {error}") from error


@cache
def _shipped(name: str) -> dict[str, Any]:
    text = files(__package__).joinpath(f"data/{name}.toml").read_text("utf-8")
    return _checked(tomllib.loads(text), name)


def _checked(board: dict[str, Any], called: str) -> dict[str, Any]:
    try:
        whole = with_base(board)
        found = survey.problems(whole)
    except RecursionError as error:
        raise BoardError(called, ["board file: tables in tables in tables without end"]) from error
    if found:
        raise BoardError(called, found)
    return whole


def with_base(board: dict[str, Any]) -> dict[str, Any]:
    """The board together with the tables of the one it is based on."""
    head = board.get("board")
    if not isinstance(head, dict) or "base" not in head:
        return deepcopy(board)
    if head["base"] not in list(SPEC.boards):
        raise BoardError("data", [f"board.base: cannot be {head['base']!r:.60}; valid: {', '.join(SPEC.boards)}"])
    whole = deepcopy(_shipped(head["base"]))
    _overlay(whole, deepcopy(board))
    del whole["board"]["base"]
    return whole


def _overlay(below: dict[str, Any], above: dict[str, Any]) -> None:
    for key, value in above.items():
        if isinstance(value, dict) and isinstance(below.get(key), dict):
            _overlay(below[key], value)
        else:
            below[key] = value


# --- laying it into a record --------------------------------------------------------------------------------------
def _edges(board: dict[str, Any]) -> island.Routes:
    return [(a, b) for a, b in board["routes"]["edges"]]


def lay(state: Any, board: dict[str, Any]) -> None:
    """Write a checked board into a record, before its setup."""
    names = station_names(board["ring"]["stations"])
    towns = island.TOWN_NAMES
    edges = _edges(board)
    state["stations"] = len(names)
    for i, (name, kind) in enumerate(zip(names, board["ring"]["stations"], strict=True)):
        state["ring"][i] = COAST + towns.index(name) if kind == "coastal_town" else STATIONS.index(kind)
    state["coast"] = [names.index(town) for town in towns[:COASTAL_TOWNS]]
    for a, b in edges:
        state["roads"][towns.index(a)] |= 1 << towns.index(b)
        state["roads"][towns.index(b)] |= 1 << towns.index(a)
    for i, area in enumerate(board["areas"]["list"]):
        state["symbol"][i] = SYMBOLS.index(area["symbol"])
        for station in area["stations"]:
            state["borders"][names.index(station)] |= 1 << i
        for town in area["mountain_towns"]:
            state["borders"][FIRST_MOUNTAIN + island.MOUNTAIN_NAMES.index(town)] |= 1 << i
    across = island.touching(edges)
    for steps in range(1, MAX_PIPS + 1):
        for i, area in enumerate(AREAS):
            state["reach"][steps - 1, i] = sum(1 << AREAS.index(end) for end in island.ends(across, [area], steps))
    state["printed"] = [town["goods"] for town in board["mountain_towns"]["towns"]]
    state["faces"] = [board["dice"][character] for character in CHARACTERS]
    state["temple_value"] = board["tracks"]["temple"]["values"]
    state["garden_value"] = board["tracks"]["garden"]["values"]
    state["slab_points"] = board["tracks"]["gold_slabs"]["points"]
    state["gift_points"] = board["tracks"]["gifts"]["points"]
    state["trade"] = [
        GOODS.index(token["good"]) << PRICE_BITS | token["price"] for token in board["trade_tokens"]["tokens"]
    ]
    for p, player in enumerate(("first", "second")):
        start = board["start"][player]
        spaces = (names, towns, AREAS)
        state["at"][p] = [space.index(start[character]) for space, character in zip(spaces, CHARACTERS, strict=True)]


# --- what views say of it -----------------------------------------------------------------------------------------
def shown(board: dict[str, Any]) -> dict[str, Any]:
    """The board for those who draw it: every place by name, what touches what, the tables, and how sure they are."""
    edges = _edges(board)
    across = island.touching(edges)
    kinds = board["ring"]["stations"]
    ring = [{"id": name, "kind": kind} for name, kind in zip(station_names(kinds), kinds, strict=True)]
    routes = [list(edge) for edge in edges]
    areas = [{**area, "touches": across[area["id"]]} for area in board["areas"]["list"]]
    tables = {name: board[name] for name in board if name not in ("board", "tracks")}
    tables |= {f"tracks.{name}": board["tracks"][name] for name in board["tracks"]}
    return {
        **board["board"],
        "note": "reconstructed board" if board["board"]["provenance"] == "reconstructed" else "board read off the box",
        "certainty": {name: table["certainty"] for name, table in tables.items()},
        "ring": ring,
        "mountain_towns": board["mountain_towns"]["towns"],
        "routes": routes,
        "areas": areas,
        "dice": {character: board["dice"][character] for character in CHARACTERS},
        "trade_tokens": board["trade_tokens"]["tokens"],
        "tracks": {name: track.get("values") or track["points"] for name, track in board["tracks"].items()},
        "start": [board["start"][player] for player in ("first", "second")],
        "layout": {name: list(at) for name, at in layout(ring, routes, areas).items()},
    }
