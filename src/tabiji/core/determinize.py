"""Determinization: dealing anew what a seat cannot know.

A game labels each hidden card for a seat: UNKNOWN, KNOWN (exactly which card lies here), or a number k > 0: one of the
cards of group k, in unknown order. Cards with one label may have changed places without the seat noticing. `reshuffle`
deals them anew; views list for each place the possible cards. Both use the same labels, so they cannot disagree.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tabiji.core.deck import place
from tabiji.core.jit import rule
from tabiji.core.random import below
from tabiji.core.record import State

UNKNOWN = 0
KNOWN = -1
MAX_HIDDEN = 64


def new_labels() -> Any:
    """An array for the labels of one deck and of the cards drawn from it."""
    return np.zeros(MAX_HIDDEN, np.int8)


@rule
def peek(d: State, drawn: Any, i: int) -> int:
    """The i-th hidden card: the deck's from the top, then those drawn but not shown."""
    return int(d.cards[place(d, i)]) if i < d.left else int(drawn[i - d.left])


@rule
def _swap(d: State, drawn: Any, i: int, j: int) -> None:
    a = peek(d, drawn, i)
    b = peek(d, drawn, j)
    if i < d.left:
        d.cards[place(d, i)] = b
    else:
        drawn[i - d.left] = b
    if j < d.left:
        d.cards[place(d, j)] = a
    else:
        drawn[j - d.left] = a


@rule
def reshuffle(s: State, d: State, drawn: Any, n: int, labels: Any) -> None:
    """Deal the n hidden cards anew among the places with the same label.

    They are sorted first: the result depends on what the seat knows and on the generator, never on the true cards.
    """
    for i in range(n):
        for j in range(i + 1, n):
            if labels[i] == labels[j] != KNOWN and peek(d, drawn, j) < peek(d, drawn, i):
                _swap(d, drawn, i, j)
    for i in range(n):
        if labels[i] == KNOWN:
            continue
        alike = 0
        for j in range(i + 1):
            if labels[j] == labels[i]:
                alike += 1
        nth = below(s, alike)
        for j in range(i + 1):
            if labels[j] == labels[i]:
                if nth == 0:
                    _swap(d, drawn, i, j)
                    break
                nth -= 1
