"""`tabiji train`: teach a network a game by self-play."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from tabiji.bots.registry import bot_spec
from tabiji.cli.output import bar, console, err_console, print_table, read_options, warm_up
from tabiji.core.errors import OptionError
from tabiji.core.match import Game
from tabiji.core.statistics import Table
from tabiji.envs.batch import DEVICES
from tabiji.lab.arena import Ladder, arena
from tabiji.lab.report import write_report

if TYPE_CHECKING:
    from tabiji.learn.train import Training


def train(
    game: str,
    /,
    *,
    minutes: float = 10.0,
    out: Path = Path("net.npz"),
    device: str = "cpu",
    seed: int = 0,
    players: str | None = None,
    option: Annotated[list[str] | None, Parameter(negative=())] = None,
    variants: bool = True,
    pool: float = 0.0,
    against: Path | None = None,
    start: Path | None = None,
    updates: int | None = None,
    games: int | None = None,
    steps: int | None = None,
    minibatch: int | None = None,
    width: int | None = None,
    tests: int | None = None,
    checkpoint: float = 60.0,
    resume: bool = False,
    versions: bool = False,
    matches: int = 200,
    report: bool = True,
) -> None:
    """Teach a network a game by letting it play against itself. Needs `tabiji[learn]`.

    The network plays as the bot network:FILE. Beside FILE.npz, FILE.checkpoint.npz has what is needed to go on, and
    FILE.html the learning curves.

    Parameters
    ----------
    game
        The game to learn; see `tabiji games`.
    minutes
        How long to learn; compilation and measurements are not counted.
    out
        The file of the network, which must end in .npz.
    device
        cpu or cuda.
    seed
        On a CPU, the same seed and number of updates give the same network.
    players
        Only these numbers of players, such as 4, 2-5, or 2,3,5,5 (five twice as often); by default all.
    option
        An option of the game as name=value, the same in all games; may be given several times.
    variants
        Play a half of the games with random options and boards.
    pool
        In this share of the games, earlier versions play all seats but one.
    against
        Learn to beat this network: it plays all seats but one in all games (or in the share `--pool` of them).
    start
        Go on from this network instead of random weights, with a lower learning rate.
    updates
        Learn for so many updates instead of some minutes.
    games
        How many games are played at once.
    steps
        How many decisions of each game come between two updates.
    minibatch
        How many decisions a step of the optimizer sees.
    width
        How many units each layer has.
    tests
        In how many games the network is measured against each rival, twelve times in a training.
    checkpoint
        Seconds between two checkpoints; 0: only at the end.
    resume
        Go on from FILE.checkpoint.npz.
    versions
        Also write the twelve earlier versions, as FILE-1.npz and so on.
    matches
        How many games of the arena are played against `greedy` at the end; 0: none.
    report
        Write FILE.html.
    """
    from tabiji.learn.settings import settings_for, tables

    if out.suffix != ".npz":
        raise OptionError(f"cannot write {out}: the name must end in .npz")
    if device not in DEVICES:
        raise OptionError(f"there is no device {device!r}: valid: {', '.join(DEVICES)}")
    if minutes <= 0 or (updates is not None and updates < 1):
        raise OptionError("a training takes more than 0 minutes or updates")
    sizes = {"games": games, "steps": steps, "minibatch": minibatch, "width": width}
    if against is not None:
        pool = pool or 1.0
    files = {"against": against and str(against), "start": start and str(start)}
    settings = settings_for(game, device, **sizes, **files, pool=pool, seed=seed)
    played = tables(game, players, read_options(option), variants)
    try:
        from tabiji.learn.train import Length, Training
    except ImportError as error:
        raise OptionError(f"training needs JAX and Optax: pip install 'tabiji[learn]' ({error})") from error

    if device == "cpu":
        warm_up(played[0], "batch", "greedy")
    tests = tests or (256 if device == "cpu" else 4096)
    training = Training(game, played, settings, Length(minutes, updates), device, tests)
    kept = out.with_suffix(".checkpoint.npz")
    if resume:
        training.resume(kept)
    _learn(training, kept, checkpoint)
    training.write(out)
    if versions:
        for i in range(len(training.versions)):
            training.write_version(out.with_name(f"{out.stem}-{i + 1}.npz"), i)
    _finish(training, out, replace(bot_spec(f"network:{out}"), name="network"), played[0], matches, report)


def _learn(training: Training, kept: Path, every: float) -> None:
    """Learn to the end, and show how it goes."""
    last = time.monotonic()
    with bar("percent") as progress:
        task = progress.add_task(training.game, total=100, completed=round(100 * training.progress))
        for row in training.run():
            progress.update(task, completed=round(100 * training.progress), description=_line(row))
            if "random" in row:
                err_console.print(_line(row))
            if every and time.monotonic() - last > every:
                training.checkpoint(kept)
                last = time.monotonic()
    training.checkpoint(kept)


def _line(row: dict[str, float]) -> str:
    shares = "".join(f"  {name} {row[name]:.2f}" for name in ("random", "greedy", "target", "earlier") if name in row)
    return (
        f"{row['seconds']:6.0f} s  {row['updates']:6.0f} updates  {row['decisions'] / 1e6:8.1f} M decisions  "
        f"points {row['points']:5.1f}, winners {row['winners']:5.1f}  entropy {row['entropy']:.2f}{shares}"
    )


def _finish(training: Training, out: Path, network: Any, table: Game, matches: int, report: bool) -> None:
    """Let the network play in the arena, and write the report."""
    from tabiji.learn.report import measured, training_report

    found: list[Table] = []
    if matches:
        table = Game(table.spec.name, None if 4 in {game.players for game in training.env.games} else table.players)
        entered = [network, *[bot_spec("greedy")] * (table.players - 1)]
        warm_up(table, "match", "greedy", "network")
        ladder = Ladder(entered)
        for result in arena(table, entered, matches, 2**41):
            ladder.add(result)
        found.append(ladder.table())
    if report:
        write_report(out.with_suffix(".html"), training_report(training.about(), found))
    print_table(measured(training.history))
    for one in found:
        print_table(one)
    console.print(f"The network is {out}.", soft_wrap=True)
