"""What msgspec knows about the types of messages and rows, worked out before there are threads.

msgspec works a struct out when it is first decoded. If a second thread decodes the same type meanwhile, it reads what
is half done, and the process ends (a null pointer, seen with msgspec 0.22). So it is done at the start, in one thread.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import msgspec


def work_out_struct_types() -> None:
    """Prepare every struct of this package for decoding."""
    for struct in _all(msgspec.Struct):
        if struct.__module__.startswith("tabiji."):
            with suppress(TypeError, NameError):  # a type that is only ever written
                msgspec.json.Decoder(struct)


def _all(struct: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for below in struct.__subclasses__():
        yield below
        yield from _all(below)
