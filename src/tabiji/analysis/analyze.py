"""Luck and skill of a match, as a network sees them: result - start = luck + skill for every seat.

At each decision the network plays on after every legal move, in deals of what the seat could not know (`rollouts`). The
skill of a decision is what the move played is worth, less what the best move is worth: it takes from the deciding seat
and gives to the others. What else changes the win curve, which a spectator could draw, is luck. Backgammon has measured
luck so since Zare.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from rich.markup import escape
from rich.text import Text

from tabiji import __version__
from tabiji.analysis.model import Analysis, Candidate, Decision, SeatSummary, grade_of
from tabiji.analysis.rollouts import move_shares, win_curve
from tabiji.bots import network as networks
from tabiji.bots.network import Network, NetworkBot, read_network
from tabiji.core.errors import MatchRecordError, OptionError, TabijiError
from tabiji.core.match import Match
from tabiji.core.match_record import check_result, open_match_record
from tabiji.core.record import load
from tabiji.core.statistics import Z95

DEALS, HORIZON = 6, 8  # deals of what is hidden, and decisions that the network plays on
MORE_DEALS = 18  # where it is not clear whether the move played or another is better
_LIKED = 0.02  # weight of the network's own choice, which counts where moves are worth the same
_TOGETHER = 32  # decisions judged at a time
_UNLIKE = 1_000_003  # between the seeds of the first deals and of the others


@dataclass(frozen=True)
class Depth:
    """How far an analysis looks."""

    deals: int = DEALS
    horizon: int = HORIZON
    more_deals: int = MORE_DEALS

    def __post_init__(self) -> None:
        if self.deals < 2 or self.horizon < 1 or self.more_deals < 0:
            raise OptionError("an analysis needs at least 2 deals, a horizon of 1 decision, and 0 deals more")


@dataclass(frozen=True)
class Verdict:
    """What the legal moves of a decision are worth, and how the one played compares to the best."""

    played: int  # index among the legal moves
    best: int
    shares: Any  # [deals, moves, seats]
    liked: Any  # [moves]
    seat: int

    @property
    def means(self) -> Any:
        return self.shares.mean(axis=0)

    @property
    def gap(self) -> float:
        """By how much the best move is better for the seat."""
        return float(self.means[self.best, self.seat] - self.means[self.played, self.seat])

    @property
    def unsure(self) -> float:
        """The half-width of the 95 % interval of the gap. All moves were tried in the same deals."""
        differences = self.shares[:, self.best, self.seat] - self.shares[:, self.played, self.seat]
        return _half_width(differences)

    @property
    def unclear(self) -> bool:
        return self.best != self.played and self.gap <= self.unsure


def _half_width(values: Any) -> Any:
    """Half-widths of the 95 % intervals of means over deals."""
    return Z95 * values.std(axis=0, ddof=1) / len(values) ** 0.5


@dataclass(frozen=True)
class Question:
    """A decision to judge: what its seat could know, and what it played."""

    record: bytes  # determinized
    number: int
    seat: int
    actions: list[int]
    played: int  # index among the actions


def question(match: Match, action: int, number: int) -> Question:
    """What the deciding seat of a match knows before it plays an action, and nothing else."""
    assert match.seat is not None
    actions = match.legal_actions()
    record = match.determinize(match.seat, number).state.tobytes()
    return Question(record, number, match.seat, actions, actions.index(action))


def judge_decisions(questions: list[Question], network: Network, depth: Depth) -> list[Verdict]:
    """What the moves of these decisions are worth."""

    def look(asked: list[Question], deals: int, seed: int) -> Any:
        records = np.frombuffer(b"".join(one.record for one in asked), network.spec.state.DTYPE)
        counts, seeds = [len(one.actions) for one in asked], [seed + one.number for one in asked]
        return move_shares(records, counts, seeds, network, deals, depth.horizon)

    if not questions:
        return []
    liked = [_chances(network, one.record) for one in questions]
    found = [
        _compare(shares, *rest) for shares, *rest in zip(look(questions, depth.deals, 0), liked, questions, strict=True)
    ]
    unclear = [i for i, verdict in enumerate(found) if verdict.unclear]
    if unclear and depth.more_deals:
        more = look([questions[i] for i in unclear], depth.more_deals, _UNLIKE)
        for i, shares in zip(unclear, more, strict=True):
            found[i] = _compare(np.concatenate([found[i].shares, shares]), liked[i], questions[i])
    return [replace(one, best=one.played) if one.unclear or one.gap <= 0 else one for one in found]


def analyze(
    match_record: Any,
    network: Path | None = None,
    depth: Depth | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Analysis:
    """Analyze a finished match; `progress` is told from time to time how many decisions of how many are done.

    MatchRecordError: the record is damaged, or the match is not finished. OptionError: there is no network for it.
    """
    depth = depth or Depth()
    match = open_match_record(match_record)
    if match_record["result"] is None:
        raise MatchRecordError("the match is not finished: only a finished match can be analyzed")
    path = network or networks.NETWORKS / f"{match.game.spec.name}.npz"
    judge = read_network(path)
    if judge.spec is not match.game.spec:
        raise OptionError(f"{path} is a network for {judge.spec.title}, and the match is of {match.game.spec.title}")
    names = [str(name) for name in match_record["players"]]
    moves = match_record["moves"]
    terminal, plain_names = match.game.spec.terminal, [escape(name) for name in names]
    decisions, records, questions = [], [], []
    for number, text in enumerate(moves, 1):
        try:
            action = match.read(text)
        except TabijiError as error:
            raise MatchRecordError(f"move {number} of {len(moves)}: {error}") from error
        decisions.append(_decision(match, text, number))
        if len(match.legal) > 1:
            questions.append((question(match, action, number), list(match.legal)))
        records.append(match.state.tobytes())
        match.step(action)
        told = (terminal.tell(event, plain_names) for event in match.events())
        decisions[-1].happened = [Text.from_markup(line).plain for line in told if line]
    check_result(match, match_record)
    verdicts = {}
    for first in range(0, len(questions), _TOGETHER):
        if progress is not None:
            progress(first, len(questions))
        asked = questions[first : first + _TOGETHER]
        for verdict, (one, texts) in zip(judge_decisions([one for one, _ in asked], judge, depth), asked, strict=True):
            verdicts[one.number] = verdict
            _tell(decisions[one.number - 1], verdict, texts)
    seats = range(match.game.players)
    result = np.array([(seat in match.winners) / len(match.winners) for seat in seats])
    positions = np.frombuffer(b"".join(records), match.game.dtype)
    curve = np.vstack([win_curve(positions, judge, 2 * depth.deals, depth.horizon), result])
    for decision, change in zip(decisions, np.diff(curve, axis=0), strict=True):
        decision.luck = (change - decision.skill).tolist()
    start = np.full(len(seats), 1 / len(seats))
    luck = curve[0] - start + np.sum([decision.luck for decision in decisions], axis=0)
    return Analysis(
        game=match.game.spec.name,
        options=match_record["options"],
        network=_identity(path, judge),
        depth=asdict(depth),
        start=start.tolist(),
        deal=(curve[0] - start).tolist(),
        result=result.tolist(),
        curve=curve.tolist(),
        seats=[
            _summary(seat, names[seat], float(result[seat]), float(luck[seat]), decisions, verdicts) for seat in seats
        ],
        decisions=decisions,
        version=__version__,
    )


def _chances(network: Network, data: bytes) -> Any:
    """The probabilities with which a network would play the legal moves."""
    logits = NetworkBot(network).think(load(network.spec.state.DTYPE, data)).logits.astype(np.float64)
    chances = np.exp(logits - logits.max())
    return chances / chances.sum()


def _compare(shares: Any, liked: Any, one: Question) -> Verdict:
    best = int(np.argmax(shares[:, :, one.seat].mean(axis=0) + _LIKED * liked))
    return Verdict(one.played, best, shares, liked, one.seat)


def _decision(match: Match, played: str, number: int) -> Decision:
    """A decision of a match as if it were forced."""
    assert match.seat is not None
    return Decision(number, match.seat, played, played, skill=[0.0] * match.game.players)


def _tell(decision: Decision, verdict: Verdict, moves: list[str]) -> None:
    """Write into a decision what was found of its moves."""
    means = verdict.means
    halves = _half_width(verdict.shares[:, :, verdict.seat])
    order = np.argsort(-means[:, verdict.seat], kind="stable").tolist()
    order.sort(key=lambda i: i != verdict.best)
    decision.best = moves[verdict.best]
    decision.cost, decision.unsure = verdict.gap, float(verdict.unsure)
    decision.grade = grade_of(decision.cost)
    decision.skill = (means[verdict.played] - means[verdict.best]).tolist()
    decision.candidates = [
        Candidate(moves[i], means[i].tolist(), float(halves[i]), float(verdict.liked[i])) for i in order
    ]


def _summary(
    seat: int, name: str, result: float, luck: float, decisions: list[Decision], verdicts: dict[int, Verdict]
) -> SeatSummary:
    own = [(one, verdicts[one.number]) for one in decisions if one.seat == seat and one.number in verdicts]
    available = sum(float(v.means[v.best, seat] - v.means[:, seat].mean()) for _, v in own)
    cost = sum(one.cost for one, _ in own)
    return SeatSummary(
        name=name,
        result=result,
        luck=luck,
        own=-cost,
        others=sum(one.skill[seat] for one in decisions if one.seat != seat),
        adjusted=result - luck,
        accuracy=1 - cost / available if available > 0 else None,
        decisions=len(own),
        grades=dict(Counter(one.grade for one, _ in own if one.grade)),
    )


def _identity(path: Path, network: Network) -> dict[str, Any]:
    """Which network it is: two files with the same SHA-256 give the same analysis."""
    return {
        "file": path.name,
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
        "layout": network.about.get("layout"),
        "updates": network.about.get("updates"),
    }
