"""What commands share: the console, tables, JSON, options from the command line, and the first compilation."""

from __future__ import annotations

import json
import sys
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table as RichTable

from tabiji.bots.registry import BotSpec, bot_specs
from tabiji.core.errors import OptionError
from tabiji.core.match import Game
from tabiji.core.statistics import Table

console = Console(highlight=False)
err_console = Console(stderr=True, highlight=False)  # progress and notes: never mixed into data


def print_json(data: Any) -> None:
    """One JSON document on standard output."""
    json.dump(data, sys.stdout, indent=1, ensure_ascii=False)
    sys.stdout.write("\n")


def print_table(table: Table) -> None:
    """A summary table: shares as percentages, numbers to two places."""
    drawn = RichTable(title=table.title, title_style="bold", title_justify="left", box=None, header_style="dim")
    for i, header in enumerate(table.headers):
        drawn.add_column(header, justify="left" if i == 0 else "right")
    shares = {i for i, header in enumerate(table.headers) if header in ("win", "share", "low 95 %", "high 95 %")}
    for row in table.rows:
        drawn.add_row(*(_cell(value, i in shares) for i, value in enumerate(row)))
    console.print(drawn)
    console.print()


def _cell(value: Any, share: bool) -> str:
    if isinstance(value, float):
        return f"{100 * value:.2f} %" if share else f"{value:,.3f}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def read_options(pairs: list[str] | None) -> dict[str, str]:
    """`key=value` words as a dictionary; `key` alone switches an option on."""
    options = {}
    for pair in pairs or []:
        name, equals, value = pair.partition("=")
        if not name:
            raise OptionError(f"cannot read option {pair!r}: write --option name=value")
        if name.strip() in ("players", "board"):
            raise OptionError(f"{name.strip()} is not an option of a game: write --{name.strip()} {value.strip()}")
        options[name.strip()] = value.strip() if equals else "on"
    return options


def seat_bots(game: str, bots: str, players: int | None, humans: int = 0) -> list[BotSpec]:
    """A bot for each seat without a person: one name fills them all, several are one seat each.

    Without `players`, several names say how many play; one name fills a table of the game's usual size.
    """
    names = len(bot_specs(bots))
    if players is None:
        players = humans + names if names > 1 else max(Game(game).players, humans + 1)
    if humans > players:
        raise OptionError(f"{humans} people cannot play at a table for {players}: give --players {humans} or more")
    return bot_specs(bots, Game(game, players).players - humans)


def bar(unit: str) -> Progress:
    """A progress bar on standard error."""
    return Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(unit),
        TimeElapsedColumn(),
        console=err_console,
        transient=True,
    )


def warm_up(game: Game, *parts: str) -> None:
    """Compile what this version of the engine has never compiled here, with a progress bar."""
    from tabiji.lab.warm import cold_parts, stages

    cold = cold_parts(game, parts)
    if not cold:
        return
    err_console.print("Compiling the rules for the first time on this machine; this happens once.", style="dim")
    with bar("steps") as progress:
        todo = stages(game, cold)
        task = progress.add_task("compiling", total=len(todo))
        for name, work in todo:
            progress.update(task, description=f"compiling {name}")
            work()
            progress.advance(task)
