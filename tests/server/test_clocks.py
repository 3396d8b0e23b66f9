"""Clocks: banks, increments, caps, first games, bots, and a server that was away."""

from __future__ import annotations

import pytest

from tabiji.core.match import Game, Match
from tabiji.server.api_error import ApiError
from tabiji.server.clock import LiveClock, NoClock, TurnClock, first_bank, problem
from tabiji.server.websocket_messages import Clocks

from tests.server.match_log_fixture import MatchLogFixture, shape

TOKAIDO = Game("tokaido", 3)
LIVE = LiveClock(bank=100, increment=10, cap=120)


def test_a_live_clock_charges_thinking_and_pays_when_the_turn_passes() -> None:
    fixture = MatchLogFixture(TOKAIDO, clock=LIVE)
    fixture.move(after=30_000)
    assert fixture.match_log.clock.banks == [80_000, 100_000, 100_000]
    fixture.move(after=0)
    assert fixture.match_log.clock.banks[1] == 110_000
    fixture.move(after=0)
    fixture.move("move 1", after=5_000)  # the village asks what to buy: the turn does not pass
    assert fixture.match_log.seat == 0
    assert fixture.match_log.clock.banks[0] == 75_000
    fixture.move("buy nothing", after=5_000)
    assert fixture.match_log.clock.banks[0] == 80_000


def test_a_bank_never_grows_over_its_cap_nor_falls_below_nothing() -> None:
    fixture = MatchLogFixture(TOKAIDO, clock=LiveClock(bank=100, increment=60, cap=120))
    fixture.move()
    assert fixture.match_log.clock.banks[0] == 120_000
    fixture.move(after=10**9)
    assert fixture.match_log.clock.banks[1] == 60_000


def test_the_first_game_of_a_kind_has_twice_the_time() -> None:
    fixture = MatchLogFixture(TOKAIDO, clock=LIVE, newcomers=True)
    assert fixture.match_log.clock.banks == [200_000] * 3
    fixture.move(after=1_000)
    assert fixture.match_log.clock.banks[0] == 200_000  # the cap is what it began with
    assert first_bank(NoClock(), True) is None
    assert first_bank(TurnClock(), True) is None


def test_bots_are_not_charged() -> None:
    fixture = MatchLogFixture(TOKAIDO, clock=LIVE, bots=(0,))
    assert fixture.match_log.clocks(fixture.at) == Clocks([100_000] * 3, None)
    fixture.move(after=50_000)
    assert fixture.match_log.clock.banks[0] == 100_000


def test_what_is_shown_runs_only_for_the_deciding_human() -> None:
    fixture = MatchLogFixture(TOKAIDO, clock=LIVE)
    fixture.wait(7_000)
    assert fixture.match_log.clocks(fixture.at) == Clocks([93_000, 100_000, 100_000], 0)
    assert MatchLogFixture(TOKAIDO).match_log.clocks(0) is None


def test_a_turn_clock_begins_anew_with_every_decision() -> None:
    fixture = MatchLogFixture(TOKAIDO, clock=TurnClock(hours=1))
    fixture.wait(600_000)
    assert fixture.match_log.clocks(fixture.at) == Clocks([3_000_000, None, None], 0)
    fixture.move()
    assert fixture.match_log.clock.left(1, fixture.at) == 3_600_000


def test_nobody_is_charged_while_the_server_is_away() -> None:
    fixture = MatchLogFixture(TOKAIDO, clock=LIVE)
    fixture.wait(20_000)
    stopped = fixture.at
    fixture.wait(10**8)
    fixture.write(fixture.match_log.draft_resume(stopped, fixture.at))
    assert fixture.match_log.clock.left(0, fixture.at) == 80_000
    fixture.move(after=5_000)
    assert fixture.log[-1].spent == 25_000
    assert fixture.match_log.clock.banks[0] == 85_000
    again = fixture.fresh()
    for entry in fixture.log:
        again.apply(entry)
    assert shape(again) == shape(fixture.match_log)


def test_a_resumed_turn_clock_goes_on() -> None:
    fixture = MatchLogFixture(TOKAIDO, clock=TurnClock(hours=1))
    fixture.wait(600_000)
    stopped = fixture.at
    fixture.wait(10**9)
    fixture.write(fixture.match_log.draft_resume(stopped, fixture.at))
    assert fixture.match_log.clock.left(0, fixture.at) == 3_000_000


