"""What a seat knows of hidden tiles (TS-60), and `determinize`: everything it cannot know, re-dealt.

Tiles are followed one by one: each carries the seats that have seen its face, in the pile and in hands. Its owner has,
whoever looked at a lost hand has (TS-32), and everybody has seen a tile that a daikaiju took from the board. Tiles go
under the pile in the order they lay, so who has seen a tile knows where it is; all others are equally likely everywhere
else.
"""

from __future__ import annotations

from typing import Any

from tabiji.core.deck import place
from tabiji.core.jit import rule, rule_with_gil
from tabiji.core.journal import AMOUNT, KIND, POINTS, WHAT, WHO
from tabiji.core.random import below, seed_rng
from tabiji.core.record import State
from tabiji.games.tsuro_seas.daikaiju import shuffle_supply
from tabiji.games.tsuro_seas.state import (
    DREW,
    EVERYBODY,
    HAND,
    LOADED,
    NO_TILE,
    PATTERNS,
    PLACE,
    SWAPPED,
    UNSEEN,
)


@rule
def knows(seat: int, seen: int) -> bool:
    """Whether a seat (NOBODY: a spectator) knows a tile that these seats have seen. What all know, spectators know."""
    return seen == EVERYBODY if seat < 0 else seen >> seat & 1 == 1


@rule_with_gil
def mark_known(rows: Any, seat: int, marks: Any) -> None:
    """Mark the tiles a seat knows: the pile's from the top, then places of hands."""
    s = rows[0]
    for i in range(s.pile.left):
        marks[i] = knows(seat, s.pile.batch[place(s.pile, i)])
    for i in range(s.players * HAND):
        marks[s.pile.left + i] = s.hand[i] != NO_TILE and knows(seat, s.seen[i])


@rule
def secret_line(kind: int) -> bool:
    """Kinds of journal lines whose tiles only their own seat may read."""
    return kind == DREW or kind == SWAPPED


@rule
def determinize(s: State, seat: int, seed: Any, labels: Any) -> None:
    """Re-deal all that `seat` (NOBODY: a spectator) cannot know, consistently with what it has seen."""
    seed_rng(s, seed)
    unseen = count_unseen(s, seat, labels)
    for i in range(s.pile.left):
        at = place(s.pile, i)
        if not knows(seat, s.pile.batch[at]):
            s.pile.cards[at] = pick(s, labels, unseen)
            unseen -= 1
    for i in range(s.players * HAND):
        if s.hand[i] != NO_TILE and not knows(seat, s.seen[i]):
            s.hand[i] = pick(s, labels, unseen)
            unseen -= 1
    shuffle_supply(s)
    for i in range(LOADED):
        s.dice[i] = 0
    s.thrown = 0
    for line in range(s.journal.size):
        if secret_line(s.journal.lines[line, KIND]) and s.journal.lines[line, WHO] != seat:
            blot(s, line, WHAT)
            blot(s, line, AMOUNT)
            if s.journal.lines[line, KIND] == DREW:
                blot(s, line, POINTS)


@rule
def count_unseen(s: State, seat: int, counts: Any) -> int:
    """Count the tiles the seat cannot know, by pattern; how many they are."""
    for pattern in range(PATTERNS):
        counts[pattern] = 0
    unseen = 0
    for i in range(s.pile.left):
        at = place(s.pile, i)
        if not knows(seat, s.pile.batch[at]):
            counts[s.pile.cards[at]] += 1
            unseen += 1
    for i in range(s.players * HAND):
        if s.hand[i] != NO_TILE and not knows(seat, s.seen[i]):
            counts[s.hand[i]] += 1
            unseen += 1
    return unseen


@rule
def pick(s: State, counts: Any, unseen: int) -> int:
    """Take one of the unseen tiles at random: which ones there are is all that matters, not where they lay."""
    nth = below(s, unseen)
    pattern = 0
    while nth >= counts[pattern]:
        nth -= counts[pattern]
        pattern += 1
    counts[pattern] -= 1
    return pattern


@rule
def blot(s: State, line: int, column: int) -> None:
    """Make a tile in a journal line unreadable."""
    if s.journal.lines[line, column] != NO_TILE:
        s.journal.lines[line, column] = UNSEEN


@rule
def reveals(before: State, after: State) -> bool:
    """Whether a step showed anybody, spectators included, something hidden.

    A placed tile comes from a hand that the others cannot see, and whoever costs others their ships by it looks at
    theirs. Dice fall fair or loaded; all other chance of a step comes with them.
    """
    if before.phase == PLACE or after.pile.top != before.pile.top:
        return True
    return bool(after.rng != before.rng or after.thrown != before.thrown)
