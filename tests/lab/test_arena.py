"""The arena, studies and reports."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow.parquet
import pytest

import tabiji
from tabiji.bots.registry import bot_specs
from tabiji.core.match_record import write_file
from tabiji.lab.arena import Ladder, arena

from tests.cli.test_commands import Capsys, refused, run
from tests.games.settings import random_match


def test_every_deal_is_played_in_each_rotation() -> None:
    game = tabiji.game("tsuro_seas", players=3)
    entered = bot_specs("greedy,random,hasty")
    results = list(arena(game, entered, 9, seed=5))
    assert [result.seed for result in results] == [5, 5, 5, 6, 6, 6, 7, 7, 7]
    for deal in range(3):
        assert {result.seats for result in results[3 * deal : 3 * deal + 3]} == {(0, 1, 2), (1, 2, 0), (2, 0, 1)}
    assert all(sum(result.wins) == pytest.approx(1) for result in results)
    again = list(arena(game, entered, 9, seed=5, cores=1))
    assert [result.scores for result in again] == [result.scores for result in results]


def test_the_ladder_counts_seats_of_one_name_together() -> None:
    game = tabiji.game("tsuro_seas", players=3)
    entered = bot_specs("greedy,random,random")
    ladder = Ladder(entered)
    for result in arena(game, entered, 30):
        ladder.add(result)
    rows = {row[0]: row for row in ladder.table().rows}
    assert (rows["greedy"][1], rows["random"][1]) == (30, 60)
    assert rows["greedy"][2] + rows["random"][2] == pytest.approx(1)
    assert (rows["greedy"][5], rows["random"][5]) == ("33 %", "67 %")


def test_greedy_beats_random_everywhere(capsys: Capsys) -> None:
    for name, seats, games in (("tokaido", 2, 20), ("tokaido_duo", 2, 6), ("tsuro_seas", 2, 300)):
        bots = ",".join(["greedy", *["random"] * (seats - 1)])
        told = json.loads(run(capsys, "arena", name, "--bots", bots, "--games", str(games), "--json"))
        best = told["rows"][0]
        assert best["bot"] == "greedy"
        assert best["low 95 %"] > 1 / seats


def test_arena_files(capsys: Capsys, tmp_path: Path) -> None:
    page, data = tmp_path / "a.html", tmp_path / "a.csv"
    words = ["tsuro_seas", "--bots", "greedy,random", "--games", "8", "--html", str(page), "--out", str(data)]
    assert "greedy" in run(capsys, "arena", *words)
    assert len(data.read_text().splitlines()) == 17
    assert "<svg" in page.read_text()
    assert "http" not in page.read_text().replace("http://www.w3.org", "").replace("http://purl.org", "").replace(
        "https://matplotlib.org", ""
    ).replace("http://creativecommons.org", "")


def test_study_writes_a_report_and_parquet(capsys: Capsys, tmp_path: Path) -> None:
    for name, bot in (("tokaido", "random"), ("tokaido_duo", "hasty"), ("tsuro_seas", "greedy")):
        page = tmp_path / f"{name}.html"
        run(capsys, "study", name, "--bots", bot, "--games", "3", "--out", str(page))
        text = page.read_text()
        assert f"tabiji study {name} --bots {bot} --games 3" in text
        assert text.count("<svg") >= 3
        table = pyarrow.parquet.read_table(page.with_suffix(".parquet"))
        settings = len(set(table["setting"].to_pylist()))
        assert text.count("<h2>") == settings + (settings > 1)  # and one section that compares them


def test_hint_command(capsys: Capsys, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    match = random_match(tabiji.game("tokaido", players=3), 5, 25)
    write_file(path, match.record())
    told = json.loads(run(capsys, "hint", str(path), "--simulations", "200", "--json"))
    assert {one["move"] for one in told["candidates"]} == set(match.legal)
    assert told["played"] is None
    assert "(played)" in run(capsys, "hint", str(path), "--move", "5", "--simulations", "100")
    assert "no decision 99" in refused(capsys, "hint", str(path), "--move", "99")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["arena", "tokaido", "--bots", "greedy", "--players", "1"], "2 to 5"),
        (["arena", "tokaido", "--bots", "greedy,genius"], "unknown bot"),
        (["arena", "tokaido", "--bots", "greedy,random", "--games", "0"], "at least 1"),
        (["arena", "tokaido", "--bots", "greedy,random", "--html", "x.txt"], ".html"),
        (["study", "tokaido", "--out", "x.pdf"], ".html"),
        (["study", "tokaido", "--bots", "nobody"], "unknown bot"),
        (["study", "tokaido_duo", "--players", "4"], "valid: 2"),
        (["hint", "missing.json"], "cannot read"),
    ],
)
def test_bad_input(
    capsys: Capsys, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, words: list[str], says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert says in refused(capsys, *words)
    assert list(tmp_path.iterdir()) == []
