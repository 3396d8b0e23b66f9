"""Runs a node: one process, one event loop, logs as JSON lines (in a terminal, progress in words)."""

from __future__ import annotations

import logging
import socket
import sys
import webbrowser
from functools import partial
from typing import Any

import msgspec
import uvicorn
from prometheus_client import start_http_server

from tabiji.core.errors import TabijiError
from tabiji.core.match import Game
from tabiji.server.app import make_app
from tabiji.server.connection_limit import ConnectionLimit
from tabiji.server.http_transport import KEEP_ALIVE, HttpTransport
from tabiji.server.replay_thread import SWITCH_INTERVAL
from tabiji.server.settings import Settings
from tabiji.server.storage import connect, upgrade
from tabiji.server.websocket import with_websockets
from tabiji.server.websocket_transport import WebSocketTransport

_OWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}
_LEVELS = ("debug", "info", "warning", "error")


class JsonLines(logging.Formatter):
    """One JSON object per line. Cookies, tokens, passwords and seeds are never passed to a logger."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
        }
        line |= {key: value for key, value in vars(record).items() if key not in _OWN}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line, enc_hook=str).decode()


class TerminalLines(JsonLines):
    """For a person at a terminal: the progress of compiling in words, everything else as JSON."""

    def format(self, record: logging.LogRecord) -> str:
        if record.name != "tabiji.prepare" or record.levelno != logging.INFO:
            return super().format(record)
        about = vars(record)
        title, left = Game(about["game"]).spec.title, about["games_left"]
        then = f", then {left} more" if left else ""
        if "seconds" in about:
            return f"{title} is compiled ({about['seconds']:.0f} s)"
        return f"Compiling {title}{then}; play meanwhile, against simpler bots"


def set_up_logs(level: str) -> None:
    """Configure logging to standard error."""
    if level not in _LEVELS:
        raise TabijiError(f"cannot log at level {level!r}: valid: {', '.join(_LEVELS)}")
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(TerminalLines() if sys.stderr.isatty() else JsonLines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("tabiji").setLevel(level.upper())


def _listen(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
    except OSError as error:
        listening.close()
        raise TabijiError(
            f"cannot listen at {settings.host}:{settings.port}: {error.strerror}; choose another --port"
        ) from error
    return listening


class _Announcing(uvicorn.Server):
    """Prints the address of the page as soon as it can be opened."""

    def __init__(self, config: uvicorn.Config, page: str, open_page: bool) -> None:
        super().__init__(config)
        self._page = page
        self._open = open_page

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            print(f"Tabiji is at {self._page}  (Ctrl-C stops)", flush=True)
            if self._open:
                webbrowser.open(self._page)


def _serve_metrics(settings: Settings) -> None:
    """Answer /metrics on a port of its own, in a thread."""
    try:
        start_http_server(settings.metrics_port, settings.host)
    except OSError as error:
        raise TabijiError(f"cannot listen at port {settings.metrics_port} for metrics: {error.strerror}") from error


def run(settings: Settings, open_page: bool = False) -> None:
    """Serve until stopped; TabijiError if the node cannot start."""
    set_up_logs(settings.log)
    settings.check()
    app = make_app(settings)
    settings.prepare()
    engine = connect(settings.address)
    upgrade(engine)  # first, so that a wrong address gives a message and not a traceback
    engine.dispose()
    connection_limit = ConnectionLimit(settings)
    listening = _listen(settings)
    sys.setswitchinterval(SWITCH_INTERVAL)
    host = "localhost" if settings.host in ("0.0.0.0", "::", "127.0.0.1") else settings.host
    config = uvicorn.Config(
        with_websockets(app),
        http=partial(HttpTransport, connection_limit),  # type: ignore[arg-type]  # any factory will do
        ws=partial(WebSocketTransport, settings.messages),  # type: ignore[arg-type]
        ws_max_size=settings.max_frame,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips=settings.proxies,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=3,
        backlog=4096,
    )
    if settings.metrics_port:
        _serve_metrics(settings)
    page = f"http://{host}:{listening.getsockname()[1]}/"
    _Announcing(config, page, open_page).run(sockets=[listening])
