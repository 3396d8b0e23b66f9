"""What a voyage in progress is worth to a ship: afloat or not, and how much open water lies around the square ahead.

`estimate(s, p)` is a log-weight: players win in proportion to its exponential. It reads what everybody sees.
"""

from __future__ import annotations

from tabiji.core.jit import rule
from tabiji.core.record import State
from tabiji.games.tsuro_seas.ships import afloat
from tabiji.games.tsuro_seas.state import BESIDE, LAIRS

# how search thinks about this game (bots/tree.py); docs/ladder.md tells what was tried
SEARCH_PARAMS = {"explore": 0.4, "bias": 0.5, "horizon": 12, "choices": 3, "trust": 1.0}

_LOST = -8.0
_FACED = -1.5  # a daikaiju on the square ahead
_NEAR = -0.5  # a daikaiju beside it
_OPEN = 0.3  # open water beside it
_FAR = 0.06  # open water one square on
_RIM = -0.1
_COMPANY = -0.25  # another ship that faces the same square


@rule
def _waters(s: State, square: int) -> float:
    """What lies around a square."""
    worth = 0.0
    for side in range(4):
        beside = BESIDE[square, side]
        if beside < 0:
            worth += _RIM
        elif s.board[beside] >= LAIRS:
            worth += _NEAR
        elif s.board[beside] < 0:
            worth += _OPEN + _FAR * _open_beside(s, beside)
    return worth


@rule
def _open_beside(s: State, square: int) -> int:
    count = 0
    for side in range(4):
        beside = BESIDE[square, side]
        if beside >= 0 and s.board[beside] < 0:
            count += 1
    return count


@rule
def estimate(s: State, p: int) -> float:
    """How likely this ship is to be the last, as a log-weight."""
    if not afloat(s, p):
        return _LOST
    square = s.ahead[p]
    if square < 0:  # its start is not chosen yet
        return 0.0
    worth = _waters(s, square)
    if s.board[square] >= LAIRS:
        worth += _FACED
    for other in range(s.players):
        if other != p and afloat(s, other) and s.ahead[other] == square:
            worth += _COMPANY
    return worth
