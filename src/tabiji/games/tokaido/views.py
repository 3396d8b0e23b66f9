"""What a seat may see of Tokaido, and what the journal says to it (TK-80). JSON-able; ids instead of sentences."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from typing import Any

from tabiji.core.determinize import KNOWN, UNKNOWN
from tabiji.core.journal import lines
from tabiji.core.memo import Memo
from tabiji.core.record import RecordProxy, record_proxy
from tabiji.games.tokaido import hidden
from tabiji.games.tokaido.state import (
    ACHIEVEMENTS,
    DTYPE,
    ENCOUNTERS,
    EVENTS,
    KEEP,
    MAX_PLAYERS,
    MEALS,
    NOBODY,
    PANORAMAS,
    PHASES,
    SOURCES,
    SOUVENIRS,
    TAKE,
    TRAVELERS,
    TREAT,
)
from tabiji.games.tokaido.types import COLUMNS, PAWNLESS, SPRINGS

# by kind: the event's name, whether it is about a pawn, its columns, whether others may not read it
_KINDS = tuple(
    (name, name not in PAWNLESS, *COLUMNS.get(name, (None, None, None)), bool(hidden.secret_line(kind)))
    for kind, name in enumerate(EVENTS)
)


def scores(state: Any) -> list[int]:
    """Points by seat, as they stand."""
    s = record_proxy(state)
    points: list[int] = s.points[: s.players].tolist()
    return points


def standings(state: Any) -> list[int]:
    """What orders those who did not win: points."""
    return scores(state)


def events(state: Any, *reader: int | None) -> list[dict[str, Any]]:
    """The last step's journal in words: everything, or what one seat (None: a spectator) may read."""
    told, owners = _TOLD.get(record_proxy(state), _tell)
    if not reader or not owners:
        return list(told)
    return [event for i, event in enumerate(told) if owners.get(i, reader[0]) == reader[0]]


def _tell(s: RecordProxy) -> tuple[list[dict[str, Any]], dict[int, int]]:
    """The journal in words, and whom the lines are for that are not for all."""
    told: list[dict[str, Any]] = []
    owners: dict[int, int] = {}
    for kind, who, card, number, points in lines(s):
        name, of_pawn, what, names, amount, secret = _KINDS[kind]
        event: dict[str, Any] = {"event": name}
        if who >= 0 and of_pawn:
            event["pawn"] = who
        if what:
            event[what] = names[card] if names else card
        if amount:
            event[amount] = number
        if name == "looked":
            event["encounters"] = sorted((ENCOUNTERS[card], ENCOUNTERS[number]))
        if points:
            event["points"] = points
        if secret:
            owners[len(told)] = who
        told.append(event)
    return told, owners


_TOLD: Memo[tuple[list[dict[str, Any]], dict[int, int]]] = Memo(DTYPE, ["journal"])


# --- what lies before the players ---------------------------------------------------------------------------------
def _cards(bits: int, names: tuple[str, ...]) -> list[str]:
    return [name for i, name in enumerate(names) if bits >> i & 1] if bits else []


def _copies(counts: list[int], names: tuple[Any, ...]) -> list[Any]:
    return [name for name, count in zip(names, counts, strict=True) for _ in range(count)] if any(counts) else []


def _seats(s: RecordProxy, seat: int | None) -> list[dict[str, Any]]:
    """All that lies before each player. Until all have chosen, a traveler is known to its own seat alone."""
    seats = [_BEFORE[p].get(s, _before, p) for p in range(s.players)]
    if s.phase == TAKE:
        return [before if p == seat else {**before, "traveler": None} for p, before in enumerate(seats)]
    return seats


