"""`tabiji analyze`: what was luck in a match, what was skill, and what would have been better."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from tabiji.cli.output import bar, console, print_table, warm_up
from tabiji.core.errors import OptionError
from tabiji.core.match_record import game_of, read_file
from tabiji.core.statistics import Table


def analyze(
    file: Path,
    /,
    *,
    json: Path | None = None,
    html: Path | None = None,
    network: Path | None = None,
    deals: int | None = None,
    horizon: int | None = None,
) -> None:
    """What was luck in a finished match, what was skill, and what would have been better.

    Parameters
    ----------
    file
        A match record of a finished match.
    json
        Write the whole analysis to this file.
    html
        Write a page with the win curve and all decisions to this file.
    network
        A network of `tabiji train` that judges; by default the game's own.
    deals
        In how many deals of what the seat could not know each move is tried; in up to six times as many more where it
        is not clear whether the move played or another is better.
    horizon
        How many decisions the network plays on before it judges; 0: to the end of the game.
    """
    from tabiji.analysis.analyze import analyze as judge
    from tabiji.analysis.analyze import standard_depth

    match_record = read_file(file)
    game = game_of(match_record)
    depth = standard_depth(game.spec)
    if deals is not None or horizon is not None:
        deals = depth.deals if deals is None else deals
        depth = replace(depth, deals=deals, horizon=depth.horizon if horizon is None else horizon, more_deals=6 * deals)
    warm_up(game, "match", "network")
    progress = bar("decisions")
    task = progress.add_task("analyzing")

    def advance(done: int, total: int) -> None:
        progress.start()  # not before: a record that is refused needs no bar
        progress.update(task, completed=done, total=total)

    try:
        found = judge(match_record, network, depth, advance)
    finally:
        if progress.live.is_started:
            progress.stop()
    from tabiji.analysis import report

    print_table(_plain(report.seats_table(found)))
    for table in (report.costliest_table(found), report.luckiest_table(found)):
        if table.rows:
            print_table(_plain(table))
    if json is not None:
        import msgspec

        _write(json, msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
    if html is not None:
        _write(html, report.analysis_report(found).encode())


def _plain(table: Table) -> Table:
    """A table whose texts, names of people among them, are no markup of the terminal."""
    from rich.markup import escape

    def cell(value: Any) -> Any:
        return escape(value) if isinstance(value, str) else value

    return Table(table.title, [cell(header) for header in table.headers], [[cell(v) for v in r] for r in table.rows])


def _write(path: Path, data: bytes) -> None:
    try:
        path.write_bytes(data)
    except OSError as error:
        raise OptionError(f"cannot write {path}: {error.strerror}") from error
    console.print(f"{path} is written.", style="dim", markup=False, soft_wrap=True)
