"""Puzzles for people: one of the day and others near their rating, verdicts, ratings and streaks."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import partial
from hashlib import sha256
from random import Random
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, get_args

import msgspec
from openskill.models import PlackettLuce
from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import IntegrityError

from tabiji.core.game_spec import game_names, game_spec
from tabiji.core.jit import waits
from tabiji.server import messages
from tabiji.server.analysis_protocol import ReasonInfo
from tabiji.server.api_error import ApiError
from tabiji.server.puzzle_protocol import PuzzleDifficulty, PuzzleInfo, PuzzleShare, PuzzleStats, PuzzleVerdict
from tabiji.server.replay_thread import in_thread
from tabiji.server.results import shown_skill
from tabiji.server.schema import puzzle_answers, puzzle_ratings, puzzles
from tabiji.server.storage import Storage, now
from tabiji.server.websocket_messages import TableSetting

if TYPE_CHECKING:
    from tabiji.analysis.puzzles import Puzzle
    from tabiji.analysis.puzzles import Puzzles as ShippedPuzzles

_MODEL = PlackettLuce()
_SPREAD = _MODEL.mu / 5  # of the ratings of a game's puzzles
_PUZZLE_SIGMA = _MODEL.mu / 6  # a puzzle's rating is guessed from its moves, and does not change
_NEAR = 5  # the next puzzle is one of so many
_MAX_SHOWN = 200  # positions that are kept
_POSITION_COST = 10.0  # requests
_FRESH = 60_000  # milliseconds for which the puzzles of this server are known
_DAY = 24 * 3600 * 1000
_DIFFICULTIES: tuple[PuzzleDifficulty, ...] = get_args(PuzzleDifficulty)
_UNRATED = {"mu": _MODEL.mu, "sigma": _MODEL.sigma, "last_day": None, "last_day_solved": False} | dict.fromkeys(
    ("answers", "solved", "streak", "best_streak", "days"), 0
)


def today() -> int:
    """Days since 1970, UTC."""
    return now() // _DAY


class PuzzleSet:
    """The puzzles of a game, by their difficulty."""

    def __init__(self, shipped: ShippedPuzzles, own: Sequence[tuple[Puzzle, str, str]] = ()) -> None:
        """`own`: those of this server, each with the network that judged and the version of Tabiji."""
        self.game = shipped.game
        judged = shipped.network["sha256"], shipped.version
        self.judged = {puzzle.id: (network, version) for puzzle, network, version in own}
        self.judged |= {puzzle.id: judged for puzzle in shipped.puzzles}
        self.puzzles = {puzzle.id: puzzle for puzzle, _, _ in own} | {one.id: one for one in shipped.puzzles}
        self._daily = sorted(one.id for one in shipped.puzzles)  # the same on every server
        puzzles = list(self.puzzles.values())
        # the smaller the gap and the more moves, the harder
        self._order = [puzzle.id for puzzle in sorted(puzzles, key=lambda one: (-one.gap / len(one.moves), one.id))]
        normal = NormalDist(_MODEL.mu, _SPREAD)
        self.mu = {name: normal.inv_cdf((at + 0.5) / len(puzzles)) for at, name in enumerate(self._order)}
        self._rank = {name: at for at, name in enumerate(self._order)}

    def get(self, puzzle: str) -> Puzzle:
        """The puzzle with an id, or an ApiError."""
        if puzzle not in self.puzzles:
            raise ApiError("not_found", "there is no puzzle with this id")
        return self.puzzles[puzzle]

    def difficulty(self, puzzle: str) -> PuzzleDifficulty:
        """Easy, medium or hard: a third of the puzzles each."""
        return _DIFFICULTIES[self._rank[puzzle] * len(_DIFFICULTIES) // len(self._rank)]

    def of_the_day(self, day: int) -> str:
        """The puzzle of a day; none comes again before all others have been."""
        turn, at = divmod(day, len(self._daily))
        shuffled = list(self._daily)
        Random(f"{self.game} {turn}").shuffle(shuffled)
        return shuffled[at]

    def next_for(self, person: str, mu: float, answered: list[str], day: int) -> str:
        """A puzzle near a rating that was not answered before and is not today's; if there is none, the one answered
        first. The same until it is answered: nobody can look for an easy one."""
        known = {*answered, self.of_the_day(day)}
        near = sorted((name for name in self.mu if name not in known), key=lambda name: abs(self.mu[name] - mu))[:_NEAR]
        if not near:
            return next((name for name in answered if name in self.mu), self.of_the_day(day))
        return near[int.from_bytes(sha256(f"{person} {len(answered)}".encode()).digest()[:4]) % len(near)]


def rated(row: dict[str, Any], puzzle_mu: float, solved: bool) -> dict[str, Any]:
    """A rating after one more puzzle: solving it counts as winning against it."""
    me = _MODEL.rating(mu=row["mu"], sigma=row["sigma"])
    puzzle = _MODEL.rating(mu=puzzle_mu, sigma=_PUZZLE_SIGMA)
    [[after], _] = _MODEL.rate([[me], [puzzle]], ranks=[1, 2] if solved else [2, 1])
    streak = row["streak"] + 1 if solved else 0
    return row | {
        "mu": float(after.mu),
        "sigma": float(after.sigma),
        "answers": row["answers"] + 1,
        "solved": row["solved"] + solved,
        "streak": streak,
        "best_streak": max(streak, row["best_streak"]),
    }


def with_day(row: dict[str, Any], day: int, solved: bool) -> dict[str, Any]:
    """A rating after the puzzle of a day; only the first answer of the day counts."""
    if row["last_day"] == day:
        return row
    days = row["days"] + 1 if row["last_day"] == day - 1 else 1
    return row | {"days": days, "last_day": day, "last_day_solved": solved}


class Puzzles:
    """The puzzles of all games."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._sets: dict[str, tuple[int, PuzzleSet | None]] = {}
        self._shown: OrderedDict[tuple[str, str, bool], PuzzleInfo] = OrderedDict()

    async def stats(self, person: str | None) -> list[PuzzleStats]:
        """How somebody does, game by game."""
        rows = {} if person is None else await self._storage.read(partial(_ratings, person=person))
        sets = [await self._set(game) for game in game_names()]
        return [_stats(found, rows.get(found.game, _UNRATED)) for found in sets if found is not None]

    async def of_the_day(self, game: str, person: str | None, charge: Callable[[float], None]) -> PuzzleInfo:
        """The puzzle of today."""
        found = await self._found(game)
        return await self._show(found, found.of_the_day(today()), person, charge)

    async def next_for(self, game: str, person: str | None, charge: Callable[[float], None]) -> PuzzleInfo:
        """The next puzzle for somebody."""
        found, who = await self._found(game), person or ""
        rows = await self._storage.read(partial(_ratings, person=who))
        answered = await self._storage.read(partial(_answered, person=who, game=game))
        return await self._show(
            found, found.next_for(who, rows.get(game, _UNRATED)["mu"], answered, today()), person, charge
        )

    async def look(self, game: str, puzzle_id: str, person: str | None, charge: Callable[[float], None]) -> PuzzleInfo:
        """The puzzle with an id."""
        found = await self._found(game)
        return await self._show(found, found.get(puzzle_id).id, person, charge)

    async def answer(self, game: str, puzzle_id: str, person: str, move: str) -> PuzzleVerdict:
        """The verdict on an answer; the first one to a puzzle counts."""
        found = await self._found(game)
        puzzle = found.get(puzzle_id)
        if move not in [one.move for one in puzzle.moves]:
            raise ApiError("bad_move", "this move is not legal in this puzzle")
        write = partial(_answer, person=person, found=found, puzzle=puzzle, move=move, day=today())
        try:
            counted, row = await self._storage.write(write)
        except IntegrityError:  # the same person answered at another node meanwhile: now that one is known
            counted, row = await self._storage.write(write)
        network, version = found.judged[puzzle_id]
        return PuzzleVerdict(
            solved=move == puzzle.moves[0].move,
            counted=counted,
            best=puzzle.moves[0].move,
            gap=puzzle.gap,
            unsure=puzzle.unsure,
            moves=[PuzzleShare(one.move, one.share) for one in puzzle.moves],
            why=[msgspec.convert(one, ReasonInfo, from_attributes=True) for one in puzzle.why],
            network=network,
            version=version,
            stats=_stats(found, row),
        )

    async def _set(self, game: str) -> PuzzleSet | None:
        if game not in game_names():
            return None
        fresh, known = self._sets.get(game, (0, None))
        if known is None or now() - fresh > _FRESH:
            own = await self._storage.read(partial(_own, game=game))
            known = await in_thread(_with_own, game, own)
            self._sets[game] = now(), known
        return known

    async def _found(self, game: str) -> PuzzleSet:
        found = await self._set(game)
        if found is None:
            raise ApiError("not_found", "there are no puzzles of this game")
        return found

    async def _show(
        self, found: PuzzleSet, name: str, person: str | None, charge: Callable[[float], None]
    ) -> PuzzleInfo:
        puzzle = found.puzzles[name]
        key = (found.game, name, waits(game_spec(found.game).state.DTYPE))
        shown = self._shown.pop(key, None)
        if shown is None:
            charge(_POSITION_COST)
            shown = await in_thread(_position, found, puzzle)
        self._shown[key] = shown
        while len(self._shown) > _MAX_SHOWN:
            self._shown.popitem(last=False)
        answered = person is not None and await self._storage.read(
            lambda connection: _answer_to(connection, person, found.game, name) is not None
        )
        return msgspec.structs.replace(shown, daily=name == found.of_the_day(today()), answered=answered)


