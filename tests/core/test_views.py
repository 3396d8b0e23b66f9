"""Views after each move: a public part for all, a private part for each."""

from __future__ import annotations

import json

import pytest

import tabiji
from tabiji.bots.protocol import Budget, choose_move
from tabiji.bots.registry import bot_spec
from tabiji.core.match import Game

from tests.games.settings import random_match, small_tables

SMALL = pytest.mark.parametrize("game", small_tables(), ids=repr)


@SMALL
def test_a_view_is_what_is_public_what_is_private_and_the_setting(game: Game) -> None:
    for decisions in (0, 2, 7, 20, 33):
        match = random_match(game, decisions, decisions)
        assert "viewer" not in match.public()
        for seat in (None, *range(game.players)):
            private = match.private(seat)
            assert private["viewer"] == seat
            assert private["events"] == match.events(seat)
            assert private["legal"] == (list(match.legal) if seat == match.seat and seat is not None else [])
            assert match.view(seat) == {**match.public(), **private, **match.setting()}
            views = game.spec.views
            told = {**views.view(match.state, seat), "legal": private["legal"], **match.setting()}
            assert told == match.view(seat)


@SMALL
def test_what_is_public_holds_nothing_that_a_spectator_cannot_see(game: Game) -> None:
    for decisions in (0, 3, 12, 30):
        match = random_match(game, decisions, decisions)
        public = json.dumps(match.public())
        assert json.dumps(match.determinize(None, 5).public()) == public
        assert {**match.public(), **match.private(None)}.keys() == match.view(None).keys() - match.setting().keys()


@pytest.mark.compiled
@SMALL
def test_a_match_at_a_record_goes_on(game: Game) -> None:
    match = random_match(game, 6, 8)
    assert match.seat is not None
    dealt = match.determinize(match.seat, 4)
    other = game.at(dealt.state.tobytes())
    assert (other.moves, other.seed, other.salt, other.revealed) == ([], 0, "", False)
    assert list(other.legal) == list(match.legal)
    assert other.view(match.seat) == match.view(match.seat)
    with pytest.raises(tabiji.IllegalMove, match="nothing to undo"):
        other.undo()
    for bot in ("random", "greedy"):
        assert choose_move(bot_spec(bot).make(), other, Budget(seed=1)) in other.legal
    text = next(iter(other.legal))
    assert other.play(text) == dealt.play(text)
    assert other.moves == [text]
    assert other.state.tobytes() == dealt.state.tobytes()
    other.undo()
    while not other.over:
        other.act(other.legal_actions()[0])
    assert other.winners


def test_a_match_at_something_else_is_refused() -> None:
    game = tabiji.game("tokaido", players=3)
    record = game.new(1).state.tobytes()
    for wrong in (b"", record[:-1], record + b"\0", record.decode("latin-1"), None):
        with pytest.raises(tabiji.TabijiError, match="has 600 bytes"):
            game.at(wrong)  # type: ignore[arg-type]
    with pytest.raises(tabiji.TabijiError, match="other players or options"):
        tabiji.game("tokaido", players=4).at(record)
    with pytest.raises(tabiji.TabijiError, match="other players or options"):
        tabiji.game("tokaido", players=3, gastronomy=True).at(record)


@SMALL
def test_read_gives_the_number_of_a_move(game: Game) -> None:
    match = random_match(game, 2, 6)
    before = match.state.tobytes()
    for action, text in zip(match.legal_actions(), match.legal, strict=True):
        assert match.read(text) == action
    with pytest.raises(tabiji.InvalidMove):
        match.read("fly")
    illegal = {"tokaido": "take kinko", "tokaido_duo": "return fan", "tsuro_seas": "relocate n1"}[game.spec.name]
    with pytest.raises((tabiji.IllegalMove, tabiji.InvalidMove)):
        match.read(illegal)
    assert match.state.tobytes() == before
    over = random_match(game, 2)
    with pytest.raises(tabiji.IllegalMove, match="over"):
        over.read("pass")


def test_an_undone_match_keeps_its_record() -> None:
    match = tabiji.game("tokaido", players=3).new(1)
    state = match.state
    match.act(match.legal_actions()[0])
    match.undo()
    assert match.state is state
