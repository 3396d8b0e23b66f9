"""`tabiji board check` and `tabiji board show`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tabiji.cli import main
from tabiji.cli.board import check, show
from tabiji.core.errors import OptionError
from tabiji.core.match_record import read_file

GOOD = '[board]\nname = "mine"\ntitle = "Mine"\nbase = "shikoku"\n'
BAD = GOOD + "[dice]\nartist = [1, 2, 9]\n"


def test_check_a_good_board(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A good board is called so, with its provenance."""
    file = tmp_path / "b.toml"
    file.write_text(GOOD)
    check(file)
    assert "is a good board: Mine, reconstructed board" in " ".join(capsys.readouterr().out.split())


def test_check_a_bad_board(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every problem is one line; the exit status is 2."""
    file = tmp_path / "b.toml"
    file.write_text(BAD)
    with pytest.raises(SystemExit) as caught:
        check(file)
    assert caught.value.code == 2
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "dice.artist: expected 6 entries, found 3"
    assert lines[1] == "dice.artist[2]: expected a whole number from 1 to 4, found 9"
    with pytest.raises(SystemExit):
        check(file, json=True)
    assert len(json.loads(capsys.readouterr().out)["problems"]) == 2


def test_show(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In the terminal, or into an SVG file."""
    show()
    assert "reconstructed board" in capsys.readouterr().out
    show("prices_b", out=tmp_path / "b.svg")
    assert (tmp_path / "b.svg").read_text().startswith("<svg")
    with pytest.raises(OptionError, match="svg"):
        show("shikoku", out=tmp_path / "b.png")
    with pytest.raises(OptionError, match="cannot write"):
        show("shikoku", out=tmp_path / "no" / "b.svg")


def test_commands_take_a_board(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`simulate` and `play` on another board; the record of a match carries it."""
    file = tmp_path / "b.toml"
    file.write_text(GOOD)
    with pytest.raises(SystemExit) as stop:
        main(["simulate", "tokaido_duo", "--games", "20", "--board", str(file), "--json"])
    assert stop.value.code == 0
    told = json.loads(capsys.readouterr().out)
    assert told["board"] == "mine"
    assert {table["title"] for table in told["tables"]} >= {"by seat", "a game"}
    saved = tmp_path / "match.json"
    with pytest.raises(SystemExit) as stop:
        main(["play", "tokaido_duo", "--humans", "0", "--seed", "1", "--board", str(file), "--save", str(saved)])
    assert stop.value.code == 0
    assert "Mine: reconstructed board." in capsys.readouterr().out
    assert read_file(saved)["board"]["board"]["name"] == "mine"
    main_refuses(capsys, ["simulate", "tokaido_duo", "--option", "board=shikoku"], "write --board shikoku")
    main_refuses(capsys, ["simulate", "tokaido", "--board", "shikoku"], "always played on the same board")
    main_refuses(capsys, ["simulate", "tokaido_duo", "--board", "atlantis"], "unknown board 'atlantis'")


def main_refuses(capsys: pytest.CaptureFixture[str], words: list[str], says: str) -> None:
    with pytest.raises(SystemExit) as stop:
        main(words)
    assert stop.value.code == 2
    assert says in capsys.readouterr().err


def test_games_lists_boards(capsys: pytest.CaptureFixture[str]) -> None:
    """`tabiji games` names the boards that come with a game."""
    with pytest.raises(SystemExit):
        main(["games", "--json"])
    boards = {game["name"]: game["boards"] for game in json.loads(capsys.readouterr().out)}
    assert boards["tokaido"] == []
    assert boards["tokaido_duo"][0] == "shikoku"
