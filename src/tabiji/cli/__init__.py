"""The `tabiji` command. Commands are imported when they are called: help must be instant."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from tabiji import __version__
from tabiji.core.errors import TabijiError

if TYPE_CHECKING:
    from cyclopts import App

_COMMANDS = {
    "games": ("tabiji.cli.games:games", "The games, their players and options."),
    "play": ("tabiji.cli.play:play", "Play in the terminal, with friends at the keyboard and bots."),
    "serve": ("tabiji.cli.serve:serve", "Serve tables to browsers: play with friends and bots."),
    "simulate": ("tabiji.cli.simulate:simulate", "Play very many games and sum them up."),
    "arena": ("tabiji.cli.arena:arena", "Let bots play against each other and measure their strength."),
    "train": ("tabiji.cli.train:train", "Teach a network a game by self-play, on a CPU or a GPU."),
    "study": ("tabiji.cli.study:study", "Study a game: many games of each setting, and a report with plots."),
    "hint": ("tabiji.cli.hint:hint", "What a strong bot would do in a match record, and how sure it is."),
    "analyze": ("tabiji.cli.analyze:analyze", "What was luck in a match, what was skill, and what was better."),
    "puzzles": ("tabiji.cli.puzzles:puzzles", "Positions in which one move is clearly the best, from matches of bots."),
    "replay": ("tabiji.cli.replay:replay", "Show a match record move by move."),
    "verify": ("tabiji.cli.replay:verify", "Check that a match record is whole, legal and honest."),
    "bench": ("tabiji.cli.bench:bench", "Measure the engine on this machine."),
}
_GROUPS = {
    "admin": (
        "People and matches of a server, for its administrators.",
        {
            "reset-link": ("tabiji.cli.admin:reset_link", "A link by which somebody chooses a new password."),
            "list": ("tabiji.cli.admin:list_", "People, with what was done about them."),
            "warn": ("tabiji.cli.admin:warn", "Warn somebody."),
            "mute": ("tabiji.cli.admin:mute", "Take the chat away from somebody."),
            "unmute": ("tabiji.cli.admin:unmute", "Give it back."),
            "ban": ("tabiji.cli.admin:ban", "Send somebody away."),
            "unban": ("tabiji.cli.admin:unban", "Let somebody come back."),
            "rename": ("tabiji.cli.admin:rename", "Give somebody another name."),
            "role": ("tabiji.cli.admin:role", "Make somebody an administrator or a moderator."),
            "tables": ("tabiji.cli.admin:tables", "Tables that gather or are in play."),
            "puzzles": ("tabiji.cli.admin:puzzles", "Make puzzles of matches whose people agreed."),
            "end": ("tabiji.cli.admin:end", "End a match without a result."),
            "reports": ("tabiji.cli.admin:reports", "What people reported."),
            "settle": ("tabiji.cli.admin:settle", "Be done with a report."),
            "log": ("tabiji.cli.admin:log", "Who did what."),
        },
    ),
    "board": (
        "Boards of Tokaido Duo.",
        {
            "check": ("tabiji.cli.board:check", "Check a board file; every problem is one line."),
            "show": ("tabiji.cli.board:show", "Draw a board in the terminal, or as SVG."),
        },
    ),
    "db": (
        "The server's database.",
        {
            "upgrade": ("tabiji.cli.db:upgrade", "Bring a database to the newest version."),
            "backup": ("tabiji.cli.db:backup", "Copy a SQLite database while it is served."),
            "backups": ("tabiji.cli.db:backups", "The backups of a folder."),
            "restore": ("tabiji.cli.db:restore", "Write the database of a backup in a folder to a file."),
            "export": ("tabiji.cli.db:export", "Write a database into a file."),
            "import": ("tabiji.cli.db:import_", "Read such a file into an empty database."),
            "end-foreign": ("tabiji.cli.db:end_foreign", "End matches whose game or rules no node plays."),
            "check": ("tabiji.cli.db:check", "Name the matches in play that cannot be read."),
        },
    ),
    "tiles": (
        "Tiles of Tsuro of the Seas.",
        {"show": ("tabiji.cli.tiles:show", "Draw all wake patterns and daikaiju in the terminal, or as SVG.")},
    ),
}


def _suggestion(error: Exception) -> str:
    """A suggestion where the name of a game, or of one of its options, is in the wrong place."""
    from difflib import get_close_matches

    from cyclopts import UnknownCommandError, UnknownOptionError

    from tabiji.core.game_spec import game_names, game_spec

    if "Did you mean" in str(error):
        return ""
    if isinstance(error, UnknownCommandError) and error.unused_tokens:
        games = get_close_matches(error.unused_tokens[0], game_names(), 1)
        return f" Did you mean tabiji play {games[0]}?" if games else ""
    if isinstance(error, UnknownOptionError):
        given = (error.token.keyword or error.token.value or "").lstrip("-").replace("-", "_")
        names = {option.name for name in game_names() for option in game_spec(name).options}
        options = get_close_matches(given, sorted(names), 1)
        return f" Did you mean --option {options[0]}?" if options else ""
    return ""


def command_line(words: list[str]) -> App:
    """The command line as these words need it: a server's settings may come from its environment."""
    from cyclopts import App
    from cyclopts.config import Env

    app = App(
        name="tabiji", help="Tokaido, Tokaido Duo and Tsuro of the Seas: play, simulate, study.", version=__version__
    )
    if words[:1] == ["serve"]:
        app.config = Env("TABIJI_", command=False)
    for name, (path, purpose) in _COMMANDS.items():
        app.command(path, name=name, help=purpose)
    for group, (purpose, commands) in _GROUPS.items():
        sub = App(name=group, help=purpose)
        for name, (path, help_text) in commands.items():
            sub.command(path, name=name, help=help_text)
        app.command(sub)
    return app


def main(words: list[str] | None = None) -> None:
    """Run the command; what Tabiji refuses is explained in one line, with exit status 2."""
    from cyclopts import CycloptsError

    words = sys.argv[1:] if words is None else words
    app = command_line(words)
    try:
        app(words, exit_on_error=False, print_error=False)
    except (TabijiError, CycloptsError) as error:
        message = " ".join(str(error).split())
        print(f"tabiji: {message}{_suggestion(error)}", file=sys.stderr)
        if isinstance(error, CycloptsError):
            print("tabiji: see tabiji --help, or --help after a command", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:
        sys.stderr.close()  # nobody reads the output any more
        sys.exit(1)
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        sys.exit(130)
