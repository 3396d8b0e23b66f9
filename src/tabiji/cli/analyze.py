"""`tabiji analyze`: what was luck in a match, what was skill, and what would have been better."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from tabiji.cli.output import bar, console, err_console, print_table, warm_up
from tabiji.core.errors import OptionError
from tabiji.core.match_record import game_of, read_file
from tabiji.core.statistics import Table

if TYPE_CHECKING:
    from tabiji.analysis import Analysis


def analyze(
    file: Path,
    /,
    *,
    json: Path | None = None,
    html: Path | None = None,
    parquet: Path | None = None,
    out: Path | None = None,
    network: Path | None = None,
    deals: int | None = None,
    horizon: int | None = None,
    processes: int = 2,
) -> None:
    """What was luck in a finished match, what was skill, and what would have been better.

    Parameters
    ----------
    file
        A match record of a finished match, or a folder of them.
    json
        Write the whole analysis to this file.
    html
        Write a page with the win curve and all decisions to this file.
    parquet
        Write one line for each decision to this file (.parquet, .csv or .json).
    out
        Of a folder: write the analysis of each match to this folder, and tables of all seats and decisions. Matches
        that are there already are not analyzed again.
    network
        A network of `tabiji train` that judges; by default the game's own.
    deals
        In how many deals of what the seat could not know each move is tried; in up to six times as many more where
        two moves are close.
    horizon
        How many decisions the network plays on before it judges (where two moves are close: three times as many in
        Duo, four times in Tokaido); 0: to the end of the game.
    processes
        Of a folder: how many matches are analyzed at the same time.
    """
    changes = {} if deals is None else {"deals": deals, "more_deals": max(8, 2 * deals), "close_deals": 6 * deals}
    if horizon is not None:
        changes["horizon"] = horizon
    if file.is_dir():
        if json is not None or html is not None:
            raise OptionError(f"{file} is a folder: give --out, or one match for --json and --html")
        # reasons and the further look take a third of the time
        _folder(file, out, parquet, network, {"why_deals": 0, "further": 1} | changes, processes)
        return
    if out is not None:
        raise OptionError(f"--out is for a folder of matches, and {file} is none: give --json, --html or --parquet")
    found = _analysis(file, network, changes)
    from tabiji.analysis import report
    from tabiji.lab.writers import open_writer

    print_table(_plain(report.seats_table(found)))
    for table in (report.costliest_table(found), report.why_table(found), report.luckiest_table(found)):
        if table.rows:
            print_table(_plain(table))
    if json is not None:
        import msgspec

        _write(json, msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
    if html is not None:
        _write(html, report.analysis_report(found).encode())
    if parquet is not None:
        from tabiji.analysis.folder import decision_columns

        with open_writer(parquet) as writer:
            assert writer is not None
            writer.add(decision_columns(file.stem, found))
        console.print(f"{parquet} is written.", style="dim", markup=False, soft_wrap=True)


def _analysis(file: Path, network: Path | None, changes: dict[str, int]) -> Analysis:
    """The analysis of one match, with a progress bar."""
    from tabiji.analysis.analyze import analyze as judge
    from tabiji.analysis.analyze import standard_depth

    match_record = read_file(file)
    game = game_of(match_record)
    depth = replace(standard_depth(game.spec), **changes)
    warm_up(game, "match", "network")
    progress = bar("decisions")
    task = progress.add_task("analyzing")

    def advance(done: int, total: int) -> None:
        progress.start()  # not before: a record that is refused needs no bar
        progress.update(task, completed=done, total=total)

    try:
        return judge(match_record, network, depth, advance)
    finally:
        if progress.live.is_started:
            progress.stop()


def _folder(
    folder: Path, out: Path | None, parquet: Path | None, network: Path | None, changes: dict[str, int], processes: int
) -> None:
    """Analyze all matches of a folder and sum them up by person."""
    from tabiji.analysis.folder import match_files

    if processes < 1:
        raise OptionError(f"cannot analyze with {processes} processes: give at least 1")
    files = match_files(folder)
    if not files:
        raise OptionError(f"there is no match record in {folder}")
    with TemporaryDirectory() as scratch:
        _sum_up(folder, out or Path(scratch), network, changes, processes, len(files))
        _tables(files, out or Path(scratch), out, parquet)


def _sum_up(
    folder: Path, results: Path, network: Path | None, changes: dict[str, int], processes: int, total: int
) -> None:
    from tabiji.analysis.folder import analyze_folder

    problems = []
    with bar("matches") as progress:
        task = progress.add_task("analyzing", total=total)
        for path, problem in analyze_folder(folder, results, network, changes, processes):
            progress.advance(task)
            if problem:
                problems.append(f"{path.name}: {problem}")
    for line in problems:
        err_console.print(line, markup=False, soft_wrap=True)


def _tables(files: list[Path], results: Path, out: Path | None, parquet: Path | None) -> None:
    """Print what the analyses say of people, and write the tables of all seats and decisions."""
    from tabiji.analysis.folder import People, decision_columns, read_analysis, seat_columns, target
    from tabiji.lab.writers import open_writer

    people = People()
    decisions_file = parquet or (out / "decisions.parquet" if out else None)
    with (
        open_writer(decisions_file) as decisions,
        open_writer(out / "seats.parquet" if out else None) as seats,
    ):
        for path in files:
            found = target(path, results)
            if not found.exists():
                continue
            analysis = read_analysis(found)
            people.add(analysis)
            if decisions is not None:
                decisions.add(decision_columns(path.stem, analysis))
            if seats is not None:
                seats.add(seat_columns(path.stem, analysis))
    for table in people.tables():
        print_table(_plain(table))


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
