"""The rules of First to Ten, in the order of the list in `__init__.py`."""

from __future__ import annotations

from typing import Any

from first_to_ten.state import A_SHOW, CARDS, ENDED, GOAL, MAX_PLAYERS, NOBODY, OVER, PLAY, SHOWED, STONES, TOOK

from tabiji.core.deck import NO_CARD, draw, fill
from tabiji.core.jit import rule
from tabiji.core.journal import clear_journal, note
from tabiji.core.random import seed_rng
from tabiji.core.record import State


@rule
def setup(s: State, seed: Any) -> None:
    """FT-1: a card for each."""
    seed_rng(s, seed)
    fill(s, s.deck, CARDS)
    for p in range(MAX_PLAYERS):
        s.card[p] = draw(s.deck) if p < s.players else NO_CARD
        s.shown[p] = NO_CARD
    s.phase = PLAY
    s.seat = 0


@rule
def points_left(s: State, p: int) -> int:
    """FT-4: how many points a player may still get."""
    return GOAL[s.goal] - s.points[p]


@rule
def legal(s: State, moves: Any) -> int:
    """FT-2: write the legal actions of the deciding seat; how many there are."""
    count = 0
    if s.seat < 0:
        return count
    for action in range(STONES):
        if action + 1 <= points_left(s, s.seat):
            moves[count] = action
            count += 1
    if s.card[s.seat] != NO_CARD and s.card[s.seat] <= points_left(s, s.seat):
        moves[count] = A_SHOW
        count += 1
    return count


@rule
def step(s: State, action: int) -> None:
    """Play a legal action."""
    clear_journal(s)
    p = int(s.seat)
    if action == A_SHOW:
        show(s, p)
    else:
        s.points[p] += action + 1
        note(s, TOOK, p, 0, action + 1, s.points[p])
    if points_left(s, p) == 0:
        note(s, ENDED, p, 0, 0, 0)
        s.phase = OVER
        s.seat = NOBODY
    else:
        s.seat = (p + 1) % s.players


@rule
def show(s: State, p: int) -> None:
    """FT-3: a card counts once."""
    card = int(s.card[p])
    s.card[p] = NO_CARD
    s.shown[p] = card
    s.points[p] += card
    note(s, SHOWED, p, card, 0, s.points[p])


@rule
def winners(s: State) -> int:
    """FT-4: the winning seat, as a bit; 0 before the end."""
    won = 0
    for p in range(s.players):
        if points_left(s, p) == 0:
            won |= 1 << p
    return won


def longest(players: int) -> int:
    """A bound on the decisions of a match: nobody decides more often than the goal has points."""
    return players * max(GOAL.tolist())
