"""What a person at a terminal reads while games are compiled; everybody else gets JSON."""

from __future__ import annotations

import json
import logging

from tabiji.server.run import JsonLines, TerminalLines


def _record(message: str, level: int = logging.INFO, **extra: object) -> logging.LogRecord:
    fields = {"name": "tabiji.prepare", "msg": message, "levelno": level, "levelname": logging.getLevelName(level)}
    return logging.makeLogRecord(fields | extra)


def test_progress_is_told_in_words() -> None:
    begun = _record("compiling in the background", game="tokaido_duo", games_left=2)
    done = _record("compiled", game="tokaido_duo", games_left=2, seconds=31.4)
    last = _record("compiling in the background", game="tokaido", games_left=0)
    lines = [TerminalLines().format(record) for record in (begun, done, last)]
    assert lines == [
        "Compiling Tokaido Duo, then 2 more; play meanwhile, against simpler bots",
        "Tokaido Duo is compiled (31 s)",
        "Compiling Tokaido; play meanwhile, against simpler bots",
    ]
    assert json.loads(JsonLines().format(done))["game"] == "tokaido_duo"


def test_everything_else_is_json() -> None:
    failed = _record("a game cannot be compiled; it stays interpreted", logging.ERROR, game="tokaido", status=1)
    assert json.loads(TerminalLines().format(failed))["status"] == 1
