"""Clocks: banks, increments, caps, first games, bots, and a server that was away."""

from __future__ import annotations

import pytest

from tabiji.core.match import Game, Match
from tabiji.server.clock import LiveClock, NoClock, TurnClock, first_bank, problem

from tests.server.tale import Tale, shape

TOKAIDO = Game("tokaido", 3)
LIVE = LiveClock(bank=100, increment=10, cap=120)


def test_a_live_clock_charges_thinking_and_pays_when_the_turn_passes() -> None:
    tale = Tale(TOKAIDO, clock=LIVE)
    tale.move(after=30_000)
    assert tale.story.watch.banks == [80_000, 100_000, 100_000]
    tale.move(after=0)
    assert tale.story.watch.banks[1] == 110_000
    tale.move(after=0)
    tale.move("move 1", after=5_000)  # the village asks what to buy: the turn does not pass
    assert tale.story.seat == 0
    assert tale.story.watch.banks[0] == 75_000
    tale.move("buy nothing", after=5_000)
    assert tale.story.watch.banks[0] == 80_000


def test_a_bank_never_grows_over_its_cap_nor_falls_below_nothing() -> None:
    tale = Tale(TOKAIDO, clock=LiveClock(bank=100, increment=60, cap=120))
    tale.move()
    assert tale.story.watch.banks[0] == 120_000
    tale.move(after=10**9)
    assert tale.story.watch.banks[1] == 60_000


def test_the_first_game_of_a_kind_has_twice_the_time() -> None:
    tale = Tale(TOKAIDO, clock=LIVE, newcomers=True)
    assert tale.story.watch.banks == [200_000] * 3
    tale.move(after=1_000)
    assert tale.story.watch.banks[0] == 200_000  # the cap is what it began with
    assert first_bank(NoClock(), True) is None
    assert first_bank(TurnClock(), True) is None


def test_bots_are_not_charged() -> None:
    tale = Tale(TOKAIDO, clock=LIVE, bots=(0,))
    assert tale.story.clocks(tale.at) == {"left": [100_000] * 3, "running": None}
    tale.move(after=50_000)
    assert tale.story.watch.banks[0] == 100_000


def test_what_is_shown_runs_only_for_the_deciding_human() -> None:
    tale = Tale(TOKAIDO, clock=LIVE)
    tale.wait(7_000)
    assert tale.story.clocks(tale.at) == {"left": [93_000, 100_000, 100_000], "running": 0}
    assert Tale(TOKAIDO).story.clocks(0) is None


def test_a_turn_clock_begins_anew_with_every_decision() -> None:
    tale = Tale(TOKAIDO, clock=TurnClock(hours=1))
    tale.wait(600_000)
    assert tale.story.clocks(tale.at) == {"left": [3_000_000, None, None], "running": 0}
    tale.move()
    assert tale.story.watch.left(1, tale.at) == 3_600_000


def test_nobody_is_charged_while_the_server_is_away() -> None:
    tale = Tale(TOKAIDO, clock=LIVE)
    tale.wait(20_000)
    stopped = tale.at
    tale.wait(10**8)
    tale.write(tale.story.draft_resume(stopped, tale.at))
    assert tale.story.watch.left(0, tale.at) == 80_000
    tale.move(after=5_000)
    assert tale.log[-1].spent == 25_000
    assert tale.story.watch.banks[0] == 85_000
    again = tale.fresh()
    for entry in tale.log:
        again.apply(entry)
    assert shape(again) == shape(tale.story)


def test_a_resumed_turn_clock_goes_on() -> None:
    tale = Tale(TOKAIDO, clock=TurnClock(hours=1))
    tale.wait(600_000)
    stopped = tale.at
    tale.wait(10**9)
    tale.write(tale.story.draft_resume(stopped, tale.at))
    assert tale.story.watch.left(0, tale.at) == 3_000_000


def test_whoever_comes_back_has_time_again() -> None:
    tale = Tale(TOKAIDO, clock=LIVE)
    tale.wait(100_001)
    tale.write(tale.story.draft_desertion(0, "time", tale.at))
    tale.wait(3_000)
    tale.write(tale.story.draft_return(0, tale.at))
    left = tale.story.watch.left(0, tale.at)
    assert left == 30_000


def test_leaving_and_coming_back_gains_no_time() -> None:
    tale = Tale(TOKAIDO, clock=LIVE)
    tale.wait(20_000)
    tale.write(tale.story.draft_desertion(0, "left", tale.at))
    tale.wait(5_000)
    tale.write(tale.story.draft_return(0, tale.at))
    assert tale.story.watch.left(0, tale.at) == 80_000


def test_going_back_brings_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Match, "revealed", property(lambda _: False))
    tale = Tale(TOKAIDO, clock=LIVE)
    for _ in range(5):  # an increment for each would be a bank without end
        tale.move(after=1_000)
        tale.write(tale.story.draft_undo(0, tale.at))
    assert tale.story.watch.banks[0] == 95_000
    for _ in range(3):
        tale.move()
    tale.move("move 1")
    assert tale.story.seat == 0
    tale.wait(40_000)  # thinking about what to buy, and then going back, is thinking
    before = tale.story.watch.banks[0]
    tale.write(tale.story.draft_undo(0, tale.at))
    assert tale.story.watch.banks[0] == before - 40_000


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
