"""Matches that stand at a wanted position: found with the engine, and played through the API instead of by presses."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from tabiji.core.match import Game, Match
from tabiji.server.randomness import Randomness

from tests.seeds import SEED
from tests.web.visitor import Visitor

Moves = list[tuple[int, str]]
_ATTEMPTS = 5000
_ENOUGH = 40  # attempts, once one has succeeded: a shorter way takes fewer requests


def begin(game: Game, host: str = "Hana", begun: int = 0) -> Match:
    """The match that `host` begins after so many others."""
    seed, _ = Randomness(SEED).shuffle(host, begun)
    return game.new(seed)


def moves_to(
    game: Game, wanted: Callable[[Match], bool], host: str = "Hana", begun: int = 0, liked: tuple[str, ...] = ()
) -> Moves:
    """Few moves that lead to a position in the match that `host` begins after so many others, each with its seat.

    Moves that begin with one of the words in `liked` are preferred.
    """
    shortest: Moves | None = None
    for attempt in range(_ATTEMPTS):
        if shortest is not None and attempt >= _ENOUGH:
            break
        rng, match = Random(attempt), begin(game, host, begun)
        moves: Moves = []
        while match.seat is not None and (shortest is None or len(moves) < len(shortest)):
            if wanted(match):
                shortest = moves
                break
            legal = list(match.legal)
            moves.append((match.seat, rng.choice([move for move in legal if move.startswith(liked)] or legal)))
            match.play(moves[-1][1])
    if shortest is not None:
        return shortest
    raise AssertionError(f"never seen in {_ATTEMPTS} matches")


def play(table: str, moves: Moves, people: Callable[[int], Visitor], first: int = 0) -> None:
    """Play these moves, from the beginning or a later one, each as the person at its seat."""
    for number, (seat, move) in enumerate(moves, first):
        sent: dict[str, Any] = {"id": f"m{number}", "number": number, "seat": seat, "move": move}
        people(seat).ask("POST", f"/tables/{table}/moves", sent)
