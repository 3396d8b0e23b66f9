"""What holds for every game: legality, undo, replay, notation, secrets, bounds, and equal bytes at every speed."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

import tabiji
from tabiji.core.game_spec import game_spec
from tabiji.core.match import Game
from tabiji.core.match_record import read_file

from tests.games.settings import random_match, small_tables, tables

TABLES = pytest.mark.parametrize("game", tables(), ids=repr)
SMALL = pytest.mark.parametrize("game", small_tables(), ids=repr)


@TABLES
def test_a_match_ends_in_time_and_replays_to_the_same_bytes(game: Game) -> None:
    for seed in range(3):
        match = random_match(game, seed)
        assert match.winners
        assert len(match.moves) <= game.spec.rules.longest(game.players)
        record = json.loads(json.dumps(match.record()))
        assert tabiji.replay(record).state.tobytes() == match.state.tobytes()


@TABLES
def test_undo_restores_the_bytes(game: Game) -> None:
    rng = random.Random(1)
    match = game.new(11)
    past = []
    while not match.over:
        past.append(match.state.tobytes())
        match.act(rng.choice(match.legal_actions()))
    while past:
        match.undo()
        assert match.state.tobytes() == past.pop()
    with pytest.raises(tabiji.IllegalMove, match="nothing to undo"):
        match.undo()


@SMALL
def test_every_legal_move_is_accepted_and_every_other_refused(game: Game) -> None:
    for seed in range(2):
        length = len(random_match(game, seed).moves)
        for decisions in range(0, length, 7):
            match = random_match(game, seed, decisions)
            legal = match.legal_actions()
            before = match.state.tobytes()
            assert legal
            assert len(set(legal)) == len(legal)
            for action in range(game.spec.state.ACTIONS):
                if action in legal:
                    match.act(action)
                    match.undo()
                else:
                    with pytest.raises(tabiji.IllegalMove):
                        match.act(action)
                assert match.state.tobytes() == before


@SMALL
def test_notation_round_trips(game: Game) -> None:
    moves = game.spec.moves
    match = game.new(5)
    rng = random.Random(5)
    while not match.over:
        legal = match.legal_actions()
        texts = list(match.legal)
        assert len(match.legal) == len(legal)
        assert len(set(texts)) == len(texts)
        for action, text in zip(legal, texts, strict=True):
            assert text == text.lower()
            assert moves.read(match.state, text) == action
            assert text in match.legal
        match.act(rng.choice(legal))


@SMALL
@pytest.mark.parametrize("text", ["", " ", "fly", "move", "move x", "7", "\x00", "take nobody", "ünïcödé", "a" * 5000])
def test_what_cannot_be_read_changes_nothing(game: Game, text: str) -> None:
    match = random_match(game, 2, 3)  # no game is over so soon
    before, moves = match.state.tobytes(), list(match.moves)
    with pytest.raises(tabiji.InvalidMove):
        match.play(text)
    assert (match.state.tobytes(), match.moves) == (before, moves)


@SMALL
def test_views_hold_nothing_hidden(game: Game) -> None:
    """Whatever a seat cannot know may be dealt anew: its view stays the same to the last byte.

    And what is dealt anew depends on what the seat knows and on the seed alone, never on the truth.
    """
    changed = 0
    for seed in range(4):
        length = len(random_match(game, seed).moves)
        for decisions in range(0, length, max(4, length // 40)):
            match = random_match(game, seed, decisions)
            for seat in (None, *range(game.players)):
                other = match.determinize(seat, 1000 + seed)
                assert json.dumps(match.view(seat)) == json.dumps(other.view(seat))
                assert match.events(seat) == other.events(seat)
                assert match.determinize(seat, 7).state.tobytes() == other.determinize(seat, 7).state.tobytes()
                changed += match.state.tobytes() != other.state.tobytes()
    assert changed > 0


@SMALL
def test_determinized_matches_can_be_played_on(game: Game) -> None:
    for seed in range(3):
        match = random_match(game, seed, 12 + 5 * seed)
        for seat in range(game.players):
            copy = match.determinize(seat, seed)
            rng = random.Random(seed)
            while not copy.over:
                copy.act(rng.choice(copy.legal_actions()))
            assert copy.winners


@SMALL
def test_views_of_other_seats_carry_no_legal_moves(game: Game) -> None:
    match = random_match(game, 4, 10)
    for seat in (None, *range(game.players)):
        view = match.view(seat)
        assert view["legal"] == (list(match.legal) if seat == match.seat else [])
        assert view["viewer"] == seat
    with pytest.raises(tabiji.OptionError, match="no seat"):
        match.view(game.players)


def test_interpreted_equals_compiled() -> None:
    """The same source, interpreted in another process, leads to the same bytes after every step of every game."""
    script = Path(__file__).parent / "digest_games.py"
    digests = []
    for jit in ("0", "1"):
        run = subprocess.run(
            [sys.executable, "-W", "error", str(script)],
            env={**os.environ, "TABIJI_JIT": jit, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.returncode == 0, run.stderr
        digests.append(run.stdout)
    assert digests[0] == digests[1]
    assert len(digests[0].splitlines()) == len(small_tables())


GOLDEN = {path.stem: read_file(path) for path in sorted((Path(__file__).parent.parent / "golden").glob("*.json"))}
PRESENT = {
    name: record for name, record in GOLDEN.items() if record["rules"] == game_spec(record["game"]).rules_version
}
EARLIER = {name: record for name, record in GOLDEN.items() if name not in PRESENT}


@pytest.mark.parametrize("name", PRESENT)
def test_golden_records_replay(name: str) -> None:
    """To the same record; options that came later have their defaults."""
    record = GOLDEN[name]
    match = tabiji.replay(record)
    assert match.over
    written = match.record(record["players"])
    added = {o.name: o.default for o in match.game.spec.options if o.name not in record["options"]}
    assert written["options"] == record["options"] | added
    whole = ("options", "checksum")
    assert {k: v for k, v in written.items() if k not in whole} == {k: v for k, v in record.items() if k not in whole}
    assert added or written["checksum"] == record["checksum"]


@pytest.mark.parametrize("name", EARLIER)
def test_golden_records_of_earlier_rules_name_the_release_that_verifies_them(name: str) -> None:
    record = GOLDEN[name]
    home = game_spec(record["game"])
    release = home.earlier[record["rules"] - 1]
    says = (
        f"the record was played by version {record['rules']} of the rules of {home.title}; "
        f"this program plays version {home.rules_version}: verify the record with Tabiji {release}"
    )
    with pytest.raises(tabiji.MatchRecordError, match=f"^{re.escape(says)}$"):
        tabiji.replay(record)
    damaged = {**record, "moves": record["moves"][:-1]}
    with pytest.raises(tabiji.MatchRecordError, match="checksum"):
        tabiji.replay(damaged)


@pytest.mark.parametrize("name", tabiji.games())
def test_a_release_is_named_for_every_earlier_version(name: str) -> None:
    assert len(game_spec(name).earlier) == game_spec(name).rules_version - 1
    assert tabiji.__version__ not in game_spec(name).earlier


def test_there_are_golden_records_of_every_game_and_player_count() -> None:
    held = {(record["game"], len(record["players"])) for record in PRESENT.values()}
    assert held == {(game.spec.name, game.players) for game in small_tables()}
