"""`tabiji arena`: bots against each other."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from tabiji.cli.output import bar, print_json, print_table, read_options, seat_bots, warm_up
from tabiji.cli.results import connected_to, open_results, play_arena
from tabiji.core.errors import OptionError
from tabiji.core.match import Game
from tabiji.lab.arena import Ladder
from tabiji.lab.report import report_html, write_report
from tabiji.lab.simulate import check_run


def arena(
    game: str,
    /,
    *,
    bots: str,
    players: int | None = None,
    games: int = 200,
    seed: int = 0,
    option: Annotated[list[str] | None, Parameter(negative=())] = None,
    board: str | None = None,
    out: Path | None = None,
    html: Path | None = None,
    cores: int | None = None,
    cluster: str | None = None,
    json: bool = False,
) -> None:
    """Let bots play against each other and measure their strength.

    Seats are rotated and every deal is played in each rotation, so that neither seats nor luck favour anybody.

    Parameters
    ----------
    game
        The game to play; see `tabiji games`.
    bots
        One bot for all seats, or one for each, separated by commas: random, greedy, search:2000 (simulations),
        search:500ms, or a level: novice, casual, skilled, strong, expert, master.
    players
        How many players; by default as many as bots are named, or four, or as few as the game allows.
    games
        How many games.
    seed
        The first deal's seed.
    option
        An option of the game as name=value; may be given several times.
    board
        The board to play on, for games that have several: a name (see `tabiji games`) or a board file.
    out
        Also write every game's result, as .parquet, .csv or .json (JSON lines).
    html
        Also write a report with plots.
    cores
        How many games to play at once; as many as there are cores by default.
    cluster
        Spread the games over a Ray cluster: auto, or its address as HOST:PORT. The games are the same; the results are
        then a folder of Parquet parts, named NAME.parquet.
    json
        Print one JSON document.
    """
    entered = seat_bots(game, bots, players)
    table = Game(game, len(entered), board, **read_options(option))
    check_run(games, seed, cores)
    if html is not None and html.suffix != ".html":
        raise OptionError(f"cannot write {html}: the name must end in .html")
    ladder = Ladder(entered)
    with connected_to(cluster), open_results(out, cluster) as results:
        if cluster is None:
            warm_up(table, "match", *(bot.kind for bot in entered))
        with bar("games") as progress:
            task = progress.add_task(f"{table.spec.title}: {bots}", total=games)
            for result in play_arena(table, entered, games, seed, results, cores, cluster):
                ladder.add(result)
                progress.advance(task)
    found = ladder.table()
    if html is not None:
        intro = f"{table!r}: {games:,} games, seats rotated, every deal in each rotation, seeds from {seed}."
        write_report(html, report_html(f"Arena: {table.spec.title}", intro, [("Strength", [found])]))
    if json:
        print_json({"game": table.spec.name, "players": table.players, "options": table.options, **found.as_json()})
        return
    print_table(found)
