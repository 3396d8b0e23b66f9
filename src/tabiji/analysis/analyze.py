"""Luck and skill of a match, as a network sees them: result - start = luck + skill for every seat.

At each decision the network plays on after every legal move, in deals of what the seat could not know (`verdicts`). The
skill of a decision is what the move played is worth, less what the best move is worth: it takes from the deciding seat
and gives to the others. What else changes the win curve, which a spectator could draw, is luck. Backgammon has measured
luck so since Zare.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from rich.markup import escape
from rich.text import Text

from tabiji import __version__
from tabiji.analysis.kinds import kind_of
from tabiji.analysis.model import GRADES, Analysis, Candidate, Decision, Part, grade_of
from tabiji.analysis.reasons import Doubt, reasons
from tabiji.analysis.rollouts import Judge, sketch_curve, win_curve
from tabiji.analysis.summary import summary, turning_points
from tabiji.analysis.verdicts import Depth, Question, Verdict, judge_decisions, question
from tabiji.bots import network as networks
from tabiji.bots.network import Network, read_network
from tabiji.core.errors import MatchRecordError, OptionError, TabijiError
from tabiji.core.game_spec import GameSpec
from tabiji.core.match import Game, Match
from tabiji.core.match_record import check_result, open_match_record
from tabiji.core.record import load

_AT_ONCE = {"tsuro_seas": 0.5}  # games whose voyages are short
_DEPTHS = {
    "tokaido": Depth(close_deals=24, further=4),
    "tokaido_duo": Depth(why_deals=6),  # matches are long
    "tsuro_seas": Depth(close_deals=144, further=1),  # what comes later is mostly luck: more deals tell more
}
_FIRST = 2  # decisions judged at a time: few at first, so that something is told soon
_TOGETHER, _TOLD = 32, 8  # later, and of how many of them it is told why: the costliest
_TOGETHER_SOON, _TOLD_SOON = 8, 3  # the same if somebody waits
_TELL_FROM = GRADES[-1][0]  # from this cost on it is told why


@dataclass
class _Played:
    """A match that was played again, before it is judged."""

    match: Match
    names: list[str]
    decisions: list[Decision] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)
    records: list[bytes] = field(default_factory=list)  # before each decision

    def question(self, number: int) -> tuple[Question, list[str]] | None:
        """A decision to judge with its legal moves; None if it was forced."""
        match = self.match.game.at(self.records[number - 1])
        if len(match.legal) == 1:
            return None
        return question(match, self.actions[number - 1], number), list(match.legal)


def analyze(
    match_record: Any,
    network: Path | None = None,
    depth: Depth | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Analysis:
    """Analyze a finished match; `progress` is told from time to time how many decisions of how many are done.

    MatchRecordError: the record is damaged, or the match is not finished. OptionError: there is no network for it.
    """
    done = 0
    for part in analyze_in_parts(match_record, network, depth):
        if isinstance(part, Analysis):
            return part
        done += len(part.decisions)
        if progress is not None:
            progress(done, part.total)
    raise AssertionError("an analysis ends with the whole")


def analyze_in_parts(
    match_record: Any, network: Path | None = None, depth: Depth | None = None, soon: bool = False
) -> Iterator[Part | Analysis]:
    """The same decision by decision, a few at a time as they are judged; at the end the whole analysis.

    `soon`: for somebody who waits. Before them a part without decisions sketches the whole curve, and fewer are judged
    at a time, which takes a little longer as a whole. Errors as in `analyze`, before the first part.
    """
    begun = open_match_record(match_record)
    path, judge = judge_of(begun.game, network)
    depth = depth or standard_depth(judge.network.spec)
    played = _play_again(begun, match_record)
    match, decisions = played.match, played.decisions
    seats = range(match.game.players)
    result = np.array([(seat in match.winners) / len(match.winners) for seat in seats])
    positions = np.frombuffer(b"".join(played.records), match.game.dtype)

    def shares(first: int, last: int) -> Any:
        """The win curve before these decisions, counted from 0; after the last one there is the result."""
        found = positions[first:last]
        curve = win_curve(found, first, judge, *depth.curve) if len(found) else np.empty((0, len(seats)))
        return curve if last <= len(positions) else np.vstack([curve, result])

    if soon and decisions:
        whole = np.vstack([sketch_curve(positions, judge), result])
        yield Part(len(decisions), [], [], whole.tolist())
    verdicts: dict[int, Verdict] = {}
    curve = shares(0, 1)
    first = 0
    together, told = (_TOGETHER_SOON, _TOLD_SOON) if soon else (_TOGETHER, _TOLD)
    while first < len(decisions):
        last = min(first + (together if first else _FIRST), len(decisions))
        curve = np.vstack([curve, shares(first + 1, last + 1)])
        found, doubts = _judge_some(played, decisions[first:last], judge, depth)
        verdicts, doubts = verdicts | found, doubts[:told]
        for decision, change in zip(decisions[first:last], np.diff(curve[first : last + 1], axis=0), strict=True):
            decision.luck = (change - decision.skill).tolist()
        if first == 0 and doubts:  # to say why takes longer: what can be told at once is told before
            first = min(doubt.seed for doubt in doubts) - 1
            if first:
                yield Part(len(decisions), decisions[:first], curve[:first].tolist())
        for doubt, why in zip(doubts, reasons(doubts, judge.network, depth.why_deals), strict=True):
            decisions[doubt.seed - 1].why = why
        yield Part(len(decisions), decisions[first:last], curve[first:last].tolist())
        first = last
    start = np.full(len(seats), 1 / len(seats))
    deal = (curve[0] - start).tolist()
    yield Analysis(
        game=match.game.spec.name,
        options=match_record["options"],
        network=network_identity(path, judge.network),
        depth=asdict(depth),
        start=start.tolist(),
        deal=deal,
        result=result.tolist(),
        curve=curve.tolist(),
        seats=[
            summary(match.game.spec.name, seat, played.names[seat], float(result[seat]), deal, decisions, verdicts)
            for seat in seats
        ],
        decisions=decisions,
        turning_points=turning_points(deal, decisions),
        version=__version__,
    )


def standard_depth(spec: GameSpec) -> Depth:
    """How far an analysis of a game looks unless told otherwise."""
    return _DEPTHS.get(spec.name, Depth())


def judge_of(game: Game, network: Path | None = None) -> tuple[Path, Judge]:
    """Who judges matches of a game, and the file of its network; OptionError if there is none."""
    path = network or networks.NETWORKS / f"{game.spec.name}.npz"
    found = read_network(path)
    if found.spec is not game.spec:
        raise OptionError(f"{path} is a network for {found.spec.title}, and the match is of {game.spec.title}")
    return path, Judge(found, _AT_ONCE.get(game.spec.name, 0.0))


def _play_again(match: Match, match_record: Any) -> _Played:
    """Play a match again from its beginning and keep what its analysis needs."""
    if match_record["result"] is None:
        raise MatchRecordError("the match is not finished: only a finished match can be analyzed")
    played = _Played(match, [str(name) for name in match_record["players"]])
    moves = match_record["moves"]
    terminal, plain_names = match.game.spec.terminal, [escape(name) for name in played.names]
    for number, text in enumerate(moves, 1):
        try:
            action = match.read(text)
        except TabijiError as error:
            raise MatchRecordError(f"move {number} of {len(moves)}: {error}") from error
        played.decisions.append(_decision(match, text, number))
        played.actions.append(action)
        played.records.append(match.state.tobytes())
        match.step(action)
        told = (terminal.tell(event, plain_names) for event in match.events())
        played.decisions[-1].happened = [Text.from_markup(line).plain for line in told if line]
    check_result(match, match_record)
    return played


def _decision(match: Match, played: str, number: int) -> Decision:
    """A decision of a match as if it were forced."""
    assert match.seat is not None
    kind = kind_of(match.state)
    return Decision(number, match.seat, played, played, kind, skill=[0.0] * match.game.players)


def _judge_some(
    played: _Played, decisions: list[Decision], judge: Judge, depth: Depth
) -> tuple[dict[int, Verdict], list[Doubt]]:
    """Judge decisions and write into them what was found; the verdicts by number, and what to explain, by cost."""
    asked = [found for one in decisions if (found := played.question(one.number)) is not None]
    verdicts = dict(
        zip(
            (one.number for one, _ in asked),
            judge_decisions([one for one, _ in asked], judge, depth) if asked else [],
            strict=True,
        )
    )
    doubts = []
    for one, texts in asked:
        decision, verdict = played.decisions[one.number - 1], verdicts[one.number]
        _tell(decision, verdict, texts)
        if decision.cost >= _TELL_FROM and depth.why_deals:
            decision.rival = verdict.rival
            actions = one.actions[verdict.best], one.actions[verdict.played]
            record = load(judge.network.spec.state.DTYPE, one.record)
            doubts.append(Doubt(record, *actions, one.number, one.seat, verdict.rival))
    return verdicts, sorted(doubts, key=lambda one: -played.decisions[one.seed - 1].cost)


def _tell(decision: Decision, verdict: Verdict, moves: list[str]) -> None:
    """Write into a decision what was found of its moves."""
    means = verdict.means
    order = np.argsort(-means[:, verdict.seat], kind="stable").tolist()
    order.sort(key=lambda i: i != verdict.best)
    decision.best = moves[verdict.best]
    decision.cost, decision.unsure = verdict.gap, verdict.unsure
    decision.grade = grade_of(decision.cost)
    decision.skill = (means[verdict.played] - means[verdict.best]).tolist()
    decision.candidates = [
        Candidate(
            moves[i], means[i].tolist(), float(verdict.unsures[i]), float(verdict.liked[i]), int(verdict.deals[i])
        )
        for i in order
    ]


@cache
def _digest(path: Path, changed: int) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def network_identity(path: Path, network: Network) -> dict[str, Any]:
    """Which network it is: two files with the same SHA-256 give the same analysis."""
    return {
        "file": path.name,
        "sha256": _digest(path, path.stat().st_mtime_ns),
        "layout": network.about.get("layout"),
        "updates": network.about.get("updates"),
    }
