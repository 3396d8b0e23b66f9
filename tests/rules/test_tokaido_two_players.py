"""TK-60 to TK-62: two players and the neutral traveler."""

from __future__ import annotations

from collections import Counter

from tests.rules.tokaido_table import kinds, moves, only, put, start

TWO = ("hirotada", "zen_emon")
MENU = ["dango", "soba", "fugu", "udon", "tofu"]


def test_tk60_a_third_pawn_at_a_random_slot() -> None:
    """TK-60: three pawns in Kyoto, the neutral one anywhere."""
    slots = Counter(int(start(TWO, seed=seed).state["slot"][2]) for seed in range(90))
    assert sorted(slots) == [0, 1, 2]
    assert len(start(TWO).view(None)["pawns"]) == 3
    assert start(("hirotada", "zen_emon", "kinko")).view(None)["neutral"] is None


def test_tk60_the_player_ahead_moves_it() -> None:
    """TK-60, the rulebooks' picture: the neutral is last, so the player who leads on the road moves it."""
    match = put(start(TWO), 6, 9, 3)
    assert (match.seat, match.state["pawn"]) == (1, 2)
    put(match, 10, 9, 3)
    assert (match.seat, match.state["pawn"]) == (0, 2)
    put(match, 2, 9, 3)
    assert (match.seat, match.state["pawn"]) == (0, 0)


def test_tk60_at_one_inn_the_earlier_arrival_moves_it() -> None:
    """TK-60: both players at one inn: the earlier arrival; in Kyoto the one nearer the road."""
    match = put(start(TWO), 14, 14, 3, slots=(1, 0, 0))
    assert match.seat == 1
    put(match, 14, 14, 3, slots=(0, 1, 0))
    assert match.seat == 0
    match = start(TWO, kyoto=[1, 0, 2])
    assert (match.seat, match.state["pawn"]) == (1, 2)
    match = start(TWO, kyoto=[0, 1, 2])
    assert (match.seat, match.state["pawn"]) == (0, 2)


def test_tk61_it_blocks_and_goes_anywhere_free() -> None:
    """TK-61: it takes a space from the others, needs no coins and no open panorama, and gets nothing."""
    match = put(start(TWO), 6, 9, 3)
    assert moves(match) == [4, 5, 7, 8, 10, 11, 12, 13, 14]
    for stop, happens in ((4, ["moved"]), (5, ["moved"]), (7, ["moved"]), (8, ["moved"]), (10, ["moved"])):
        before = match.state.tobytes()
        assert kinds(match.play(f"move {stop}")) == happens
        match.undo()
        assert match.state.tobytes() == before
    put(match, 1, 9, 4)
    assert 4 not in moves(match)


def test_tk61_temple() -> None:
    """TK-61: a bank coin for its own pile, which takes a rank; its points go to nobody."""
    match = put(start(TWO), 6, 9, 1)
    event = only(match.play("move 2"), "donated")
    assert (event["pawn"], event["coins"], event["from_bank"]) == (2, 1, True)
    assert match.view(None)["neutral"] == {"temple": 1}
    assert match.scores == [0, 0]
    match.state["offering"][:3] = [2, 1, 3]
    put(match, 50, 54, 54)
    match.play("move 54")
    match.play("eat nothing")
    assert [seat["earned"]["temple_rank"] for seat in match.view(None)["seats"]] == [7, 4]
    assert match.scores == [7, 4]


def test_tk61_inn_first() -> None:
    """TK-61: arriving first it has four meals drawn, and one of them goes unseen under the deck."""
    match = put(start(TWO, meals=MENU), 6, 9, 5)
    assert kinds(match.play("move 14")) == ["moved", "served", "discarded"]
    assert match.view(1)["inn"] == [{"cards": 3}]  # the controller sees only how many
    assert match.view(1)["decks"]["meals"] == [{"cards": 22}]
    match.play("move 14")
    assert match.seat == 0
    assert len(match.view(0)["inn"][0]["of"]) == 3


def test_tk61_inn_later_discards_at_random() -> None:
    """TK-61: one of the meals left on offer, each equally likely."""
    gone: Counter[str] = Counter()
    for seed in range(120):
        match = put(start(TWO, seed=seed, meals=MENU), 5, 11, 9)
        match.play("move 14")
        match.play("eat dango")
        assert (match.seat, match.state["pawn"]) == (0, 2)
        match.play("move 14")
        assert match.view(0)["inn"] == [{"cards": 2, "of": ["fugu", "soba", "udon"]}]
        assert match.view(0)["decks"]["meals"][-1] == {"cards": 1, "of": ["fugu", "soba", "udon"]}
        match.play("move 14")
        left = match.view(1)["inn"][0]["of"]
        assert len(left) == 2
        assert match.view(1)["decks"]["meals"] == [{"cards": 22}]  # the late arrival knows nothing of the discard
        gone.update({"fugu", "soba", "udon"} - set(left))
    assert sorted(gone) == ["fugu", "soba", "udon"]
    assert min(gone.values()) > 20


def test_tk61_inn_waits_for_the_neutral() -> None:
    """TK-61: the neutral is one of the travelers an inn waits for; when it comes last the table is cleared."""
    match = put(start(TWO, meals=MENU), 12, 14, 5, slots=(0, 0, 0))
    match.state["inn"], match.state["pooled"] = 1, 2
    match.state["pool"][:2] = [1, 2]
    match.play("move 13")  # the neutral still walks behind
    match.play("move 14")
    match.play("eat nothing")
    assert kinds(match.play("move 14"))[-2:] == ["discarded", "cleared"]
    assert match.view(None)["inn"] == []
    assert match.state["pawn"] == 2  # the last arrival leaves first


def test_tk62_four_meals_with_two_players() -> None:
    """TK-62: the first at an inn draws four."""
    match = put(start(TWO, meals=MENU), 5, 11, 9)
    assert only(match.play("move 14"), "served")["cards"] == 4
