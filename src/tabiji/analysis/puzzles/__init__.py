"""Puzzles: positions in which one move is clearly the best. Some of each game come with Tabiji.

A puzzle holds the position as its seat could know it: what was hidden from the seat is dealt anew, so the file holds
nothing of it, nor of the seed of the match. `GAME.json.xz` beside this file is made by `tabiji puzzles`.
"""

from __future__ import annotations

import lzma
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from tabiji.analysis.model import Reason
from tabiji.core.errors import OptionError
from tabiji.core.match import Game, Match

FORMAT = "tabiji-puzzles/1"
_FOLDER = Path(__file__).parent


class PuzzleMove(msgspec.Struct):
    """A legal move of a puzzle."""

    move: str
    share: float  # of the victory, expected by the deciding seat


class Puzzle(msgspec.Struct):
    """A position, and its best move."""

    id: str
    players: int
    options: dict[str, Any]
    seat: int
    kind: str  # of the decision: `analysis.kinds.KINDS`
    record: bytes  # as the seat could know it
    moves: list[PuzzleMove]  # the best first; those after the second were tried less
    gap: float  # share of the victory by which the best is better than the next
    unsure: float  # half-width of its 95 % interval
    rival: int
    why: list[Reason]  # best: the best move; played: the next one
    played: str  # what was played in the match
    by: str  # the bot that played it; empty: a match of people

    def match(self, game: str) -> Match:
        """The position, without history."""
        return Game(game, self.players, **self.options).at(self.record)


class Puzzles(msgspec.Struct):
    """The puzzles of a game."""

    game: str
    network: dict[str, Any]  # which one judged
    rules: int  # the version of the rules
    puzzles: list[Puzzle]
    version: str = ""  # of Tabiji
    format: str = FORMAT


def write_puzzles(path: Path, puzzles: Puzzles) -> None:
    """Write a file of puzzles, complete or not at all; compressed if its name ends in .xz."""
    data = msgspec.json.encode(puzzles)
    part = path.with_name(path.name + ".part")
    try:
        part.write_bytes(lzma.compress(data, preset=9) if path.suffix == ".xz" else data)
        part.replace(path)
    except OSError as error:
        raise OptionError(f"cannot write {path}: {error.strerror}") from error


_DECODER = msgspec.json.Decoder(Puzzles)  # made here, so that threads never work the type out at the same time


def read_puzzles(path: Path) -> Puzzles:
    """The puzzles of a file; OptionError if it is none."""
    try:
        data = path.read_bytes()
        return _DECODER.decode(lzma.decompress(data) if path.suffix == ".xz" else data)
    except (OSError, lzma.LZMAError, msgspec.MsgspecError) as error:
        raise OptionError(f"{path} is no file of puzzles: {error}") from error


@cache
def shipped_puzzles(game: str) -> Puzzles | None:
    """The puzzles of a game that come with Tabiji; None if there are none, or they are of other rules."""
    from tabiji.core.game_spec import game_spec

    path = _FOLDER / f"{game}.json.xz"
    found = read_puzzles(path) if path.exists() else None
    return found if found is not None and found.rules == game_spec(game).rules_version else None
