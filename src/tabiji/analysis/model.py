"""What an analysis says, as it is written to JSON. Lists of shares have one number for each seat."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

FORMAT = "tabiji-analysis/1"

Grade = Literal["best", "good", "inaccuracy", "mistake", "blunder"]
Unit = Literal["points", "coins", "chance", "turns"]

# The smallest cost of each grade, as a share of the victory. About the quartiles of levels' games.
GRADES: tuple[tuple[float, Grade], ...] = ((0.10, "blunder"), (0.05, "mistake"), (0.02, "inaccuracy"))


def grade_of(cost: float) -> Grade:
    """The grade of a move that cost this share of the victory."""
    if cost == 0:
        return "best"
    return next((grade for least, grade in GRADES if cost >= least), "good")


class Candidate(msgspec.Struct):
    """A legal move."""

    move: str
    shares: list[float]  # of the victory, expected after it
    unsure: float  # half-width of the 95 % interval of the deciding seat's share: chance and hidden things
    liked: float  # the probability with which the network would play it
    deals: int = 0  # in which it was tried: more where it was not clear which move is better


class Reason(msgspec.Struct):
    """Why the better move is better: something expected of the end of the game that it would have changed."""

    seat: int
    source: str  # where points come from and the like: `analysis.reasons.SOURCES`
    unit: Unit
    best: float  # expected after the best move
    played: float  # and after the one played
    unsure: float  # half-width of the 95 % interval of their difference


class Decision(msgspec.Struct):
    """A decision of a match, and the luck that followed it."""

    number: int  # from 1
    seat: int
    played: str
    best: str  # the move played, unless another is better by more than the error of the comparison
    kind: str = ""  # what was decided: `analysis.kinds.KINDS`
    grade: Grade | None = None  # None: the move was forced
    cost: float = 0.0  # share of the victory that the seat gave away
    unsure: float = 0.0  # half-width of the 95 % interval of the cost
    skill: list[float] = []  # shares expected after the move played - those after the best, as the seat could know them
    luck: list[float] = []  # what else changed the win curve until the next decision, or the result
    happened: list[str] = []  # what was seen after the move
    candidates: list[Candidate] = []  # the best first; none where the move was forced
    rival: int | None = None  # who besides the seat is in `why`: the strongest of the others
    why: list[Reason] = []  # from an inaccuracy on; what changes most first


class Part(msgspec.Struct):
    """The next decisions of an analysis that goes on."""

    total: int  # decisions of the match
    decisions: list[Decision]
    curve: list[list[float]]  # shares before each of these decisions
    sketch: list[list[float]] = []  # of the whole curve, before anything is judged: in the first part, if asked for


class Kind(msgspec.Struct):
    """How a seat did in decisions of one kind."""

    decisions: int = 0  # without forced moves
    cost: float = 0.0
    at_stake: float = 0.0  # what the best moves were better than the average legal move


class TurningPoint(msgspec.Struct):
    """A moment that moved the shares much: a move that cost something, or luck."""

    number: int  # of the decision, or of the one before the luck; 0: the deal
    cause: Literal["decision", "luck"]
    seat: int  # whose move it was, or whose share the luck changed most
    change: list[float]


class SeatSummary(msgspec.Struct):
    """A seat: result - equal share = luck + own + others."""

    name: str
    result: float
    luck: float
    own: float  # what the own decisions gave away, at most 0
    others: float  # what the decisions of the others gave to this seat
    adjusted: float  # the result without the luck
    accuracy: float | None  # 1: always the best move, 0: no better than random moves. None: nothing to decide
    decisions: int  # without forced moves
    grades: dict[Grade, int]
    kinds: dict[str, Kind] = {}
    level: str | None = None  # the weakest of those whose games had an accuracy like this
    level_to: str | None = None  # the strongest of them
    best_move: int | None = None  # number of the decision where finding the best move was worth most
    costliest: int | None = None  # number of the decision that cost most
    luckiest: int | None = None  # number of the decision before the greatest luck; 0: the deal
    unluckiest: int | None = None


class Analysis(msgspec.Struct):
    """The analysis of a match."""

    game: str
    options: dict[str, Any]
    network: dict[str, Any]  # which one judged
    depth: dict[str, int]  # how far it looked
    start: list[float]  # equal shares
    deal: list[float]  # the luck of the setup: the first point of the curve - equal shares
    result: list[float]
    curve: list[list[float]]  # shares before each decision, as a spectator could know them, and the result
    seats: list[SeatSummary]
    decisions: list[Decision]
    turning_points: list[TurningPoint] = []  # the greatest first
    version: str = ""  # of Tabiji
    format: str = FORMAT
