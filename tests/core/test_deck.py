"""Decks: drawn from the top, returned to the bottom, never losing a card. Against a plain list."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tabiji.core.deck import NO_CARD, deck, draw, fill, place, put_under
from tabiji.core.record import as_state, blank
from tabiji.games.tokaido.state import MEAL_DECK

from tests.seeds import examples

DTYPE = np.dtype([("rng", "u8"), ("meals", deck(25))], align=True)


@settings(max_examples=examples(60))
@given(st.lists(st.sampled_from(["draw", "return"]), max_size=120))
def test_a_deck_is_a_queue(deeds: list[str]) -> None:
    record = blank(DTYPE)
    s = as_state(record)
    fill(s, s.meals, MEAL_DECK)
    model = [int(card) for card in record["meals"]["cards"]]
    hand: list[int] = []
    for n, deed in enumerate(deeds):
        if deed == "draw":
            card = draw(s.meals)
            assert card == (model.pop(0) if model else NO_CARD)
            if card != NO_CARD:
                hand.append(card)
        elif hand:
            card = hand.pop()
            put_under(s.meals, card, n % 7)
            model.append(card)
            assert record["meals"]["batch"][place(s.meals, len(model) - 1)] == n % 7
        assert record["meals"]["left"] == len(model)
        assert [int(record["meals"]["cards"][place(s.meals, i)]) for i in range(len(model))] == model
    assert (record["meals"]["cards"] == NO_CARD).sum() == 25 - len(model)  # a drawn card leaves no trace
