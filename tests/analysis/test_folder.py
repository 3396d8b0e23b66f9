"""Many matches at once: nothing is analyzed twice, nothing is lost, and everybody has a line."""

from __future__ import annotations

from pathlib import Path

import pyarrow.parquet as pq
import pytest

import tabiji
from tabiji.analysis import folder as folders
from tabiji.analysis.folder import analyze_folder, read_analysis, target
from tabiji.core.match_record import write_file

from tests.cli.test_commands import Capsys, refused, run
from tests.games.settings import random_match

pytestmark = pytest.mark.compiled

SHALLOW = {"deals": 2, "horizon": 1, "more_deals": 0, "why_deals": 0, "close_deals": 0}
GAME = tabiji.game("tsuro_seas", players=2)


def save(folder: Path, count: int) -> list[Path]:
    files = [folder / f"match-{seed}.json" for seed in range(count)]
    for seed, path in enumerate(files):
        write_file(path, random_match(GAME, seed).record(["Anna [b]", "Béla"]))
    return files


def test_a_folder_is_continued(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files, out = save(tmp_path, 3), tmp_path / "out"
    steps = analyze_folder(tmp_path, out, None, SHALLOW, 1)
    assert next(steps) == (files[0], "")
    steps.close()  # stopped in the middle
    assert [path.name for path in out.iterdir()] == [target(files[0], out).name]
    first = target(files[0], out).read_bytes()
    analyzed = []
    one = folders.analyze_file
    monkeypatch.setattr(folders, "analyze_file", lambda path, *rest: analyzed.append(path) or one(path, *rest))
    (tmp_path / "broken.json").write_text("{}")
    told = dict(analyze_folder(tmp_path, out, None, SHALLOW, 1))
    assert analyzed == [tmp_path / "broken.json", *files[1:]]
    assert "not a match record" in told.pop(tmp_path / "broken.json")
    assert told == dict.fromkeys(files, "")
    assert target(files[0], out).read_bytes() == first
    assert not list(out.glob("*.part"))


def test_everybody_has_a_line(capsys: Capsys, tmp_path: Path) -> None:
    files, out = save(tmp_path, 2), tmp_path / "out"
    words = ["--out", str(out), "--deals", "2", "--horizon", "1", "--processes", "2"]
    told = run(capsys, "analyze", str(tmp_path), *words)
    assert "Anna [b]" in told
    assert "by kind of decision" in told
    found = [read_analysis(target(path, out)) for path in files]
    decisions, seats = pq.read_table(out / "decisions.parquet"), pq.read_table(out / "seats.parquet")
    assert decisions.num_rows == sum(len(one.decisions) for one in found)
    assert sum(decisions["cost"].to_pylist()) == pytest.approx(-sum(s.own for one in found for s in one.seats))
    assert seats["luck"].to_pylist() == [seat.luck for one in found for seat in one.seats]
    assert run(capsys, "analyze", str(tmp_path), *words) == told  # nothing is analyzed again, the sums are the same


def test_one_match_as_parquet(capsys: Capsys, tmp_path: Path) -> None:
    (file,) = save(tmp_path, 1)
    table = tmp_path / "decisions.parquet"
    run(capsys, "analyze", str(file), "--deals", "2", "--horizon", "1", "--parquet", str(table))
    assert pq.read_table(table)["played"].to_pylist() == random_match(GAME, 0).moves


def test_what_a_folder_cannot_do_is_explained(capsys: Capsys, tmp_path: Path) -> None:
    assert "there is no match record in" in refused(capsys, "analyze", str(tmp_path))
    (file,) = save(tmp_path, 1)
    assert "is a folder" in refused(capsys, "analyze", str(tmp_path), "--json", "x.json")
    assert "--out is for a folder" in refused(capsys, "analyze", str(file), "--out", str(tmp_path))
    assert "at least 1" in refused(capsys, "analyze", str(tmp_path), "--processes", "0")
