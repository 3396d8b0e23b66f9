"""`tabiji puzzles`: positions in which one move is clearly the best."""

from __future__ import annotations

from pathlib import Path

from tabiji.cli.output import bar, console, warm_up
from tabiji.core.errors import OptionError
from tabiji.core.match import Game


def puzzles(game: str, /, *, count: int = 100, out: Path, seed: int = 1) -> None:
    """Find positions in matches of bots in which one move is clearly the best.

    The best move is worth at least 8 % of the victory more than the next, confirmed by playing both to the end of the
    game in many deals. The file is written from time to time; a file that is there already is continued.

    Parameters
    ----------
    game
        The game.
    count
        How many puzzles the file holds in the end.
    out
        The file: JSON, compressed if the name ends in .xz.
    seed
        The seed of the first match.
    """
    from tabiji import __version__
    from tabiji.analysis.analyze import network_identity
    from tabiji.analysis.puzzles import Puzzles, read_puzzles, write_puzzles
    from tabiji.analysis.puzzles.make import find_puzzles
    from tabiji.bots.network import NETWORKS, shipped_network

    if count < 1:
        raise OptionError(f"cannot make {count} puzzles: make at least 1")
    spec = Game(game).spec
    network = shipped_network(spec)
    whole = Puzzles(spec.name, network_identity(NETWORKS / f"{spec.name}.npz", network), spec.rules_version, [])
    whole.version = __version__
    if out.exists():
        before = read_puzzles(out)
        if (before.game, before.network, before.rules) != (whole.game, whole.network, whole.rules):
            raise OptionError(f"{out} holds puzzles of another game, network or rules: choose another file")
        whole = before
    warm_up(Game(game), "match", "network")
    known = {puzzle.id for puzzle in whole.puzzles}
    written = len(whole.puzzles)
    with bar("puzzles") as progress:
        task = progress.add_task("searching", total=count, completed=written)
        for found in find_puzzles(spec, seed + 10_000 * written):
            if len(whole.puzzles) >= count:
                break
            whole.puzzles += [puzzle for puzzle in found if puzzle.id not in known][: count - len(whole.puzzles)]
            known |= {puzzle.id for puzzle in found}
            progress.update(task, completed=len(whole.puzzles))
            if len(whole.puzzles) >= written + 10:
                write_puzzles(out, whole)
                written = len(whole.puzzles)
    write_puzzles(out, whole)
    console.print(f"{out} holds {len(whole.puzzles)} puzzles.", style="dim", markup=False, soft_wrap=True)
