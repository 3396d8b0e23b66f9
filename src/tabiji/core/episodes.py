"""Many games side by side, each playing one episode after the other: the compiled part of `tabiji.envs.batch`.

Each game of a batch has a *lane*: the seed and length of its episode, its legal actions, its own generator for random
choices. A turn is three rules. `take_turn` plays an action; the record of a finished game is replaced by a blank one;
`open_turn` sets that up. They are apart because a GPU must copy records in a kernel of its own, see `envs.cuda`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tabiji.core.dispatch import legal, observe, score, setup, step, winners
from tabiji.core.jit import rule, u64
from tabiji.core.random import below, seed_rng, wrap

# actions that are none
NOTHING = -1  # leave the game as it is
RESET = -2  # begin the next episode now

LANE: np.dtype[Any] = np.dtype(
    [
        ("seed", "u8"),  # of the running episode
        ("rng", "u8"),  # for random choices; the game's own generator determines hidden cards
        ("finished_seed", "u8"),  # of the last finished episode
        ("stride", "u8"),  # from one episode's seed to the next
        ("length", "i4"),  # decisions of the running episode
        ("finished_length", "i4"),
        ("episodes", "i4"),  # finished ones
        ("configuration", "i4"),  # which blank record the game begins with
        ("legal", "i4"),  # how many actions are legal
        ("page", "i4"),  # which half of the history the running episode is written to
        ("renewed", "i4"),  # a new episode is to be set up
    ],
    align=True,
)


@rule
def _play(s: Any, lane: Any, history: Any, action: int) -> None:
    """One decision. An episode longer than its history goes on unwritten."""
    if lane.length < history.shape[1]:
        history[lane.page, lane.length] = action
    lane.length += 1
    step(s, action)


@rule
def _await_choice(s: Any, lane: Any, moves: Any, history: Any, skip_forced: int) -> None:
    """List the legal actions; with `skip_forced`, play where there is no choice."""
    lane.legal = 0
    while s.seat >= 0:
        lane.legal = legal(s, moves)
        if lane.legal > 1 or not skip_forced:
            return
        _play(s, lane, history, moves[0])
        lane.legal = 0


@rule
def _finish(s: Any, lane: Any, rewards: Any, margins: Any, scores: Any) -> None:
    """Shares of the victory, and each score's distance from the mean."""
    won = winners(s)
    shared = 0
    total = 0
    for p in range(s.players):
        shared += won >> p & 1
        total += score(s, p)
    for p in range(s.players):
        rewards[p] = (won >> p & 1) / shared
        margins[p] = score(s, p) - total / s.players
        scores[p] = score(s, p)
    lane.episodes += 1
    lane.finished_seed = lane.seed
    lane.finished_length = lane.length
    lane.page = 1 - lane.page


@rule
def take_turn(
    s: Any,
    lane: Any,
    action: int,
    auto_reset: int,
    skip_forced: int,
    moves: Any,
    history: Any,
    rewards: Any,
    margins: Any,
    scores: Any,
) -> bool:
    """Play an action; whether the episode is over by it. `lane.renewed` says that another one begins."""
    for p in range(len(rewards)):
        rewards[p] = 0.0
        margins[p] = 0.0
    lane.renewed = int(action == RESET or (auto_reset == 1 and s.seat < 0))
    if lane.renewed or s.seat < 0 or action == NOTHING:
        return False
    _play(s, lane, history, action)
    _await_choice(s, lane, moves, history, skip_forced)
    if s.seat >= 0:
        return False
    _finish(s, lane, rewards, margins, scores)
    lane.renewed = auto_reset
    return True


@rule
def open_turn(s: Any, lane: Any, skip_forced: int, moves: Any, history: Any) -> None:
    """Set up the next episode in a blank record, if it is time for one."""
    if lane.renewed:
        lane.renewed = 0
        lane.seed = wrap(u64(lane.seed) + u64(lane.stride))
        lane.length = 0
        setup(s, u64(lane.seed))
        _await_choice(s, lane, moves, history, skip_forced)


@rule
def write_mask(lane: Any, moves: Any, mask: Any) -> None:
    """Mark the legal actions in a mask of zeros."""
    for k in range(lane.legal):
        mask[moves[k]] = 1


@rule
def write_observation(s: Any, out: Any) -> None:
    """Write what the deciding seat knows into a vector of zeros; nothing when the game is over."""
    if s.seat >= 0:
        observe(s, s.seat, out)


@rule
def _clear(row: Any) -> None:
    for k in range(len(row)):
        row[k] = 0


@rule
def turn_all(
    first: int,
    last: int,
    auto_reset: int,
    skip_forced: int,
    states: Any,
    blanks: Any,
    lanes: Any,
    actions: Any,
    moves: Any,
    history: Any,
    seats: Any,
    dones: Any,
    rewards: Any,
    margins: Any,
    scores: Any,
    masks: Any,
    observations: Any,
) -> None:
    """A turn of the games from `first` to before `last`, on a CPU. Masks or observations without columns are left out.

    Where records are interpreted, rows of arrays are memoryviews: they hold Python integers.
    """
    for i in range(first, last):
        lane = lanes[i]
        dones[i] = take_turn(
            states[i],
            lane,
            actions[i],
            auto_reset,
            skip_forced,
            moves[i],
            history[i],
            rewards[i],
            margins[i],
            scores[i],
        )
        if lane.renewed:
            states[i] = blanks[lane.configuration]
        s = states[i]
        open_turn(s, lane, skip_forced, moves[i], history[i])
        seats[i] = s.seat
        if len(masks[i]) > 0:
            _clear(masks[i])
            write_mask(lane, moves[i], masks[i])
        if len(observations[i]) > 0:
            _clear(observations[i])
            write_observation(s, observations[i])


@rule
def first_illegal(first: int, last: int, lanes: Any, moves: Any, actions: Any) -> int:
    """The first game whose action is not legal, or -1. Games that are over take any action."""
    for i in range(first, last):
        if lanes[i].legal > 0 and not _is_legal(lanes[i], moves[i], actions[i]):
            return i
    return -1


@rule
def _is_legal(lane: Any, moves: Any, action: int) -> bool:
    for k in range(lane.legal):
        if moves[k] == action:
            return True
    return False


@rule
def seed_choices(first: int, last: int, lanes: Any, stream: Any) -> None:
    """Start the generators for random choices, each from the seed of its game's episode."""
    for i in range(first, last):
        seed_rng(lanes[i], u64(lanes[i].seed) ^ u64(stream))


@rule
def choose_all(first: int, last: int, lanes: Any, moves: Any, actions: Any) -> None:
    """A random legal action for each game."""
    for i in range(first, last):
        actions[i] = moves[i][below(lanes[i], lanes[i].legal)] if lanes[i].legal > 0 else NOTHING
