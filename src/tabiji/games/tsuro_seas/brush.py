"""Wakes as lines: curves between ports, as dots of a terminal's braille characters or as paths of an SVG."""

from __future__ import annotations

from functools import cache

from tabiji.games.tsuro_seas.state import ACTIONS_BY_ROLL, DATA, OPPOSITE, TURN

WIDE, HIGH = 8, 4  # characters of a square
_DOTS = 16  # dots of a square, either way: a character has 2 x 4
_BRAILLE = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
# ports of a square of side 1: where they are, and the way into the square
_AT = ((1, 0), (2, 0), (3, 1), (3, 2), (2, 3), (1, 3), (0, 2), (0, 1))
_INTO = ((0, 1), (0, 1), (-1, 0), (-1, 0), (0, -1), (0, -1), (1, 0), (1, 0))

Pair = tuple[int, int]


def port_at(port: int) -> tuple[float, float]:
    """Where a port is on a square of side 1."""
    return _AT[port][0] / 3, _AT[port][1] / 3


def bends(one: int, other: int) -> list[tuple[float, float]]:
    """The four control points of the curve between two ports of a square of side 1."""
    (x, y), (u, v) = port_at(one), port_at(other)
    reach = 0.28 if one // 2 == other // 2 else 0.5 if OPPOSITE[one] == other else 0.42
    (a, b), (c, d) = _INTO[one], _INTO[other]
    return [(x, y), (x + reach * a, y + reach * b), (u + reach * c, v + reach * d), (u, v)]


@cache
def _dots(one: int, other: int) -> frozenset[tuple[int, int]]:
    """The dots of a curve."""
    p, q, r, s = bends(one, other)
    dots = set()
    for i in range(81):
        t = i / 80
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        x = a * p[0] + b * q[0] + c * r[0] + d * s[0]
        y = a * p[1] + b * q[1] + c * r[1] + d * s[1]
        dots.add((min(_DOTS - 1, int(x * _DOTS)), min(_DOTS - 1, int(y * _DOTS))))
    return frozenset(dots)


def strokes(pairs: list[Pair]) -> list[list[tuple[str, list[Pair]]]]:
    """A square with these wakes: for each of its characters the sign, and which wakes run through it."""
    signs = [[0] * WIDE for _ in range(HIGH)]
    through: list[list[list[Pair]]] = [[[] for _ in range(WIDE)] for _ in range(HIGH)]
    for pair in pairs:
        for x, y in _dots(*pair):
            signs[y // 4][x // 2] |= _BRAILLE[y % 4][x % 2]
            if pair not in through[y // 4][x // 2]:
                through[y // 4][x // 2].append(pair)
    return [
        [
            (chr(0x2800 + signs[row][column]) if signs[row][column] else " ", through[row][column])
            for column in range(WIDE)
        ]
        for row in range(HIGH)
    ]


def port_character(port: int) -> tuple[int, int]:
    """The row and column of a square's character next to a port."""
    x, y = port_at(port)
    return min(HIGH - 1, int(y * HIGH)), min(WIDE - 1, int(x * WIDE))


_TILES = {tile["id"]: (i, tile) for i, tile in enumerate(DATA["daikaiju"]["tiles"])}


def rolls_by_side(beast: str, facing: int) -> tuple[list[int], int]:
    """On which roll a daikaiju that lies like this goes north, east, south and west, and on which it turns."""
    d, tile = _TILES[beast]
    sides = [0, 0, 0, 0]
    for roll in range(1, 6):
        action = int(ACTIONS_BY_ROLL[d, roll - 1])
        if action != TURN:
            sides[(action + facing) % 4] = roll
    return sides, int(tile["number"])
