"""One source of rules, run interpreted or compiled by Numba.

A rule that is given a RecordProxy is interpreted; one that is given a record or an array of them is compiled.
`core.record.as_state` opens records for the one or the other: for the interpreter in a process with `TABIJI_JIT=0`, and
for a game whose rules another process is still compiling (`wait`).

`@rule` marks a function over a game record. Compiled code is kept on disk in a folder named after a hash of all
sources and data it could depend on: Numba itself looks only at the file of the cached function, and would run
stale code after a change in a rule that another file calls.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

F = TypeVar("F", bound=Callable[..., Any])

JIT = os.environ.get("TABIJI_JIT", "1") != "0"

# 64-bit unsigned arithmetic: machine words when compiled, Python integers (masked by the caller) when interpreted.
u64: Any = np.uint64 if JIT else int


_plain: dict[int, memoryview] = {}  # by the id of a table's array: the same table for the interpreter


def table(values: Any, kind: Any = np.int8) -> Any:
    """A table of small numbers for the rules: a constant of the compiled code; Python integers when interpreted."""
    array = np.ascontiguousarray(values, kind)
    plain = memoryview(array.data)
    _plain[id(array)] = plain  # also keeps the array alive
    return array if JIT else plain


def plain(value: Any) -> Any:
    """The interpreter's equivalent of a table or of `u64`; any other value is the same for both."""
    return int if value is u64 else _plain.get(id(value), value)


_waiting: set[Any] = set()
_rehearsing = ContextVar("rehearsing", default=False)


def wait(dtype: Any) -> None:
    """Interpret the rules of the game with these records from now on: they are being compiled elsewhere."""
    _waiting.add(dtype)


def go(dtype: Any) -> None:
    """Run the rules of this game compiled from now on."""
    _waiting.discard(dtype)


def waits(dtype: Any) -> bool:
    """Whether the rules of the game with these records are interpreted until they are compiled."""
    return bool(_waiting) and dtype in _waiting and not _rehearsing.get()


def any_waits() -> bool:
    """Whether any game waits: then nothing is compiled for arguments that could be any game's."""
    return bool(_waiting) and not _rehearsing.get()


@contextmanager
def rehearsal() -> Iterator[None]:
    """Within this context (of a thread or task) rules run compiled, as if no game waited."""
    token = _rehearsing.set(True)
    try:
        yield
    finally:
        _rehearsing.reset(token)


_PACKAGE = Path(__file__).parent.parent


@cache
def sources_hash() -> str:
    """A hash of everything compiled code may depend on: rule sources, component data, Python, NumPy and Numba."""
    import numba

    digest = hashlib.sha256(f"{sys.version} {np.__version__} {numba.__version__}".encode())
    for folder in ("core", "games", "bots", "lab"):
        _hash_sources(digest, _PACKAGE, folder)
    for package in _other_games():
        _hash_sources(digest, package.parent, package.name)
    return digest.hexdigest()[:16]


def _hash_sources(digest: Any, root: Path, folder: str) -> None:
    for path in sorted((root / folder).rglob("*")):
        if path.suffix in (".py", ".toml"):
            digest.update(path.relative_to(root).as_posix().encode())
            digest.update(path.read_bytes())


def _other_games() -> list[Path]:
    """The folders of games that other distributions bring."""
    from tabiji.core.game_spec import game_packages

    specs = [find_spec(package) for package in game_packages().values() if not package.startswith("tabiji.games.")]
    return [Path(folder) for spec in specs if spec for folder in spec.submodule_search_locations or ()]


@cache
def cache_folder() -> Path:
    """Where compiled rules are kept; `TABIJI_CACHE` overrides the user's cache folder."""
    import platformdirs

    root = os.environ.get("TABIJI_CACHE") or platformdirs.user_cache_dir("tabiji")
    return Path(root) / "compiled" / sources_hash()


def rule(function: F) -> F:
    """A function over a game record: compiled to machine code, or left as it is when `TABIJI_JIT=0`."""
    return _compile(function)


def rule_with_gil(function: F) -> F:
    """A rule that Python calls for a microsecond: it holds the GIL, which it would wait long to get back."""
    return _compile(function, nogil=False)


def rule_that_makes_arrays(function: F) -> F:
    """A rule, none of a game's, that makes arrays. It counts references to arrays, and returns none."""
    return _compile(function, makes_arrays=True)


def _compile(function: F, nogil: bool = True, makes_arrays: bool = False) -> F:
    if not JIT:
        return function
    from tabiji.core.compiler import Compiled

    compiled: Any = Compiled(function, nogil, makes_arrays)
    return compiled
