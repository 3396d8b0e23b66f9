"""The `tabiji` command as people type it."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow.csv
import pyarrow.parquet
import pytest

import tabiji
from tabiji.cli import main
from tabiji.core.match_record import read_file, write_file

from tests.games.settings import random_match

Capsys = pytest.CaptureFixture[str]


def run(capsys: Capsys, *words: str) -> str:
    """Run a command that succeeds; what it printed."""
    with pytest.raises(SystemExit) as stop:
        main(list(words))
    out, err = capsys.readouterr()
    assert stop.value.code == 0, err
    return out


def refused(capsys: Capsys, *words: str) -> str:
    """Run a command that is refused; the one line it says."""
    with pytest.raises(SystemExit) as stop:
        main(list(words))
    assert stop.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "Traceback" not in err
    return err.splitlines()[0]


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "match.json"
    write_file(path, random_match(tabiji.game("tokaido", players=3), 5).record(["Anna", "Béla", "Вера"]))
    return path


def test_help_names_every_command_and_imports_nothing_heavy() -> None:
    script = (
        "import sys\nfrom tabiji.cli import main\n"
        "try:\n main(['--help'])\nexcept SystemExit: pass\n"
        "print([name for name in ('numpy', 'numba', 'pyarrow') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    for command in ("games", "play", "simulate", "replay", "verify", "bench"):
        assert command in done.stdout
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("command", ["games", "play", "simulate", "replay", "verify", "bench"])
def test_every_command_has_help(capsys: Capsys, command: str) -> None:
    assert "Parameters" in run(capsys, command, "--help") or command == "games"


def test_games(capsys: Capsys) -> None:
    assert "gastronomy" in run(capsys, "games")
    listed = json.loads(run(capsys, "games", "--json"))
    assert [game["name"] for game in listed] == tabiji.games()
    assert listed[0]["players"] == [2, 3, 4, 5]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["simulate", "tokaidoo"], "did you mean tokaido"),
        (["simulate", "tokaido", "--players", "9"], "2 to 5"),
        (["simulate", "tokaido", "--players", "many"], "many"),
        (["simulate", "tokaido", "--bots", "clever"], "unknown bot"),
        (["simulate", "tokaido", "--bots", "greedy"], "tabiji arena"),
        (["simulate", "tokaido", "--players", "4", "--bots", "random,random"], "2 bots for 4 seats"),
        (["simulate", "tokaido", "--option", "gastronomi=on"], "did you mean gastronomy"),
        (["simulate", "tokaido", "--option", "gastronomy=perhaps"], "valid: false, true"),
        (["simulate", "tokaido", "--option", "=on"], "name=value"),
        (["simulate", "tokaido", "--games", "0"], "at least 1"),
        (["simulate", "tokaido", "--seed", "-1"], "seed -1"),
        (["simulate", "tokaido", "--cores", "0"], "at least 1"),
        (["simulate", "tokaido", "--out", "x.xlsx"], ".parquet, .csv or .json"),
        (["simulate", "tokaido", "--out", "no/such/folder/x.csv"], "cannot write"),
        (["play", "tokaido", "--humans", "-1"], "people"),
        (["play", "tokaido", "--bots", "random", "--humans", "7"], "2 to 5"),
        (["replay", "missing.json"], "cannot read"),
        (["verify", "missing.json"], "cannot read"),
        (["play", "tokaido", "--players", "6"], "2 to 5"),
        (["play", "tokaido", "--players", "2", "--humans", "3"], "--players 3 or more"),
        (["play", "tokaido", "--players", "4", "--bots", "random,random"], "2 bots for 3 seats"),
        (["arena", "tokaido", "--bots", "greedy,random", "--players", "3"], "2 bots for 3 seats"),
        (["dance"], "dance"),
        (["simulat", "tokaido"], 'Did you mean "simulate"'),
        (["tokaido_dou"], "Did you mean tabiji play tokaido_duo?"),
        (["play", "tokaido", "--player", "3"], "Did you mean --players?"),
        (["play", "tokaido", "--gastronomi"], "Did you mean --option gastronomy?"),
        (["study", "tokaido", "--bot", "greedy"], "Did you mean --bots?"),
        (["db", "upgrad"], 'Did you mean "upgrade"'),
        (["simulate"], "GAME"),
    ],
)
def test_bad_input_is_explained_in_one_line(
    capsys: Capsys, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, words: list[str], says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert says in refused(capsys, *words)
    assert list(tmp_path.iterdir()) == []


def simulated(capsys: Capsys, *words: str) -> dict[str, Any]:
    result: dict[str, Any] = json.loads(run(capsys, "simulate", "tokaido", "--json", *words))
    return result


def test_simulate_is_reproducible_on_any_number_of_cores(capsys: Capsys, tmp_path: Path) -> None:
    one, two = tmp_path / "1.csv", tmp_path / "2.csv"
    simulated(capsys, "--games", "5000", "--seed", "3", "--cores", "1", "--out", str(one))
    told = simulated(capsys, "--games", "5000", "--seed", "3", "--cores", "2", "--out", str(two))
    assert one.read_bytes() == two.read_bytes()
    assert (told["games"], told["first_seed"], told["next_seed"]) == (5000, 3, 5003)


def test_simulate_can_be_continued(capsys: Capsys, tmp_path: Path) -> None:
    parts = [tmp_path / f"{i}.csv" for i in range(3)]
    simulated(capsys, "--games", "300", "--seed", "10", "--out", str(parts[0]))
    simulated(capsys, "--games", "200", "--seed", "10", "--out", str(parts[1]))
    simulated(capsys, "--games", "100", "--seed", "210", "--out", str(parts[2]))
    whole, first, second = (part.read_text().splitlines() for part in parts)
    assert whole == first + second[1:]


@pytest.mark.parametrize("ending", ["parquet", "csv", "json"])
def test_simulate_writes_one_line_a_player_and_game(capsys: Capsys, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"games.{ending}"
    run(capsys, "simulate", "tokaido", "--players", "3", "--games", "50", "--out", str(path))
    if ending == "parquet":
        rows = pyarrow.parquet.read_table(path).to_pylist()
    elif ending == "csv":
        rows = pyarrow.csv.read_csv(path).to_pylist()
    else:
        rows = [json.loads(line) for line in path.read_text().splitlines()]
    assert len(rows) == 150
    assert [row["seat"] for row in rows[:4]] == [0, 1, 2, 0]
    for i in range(0, 150, 3):
        assert sum(row["win"] for row in rows[i : i + 3]) == pytest.approx(1)
        for row in rows[i : i + 3]:
            assert row["points"] == sum(value for name, value in row.items() if name.startswith("from_"))
    assert list(tmp_path.iterdir()) == [path]


def test_simulate_agrees_with_single_matches(capsys: Capsys, tmp_path: Path) -> None:
    """A row of the simulation is a match anybody can deal again from its seed: the travelers dealt are the same."""
    path = tmp_path / "games.json"
    run(capsys, "simulate", "tokaido", "--players", "2", "--games", "20", "--seed", "77", "--out", str(path))
    for line in map(json.loads, path.read_text().splitlines()):
        dealt = tabiji.game("tokaido", players=2).new(line["seed"]).view(line["seat"])["mine"]["dealt"]
        assert line["traveler"] in dealt


def test_simulate_tables(capsys: Capsys) -> None:
    text = run(
        capsys, "simulate", "tokaido", "--games", "2000", "--option", "gastronomy", "--option", "satsuki_source=deck"
    )
    for word in ("by traveler", "by departure", "where points come from", "kinko", "2,000 games"):
        assert word in text
    assert "by traveler" not in run(capsys, "simulate", "tokaido", "--games", "100", "--option", "initiatory=on")


def played(monkeypatch: pytest.MonkeyPatch, capsys: Capsys, typed: str, *words: str) -> str:
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    return run(capsys, "play", "tokaido", *words)


def test_play_a_whole_match(monkeypatch: pytest.MonkeyPatch, capsys: Capsys, tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    typed = "help\n99\njump\n1\n" + "1\n" * 300
    told = played(monkeypatch, capsys, typed, "--seed", "4", "--save", str(path))
    assert "choose your traveler" in told
    assert "cannot read 'jump'" in told
    assert " won" in told
    assert tabiji.replay(read_file(path)).over


def test_play_hot_seat_undo_and_quit(monkeypatch: pytest.MonkeyPatch, capsys: Capsys, tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    typed = f"1\n1\n1\nundo\nboard\nsave {path}\nquit\n"
    told = played(monkeypatch, capsys, typed, "--humans", "3", "--bots", "random")
    assert "Player 2, take the keyboard" in told
    assert "Taken back" in told
    assert len(read_file(path)["moves"]) == 2


def test_play_ends_with_the_input(monkeypatch: pytest.MonkeyPatch, capsys: Capsys) -> None:
    assert "Good-bye" in played(monkeypatch, capsys, "1\n")


def test_watch_bots(monkeypatch: pytest.MonkeyPatch, capsys: Capsys) -> None:
    told = played(monkeypatch, capsys, "", "--humans", "0", "--bots", "random,random", "--option", "return_trip")
    assert " won" in told
    assert "neutral" in told


@pytest.mark.parametrize(
    ("words", "seated"),
    [
        (["--players", "3"], ["Player 1", "Bot 1 (casual)", "Bot 2 (casual)"]),
        (["--players", "3", "--bots", "random"], ["Player 1", "Bot 1 (random)", "Bot 2 (random)"]),
        (["--players", "4", "--humans", "2", "--bots", "random,hasty"], ["Bot 1 (random)", "Bot 2 (hasty)"]),
        (["--bots", "random"], ["Player 1", "Bot 1 (random)", "Bot 2 (random)", "Bot 3 (random)"]),
        (["--bots", "random,hasty"], ["Player 1", "Bot 1 (random)", "Bot 2 (hasty)"]),
        (["--humans", "5"], ["Player 1", "Player 5"]),
    ],
)
def test_who_sits_at_the_table(
    monkeypatch: pytest.MonkeyPatch, capsys: Capsys, tmp_path: Path, words: list[str], seated: list[str]
) -> None:
    path = tmp_path / "mine.json"
    played(monkeypatch, capsys, f"save {path}\nquit\n", *words)
    names = read_file(path)["players"]
    assert [name for name in names if name in seated] == seated
    if "--players" in words:
        assert len(names) == int(words[1])


def test_arena_takes_players(capsys: Capsys) -> None:
    words = ("--players", "3", "--bots", "random", "--games", "6", "--json")
    assert json.loads(run(capsys, "arena", "tokaido", *words))["players"] == 3


def test_replay(capsys: Capsys, saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = run(capsys, "replay", str(saved))
    assert "Вера" in told
    assert " won" in told
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert run(capsys, "replay", str(saved), "--step").count("Decks:") == len(read_file(saved)["moves"]) + 1
    shown = json.loads(run(capsys, "replay", str(saved), "--json"))
    assert shown["moves"][-1]["scores"] == shown["result"]["scores"]


def test_verify(capsys: Capsys, saved: Path) -> None:
    assert "is right" in run(capsys, "verify", str(saved))
    assert json.loads(run(capsys, "verify", str(saved), "--json"))["ok"] is True
    record = read_file(saved)
    record["players"][0] = "Eve"
    write_file(saved, record)
    assert "checksum" in refused(capsys, "verify", str(saved))
    saved.write_text(saved.read_text()[:200])
    assert "truncated" in refused(capsys, "verify", str(saved))
    assert "truncated" in refused(capsys, "replay", str(saved))


def test_bench(capsys: Capsys) -> None:
    figures = json.loads(run(capsys, "bench", "tokaido", "--json"))
    assert figures["record_bytes"] == tabiji.game("tokaido").dtype.itemsize <= 640
    assert figures["decisions_per_second"] > 0
