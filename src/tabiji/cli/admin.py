"""`tabiji admin`: people and matches of a server. It works on the database, while nodes serve."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from tabiji.server.moderation import Actor


@contextmanager
def _transaction(database: str) -> Iterator[Connection]:
    from tabiji.core.errors import TabijiError
    from tabiji.server.api_error import ApiError
    from tabiji.server.settings import Settings
    from tabiji.server.storage import connect, upgrade

    settings = Settings(database=database)
    settings.prepare()
    engine = connect(settings.address)
    try:
        upgrade(engine)
        with engine.begin() as connection:
            yield connection
    except ApiError as api_error:
        raise TabijiError(api_error.message) from api_error
    finally:
        engine.dispose()


def reset_link(name: str, /, *, site: str = "http://localhost:8700", hours: float = 24, database: str = "") -> None:
    """Print a link by which somebody chooses a new password; it works once. Give it to nobody else.

    Parameters
    ----------
    name
        The name of a claimed account.
    site
        The address of the site, such as https://play.example.org.
    hours
        How long the link works.
    database
        sqlite:///FILE or postgresql://USER@HOST/NAME; nothing: the file in your data folder.
    """
    from tabiji.cli.output import console
    from tabiji.server import moderation

    with _transaction(database) as connection:
        link = moderation.reset_link(connection, _actor(), name, hours)
    console.print(site.rstrip("/") + link, markup=False, highlight=False, soft_wrap=True)


def _actor() -> Actor:
    """Whoever can read the database may do everything; the log has the name of the machine's user."""
    import getpass

    from tabiji.server.moderation import Actor

    return Actor(f"{getpass.getuser()} (command line)"[:80], None, "administrator")


def _act(who: str, database: str, **measure: Any) -> None:
    from tabiji.cli.output import console
    from tabiji.server import moderation
    from tabiji.server.admin_protocol import Measure

    with _transaction(database) as connection:
        name = moderation.find(connection, who).name
        moderation.act(connection, _actor(), who, Measure(**measure))
    console.print(f"{measure['action']}: {name}", markup=False, highlight=False)


def _when(at: int | None) -> str:
    from datetime import datetime

    from tabiji.server.moderation import FOR_EVER

    if at is None:
        return ""
    return "for good" if at == FOR_EVER else datetime.fromtimestamp(at / 1000).strftime("%Y-%m-%d %H:%M")


def _print(heads: tuple[str, ...], rows: list[tuple[Any, ...]]) -> None:
    """A table at a terminal; for programs, one line a row with tabs."""
    from rich.markup import escape
    from rich.table import Table

    from tabiji.cli.output import console

    texts = [["" if cell is None else " ".join(str(cell).split()) for cell in row] for row in rows]
    if not console.is_terminal:
        for row in texts:
            print("\t".join(row))
        return
    table = Table(*heads, box=None, header_style="dim")
    for row in texts:
        table.add_row(*(escape(cell) for cell in row))
    console.print(table)


def list_(search: str = "", /, *, database: str = "") -> None:
    """People by a part of the name, or by id; without one, those about whom something was done or reported.

    Parameters
    ----------
    search
        A part of the name, or an id.
    database
        sqlite:///FILE or postgresql://USER@HOST/NAME; nothing: the file in your data folder.
    """
    from tabiji.server import moderation

    with _transaction(database) as connection:
        found = moderation.people_like(connection, search)
    _print(
        ("id", "name", "kind", "role", "muted until", "banned until", "open reports"),
        [
            (
                row["id"],
                row["name"],
                "account" if row["claimed"] else "guest",
                row["role"],
                _when(row["muted_until"]),
                _when(row["banned_until"]),
                row["reports"] or "",
            )
            for row in found
        ],
    )


def tables(*, database: str = "") -> None:
    """Tables that gather or are in play, the newest first.

    Parameters
    ----------
    database
        sqlite:///FILE or postgresql://USER@HOST/NAME; nothing: the file in your data folder.
    """
    from tabiji.server import moderation

    with _transaction(database) as connection:
        found = moderation.unfinished(connection)
    _print(
        ("table", "game", "status", "players", "created"),
        [(row["id"], row["game"], row["status"], ", ".join(row["players"]), _when(row["created"])) for row in found],
    )


def puzzles(game: str, /, *, database: str = "") -> None:
    """Make puzzles of finished matches in which all people agreed to it.

    Parameters
    ----------
    game
        The game.
    database
        sqlite:///FILE or postgresql://USER@HOST/NAME; nothing: the file in your data folder.
    """
    from tabiji.cli.output import console, warm_up
    from tabiji.core.match import Game
    from tabiji.server import match_puzzles
    from tabiji.server.settings import Settings
    from tabiji.server.storage import connect, upgrade

    known = Game(game)
    settings = Settings(database=database)
    settings.prepare()
    engine = connect(settings.address)
    try:
        upgrade(engine)
        warm_up(known, "match", "network")
        made = [count for _, count in match_puzzles.make(engine, known.spec.name)]
    finally:
        engine.dispose()
    console.print(f"{sum(made)} puzzles of {len(made)} matches", markup=False, highlight=False)


