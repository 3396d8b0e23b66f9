"""Results as a folder of Parquet parts, `results.parquet/part-000000.parquet` and so on in the order of the games.

A node writes its parts itself where it sees the folder (a shared file system); another sends each part as one object,
straight from its own object store into the file. Complete or not at all, like every file of results.
"""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

from tabiji.core.errors import OptionError
from tabiji.lab.writers import Writer

T = TypeVar("T")


@dataclass(frozen=True)
class Part:
    """Where a node writes one part: the file, and the file that proves that it sees the same folder."""

    path: Path
    mark: Path

    def write(self, play: Callable[[Writer], T]) -> tuple[T, bytes | None]:
        """What `play` returns, and what it wrote, if the folder is not here."""
        shared = self.mark.exists()
        with nullcontext(self.path.parent) if shared else TemporaryDirectory(prefix="tabiji-") as folder:
            # A name of its own: a node that was given up as dead may still write the same part
            path = Path(folder) / f"{secrets.token_hex(8)}.parquet"
            with Writer(path) as writer:
                result = play(writer)
            if not shared:
                return result, path.read_bytes()
            os.replace(path, self.path)
            return result, None


class Parts:
    """The folder, beside its target until all is there."""

    def __init__(self, path: Path) -> None:
        self.path = path.absolute()
        self._folder = self.path.with_name(self.path.name + ".part")
        self._mark = self._folder / f".{secrets.token_hex(8)}"
        self._kept: set[str] = set()
        self._numbered = 0
        if self.path.exists():
            raise OptionError(f"{path} is there already: remove it, or give another name")
        try:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder.mkdir()
            self._mark.touch()
        except OSError as error:
            raise OptionError(f"cannot write {path}: {error.strerror}") from error

    def next(self) -> Part:
        """The part after the last."""
        part = Part(self._folder / f"part-{self._numbered:06d}.parquet", self._mark)
        self._numbered += 1
        return part

    def keep(self, part: Part, data: bytes | None) -> None:
        """A part is complete; `data` is its content if the node could not write it here."""
        if data is not None:
            waiting = part.path.with_suffix(".waiting")
            waiting.write_bytes(data)
            os.replace(waiting, part.path)
        self._kept.add(part.path.name)

    def __enter__(self) -> Parts:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        """Rename the folder to its target, with the parts that were kept; after an error remove it."""
        if error is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            return
        for file in self._folder.iterdir():
            if file.name not in self._kept:
                file.unlink()
        os.replace(self._folder, self.path)


def open_parts(path: Path | None) -> Parts | nullcontext[None]:
    """A folder of parts, or none; OptionError if it cannot be written."""
    if path is None:
        return nullcontext()
    if path.suffix != ".parquet":
        raise OptionError(f"cannot write {path}: a cluster writes a folder of Parquet parts, named NAME.parquet")
    return Parts(path)