def _before(s: RecordProxy, p: int) -> dict[str, Any]:
    """All that lies before a player."""
    traveler = s.traveler[p]
    return {
        "traveler": None if traveler == NOBODY else TRAVELERS[traveler],
        "chosen": traveler != NOBODY,
        "coins": s.purse[p],
        "points": s.points[p],
        "earned": dict(zip(SOURCES, s.earned.tolist()[p], strict=True)),
        "temple": s.offering[p],
        "panoramas": dict(zip(PANORAMAS, s.panorama.tolist()[p], strict=True)),
        "meals": [None if dish == NOBODY else MEALS[dish] for dish in s.meal.tolist()[p]],
        "souvenirs": _cards(s.souvenir[p], SOUVENIRS),
        "hot_springs": _copies(s.spring.tolist()[p], SPRINGS),
        "encounters": _copies(s.met.tolist()[p], ENCOUNTERS),
        "achievements": _cards(s.achieved[p], ACHIEVEMENTS),
    }


_OWN = [
    "traveler",
    "purse",
    "points",
    "earned",
    "offering",
    "panorama",
    "meal",
    "souvenir",
    "spring",
    "met",
    "achieved",
]
_BEFORE: list[Memo[dict[str, Any]]] = [Memo(DTYPE, _OWN, p) for p in range(MAX_PLAYERS)]  # a move changes one seat


# --- what lies on the table ---------------------------------------------------------------------------------------
_Piles = tuple[list[Any], list[Any]]


def _piles(deck: RecordProxy, drawn: list[int], labels: list[int], names: tuple[Any, ...]) -> _Piles:
    """The deck from top to bottom, and what was drawn from it: runs of cards, with what they may be."""
    left = deck.left
    labels = labels[: labels[-1]]  # their number stands behind them
    if not any(labels):
        return _unknown(left), _unknown(len(labels) - left)
    top = deck.top
    places = deck.cards.tolist()
    cards = [names[card] for card in [*places[top:], *places[:top]][:left] + drawn]
    groups: dict[int, list[Any]] = {}
    for card, label in zip(cards, labels, strict=False):
        groups.setdefault(label, []).append(card)
    for alike in groups.values():
        alike.sort()
    return _runs(labels[:left], cards[:left], groups), _runs(labels[left:], cards[left:], groups)


def _unknown(cards: int) -> list[dict[str, Any]]:
    return [{"cards": cards}] if cards else []


def _runs(labels: list[int], cards: list[Any], groups: dict[int, list[Any]]) -> list[dict[str, Any]]:
    """A pile as runs of cards with one label."""
    runs: list[dict[str, Any]] = []
    first = 0
    for label, alike in groupby(labels):
        beyond = first + len(list(alike))
        if label == KNOWN:
            runs += [{"cards": 1, "of": [card]} for card in cards[first:beyond]]
        elif label == UNKNOWN:
            runs.append({"cards": beyond - first})
        else:
            runs.append({"cards": beyond - first, "of": groups[label]})
        first = beyond
    return runs


def _meals(s: RecordProxy, labels: Any) -> _Piles:
    return _piles(s.meals, s.pool.tolist(), labels.tolist(), MEALS)


def _souvenirs(s: RecordProxy, labels: Any) -> _Piles:
    return _piles(s.souvenirs, [], labels.tolist(), SOUVENIRS)


def _encounters(s: RecordProxy, labels: Any) -> _Piles:
    return _piles(s.encounters, s.drawn.tolist(), labels.tolist(), ENCOUNTERS)


# most moves touch no deck or one, and seats often know the same
_DECKS: tuple[tuple[Memo[_Piles], Callable[[RecordProxy, Any], _Piles]], ...] = (
    (Memo(DTYPE, ["meals", "pool"]), _meals),
    (Memo(DTYPE, ["souvenirs"]), _souvenirs),
    (Memo(DTYPE, ["encounters", "drawn"]), _encounters),
)


def _lay_out(s: RecordProxy, sheet: Any) -> dict[str, Any]:
    """Decks, the meals on offer and Yoshiyasu's cards, as far as the labels say that they are known."""
    (meals, pool), (souvenirs, _), (encounters, drawn) = (
        memory.get(s, lay_out, labels, key=labels.tobytes())
        for (memory, lay_out), labels in zip(_DECKS, sheet, strict=True)
    )
    return {
        "decks": {
            "meals": meals,
            "souvenirs": souvenirs,
            "encounters": encounters,
            "hot_springs": _unknown(s.springs.left),
        },
        "inn": pool,
        "drawn": drawn,
    }


