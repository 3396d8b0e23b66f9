"""What a seat may see of Tokaido, and what the journal says to it (TK-80). JSON-able; ids instead of sentences."""

from __future__ import annotations

from typing import Any

from tabiji.core.journal import AMOUNT, KIND, POINTS, WHAT, WHO, lines
from tabiji.core.record import opened
from tabiji.core.veil import KNOWN, UNKNOWN, new_labels, peek
from tabiji.games.tokaido import hidden
from tabiji.games.tokaido.state import (
    ACHIEVEMENTS,
    ENCOUNTERS,
    EVENTS,
    HOT_SPRING_POINTS,
    KEEP,
    MEALS,
    NOBODY,
    PANORAMAS,
    PHASES,
    SOURCES,
    SOUVENIRS,
    SPACES,
    TAKE,
    TRAVELERS,
    TREAT,
)

_SPRINGS = tuple(int(points) for points in HOT_SPRING_POINTS)

# what the columns of a journal line mean: event -> names of (what, amount, points) and the names of `what`
_COLUMNS: dict[str, tuple[str | None, tuple[Any, ...] | None, str | None]] = {
    "took": ("traveler", TRAVELERS, None),
    "revealed": ("traveler", TRAVELERS, "coins"),
    "lined_up": ("slot", None, "coins"),
    "moved": ("stop", None, None),
    "coins": ("space", SPACES, "coins"),
    "shown": ("souvenir", SOUVENIRS, None),
    "bought": ("souvenir", SOUVENIRS, "coins"),
    "given": ("souvenir", SOUVENIRS, None),
    "returned": (None, None, "cards"),
    "panorama": ("panorama", PANORAMAS, "number"),
    "bathed": ("card", _SPRINGS, None),
    "donated": ("from_bank", (False, True), "coins"),
    "met": ("encounter", ENCOUNTERS, None),
    "tucked": ("encounter", ENCOUNTERS, None),
    "ability": ("traveler", TRAVELERS, "coins"),
    "served": (None, None, "cards"),
    "treat": ("meal", MEALS, None),
    "ate": ("meal", MEALS, "coins"),
    "cleared": (None, None, "cards"),
    "ranked": ("rank", None, "coins"),
    "achieved": ("achievement", ACHIEVEMENTS, None),
}


def scores(state: Any) -> list[int]:
    """Points by seat, as they stand."""
    points: list[int] = state["points"][: int(state["players"])].tolist()
    return points


def events(state: Any, *reader: int | None) -> list[dict[str, Any]]:
    """The last step's journal in words: everything, or what one seat (None: a spectator) may read."""
    told = []
    for line in lines(state):
        if reader and hidden.secret_line(line[KIND]) and line[WHO] != reader[0]:
            continue
        name = EVENTS[line[KIND]]
        event: dict[str, Any] = {"event": name}
        if line[WHO] >= 0 and name != "cleared":
            event["pawn"] = line[WHO]
        what, names, amount = _COLUMNS.get(name, (None, None, None))
        if what:
            event[what] = names[line[WHAT]] if names else line[WHAT]
        if amount:
            event[amount] = line[AMOUNT]
        if name == "looked":
            event["encounters"] = sorted(ENCOUNTERS[card] for card in (line[WHAT], line[AMOUNT]))
        if line[POINTS]:
            event["points"] = line[POINTS]
        told.append(event)
    return told


def _cards(bits: int, names: tuple[str, ...]) -> list[str]:
    return [name for i, name in enumerate(names) if bits >> i & 1]


def _before(state: Any, p: int, seat: int | None) -> dict[str, Any]:
    """All that lies before a player."""
    traveler = int(state["traveler"][p])
    secret = int(state["phase"]) == TAKE and p != seat
    return {
        "traveler": None if traveler == NOBODY or secret else TRAVELERS[traveler],
        "chosen": traveler != NOBODY,
        "coins": int(state["purse"][p]),
        "points": int(state["points"][p]),
        "earned": dict(zip(SOURCES, state["earned"][p].tolist(), strict=True)),
        "temple": int(state["offering"][p]),
        "panoramas": dict(zip(PANORAMAS, state["panorama"][p].tolist(), strict=True)),
        "meals": [None if dish == NOBODY else MEALS[dish] for dish in state["meal"][p].tolist()],
        "souvenirs": _cards(int(state["souvenir"][p]), SOUVENIRS),
        "hot_springs": [
            points for points, count in zip(_SPRINGS, state["spring"][p].tolist(), strict=True) for _ in range(count)
        ],
        "encounters": [
            name for name, count in zip(ENCOUNTERS, state["met"][p].tolist(), strict=True) for _ in range(count)
        ],
        "achievements": _cards(int(state["achieved"][p]), ACHIEVEMENTS),
    }


