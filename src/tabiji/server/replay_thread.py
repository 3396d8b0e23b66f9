"""The thread in which long matches are replayed.

A long replay takes half a second. In the event loop everybody would wait for it; beside this thread, which holds the
GIL most of the time, the event loop gets it back within `SWITCH_INTERVAL`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")
SWITCH_INTERVAL = 0.0005  # seconds after which a thread must give the GIL to another that waits for it

_THREAD = ThreadPoolExecutor(1, thread_name_prefix="replay")  # more than one would share the same GIL


async def in_thread(work: Callable[..., T], *about: Any) -> T:
    """Run something in the replay thread."""
    return await asyncio.get_running_loop().run_in_executor(_THREAD, work, *about)
