"""`tabiji db`: the server's database."""

from __future__ import annotations

from pathlib import Path


def upgrade(*, database: str = "") -> None:
    """Bring a database to the newest version of its schema; `tabiji serve` does so by itself.

    Parameters
    ----------
    database
        sqlite:///FILE or postgresql://USER@HOST/NAME; nothing: the file in your data folder.
    """
    from tabiji.cli.output import console
    from tabiji.server.settings import Settings
    from tabiji.server.storage import connect
    from tabiji.server.storage import upgrade as bring_up

    settings = Settings(database=database)
    settings.prepare()
    engine = connect(settings.address)
    bring_up(engine)
    engine.dispose()
    console.print("The database is up to date.")


def export(file: Path, /, *, database: str = "") -> None:
    """Write everything in a database into a file, one JSON object a line.

    Parameters
    ----------
    file
        Where to write; it holds password hashes and the seeds of matches in play, so keep it safe.
    database
        sqlite:///FILE or postgresql://USER@HOST/NAME; nothing: the file in your data folder.
    """
    from tabiji.cli.output import console
    from tabiji.server import db_dump
    from tabiji.server.settings import Settings

    count = db_dump.write(Settings(database=database).address, file)
    console.print(f"{count:,} rows in {file}", markup=False)


def import_(file: Path, /, *, database: str = "") -> None:
    """Read such a file into an empty database, for instance to move from SQLite to PostgreSQL.

    Parameters
    ----------
    file
        What `tabiji db export` wrote.
    database
        sqlite:///FILE or postgresql://USER@HOST/NAME; nothing: the file in your data folder.
    """
    from tabiji.cli.output import console
    from tabiji.server import db_dump
    from tabiji.server.settings import Settings

    settings = Settings(database=database)
    settings.prepare()
    count = db_dump.read(settings.address, file)
    console.print(f"{count:,} rows read", markup=False)
