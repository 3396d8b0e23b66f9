"""Tsuro of the Seas in words and drawings."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from rich.console import Console
from rich.text import Text

from tabiji.cli import tiles
from tabiji.core.errors import OptionError
from tabiji.core.match import Game
from tabiji.games.tsuro_seas import terminal
from tabiji.games.tsuro_seas.brush import rolls_by_side
from tabiji.games.tsuro_seas.state import SQUARE_NAMES

NAMES = [f"Player {i + 1}" for i in range(8)]
TABLES: list[tuple[int, dict[str, Any]]] = [(2, {}), (8, {}), (5, {"head_on": "swap"}), (4, {"no_daikaiju": True})]


def printed(what: Any) -> str:
    console = Console(width=100, record=True, file=open("/dev/null", "w"))  # noqa: SIM115
    console.print(what)
    console.file.close()
    return console.export_text()


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_every_moment_can_be_drawn_and_told(players: int, options: dict[str, Any]) -> None:
    """The board fits 100 columns; every event, question and move has words; names are never lost."""
    rng = Random(players)
    told = set()
    match = Game("tsuro_seas", players, **options).new(players)
    while not match.over:
        view = match.view(match.seat)
        if rng.random() < 0.3:
            text = printed(terminal.board(view, NAMES))
            assert max(map(len, text.splitlines())) <= 100
            assert all(name in text for name in NAMES[:players])
        assert NAMES[match.seat or 0] in terminal.ask(view, NAMES)
        for move in view["legal"]:
            assert terminal.explain(view, move) or move in ("keep hand", "pass")
        for event in match.act(rng.choice(match.legal_actions())):
            line = terminal.tell(event, NAMES)
            assert line
            assert "None" not in Text.from_markup(line).plain
            told.add(event["event"])
    assert {"placed", "sailed", "over"} <= told
    assert terminal.ask(match.view(None), NAMES) == "The voyage is over."
    assert printed(terminal.board(match.view(None), NAMES))


def test_explanations_come_true() -> None:
    """Where a placement is said to lead is where it leads."""
    checked = 0
    for seed in range(8):
        rng = Random(seed)
        match = Game("tsuro_seas", 4, head_on="swap" if seed % 2 else "follow").new(seed)
        while not match.over:
            view = match.view(match.seat)
            move = rng.choice(view["legal"])
            said = terminal.explain(view, move)
            events = match.play(move)
            if not move.startswith("place"):
                continue
            end = next(e for e in events if e.get("seat") == view["seat"] and e["event"] in ("sailed", "lost"))
            words = {"edge": "off the board", "daikaiju": "into a daikaiju", "loop": "round and round"}
            if end["event"] == "lost":
                assert said == words[end["fate"]]
            else:
                assert said.endswith(f"before {end['ahead']}")
            checked += 1
    assert checked > 100


def test_secrets_are_not_drawn() -> None:
    """The others' tiles are question marks."""
    match = Game("tsuro_seas", 3).new(3)
    text = printed(terminal.board(match.view(1), NAMES))
    assert text.count("? ? ?") == 2
    assert "tile" in text
    assert printed(terminal.board(match.view(None), NAMES)).count("? ? ?") == 3


def test_rolls_of_a_daikaiju_as_it_lies() -> None:
    """TS-12: turned clockwise, what went north goes east."""
    assert rolls_by_side("g1", 0) == ([2, 5, 4, 3], 1)
    assert rolls_by_side("g1", 1) == ([3, 2, 5, 4], 1)
    assert rolls_by_side("b5", 0) == ([1, 4, 3, 2], 5)


# --- tabiji tiles show --------------------------------------------------------------------------------------------
def test_tiles_in_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    """All 35 patterns with their copies, all 10 daikaiju."""
    tiles._print()
    text = capsys.readouterr().out
    copies = dict(re.findall(r"(\d+) ×(\d+)", text))
    assert set(map(int, copies)) == set(range(35))
    assert sum(map(int, copies.values())) == 56
    assert all(f"{colour}{number}" in text for colour in "gb" for number in range(1, 6))


def test_tiles_as_a_picture(tmp_path: Path) -> None:
    """A well-formed SVG with four wakes on each tile."""
    tiles.show(out=tmp_path / "tiles.svg")
    root = ElementTree.fromstring((tmp_path / "tiles.svg").read_text("utf-8"))
    wakes = [path for path in root.iter("{http://www.w3.org/2000/svg}path") if path.get("class") == "wake"]
    assert len(wakes) == 4 * 35
    labels = {text.text for text in root.iter("{http://www.w3.org/2000/svg}text")}
    assert {"34 ×2", "6 ×4", "G1", "B5"} <= labels
    with pytest.raises(OptionError):
        tiles.show(out=tmp_path / "no" / "such" / "folder.svg")


def test_squares_have_names() -> None:
    """a1 is in the north-west, g7 in the south-east."""
    assert (SQUARE_NAMES[0], SQUARE_NAMES[6], SQUARE_NAMES[42], SQUARE_NAMES[48]) == ("a1", "g1", "a7", "g7")
