"""Results as files: Parquet, CSV or JSON lines, batch by batch, complete or not at all."""

from __future__ import annotations

import os
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from tabiji.core.errors import OptionError

_GROUP = 65_536  # lines written at once


class Writer:
    """Writes batches to a temporary file beside the target, renamed when all is written."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._part = path.with_name(path.name + ".part")
        self._sink: Any = None
        self._waiting: list[Any] = []
        try:
            self._file = self._part.open("wb")
        except OSError as error:
            raise OptionError(f"cannot write {path}: {error.strerror}") from error

    def add(self, columns: dict[str, Any]) -> None:
        """Write a batch of columns."""
        import pyarrow as pa

        self._waiting.append(pa.table(columns))
        if sum(len(batch) for batch in self._waiting) >= _GROUP:
            self._flush()

    def _flush(self) -> None:
        """Write the buffered columns: few large groups instead of many small ones."""
        import pyarrow as pa

        if self._waiting:
            batch = pa.concat_tables(self._waiting)
            self._waiting = []
            if self._sink is None:
                self._sink = self._open(batch.schema)
            self._sink.write_table(batch)

    def _open(self, schema: Any) -> Any:
        if self.path.suffix == ".parquet":
            from pyarrow.parquet import ParquetWriter

            return ParquetWriter(self._file, schema, compression="zstd")
        if self.path.suffix == ".csv":
            from pyarrow.csv import CSVWriter

            return CSVWriter(self._file, schema)
        return _JsonLines(self._file)

    def __enter__(self) -> Writer:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        """Finish the file and rename it to its target; after an error remove it."""
        if error is None:
            self._flush()
        if self._sink is not None:
            self._sink.close()
        self._file.close()
        if error is None:
            os.replace(self._part, self.path)
        else:
            self._part.unlink()


class _JsonLines:
    """One JSON object a line."""

    def __init__(self, file: Any) -> None:
        self._file = file

    def write_table(self, batch: Any) -> None:
        import json

        self._file.writelines(json.dumps(row).encode() + b"\n" for row in batch.to_pylist())

    def close(self) -> None:
        self._file.flush()


def open_writer(path: Path | None) -> Writer | nullcontext[None]:
    """A writer by the file's ending, or none; OptionError if the file cannot be written."""
    if path is None:
        return nullcontext()
    if path.suffix not in (".parquet", ".csv", ".json"):
        raise OptionError(f"cannot write {path}: the name must end in .parquet, .csv or .json")
    return Writer(path)