def warn(who: str, text: str, /, *, database: str = "") -> None:
    """Warn somebody: they read it at once, or when they come back.

    Parameters
    ----------
    who
        The name of an account, or an id.
    text
        What the warning says.
    database
        sqlite:///FILE or postgresql://USER@HOST/NAME; nothing: the file in your data folder.
    """
    _act(who, database, action="warn", text=text)


def mute(who: str, /, *, hours: float | None = None, reason: str = "", database: str = "") -> None:
    """Take the chat away from somebody.

    Parameters
    ----------
    who
        The name of an account, or an id.
    hours
        For how long; nothing: for good.
    reason
        Why; they read it.
    database
        sqlite:///FILE or postgresql://USER@HOST/NAME; nothing: the file in your data folder.
    """
    _act(who, database, action="mute", hours=hours, text=reason)


def unmute(who: str, /, *, reason: str = "", database: str = "") -> None:
    """Give the chat back to somebody.

    Parameters
    ----------
    who
        The name of an account, or an id.
    reason
        Why, for the log.
    database
        sqlite:///FILE or postgresql://USER@HOST/NAME; nothing: the file in your data folder.
    """
    _act(who, database, action="unmute", text=reason)


def ban(who: str, /, *, hours: float | None = None, reason: str = "", database: str = "") -> None:
    """Send somebody away: connections end, and matches in play go on without them.

    Parameters
    ----------
    who
        The name of an account, or an id.
    hours
        For how long; nothing: for good.
    reason
        Why; they read it.
    database
        sqlite:///FILE or postgresql://USER@HOST/NAME; nothing: the file in your data folder.
    """
    _act(who, database, action="ban", hours=hours, text=reason)


def unban(who: str, /, *, reason: str = "", database: str = "") -> None:
    """Let somebody come back.

    Parameters
    ----------
    who
        The name of an account, or an id.
    reason
        Why, for the log.
    database
        sqlite:///FILE or postgresql://USER@HOST/NAME; nothing: the file in your data folder.
    """
    _act(who, database, action="unban", text=reason)


def rename(who: str, name: str, /, *, reason: str = "", database: str = "") -> None:
    """Give somebody another name, wherever it is shown; of an account it is also the name to sign in with.

    Parameters
    ----------
    who
        The name of an account, or an id.
    name
        The new name.
    reason
        Why, for the log.
    database
        sqlite:///FILE or postgresql://USER@HOST/NAME; nothing: the file in your data folder.
    """
    _act(who, database, action="rename", name=name, text=reason)


def role(who: str, role: Literal["administrator", "moderator", "none"], /, *, database: str = "") -> None:
    """Give somebody a role, or take it away. Moderators warn, mute, end matches and settle reports.

    Parameters
    ----------
    who
        The name of an account, or its id.
    role
        The role.
    database
        sqlite:///FILE or postgresql://USER@HOST/NAME; nothing: the file in your data folder.
    """
    _act(who, database, action="role", role=None if role == "none" else role)


def end(table: str, /, *, reason: str = "", database: str = "") -> None:
    """End a match without a result; its players read why. A table whose match has not begun is removed.

    Parameters
    ----------
    table
        The id of the table, as in its link.
    reason
        Why; the players read it.
    database
        sqlite:///FILE or postgresql://USER@HOST/NAME; nothing: the file in your data folder.
    """
    from tabiji.cli.output import console
    from tabiji.server import moderation

    with _transaction(database) as connection:
        moderation.end(connection, _actor(), table, reason)
    console.print(f"end: {table}", markup=False, highlight=False)


def reports(*, database: str = "") -> None:
    """Reports that nobody has settled, the oldest first.

    Parameters
    ----------
    database
        sqlite:///FILE or postgresql://USER@HOST/NAME; nothing: the file in your data folder.
    """
    from tabiji.server import moderation

    with _transaction(database) as connection:
        found = moderation.open_reports(connection)
    _print(
        ("number", "about", "id", "reason", "by", "table", "when", "what they wrote"),
        [
            (
                row["id"],
                row["reported_name"],
                row["reported"],
                f"{row['reason']} {row['text']}".strip(),
                row["person_name"],
                row["table"],
                _when(row["at"]),
                " / ".join(row["said"]),
            )
            for row in found
        ],
    )


def settle(report: int, /, *, reason: str = "", database: str = "") -> None:
    """Be done with a report.

    Parameters
    ----------
    report
        Its number.
    reason
        What was done, for the log.
    database
        sqlite:///FILE or postgresql://USER@HOST/NAME; nothing: the file in your data folder.
    """
    from tabiji.cli.output import console
    from tabiji.server import moderation

    with _transaction(database) as connection:
        moderation.settle(connection, _actor(), report, reason)
    console.print(f"settle: {report}", markup=False, highlight=False)


def log(*, database: str = "") -> None:
    """Who did what, the latest first.

    Parameters
    ----------
    database
        sqlite:///FILE or postgresql://USER@HOST/NAME; nothing: the file in your data folder.
    """
    from tabiji.server import moderation

    with _transaction(database) as connection:
        found = moderation.log(connection)
    _print(
        ("when", "by", "action", "about", "until", "text"),
        [
            (
                _when(row["at"]),
                row["by"],
                row["action"],
                row["name"] or row["table"],
                _when(row["until"]),
                row["text"],
            )
            for row in found
        ],
    )
