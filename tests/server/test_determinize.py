"""Undo and hidden cards: to undo a walk that drew a card needs consent, one that drew none does not."""

from __future__ import annotations

from tabiji.core.match import Game

from tests.server.match_log_fixture import MatchLogFixture


def _walk(move: str) -> MatchLogFixture:
    fixture = MatchLogFixture(Game("tokaido", 3), seed=3)
    for _ in range(3):
        fixture.move()  # everybody takes a traveler
    fixture.move(move)
    return fixture


def test_a_walk_to_a_temple_is_taken_back_at_once() -> None:
    fixture = _walk("move 2")
    assert fixture.match_log.match.seat == 0  # how much to donate
    assert fixture.match_log.draft_undo(0, fixture.at).kind == "undo"


def test_a_walk_that_drew_a_card_is_taken_back_with_consent() -> None:
    fixture = _walk("move 3")
    assert any(event["event"] == "met" for event in fixture.match_log.match.events())
    assert fixture.match_log.draft_undo(0, fixture.at).kind == "ask"
