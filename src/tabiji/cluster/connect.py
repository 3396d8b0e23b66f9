"""The connection to a Ray cluster."""

from __future__ import annotations

import logging
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from importlib import import_module
from typing import Any

from tabiji.core.errors import OptionError

_TIMEOUT = 5.0  # seconds until an address that does not answer is given up


def load_ray() -> Any:
    """The module `ray`; OptionError says how to install it."""
    try:
        return import_module("ray")
    except ImportError as error:
        raise OptionError("a cluster needs Ray, which is not installed: pip install 'tabiji[cluster]'") from error


@contextmanager
def connected(address: str) -> Iterator[Any]:
    """Connect to a cluster: `auto` is the one this machine belongs to. What Ray prints goes to standard error."""
    ray = load_ray()
    with redirect_stdout(sys.stderr):
        if ray.is_initialized():  # a program that has connected itself
            yield ray
            return
        _reach(address)
        try:
            ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
        except (ConnectionError, RuntimeError, ValueError, AssertionError) as error:
            reason = "no Ray cluster runs on this machine" if address == "auto" else f"no Ray cluster at {address!r}"
            raise OptionError(f"{reason}: start one with ray start --head, or give --cluster HOST:PORT") from error
        try:
            yield ray
        finally:
            ray.shutdown()


def _reach(address: str) -> None:
    """OptionError if nothing answers at HOST:PORT: Ray itself would wait for minutes."""
    if address in ("auto", "local"):
        return
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not host or not port.isdigit() or int(port) > 65535:
        raise OptionError(f"cannot read the cluster's address {address!r}: write auto, HOST:PORT or ray://HOST:PORT")
    try:
        socket.create_connection((host.strip("[]"), int(port)), _TIMEOUT).close()
    except OSError as error:
        raise OptionError(f"no Ray cluster answers at {address}: {error.strerror or error}") from error