def _own(connection: Connection, game: str) -> list[Any]:
    mine = puzzles.c.game == game, puzzles.c.rules == game_spec(game).rules_version
    return list(connection.execute(select(puzzles).where(*mine).order_by(puzzles.c.id)).all())


def _with_own(game: str, rows: list[Any]) -> PuzzleSet | None:
    from tabiji.analysis.puzzles import Puzzle, shipped_puzzles  # with all of the analysis: not before it is needed

    shipped = shipped_puzzles(game)
    own = [(msgspec.json.decode(row.puzzle, type=Puzzle), row.network, row.version) for row in rows]
    return None if shipped is None else PuzzleSet(shipped, own)


def _position(found: PuzzleSet, puzzle: Puzzle) -> PuzzleInfo:
    """What the deciding seat sees. What was hidden from it is not in the record: it was dealt anew."""
    match = puzzle.match(found.game)
    return PuzzleInfo(
        id=puzzle.id,
        game=found.game,
        players=puzzle.players,
        seat=puzzle.seat,
        daily=False,
        answered=False,
        difficulty=found.difficulty(puzzle.id),
        setting=TableSetting(**match.setting()),
        view=match.public() | match.private(puzzle.seat),
        preview=messages.preview(match, 0, True, int(puzzle.id, 16)),
    )


