"""What a server can be told. Every field is a flag of `tabiji serve` and an environment variable `TABIJI_…`."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_data_path


def default_database() -> str:
    """A file in the user's data folder."""
    return f"sqlite:///{user_data_path('tabiji', appauthor=False) / 'tabiji.db'}"


@dataclass(frozen=True)
class Settings:
    """How a node serves; the defaults suit one machine and friends."""

    host: str = "127.0.0.1"
    """Address to listen at; 0.0.0.0 lets others in."""
    port: int = 8700
    """Port to listen at; 0 takes any free one."""
    database: str = ""
    """Where everything is kept: sqlite:///FILE or postgresql://USER@HOST/NAME; nothing: a file in your data folder."""
    redis: str = ""
    """redis://HOST:PORT, when several nodes serve the same tables; nothing: this node is alone."""
    origins: tuple[str, ...] = ()
    """Other origins whose pages may talk to this server, such as https://play.example.org."""
    proxies: str = "127.0.0.1"
    """Addresses of load balancers whose word on a visitor's address and scheme is believed; * believes anybody."""
    bot_workers: int = 0
    """Processes in which bots think; 0: one less than there are cores, at least one."""
    substitute: str = "skilled"
    """Level of the bot that takes the seat of somebody who left or ran out of time."""
    away_after: float = 30.0
    """Seconds without a connection after which a seat is shown as away."""
    node_timeout: float = 6.0
    """Seconds without a heartbeat after which other nodes take over a node's matches."""
    max_body: int = 256 * 1024
    """Most bytes of a request's body."""
    max_frame: int = 16 * 1024
    """Most bytes of a message on a socket."""
    requests: float = 40.0
    """Requests a second from one address, with bursts of ten times as many."""
    arrivals: float = 0.5
    """New guests and attempts to sign in a second from one address, with bursts of forty times as many."""
    messages: float = 20.0
    """Messages a second on one socket, with bursts of three times as many."""
    sockets: int = 64
    """Most open sockets of one person, and of one address without a name times four."""
    tables: int = 20
    """Most tables that one person gathers at the same time."""
    log: str = "info"
    """How much is logged: debug, info, warning or error."""
    test_seed: int | None = None
    """Deal every match from this seed: refused unless TABIJI_TESTING=1, because players could foresee everything."""

    @property
    def address(self) -> str:
        """The database to use."""
        return self.database or default_database()

    @property
    def bot_worker_count(self) -> int:
        """How many processes think for bots."""
        return self.bot_workers or max(1, (os.cpu_count() or 2) - 1)

    def prepare(self) -> None:
        """Make the folder of an embedded database."""
        if self.address.startswith("sqlite:///") and ":memory:" not in self.address:
            Path(self.address.removeprefix("sqlite:///")).parent.mkdir(parents=True, exist_ok=True)
