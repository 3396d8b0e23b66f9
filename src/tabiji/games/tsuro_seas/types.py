"""The JSON of Tsuro of the Seas: what views, events and standings hold. The client's types are generated from here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NotRequired, TypedDict

from tabiji.core.json_types import any_of, event_type, one_of
from tabiji.games.tsuro_seas.state import DAIKAIJU, ENDINGS, EVENTS, FATES, PHASES, SIDES

BEASTLY = ("arrived", "walked", "turned")  # events that are about a daikaiju
_SEATLESS = ("over",)

if TYPE_CHECKING:
    Side = str
    Fate = str
    Ending = str
    DaikaijuName = str
    Phase = str
    Event = dict[str, Any]
else:
    Side = one_of(SIDES)
    Fate = one_of(FATES)
    Ending = one_of(ENDINGS)
    DaikaijuName = one_of(DAIKAIJU)
    Phase = one_of(PHASES)


class Laid(TypedDict):
    """A wake tile as it lies: its pattern, quarter turns, and the pairs of ports it joins."""

    tile: int
    turns: int
    paths: list[tuple[int, int]]


# --- the journal --------------------------------------------------------------------------------------------------
_PREY = {"crushed": NotRequired[int], "ate": NotRequired[DaikaijuName]}
# what an event holds besides whom it is about, as `views.events` writes it; secrets are missing for other readers
_FIELDS: dict[str, dict[str, Any]] = {
    "drew": {"count": int, "tiles": NotRequired[list[int]]},
    "arrived": {"square": str, "facing": Side, **_PREY},
    "started": {"mark": str},
    "rolled": {"gold": int, "blue": int, "action": int | None},
    "walked": {"square": str | None, "side": Side, **_PREY},
    "turned": {"facing": Side},
    "relocated": {"mark": str},
    "stayed": {"mark": str},
    "placed": {"square": str, "tile": int, "turns": int, "paths": list[tuple[int, int]]},
    "sailed": {"ahead": str, "port": int},
    "lost": {"fate": Fate, "square": str, "port": int},
    "swapped": {"given": NotRequired[int], "taken": NotRequired[int]},
    "returned": {"count": int},
    "over": {"ending": Ending},
}


def _event(name: str) -> Any:
    """The type of an event."""
    about: dict[str, Any] = {"daikaiju": DaikaijuName} if name in BEASTLY else {"seat": int}
    return event_type(name, {**({} if name in _SEATLESS else about), **_FIELDS.get(name, {})})


if not TYPE_CHECKING:
    Event = any_of(tuple(_event(name) for name in EVENTS))


# --- views --------------------------------------------------------------------------------------------------------
class Ship(TypedDict):
    """A ship: the square it faces and the port where it will enter, the square it is on, or the mark it starts from."""

    fate: Fate
    lost_in_turn: int | None
    ahead: str | None
    port: int | None
    on: str | None
    mark: str | None


class Daikaiju(TypedDict):
    """A daikaiju, and where it is."""

    id: DaikaijuName
    place: Literal["board", "supply", "gone"]
    square: str | None
    facing: Side | None


class Tiles(TypedDict):
    """A run of tiles of the pile, with what they are where the viewer knows it."""

    cards: int
    of: NotRequired[list[int]]


class Decks(TypedDict):
    """The pile from top to bottom."""

    wakes: list[Tiles]


class Mine(TypedDict):
    """What only the viewer may see."""

    hand: NotRequired[list[int | None]]


class View(TypedDict):
    """All that a seat may see; `legal` is empty for those who do not decide."""

    game: Literal["tsuro_seas"]
    players: int
    phase: Phase
    seat: int | None
    active: int
    first: int
    turn: int
    tiles: dict[str, Laid]
    daikaiju: list[Daikaiju]
    ships: list[Ship]
    hands: list[list[int | None]]
    decks: Decks
    wrecked: list[int]
    ending: Ending | None
    viewer: int | None
    mine: Mine
    legal: list[str]
    events: NotRequired[list[Event]]


# --- how things stand ---------------------------------------------------------------------------------------------
class Walk(TypedDict):
    """A daikaiju walks, off the board (no square) or onto what lies there."""

    does: Literal["walk"]
    square: str | None
    side: Side
    crushed: NotRequired[int]
    ate: NotRequired[DaikaijuName]


class Turn(TypedDict):
    """A daikaiju turns."""

    does: Literal["turn"]
    facing: Side


class Eaten(TypedDict):
    """Another daikaiju is faster."""

    does: Literal["eaten"]


class Odds(TypedDict):
    """How likely a daikaiju comes to a square, and how likely one stands there afterwards."""

    reach: float
    stand: float


class Roll(TypedDict):
    """What could happen with the next roll; for each daikaiju on the board what it does on 1 to 5."""

    restless: float
    arrivals: int
    squares: dict[str, Odds]
    daikaiju: dict[str, list[Walk | Turn | Eaten]]


class Standing(TypedDict):
    """Facts that follow from the rules; nothing in a calm sea."""

    roll: NotRequired[Roll]
