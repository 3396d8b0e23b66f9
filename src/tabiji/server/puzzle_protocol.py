"""What is told of puzzles: see docs/analysis.md for how they are made, and what the numbers mean."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from tabiji.server.analysis_protocol import ReasonInfo
from tabiji.server.protocol import GameName, MoveText, Preview, RequestBody, View
from tabiji.server.websocket_messages import TableSetting

PuzzleDifficulty = Literal["easy", "medium", "hard"]
PuzzleOfTheDay = Literal["open", "solved", "missed"]


class PuzzleInfo(Struct):
    """A position in which one move is clearly the best, as its seat saw it. `answered`: by you, before."""

    id: str
    game: GameName
    players: int
    seat: int
    daily: bool  # the one of today
    answered: bool
    difficulty: PuzzleDifficulty
    setting: TableSetting
    view: View
    preview: Preview


class PuzzleAnswer(RequestBody):
    """The move that seems best."""

    move: MoveText


class PuzzleStats(Struct):
    """How somebody does with the puzzles of a game. `skill` is a cautious estimate that begins at zero, the least;
    `streak` are puzzles solved in a row, `days` days in a row with an answer to the puzzle of the day."""

    game: GameName
    puzzles: int  # that there are
    skill: float
    answers: int
    solved: int
    streak: int
    best_streak: int
    days: int
    today: PuzzleOfTheDay


class PuzzleShare(Struct):
    """A legal move, and the share of the victory that the seat can expect after it."""

    move: str
    share: float


class PuzzleVerdict(Struct):
    """The best move, and why it is better than the next one. `counted`: the first answer to this puzzle."""

    solved: bool
    counted: bool
    best: str
    gap: float  # between the best move and the next
    unsure: float  # half-width of its 95 % interval
    moves: list[PuzzleShare]  # all legal ones, the best first; those after the second were tried less
    why: list[ReasonInfo]
    network: str  # the SHA-256 of the file that judged
    version: str  # of Tabiji
    stats: PuzzleStats
