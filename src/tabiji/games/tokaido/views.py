"""What a seat may see of Tokaido, and what the journal says to it (TK-80). JSON-able; ids instead of sentences."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from typing import Any

from tabiji.core.determinize import KNOWN, MAX_HIDDEN, UNKNOWN
from tabiji.core.journal import lines
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
    told, owners = _tell(record_proxy(state))
    return _readable(told, owners, reader[0]) if reader else told


def _readable(told: list[dict[str, Any]], owners: dict[int, int], reader: int | None) -> list[dict[str, Any]]:
    return [event for i, event in enumerate(told) if owners.get(i, reader) == reader] if owners else told


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


# --- where things stand in a record -------------------------------------------------------------------------------
def _span(*fields: str) -> slice:
    """The bytes of some fields, and of whatever lies between them."""
    assert DTYPE.fields is not None
    found = [DTYPE.fields[name] for name in fields]
    return slice(min(at for _, at, *_ in found), max(at + kind.itemsize for kind, at, *_ in found))


def _mask(field: str, p: int) -> int:
    """The bits of a player's part of a field, in a record that is read as a number."""
    span = _span(field)
    size = (span.stop - span.start) // MAX_PLAYERS
    return (1 << 8 * size) - 1 << 8 * (span.start + p * size)


# --- what lies before the players ---------------------------------------------------------------------------------
def _cards(bits: int, names: tuple[str, ...]) -> list[str]:
    return [name for i, name in enumerate(names) if bits >> i & 1] if bits else []


def _copies(counts: list[int], names: tuple[Any, ...]) -> list[Any]:
    return [name for name, count in zip(names, counts, strict=True) for _ in range(count)] if any(counts) else []


def _traveler(s: RecordProxy, p: int) -> str | None:
    return None if s.traveler[p] == NOBODY else TRAVELERS[s.traveler[p]]


# all that lies before a player: the field it is made from, and how
_BEFORE: dict[str, tuple[str, Callable[[RecordProxy, int], Any]]] = {
    "traveler": ("traveler", _traveler),
    "chosen": ("traveler", lambda s, p: s.traveler[p] != NOBODY),
    "coins": ("purse", lambda s, p: s.purse[p]),
    "points": ("points", lambda s, p: s.points[p]),
    "earned": ("earned", lambda s, p: dict(zip(SOURCES, s.earned.tolist()[p], strict=True))),
    "temple": ("offering", lambda s, p: s.offering[p]),
    "panoramas": ("panorama", lambda s, p: dict(zip(PANORAMAS, s.panorama.tolist()[p], strict=True))),
    "meals": ("meal", lambda s, p: [None if dish == NOBODY else MEALS[dish] for dish in s.meal.tolist()[p]]),
    "souvenirs": ("souvenir", lambda s, p: _cards(s.souvenir[p], SOUVENIRS)),
    "hot_springs": ("spring", lambda s, p: _copies(s.spring.tolist()[p], SPRINGS)),
    "encounters": ("met", lambda s, p: _copies(s.met.tolist()[p], ENCOUNTERS)),
    "achievements": ("achieved", lambda s, p: _cards(s.achieved[p], ACHIEVEMENTS)),
}
_PARTS = [[(_mask(field, p), key, make) for key, (field, make) in _BEFORE.items()] for p in range(MAX_PLAYERS)]
_OF_PLAYER = [sum({_mask(field, p) for field, _ in _BEFORE.values()}) for p in range(MAX_PLAYERS)]
_SEATS, _OTHER_SEATS = _span("souvenir", "earned"), _span("traveler", "offering")
_ALL_OF_SEATS = slice(_OTHER_SEATS.stop)


