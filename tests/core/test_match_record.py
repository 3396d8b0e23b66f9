"""Match records: whole, edited, truncated, of other rules."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tabiji
from tabiji.core import fair_shuffle
from tabiji.core.errors import MatchRecordError
from tabiji.core.match_record import _checksum, commitment, read_file, write_file

from tests.games.settings import random_match
from tests.seeds import examples

RECORD = random_match(tabiji.game("tokaido", players=3), 5).record(["Anna", "Béla", "Вера"])


def edited(sign: bool = True, **fields: Any) -> dict[str, Any]:
    """The record with changed fields; `sign` gives it a right checksum again."""
    record = {**copy.deepcopy(RECORD), **fields}
    if sign:
        record["checksum"] = _checksum(record)
    return record


def test_a_record_replays() -> None:
    match = tabiji.replay(RECORD)
    assert match.record(RECORD["players"]) == RECORD


def with_parts(sign: bool = True, **fields: Any) -> dict[str, Any]:
    """The record of a match whose seed follows from a secret and the parts of the seats, with changed fields."""
    parts = ["a" * 64, None, "b" * 64]
    match = random_match(tabiji.game("tokaido", players=3), fair_shuffle.seed("secret", parts), 20)
    match.salt, match.parts = "secret", parts
    record = match.record() | fields
    if sign:
        record["checksum"] = _checksum(record)
    return record


def test_a_record_with_parts_replays() -> None:
    record = with_parts()
    assert record["format"] == "tabiji-match/2"
    assert record["commitment"] == fair_shuffle.commitment("secret")
    assert tabiji.replay(record).record() == record


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"parts": ["a" * 64, None, "c" * 64]}, "does not follow"),
        ({"parts": ["a" * 64, None]}, "one text or null"),
        ({"parts": ["a" * 64, None, 7]}, "one text or null"),
        ({"salt": "another"}, "not the secret that was promised"),
        ({"seed": 5}, "does not follow"),
        ({"format": "tabiji-match/1"}, "unknown field 'parts'"),
    ],
)
def test_a_shuffle_that_was_chosen_is_found_out(fields: dict[str, Any], says: str) -> None:
    with pytest.raises(MatchRecordError, match=says):
        tabiji.replay(with_parts(**fields))


def test_an_unfinished_match_replays() -> None:
    match = random_match(tabiji.game("tokaido", players=3), 5, 20)
    record = match.record()
    assert record["result"] is None
    assert tabiji.replay(record).state.tobytes() == match.state.tobytes()


@pytest.mark.parametrize(
    ("record", "says"),
    [
        ([], "JSON object"),
        ({}, "format"),
        (edited(format="tabiji-match/9"), "tabiji-match/9"),
        (edited(sign=False, players=["Eve", "Béla", "Вера"]), "checksum"),
        (edited(rules=99), "version 99"),
        (edited(game="chess"), "unknown game"),
        (edited(players=["a"]), "2 to 5"),
        (edited(options={"gastronomi": True}), "unknown option"),
        (edited(seed=6), "commitment"),
        (edited(seed=-1, commitment=commitment(-1, "")), "from 0 to"),
        (edited(seed="5"), "wrong kind"),
        (edited(seed=True), "wrong kind"),
        (edited(moves=RECORD["moves"][:-3]), "result"),
        (edited(moves=["fly", *RECORD["moves"][1:]]), "move 1 of"),
        (edited(moves=[RECORD["moves"][0]] * 3), "move 2 of"),
        (edited(moves=[1, 2]), "must be text"),
        (edited(result={"scores": [1, 2, 3], "winners": [0]}), "result"),
        (edited(stack={"souvenirs": 3}), "cannot be set up"),
        (edited(extra=1), "unknown field 'extra'"),
        ({key: value for key, value in RECORD.items() if key != "seed"}, "no field 'seed'"),
    ],
)
def test_damaged_records_are_explained(record: Any, says: str) -> None:
    with pytest.raises(tabiji.MatchRecordError, match=says) as error:
        tabiji.replay(record)
    assert "\n" not in str(error.value)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@pytest.mark.compiled
@settings(max_examples=examples(150))
@given(field=st.sampled_from(sorted(RECORD)), value=JSON)
def test_any_edit_is_a_record_error_or_the_same_match(field: str, value: Any) -> None:
    """However a field is changed, with a forged checksum even, there is no other exception."""
    record = edited(sign=field != "checksum", **{field: value})
    try:
        match = tabiji.replay(record)
    except tabiji.MatchRecordError:
        return
    assert match.moves == record["moves"]


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    write_file(path, RECORD)
    assert read_file(path) == RECORD
    whole = path.read_text("utf-8")
    for cut in (0, 1, 50, len(whole) // 2, len(whole) - 3):
        path.write_text(whole[:cut], "utf-8")
        with pytest.raises(tabiji.MatchRecordError):
            read_file(path)
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(tabiji.MatchRecordError, match="not text"):
        read_file(path)
    path.write_text(json.dumps([1]))
    with pytest.raises(tabiji.MatchRecordError, match="JSON object"):
        read_file(path)
    with pytest.raises(tabiji.MatchRecordError, match="cannot read"):
        read_file(tmp_path / "missing.json")
    with pytest.raises(tabiji.MatchRecordError, match="cannot write"):
        write_file(tmp_path / "no" / "folder.json", RECORD)
