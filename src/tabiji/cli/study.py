"""`tabiji study`: many games of each setting, and a report."""

from __future__ import annotations

from pathlib import Path

from tabiji.bots.registry import BotSpec, bare_network, bot_spec
from tabiji.cli.output import bar, console, print_table, warm_up
from tabiji.cli.results import connected_to, open_results, play_batches
from tabiji.core.errors import OptionError
from tabiji.core.match import Game
from tabiji.core.statistics import Summary, Table
from tabiji.lab.report import report_html, write_report
from tabiji.lab.simulate import check_run
from tabiji.lab.study import settings, side_by_side


def study(
    game: str,
    /,
    *,
    bots: str = "greedy",
    players: int | None = None,
    games: int = 1000,
    seed: int = 0,
    out: Path | None = None,
    cores: int | None = None,
    cluster: str | None = None,
) -> None:
    """Study a game: play many games of each setting, and write a report with plots and intervals.

    Parameters
    ----------
    game
        The game to study; see `tabiji games`.
    bots
        One bot for all seats: random, greedy, search:500, or a level.
    players
        Only the settings with so many players; by default all.
    games
        How many games of each setting.
    seed
        The first game's seed.
    out
        The report to write (.html); the results are written beside it as .parquet. By default GAME-study.html here.
    cores
        How many games to play at once; as many as there are cores by default.
    cluster
        Spread the games over a Ray cluster: auto, or its address as HOST:PORT. The games are the same; the results are
        then a folder of Parquet parts, named NAME.parquet.
    """
    player = bot_spec(bots)
    compared = _settings(game, players)
    check_run(games, seed, cores)
    page = out or Path(f"{game}-study.html")
    if page.suffix != ".html":
        raise OptionError(f"cannot write {page}: the name must end in .html")
    sections: list[tuple[str, list[Table]]] = []
    with connected_to(cluster), open_results(page.with_suffix(".parquet"), cluster) as results:
        if cluster is None:
            warm_up(compared[0][1], *_needed(player, compared[0][1]))
        with bar("games") as progress:
            task = progress.add_task(compared[0][1].spec.title, total=games * len(compared))
            for title, table in compared:
                progress.update(task, description=f"{table.spec.title}: {title}")
                summary = Summary()
                for batch in play_batches(table, player, games, seed, results, cores, cluster, title):
                    for part in batch.summaries:
                        summary.merge(part)
                    progress.advance(task, batch.games)
                sections.append((title, summary.tables()))
    if len(sections) > 1:
        sections.insert(0, ("settings compared", side_by_side(sections)))
    name = compared[0][1].spec.title
    only = "" if players is None else f" --players {players}"
    intro = (
        f"All seats played by <code>{bots}</code>, {games:,} games of each setting, seeds from {seed}. "
        f"Made with <code>tabiji study {game} --bots {bots}{only} --games {games} --seed {seed}</code>; "
        "intervals are 95 %, shared victories are divided."
    )
    write_report(page, report_html(f"{name}: a study", intro, sections))
    for title, tables in sections[:2]:
        console.print(f"[bold]{title}[/]")
        for found in tables:
            print_table(found)
    console.print(f"The whole report is in {page}, the results in {page.with_suffix('.parquet')}.", soft_wrap=True)


def _needed(player: BotSpec, game: Game) -> tuple[str, ...]:
    """The parts of the engine that a study needs, see `tabiji.lab.warm`."""
    if player.kind == "random":
        return ("bulk",)
    return ("match", "self_play" if bare_network(player, game.spec) else player.kind)


def _settings(game: str, players: int | None) -> list[tuple[str, Game]]:
    """The settings to compare; OptionError if none of them has so many players."""
    every = settings(game)
    found = [(title, table) for title, table in every if players in (None, table.players)]
    if not found:
        counts = ", ".join(map(str, sorted({table.players for _, table in every})))
        raise OptionError(f"no setting of {game} is studied with {players} players: valid: {counts}")
    return found