def _seats(s: RecordProxy, look: _Look, last: _Look | None) -> list[dict[str, Any]]:
    """All that lies before each player; what has not changed is taken from the last look."""
    if last is None:
        return [{key: make(s, p) for _, key, make in _PARTS[p]} for p in range(s.players)]
    now, then = look.data, last.data
    if now[_SEATS] == then[_SEATS] and now[_OTHER_SEATS] == then[_OTHER_SEATS]:
        return last.seats
    changed = int.from_bytes(now[_ALL_OF_SEATS], "little") ^ int.from_bytes(then[_ALL_OF_SEATS], "little")
    return [
        {**before, **{key: make(s, p) for mask, key, make in _PARTS[p] if changed & mask}}
        if changed & _OF_PLAYER[p]
        else before
        for p, before in enumerate(last.seats)
    ]


def _choosing(seats: list[dict[str, Any]], seat: int | None) -> list[dict[str, Any]]:
    """Until all have chosen, a traveler is known to its own seat alone."""
    return [before if p == seat else {**before, "traveler": None} for p, before in enumerate(seats)]


# --- what lies on the table ---------------------------------------------------------------------------------------
_Piles = tuple[list[Any], list[Any]]


def _piles(deck: RecordProxy, drawn: list[int], row: bytes, names: tuple[Any, ...]) -> _Piles:
    """The deck from top to bottom, and what was drawn from it: runs of cards, with what they may be."""
    left = deck.left
    labels = memoryview(row).cast("b").tolist()[: row[-1]]  # their number stands behind them
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


def _meals(s: RecordProxy, row: bytes) -> _Piles:
    return _piles(s.meals, s.pool.tolist(), row, MEALS)


def _souvenirs(s: RecordProxy, row: bytes) -> _Piles:
    return _piles(s.souvenirs, [], row, SOUVENIRS)


def _encounters(s: RecordProxy, row: bytes) -> _Piles:
    return _piles(s.encounters, s.drawn.tolist(), row, ENCOUNTERS)


# most moves touch no deck or one, and seats often know the same
_DECKS: tuple[tuple[slice, slice, Callable[[RecordProxy, bytes], _Piles]], ...] = (
    (_span("meals"), _span("pool"), _meals),
    (_span("souvenirs"), _span("souvenirs"), _souvenirs),
    (_span("encounters"), _span("drawn"), _encounters),
)
_ROW = MAX_HIDDEN + 1  # bytes of the labels of one deck, with their number


def _lay_out(s: RecordProxy, piles: list[dict[bytes, _Piles]], sheet: bytes) -> dict[str, Any]:
    """Decks, the meals on offer and Yoshiyasu's cards, as far as the labels say that they are known."""
    found = []
    for i, (_, _, lay_out) in enumerate(_DECKS):
        row = sheet[i * _ROW : (i + 1) * _ROW]
        if row not in piles[i]:
            piles[i][row] = lay_out(s, row)
        found.append(piles[i][row])
    (meals, pool), (souvenirs, _), (encounters, drawn) = found
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


_TABLE = _span("pool", "pool_batch", "pooled", "inn", "saw", "saw_before", "treat", "drawn", "meals", "springs")
_TRAVELERS = _span("traveler")


def _tables(s: RecordProxy, look: _Look, last: _Look | None) -> list[dict[str, Any]]:
    """What lies on the table as a spectator knows it, and then what each seat knows otherwise."""
    now, then = look.data, b"" if last is None else last.data
    if last is not None and now[_TABLE] == then[_TABLE] and now[_TRAVELERS] == then[_TRAVELERS]:
        if look.labeled_by == last.labeled_by:
            look.piles = last.piles
            return last.tables
    look.piles = [
        last.piles[i] if last is not None and now[deck] == then[deck] and now[drawn] == then[drawn] else {}
        for i, (deck, drawn, _) in enumerate(_DECKS)
    ]
    labels = hidden.known(s.rows, s.players).tobytes()
    common_sheet, *sheets = (labels[start : start + 3 * _ROW] for start in range(0, len(labels), 3 * _ROW))
    common = _lay_out(s, look.piles, common_sheet)
    otherwise: dict[bytes, dict[str, Any]] = {common_sheet: {}}
    for sheet in sheets:
        if sheet not in otherwise:
            table = _lay_out(s, look.piles, sheet)
            otherwise[sheet] = {key: part for key, part in table.items() if part != common[key]}
    return [common, *(otherwise[sheet] for sheet in sheets)]


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


