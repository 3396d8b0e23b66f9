"""Undo and the veil: a walk that draws a card is asked for, one that does not is free."""

from __future__ import annotations

from tabiji.core.match import Game

from tests.server.tale import Tale


def _walk(move: str) -> Tale:
    tale = Tale(Game("tokaido", 3), seed=3)
    for _ in range(3):
        tale.move()  # everybody takes a traveler
    tale.move(move)
    return tale


def test_a_walk_to_a_temple_is_taken_back_at_once() -> None:
    tale = _walk("move 2")
    assert tale.story.match.seat == 0  # how much to donate
    assert tale.story.draft_undo(0, tale.at).kind == "undo"


def test_a_walk_that_drew_a_card_is_taken_back_with_consent() -> None:
    tale = _walk("move 3")
    assert any(event["event"] == "met" for event in tale.story.match.events())
    assert tale.story.draft_undo(0, tale.at).kind == "ask"
