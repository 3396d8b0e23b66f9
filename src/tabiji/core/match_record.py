"""Match records: JSON that replays to the same bytes forever.

A record holds the game, its rules version, options, board, players, seed, moves in notation and the result.
`commitment` is the hash of salt and seed: it is published when a match starts, so that anybody can verify the shuffles
when the seed is revealed. In the second format it is the hash of the salt alone, and the seed follows from the salt and
the `parts` of the seats: see `core.fair_shuffle`. `checksum` detects truncation and edits.
"""

from __future__ import annotations

import hashlib
import json
from copy import deepcopy
from pathlib import Path
from typing import Any

from tabiji.core import fair_shuffle
from tabiji.core.errors import MatchRecordError, TabijiError
from tabiji.core.game_spec import GameSpec, game_names, game_spec
from tabiji.core.match import Game, Match
from tabiji.core.options import check_options

FORMAT = "tabiji-match/1"
FORMAT_WITH_PARTS = "tabiji-match/2"
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


_FORMATS = {FORMAT: _FIELDS, FORMAT_WITH_PARTS: _FIELDS | {"parts": list}}


def commitment(seed: int, salt: str) -> str:
    """The hash that is published before a match; salt and seed are revealed after it."""
    return hashlib.sha256(f"{salt}:{seed}".encode()).hexdigest()


def _checksum(match_record: dict[str, Any]) -> str:
    rest = {key: value for key, value in match_record.items() if key != "checksum"}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def write_match_record(match: Match, names: list[str] | None = None) -> dict[str, Any]:
    """The record of a match, finished or not."""
    match_record: dict[str, Any] = {
        "format": FORMAT,
        "game": match.game.spec.name,
        "rules": match.game.spec.rules_version,
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
    if match.parts is not None:
        commit = fair_shuffle.commitment(match.salt)
        match_record |= {"format": FORMAT_WITH_PARTS, "commitment": commit, "parts": match.parts}
    match_record["checksum"] = _checksum(match_record)
    return match_record


def _check_shape(match_record: Any) -> None:
    if not isinstance(match_record, dict):
        raise MatchRecordError("not a match record: expected a JSON object")
    found = match_record.get("format")
    fields = _FORMATS.get(found) if isinstance(found, str) else None
    if fields is None:
        raise MatchRecordError(f"not a match record of this format: expected format {FORMAT!r}, found {found!r}")
    for name, kind in fields.items():
        if name not in match_record:
            raise MatchRecordError(f"the record has no field {name!r}: it is truncated or was edited")
        if not isinstance(match_record[name], kind) or isinstance(match_record[name], bool):
            raise MatchRecordError(f"the record's field {name!r} is of the wrong kind: {match_record[name]!r}")
    extra = sorted(set(match_record) - set(fields))
    if extra:
        raise MatchRecordError(f"the record has an unknown field {extra[0]!r}: it was edited")
    if not all(isinstance(move, str) for move in match_record["moves"]):
        raise MatchRecordError("the record's moves must be text")
    if match_record["checksum"] != _checksum(match_record):
        raise MatchRecordError("the record does not match its checksum: it was edited or damaged")
    _check_shuffle(match_record)


def _check_shuffle(match_record: dict[str, Any]) -> None:
    """MatchRecordError if the seed is not the promised one."""
    seed, salt, parts = match_record["seed"], match_record["salt"], match_record.get("parts")
    if parts is None:
        if match_record["commitment"] != commitment(seed, salt):
            raise MatchRecordError(
                "the seed does not match the commitment: these are not the shuffles that were promised"
            )
        return
    if len(parts) != len(match_record["players"]) or not all(part is None or isinstance(part, str) for part in parts):
        raise MatchRecordError(f"the record's parts must be one text or null for each player, not {parts!r}")
    if match_record["commitment"] != fair_shuffle.commitment(salt):
        raise MatchRecordError("the salt does not match the commitment: this is not the secret that was promised")
    if seed != fair_shuffle.seed(salt, parts):
        raise MatchRecordError("the seed does not follow from the salt and the parts of the seats")


def _check_rules(spec: GameSpec, version: int) -> None:
    """MatchRecordError if a record is of other rules; it names the release that can verify it, if there is one."""
    if version == spec.rules_version:
        return
    message = f"the record was played by version {version} of the rules of {spec.title}; "
    message += f"this program plays version {spec.rules_version}"
    if 1 <= version <= len(spec.earlier):
        message += f": verify the record with Tabiji {spec.earlier[version - 1]}"
    raise MatchRecordError(message)


def game_of(match_record: Any) -> Game:
    """The game of a record; MatchRecordError if the record is damaged or of other rules. Needs no rules compiled."""
    _check_shape(match_record)
    if match_record["game"] in game_names():
        _check_rules(game_spec(match_record["game"]), match_record["rules"])
    try:
        check_options(game_spec(match_record["game"]).options, match_record["options"])
        game = Game(
            match_record["game"], len(match_record["players"]), match_record["board"], **match_record["options"]
        )
    except TabijiError as error:
        raise MatchRecordError(f"the record cannot be set up: {error}") from error
    if game.spec.boards and match_record["board"] is None:
        raise MatchRecordError(f"the record does not say on which board of {game.spec.title} it was played")
    return game


def open_match_record(match_record: Any) -> Match:
    """The match of a record, before its first move; MatchRecordError if it is damaged or of other rules."""
    game = game_of(match_record)
    try:
        match = game.new(match_record["seed"], match_record["stack"])
    except TabijiError as error:
        raise MatchRecordError(f"the record cannot be set up: {error}") from error
    match.salt = match_record["salt"]
    match.parts = match_record.get("parts")
    return match


def replay(match_record: Any) -> Match:
    """Play a record again, move by move, and check its result."""
    match = open_match_record(match_record)
    for number, move in enumerate(match_record["moves"], 1):
        try:
            match.play(move)
        except TabijiError as error:
            raise MatchRecordError(f"move {number} of {len(match_record['moves'])}: {error}") from error
    check_result(match, match_record)
    return match


def check_result(match: Match, match_record: dict[str, Any]) -> None:
    """MatchRecordError if the record claims another result than its moves lead to."""
    result = {"scores": match.scores, "winners": match.winners} if match.over else None
    if match_record["result"] != result:
        raise MatchRecordError(f"the record's result is {match_record['result']}, but its moves lead to {result}")


def read_file(path: str | Path) -> dict[str, Any]:
    """The JSON of a record file; MatchRecordError says what is wrong with the file."""
    try:
        text = Path(path).read_text("utf-8")
    except OSError as error:
        raise MatchRecordError(f"cannot read {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise MatchRecordError(f"{path} is not a match record: it is not text") from error
    try:
        match_record = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise MatchRecordError(f"{path} is not a match record, or is truncated: {error}") from error
    if not isinstance(match_record, dict):
        raise MatchRecordError(f"{path} is not a match record: expected a JSON object")
    return match_record


def write_file(path: str | Path, match_record: dict[str, Any]) -> None:
    """Write a record file."""
    try:
        Path(path).write_text(json.dumps(match_record, indent=1, ensure_ascii=False) + "\n", "utf-8")
    except OSError as error:
        raise MatchRecordError(f"cannot write {path}: {error.strerror}") from error