_DEALT = _span("dealt")
_PLACES = _span("stop", "slot")


def _pawns(s: RecordProxy, choosing: bool) -> list[dict[str, Any]]:
    places = zip(s.stop.tolist()[: s.pawns], s.slot.tolist(), strict=False)
    return [{"stop": stop, "slot": None if choosing else slot} for stop, slot in places]


# --- views --------------------------------------------------------------------------------------------------------
class _Look:
    """A position as everybody sees it. What has not changed since the last look is the same object again."""

    def __init__(self, s: RecordProxy, data: bytes, last: _Look | None) -> None:
        self.data = data
        self.players, self.phase, self.seat = s.players, s.phase, s.seat
        self.choosing = self.phase == TAKE
        # what the labels of hidden cards depend on, apart from the table itself
        self.labeled_by = self.phase == KEEP, self.seat if s.treat == s.pooled else None
        self.piles: list[dict[bytes, _Piles]]
        self.seats = _seats(s, self, last)
        self.tables = _tables(s, self, last)
        then = b"" if last is None else last.data
        self.dealt: list[dict[str, Any]] = (
            last.dealt if last is not None and data[_DEALT] == then[_DEALT] else _dealt(s)
        )
        self.pawns: list[dict[str, Any]] = (
            last.pawns
            if last is not None and data[_PLACES] == then[_PLACES] and self.choosing == last.choosing
            else _pawns(s, self.choosing)
        )
        self.public = self._public(s)
        self.own = self._own(s)

    def _public(self, s: RecordProxy) -> dict[str, Any]:
        players, pawn = self.players, s.pawn
        return {
            "game": "tokaido",
            "players": players,
            "phase": PHASES[self.phase],
            "seat": None if self.seat < 0 else self.seat,
            "pawn": None if pawn < 0 else pawn,
            "pawns": self.pawns,
            "seats": _choosing(self.seats, None) if self.choosing else self.seats,
            "neutral": {"temple": s.offering[players]} if s.pawns > players else None,
            "inn_number": s.inn,
            **self.tables[0],
            "stall": [SOUVENIRS[card] for card in s.stall if card >= 0],
        }

    def _own(self, s: RecordProxy) -> list[dict[str, Any]]:
        """What each seat, and last a spectator, sees otherwise than the public, or alone."""
        told, owners = _tell(s)
        own: list[dict[str, Any]] = []
        for seat, mine in enumerate(self.dealt):
            if seat == self.seat:
                mine = {**mine, **_mine(s)}
            readable = _readable(told, owners, seat) if owners else told
            own.append({"viewer": seat, "mine": mine, "events": readable, **self.tables[seat + 1]})
            if self.choosing:
                own[seat]["seats"] = _choosing(self.seats, seat)
        return [*own, {"viewer": None, "mine": {}, "events": _readable(told, owners, None)}]


def _look(state: Any) -> _Look:
    """The look at a position, made only once."""
    s = record_proxy(state)
    data = s.array.tobytes()
    look: _Look | None = s.memos.get(_Look)
    if look is None or look.data != data:
        look = s.memos[_Look] = _Look(s, data, look)
    return look


def public(state: Any) -> dict[str, Any]:
    """All that everybody may see; of decks what a spectator knows."""
    return {**_look(state).public}


def private(state: Any, seat: int | None) -> dict[str, Any]:
    """What a seat (None: a spectator) sees otherwise than the public, or alone."""
    return {**_look(state).own[-1 if seat is None else seat]}


def view(state: Any, seat: int | None) -> dict[str, Any]:
    """All that a seat (None: a spectator) may see."""
    s = record_proxy(state)
    return {**public(s), **private(s, seat)}
