"""Face-down decks inside a record: drawn from the top, returned to the bottom.

Each card carries the *batch* in which it went under the deck (0: never seen since the shuffle). What a seat knows of a
deck is which batches it saw; `determinize` and views are made from that.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tabiji.core.jit import rule
from tabiji.core.random import shuffle
from tabiji.core.record import State

NO_CARD = -1


def deck(size: int) -> np.dtype[Any]:
    """The record of a deck that holds at most `size` cards."""
    return np.dtype([("cards", "i1", (size,)), ("batch", "i1", (size,)), ("top", "i1"), ("left", "i1")], align=True)


@rule
def fill(s: State, d: State, cards: Any) -> None:
    """Shuffle all cards of a kind into a face-down deck; `s` holds the random generator."""
    for i in range(len(cards)):
        d.cards[i] = cards[i]
        d.batch[i] = 0
    d.top = 0
    d.left = len(cards)
    shuffle(s, d.cards, len(cards))


@rule
def place(d: State, depth: int) -> int:
    """Where the card at this depth (0: top) lies in the deck's arrays."""
    spot = d.top + depth
    return spot if spot < len(d.cards) else spot - len(d.cards)


@rule
def draw(d: State) -> int:
    """Take the top card; NO_CARD from an empty deck."""
    if d.left == 0:
        return NO_CARD
    top = int(d.top)
    card = int(d.cards[top])
    d.cards[top] = NO_CARD  # nothing of a drawn card stays behind in the deck's bytes
    d.batch[top] = 0
    d.top = (top + 1) % len(d.cards)
    d.left -= 1
    return card


@rule
def top_batch(d: State) -> int:
    """The batch of the top card."""
    return int(d.batch[int(d.top)])


@rule
def put_under(d: State, card: int, batch: int) -> None:
    """Put a card face down under the deck, as part of a batch."""
    bottom = place(d, d.left)
    d.cards[bottom] = card
    d.batch[bottom] = batch
    d.left += 1
