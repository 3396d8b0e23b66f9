"""`tabiji bench`: the speed of the engine on this machine."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from tabiji.cli.output import console, print_json, read_options, warm_up
from tabiji.core.match import Game
from tabiji.lab.bench import copying, random_play


def bench(
    game: str = "tokaido",
    /,
    *,
    players: int | None = None,
    board: str | None = None,
    option: Annotated[list[str] | None, Parameter(negative=())] = None,
    json: bool = False,
) -> None:
    """Measure the engine on this machine: random legal play on one core, and the record.

    `make bench` measures other engines in the same run.

    Parameters
    ----------
    game
        The game to measure.
    players
        How many players; by default four, or as few as the game allows.
    board
        The board to play on, for games that have several: a name (see `tabiji games`) or a board file.
    option
        An option of the game as name=value; may be given several times.
    json
        Print one JSON document.
    """
    table = Game(game, players, board, **read_options(option))
    warm_up(table, "bulk")
    figures = {**random_play(table), **copying(table)}
    if json:
        print_json({"game": table.spec.name, "players": table.players, **figures})
        return
    console.print(f"[bold]{table.spec.title}[/], {table.players} players, one core, random legal play")
    console.print(f"  {figures['decisions_per_second']:,.0f} decisions/s, {figures['games_per_second']:,.0f} games/s")
    console.print(f"  a record of {figures['record_bytes']} bytes, copied in {figures['copy_microseconds']:.2f} µs")
