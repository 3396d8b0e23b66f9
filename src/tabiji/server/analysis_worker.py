"""The work of the process that analyzes matches: a step at a time, so that several people's matches take turns.

The server asks for step after step of a match, with its record each time. What this process has begun it keeps; a
process that was started anew begins again. What it finds it encodes: the server passes it on as it is.
"""

from __future__ import annotations

import gzip
import hashlib
import os
from collections import OrderedDict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from tabiji.server.analysis_protocol import (
    AnalysisInfo,
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
_SHALLOW = 2, 1, 0, 2, 0  # a depth that takes little time
_LOW_PRIORITY, _LEAST_PRIORITY = 10, 19


class AnalysisStep(msgspec.Struct):
    """What was found since the step before, as JSON; with the last step what is kept of the match."""

    sketch: bytes = b"[]"
    decisions: list[bytes] = []
    kept: bytes = b""  # an AnalysisInfo, compressed
    network: str = ""


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


def next_step(table: str, match_record: bytes, entries: list[int], done: int, shallow: bool = False) -> AnalysisStep:
    """The step after those that are done. `entries`: those of the moves, in the log."""
    about = table, match_record, entries, done, shallow
    if shallow:  # tests fill all processors, where a patient thread would wait forever
        return _next_step(*about)
    return (_patient if done else _polite).submit(_next_step, *about).result()


def _be_polite() -> None:
    """Give others most of the time: somebody waits for the sketch, which is short, but it is no move."""
    os.nice(_LOW_PRIORITY)


def _be_patient() -> None:
    """Let this thread run only where nothing else wants to; it makes way at once. Others of this process need not."""
    try:
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    except (AttributeError, OSError):  # no Linux, or not allowed
        os.nice(_LEAST_PRIORITY)


_polite = ThreadPoolExecutor(1, thread_name_prefix="polite", initializer=_be_polite)
_patient = ThreadPoolExecutor(1, thread_name_prefix="patient", initializer=_be_patient)


def _next_step(table: str, match_record: bytes, entries: list[int], done: int, shallow: bool) -> AnalysisStep:
    before, steps = _begun.pop(table, (-1, iter(())))
    if before != done:
        steps = analysis_steps(msgspec.json.decode(match_record), entries, shallow)
        for _ in range(done):
            next(steps)
    found = next(steps)
    if not found.kept:
        _begun[table] = done + 1, steps
        while len(_begun) > _BEGUN:
            _begun.popitem(last=False)
    return found


def analysis_steps(match_record: dict[str, Any], entries: list[int], shallow: bool) -> Iterator[AnalysisStep]:
    """The analysis of a match, as it is found; a TabijiError if there can be none. `shallow`: for tests."""
    from tabiji.analysis import Analysis, Depth, analyze_in_parts

    encode = msgspec.json.encode
    told: list[AnalyzedDecision] = []
    for part in analyze_in_parts(match_record, depth=Depth(*_SHALLOW) if shallow else None, soon=True):
        if isinstance(part, Analysis):
            summary = _summary(part)
            whole = encode(AnalysisInfo("done", len(told), told, summary))
            yield AnalysisStep(kept=gzip.compress(whole, 6, mtime=0), network=summary.network)
        else:
            found = [_decision(*one, entries) for one in zip(part.decisions, part.curve, strict=True)]
            told += found
            yield AnalysisStep(encode([_rounded(point) for point in part.sketch]), [encode(one) for one in found])


def _rounded(shares: list[float]) -> list[float]:
    return [round(share, _DIGITS) for share in shares]


def _decision(one: Decision, before: list[float], entries: list[int]) -> AnalyzedDecision:
    shown = one.candidates[:_SHOWN]
    shown += [candidate for candidate in one.candidates[_SHOWN:] if candidate.move == one.played]
    return AnalyzedDecision(
        number=one.number,
        entry=entries[one.number - 1],
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
