"""The log folds into the state of play: moves, undo, desertion, and who may write what. No network."""

from __future__ import annotations

from random import Random

import pytest
from msgspec import structs

from tabiji.core.errors import IllegalMove
from tabiji.core.match import Game, Match
from tabiji.server.api_error import ApiError

from tests.server.match_log_fixture import MatchLogFixture, shape

TOKAIDO = Game("tokaido", 3)
DUO = Game("tokaido_duo", 2)
SEAS = Game("tsuro_seas", 4)


def raises_api_error(code: str) -> pytest.RaisesExc[ApiError]:
    return pytest.RaisesExc(ApiError, check=lambda error: error.code == code)


@pytest.fixture
def revealed(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether the next moves bring something hidden to light, as the test says."""
    said = [False]
    monkeypatch.setattr(Match, "revealed", property(lambda _: said[0]))
    return said


# --- moves --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [TOKAIDO, DUO, SEAS], ids=lambda game: game.spec.name)
def test_a_log_folds_to_the_same_match_log(game: Game) -> None:
    fixture = MatchLogFixture(game, seed=5)
    fixture.play_out(Random(5))
    again = fixture.fresh()
    for entry in fixture.log:
        again.apply(entry)
    assert fixture.match_log.over
    assert shape(again) == shape(fixture.match_log)
    assert [entry.number for entry in fixture.log] == list(range(1, len(fixture.log) + 1))


def test_a_move_answers_a_number() -> None:
    fixture = MatchLogFixture(TOKAIDO)
    fixture.move()
    before = shape(fixture.match_log)
    seat = fixture.match_log.seat
    assert seat is not None
    move = next(iter(fixture.match_log.match.legal))
    for number in (0, 2, 99):
        with raises_api_error("stale_number"):
            fixture.match_log.draft_move(seat, move, number, fixture.at)
    with raises_api_error("not_your_turn"):
        fixture.match_log.draft_move((seat + 1) % 3, move, 1, fixture.at)
    for wrong in ("move 53", "take nobody", "", "\0", "🚀" * 50):
        with raises_api_error("bad_move"):
            fixture.match_log.draft_move(seat, wrong, 1, fixture.at)
    assert shape(fixture.match_log) == before


def test_a_submitted_move_is_checked_once_and_a_stored_one_again(monkeypatch: pytest.MonkeyPatch) -> None:
    fixture = MatchLogFixture(TOKAIDO)
    checked: list[str] = []
    read = Match.read

    def counted(match: Match, text: str) -> int:
        checked.append(text)
        return read(match, text)

    monkeypatch.setattr(Match, "read", counted)
    entry = fixture.move()
    assert checked == [entry.text]
    fixture.fresh().apply(entry)
    assert checked == [entry.text, entry.text]
    with pytest.raises(IllegalMove):
        fixture.fresh().apply(structs.replace(entry, text="move 12"))


def test_entries_that_do_not_change_the_position_make_no_move_stale(revealed: list[bool]) -> None:
    revealed[0] = True
    fixture = MatchLogFixture(TOKAIDO)
    fixture.move()
    number = fixture.match_log.number
    fixture.write(fixture.match_log.draft_undo(0, fixture.at))
    seat = fixture.match_log.seat
    assert seat is not None
    entry = fixture.match_log.draft_move(seat, next(iter(fixture.match_log.match.legal)), number, fixture.at)
    assert entry.number == number + 2


def test_request_ids_are_remembered() -> None:
    fixture = MatchLogFixture(TOKAIDO)
    fixture.move(request_id="0:a")
    fixture.move(request_id="1:a")
    assert fixture.match_log.request_ids == {"0:a": 1, "1:a": 2}


def test_nothing_is_written_after_the_end() -> None:
    fixture = MatchLogFixture(SEAS, seed=2)
    fixture.play_out(Random(2))
    match_log = fixture.match_log
    assert match_log.seat is None
    for draft in (
        lambda: match_log.draft_move(0, "start n1", match_log.number, fixture.at),
        lambda: match_log.draft_undo(0, fixture.at),
        lambda: match_log.draft_answer(0, True, fixture.at),
        lambda: match_log.draft_desertion(0, "left", fixture.at),
    ):
        with raises_api_error("already_over"):
            draft()
    assert match_log.draft_return(0, fixture.at) is None


# --- undo ---------------------------------------------------------------------------------------------------------


def test_undo_is_free_while_nothing_came_to_light(revealed: list[bool]) -> None:
    fixture = MatchLogFixture(TOKAIDO)
    before = fixture.match_log.match.state.tobytes()
    fixture.move()
    entry = fixture.write(fixture.match_log.draft_undo(0, fixture.at))
    assert (entry.kind, entry.text) == ("undo", "0")
    assert fixture.match_log.match.state.tobytes() == before
    assert fixture.match_log.seat == 0
    assert fixture.match_log.decision == 2


def test_nothing_to_undo_before_the_first_decision() -> None:
    fixture = MatchLogFixture(TOKAIDO)
    with raises_api_error("nothing_to_undo"):
        fixture.match_log.draft_undo(0, fixture.at)
    fixture.move()
    with raises_api_error("nothing_to_undo"):
        fixture.match_log.draft_undo(1, fixture.at)


def test_undo_goes_back_over_several_decisions_at_once(revealed: list[bool]) -> None:
    fixture = MatchLogFixture(TOKAIDO, bots=(1, 2))
    for _ in range(6):
        fixture.move()
    mine = [i for i, past in enumerate(fixture.match_log._past) if past.seat == 0]
    assert len(mine) > 1
    assert fixture.match_log.draft_undo(0, fixture.at, moves=2).text == str(mine[-2])
    assert fixture.match_log.draft_undo(0, fixture.at, moves=99).text == str(mine[0])


def test_undo_goes_over_decisions_of_bots(revealed: list[bool]) -> None:
    fixture = MatchLogFixture(TOKAIDO, bots=(1, 2))
    for _ in range(3):
        fixture.move()
    entry = fixture.write(fixture.match_log.draft_undo(0, fixture.at))
    assert (entry.kind, entry.text) == ("undo", "0")
    assert fixture.match_log.match.moves == []


def test_who_plays_alone_with_bots_needs_nobodys_consent(revealed: list[bool]) -> None:
    revealed[0] = True
    fixture = MatchLogFixture(TOKAIDO, bots=(1, 2))
    for _ in range(3):
        fixture.move()
    assert fixture.match_log.draft_undo(0, fixture.at).kind == "undo"


def test_undo_after_something_came_to_light_needs_all_other_humans(revealed: list[bool]) -> None:
    revealed[0] = True
    fixture = MatchLogFixture(TOKAIDO)
    fixture.move()
    assert fixture.write(fixture.match_log.draft_undo(0, fixture.at)).kind == "ask"
    undo_request = fixture.match_log.undo_request
    assert undo_request is not None
    assert undo_request.waiting == {1, 2}
    assert len(fixture.match_log.match.moves) == 1
    with raises_api_error("nothing_to_undo"):
        fixture.match_log.draft_answer(0, True, fixture.at)
    assert fixture.write(fixture.match_log.draft_answer(2, True, fixture.at)).kind == "agree"
    assert fixture.match_log.undo_request is not None
    assert fixture.write(fixture.match_log.draft_answer(1, True, fixture.at)).kind == "undo"
    assert fixture.match_log.undo_request is None
    assert fixture.match_log.match.moves == []


def test_one_api_error_is_enough(revealed: list[bool]) -> None:
    revealed[0] = True
    fixture = MatchLogFixture(TOKAIDO)
    fixture.move()
    fixture.write(fixture.match_log.draft_undo(0, fixture.at))
    fixture.write(fixture.match_log.draft_answer(1, False, fixture.at))
    assert fixture.match_log.undo_request is None
    with raises_api_error("nothing_to_undo"):
        fixture.match_log.draft_answer(2, True, fixture.at)
    assert len(fixture.match_log.match.moves) == 1


def test_undo_after_another_human_decided_is_asked_for(revealed: list[bool]) -> None:
    fixture = MatchLogFixture(TOKAIDO)
    fixture.move()
    fixture.move()
    entry = fixture.match_log.draft_undo(0, fixture.at)
    assert (entry.kind, entry.text) == ("ask", "0")
    assert fixture.match_log.draft_undo(1, fixture.at).kind == "undo"


def test_seats_of_one_person_do_not_ask_each_other(revealed: list[bool]) -> None:
    revealed[0] = True
    fixture = MatchLogFixture(TOKAIDO, people=["ann", "ann", "ann"])
    fixture.move()
    fixture.move()
    assert fixture.match_log.draft_undo(0, fixture.at).kind == "undo"


def test_a_move_ends_a_settings_to_go_back(revealed: list[bool]) -> None:
    revealed[0] = True
    fixture = MatchLogFixture(TOKAIDO)
    fixture.move()
    fixture.write(fixture.match_log.draft_undo(0, fixture.at))
    fixture.move()
    assert fixture.match_log.undo_request is None


def test_a_bot_that_plays_on_does_not_end_it(revealed: list[bool]) -> None:
    revealed[0] = True
    fixture = MatchLogFixture(TOKAIDO, bots=(1,))
    fixture.move()
    fixture.write(fixture.match_log.draft_undo(0, fixture.at))
    fixture.move()
    assert fixture.log[-1].seat == 1
    assert fixture.match_log.undo_request is not None
    fixture.write(fixture.match_log.draft_answer(2, True, fixture.at))
    assert fixture.match_log.undo_request is None
    assert fixture.match_log.match.moves == []


def test_nobody_agrees_by_being_away(revealed: list[bool]) -> None:
    revealed[0] = True
    fixture = MatchLogFixture(DUO)
    fixture.move()
    fixture.write(fixture.match_log.draft_desertion(1, "left", fixture.at))
    asked = fixture.write(fixture.match_log.draft_undo(0, fixture.at))
    assert asked.kind == "ask"  # only bots play besides, but what was revealed is known
    assert fixture.match_log.undo_request is not None
    assert fixture.match_log.undo_request.waiting == {1}
    fixture.write(fixture.match_log.draft_return(1, fixture.at))
    fixture.write(fixture.match_log.draft_answer(1, True, fixture.at))
    assert fixture.match_log.match.moves == []


def test_who_leaves_must_still_agree_and_who_forfeits_need_not(revealed: list[bool]) -> None:
    revealed[0] = True
    fixture = MatchLogFixture(TOKAIDO)
    fixture.move()
    fixture.write(fixture.match_log.draft_undo(0, fixture.at))
    fixture.write(fixture.match_log.draft_desertion(1, "left", fixture.at))
    assert fixture.match_log.undo_request is not None
    assert fixture.match_log.undo_request.waiting == {1, 2}
    fixture.write(fixture.match_log.draft_desertion(0, "left", fixture.at))
    assert fixture.match_log.undo_request is None

    fixture = MatchLogFixture(TOKAIDO, forfeits=True)
    fixture.move()
    fixture.write(fixture.match_log.draft_undo(0, fixture.at))
    fixture.write(fixture.match_log.draft_desertion(1, "left", fixture.at))
    assert fixture.match_log.undo_request is not None
    assert fixture.match_log.undo_request.waiting == {2}


# --- leaving and coming back --------------------------------------------------------------------------------------


def test_a_bot_takes_the_seat_and_gives_it_back() -> None:
    fixture = MatchLogFixture(TOKAIDO)
    entry = fixture.write(fixture.match_log.draft_desertion(1, "left", fixture.at))
    assert (entry.kind, entry.text) == ("bot", "left skilled")
    assert fixture.match_log.bots == [None, "skilled", None]
    assert fixture.match_log.humans() == [0, 2]
    with raises_api_error("not_yours"):
        fixture.match_log.draft_desertion(1, "time", fixture.at)
    assert fixture.match_log.draft_return(0, fixture.at) is None
    assert fixture.write(fixture.match_log.draft_return(1, fixture.at)).kind == "back"
    assert fixture.match_log.bots == [None, None, None]
    assert not fixture.match_log.over


def test_a_bots_own_seat_is_not_returned_to() -> None:
    fixture = MatchLogFixture(TOKAIDO, bots=(1,))
    assert fixture.match_log.draft_return(1, fixture.at) is None
    with raises_api_error("not_yours"):
        fixture.match_log.draft_desertion(1, "left", fixture.at)


def test_who_forfeits_cannot_come_back_and_comes_last() -> None:
    fixture = MatchLogFixture(TOKAIDO, forfeits=True)
    fixture.write(fixture.match_log.draft_desertion(2, "time", fixture.at))
    assert fixture.match_log.draft_return(2, fixture.at) is None
    fixture.play_out(Random(3))
    ranks = fixture.match_log.ranks()
    assert ranks[2] == 3
    assert sorted(ranks)[0] == 1


def test_who_left_comes_after_those_who_stayed() -> None:
    for seed in range(10):
        fixture = MatchLogFixture(TOKAIDO, seed=seed, bots=(2,))
        fixture.write(fixture.match_log.draft_desertion(0, "left", fixture.at))
        fixture.play_out(Random(seed))
        ranks = fixture.match_log.ranks()
        assert ranks[0] == 3
        assert min(ranks[1:]) == 1


def test_two_players_end_when_one_forfeits() -> None:
    fixture = MatchLogFixture(DUO, forfeits=True)
    fixture.move()
    fixture.write(fixture.match_log.draft_desertion(0, "left", fixture.at))
    assert fixture.match_log.over
    assert fixture.match_log.seat is None
    assert fixture.match_log.ranks() == [2, 1]


def test_the_earliest_to_forfeit_comes_at_the_very_end() -> None:
    fixture = MatchLogFixture(SEAS, forfeits=True)
    for seat in (2, 0, 3):
        fixture.write(fixture.match_log.draft_desertion(seat, "left", fixture.at))
    assert fixture.match_log.over
    assert fixture.match_log.lost == [2, 0, 3]
    assert fixture.match_log.ranks() == [3, 1, 4, 2]


def test_ships_rank_by_how_long_they_were_afloat() -> None:
    places = set()
    for seed in range(20):
        fixture = MatchLogFixture(SEAS, seed=seed)
        fixture.play_out(Random(seed))
        match, ranks = fixture.match_log.match, fixture.match_log.ranks()
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
        fixture = MatchLogFixture(TOKAIDO, seed=seed)
        fixture.play_out(Random(seed))
        match, ranks = fixture.match_log.match, fixture.match_log.ranks()
        assert [seat for seat in range(3) if ranks[seat] == 1] == match.winners
        for one in range(3):
            for other in range(3):
                if match.scores[one] > match.scores[other]:
                    assert ranks[one] < ranks[other]
