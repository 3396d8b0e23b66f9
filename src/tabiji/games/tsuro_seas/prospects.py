"""Prospects, for networks: what each placement would lead to, and how much room a ship has.

A placement is judged without being played: its tile is thought to lie on the empty square `here`, and wakes that come
there are followed on through it. What everybody sees is enough for it, and the own hand.
"""

from __future__ import annotations

from typing import Any

from tabiji.core.jit import rule, table
from tabiji.core.observation import put
from tabiji.core.record import State
from tabiji.games.tsuro_seas.ships import afloat
from tabiji.games.tsuro_seas.state import (
    A_PLACE,
    ARRIVAL,
    BEASTS,
    BESIDE,
    EMPTY,
    FIRST_COURSE,
    HAND,
    LAIRS,
    NO_TILE,
    NOWHERE,
    PORTS,
    ROTATIONS,
    ROUTE,
    SIZE,
    SQUARES,
)
from tabiji.games.tsuro_seas.wakes import KIND, OVERTAKES, beyond, voyage, waiting_at

TURNS = 4
PLACEMENTS = HAND * TURNS
FEATURES = (
    "the own ship is lost",
    "other ships lost",
    "the own ship is the last",
    "then of the square ahead: edges",
    "open squares beside",
    "open squares beside those",
    "daikaiju beside",
    "daikaiju two steps away",
    "second rolls that bring a daikaiju there",
    "second rolls that bring one to the tile under the ship",
    "other ships that face it",
    "steps to the nearest other ship",
    "ports that lead to open water",
    "open squares connected with it, in fours",
    "placements of the tiles left in hand that survive",
    "other ships carried on",
    "their ports that lead to open water",
)

