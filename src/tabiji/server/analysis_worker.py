"""The work of the process that analyzes matches: a step at a time, so that several people's matches take turns.

The server asks for step after step of a match, with its record each time. What this process has begun it keeps; a
process that was started anew begins again.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from tabiji.server.analysis_protocol import (
    AnalysisSummary,
    AnalyzedDecision,
    AnalyzedSeat,
    ConsideredMove,
    KindInfo,
    ReasonInfo,
    TurningPointInfo,
)

if TYPE_CHECKING:
    from tabiji.analysis import Analysis, Decision, SeatSummary

_BEGUN = 64  # matches that are kept while they are analyzed
_SHOWN = 5  # moves of a decision
_DIGITS = 5  # of shares
_SHALLOW = 2, 1, 0, 2  # a depth that takes little time


class AnalysisStep(msgspec.Struct):
    """What was found since the step before."""

    decisions: list[AnalyzedDecision]
    summary: AnalysisSummary | None = None


_begun: OrderedDict[str, tuple[int, Iterator[AnalysisStep]]] = OrderedDict()  # by table: steps done, and the others


def load(game: str) -> None:
    """Load the network and the compiled code that an analysis needs, before the first request."""
    from tabiji.analysis.analyze import judge_of
    from tabiji.bots.network import has_network
    from tabiji.core.match import Game
    from tabiji.lab.warm import stages

    found = Game(game)
    if not has_network(found.spec):
        return
    judge_of(found)
    for _, work in stages(found, ["match", "level"]):
        work()


def next_step(table: str, match_record: bytes, done: int, shallow: bool) -> AnalysisStep | None:
    """The step after those that are done; None after the last."""
    before, steps = _begun.pop(table, (-1, iter(())))
    if before != done:
        steps = analysis_steps(msgspec.json.decode(match_record), shallow)
        for _ in range(done):
            next(steps)
    found = next(steps, None)
    if found is not None:
        _begun[table] = done + 1, steps
        while len(_begun) > _BEGUN:
            _begun.popitem(last=False)
    return found


def analysis_steps(match_record: dict[str, Any], shallow: bool) -> Iterator[AnalysisStep]:
    """The analysis of a match, as it is found; a TabijiError if there can be none. `shallow`: for tests."""
    from tabiji.analysis import Analysis, Depth, analyze_in_parts

    for part in analyze_in_parts(match_record, depth=Depth(*_SHALLOW) if shallow else None):
        if isinstance(part, Analysis):
            yield AnalysisStep([], _summary(part))
        else:
            yield AnalysisStep([_decision(*found) for found in zip(part.decisions, part.curve, strict=True)])


def _rounded(shares: list[float]) -> list[float]:
    return [round(share, _DIGITS) for share in shares]


def _decision(one: Decision, before: list[float]) -> AnalyzedDecision:
    shown = one.candidates[:_SHOWN]
    shown += [candidate for candidate in one.candidates[_SHOWN:] if candidate.move == one.played]
    return AnalyzedDecision(
        number=one.number,
        entry=0,  # the server knows it
        seat=one.seat,
        played=one.played,
        best=one.best,
        kind=one.kind,
        grade=one.grade,
        cost=round(one.cost, _DIGITS),
        unsure=round(one.unsure, _DIGITS),
        before=_rounded(before),
        skill=_rounded(one.skill),
        luck=_rounded(one.luck),
        moves=[
            ConsideredMove(each.move, round(each.shares[one.seat], _DIGITS), round(each.unsure, _DIGITS))
            for each in shown
        ],
        why=[
            ReasonInfo(each.seat, each.source, each.unit, *_rounded([each.best, each.played, each.unsure]))
            for each in one.why
        ],
    )


def _summary(analysis: Analysis) -> AnalysisSummary:
    return AnalysisSummary(
        deal=_rounded(analysis.deal),
        result=_rounded(analysis.result),
        seats=[_seat(one) for one in analysis.seats],
        turning_points=[
            TurningPointInfo(one.number, one.cause, one.seat, _rounded(one.change)) for one in analysis.turning_points
        ],
        network=analysis.network["sha256"],
        version=analysis.version,
        deals=analysis.depth["deals"],
    )


def _seat(one: SeatSummary) -> AnalyzedSeat:
    return AnalyzedSeat(
        result=one.result,
        luck=round(one.luck, _DIGITS),
        own=round(one.own, _DIGITS),
        others=round(one.others, _DIGITS),
        adjusted=round(one.adjusted, _DIGITS),
        accuracy=None if one.accuracy is None else round(one.accuracy, _DIGITS),
        decisions=one.decisions,
        grades={str(grade): count for grade, count in one.grades.items()},
        kinds={
            name: KindInfo(kind.decisions, round(kind.cost, _DIGITS), round(kind.at_stake, _DIGITS))
            for name, kind in one.kinds.items()
        },
        level=one.level,
        best_move=one.best_move,
        costliest=one.costliest,
        luckiest=one.luckiest,
        unluckiest=one.unluckiest,
        level_to=one.level_to,
    )


@cache
def network_of(game: str) -> str:
    """The SHA-256 of the network that judges a game; empty if there is none."""
    from tabiji.bots import network as networks

    path: Path = networks.NETWORKS / f"{game}.npz"
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.exists() else ""
