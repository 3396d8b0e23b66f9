"""No thread finds a type of messages half worked out: that would end the process."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from tabiji.server import app
from tabiji.server.settings import Settings
from tabiji.server.struct_types import work_out_struct_types


def worked_out(work: Callable[[], object]) -> bool:
    """Whether msgspec looks at the annotations of a type meanwhile, which is Python code: threads may change there."""
    called = []

    def note(frame: Any, event: str, _: Any) -> None:
        if event == "call":
            called.append(frame.f_code.co_name)

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return "get_class_annotations" in called


def test_a_type_is_worked_out_once() -> None:
    inner = msgspec.defstruct("Inner", [("number", int)], module="tabiji.test")
    outer = msgspec.defstruct("Outer", [("inner", inner)], module="tabiji.test")
    other = msgspec.defstruct("Other", [("number", int)], module="elsewhere")
    work_out_struct_types()
    assert not worked_out(lambda: msgspec.convert({"inner": {"number": 1}}, outer))
    assert worked_out(lambda: msgspec.convert({"number": 1}, other))


def test_a_node_does_it_before_anything_else(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop() -> None:
        raise InterruptedError

    monkeypatch.setattr(app, "work_out_struct_types", stop)
    monkeypatch.setattr(app, "RateLimiter", lambda _: pytest.fail("too late"))
    with pytest.raises(InterruptedError):
        app.make_app(Settings())
