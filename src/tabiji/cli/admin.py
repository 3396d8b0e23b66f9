"""`tabiji admin`: people and matches of a server. It works on the database, while nodes serve."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlalchemy import Connection


@contextmanager
def _transaction(database: str) -> Iterator[Connection]:
    from tabiji.core.errors import TabijiError
    from tabiji.server.api_error import ApiError
    from tabiji.server.settings import Settings
    from tabiji.server.storage import connect

    engine = connect(Settings(database=database).address)
    try:
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
    from tabiji.core.errors import TabijiError
    from tabiji.server import codes
    from tabiji.server.people import handle

    with _transaction(database) as connection:
        found = codes.account(connection, handle(name))
        if found is None:
            raise TabijiError(f"there is no account {name!r}: guests have no password")
        link = codes.issue(connection, found.id, "reset", hours=hours)
    console.print(site.rstrip("/") + link, markup=False, highlight=False, soft_wrap=True)
