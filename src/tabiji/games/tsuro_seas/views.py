"""What a seat may see of Tsuro of the Seas, and what the journal says to it (TS-60). JSON-able; ids, not sentences."""

from __future__ import annotations

from typing import Any

from tabiji.core.deck import place
from tabiji.core.journal import AMOUNT, KIND, POINTS, WHAT, WHO, lines
from tabiji.core.record import opened
from tabiji.games.tsuro_seas import hidden
from tabiji.games.tsuro_seas.state import (
    BESIDE,
    COURSE_PATTERN,
    COURSE_TURNS,
    DAIKAIJU,
    EMPTY,
    ENDINGS,
    EVENTS,
    FATES,
    GONE,
    HAND,
    IN_SUPPLY,
    LAIRS,
    MARK_AT,
    MARK_NAMES,
    NO_TILE,
    NOBODY,
    NOWHERE,
    OVER,
    PHASES,
    PORTS,
    PREY_DAIKAIJU,
    ROUTE,
    SIDES,
    SQUARE_NAMES,
)

_BEASTLY = ("arrived", "walked", "turned")


def scores(state: Any) -> list[int]:
    """1 for each winner, 0 for the others, and for all until the end."""
    return [int(state["won"]) >> p & 1 for p in range(int(state["players"]))]


# --- the journal --------------------------------------------------------------------------------------------------
def events(state: Any, *reader: int | None) -> list[dict[str, Any]]:
    """The last step's journal in words: everything, or what one seat (None: a spectator) may read."""
    told = []
    for line in lines(state):
        name = EVENTS[line[KIND]]
        secret = bool(reader) and hidden.secret_line(line[KIND]) and line[WHO] != reader[0]
        event: dict[str, Any] = {"event": name}
        if name in _BEASTLY:
            event["daikaiju"] = DAIKAIJU[line[WHO]]
        elif name != "over":
            event["seat"] = line[WHO]
        event.update(_told(name, line, secret))
        told.append(event)
    return told


def _told(name: str, line: list[int], secret: bool) -> dict[str, Any]:
    """The rest of a line, by its kind."""
    what, amount, points = line[WHAT], line[AMOUNT], line[POINTS]
    match name:
        case "drew":
            tiles = [tile for tile in (what, amount, points) if tile != NO_TILE]
            return {"count": len(tiles)} if secret else {"count": len(tiles), "tiles": tiles}
        case "swapped":
            return {} if secret else {"given": what, "taken": amount}
        case "arrived":
            return {"square": SQUARE_NAMES[what], "facing": SIDES[points], **_prey(amount)}
        case "walked":
            return {"square": None if what == NOWHERE else SQUARE_NAMES[what], "side": SIDES[points], **_prey(amount)}
        case "turned":
            return {"facing": SIDES[what]}
        case "started" | "relocated":
            return {"mark": MARK_NAMES[what]}
        case "rolled":
            return {"gold": what, "blue": amount, "action": points or None}
        case "placed":
            return {"square": SQUARE_NAMES[what], **_tile(amount)}
        case "sailed":
            return {"ahead": SQUARE_NAMES[what], "port": amount}
        case "lost":
            return {"fate": FATES[what], "square": SQUARE_NAMES[amount], "port": points}
        case "returned":
            return {"count": amount}
        case "over":
            return {"ending": ENDINGS[what]}
        case _:
            return {}


def _prey(amount: int) -> dict[str, Any]:
    """What a daikaiju crushed or ate."""
    if amount == NO_TILE:
        return {}
    return {"crushed": amount} if amount < PREY_DAIKAIJU else {"ate": DAIKAIJU[amount - PREY_DAIKAIJU]}


# --- the table ----------------------------------------------------------------------------------------------------
def _tile(course: int) -> dict[str, Any]:
    """A wake tile as it lies."""
    paths = [[port, int(ROUTE[course, port])] for port in range(PORTS) if port < int(ROUTE[course, port])]
    return {"tile": int(COURSE_PATTERN[course]), "turns": int(COURSE_TURNS[course]), "paths": paths}


def _ship(state: Any, p: int) -> dict[str, Any]:
    ahead, bow = int(state["ahead"][p]), int(state["bow"][p])
    fate = int(state["fate"][p])
    if ahead == NOWHERE:
        place: dict[str, Any] = {"ahead": None, "port": None, "on": None, "mark": None}
    else:
        on = int(BESIDE[ahead, bow >> 1])
        waits = on == NOWHERE
        place = {
            "ahead": SQUARE_NAMES[ahead],
            "port": bow,
            "on": None if waits else SQUARE_NAMES[on],
            "mark": MARK_NAMES[int(MARK_AT[ahead, bow])] if waits else None,
        }
    return {"fate": FATES[fate], "lost_in_turn": int(state["sunk"][p]) if fate else None, **place}


def _daikaiju(state: Any, d: int) -> dict[str, Any]:
    lair = int(state["lair"][d])
    place = {IN_SUPPLY: "supply", GONE: "gone"}.get(lair, "board")
    if place != "board":
        return {"id": DAIKAIJU[d], "place": place, "square": None, "facing": None}
    facing = SIDES[int(state["facing"][d])]
    return {"id": DAIKAIJU[d], "place": place, "square": SQUARE_NAMES[lair], "facing": facing}


def _hand(state: Any, p: int, who: int) -> list[int | None]:
    """A hand, place by place: the tiles the viewer has seen, None for the others."""
    tiles = zip(state["hand"][p * HAND : p * HAND + HAND], state["seen"][p * HAND : p * HAND + HAND], strict=True)
    return [int(tile) if hidden.knows(who, int(seen)) else None for tile, seen in tiles if tile != NO_TILE]


def _pile(state: Any, who: int) -> list[dict[str, Any]]:
    """The pile from top to bottom: runs of tiles, with what they are where the viewer knows it."""
    pile = opened(state).pile
    runs: list[dict[str, Any]] = []
    for i in range(int(pile.left)):
        at = place(pile, i)
        if hidden.knows(who, int(pile.batch[at])):
            runs.append({"cards": 1, "of": [int(pile.cards[at])]})
        elif runs and "of" not in runs[-1]:
            runs[-1]["cards"] += 1
        else:
            runs.append({"cards": 1})
    return runs


def view(state: Any, seat: int | None) -> dict[str, Any]:
    """All that a seat (None: a spectator) may see."""
    players = int(state["players"])
    who = NOBODY if seat is None else seat
    over = int(state["phase"]) == OVER
    board = state["board"].tolist()
    wrecked = state["wrecked"].tolist()
    return {
        "game": "tsuro_seas",
        "viewer": seat,
        "players": players,
        "phase": PHASES[int(state["phase"])],
        "seat": None if int(state["seat"]) < 0 else int(state["seat"]),
        "active": int(state["active"]),
        "first": int(state["first"]),
        "turn": int(state["turn"]),
        "tiles": {SQUARE_NAMES[i]: _tile(lies) for i, lies in enumerate(board) if EMPTY < lies < LAIRS},
        "daikaiju": [_daikaiju(state, d) for d in range(len(DAIKAIJU))],
        "ships": [_ship(state, p) for p in range(players)],
        "hands": [_hand(state, p, who) for p in range(players)],
        "decks": {"wakes": _pile(state, who)},
        "wrecked": [pattern for pattern, count in enumerate(wrecked) for _ in range(count)],
        "ending": ENDINGS[int(state["ending"])] if over else None,
        "mine": {} if seat is None else {"hand": _hand(state, seat, who)},
        "events": events(state, seat),
    }
