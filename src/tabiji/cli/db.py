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


def backup(target: Path, /, *, increment: bool = False, keep: int | None = None, database: str = "") -> None:
    """Copy a SQLite database while it is served, and check the copy. For PostgreSQL use pg_dump.

    Parameters
    ----------
    target
        Where to write: a new file, or with --increment a folder. It holds password hashes and the seeds of matches in
        play, so keep it safe.
    increment
        Add a backup to a folder that has others: only what has changed is written.
    keep
        With --increment: delete all but so many of the latest backups.
    database
        sqlite:///FILE; nothing: the file in your data folder.
    """
    from tabiji.cli.output import console
    from tabiji.core.errors import TabijiError
    from tabiji.server import db_backup, db_increments
    from tabiji.server.settings import Settings

    address = Settings(database=database).address
    if not increment:
        if keep is not None:
            raise TabijiError("--keep is for --increment: a backup of its own is one file")
        console.print(f"{db_backup.write(address, target):,} bytes in {target}", markup=False)
        return
    if keep is not None and keep < 1:
        raise TabijiError("keep at least one backup")
    added = db_increments.add(address, target, keep)
    console.print(
        f"{added.name}: {added.new:,} of {added.chunks:,} parts are new, {added.bytes_written:,} bytes in {target}",
        markup=False,
        soft_wrap=True,
    )


def backups(folder: Path, /) -> None:
    """The backups of a folder, the earliest first.

    Parameters
    ----------
    folder
        Where `tabiji db backup --increment` writes.
    """
    from tabiji.server import db_increments

    for name in db_increments.names(folder):
        print(name)


def restore(folder: Path, file: Path, /, *, name: str | None = None) -> None:
    """Write the database of a backup in a folder to a new file, and check every part of it.

    Parameters
    ----------
    folder
        Where `tabiji db backup --increment` writes.
    file
        The database to write; serve it with --database sqlite:///FILE.
    name
        Which backup, as `tabiji db backups` says; nothing: the latest.
    """
    from tabiji.cli.output import console
    from tabiji.server import db_increments

    found = db_increments.restore(folder, file, name)
    console.print(f"{found} is in {file}", markup=False, soft_wrap=True)


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


def check(*, database: str = "", release: bool = False) -> None:
    """Replay every match in play, and name those that cannot be read; the exit status is 1 if there are any.

    Parameters
    ----------
    database
        sqlite:///FILE or postgresql://USER@HOST/NAME; nothing: the file in your data folder.
    release
        Put matches back into play that were put aside and can be read now.
    """
    from collections import Counter

    from tabiji.cli.output import console
    from tabiji.server import db_check
    from tabiji.server.settings import Settings
    from tabiji.server.storage import connect
    from tabiji.server.storage import upgrade as bring_up

    engine = connect(Settings(database=database).address)
    bring_up(engine)
    found: Counter[str] = Counter()
    for match in db_check.check(engine, release):
        found[match.found] += 1
        if match.found != "readable":
            console.print(f"{match.table}: {match.found}: {match.reason}", markup=False, soft_wrap=True)
    engine.dispose()
    console.print(", ".join(f"{count:,} {what}" for what, count in sorted(found.items())) or "no matches in play")
    if found["unreadable"]:
        raise SystemExit(1)


def end_foreign(*, database: str = "") -> None:
    """End every match in play whose game or rules no node plays, without a result; their players are told so.

    Parameters
    ----------
    database
        sqlite:///FILE or postgresql://USER@HOST/NAME; nothing: the file in your data folder.
    """
    from tabiji.cli.output import console
    from tabiji.server import rules_versions
    from tabiji.server.settings import Settings
    from tabiji.server.storage import connect, now
    from tabiji.server.storage import upgrade as bring_up

    engine = connect(Settings(database=database).address)
    bring_up(engine)
    silent = now() - 60_000  # far more than a node may be silent
    count = 0
    while True:
        with engine.begin() as connection:
            page = rules_versions.foreign_matches(connection, silent)
            ended = [table for table in page if rules_versions.end(connection, table)]
        if not ended:
            break
        count += len(ended)
        for table in ended:
            console.print(table, markup=False)
    engine.dispose()
    console.print(f"{count:,} matches ended", markup=False)
