"""The analysis of a match: sums that add up, blunders that are found, and nothing that a seat could not know."""

from __future__ import annotations

import json
import re
from functools import cache
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

import tabiji
from tabiji.analysis import Analysis, Decision, Part, Reason, analyze, analyze_in_parts
from tabiji.analysis.kinds import KINDS
from tabiji.analysis.model import grade_of
from tabiji.analysis.reasons import SOURCES, Doubt, measured
from tabiji.analysis.report import analysis_report, costliest_table
from tabiji.analysis.rollouts import Judge, Trial
from tabiji.analysis.verdicts import Depth, judge_decisions, question
from tabiji.analysis.words import because
from tabiji.bots.network import shipped_network
from tabiji.bots.protocol import Budget, choose_move
from tabiji.bots.registry import bot_spec
from tabiji.cli.output import warm_up
from tabiji.core.match import Game, Match
from tabiji.core.match_record import write_file
from tabiji.games.tokaido.state import FROM_ACHIEVEMENTS as ACHIEVED_POINTS
from tabiji.lab.report import table_html

from tests.bots.test_network import write_random_network
from tests.cli.test_commands import Capsys, refused, run
from tests.games.settings import random_match
from tests.seeds import SEED, SOAK

pytestmark = pytest.mark.compiled

SHALLOW = Depth(deals=2, horizon=1, more_deals=0, why_deals=0, close_deals=0)
GAMES = [
    tabiji.game("tokaido", players=4, gastronomy=True),
    tabiji.game("tokaido_duo"),
    tabiji.game("tsuro_seas", players=3),
]
SUMMED = 250 if SOAK else 3  # matches of each game whose sums are checked
TABLES = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.spec.name)


@cache
def random_analysis(game: str) -> tuple[Match, list[Part], Analysis]:
    """A match of random moves, and what was found of it in parts and as a whole."""
    match = random_match(next(one for one in GAMES if one.spec.name == game), 7)
    *parts, whole = analyze_in_parts(match.record(), depth=Depth(2, 1, 0, 2, 0))
    assert isinstance(whole, Analysis)
    return match, [part for part in parts if isinstance(part, Part)], whole


@cache
def masters_and_a_blunder() -> tuple[dict[str, Any], int]:
    """A match of Tokaido between masters, in which one move is the worst of all; the number of that decision."""
    match, bot = tabiji.game("tokaido", players=2).new(11), bot_spec("master").make()
    judge = Judge(shipped_network(match.game.spec))
    planted = 0
    while not match.over:
        move = choose_move(bot, match, Budget())
        if not planted and len(match.moves) >= 20 and len(match.legal) >= 4:
            verdict = judge_decisions([question(match, match.read(move), 0)], judge, Depth(16, 12, 0, 0, 0))[0]
            worth = verdict.means[:, verdict.seat]
            if worth.max() - worth.min() > 0.2:
                move, planted = list(match.legal)[int(np.argmin(worth))], len(match.moves) + 1
        match.play(move)
    return match.record(["Anna [b]", "<Béla> $x$"]), planted


@cache
def analyzed() -> Analysis:
    return analyze(masters_and_a_blunder()[0])


@TABLES
def test_luck_and_skill_add_up_to_the_result(game: Game) -> None:
    for seed in range(SEED - 1, SEED - 1 + SUMMED):
        found = analyze(random_match(game, seed).record(), depth=SHALLOW)
        skill = np.array([one.skill for one in found.decisions])
        luck = np.array([one.luck for one in found.decisions])
        total = np.array(found.start) + found.deal + skill.sum(axis=0) + luck.sum(axis=0)
        assert total.tolist() == pytest.approx(found.result, abs=1e-12)
        assert sum(found.result) == pytest.approx(1)
        assert np.abs(skill.sum(axis=1)).max() < 1e-6  # what a seat loses, the others win
        assert np.abs(luck.sum(axis=1)).max() < 1e-6
        moments = np.array(found.curve[:-1]) + skill + luck
        assert moments == pytest.approx(np.array(found.curve[1:]))
        for seat, one in enumerate(found.seats):
            assert one.result == pytest.approx(found.start[seat] + one.luck + one.own + one.others, abs=1e-12)
            assert one.adjusted == pytest.approx(one.result - one.luck)
            assert one.own <= 0
            assert sum(one.grades.values()) == one.decisions
            assert sum(kind.decisions for kind in one.kinds.values()) == one.decisions
            assert sum(kind.cost for kind in one.kinds.values()) == pytest.approx(-one.own)


