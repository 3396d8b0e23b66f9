"""TK-30 to TK-34: the end of the journey, temple ranks, achievements, victory."""

from __future__ import annotations

from typing import Any

import pytest

from tabiji.core.match import Match

from tests.rules.tokaido_table import PLAIN, kinds, put, start

HUNGRY = ("kinko", "sasayakko", "zen_emon", "hirotada", "umegae")


def at_the_gates(players: int = 4) -> Match:
    """The last traveler is about to reach Edo, everybody else is there."""
    match = start(HUNGRY[:players])
    return put(match, 50, *[54] * (int(match.state["pawns"]) - 1))


def finish(match: Match) -> list[dict[str, Any]]:
    match.play("move 54")
    return match.play("eat nothing")


def test_tk30_ends_after_the_last_meal() -> None:
    """TK-30: the game is over when the last traveler at Edo has had the chance to eat, not before."""
    match = at_the_gates()
    match.play("move 54")
    assert not match.over
    assert match.winners == []
    events = match.play("eat nothing")
    assert match.over
    assert match.seat is None
    assert list(match.legal) == []
    assert kinds(events)[-1] == "over"


@pytest.mark.parametrize(
    ("piles", "points"),
    [
        ([0, 0, 8, 5, 5], [0, 0, 10, 7, 7]),  # the example of both rulebooks: white, purple, yellow, green, blue
        ([4, 4, 3, 2, 1], [10, 10, 7, 4, 2]),
        ([5, 4, 3, 2, 1], [10, 7, 4, 2, 2]),
        ([3, 3, 3, 3, 3], [10] * 5),
        ([6, 5, 5, 4, 1], [10, 7, 7, 4, 2]),
        ([0, 0, 0, 0, 0], [0] * 5),
        ([1, 0, 0, 0, 0], [10, 0, 0, 0, 0]),
    ],
)
def test_tk31_temple_ranks(piles: list[int], points: list[int]) -> None:
    """TK-31: 10, 7, 4, every other donor 2, non-donors 0; ties share a rank and no value is skipped."""
    match = at_the_gates(5)
    match.state["offering"][:5] = piles
    finish(match)
    assert [seat["earned"]["temple_rank"] for seat in match.view(None)["seats"]] == points


def test_tk32_first_to_finish_a_panorama() -> None:
    """TK-32: 3 points for the first, nothing for the second; the three panoramas have one card each."""
    match = start(HUNGRY[:4])
    match.state["panorama"][0] = [2, 3, 4]
    match.state["panorama"][1] = [2, 0, 0]
    put(match, 3, 8, 9, 10)
    assert kinds(match.play("move 4")) == ["moved", "panorama", "achieved"]
    assert match.scores[0] == 6
    put(match, 8, 3, 9, 10)
    assert kinds(match.play("move 4")) == ["moved", "panorama"]
    assert match.scores[1] == 3
    put(match, 5, 8, 9, 10)
    match.play("move 6")
    put(match, 10, 12, 12, 13, slots=(0, 0, 0, 0))
    match.play("move 11")
    assert match.view(None)["seats"][0]["achievements"] == ["paddy", "mountain", "sea"]


def test_tk33_achievements_at_the_end() -> None:
    """TK-33: Gourmet by printed prices, Bather, Chatterbox and Collector by cards; tied players all score."""
    match = at_the_gates()
    match.state["meal"][0] = [8, -1, -1, -1]  # one meal of 3
    match.state["meal"][1] = [0, 1, -1, -1]  # two of 1
    match.state["spring"][1] = [1, 1]
    match.state["spring"][2] = [0, 2]
    match.state["met"][3, 2] = 1
    match.state["souvenir"][:4] = [0b1, 0b110, 0b1000, 0b110000]
    events = finish(match)
    by_card: dict[str, list[int]] = {}
    for event in events:
        if event["event"] == "achieved":
            assert event["points"] == 3
            by_card.setdefault(event["achievement"], []).append(event["pawn"])
    assert by_card == {"gourmet": [0], "bather": [1, 2], "chatterbox": [3], "collector": [1, 3]}
    assert match.scores == [3, 6, 3, 6]


def test_tk33_nobody_if_the_best_is_zero() -> None:
    """TK-33: an achievement nobody has anything for goes to nobody."""
    assert "achieved" not in kinds(finish(at_the_gates()))


def test_tk34_most_points_win() -> None:
    """TK-34: most points; tie: more achievement cards; still tied: shared."""
    match = at_the_gates()
    match.state["points"][:4] = [50, 60, 60, 10]
    finish(match)
    assert match.winners == [1, 2]
    match = at_the_gates()
    match.state["points"][:4] = [50, 60, 60, 10]
    match.state["achieved"][1] = 0b001
    match.state["achieved"][2] = 0b110
    finish(match)
    assert match.winners == [2]
    match = at_the_gates()
    match.state["points"][:4] = [61, 60, 60, 10]
    match.state["achieved"][1] = 0b111
    finish(match)
    assert match.winners == [0]


def test_tk34_more_cards_do_not_beat_more_points() -> None:
    """TK-34: cards only break ties, also for five players."""
    match = start(PLAIN)
    put(match, 50, 54, 54, 54, 54)
    match.state["points"][:5] = [10, 9, 9, 9, 9]
    match.state["achieved"][4] = 0b111
    finish(match)
    assert match.winners == [0]
