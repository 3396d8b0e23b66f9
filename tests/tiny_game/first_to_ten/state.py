"""The record of First to Ten: every fact of a match, and the numbers of its components."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

import numpy as np

from tabiji.core.deck import deck
from tabiji.core.jit import table
from tabiji.core.journal import journal

DATA: dict[str, Any] = tomllib.loads(files(__package__).joinpath("data/first_to_ten.toml").read_text("utf-8"))

MAX_PLAYERS = 4
CARDS = table(DATA["cards"])
STONES: int = DATA["stones"]
GOAL = table(DATA["goals"])

NOBODY = -1
PLAY, OVER = range(2)
PHASES = ("play", "over")

# one number per decision: 0 to STONES - 1 take one stone more than that
A_SHOW = STONES
ACTIONS = A_SHOW + 1
MAX_LEGAL = STONES + 1

EVENTS = (
    "took",  # who, amount: stones, points: the seat's points after it
    "showed",  # who, what: card, points: the seat's points after it
    "over",  # who: the winner
)
TOOK, SHOWED, ENDED = range(len(EVENTS))

DTYPE: np.dtype[Any] = np.dtype(
    [
        ("rng", "u8"),
        ("players", "i1"),
        ("goal", "i1"),  # place in the option's choices
        ("phase", "i1"),
        ("seat", "i1"),  # who decides; NOBODY: the match is over
        ("points", "i1", (MAX_PLAYERS,)),
        ("card", "i1", (MAX_PLAYERS,)),  # secret cards; NO_CARD once shown
        ("shown", "i1", (MAX_PLAYERS,)),  # cards that were shown; NO_CARD before
        ("deck", deck(len(DATA["cards"]))),
        ("journal", journal(2)),  # a step writes at most two lines: the move, and the end
    ],
    align=True,
)
