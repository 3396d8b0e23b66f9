"""Finding puzzles: bots play matches, and positions are kept in which one move is clearly the best.

Every decision is looked at briefly. Where the best move seems better than the next by much, both are played to the end
of the game in many fresh deals.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from tabiji.analysis.kinds import kind_of
from tabiji.analysis.puzzles import Puzzle, PuzzleMove
from tabiji.analysis.reasons import Doubt, reasons
from tabiji.analysis.rollouts import Judge, Trial, move_shares
from tabiji.analysis.verdicts import Question, half_width, question
from tabiji.bots.lookahead import TO_THE_END
from tabiji.bots.network import shipped_network
from tabiji.bots.protocol import Budget, choose_move
from tabiji.bots.registry import bot_spec
from tabiji.core.game_spec import GameSpec
from tabiji.core.match import Game, Match
from tabiji.core.record import load

GAP = 0.08  # of the victory: by so much the best move is better than the next
_SEEMS = 0.07  # at a first look
_DEALS, _HORIZON = 4, 6  # of the first look
_FINALISTS = 4
_DEALS_TO_CHOOSE, _DEALS_TO_CONFIRM = (
    24,
    104,
)  # fresh ones, to the end of the game: of the finalists, and of the best two
_LEAST_MOVES = 3
_LEAST_SHARE = 0.1  # of the best move: no hopeless positions
_LEAST_NEXT = 0.03  # of the next: a choice between living and dying is no puzzle
_PER_MATCH = 5
_WHY_DEALS = 24
_BOTS = ("master", "master", "expert", "strong", "skilled")
_UNLIKE = 1_000_003


@dataclass(frozen=True)
class _Position:
    """A position of a match before a decision."""

    asked: Question
    moves: list[str]
    kind: str
    played: str
    by: str


def find_puzzles(spec: GameSpec, seed: int) -> Iterator[list[Puzzle]]:
    """Puzzles of one match after the other, without end; many matches have none."""
    judge = Judge(shipped_network(spec))
    while True:
        yield _puzzles_of(_game(spec, Random(seed)), seed, judge)
        seed += 1


def _game(spec: GameSpec, rng: Random) -> Game:
    """A table for some of the numbers of players, with the usual options; Tokaido now and then with gastronomy."""
    players = rng.choice([players for players in spec.players if players <= 5])
    options: dict[str, Any] = {"gastronomy": True} if spec.name == "tokaido" and rng.random() < 0.3 else {}
    return Game(spec.name, players, **options)


def puzzles_of_match(match: Match, judge: Judge) -> list[Puzzle]:
    """Puzzles of a match that was played; nothing in them tells who played it."""
    number = int.from_bytes(hashlib.sha256(match.state.tobytes()).digest()[:4])
    again, positions = match.game.new(match.seed), []
    for turn, move in enumerate(match.moves):
        if len(again.legal) >= _LEAST_MOVES:
            asked = question(again, again.read(move), number + turn)
            positions.append(_Position(asked, list(again.legal), kind_of(again.state), move, ""))
        again.play(move)
    return _puzzles_among(match.game, positions, judge)


def _puzzles_of(game: Game, seed: int, judge: Judge) -> list[Puzzle]:
    return _puzzles_among(game, _played(game, seed), judge)


def _puzzles_among(game: Game, positions: list[_Position], judge: Judge) -> list[Puzzle]:
    if not positions:
        return []
    first = _look(positions, [list(range(len(one.moves))) for one in positions], judge, _DEALS, _HORIZON, 1)
    promising = []
    for one, shares in zip(positions, first, strict=True):
        worth = shares[:, :, one.asked.seat].mean(axis=0)
        order = np.argsort(-worth, kind="stable").tolist()
        if worth[order[0]] - worth[order[1]] >= _SEEMS and worth[order[0]] >= _LEAST_SHARE:
            promising.append((one, worth, order))
    promising.sort(key=lambda found: found[1][found[2][0]] - found[1][found[2][1]], reverse=True)
    puzzles = [_confirmed(game, *found, judge) for found in promising[: 2 * _PER_MATCH]]
    return [puzzle for puzzle in puzzles if puzzle is not None][:_PER_MATCH]


def _played(game: Game, seed: int) -> list[_Position]:
    """The positions of a match between bots in which there is something to choose."""
    rng = Random(seed)
    names = [rng.choice(_BOTS) for _ in range(game.players)]
    bots = [bot_spec(name).make() for name in names]
    match, positions = game.new(seed), []
    while not match.over:
        assert match.seat is not None
        seat, number = match.seat, len(match.moves) + 1
        move = choose_move(bots[seat], match, Budget(seed=rng.getrandbits(32)))
        if len(match.legal) >= _LEAST_MOVES:
            asked = question(match, match.read(move), seed * 1000 + number)
            positions.append(_Position(asked, list(match.legal), kind_of(match.state), move, names[seat]))
        match.play(move)
    return positions


def _look(
    positions: list[_Position], moves: list[list[int]], judge: Judge, deals: int, horizon: int, step: int
) -> list[Any]:
    trials = [
        Trial(_record(judge, one), [one.asked.actions[i] for i in tried], one.asked.number + step * _UNLIKE)
        for one, tried in zip(positions, moves, strict=True)
    ]
    return move_shares(trials, judge, deals, horizon)


def _record(judge: Judge, one: _Position) -> Any:
    return load(judge.network.spec.state.DTYPE, one.asked.record)


def _confirmed(game: Game, one: _Position, worth: Any, order: list[int], judge: Judge) -> Puzzle | None:
    """A puzzle, if the best move is still clearly better than the next when both are played to the end."""
    seat, finalists = one.asked.seat, order[:_FINALISTS]
    tried = _look([one], [finalists], judge, _DEALS_TO_CHOOSE, TO_THE_END, 2)[0][:, :, seat]
    chosen = np.argsort(-tried.mean(axis=0), kind="stable")[:2]
    if finalists[chosen[0]] != order[0] or _too_small(tried[:, chosen[0]] - tried[:, chosen[1]]):
        return None
    best, following = (finalists[k] for k in chosen)
    found = _look([one], [[best, following]], judge, _DEALS_TO_CONFIRM, TO_THE_END, 3)[0]
    gaps = found[:, 0, seat] - found[:, 1, seat]
    shares = found[:, :, seat].mean(axis=0)
    if _too_small(gaps) or shares[0] < _LEAST_SHARE or shares[1] < _LEAST_NEXT:
        return None
    rest = {i: worth[i] - worth[following] for i in order if i not in (best, following)}
    rest |= {i: (tried[:, k] - tried[:, chosen[1]]).mean() for k, i in enumerate(finalists) if i in rest}
    told = {best: float(shares[0]), following: float(shares[1])}
    for i in sorted(rest, key=lambda i: -rest[i]):  # tried less than the first two: as good as the second at most
        told[i] = float(np.clip(shares[1] + rest[i], 0, shares[1]))
    rivals = [p for p in range(game.players) if p != seat]
    rival = max(rivals, key=lambda p: float(found[:, 0, p].mean()))
    record = _record(judge, one)
    doubt = Doubt(record, one.asked.actions[best], one.asked.actions[following], one.asked.number, seat, rival)
    return Puzzle(
        id=hashlib.sha256(one.asked.record).hexdigest()[:10],
        players=game.players,
        options=dict(game.options),
        seat=seat,
        kind=one.kind,
        record=one.asked.record,
        moves=[PuzzleMove(one.moves[i], _round(share)) for i, share in told.items()],
        gap=_round(float(gaps.mean())),
        unsure=_round(half_width(gaps)),
        rival=rival,
        why=reasons([doubt], judge.network, _WHY_DEALS)[0],
        played=one.played,
        by=one.by,
    )


def _too_small(gaps: Any) -> bool:
    return bool(gaps.mean() < GAP or gaps.mean() <= half_width(gaps))


def _round(share: float) -> float:
    return round(share, 4)


def shown(puzzle: Puzzle, game: str) -> tuple[Match, dict[str, Any]]:
    """The position of a puzzle, and what its seat sees of it."""
    match = puzzle.match(game)
    return match, match.view(puzzle.seat)
