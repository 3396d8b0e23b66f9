"""The JSON of Tokaido: what views, events and standings hold. The client's types are generated from here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NotRequired, TypedDict

from tabiji.core.json_types import any_of, event_type, for_each, one_of
from tabiji.games.tokaido.state import (
    ACHIEVEMENTS,
    ENCOUNTERS,
    EVENTS,
    HOT_SPRING_POINTS,
    MEALS,
    PANORAMAS,
    PHASES,
    SOURCES,
    SOUVENIRS,
    SPACES,
    TRAVELERS,
)

SPRINGS = tuple(int(points) for points in HOT_SPRING_POINTS)

_Column = tuple[str | None, tuple[Any, ...] | None, str | None]

# what the columns of a journal line mean: event -> names of (what, amount, points) and the names of `what`
COLUMNS: dict[str, _Column] = {
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
    "bathed": ("card", SPRINGS, None),
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
PAWNLESS = ("cleared", "over")  # events that are about no pawn


def _event(name: str) -> Any:
    """The type of an event, as `views.events` writes it."""
    what, names, amount = COLUMNS.get(name, (None, None, None))
    fields: dict[str, Any] = {} if name in PAWNLESS else {"pawn": int}
    if what:
        fields[what] = one_of(names) if names else int
    if amount:
        fields[amount] = int
    if name == "looked":
        fields["encounters"] = list[Encounter]
    return event_type(name, {**fields, "points": NotRequired[int]})


if TYPE_CHECKING:
    Traveler = str
    Meal = str
    Souvenir = str
    Spring = int
    Encounter = str
    Achievement = str
    Phase = str
    Earned = dict[str, int]
    Panoramas = dict[str, int]
    AchievementStandings = dict[str, "AchievementStanding"]
    Event = dict[str, Any]
else:
    Traveler = one_of(TRAVELERS)
    Meal = one_of(MEALS)
    Souvenir = one_of(SOUVENIRS)
    Space = one_of(SPACES)
    Panorama = one_of(PANORAMAS)
    Spring = one_of(SPRINGS)
    Encounter = one_of(ENCOUNTERS)
    Achievement = one_of(ACHIEVEMENTS)
    Phase = one_of(PHASES)
    Earned = for_each("Earned", SOURCES, int)
    Panoramas = for_each("Panoramas", PANORAMAS, int)
    Event = any_of(tuple(_event(name) for name in EVENTS))


class Pawn(TypedDict):
    """Where a pawn stands; its place at the stop is given when all have chosen."""

    stop: int
    slot: int | None


class Before(TypedDict):
    """All that lies before a player."""

    traveler: Traveler | None
    chosen: bool
    coins: int
    points: int
    earned: Earned
    temple: int
    panoramas: Panoramas
    meals: list[Meal | None]
    souvenirs: list[Souvenir]
    hot_springs: list[Spring]
    encounters: list[Encounter]
    achievements: list[Achievement]


class Neutral(TypedDict):
    """What the neutral traveler has given."""

    temple: int


class Cards(TypedDict):
    """A run of cards of a pile, with what they may be where that is known."""

    cards: int
    of: NotRequired[list[str]]


class Decks(TypedDict):
    """The decks from top to bottom."""

    meals: list[Cards]
    souvenirs: list[Cards]
    encounters: list[Cards]
    hot_springs: list[Cards]


class Mine(TypedDict):
    """What only the viewer may see: the cards to choose from."""

    dealt: NotRequired[list[Traveler]]
    encounters: NotRequired[list[Encounter]]
    treat: NotRequired[Meal]


class View(TypedDict):
    """All that a seat may see; `legal` is empty for those who do not decide."""

    game: Literal["tokaido"]
    players: int
    phase: Phase
    seat: int | None
    pawn: int | None
    pawns: list[Pawn]
    seats: list[Before]
    neutral: Neutral | None
    inn_number: int
    decks: Decks
    inn: list[Cards]
    drawn: list[Cards]
    stall: list[Souvenir]
    viewer: int | None
    mine: Mine
    legal: list[str]
    events: NotRequired[list[Event]]


class Donor(TypedDict):
    """A place in the temple, as if the journey ended now."""

    pawn: int
    coins: int
    rank: int
    points: int


class AchievementStanding(TypedDict):
    """Who has an achievement, or leads it; `merits` by seat where the most counts."""

    seats: list[int]
    taken: bool
    merits: NotRequired[list[int]]


if not TYPE_CHECKING:
    AchievementStandings = for_each("AchievementStandings", ACHIEVEMENTS, AchievementStanding)


class Standing(TypedDict):
    """Facts that follow from the rules."""

    temple: list[Donor]
    achievements: AchievementStandings
    souvenirs: dict[str, int]