def _stats(found: PuzzleSet, row: dict[str, Any]) -> PuzzleStats:
    day = today()
    kept = row["last_day"] is not None and row["last_day"] >= day - 1
    return PuzzleStats(
        game=found.game,
        puzzles=len(found.puzzles),
        skill=shown_skill(row["mu"], row["sigma"]),
        answers=row["answers"],
        solved=row["solved"],
        streak=row["streak"],
        best_streak=row["best_streak"],
        days=row["days"] if kept else 0,
        today="open" if row["last_day"] != day else "solved" if row["last_day_solved"] else "missed",
    )


def _ratings(connection: Connection, person: str) -> dict[str, dict[str, Any]]:
    rows = connection.execute(select(puzzle_ratings).where(puzzle_ratings.c.person == person)).mappings()
    return {row["game"]: {str(name): value for name, value in row.items()} for row in rows}


def _answered(connection: Connection, person: str, game: str) -> list[str]:
    mine = puzzle_answers.c.person == person, puzzle_answers.c.game == game
    query = select(puzzle_answers.c.puzzle).where(*mine).order_by(puzzle_answers.c.at, puzzle_answers.c.puzzle)
    return list(connection.execute(query).scalars())


def _answer_to(connection: Connection, person: str, game: str, puzzle: str) -> Any:
    mine = puzzle_answers.c.person == person, puzzle_answers.c.game == game, puzzle_answers.c.puzzle == puzzle
    return connection.execute(select(puzzle_answers.c.move).where(*mine)).first()


def _answer(
    connection: Connection, person: str, found: PuzzleSet, puzzle: Puzzle, move: str, day: int
) -> tuple[bool, dict[str, Any]]:
    """Count an answer, if it is the first; whether it is, and the rating after it."""
    mine = puzzle_ratings.c.person == person, puzzle_ratings.c.game == found.game
    before = connection.execute(select(puzzle_ratings).where(*mine).with_for_update()).mappings().first()
    row = dict(_UNRATED) if before is None else {str(name): value for name, value in before.items()}
    solved = move == puzzle.moves[0].move
    first = _answer_to(connection, person, found.game, puzzle.id) is None
    if first:
        values = {"person": person, "game": found.game, "puzzle": puzzle.id}
        connection.execute(insert(puzzle_answers).values(values | {"move": move, "solved": solved, "at": now()}))
        row = rated(row, found.mu[puzzle.id], solved)
    if puzzle.id == found.of_the_day(day):
        row = with_day(row, day, solved)
    if before is None:
        connection.execute(insert(puzzle_ratings).values(row | {"person": person, "game": found.game}))
    else:
        connection.execute(update(puzzle_ratings).where(*mine).values(row))
    return first, row
