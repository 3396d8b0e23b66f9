"""What the legal moves of a decision are worth, and by how much the best is better than the one played.

Which move is best is chosen in some deals; by how much it is better is measured in others. Otherwise the best of many
moves, chosen because it was lucky, would always seem better than the one played. Where two moves are close, both are
played on further in deals of their own, as `bots.rollout` does, and only those count: what the network says after a few
decisions is steady, but not always right about small differences.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tabiji.analysis.model import GRADES
from tabiji.analysis.rollouts import Judge, Trial, move_shares
from tabiji.bots.lookahead import TO_THE_END
from tabiji.bots.network import NetworkBot
from tabiji.core.errors import OptionError
from tabiji.core.match import Match
from tabiji.core.record import load
from tabiji.core.statistics import Z95

_CURVE_HORIZON = 8
_FINALISTS = 3  # moves that are tried again besides the one played
_LIKED = 0.02  # weight of the network's own choice, which counts where moves are worth the same
_UNLIKE = 1_000_003  # between the seeds of two looks at a decision
_MATTERS = GRADES[-1][0]
_FEW = 8  # of so few deals the spread is not known well: the interval is of the last


@dataclass(frozen=True)
class Depth:
    """How far an analysis looks. A horizon of 0: to the end of the game."""

    deals: int = 6  # deals of what is hidden in which every move is tried
    horizon: int = 8  # decisions that the network plays on
    more_deals: int = 12  # in which the best move and the one played are compared
    why_deals: int = 8  # in which both are played to the end, to say why; 0: it is not said
    close_deals: int = 36  # at most, in which two moves that are close are compared once more
    further: int = 3  # and how many times as far the network plays on there

    def __post_init__(self) -> None:
        if self.deals < 2 or min(self.horizon, self.more_deals, self.close_deals) < 0 or self.why_deals == 1:
            raise OptionError("an analysis needs at least 2 deals, a horizon of 0 decisions, and 0 deals more")

    @property
    def plays(self) -> int:
        """The horizon, as `bots.lookahead` takes it."""
        return self.horizon or TO_THE_END

    @property
    def plays_further(self) -> int:
        """The same where two moves are close."""
        return self.further * self.horizon or TO_THE_END

    @property
    def curve(self) -> tuple[int, int]:
        """Deals and horizon of the win curve. Played to the end, it would be all noise: each deal wins or loses."""
        return 2 * self.deals, self.horizon or _CURVE_HORIZON


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


@dataclass(frozen=True)
class Verdict:
    """What the legal moves of a decision are worth, and how the one played compares to the best."""

    played: int  # index among the legal moves
    best: int
    seat: int
    means: Any  # [moves, seats]
    unsures: Any  # [moves]: half-widths of the 95 % intervals of the seat's shares
    deals: Any  # [moves]: in how many each was tried
    liked: Any  # [moves]
    unsure: float  # half-width of the 95 % interval of the gap

    @property
    def gap(self) -> float:
        """By how much the best move is better for the seat."""
        return float(self.means[self.best, self.seat] - self.means[self.played, self.seat])

    @property
    def at_stake(self) -> float:
        """By how much the best move is better than the average legal move."""
        return float(self.means[self.best, self.seat] - self.means[:, self.seat].mean())

    @property
    def rival(self) -> int:
        """The strongest of the others after the best move."""
        others = [p for p in range(self.means.shape[1]) if p != self.seat]
        return max(others, key=lambda p: float(self.means[self.best, p]))


@dataclass
class _Inquiry:
    """A decision that is being judged: the shares of each move in the deals in which it was tried."""

    asked: Question
    liked: Any
    tried: list[list[Any]]  # by move: arrays [deals, seats]
    best: int = -1
    fresh: list[Any] = field(default_factory=list)  # arrays [deals, (best, played), seats], after `best` was chosen

    def add(self, moves: list[int], shares: Any) -> None:
        for k, move in enumerate(moves):
            self.tried[move].append(shares[:, k])

    def share(self, move: int) -> Any:
        """All shares of a move, [deals, seats]."""
        return np.concatenate(self.tried[move])

    @property
    def longest_tried(self) -> list[int]:
        """The moves that were tried in most deals."""
        most = max(map(len, self.tried))
        return [move for move, parts in enumerate(self.tried) if len(parts) == most]

    def order(self, moves: list[int]) -> list[int]:
        """Moves that were tried in the same deals, the best first."""
        worth = {i: self.share(i)[:, self.asked.seat].mean() + _LIKED * self.liked[i] for i in moves}
        return sorted(moves, key=lambda i: -worth[i])

    def gap(self) -> tuple[float, float]:
        """How much better the best move is than the one played, and half of the interval; measured in fresh deals."""
        both = np.concatenate(self.fresh)[:, :, self.asked.seat]
        differences = both[:, 0] - both[:, 1]
        return float(differences.mean()), half_width(differences)

    @property
    def unclear(self) -> bool:
        if not self.fresh:
            return True
        gap, unsure = self.gap()
        return abs(gap) <= unsure or sum(map(len, self.fresh)) < _FEW

    @property
    def rival_move(self) -> int | None:
        """The move that may be better than the one played, which seemed best; None if none may be by much."""
        seat, played = self.asked.seat, self.asked.played
        following = next((i for i in self.order(self.longest_tried) if i != played), None)
        if following is None:
            return None
        ahead = (self.share(following) - self.share(played))[:, seat]
        return following if _may_matter(float(ahead.mean()), half_width(ahead)) else None


def _may_matter(gap: float, unsure: float) -> bool:
    """Whether a difference is not clear, and may be so large that it gets a grade below good."""
    return abs(gap) <= unsure and gap + unsure >= _MATTERS


def half_width(values: Any) -> float:
    """Half of the 95 % interval of a mean over deals."""
    return float(Z95 * values.std(ddof=1) / len(values) ** 0.5)


def judge_decisions(questions: list[Question], judge: Judge, depth: Depth) -> list[Verdict]:
    """What the moves of these decisions are worth."""
    inquiries = [_Inquiry(one, _chances(judge, one.record), [[] for _ in one.actions]) for one in questions]

    def look(
        number: int, asked: list[_Inquiry], moves: list[list[int]], deals: int, plays: int = depth.plays
    ) -> list[Any]:
        """Try some moves of each decision. Deals depend on the number of the look, and not on other decisions."""
        trials = [
            Trial(load(judge.network.spec.state.DTYPE, one.asked.record), [one.asked.actions[i] for i in tried],
                  number * _UNLIKE + one.asked.number)
            for one, tried in zip(asked, moves, strict=True)
        ]  # fmt: skip
        return move_shares(trials, judge, deals, plays)

    _choose(inquiries, depth, look)
    finals = [sorted({*one.order(one.longest_tried)[:_FINALISTS], one.asked.played}) for one in inquiries]
    doubtful = [i for i, one in enumerate(inquiries) if one.best != one.asked.played]
    if doubtful and depth.more_deals:
        chosen = [inquiries[i] for i in doubtful]
        for i, one, shares in zip(
            doubtful, chosen, look(2, chosen, [finals[i] for i in doubtful], depth.deals), strict=True
        ):
            one.add(finals[i], shares)
            one.best = one.order(finals[i])[0]
        _compare(chosen, depth, look)
    if depth.close_deals:
        _look_further(inquiries, depth, look)
    return [_verdict(one) for one in inquiries]


def _choose(inquiries: list[_Inquiry], depth: Depth, look: Any) -> None:
    """Try every move in half of the deals, and the better half of them in the others."""
    few = max(2, depth.deals // 2)
    everything = [list(range(len(one.asked.actions))) for one in inquiries]
    for one, moves, shares in zip(inquiries, everything, look(0, inquiries, everything, few), strict=True):
        one.add(moves, shares)
    if depth.deals > few:
        better = [
            sorted({*one.order(moves)[: max(_FINALISTS + 1, len(moves) // 2)], one.asked.played})
            for one, moves in zip(inquiries, everything, strict=True)
        ]
        for one, moves, shares in zip(inquiries, better, look(1, inquiries, better, depth.deals - few), strict=True):
            one.add(moves, shares)
    for one in inquiries:
        one.best = one.order(one.longest_tried)[0]


def _compare(inquiries: list[_Inquiry], depth: Depth, look: Any) -> None:
    """Try the best move and the one played in fresh deals."""
    differ = [one for one in inquiries if one.best != one.asked.played]
    if differ:
        pairs = [[one.best, one.asked.played] for one in differ]
        for one, shares in zip(differ, look(3, differ, pairs, depth.more_deals), strict=True):
            one.fresh.append(shares)


def _look_further(inquiries: list[_Inquiry], depth: Depth, look: Any) -> None:
    """Play moves that are close on further, in fresh deals, until it is clear which is better, or there were enough.

    Only a move that looks better in the first third of the deals gets the others.
    """
    close = []
    for one in inquiries:
        if one.best == one.asked.played:
            following = one.rival_move
            if following is None:
                continue
            one.best = following
        elif one.fresh and not _may_matter(*one.gap()):
            continue
        one.fresh = []  # what was seen before does not count
        close.append(one)
    first = -(-depth.close_deals // 3)
    for number, deals in ((4, first), (5, depth.close_deals - first)):
        if close and deals:
            pairs = [[one.best, one.asked.played] for one in close]
            for one, shares in zip(close, look(number, close, pairs, deals, depth.plays_further), strict=True):
                one.fresh.append(shares)
            close = [one for one in close if one.unclear and one.gap()[0] > 0]


def _verdict(one: _Inquiry) -> Verdict:
    """Shares of all moves so that their differences are those in common deals, and no move seems better than the best.

    Where it is not clear that another move is better, the one played counts as the best.
    """
    played, seat = one.asked.played, one.asked.seat
    best, gap, unsure = one.best, 0.0, 0.0
    if best != played:
        if one.fresh:
            gap, unsure = one.gap()
        else:
            differences = one.share(best)[:, seat] - one.share(played)[:, seat]
            gap, unsure = float(differences.mean()), half_width(differences)
        if gap <= unsure:
            best = played
    pairs = np.concatenate(one.fresh) if one.fresh else None
    anchor = one.share(played)
    if pairs is not None:
        anchor = np.concatenate([anchor, pairs[:, 1]])
    means = np.empty((len(one.tried), anchor.shape[1]))
    for i in range(len(one.tried)):
        own, same = one.share(i), one.share(played)
        means[i] = anchor.mean(axis=0) + (own - same[: len(own)]).mean(axis=0)
    if pairs is not None:
        means[one.best] = means[played] + (pairs[:, 0] - pairs[:, 1]).mean(axis=0)
    better = means[:, seat] > means[best, seat]  # tried in few deals only: as good as the best at most
    means[better] = means[best]
    sizes = [len(one.share(i)) + (len(pairs) if pairs is not None and i in (one.best, played) else 0)
             for i in range(len(one.tried))]  # fmt: skip
    unsures = np.array([half_width(one.share(i)[:, seat]) for i in range(len(one.tried))])
    if pairs is not None:
        unsures[played] = half_width(anchor[:, seat])
        unsures[one.best] = half_width(np.concatenate([one.share(one.best), pairs[:, 0]])[:, seat])
    return Verdict(played, best, seat, means, unsures, np.array(sizes), one.liked, unsure if best != played else 0.0)


def _chances(judge: Judge, data: bytes) -> Any:
    """The probabilities with which a network would play the legal moves."""
    network = judge.network
    logits = NetworkBot(network).think(load(network.spec.state.DTYPE, data)).logits.astype(np.float64)
    chances = np.exp(logits - logits.max())
    return chances / chances.sum()
