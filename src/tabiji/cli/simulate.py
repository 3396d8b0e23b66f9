"""`tabiji simulate`: very many games at once."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from tabiji.bots.registry import bot_spec
from tabiji.cli.output import bar, console, err_console, print_json, print_table, read_options, seat_bots, warm_up
from tabiji.cli.results import connected_to, open_results, play_batches
from tabiji.core.match import Game
from tabiji.core.statistics import Summary
from tabiji.lab.simulate import check_run, seats_of


def simulate(
    game: str,
    /,
    *,
    players: int | None = None,
    games: int = 10_000,
    bots: str = "random",
    seed: int = 0,
    board: str | None = None,
    option: Annotated[list[str] | None, Parameter(negative=())] = None,
    out: Path | None = None,
    cores: int | None = None,
    cluster: str | None = None,
    json: bool = False,
) -> None:
    """Play very many games on all cores and sum them up.

    Game number i uses seed S + i, whatever the number of cores: to continue a run, start again from the seed it names.

    Parameters
    ----------
    game
        The game to play; see `tabiji games`.
    players
        How many players; by default as many as bots are named, or four, or as few as the game allows.
    games
        How many games.
    bots
        One bot for all seats, or one for each, separated by commas; here only random ones.
    seed
        The first game's seed.
    board
        The board to play on, for games that have several: a name (see `tabiji games`) or a board file.
    option
        An option of the game as name=value; may be given several times.
    out
        Also write the results: one line for each player of each game, as .parquet, .csv or .json (JSON lines).
    cores
        How many cores to use; all by default.
    cluster
        Spread the games over a Ray cluster: auto, or its address as HOST:PORT. The results are the same; OUT is then a
        folder of Parquet parts, named NAME.parquet.
    json
        Print one JSON document instead of tables.
    """
    table = Game(game, len(seat_bots(game, bots, players)), board, **read_options(option))
    seats_of(bots, table.players)
    check_run(games, seed, cores)
    summary = Summary()
    played = 0
    interrupted = False
    with connected_to(cluster), open_results(out, cluster) as results:
        if cluster is None:
            warm_up(table, "bulk")
        start = time.perf_counter()
        with bar("games") as progress:
            task = progress.add_task(f"{table.spec.title}, {table.players} players", total=games)
            try:
                for batch in play_batches(table, bot_spec("random"), games, seed, results, cores, cluster):
                    for part in batch.summaries:
                        summary.merge(part)
                    played += batch.games
                    progress.advance(task, batch.games)
            except KeyboardInterrupt:
                interrupted = True
        if not played:
            raise KeyboardInterrupt
    seconds = time.perf_counter() - start
    tables = summary.tables()
    if json:
        print_json(
            {
                "game": table.spec.name,
                "players": table.players,
                "options": table.options,
                "board": table.board and table.board["board"]["name"],
                "bots": seats_of(bots, table.players),
                "games": played,
                "first_seed": seed,
                "next_seed": seed + played,
                "seconds": seconds,
                "tables": [t.as_json() for t in tables],
            }
        )
        return
    for t in tables:
        print_table(t)
    rate = played / seconds
    console.print(f"{played:,} games in {seconds:.1f} s ({rate:,.0f} games/s), seeds {seed} to {seed + played - 1}.")
    if out:
        console.print(f"Results are in {out}.", soft_wrap=True)
    if interrupted:
        err_console.print(f"Stopped early. Continue with --seed {seed + played} --games {games - played}.")