@TABLES
def test_decisions_are_those_of_the_match(game: Game) -> None:
    match, _, found = random_analysis(game.spec.name)
    assert [one.played for one in found.decisions] == match.moves
    again = game.new(7)
    for one in found.decisions:
        moves = list(again.legal)
        assert one.seat == again.seat
        assert (one.grade is None) == (len(moves) == 1)  # forced moves are not graded
        assert one.cost == pytest.approx(-one.skill[one.seat], abs=1e-12)
        assert one.cost >= 0
        assert one.kind in KINDS[game.spec.name]
        if one.grade is not None:
            assert sorted(candidate.move for candidate in one.candidates) == sorted(moves)
            assert one.best == one.candidates[0].move
            assert one.grade == grade_of(one.cost)
            assert (one.grade == "best") == (one.best == one.played)
            assert all(candidate.shares[one.seat] <= one.candidates[0].shares[one.seat] for candidate in one.candidates)
        again.play(one.played)


@TABLES
def test_parts_come_as_they_are_judged(game: Game) -> None:
    _, parts, whole = random_analysis(game.spec.name)
    assert len(parts) > 1
    assert 0 < len(parts[0].decisions) <= 2  # something is told soon
    assert [one for part in parts for one in part.decisions] == whole.decisions
    assert [point for part in parts for point in part.curve] == whole.curve[:-1]
    assert {part.total for part in parts} == {len(whole.decisions)}


def test_what_needs_no_reason_is_told_before_reasons_are_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    module = import_module("tabiji.analysis.analyze")
    real, asked = module._judge_some, []

    def judge_some(played: Any, decisions: list[Decision], *how: Any) -> Any:
        return real(played, decisions, *how)[0], [Doubt(None, 0, 0, decisions[1].number, 0, 1)]

    def reasons(doubts: list[Doubt], *how: Any) -> list[list[Reason]]:
        asked.append(doubts[0].seed)
        return [[] for _ in doubts]

    monkeypatch.setattr(module, "_judge_some", judge_some)
    monkeypatch.setattr(module, "reasons", reasons)
    parts = analyze_in_parts(random_match(tabiji.game("tsuro_seas", players=3), 3).record(), depth=SHALLOW)
    first = next(parts)
    assert isinstance(first, Part)
    assert ([one.number for one in first.decisions], len(first.curve), asked) == ([1], 1, [])
    second = next(parts)
    assert isinstance(second, Part)
    assert ([one.number for one in second.decisions], asked) == ([2], [2])


@TABLES
def test_reasons_are_differences_at_the_end(game: Game) -> None:
    _, _, found = random_analysis(game.spec.name)
    told = [one for one in found.decisions if one.why]
    assert told
    for one in told:
        assert one.grade in ("inaccuracy", "mistake", "blunder")
        assert one.rival not in (None, one.seat)
        for reason in one.why:
            assert reason.seat in (one.seat, one.rival)
            assert SOURCES[found.game][reason.source] == reason.unit
            assert reason.best != reason.played


def test_sources_of_points_are_those_of_the_result() -> None:
    for game in GAMES[:2]:
        match = random_match(game, 4)
        facts = measured(game.spec.name, match.state, np.array([match.state]))
        assert facts["points"][0, : game.players].tolist() == match.scores
        parts = [name for name, unit in SOURCES[game.spec.name].items() if unit == "points"]
        parts = [name for name in parts if name not in ("points", "temple", "garden")]
        total = sum(facts[name][0].astype(int) for name in parts)
        if game.spec.name == "tokaido":
            total = total + match.state["earned"][:, ACHIEVED_POINTS]
        assert total[: game.players].tolist() == match.scores


