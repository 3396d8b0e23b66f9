"""What an analysis says of each seat, and the turning points of a match."""

from __future__ import annotations

from collections import Counter

from tabiji.analysis.levels import levels_of
from tabiji.analysis.model import Decision, Kind, SeatSummary, TurningPoint
from tabiji.analysis.verdicts import Verdict

_POINTS = 8  # turning points of a match, at most
_LEAST = 0.05  # of the victory: what moved the shares less is none


def summary(
    game: str,
    seat: int,
    name: str,
    result: float,
    deal: list[float],
    decisions: list[Decision],
    verdicts: dict[int, Verdict],
) -> SeatSummary:
    """A seat, in numbers."""
    own = [(one, verdicts[one.number]) for one in decisions if one.seat == seat and one.number in verdicts]
    kinds: dict[str, Kind] = {}
    for one, verdict in own:
        kind = kinds.setdefault(one.kind, Kind())
        kind.decisions += 1
        kind.cost += one.cost
        kind.at_stake += verdict.at_stake
    cost, at_stake = sum(one.cost for one, _ in own), sum(kind.at_stake for kind in kinds.values())
    luck = deal[seat] + sum(one.luck[seat] for one in decisions)
    moments = {0: deal[seat]} | {one.number: one.luck[seat] for one in decisions}
    found = [(verdict.at_stake, -one.number) for one, verdict in own if one.cost == 0]
    costly = [(one.cost, -one.number) for one, _ in own if one.cost > 0]
    accuracy = 1 - cost / at_stake if at_stake > 0 else None
    level, level_to = levels_of(game, accuracy) or (None, None)
    return SeatSummary(
        name=name,
        result=result,
        luck=luck,
        own=-cost,
        others=sum(one.skill[seat] for one in decisions if one.seat != seat),
        adjusted=result - luck,
        accuracy=accuracy,
        decisions=len(own),
        grades=dict(Counter(one.grade for one, _ in own if one.grade)),
        kinds=kinds,
        level=level,
        level_to=level_to,
        best_move=-max(found)[1] if found else None,
        costliest=-max(costly)[1] if costly else None,
        luckiest=max(moments, key=lambda number: moments[number]),
        unluckiest=min(moments, key=lambda number: moments[number]),
    )


def turning_points(deal: list[float], decisions: list[Decision]) -> list[TurningPoint]:
    """The moves and the luck that moved the shares most, the greatest first."""
    found = [TurningPoint(0, "luck", _most(deal), deal)]
    for one in decisions:
        if one.cost > 0:
            found.append(TurningPoint(one.number, "decision", one.seat, one.skill))
        found.append(TurningPoint(one.number, "luck", _most(one.luck), one.luck))
    found.sort(key=lambda point: -max(map(abs, point.change)))
    return [point for point in found[:_POINTS] if max(map(abs, point.change)) >= _LEAST]


def _most(change: list[float]) -> int:
    return max(range(len(change)), key=lambda seat: abs(change[seat]))
