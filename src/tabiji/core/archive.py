"""Match records: JSON that replays to the same bytes forever.

A record holds the game, its rules version, options, board, players, seed, moves in notation and the result.
`commitment` is the hash of salt and seed: published when a match starts, it lets anybody check the shuffles when the
seed is opened.
`checksum` guards the file against truncation and edits.
"""

from __future__ import annotations

import hashlib
import json
from copy import deepcopy
from pathlib import Path
from typing import Any

from tabiji.core.errors import RecordError, TabijiError
from tabiji.core.match import Game, Match
from tabiji.core.options import check_options
from tabiji.core.room import Room, room, room_names

FORMAT = "tabiji-match/1"
_FIELDS: dict[str, type | tuple[type, ...]] = {
    "format": str,
    "game": str,
    "rules": int,
    "players": list,
    "options": dict,
    "board": (dict, type(None)),
    "seed": int,
    "salt": str,
    "commitment": str,
    "stack": dict,
    "moves": list,
    "result": (dict, type(None)),
    "checksum": str,
}


def commitment(seed: int, salt: str) -> str:
    """The hash that is published before a match; salt and seed are opened after it."""
    return hashlib.sha256(f"{salt}:{seed}".encode()).hexdigest()


def _checksum(record: dict[str, Any]) -> str:
    rest = {key: value for key, value in record.items() if key != "checksum"}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def write_record(match: Match, names: list[str] | None = None) -> dict[str, Any]:
    """The record of a match, finished or not."""
    record: dict[str, Any] = {
        "format": FORMAT,
        "game": match.game.room.name,
        "rules": match.game.room.rules_version,
        "players": names or [f"player {seat + 1}" for seat in range(match.game.players)],
        "options": dict(match.game.options),
        "board": deepcopy(match.game.board),
        "seed": match.seed,
        "salt": match.salt,
        "commitment": commitment(match.seed, match.salt),
        "stack": match.stack,
        "moves": list(match.moves),
        "result": {"scores": match.scores, "winners": match.winners} if match.over else None,
    }
    record["checksum"] = _checksum(record)
    return record


def _check_shape(record: Any) -> None:
    if not isinstance(record, dict):
        raise RecordError("not a match record: expected a JSON object")
    if record.get("format") != FORMAT:
        raise RecordError(
            f"not a match record of this format: expected format {FORMAT!r}, found {record.get('format')!r}"
        )
    for name, kind in _FIELDS.items():
        if name not in record:
            raise RecordError(f"the record has no field {name!r}: it is truncated or was edited")
        if not isinstance(record[name], kind) or isinstance(record[name], bool):
            raise RecordError(f"the record's field {name!r} is of the wrong kind: {record[name]!r}")
    extra = sorted(set(record) - set(_FIELDS))
    if extra:
        raise RecordError(f"the record has an unknown field {extra[0]!r}: it was edited")
    if not all(isinstance(move, str) for move in record["moves"]):
        raise RecordError("the record's moves must be text")
    if record["checksum"] != _checksum(record):
        raise RecordError("the record does not match its checksum: it was edited or damaged")
    if record["commitment"] != commitment(record["seed"], record["salt"]):
        raise RecordError("the seed does not match the commitment: these are not the shuffles that were promised")


def _check_rules(home: Room, version: int) -> None:
    """RecordError if a record is of other rules; it names the release that can verify it, if there is one."""
    if version == home.rules_version:
        return
    says = f"the record was played by version {version} of the rules of {home.title}; "
    says += f"this program plays version {home.rules_version}"
    if 1 <= version <= len(home.earlier):
        says += f": verify the record with Tabiji {home.earlier[version - 1]}"
    raise RecordError(says)


def game_of(record: Any) -> Game:
    """The game of a record; RecordError if the record is damaged or of other rules. Needs no rules compiled."""
    _check_shape(record)
    if record["game"] in room_names():
        _check_rules(room(record["game"]), record["rules"])
    try:
        check_options(room(record["game"]).options, record["options"])
        game = Game(record["game"], len(record["players"]), record["board"], **record["options"])
    except TabijiError as error:
        raise RecordError(f"the record cannot be set up: {error}") from error
    if game.room.boards and record["board"] is None:
        raise RecordError(f"the record does not say on which board of {game.room.title} it was played")
    return game


def open_record(record: Any) -> Match:
    """The match of a record, before its first move; RecordError if the record is damaged or of other rules."""
    game = game_of(record)
    try:
        match = game.new(record["seed"], record["stack"])
    except TabijiError as error:
        raise RecordError(f"the record cannot be set up: {error}") from error
    match.salt = record["salt"]
    return match


def replay(record: Any) -> Match:
    """Play a record again, move by move, and check its result."""
    match = open_record(record)
    for number, move in enumerate(record["moves"], 1):
        try:
            match.play(move)
        except TabijiError as error:
            raise RecordError(f"move {number} of {len(record['moves'])}: {error}") from error
    check_result(match, record)
    return match


def check_result(match: Match, record: dict[str, Any]) -> None:
    """RecordError if the record claims another result than its moves lead to."""
    result = {"scores": match.scores, "winners": match.winners} if match.over else None
    if record["result"] != result:
        raise RecordError(f"the record's result is {record['result']}, but its moves lead to {result}")


def read_file(path: str | Path) -> dict[str, Any]:
    """The JSON of a record file; RecordError says what is wrong with the file."""
    try:
        text = Path(path).read_text("utf-8")
    except OSError as error:
        raise RecordError(f"cannot read {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise RecordError(f"{path} is not a match record: it is not text") from error
    try:
        record = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"{path} is not a match record, or is truncated: {error}") from error
    if not isinstance(record, dict):
        raise RecordError(f"{path} is not a match record: expected a JSON object")
    return record


def write_file(path: str | Path, record: dict[str, Any]) -> None:
    """Write a record file."""
    try:
        Path(path).write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", "utf-8")
    except OSError as error:
        raise RecordError(f"cannot write {path}: {error.strerror}") from error
