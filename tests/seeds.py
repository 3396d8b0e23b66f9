"""Where the tests' randomness comes from: the same numbers in every run, others only in `make soak`.

`SEED` is 1, or the seed of `make soak` (TABIJI_SOAK), which prints it: the same seed plays the same matches again.
Servers of tests (node.py, node_factory.py) deal from it: `tabiji serve --test-seed SEED`, with TABIJI_TESTING=1.
There the shuffle of a match depends on the name of its host and on how many matches that host has begun, so that tests
may share a server in any order; another name, or the next match of the same host, is another shuffle. Bots answer the
same position with the same move, and count simulations instead of milliseconds.
"""

from __future__ import annotations

import os

os.environ["TABIJI_TESTING"] = "1"  # also for the servers started from here
SOAK = "TABIJI_SOAK" in os.environ
SEED = int(os.environ.get("TABIJI_SOAK", "1"))


def examples(usual: int) -> int:
    """How many examples a property is tried with."""
    return usual * 20 if SOAK else usual
