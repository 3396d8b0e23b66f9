"""`tabiji board check` and `tabiji board show`: boards of Tokaido Duo."""

from __future__ import annotations

import sys
from pathlib import Path


def check(file: Path, /, *, json: bool = False) -> None:
    """Check a board file against everything the rulebooks say; every problem is one line.

    The exit status is 0 for a board that can be played on, and 2 for one with problems.

    Parameters
    ----------
    file
        A board file (TOML); docs/boards.md tells how to write one.
    json
        Print one JSON document.
    """
    from tabiji.cli.output import console, print_json
    from tabiji.core.errors import BoardError
    from tabiji.games.tokaido_duo import boards

    problems: list[str] = []
    try:
        board = boards.load(file)
    except BoardError as error:
        problems = error.problems
    if json:
        print_json({"file": str(file), "ok": not problems, "problems": problems})
    elif problems:
        for problem in problems:
            console.print(problem, markup=False, highlight=False, soft_wrap=True)
        count = len(problems)
        console.print(f"{file}: {count} {'problem' if count == 1 else 'problems'}", markup=False, highlight=False)
    else:
        shown = boards.shown(board)
        console.print(f"{file} is a good board: {shown['title']}, {shown['note']}", markup=False, highlight=False)
    if problems:
        sys.exit(2)


def show(board: str = "shikoku", /, *, out: Path | None = None) -> None:
    """Draw a board in the terminal, or into an SVG file.

    Parameters
    ----------
    board
        The name of a board that comes with the game, or a board file.
    out
        Write an SVG picture to this file instead.
    """
    from tabiji.cli.output import console
    from tabiji.core.errors import OptionError
    from tabiji.games.tokaido_duo import boards, chart, terminal

    shown = boards.shown(boards.load(board))
    if out is None:
        console.print(terminal.island(shown))
        for line in chart.notes(shown):
            console.print(line, markup=False, highlight=False, soft_wrap=True)
        return
    if out.suffix.lower() != ".svg":
        raise OptionError(f"cannot draw {out}: give a file name that ends with .svg")
    try:
        out.write_text(chart.svg(shown), "utf-8")
    except OSError as error:
        raise OptionError(f"cannot write {out}: {error.strerror}") from error
    console.print(f"{shown['title']} ({shown['note']}) is drawn in {out}", markup=False, highlight=False)