def test_leaving_and_returning_gains_no_time() -> None:
    fixture = MatchLogFixture(TOKAIDO, clock=LIVE)
    fixture.wait(20_000)
    fixture.write(fixture.match_log.draft_desertion(0, "left", fixture.at))
    fixture.wait(5_000)  # the bot has not decided yet: this is thinking, too
    fixture.write(fixture.match_log.draft_return(0, fixture.at))
    assert fixture.match_log.clock.left(0, fixture.at) == 75_000


def test_nobody_holds_the_table_longer_than_the_clock_by_leaving_and_returning() -> None:
    fixture = MatchLogFixture(TOKAIDO, clock=LiveClock(bank=20, increment=15, cap=20))
    for _ in range(2):
        fixture.wait(9_000)
        fixture.write(fixture.match_log.draft_desertion(0, "left", fixture.at))
        fixture.write(fixture.match_log.draft_return(0, fixture.at))
    fixture.wait(2_000)
    fixture.write(fixture.match_log.draft_desertion(0, "left", fixture.at))
    with pytest.raises(ApiError) as refused:  # 20 seconds are over: the bot decides
        fixture.match_log.draft_return(0, fixture.at)
    assert refused.value.code == "out_of_time"


def test_hours_for_a_decision_are_not_renewed_by_leaving_and_returning() -> None:
    fixture = MatchLogFixture(TOKAIDO, clock=TurnClock(hours=1))
    fixture.wait(3_000_000)
    fixture.write(fixture.match_log.draft_desertion(0, "left", fixture.at))
    fixture.wait(100_000)
    fixture.write(fixture.match_log.draft_return(0, fixture.at))
    assert fixture.match_log.clock.left(0, fixture.at) == 500_000


def test_hours_for_a_decision_are_not_renewed_by_undo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Match, "revealed", property(lambda _: False))
    fixture = MatchLogFixture(TOKAIDO, clock=TurnClock(hours=1))
    fixture.move(after=3_000_000)
    fixture.write(fixture.match_log.draft_undo(0, fixture.at))
    assert fixture.match_log.clock.left(0, fixture.at) == 600_000


def test_who_ran_out_of_time_returns_with_one_increment_after_a_turn_of_the_bot() -> None:
    fixture = MatchLogFixture(TOKAIDO, clock=LIVE)
    fixture.wait(100_001)
    fixture.write(fixture.match_log.draft_desertion(0, "time", fixture.at))
    with pytest.raises(ApiError):
        fixture.match_log.draft_return(0, fixture.at)
    fixture.move()
    assert fixture.match_log.seat == 1
    fixture.write(fixture.match_log.draft_return(0, fixture.at))
    assert fixture.match_log.clock.banks[0] == 10_000


def test_an_outage_during_a_substitutes_decision_is_not_charged_to_who_returns() -> None:
    fixture = MatchLogFixture(TOKAIDO, clock=LIVE)
    fixture.write(fixture.match_log.draft_desertion(0, "left", fixture.at))
    stopped = fixture.at
    fixture.wait(10**8)
    fixture.write(fixture.match_log.draft_resume(stopped, fixture.at))
    fixture.write(fixture.match_log.draft_return(0, fixture.at))
    assert fixture.match_log.clock.left(0, fixture.at) == 100_000


def test_going_back_brings_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Match, "revealed", property(lambda _: False))
    fixture = MatchLogFixture(TOKAIDO, clock=LIVE)
    for _ in range(5):  # an increment for each would be a bank without end
        fixture.move(after=1_000)
        fixture.write(fixture.match_log.draft_undo(0, fixture.at))
    assert fixture.match_log.clock.banks[0] == 95_000
    for _ in range(3):
        fixture.move()
    fixture.move("move 1")
    assert fixture.match_log.seat == 0
    fixture.wait(40_000)  # thinking about what to buy, and then going back, is thinking
    before = fixture.match_log.clock.banks[0]
    fixture.write(fixture.match_log.draft_undo(0, fixture.at))
    assert fixture.match_log.clock.banks[0] == before - 40_000


@pytest.mark.parametrize(
    "clock",
    [
        LiveClock(bank=9),
        LiveClock(bank=7201),
        LiveClock(increment=-1),
        LiveClock(increment=601),
        LiveClock(bank=100, cap=99),
        LiveClock(cap=14401),
        TurnClock(hours=0),
        TurnClock(hours=-1),
        TurnClock(hours=337),
        TurnClock(hours=float("inf")),
        TurnClock(hours=float("nan")),
    ],
)
def test_clocks_that_make_no_sense_are_refused(clock: LiveClock | TurnClock) -> None:
    assert problem(clock)


def test_sensible_clocks_pass() -> None:
    assert [problem(clock) for clock in (NoClock(), LiveClock(), TurnClock(), LIVE)] == [None] * 4
