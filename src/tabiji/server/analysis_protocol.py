"""What is told of the analysis of a match: see docs/analysis.md for what the numbers mean.

Lists of shares have one number for each seat. No names: who sat where is known from the table.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tabiji.server.protocol import MAX_NUMBER, GameName, MoveText, RequestBody

AnalysisStatus = Literal["none", "waiting", "running", "done", "failed"]
MoveGrade = Literal["best", "good", "inaccuracy", "mistake", "blunder"]


class ConsideredMove(Struct):
    """A legal move: what share of the victory its seat could expect after it, and the half-width of the interval."""

    move: str
    share: float
    unsure: float


class ReasonInfo(Struct):
    """Why the better move is better: what a seat can expect at the end after it, and after the one that was played."""

    seat: int
    source: str
    unit: Literal["points", "coins", "chance", "turns"]
    best: float
    played: float
    unsure: float


class AnalyzedDecision(Struct):
    """A decision, and the luck that followed it. `entry` is its number in the log; `number` counts decisions from 1.
    `before`: shares of the victory, as a spectator could expect. `grade` is null where the move was forced."""

    number: int
    entry: int
    seat: int
    played: str
    best: str
    kind: str  # what was decided
    grade: MoveGrade | None
    cost: float
    unsure: float
    before: list[float]
    skill: list[float]
    luck: list[float]
    moves: list[ConsideredMove]  # the best first, with the one that was played
    why: list[ReasonInfo]  # the most important first; of costly moves


class KindInfo(Struct):
    """How a seat did in decisions of one kind: what they cost, and what the best moves were better than the average."""

    decisions: int
    cost: float
    at_stake: float


class AnalyzedSeat(Struct):
    """A seat: result - equal share = luck + own + others. `level` to `level_to` are those that play as exactly.
    `best_move` to `unluckiest` are numbers of decisions: where finding the best move was worth most, the costliest one,
    and those before the greatest and the worst luck (0: the deal)."""

    result: float
    luck: float
    own: float
    others: float
    adjusted: float
    accuracy: float | None
    decisions: int
    grades: dict[str, int]
    kinds: dict[str, KindInfo]
    level: str | None
    best_move: int | None
    costliest: int | None
    luckiest: int | None
    unluckiest: int | None
    level_to: str | None = None


class TurningPointInfo(Struct):
    """A moment that moved the shares much, by a move or by luck: the number of the decision, or of the one before the
    luck (0: the deal); whose move it was, or whose share the luck changed most."""

    number: int
    cause: Literal["decision", "luck"]
    seat: int
    change: list[float]


class AnalysisSummary(Struct):
    """What is known when everything is analyzed; the greatest turning point first."""

    deal: list[float]
    result: list[float]
    seats: list[AnalyzedSeat]
    turning_points: list[TurningPointInfo]
    network: str  # the SHA-256 of the file that judged
    version: str  # of Tabiji
    deals: int


class AnalysisInfo(Struct):
    """The analysis of a match as far as it is: the decisions after those that are known already. `sketch`: shares of
    the victory before each decision and at the end, roughly, until they are judged; only before any decision is known.
    """

    status: AnalysisStatus
    total: int = 0  # decisions of the match
    decisions: list[AnalyzedDecision] = []
    summary: AnalysisSummary | None = None
    problem: str | None = None  # why it failed
    sketch: list[list[float]] = []


class CoachVerdict(Struct):
    """What one's last decision cost, and what would have been better."""

    played: str
    best: str
    cost: float
    unsure: float


class AnalyzedMatch(Struct):
    """A match of somebody that was analyzed, with what was found of their seat; against people, or bots only."""

    table: str
    game: GameName
    ended: int
    people: bool
    seat: AnalyzedSeat


class NewVariation(RequestBody):
    """Another move at a decision of a finished match (without one: the position before it), alone at all seats or
    against the strongest bots."""

    decision: Annotated[int, Meta(ge=1, le=MAX_NUMBER)]
    move: MoveText | None = None
    against: Literal["master", "nobody"] = "master"


class VariationInfo(Struct):
    """A variation of a match: where it leaves, with which move, and who tried it."""

    table: str
    decision: int
    name: str
    over: bool
    move: str | None
    seat: int | None
