"""The JSON of Tokaido Duo: its views, events, standings and board. The client's types are generated from here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NotRequired, TypedDict

from tabiji.core.json_types import any_of, event_type, for_each, one_of
from tabiji.games.tokaido_duo.state import (
    AREAS,
    CHARACTERS,
    COASTAL_TOWNS,
    COLORS,
    EVENTS,
    GOODS,
    PHASES,
    SIDES,
    SOURCES,
    STATIONS,
    SYMBOLS,
    TRIGGERS,
)

# what the columns of a journal line mean: event -> name of `what`, its names, name of `amount`
COLUMNS: dict[str, tuple[str | None, tuple[Any, ...] | None, str | None]] = {
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
# what nobody knows before it happens: it is missing where a deed is told in advance
UNCERTAIN = {"painted": "symbol", "drew": "good"}
_SEATLESS = ("over",)
_MAYBE_SEATLESS = ("trigger",)  # nobody's: the game was too long
_SIDES = tuple(side for both in SIDES for side in both)


def _event(name: str) -> Any:
    """The type of an event, as `views.events` writes it."""
    what, names, amount = COLUMNS.get(name, (None, None, None))
    fields: dict[str, Any] = {}
    if name not in _SEATLESS:
        fields["seat"] = NotRequired[int] if name in _MAYBE_SEATLESS else int
    if what and names:
        fields[what] = NotRequired[one_of(names)] if UNCERTAIN.get(name) == what else one_of(names)
    if amount:
        fields[amount] = str if amount == "place" else int
    if name == "wave":
        fields |= {"side": one_of(_SIDES), "from_opponent": bool}
    if name == "scored":
        fields["points"] = int
    return event_type(name, fields)


if TYPE_CHECKING:
    Character = str
    Color = str
    Good = str
    Symbol = str
    Side = str
    StationKind = str
    AreaName = str
    Trigger = str
    Phase = str
    Earned = dict[str, int]
    Goods = dict[str, int]
    Symbols = dict[str, int]
    Pawns = dict[str, str]
    Dice = dict[str, "Die"]
    Waves = dict[str, "Wave"]
    Trade = dict[str, "TradeToken"]
    Faces = dict[str, list[int]]
    AllWays = dict[str, "Ways"]
    Event = dict[str, Any]
else:
    Character = one_of(CHARACTERS)
    Color = one_of(COLORS)
    Good = one_of(GOODS)
    Symbol = one_of(SYMBOLS)
    Side = one_of(_SIDES)
    StationKind = one_of(STATIONS)
    AreaName = one_of(AREAS)
    Trigger = one_of(TRIGGERS)
    Phase = one_of(PHASES)
    Earned = for_each("Earned", SOURCES, int)
    Goods = for_each("Goods", GOODS, int)
    Symbols = for_each("Symbols", SYMBOLS, int)
    Pawns = for_each("Pawns", CHARACTERS, str)
    Faces = for_each("Faces", CHARACTERS, list[int])
    Event = any_of(tuple(_event(name) for name in EVENTS))


class Painting(TypedDict):
    """A painting: nobody knows its symbol while it is face down."""

    symbol: Symbol | None
    state: Literal["hidden", "revealed", "gifted"]


class Before(TypedDict):
    """All that lies before a player."""

    color: Color
    points: int
    earned: Earned
    temple: int
    garden: int
    coins: int
    slabs: int
    goods: Goods
    storage: int
    paintings: list[Painting]
    face_down: Symbols
    gifts: int
    waves: list[Character]
    hot_spring: bool


class Die(TypedDict):
    """A die of this round, and who has taken it."""

    pips: int
    taken_by: int | None


class Wave(TypedDict):
    """A wave tile: its side, and who has it."""

    side: Side
    holder: int | None


class TradeToken(TypedDict):
    """What a coastal town buys, and for how many coins."""

    good: Good
    price: int


if not TYPE_CHECKING:
    Dice = for_each("Dice", CHARACTERS, Die)
    Waves = for_each("Waves", CHARACTERS, Wave)
    Trade = for_each("Trade", tuple(f"c{town + 1}" for town in range(COASTAL_TOWNS)), TradeToken)


class View(TypedDict):
    """All that a seat may see; `legal` is empty for those who do not decide."""

    game: Literal["tokaido_duo"]
    players: int
    phase: Phase
    seat: int | None
    round: int
    roller: int
    turn: int
    mover: int | None
    character: Character | None
    second_use: bool
    dice: Dice
    pawns: list[Pawns]
    seats: list[Before]
    trade: Trade
    waves: Waves
    hot_spring: int | None
    bag: Goods
    triggers: list[Trigger]
    viewer: int | None
    legal: list[str]
    events: NotRequired[list[Event]]


# --- how things stand ---------------------------------------------------------------------------------------------
class Deed(TypedDict):
    """Something that can be done on arrival, as far as it is certain."""

    move: str
    points: int
    events: list[Event]


class Goal(TypedDict):
    """A place within reach; `follow` is the only deed there, where nobody would decline it."""

    place: str
    ways: list[list[str]]
    deeds: list[Deed]
    follow: str | None


class ClosedPlace(TypedDict):
    """A place out of reach, the id of the reason, and the rule that says so."""

    what: str
    reason: str
    rule: str


class Ways(TypedDict):
    """Where a die leads; `stays`: no way of full length."""

    open: list[Goal]
    stays: bool
    closed: list[ClosedPlace]


if not TYPE_CHECKING:
    AllWays = for_each("AllWays", CHARACTERS, NotRequired[Ways])


class Standing(TypedDict):
    """Facts that follow from the rules: the ways of the dice that can be used now, and what can be done here."""

    ways: AllWays
    deeds: list[Deed]


# --- the board ----------------------------------------------------------------------------------------------------
class Station(TypedDict):
    """A station of the coast."""

    id: str
    kind: StationKind


class MountainTown(TypedDict):
    """A mountain town, and how many goods are drawn there."""

    id: str
    goods: int


class Area(TypedDict):
    """An area of the island, with the places at its edge and the areas it touches."""

    id: AreaName
    symbol: Symbol
    stations: list[str]
    mountain_towns: list[str]
    touches: list[str]


class Tracks(TypedDict):
    """Points by slot of the tracks."""

    temple: list[int]
    garden: list[int]
    gold_slabs: list[int]
    gifts: list[int]


class Board(TypedDict):
    """The island for those who draw it, with how sure each of its tables is."""

    name: str
    title: str
    provenance: Literal["reconstructed", "printed"]
    note: str
    certainty: dict[str, Literal["certain", "high", "medium", "low"]]
    ring: list[Station]
    mountain_towns: list[MountainTown]
    routes: list[tuple[str, str]]
    areas: list[Area]
    dice: Faces
    trade_tokens: list[TradeToken]
    tracks: Tracks
    start: list[Pawns]
    layout: dict[str, tuple[float, float]]