def test_reasons_are_told_in_words() -> None:
    found, (_, planted) = analyzed(), masters_and_a_blunder()
    decision = found.decisions[planted - 1]
    words = because(decision, ["Anna", "Béla"])
    assert words.startswith(f"With {decision.best}: ")
    assert "Anna" in words or "Béla" in words
    assert because(found.decisions[0], []) == ""  # nothing to explain
    reason = Reason(1, "achievement_bather", "chance", 0.9, 0.2, 0.1)
    told = Decision(3, 0, "move 3", "move 2", why=[reason, Reason(0, "panorama_sea", "points", 9.5, 5.25, 1.0)])
    assert because(told, ["Anna", "Béla"]) == (
        "With move 2: Béla has the achievement bather in 90 % instead of 20 %; Anna gets 4.2 points more from the sea "
        "panorama."
    )


def test_a_summary_names_the_moments_of_a_seat() -> None:
    found, (_, planted) = analyzed(), masters_and_a_blunder()
    seat = found.decisions[planted - 1].seat
    one = found.seats[seat]
    assert one.costliest == planted
    assert one.best_move is not None
    assert found.decisions[one.best_move - 1].cost == 0
    assert one.luckiest != one.unluckiest
    points = {(point.number, point.cause) for point in found.turning_points}
    assert (planted, "decision") in points
    sizes = [max(map(abs, point.change)) for point in found.turning_points]
    assert sizes == sorted(sizes, reverse=True)


@TABLES
def test_hidden_things_change_no_verdict(game: Game) -> None:
    judge, deeper = Judge(shipped_network(game.spec)), Depth(2, 2, 2, 0, 4)
    differed = set()
    for seed in range(3):
        for decisions in (4, 9, 14):
            match = random_match(game, seed, decisions)
            if match.over:
                continue
            assert match.seat is not None
            other = match.determinize(match.seat, 99)
            differed.add(match.state.tobytes() != other.state.tobytes())
            action = match.legal_actions()[-1]
            one, same = (judge_decisions([question(m, action, 5)], judge, deeper)[0] for m in (match, other))
            assert (one.means == same.means).all()
            assert one.best == same.best
    assert True in differed