def _tables(s: RecordProxy, sheets: Any) -> list[dict[str, Any]]:
    """What lies on the table, as a spectator (first) and each seat know it. Who knows the same has the same one."""
    laid_out: dict[bytes, dict[str, Any]] = {}
    for sheet in sheets:
        key = sheet.tobytes()
        if key not in laid_out:
            laid_out[key] = _lay_out(s, sheet)
    return [laid_out[sheet.tobytes()] for sheet in sheets]


_TABLES: Memo[list[dict[str, Any]]] = Memo(DTYPE, ["meals", "pool", "souvenirs", "encounters", "drawn", "springs"])


def _mine(s: RecordProxy) -> dict[str, Any]:
    """What only the deciding seat may see: the cards it chooses from."""
    if s.phase == KEEP:
        return {"encounters": sorted(ENCOUNTERS[card] for card in s.drawn)}
    if s.phase == TREAT:
        return {"treat": MEALS[s.pool[s.treat]]}
    return {}


def _dealt(s: RecordProxy) -> list[dict[str, Any]]:
    """The travelers each player was dealt, which only that player may see."""
    if s.initiatory:
        return [{}] * s.players
    return [{"dealt": sorted(TRAVELERS[traveler] for traveler in two)} for two in s.dealt.tolist()[: s.players]]


_DEALT: Memo[list[dict[str, Any]]] = Memo(DTYPE, ["dealt", "initiatory"])


def _look(s: RecordProxy) -> tuple[dict[str, Any], dict[int | None, dict[str, Any]]]:
    """What lies on the table as a spectator knows it, and what each viewer sees otherwise, or alone."""
    sheets = hidden.known(s.rows, s.players)
    common, *tables = _TABLES.get(s, _tables, sheets, key=sheets.tobytes())
    choosing, dealt = s.phase == TAKE, _DEALT.get(s, _dealt)
    told, owners = _TOLD.get(s, _tell)
    own: dict[int | None, dict[str, Any]] = {
        None: {"viewer": None, "mine": {}, "events": events(s, None) if owners else told}
    }
    for seat, table in enumerate(tables):
        own[seat] = {"viewer": seat, "mine": dealt[seat], "events": events(s, seat) if owners else told}
        if choosing:
            own[seat]["seats"] = _seats(s, seat)
        if table is not common:
            own[seat] |= table
    if s.seat >= 0:
        own[s.seat]["mine"] = {**own[s.seat]["mine"], **_mine(s)}
    return common, own


_LOOK: Memo[tuple[dict[str, Any], dict[int | None, dict[str, Any]]]] = Memo(DTYPE)


# --- views --------------------------------------------------------------------------------------------------------
def public(state: Any) -> dict[str, Any]:
    """All that everybody may see; of decks what a spectator knows."""
    s = record_proxy(state)
    players, pawns = s.players, s.pawns
    choosing = s.phase == TAKE
    return {
        "game": "tokaido",
        "players": players,
        "phase": PHASES[s.phase],
        "seat": None if s.seat < 0 else s.seat,
        "pawn": None if s.pawn < 0 else s.pawn,
        "pawns": [{"stop": s.stop[i], "slot": None if choosing else s.slot[i]} for i in range(pawns)],
        "seats": _seats(s, None),
        "neutral": {"temple": s.offering[players]} if pawns > players else None,
        "inn_number": s.inn,
        **_LOOK.get(s, _look)[0],
        "stall": [SOUVENIRS[card] for card in s.stall if card >= 0],
    }


def private(state: Any, seat: int | None) -> dict[str, Any]:
    """What a seat (None: a spectator) sees otherwise than the public, or alone."""
    s = record_proxy(state)
    _, own = _LOOK.get(s, _look)
    return {**own[seat]}


def view(state: Any, seat: int | None) -> dict[str, Any]:
    """All that a seat (None: a spectator) may see."""
    s = record_proxy(state)
    return {**public(s), **private(s, seat)}