def _piles(deck: Any, drawn: Any, n: int, labels: Any, names: tuple[Any, ...]) -> tuple[list[Any], list[Any]]:
    """The deck from top to bottom, and what was drawn from it: runs of cards, with what they may be."""
    groups: dict[int, list[Any]] = {}
    for i in range(n):
        groups.setdefault(int(labels[i]), []).append(names[peek(deck, drawn, i)])
    runs: tuple[list[Any], list[Any]] = ([], [])
    last = None
    for i in range(n):
        label = int(labels[i])
        pile = runs[0] if i < deck.left else runs[1]
        if pile and label == last and label != KNOWN:
            pile[-1]["cards"] += 1
        else:
            run: dict[str, Any] = {"cards": 1}
            if label != UNKNOWN:
                run["of"] = [names[peek(deck, drawn, i)]] if label == KNOWN else sorted(groups[label])
            pile.append(run)
        last = label
    return runs


def _table(state: Any, seat: int | None) -> dict[str, Any]:
    """Decks, the village's stall and the meals on offer, as far as the seat knows them."""
    s = opened(state)
    labels = new_labels()
    who = NOBODY if seat is None else seat
    meals, pool = _piles(s.meals, s.pool, hidden.label_meals(s, who, labels), labels, MEALS)
    souvenirs, _ = _piles(s.souvenirs, s.stall, hidden.label_souvenirs(s, who, labels), labels, SOUVENIRS)
    encounters, drawn = _piles(s.encounters, s.drawn, hidden.label_encounters(s, who, labels), labels, ENCOUNTERS)
    return {
        "decks": {
            "meals": meals,
            "souvenirs": souvenirs,
            "encounters": encounters,
            "hot_springs": [{"cards": int(s.springs.left)}] if s.springs.left else [],
        },
        "stall": [SOUVENIRS[card] for card in state["stall"].tolist() if card >= 0],
        "inn": pool,
        "drawn": drawn,
    }


def _mine(state: Any, seat: int | None) -> dict[str, Any]:
    """What only this seat may see of its own."""
    if seat is None:
        return {}
    mine: dict[str, Any] = {}
    if not state["initiatory"]:
        mine["dealt"] = sorted(TRAVELERS[tile] for tile in state["dealt"][seat].tolist())
    if int(state["seat"]) == seat:
        if int(state["phase"]) == KEEP:
            mine["encounters"] = sorted(ENCOUNTERS[card] for card in state["drawn"].tolist())
        if int(state["phase"]) == TREAT:
            mine["treat"] = MEALS[int(state["pool"][int(state["treat"])])]
    return mine


def view(state: Any, seat: int | None) -> dict[str, Any]:
    """All that a seat (None: a spectator) may see."""
    players, pawns = int(state["players"]), int(state["pawns"])
    choosing = int(state["phase"]) == TAKE
    return {
        "game": "tokaido",
        "viewer": seat,
        "players": players,
        "phase": PHASES[int(state["phase"])],
        "seat": None if int(state["seat"]) < 0 else int(state["seat"]),
        "pawn": None if int(state["pawn"]) < 0 else int(state["pawn"]),
        "pawns": [
            {"stop": int(state["stop"][i]), "slot": None if choosing else int(state["slot"][i])} for i in range(pawns)
        ],
        "seats": [_before(state, p, seat) for p in range(players)],
        "neutral": {"temple": int(state["offering"][players])} if pawns > players else None,
        "inn_number": int(state["inn"]),
        **_table(state, seat),
        "mine": _mine(state, seat),
        "events": events(state, seat),
    }
