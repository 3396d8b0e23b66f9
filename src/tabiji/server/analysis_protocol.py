"""What is told of the analysis of a match: see docs/analysis.md for what the numbers mean.

Lists of shares have one number for each seat. No names: who sat where is known from the table.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

AnalysisStatus = Literal["none", "waiting", "running", "done", "failed"]
MoveGrade = Literal["best", "good", "inaccuracy", "mistake", "blunder"]


class ConsideredMove(Struct):
    """A legal move: what share of the victory its seat could expect after it, and the half-width of the interval."""

    move: str
    share: float
    unsure: float


class AnalyzedDecision(Struct):
    """A decision, and the luck that followed it. `entry` is its number in the log; `number` counts decisions from 1.
    `before`: shares of the victory, as a spectator could expect. `grade` is null where the move was forced."""

    number: int
    entry: int
    seat: int
    played: str
    best: str
    grade: MoveGrade | None
    cost: float
    unsure: float
    before: list[float]
    skill: list[float]
    luck: list[float]
    moves: list[ConsideredMove]  # the best first, with the one that was played


class AnalyzedSeat(Struct):
    """A seat: result - equal share = luck + own + others. The last three are numbers of decisions: where finding the
    best move was worth most, the costliest one, and the one before the greatest luck (0: the deal)."""

    result: float
    luck: float
    own: float
    others: float
    adjusted: float
    accuracy: float | None
    decisions: int
    grades: dict[str, int]
    best_move: int | None
    costliest: int | None
    luckiest: int | None


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
    horizon: int


class AnalysisInfo(Struct):
    """The analysis of a match as far as it is: the decisions after those that are known already."""

    status: AnalysisStatus
    total: int = 0  # decisions of the match
    decisions: list[AnalyzedDecision] = []
    summary: AnalysisSummary | None = None
    problem: str | None = None  # why it failed
