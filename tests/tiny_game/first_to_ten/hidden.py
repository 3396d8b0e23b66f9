"""What a seat knows of the secret cards, and `determinize`: the others dealt anew."""

from __future__ import annotations

from typing import Any

from tabiji.core.deck import NO_CARD
from tabiji.core.determinize import KNOWN, UNKNOWN, reshuffle
from tabiji.core.jit import rule
from tabiji.core.random import seed_rng
from tabiji.core.record import State


@rule
def determinize(s: State, seat: int, seed: Any, labels: Any) -> None:
    """Re-deal all that `seat` (-1: a spectator) cannot know: the deck, and the cards of the others."""
    seed_rng(s, seed)
    for i in range(s.deck.left):
        labels[i] = UNKNOWN
    for p in range(s.players):
        labels[s.deck.left + p] = KNOWN if p == seat or s.card[p] == NO_CARD else UNKNOWN
    reshuffle(s, s.deck, s.card, s.deck.left + s.players, labels)


@rule
def reveals(before: State, after: State) -> bool:
    """Whether a step showed anybody something hidden: a card was shown."""
    for p in range(before.players):
        if before.card[p] != after.card[p]:
            return True
    return False
