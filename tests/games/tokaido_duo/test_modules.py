"""Notation, stacking, views and the terminal of Tokaido Duo."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from rich.console import Console

import tabiji
from tabiji.core.errors import IllegalMove, InvalidMove, OptionError
from tabiji.games.tokaido_duo import moves, terminal
from tabiji.games.tokaido_duo.state import A_GO, ACTIONS, MAX_STATIONS

from tests.rules.duo_table import give_goods, give_wave, put, quiet, take


# --- notation -----------------------------------------------------------------------------------------------------
def test_every_action_has_its_own_notation() -> None:
    """All actions but those of stations the coast does not have are written differently, and read back."""
    state = tabiji.game("tokaido_duo").new(1).state
    absent = range(A_GO + int(state["stations"]), A_GO + MAX_STATIONS)
    texts = {moves.write(state, action): action for action in range(ACTIONS) if action not in absent}
    assert len(texts) == ACTIONS - len(absent)
    for text, action in texts.items():
        assert moves.read(state, text) == action
        assert moves.read(state, f"  {text.upper()} ") == action
        assert text == text.lower()


def test_goods_may_be_named_in_any_order() -> None:
    """`keep` reads goods in any order and writes them in one."""
    state = tabiji.game("tokaido_duo").new(1).state
    action = moves.read(state, "keep fan doll fan kimono")
    assert action == moves.read(state, "keep kimono fan fan doll")
    assert moves.write(state, action) == "keep kimono doll fan fan"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "empty move"),
        ("fly n2", "moves begin with die, go"),
        ("die", "write die and one of pilgrim, merchant, artist"),
        ("die monk", "write die and one of"),
        ("go", "write go and a place"),
        ("go atlantis", "write go and a place"),
        ("go n1 n2", "write go and a place"),
        ("sell", "write sell and a number from 1 to 6"),
        ("sell 0", "write sell and a number"),
        ("sell ²", "write sell and a number"),
        ("sell 3 more", "cunning"),
        ("sell 99999999999999999999", "write sell and a number"),
        ("keep", "write keep nothing"),
        ("keep tea", "'tea' is no good"),
        ("keep fan fan fan fan fan fan fan", "at most 6"),
        ("wave sea", "write wave and one of"),
        ("return", "write return and one of"),
        ("paint twice", "write paint or paint master"),
        ("pass now", "write pass"),
    ],
)
def test_moves_that_cannot_be_read(text: str, says: str) -> None:
    """What would be right is said."""
    match = tabiji.game("tokaido_duo").new(1)
    before = match.state.tobytes()
    with pytest.raises(InvalidMove) as caught:
        match.play(text)
    assert says in str(caught.value)
    assert match.state.tobytes() == before


def test_moves_that_cannot_be_played() -> None:
    """A move for another moment names what is legal."""
    match = tabiji.game("tokaido_duo").new(1)
    with pytest.raises(IllegalMove, match="die pilgrim"):
        match.play("go n1")


# --- stacking -----------------------------------------------------------------------------------------------------
def test_stack_arranges_everything() -> None:
    """Dice, goods, trade tokens, paintings and waves lie as wished."""
    asked = {
        "dice": [[4, 3, 2], [1, 1, 1]],
        "goods": ["fan", "kimono"],
        "trade": [["ceramic", 3], ["fan", 2]],
        "paintings": [["moon", "moon"], ["bamboo", "mountain", "bamboo"]],
        "waves": {"pilgrim": "hasty", "artist": "master"},
    }
    match = tabiji.game("tokaido_duo").new(3, asked)
    view = match.view(0)
    assert [die["pips"] for die in view["dice"].values()] == [4, 3, 2]
    assert [event["pips"] for event in view["events"]] == [4, 3, 2]
    assert view["trade"]["c1"] == {"good": "ceramic", "price": 3}
    assert view["trade"]["c2"] == {"good": "fan", "price": 2}
    assert view["waves"]["pilgrim"]["side"] == "hasty"
    assert view["waves"]["artist"]["side"] == "master"
    assert match.state["painting"][0, :2].tolist() == [0, 0]
    assert match.state["painting"][1, :3].tolist() == [3, 2, 3]
    assert sorted(match.state["bag"].tolist()) == sorted(tabiji.game("tokaido_duo").new(3).state["bag"].tolist())
    again = tabiji.replay(json.loads(json.dumps(match.record())))
    assert again.state.tobytes() == match.state.tobytes()


@pytest.mark.parametrize(
    "asked",
    [
        {"cards": []},
        {"dice": 3},
        {"dice": [[1, 2]]},
        {"dice": [[1, 2, 9]]},
        {"dice": [[1, 2, True]]},
        {"dice": [[1, 2, "3"]]},
        {"dice": [None]},
        {"dice": [[1, 1, 1]] * 9},
        {"goods": "fan"},
        {"goods": ["tea"]},
        {"goods": [None]},
        {"goods": [["fan"]]},
        {"goods": ["kimono"] * 6},
        {"trade": [["kimono", 3]]},
        {"trade": [["kimono"]]},
        {"trade": [["tea", 3]]},
        {"trade": [["fan", True]]},
        {"trade": [["fan", 10**40]]},
        {"trade": {"c1": 2}},
        {"trade": [["fan", 2]] * 3},
        {"paintings": [["moon"] * 4]},
        {"paintings": [[], [], []]},
        {"paintings": [["sun"]]},
        {"paintings": ["moon"]},
        {"paintings": {"purple": []}},
        {"waves": ["serene"]},
        {"waves": {"monk": "serene"}},
        {"waves": {"pilgrim": "strong"}},
        {"waves": {"pilgrim": None}},
    ],
    ids=lambda asked: str(asked)[:40],
)
def test_stack_errors(asked: dict[str, Any]) -> None:
    """Whatever a record asks for, the impossible is an OptionError."""
    with pytest.raises(OptionError):
        tabiji.game("tokaido_duo").new(1, asked)


def test_stack_waves_against_the_option() -> None:
    """Sides chosen by the option cannot be stacked."""
    with pytest.raises(OptionError, match="wave_sides"):
        tabiji.game("tokaido_duo", wave_sides="serene-cunning-master").new(1, {"waves": {"pilgrim": "hasty"}})


# --- views --------------------------------------------------------------------------------------------------------
def test_views_leak_nothing() -> None:
    """Two games that differ only in secrets look the same to everybody, all game long; views are JSON."""
    match = tabiji.game("tokaido_duo").new(8)
    rng = Random(8)
    while not match.over:
        if rng.random() < 0.1:
            for seat in (0, 1, None):
                other = match.determinize(seat, rng.randrange(2**32))
                assert json.dumps(other.view(seat)) == json.dumps(match.view(seat))
                for seed in (1, 2):
                    once = match.determinize(seat, seed).state.tobytes()
                    assert other.determinize(seat, seed).state.tobytes() == once
        match.act(rng.choice(match.legal_actions()))


def test_redealt_paintings_are_uniform() -> None:
    """After `determinize` each face-down tile is as likely as any other to lie first."""
    match = quiet(stack={"paintings": [["moon", "moon"]]})
    match.state["painted"][0] = 2  # left: 1 moon, 3 waterfalls, 2 mountains, 2 bamboos
    first = [int(match.determinize(1, seed).state["painting"][0, 2]) for seed in range(1600)]
    seen = [first.count(symbol) for symbol in range(4)]
    expected = [200, 600, 400, 400]
    assert sum((a - b) ** 2 / b for a, b in zip(seen, expected, strict=True)) < 17


def test_events_name_places_and_tiles() -> None:
    """The journal in words."""
    match = quiet()
    give_wave(match, 1, "serene")
    give_wave(match, 1, "strong")
    give_wave(match, 1, "inspired")
    put(match, 0, pilgrim="c2")
    events = take(match, "pilgrim", 1).play("go sea1")
    assert events == [{"event": "moved", "seat": 0, "character": "pilgrim", "place": "sea1"}]
    assert match.play("wave artist")[0] == {
        "event": "wave", "seat": 0, "character": "artist", "side": "inspired", "from_opponent": True,
    }  # fmt: skip


# --- the terminal -------------------------------------------------------------------------------------------------
def drawn(view: dict[str, Any]) -> str:
    console = Console(width=100, color_system=None)
    with console.capture() as capture:
        console.print(terminal.board(view, ["Anna", "Ben"]))
    return capture.get()


def test_the_board_is_drawn_from_a_view() -> None:
    """Every place, every pawn and the provenance are on it; nothing is wider than 100 columns."""
    match = quiet(seed=2)
    give_goods(match, 0, fan=2, doll=1)
    take(match, "artist", 2)
    picture = drawn(match.view(0))
    for place in match.view(0)["board"]["layout"]:
        assert place in picture
    for letter in "PMApma":
        assert letter in picture
    assert "reconstructed board" in picture
    assert "1 doll, 2 fan" in picture
    assert all(len(line) <= 100 for line in picture.splitlines())


def test_words_for_everything() -> None:
    """Whole games: each question, move and event has words, none of them unfilled."""
    for seed in range(3):
        match = tabiji.game("tokaido_duo").new(seed)
        rng = Random(seed)
        while not match.over:
            view = match.view(match.seat)
            assert terminal.ask(view, ["Anna", "Ben"]).startswith(["Anna", "Ben"][view["seat"]])
            for move in view["legal"]:
                assert "None" not in terminal.explain(view, move)
            for event in match.act(rng.choice(match.legal_actions())):
                line = terminal.tell(event, ["Anna", "Ben"])
                assert "None" not in line
                assert line or event["event"] == "passed"
        assert terminal.ask(match.view(None), ["Anna", "Ben"]) == "The game is over."
