"""Settings of a server. Every field is a flag of `tabiji serve` and an environment variable `TABIJI_…`."""

from __future__ import annotations

import ipaddress
import os
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_data_path

from tabiji.core.errors import TabijiError


def default_database() -> str:
    """A file in the user's data folder."""
    return f"sqlite:///{user_data_path('tabiji', appauthor=False) / 'tabiji.db'}"


@dataclass(frozen=True)
class Settings:
    """Settings of a node; the defaults suit a single machine."""

    host: str = "127.0.0.1"
    """Address to listen at; 0.0.0.0 accepts connections from other machines."""
    port: int = 8700
    """Port to listen at; 0 takes any free one."""
    database: str = ""
    """Database: sqlite:///FILE or postgresql://USER@HOST/NAME; empty: a file in your data folder."""
    redis: str = ""
    """redis://HOST:PORT, if several nodes serve the same tables; empty: this is the only node."""
    origins: tuple[str, ...] = ()
    """Other origins whose pages may use this server, such as https://play.example.org."""
    proxies: str = "127.0.0.1"
    """Addresses or networks of proxies whose forwarded headers (client address and scheme) are trusted; *: any."""
    bot_workers: int = 0
    """Processes that compute the moves of bots; 0: one less than there are cores, at least one."""
    substitute: str = "skilled"
    """Level of the bot that takes over the seat of a player who left or ran out of time."""
    away_after: float = 30.0
    """Seconds without a connection after which a seat is shown as away."""
    claim_after: float = 3600.0
    """Seconds without a connection, at a table without a clock, after which others can call a bot for the seat that
    decides (or, where who leaves forfeits, claim the victory)."""
    node_timeout: float = 6.0
    """Seconds without a heartbeat after which other nodes take over a node's matches."""
    max_body: int = 64 * 1024
    """Most bytes of a request's body."""
    max_frame: int = 16 * 1024
    """Most bytes of a WebSocket message."""
    requests: float = 40.0
    """Requests a second from one address, with bursts of ten times as many."""
    arrivals: float = 0.5
    """New guests and attempts to sign in a second from one address, with bursts of forty times as many."""
    attempts: float = 10.0
    """Failed attempts a minute to sign in to one account from one address; four times as many from all addresses."""
    messages: float = 20.0
    """Messages a second on one WebSocket, and ten times as many of one address, with bursts of three times as many."""
    hints: float = 20.0
    """Hints a minute for one person, and four times as many for one address, with bursts of a third of that."""
    analyses: float = 60.0
    """Analyses of matches an hour for one person, and four times as many for one address, with bursts of a sixth of
    that."""
    connections: int = 16_384
    """Most open connections; fewer if the limit of file descriptors, less 256 for everything else, is lower."""
    connections_per_address: int = 512
    """Most open connections of one address that is no proxy, and most of its WebSockets."""
    sockets: int = 64
    """Most open WebSockets of one person; four times as many of one address that is not signed in."""
    tables: int = 20
    """Most tables of one person that wait for players at the same time."""
    matches: int = 50
    """Most matches in play that one person has started."""
    archive_after: float = 30.0
    """Days without an entry after which a match without a clock is put away until somebody plays on; 0: never."""
    session_days: float = 90.0
    """Days after its last use when a browser has to sign in again; a guest's name is lost with it."""
    site: str = ""
    """Address of this site in the links it sends, such as https://play.example.org."""
    smtp: str = ""
    """Mail server for links that reset passwords: smtp://USER:PASSWORD@HOST:587 (STARTTLS if it offers that), or
    smtps:// for TLS from the start; empty: an administrator makes these links."""
    mail_from: str = ""
    """Address that these mails come from, such as tabiji@example.org."""
    metrics_port: int = 0
    """Port of its own for /metrics, at the same host; 0: none, and /metrics is answered with the token, or on this
    machine only."""
    metrics_token: str = ""
    """Token that /metrics asks for, as Authorization: Bearer TOKEN."""
    prune_guests: float = 0.0
    """Days without a visit after which guests who sit at no table in play are deleted; 0: never."""
    prune_chats: float = 0.0
    """Days after which chat messages are deleted; 0: never."""
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
        """How many processes compute the moves of bots."""
        return self.bot_workers or max(1, (os.cpu_count() or 2) - 1)

    def check(self) -> None:
        """Refuse mail without a sender or links, and proxies that are no addresses: nobody would trust them, and all
        visitors would share one limit."""
        if self.smtp:
            if not self.smtp.startswith(("smtp://", "smtps://")):
                raise TabijiError("cannot send mail: write --smtp smtp://USER:PASSWORD@HOST:587")
            if not self.mail_from or not self.site:
                raise TabijiError("cannot send mail without --mail-from and --site")
        for proxy in self.proxies.split(","):
            try:
                _ = proxy.strip() in ("", "*") or ipaddress.ip_network(proxy.strip())
            except ValueError as error:
                valid = "write addresses or networks, such as 10.0.0.10,10.1.0.0/16"
                raise TabijiError(f"cannot trust the proxy {proxy.strip()!r}: {valid}") from error

    def prepare(self) -> None:
        """Make the folder and the file of an embedded database, for its owner only: it holds seeds and hashes.

        SQLite gives its other files (the WAL) the permissions of this one.
        """
        if self.address.startswith("sqlite:///") and ":memory:" not in self.address:
            file = Path(self.address.removeprefix("sqlite:///"))
            try:
                file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                os.close(os.open(file, os.O_WRONLY | os.O_CREAT, 0o600))
            except OSError as error:
                raise TabijiError(f"cannot open the database {file}: {error.strerror}") from error
