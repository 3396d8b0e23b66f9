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
from typing import Any

import msgspec

from tabiji.server.analysis_protocol import (
    AnalysisSummary,
    AnalyzedDecision,
    AnalyzedSeat,
    ConsideredMove,
    TurningPointInfo,
)

_BEGUN = 64  # matches that are kept while they are analyzed
_SHOWN = 5  # moves of a decision
_TURNING_POINTS = 6
_DIGITS = 5  # of shares
_SHALLOW = 2, 1, 0, 0  # a depth that takes little time


class AnalysisStep(msgspec.Struct):
    """What was found since the step before."""

    decisions: list[AnalyzedDecision]
    summary: AnalysisSummary | None = None


_begun: OrderedDict[str, tuple[int, Iterator[AnalysisStep]]] = OrderedDict()  # by table: steps done, and the others


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
    from tabiji.analysis import Depth, analyze

    found = analyze(match_record, depth=Depth(*_SHALLOW) if shallow else None)
    decisions = [_decision(found, i) for i in range(len(found.decisions))]
    yield AnalysisStep(decisions, _summary(found))


def _rounded(shares: list[float]) -> list[float]:
    return [round(share, _DIGITS) for share in shares]


def _decision(analysis: Any, i: int) -> AnalyzedDecision:
    one = analysis.decisions[i]
    shown = one.candidates[:_SHOWN]
    shown += [candidate for candidate in one.candidates[_SHOWN:] if candidate.move == one.played]
    return AnalyzedDecision(
        number=one.number,
        entry=0,  # the server knows it
        seat=one.seat,
        played=one.played,
        best=one.best,
        grade=one.grade,
        cost=round(one.cost, _DIGITS),
        unsure=round(one.unsure, _DIGITS),
        before=_rounded(analysis.curve[i]),
        skill=_rounded(one.skill),
        luck=_rounded(one.luck),
        moves=[
            ConsideredMove(each.move, round(each.shares[one.seat], _DIGITS), round(each.unsure, _DIGITS))
            for each in shown
        ],
    )


def _summary(analysis: Any) -> AnalysisSummary:
    return AnalysisSummary(
        deal=_rounded(analysis.deal),
        result=_rounded(analysis.result),
        seats=[_seat(analysis, seat) for seat in range(len(analysis.seats))],
        turning_points=_turning_points(analysis.decisions),
        network=analysis.network["sha256"],
        version=analysis.version,
        deals=analysis.depth["deals"],
        horizon=analysis.depth["horizon"],
    )


def _seat(analysis: Any, seat: int) -> AnalyzedSeat:
    summary = analysis.seats[seat]
    own = [one for one in analysis.decisions if one.seat == seat and one.grade is not None]

    def at_stake(one: Any) -> float:
        """By how much the move played is better than the average one."""
        shares = [candidate.shares[seat] for candidate in one.candidates]
        return float(max(shares) - sum(shares) / len(shares))

    best = max((one for one in own if one.grade == "best"), key=at_stake, default=None)
    costliest = max((one for one in own if one.cost > 0), key=lambda one: one.cost, default=None)
    luckiest = max(
        (one for one in analysis.decisions if one.luck[seat] > 0), key=lambda one: one.luck[seat], default=None
    )
    return AnalyzedSeat(
        result=summary.result,
        luck=round(summary.luck, _DIGITS),
        own=round(summary.own, _DIGITS),
        others=round(summary.others, _DIGITS),
        adjusted=round(summary.adjusted, _DIGITS),
        accuracy=None if summary.accuracy is None else round(summary.accuracy, _DIGITS),
        decisions=summary.decisions,
        grades={str(grade): count for grade, count in summary.grades.items()},
        best_move=None if best is None else best.number,
        costliest=None if costliest is None else costliest.number,
        luckiest=None if luckiest is None else luckiest.number,
    )


def _turning_points(decisions: Any) -> list[TurningPointInfo]:
    """Where the shares moved most, by a costly move or by luck."""
    found = [TurningPointInfo(one.number, "decision", one.seat, _rounded(one.skill)) for one in decisions]
    for one in decisions:
        seat = max(range(len(one.luck)), key=lambda seat: abs(one.luck[seat]))
        found.append(TurningPointInfo(one.number, "luck", seat, _rounded(one.luck)))
    found.sort(key=lambda point: -max(map(abs, point.change)))
    return [point for point in found[:_TURNING_POINTS] if any(point.change)]


@cache
def network_of(game: str) -> str:
    """The SHA-256 of the network that judges a game; empty if there is none."""
    from tabiji.bots import network as networks

    path: Path = networks.NETWORKS / f"{game}.npz"
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.exists() else ""