def test_two_moves_that_are_close_are_played_on_further(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is told apart at once needs no more; of what is not, only the further look counts."""
    module = import_module("tabiji.analysis.verdicts")
    match = random_match(GAMES[1], 1, 6)
    judge, depth = Judge(shipped_network(match.game.spec)), Depth()
    asked = question(match, match.legal_actions()[0], 5)
    assert asked.played == 0
    other = len(asked.actions) - 1
    assert other > 0
    looked: list[int] = []

    def shares(lead: float, lead_further: float) -> Any:
        def move_shares(trials: list[Trial], judge: Judge, deals: int, horizon: int) -> list[Any]:
            looked.append(horizon)
            found = np.full((deals, len(trials[0].actions), 2), 0.2)
            own = found[:, :, asked.seat]
            own[:, trials[0].actions.index(asked.actions[0])] = 0.5
            if asked.actions[other] in trials[0].actions:
                gain = lead if horizon == depth.horizon else lead_further
                noise = 0.05 * (-1.0) ** np.arange(deals)
                own[:, trials[0].actions.index(asked.actions[other])] = 0.5 + gain + noise
            found[:, :, 1 - asked.seat] = 1 - own
            return [found]

        return move_shares

    for lead, lead_further, cost in ((0.2, 0.0, 0.2), (-0.2, 0.2, 0.0), (0.005, 0.1, 0.1), (-0.005, 0.1, 0.1)):
        looked.clear()
        monkeypatch.setattr(module, "move_shares", shares(lead, lead_further))
        verdict = judge_decisions([asked], judge, depth)[0]
        assert verdict.gap == pytest.approx(cost)
        assert verdict.best == (other if cost else 0)
        assert (verdict.unsure > 0) == (cost > 0)
        assert (depth.plays_further in looked) == (abs(lead) < 0.1)
    for lead_further in (0.0, -0.1):
        monkeypatch.setattr(module, "move_shares", shares(0.005, lead_further))
        verdict = judge_decisions([asked], judge, depth)[0]
        assert (verdict.gap, verdict.best) == (0, 0)  # not clear, or worse: the move played is the best


@TABLES
def test_a_verdict_does_not_depend_on_what_is_judged_with_it(game: Game) -> None:
    judge, depth = Judge(shipped_network(game.spec)), Depth(2, 2, 2, 0, 6)
    matches = [random_match(game, seed, decisions) for seed in range(2) for decisions in range(6, 18)]
    asked = [question(one, one.legal_actions()[-1], len(one.moves)) for one in matches if not one.over]
    together = judge_decisions(asked, judge, depth)
    for one, verdict in zip(asked, together, strict=True):
        alone = judge_decisions([one], judge, depth)[0]
        assert (alone.best, alone.gap, alone.unsure) == (verdict.best, verdict.gap, verdict.unsure)
        assert (alone.means == verdict.means).all()


def test_a_planted_blunder_is_found() -> None:
    _, planted = masters_and_a_blunder()
    found = analyzed()
    decision = found.decisions[planted - 1]
    assert decision.grade == "blunder"
    assert decision.best != decision.played
    others = [one.cost for one in found.decisions if one is not decision]
    assert sum(others) / len(others) < 0.02  # masters give little away
    assert f"<td>{decision.number}</td>" in table_html(costliest_table(found))


def test_the_same_match_gives_the_same_analysis(tmp_path: Path) -> None:
    record = random_match(GAMES[2], 3).record()
    assert analyze(record, depth=SHALLOW) == analyze(record, depth=SHALLOW)
    path = write_random_network(tmp_path / "other.npz", "tsuro_seas")
    other = analyze(record, path, SHALLOW)
    assert other.network["file"] == "other.npz"
    assert other.network["sha256"] != analyze(record, depth=SHALLOW).network["sha256"]
    with pytest.raises(tabiji.OptionError, match="is a network for Tsuro of the Seas, and the match is of Tokaido Duo"):
        analyze(random_match(GAMES[1], 3).record(), path, SHALLOW)


class _Tags(HTMLParser):
    """Checks that every element is closed, and gathers what a page refers to."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.references: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "br", "hr"):
            self.open.append(tag)
        assert tag not in ("script", "link", "iframe", "img")
        self.references += [value or "" for name, value in attrs if name in ("src", "href", "xlink:href")]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.references += [value or "" for name, value in attrs if name in ("src", "href", "xlink:href")]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_is_whole_and_needs_nothing_else() -> None:
    page = analysis_report(analyzed())
    tags = _Tags()
    tags.feed(page)
    tags.close()
    assert tags.open == []
    assert all(reference.startswith("#") for reference in tags.references)
    assert not re.search(r"url\(['\"]?(?!#)|@import", page)
    assert "&lt;Béla&gt; $x$" in page
    assert "<Béla>" not in page
    assert analyzed().network["sha256"][:12] in page


def _saved(path: Path, record: dict[str, Any]) -> str:
    write_file(path, record)
    return str(path)


def test_on_the_command_line(capsys: Capsys, tmp_path: Path) -> None:
    record = random_match(GAMES[2], 1).record(["Anna [b]", "Béla", "<Вера> $x$"])
    file = _saved(tmp_path / "match.json", record)
    told, page = tmp_path / "told.json", tmp_path / "page.html"
    words = ["--deals", "2", "--horizon", "1", "--json", str(told), "--html", str(page)]
    out = run(capsys, "analyze", file, *words)
    assert "Anna [b]" in out
    assert "the costliest decisions" in out
    found = analyze(record, depth=Depth(2, 1, 8, 8, 12, 1))
    assert msgspec.json.decode(told.read_bytes(), type=Analysis) == found
    assert json.loads(told.read_bytes())["format"] == "tabiji-analysis/1"
    assert page.read_text("utf-8") == analysis_report(found)


def test_what_cannot_be_analyzed_is_explained(capsys: Capsys, tmp_path: Path) -> None:
    for game in GAMES[1:]:
        warm_up(game, "match", "network")  # or it would be told that this happens
    capsys.readouterr()
    assert "cannot read" in refused(capsys, "analyze", str(tmp_path / "missing.json"))
    unfinished = _saved(tmp_path / "unfinished.json", random_match(GAMES[1], 1, 5).record())
    assert "the match is not finished" in refused(capsys, "analyze", unfinished)
    finished = _saved(tmp_path / "finished.json", random_match(GAMES[2], 1).record())
    assert "at least 2 deals" in refused(capsys, "analyze", finished, "--deals", "1")
    assert "there is no network" in refused(capsys, "analyze", finished, "--network", str(tmp_path / "none.npz"))
