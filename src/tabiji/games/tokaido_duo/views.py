"""What a seat may see of Tokaido Duo, and what the journal says (TD-70). JSON-able; ids instead of sentences.

Everything is public except the order of the bag and the paintings face down, which nobody knows: the views of both
seats differ only in `viewer`. Match adds the options, the legal moves and the board, with its provenance.
"""

from __future__ import annotations

from typing import Any

from tabiji.core.journal import AMOUNT, KIND, POINTS, WHAT, WHO, lines
from tabiji.core.record import opened
from tabiji.games.tokaido_duo import merchant, scoring
from tabiji.games.tokaido_duo.artist import town_place
from tabiji.games.tokaido_duo.rules import mover
from tabiji.games.tokaido_duo.state import (
    ARTIST,
    CHARACTERS,
    COASTAL_TOWNS,
    COLORS,
    EVENTS,
    FIRST_AREA,
    GOODS,
    MERCHANT,
    PHASES,
    PILGRIM,
    PLAYERS,
    SIDES,
    SOURCES,
    SYMBOLS,
    TRIGGERS,
    place_names,
)

# what the columns of a journal line mean: event -> name of `what`, its names, name of `amount`
_COLUMNS: dict[str, tuple[str | None, tuple[Any, ...] | None, str | None]] = {
    "rolled": ("character", CHARACTERS, "pips"),
    "took": ("character", CHARACTERS, "pips"),
    "again": ("character", CHARACTERS, "pips"),
    "moved": ("character", CHARACTERS, "place"),
    "stayed": ("character", CHARACTERS, None),
    "painted": ("symbol", SYMBOLS, "tile"),
    "gifted": ("symbol", SYMBOLS, "gifts"),
    "drew": ("good", GOODS, None),
    "returned": ("good", GOODS, "count"),
    "sold": ("good", GOODS, "count"),
    "coins": (None, None, "coins"),
    "slab": (None, None, "slabs"),
    "temple": (None, None, "slot"),
    "garden": (None, None, "slot"),
    "spring": ("from_opponent", (False, True), None),
    "wave": ("character", CHARACTERS, None),
    "trigger": ("trigger", TRIGGERS, None),
    "scored": ("source", SOURCES, None),
}


def _holder(seat: Any) -> int | None:
    return None if int(seat) < 0 else int(seat)


def scores(state: Any) -> list[int]:
    """Points by seat, as they stand."""
    s = opened(state)
    return [int(scoring.points(s, p)) for p in range(PLAYERS)]


def events(state: Any, *reader: int | None) -> list[dict[str, Any]]:
    """The last step's journal in words; nothing in it is secret, so every reader is told the same."""
    told = []
    places = place_names(state)
    for line in lines(state):
        name = EVENTS[line[KIND]]
        event: dict[str, Any] = {"event": name}
        if line[WHO] >= 0:
            event["seat"] = line[WHO]
        what, names, amount = _COLUMNS.get(name, (None, None, None))
        if what and names:
            event[what] = names[line[WHAT]]
        if amount:
            event[amount] = places[line[AMOUNT]] if amount == "place" else line[AMOUNT]
        if name == "wave":
            event["side"] = SIDES[line[WHAT]][int(state["side"][line[WHAT]])]
            event["from_opponent"] = line[AMOUNT] == 1
        if name == "scored":
            event["points"] = line[POINTS]
        told.append(event)
    return told


def _paintings(state: Any, p: int) -> list[dict[str, Any]]:
    """The ten tiles in reading order: face down (nobody knows them), revealed, or given away."""
    gifted, painted = int(state["gifted"][p]), int(state["painted"][p])
    return [
        {
            "symbol": SYMBOLS[tile] if i < painted else None,
            "state": "gifted" if i < gifted else "revealed" if i < painted else "hidden",
        }
        for i, tile in enumerate(state["painting"][p].tolist())
    ]


def _face_down(state: Any, p: int) -> dict[str, int]:
    """Which tiles are still face down follows from those revealed."""
    hidden = state["painting"][p].tolist()[int(state["painted"][p]) :]
    return {name: hidden.count(symbol) for symbol, name in enumerate(SYMBOLS)}


def _before(state: Any, p: int) -> dict[str, Any]:
    """All that lies before a player."""
    s = opened(state)
    return {
        "color": COLORS[p ^ int(state["compass"])],
        "points": int(scoring.points(s, p)),
        "earned": {
            "faith": int(scoring.faith(s, p)),
            "trade": int(scoring.trade(s, p)),
            "culture": int(scoring.culture(s, p)),
        },
        "temple": int(state["temple"][p]),
        "garden": int(state["garden"][p]),
        "coins": int(state["purse"][p]),
        "slabs": int(state["slabs"][p]),
        "goods": dict(zip(GOODS, state["goods"][p].tolist(), strict=True)),
        "storage": int(merchant.storage(s, p)),
        "paintings": _paintings(state, p),
        "face_down": _face_down(state, p),
        "gifts": int(state["gifted"][p]),
        "waves": [name for name, holder in zip(CHARACTERS, state["wave"].tolist(), strict=True) if holder == p],
        "hot_spring": int(state["spring"]) == p,
    }


def _pawns(state: Any, p: int) -> dict[str, str]:
    places = place_names(state)
    at = state["at"][p]
    return {
        "pilgrim": places[int(at[PILGRIM])],
        "merchant": places[town_place(opened(state), int(at[MERCHANT]))],
        "artist": places[FIRST_AREA + int(at[ARTIST])],
    }


def view(state: Any, seat: int | None) -> dict[str, Any]:
    """All that a seat (None: a spectator) may see."""
    s = opened(state)
    bag = state["bag"].tolist()[: int(state["bagged"])]
    over = int(state["seat"]) < 0
    return {
        "game": "tokaido_duo",
        "viewer": seat,
        "players": PLAYERS,
        "phase": PHASES[int(state["phase"])],
        "seat": _holder(state["seat"]),
        "round": int(state["round"]),
        "roller": int(state["roller"]),
        "turn": int(state["turn"]),
        "mover": None if over else int(mover(s)),
        "character": None if int(state["character"]) < 0 else CHARACTERS[int(state["character"])],
        "second_use": bool(state["second"]),
        "dice": {
            name: {"pips": int(state["die"][i]), "taken_by": _holder(state["taker"][i])}
            for i, name in enumerate(CHARACTERS)
        },
        "pawns": [_pawns(state, p) for p in range(PLAYERS)],
        "seats": [_before(state, p) for p in range(PLAYERS)],
        "trade": {
            f"c{town + 1}": {"good": GOODS[merchant.wanted(s, town)], "price": int(merchant.price(s, town))}
            for town in range(COASTAL_TOWNS)
        },
        "waves": {
            name: {"side": SIDES[i][int(state["side"][i])], "holder": _holder(state["wave"][i])}
            for i, name in enumerate(CHARACTERS)
        },
        "hot_spring": _holder(state["spring"]),
        "bag": {name: bag.count(good) for good, name in enumerate(GOODS)},
        "triggers": [name for i, name in enumerate(TRIGGERS) if int(state["triggers"]) >> i & 1],
        "events": events(state, seat),
    }
