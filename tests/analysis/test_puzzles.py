"""Puzzles: one move is clearly the best, and the position holds only what its seat saw."""

from __future__ import annotations

import itertools
from pathlib import Path
from random import Random

import pytest

import tabiji
from tabiji.analysis.kinds import KINDS
from tabiji.analysis.puzzles import Puzzle, Puzzles, read_puzzles, shipped_puzzles, write_puzzles
from tabiji.analysis.puzzles.make import GAP, find_puzzles, puzzles_of_match
from tabiji.analysis.rollouts import Judge
from tabiji.bots.network import shipped_network
from tabiji.cli.output import warm_up
from tabiji.core.game_spec import game_names, game_spec
from tabiji.core.match import Game

from tests.cli.test_commands import Capsys, refused, run

pytestmark = pytest.mark.compiled


def check(game: str, puzzle: Puzzle) -> None:
    """What holds for every puzzle."""
    match = puzzle.match(game)
    assert match.seat == puzzle.seat
    assert sorted(move.move for move in puzzle.moves) == sorted(match.legal)
    assert puzzle.played in match.legal
    assert puzzle.kind in KINDS[game]
    shares = [move.share for move in puzzle.moves]
    assert shares == sorted(shares, reverse=True)
    assert shares[0] - shares[1] == pytest.approx(puzzle.gap, abs=2e-4)
    assert puzzle.gap >= GAP
    assert puzzle.gap > puzzle.unsure
    assert {reason.seat for reason in puzzle.why} <= {puzzle.seat, puzzle.rival}


def test_puzzles_are_found(tmp_path: Path) -> None:
    found = next(puzzles for puzzles in itertools.islice(find_puzzles(game_spec("tsuro_seas"), 4), 9) if puzzles)
    for puzzle in found:
        check("tsuro_seas", puzzle)
        match = puzzle.match("tsuro_seas")
        again = match.determinize(puzzle.seat, 99)  # other hidden things: the seat sees the same
        assert again.view(puzzle.seat) == match.view(puzzle.seat)
    whole = Puzzles("tsuro_seas", {}, 1, found)
    for name in ("puzzles.json", "puzzles.json.xz"):
        write_puzzles(tmp_path / name, whole)
        assert read_puzzles(tmp_path / name) == whole


def test_puzzles_of_a_match_that_was_played() -> None:
    rng, match = Random(0), Game("tokaido", 2).new(0)
    while not match.over:
        match.play(rng.choice(list(match.legal)))
    found = puzzles_of_match(match, Judge(shipped_network(match.game.spec)))
    assert found
    for puzzle in found:
        check("tokaido", puzzle)
        assert puzzle.by == ""
        assert puzzle.played in match.moves


@pytest.mark.parametrize("game", game_names())
def test_puzzles_that_come_with_the_game(game: str) -> None:
    found = shipped_puzzles(game)
    assert found is not None
    assert len(found.puzzles) >= 200
    assert len({puzzle.id for puzzle in found.puzzles}) == len(found.puzzles)
    for puzzle in found.puzzles:
        check(game, puzzle)


def test_on_the_command_line(capsys: Capsys, tmp_path: Path) -> None:
    out = tmp_path / "puzzles.json.xz"
    warm_up(tabiji.game("tokaido"), "match", "network")
    assert "holds 1 puzzles" in run(capsys, "puzzles", "tsuro_seas", "--count", "1", "--out", str(out), "--seed", "4")
    before = read_puzzles(out)
    assert "holds 1 puzzles" in run(capsys, "puzzles", "tsuro_seas", "--count", "1", "--out", str(out))
    assert read_puzzles(out) == before  # nothing to add
    assert "of another game" in refused(capsys, "puzzles", "tokaido", "--out", str(out))
    assert "at least 1" in refused(capsys, "puzzles", "tokaido", "--count", "0", "--out", str(out))
    assert tabiji.game("tsuro_seas", players=before.puzzles[0].players).at(before.puzzles[0].record).seat is not None
