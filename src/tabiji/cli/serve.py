"""`tabiji serve`: tables, live play and the page, in one process."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from tabiji.server.settings import Settings

_DEFAULT = Settings()


def serve(settings: Annotated[Settings, Parameter(name="*")] = _DEFAULT, *, open: bool = False) -> None:
    """Serve tables to browsers and bots; Ctrl-C stops, and nothing is lost.

    Parameters
    ----------
    open
        Open the page in the browser.
    """
    from tabiji.server.run import run

    run(settings, open_page=open)