_FEATURES = len(FEATURES)
_BITS = 4  # for each port of a square: what awaits who leaves by it
_LOST, _OPEN, _BACK = 0, 1, PORTS  # _BACK + port: it comes back to the square by a port
_WEST_RIM = sum(1 << SIZE * row for row in range(SIZE))
_EAST_RIM = _WEST_RIM << SIZE - 1
_ALL = (1 << SQUARES) - 1
APART = table([[abs(a // SIZE - b // SIZE) + abs(a % SIZE - b % SIZE) for b in range(SQUARES)] for a in range(SQUARES)])


@rule
def open_squares(s: State) -> int:
    """The squares with nothing on them, one bit each."""
    found = 0
    for square in range(SQUARES):
        found |= int(s.board[square] == EMPTY) << square
    return found


@rule
def connected(open_water: int, square: int) -> int:
    """How many open squares are connected with a square."""
    reached = 1 << square
    while True:
        wider = reached | reached << SIZE | reached >> SIZE
        wider |= (reached & ~_EAST_RIM) << 1 | (reached & ~_WEST_RIM) >> 1
        wider &= open_water & _ALL
        wider |= 1 << square
        if wider == reached:
            break
        reached = wider
    count = 0
    while reached:
        reached &= reached - 1
        count += 1
    return count


@rule
def ways_on(s: State, square: int, bow: int, here: int, course: int) -> int:
    """What awaits a ship that leaves a square by each port but its bow, if a tile lies on `here` (NOWHERE: none).

    With the option `head_on` swap a ship may face a tile: it leads nowhere.
    """
    ways = 0
    if s.board[square] != EMPTY:
        return ways
    for port in range(PORTS):
        if port != bow:
            end = beyond(s, square, port) % OVERTAKES
            if end < KIND and end // PORTS == here:
                end = voyage(s, here, course, end % PORTS, 0)
            if end < KIND:
                way = _BACK + end % PORTS if end // PORTS == square else _OPEN
                ways |= way << _BITS * port
    return ways


@rule
def exits(ways: int) -> int:
    """How many ports lead to open water."""
    count = 0
    for port in range(PORTS):
        count += int(ways >> _BITS * port & 15 == _OPEN)
    return count


@rule
def _survives(ways: int, bow: int, course: int) -> bool:
    """Whether a ship that enters by its bow is still afloat after a tile."""
    port = bow
    for _ in range(PORTS // 2):
        way = ways >> _BITS * ROUTE[course, port] & 15
        if way < _BACK:
            return bool(way == _OPEN)
        port = way - _BACK
        if port == bow:
            return False
    return False


@rule
def _follow_ups(s: State, p: int, used: int, ways: int, bow: int) -> int:
    """How many placements of the tiles left in hand keep the ship afloat."""
    count = 0
    for i in range(HAND):
        pattern = s.hand[p * HAND + i]
        if i != used and pattern != NO_TILE:
            for course in range(FIRST_COURSE[pattern], FIRST_COURSE[pattern] + ROTATIONS[pattern]):
                count += int(_survives(ways, bow, course))
    return count


@rule
def write_placements(s: State, p: int, risk: Any, risk_at: int, out: Any, actions_at: int, at: int) -> None:
    """Write the action and a row for each placement of the deciding seat p: of its first tile, its second, its third.

    `risk[risk_at + roll * SQUARES + square]` is 1 where a roll brings a daikaiju to a square.
    """
    open_water = open_squares(s) & ~(1 << s.ahead[p])
    for i in range(HAND):
        pattern = s.hand[p * HAND + i]
        before = False
        for j in range(i):
            before |= s.hand[p * HAND + j] == pattern
        if pattern != NO_TILE and not before:
            for turn in range(ROTATIONS[pattern]):
                course = FIRST_COURSE[pattern] + turn
                number = i * TURNS + turn
                out[actions_at + number] = A_PLACE + course
                row = at + number * _FEATURES
                _write_placement(s, p, i, course, open_water, risk, risk_at, out, row)


@rule
def _write_placement(
    s: State, p: int, used: int, course: int, open_water: int, risk: Any, risk_at: int, out: Any, row: int
) -> None:
    here = s.ahead[p]
    waiting = waiting_at(s, here)
    end = voyage(s, here, course, s.bow[p], waiting)
    square = end // PORTS
    out[row] = int(end >= KIND)
    others = 0
    company = 0
    nearest = 2 * SIZE
    for q in range(s.players):
        if q != p and afloat(s, q):
            place = s.ahead[q]
            if place == here:
                their = voyage(s, here, course, s.bow[q], waiting)
                if their >= KIND:
                    out[row + 1] += 1
                    continue
                place = their // PORTS
                out[row + 15] += 1
                put(out, row + 16, out[row + 16] + exits(ways_on(s, place, their % PORTS, here, course)))
            others += 1
            if end < KIND:
                company += int(place == square)
                nearest = min(nearest, APART[place, square])
    if end >= KIND:
        return
    out[row + 2] = int(others == 0)
    bow = end % PORTS
    for side in range(4):
        beside = BESIDE[square, side]
        if beside < 0:
            out[row + 3] += 1
        elif open_water >> beside & 1:
            out[row + 4] += 1
            for further in range(4):
                beyond_it = BESIDE[beside, further]
                if beyond_it >= 0:
                    out[row + 5] += open_water >> beyond_it & 1
        elif s.board[beside] >= LAIRS:
            out[row + 6] += 1
    for d in range(BEASTS):
        if s.lair[d] >= 0:
            out[row + 7] += int(APART[s.lair[d], square] == 2)
    under = BESIDE[square, bow >> 1]
    for roll in range(ARRIVAL - 1):
        out[row + 8] += risk[risk_at + roll * SQUARES + square]
        if under != NOWHERE:
            out[row + 9] += risk[risk_at + roll * SQUARES + under]
    ways = ways_on(s, square, bow, here, course)
    out[row + 10] = company
    out[row + 11] = nearest
    out[row + 12] = exits(ways)
    out[row + 13] = connected(open_water, square) // 4
    out[row + 14] = _follow_ups(s, p, used, ways, bow)
