"""The log folds into the state of play: moves, undo, desertion, and who may write what. No network."""

from __future__ import annotations

from random import Random

import pytest

from tabiji.core.match import Game, Match
from tabiji.server.refusal import Refusal

from tests.server.tale import Tale, shape

TOKAIDO = Game("tokaido", 3)
DUO = Game("tokaido_duo", 2)
SEAS = Game("tsuro_seas", 4)


def refused(code: str) -> pytest.RaisesExc[Refusal]:
    return pytest.RaisesExc(Refusal, check=lambda refusal: refusal.code == code)


@pytest.fixture
def veil(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether the next moves bring something hidden to light, as the test says."""
    said = [False]
    monkeypatch.setattr(Match, "revealed", property(lambda _: said[0]))
    return said


# --- moves --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [TOKAIDO, DUO, SEAS], ids=lambda game: game.room.name)
def test_a_log_folds_to_the_same_story(game: Game) -> None:
    tale = Tale(game, seed=5)
    tale.play_out(Random(5))
    again = tale.fresh()
    for entry in tale.log:
        again.apply(entry)
    assert tale.story.over
    assert shape(again) == shape(tale.story)
    assert [entry.number for entry in tale.log] == list(range(1, len(tale.log) + 1))


def test_a_move_answers_a_number() -> None:
    tale = Tale(TOKAIDO)
    tale.move()
    before = shape(tale.story)
    seat = tale.story.seat
    assert seat is not None
    move = next(iter(tale.story.match.legal))
    for number in (0, 2, 99):
        with refused("stale_number"):
            tale.story.draft_move(seat, move, number, tale.at)
    with refused("not_your_turn"):
        tale.story.draft_move((seat + 1) % 3, move, 1, tale.at)
    for wrong in ("move 53", "take nobody", "", "\0", "🚀" * 50):
        with refused("bad_move"):
            tale.story.draft_move(seat, wrong, 1, tale.at)
    assert shape(tale.story) == before


def test_entries_that_do_not_change_the_position_make_no_move_stale(veil: list[bool]) -> None:
    veil[0] = True
    tale = Tale(TOKAIDO)
    tale.move()
    number = tale.story.number
    tale.write(tale.story.draft_undo(0, tale.at))
    seat = tale.story.seat
    assert seat is not None
    entry = tale.story.draft_move(seat, next(iter(tale.story.match.legal)), number, tale.at)
    assert entry.number == number + 2


def test_marks_are_remembered() -> None:
    tale = Tale(TOKAIDO)
    tale.move(mark="0:a")
    tale.move(mark="1:a")
    assert tale.story.marks == {"0:a": 1, "1:a": 2}


def test_nothing_is_written_after_the_end() -> None:
    tale = Tale(SEAS, seed=2)
    tale.play_out(Random(2))
    story = tale.story
    assert story.seat is None
    for draft in (
        lambda: story.draft_move(0, "start n1", story.number, tale.at),
        lambda: story.draft_undo(0, tale.at),
        lambda: story.draft_answer(0, True, tale.at),
        lambda: story.draft_desertion(0, "left", tale.at),
    ):
        with refused("already_over"):
            draft()
    assert story.draft_return(0, tale.at) is None


# --- undo ---------------------------------------------------------------------------------------------------------


def test_undo_is_free_while_nothing_came_to_light(veil: list[bool]) -> None:
    tale = Tale(TOKAIDO)
    before = tale.story.match.state.tobytes()
    tale.move()
    entry = tale.write(tale.story.draft_undo(0, tale.at))
    assert (entry.kind, entry.text) == ("undo", "0")
    assert tale.story.match.state.tobytes() == before
    assert tale.story.seat == 0
    assert tale.story.decision == 2


def test_nothing_to_undo_before_the_first_decision() -> None:
    tale = Tale(TOKAIDO)
    with refused("nothing_to_undo"):
        tale.story.draft_undo(0, tale.at)
    tale.move()
    with refused("nothing_to_undo"):
        tale.story.draft_undo(1, tale.at)


def test_undo_goes_back_over_several_decisions_at_once(veil: list[bool]) -> None:
    tale = Tale(TOKAIDO, bots=(1, 2))
    for _ in range(6):
        tale.move()
    mine = [i for i, past in enumerate(tale.story._past) if past.seat == 0]
    assert len(mine) > 1
    assert tale.story.draft_undo(0, tale.at, moves=2).text == str(mine[-2])
    assert tale.story.draft_undo(0, tale.at, moves=99).text == str(mine[0])


def test_undo_goes_over_decisions_of_bots(veil: list[bool]) -> None:
    tale = Tale(TOKAIDO, bots=(1, 2))
    for _ in range(3):
        tale.move()
    entry = tale.write(tale.story.draft_undo(0, tale.at))
    assert (entry.kind, entry.text) == ("undo", "0")
    assert tale.story.match.moves == []


def test_who_plays_alone_with_bots_needs_nobodys_consent(veil: list[bool]) -> None:
    veil[0] = True
    tale = Tale(TOKAIDO, bots=(1, 2))
    for _ in range(3):
        tale.move()
    assert tale.story.draft_undo(0, tale.at).kind == "undo"


def test_undo_after_something_came_to_light_needs_all_other_humans(veil: list[bool]) -> None:
    veil[0] = True
    tale = Tale(TOKAIDO)
    tale.move()
    assert tale.write(tale.story.draft_undo(0, tale.at)).kind == "ask"
    plea = tale.story.plea
    assert plea is not None
    assert plea.waiting == {1, 2}
    assert len(tale.story.match.moves) == 1
    with refused("nothing_to_undo"):
        tale.story.draft_answer(0, True, tale.at)
    assert tale.write(tale.story.draft_answer(2, True, tale.at)).kind == "agree"
    assert tale.story.plea is not None
    assert tale.write(tale.story.draft_answer(1, True, tale.at)).kind == "undo"
    assert tale.story.plea is None
    assert tale.story.match.moves == []


def test_one_refusal_is_enough(veil: list[bool]) -> None:
    veil[0] = True
    tale = Tale(TOKAIDO)
    tale.move()
    tale.write(tale.story.draft_undo(0, tale.at))
    tale.write(tale.story.draft_answer(1, False, tale.at))
    assert tale.story.plea is None
    with refused("nothing_to_undo"):
        tale.story.draft_answer(2, True, tale.at)
    assert len(tale.story.match.moves) == 1


def test_undo_after_another_human_decided_is_asked_for(veil: list[bool]) -> None:
    tale = Tale(TOKAIDO)
    tale.move()
    tale.move()
    entry = tale.story.draft_undo(0, tale.at)
    assert (entry.kind, entry.text) == ("ask", "0")
    assert tale.story.draft_undo(1, tale.at).kind == "undo"


def test_seats_of_one_person_do_not_ask_each_other(veil: list[bool]) -> None:
    veil[0] = True
    tale = Tale(TOKAIDO, people=["ann", "ann", "ann"])
    tale.move()
    tale.move()
    assert tale.story.draft_undo(0, tale.at).kind == "undo"


def test_a_move_ends_a_wish_to_go_back(veil: list[bool]) -> None:
    veil[0] = True
    tale = Tale(TOKAIDO)
    tale.move()
    tale.write(tale.story.draft_undo(0, tale.at))
    tale.move()
    assert tale.story.plea is None


def test_a_bot_that_plays_on_does_not_end_it(veil: list[bool]) -> None:
    veil[0] = True
    tale = Tale(TOKAIDO, bots=(1,))
    tale.move()
    tale.write(tale.story.draft_undo(0, tale.at))
    tale.move()
    assert tale.log[-1].seat == 1
    assert tale.story.plea is not None
    tale.write(tale.story.draft_answer(2, True, tale.at))
    assert tale.story.plea is None
    assert tale.story.match.moves == []


def test_who_leaves_need_not_agree(veil: list[bool]) -> None:
    veil[0] = True
    tale = Tale(TOKAIDO)
    tale.move()
    tale.write(tale.story.draft_undo(0, tale.at))
    tale.write(tale.story.draft_desertion(1, "left", tale.at))
    assert tale.story.plea is not None
    assert tale.story.plea.waiting == {2}
    tale.write(tale.story.draft_desertion(0, "left", tale.at))
    assert tale.story.plea is None


# --- leaving and coming back --------------------------------------------------------------------------------------


def test_a_bot_takes_the_seat_and_gives_it_back() -> None:
    tale = Tale(TOKAIDO)
    entry = tale.write(tale.story.draft_desertion(1, "left", tale.at))
    assert (entry.kind, entry.text) == ("bot", "left skilled")
    assert tale.story.bots == [None, "skilled", None]
    assert tale.story.humans() == [0, 2]
    with refused("not_yours"):
        tale.story.draft_desertion(1, "time", tale.at)
    assert tale.story.draft_return(0, tale.at) is None
    assert tale.write(tale.story.draft_return(1, tale.at)).kind == "back"
    assert tale.story.bots == [None, None, None]
    assert not tale.story.over


def test_a_bots_own_seat_is_not_returned_to() -> None:
    tale = Tale(TOKAIDO, bots=(1,))
    assert tale.story.draft_return(1, tale.at) is None
    with refused("not_yours"):
        tale.story.draft_desertion(1, "left", tale.at)


def test_who_forfeits_cannot_come_back_and_comes_last() -> None:
    tale = Tale(TOKAIDO, forfeits=True)
    tale.write(tale.story.draft_desertion(2, "time", tale.at))
    assert tale.story.draft_return(2, tale.at) is None
    tale.play_out(Random(3))
    ranks = tale.story.ranks()
    assert ranks[2] == 3
    assert sorted(ranks)[0] == 1


def test_two_players_end_when_one_forfeits() -> None:
    tale = Tale(DUO, forfeits=True)
    tale.move()
    tale.write(tale.story.draft_desertion(0, "left", tale.at))
    assert tale.story.over
    assert tale.story.seat is None
    assert tale.story.ranks() == [2, 1]


def test_the_earliest_to_forfeit_comes_at_the_very_end() -> None:
    tale = Tale(SEAS, forfeits=True)
    for seat in (2, 0, 3):
        tale.write(tale.story.draft_desertion(seat, "left", tale.at))
    assert tale.story.over
    assert tale.story.lost == [2, 0, 3]
    assert tale.story.ranks() == [3, 1, 4, 2]


def test_ships_rank_by_how_long_they_were_afloat() -> None:
    places = set()
    for seed in range(20):
        tale = Tale(SEAS, seed=seed)
        tale.play_out(Random(seed))
        match, ranks = tale.story.match, tale.story.ranks()
        ships = match.view(None)["ships"]
        assert [seat for seat in range(4) if ranks[seat] == 1] == match.winners
        losers = [seat for seat in range(4) if seat not in match.winners]
        for one in losers:
            for other in losers:
                late, early = ships[one]["lost_in_turn"], ships[other]["lost_in_turn"]
                assert (ranks[one] < ranks[other]) == (late is None or (early is not None and late > early))
        places |= set(ranks)
    assert places == {1, 2, 3, 4}


def test_ranks_follow_winners_and_scores() -> None:
    for seed in range(20):
        tale = Tale(TOKAIDO, seed=seed)
        tale.play_out(Random(seed))
        match, ranks = tale.story.match, tale.story.ranks()
        assert [seat for seat in range(3) if ranks[seat] == 1] == match.winners
        for one in range(3):
            for other in range(3):
                if match.scores[one] > match.scores[other]:
                    assert ranks[one] < ranks[other]
