"""A chart of the island: where to draw each place of a board, and the whole board as an SVG picture.

Nothing about positions stands in a board file: the coast is a rounded ring, mountain towns lie amid their neighbours
(so routes cannot cross), and an area's sign stands in its middle.
"""

from __future__ import annotations

from html import escape
from itertools import pairwise
from math import cos, hypot, pi, sin
from typing import Any

WIDTH, HEIGHT = 1000, 500
_RX, _RY = 440.0, 190.0
_ROUNDNESS = 0.62  # 1 is an ellipse, towards 0 a rectangle
Point = tuple[float, float]


def _coast(turn: float, rx: float = _RX, ry: float = _RY) -> Point:
    """A point of the coast, clockwise from the north; `turn` counts from 0 to 1."""
    x, y = sin(2 * pi * turn), -cos(2 * pi * turn)
    return (
        WIDTH / 2 + rx * (abs(x) ** _ROUNDNESS) * (1 if x >= 0 else -1),
        HEIGHT / 2 + ry * (abs(y) ** _ROUNDNESS) * (1 if y >= 0 else -1),
    )


def _turns(stations: int, north: float) -> list[float]:
    """Where the stations lie on the coast, at equal distances, with ring number `north` in the north."""
    fine = 1440
    outline = [_coast(i / fine) for i in range(fine + 1)]
    walked = [0.0]
    for (x, y), (u, v) in pairwise(outline):
        walked.append(walked[-1] + hypot(u - x, v - y))
    turns = []
    for i in range(stations):
        distance = (i - north) % stations / stations * walked[-1]
        turns.append(next(j for j, way in enumerate(walked) if way >= distance) / fine)
    return turns


def _middle(points: list[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def layout(
    ring: list[dict[str, str]], routes: list[list[str]], areas: list[dict[str, Any]]
) -> dict[str, tuple[int, int]]:
    """The position of each station, mountain town and area on a sheet of 1000 by 500."""
    names = [station["id"] for station in ring]
    north = (names.index("c2") + names.index("c3")) / 2
    at: dict[str, Point] = {name: _coast(turn) for name, turn in zip(names, _turns(len(names), north), strict=True)}
    inland = sorted({town for route in routes for town in route} - set(names))
    around = {town: [a if b == town else b for a, b in routes if town in (a, b)] for town in inland}
    at |= dict.fromkeys(inland, (WIDTH / 2, HEIGHT / 2))
    for _ in range(100):  # relaxation: each mountain town settles amid its neighbours
        for town in inland:
            at[town] = _middle([at[other] for other in around[town]])
    for area in areas:
        coast = _middle([at[name] for name in area["stations"]])
        hills = _middle([at[name] for name in area["mountain_towns"]])
        pull = 0.7 if len(area["mountain_towns"]) == 1 else 0.5  # narrow areas have more room at the coast
        at[area["id"]] = (
            pull * coast[0] + (1 - pull) * hills[0],
            pull * coast[1] + (1 - pull) * hills[1],
        )
    return {name: (round(x), round(y)) for name, (x, y) in at.items()}


# --- the picture --------------------------------------------------------------------------------------------------
_WASH = {"moon": "#b9c4dc", "waterfall": "#a9cdd6", "mountain": "#d8c7a6", "bamboo": "#bfd0a8"}
_ROUNDEL = {
    "coastal_town": "#c79a3b",
    "temple": "#c8452f",
    "garden": "#5f7f4a",
    "seashore": "#4f8fa3",
    "hot_spring": "#e3a7a4",
}
# small ink drawings, 24 by 24, around the origin
_SIGN = {
    "coastal_town": "M-7 6V-1L0-7L7-1V6Z M-2 6V1H2V6",
    "temple": "M-9-5H9 M-7-1H7 M-5-5V8 M5-5V8",
    "garden": "M0 8V-1 M0-1C-8-1-8-9 0-8C8-9 8-1 0-1 M0 4C4 4 6 2 6 0",
    "seashore": "M-9-2Q-6-6-3-2T3-2T9-2 M-9 4Q-6 0-3 4T3 4T9 4",
    "hot_spring": "M-8 3A8 5 0 0 0 8 3 M-4 0Q-6-3-4-5T-4-9 M0 0Q-2-3 0-5T0-9 M4 0Q2-3 4-5T4-9",
    "moon": "M4-9A10 10 0 1 0 4 9A8 8 0 1 1 4-9Z",
    "waterfall": "M-6-9V7 M-2-9V9 M2-9V9 M6-9V7 M-9 9Q-5 5 0 9T9 9",
    "mountain": "M-11 8L-3-8L2 1L5-4L11 8Z",
    "bamboo": "M-4 9V-9 M3 9V-6 M-6 3H-2 M-6-3H-2 M1 1H5 M3-6L9-9 M-4-9L-9-6",
}
_INK = "#22252b"


def svg(board: dict[str, Any]) -> str:
    """The board as an SVG document; `board` is what a view says of it."""
    at = board["layout"]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT + 130}" font-family="sans-serif" '
        f'role="img" aria-label="{escape(board["title"])}">',
        f'<rect width="{WIDTH}" height="{HEIGHT + 130}" fill="#f6f1e7"/>',
        f'<path d="{_outline(1.0, 60)}" fill="#dfe9ea"/>',
        *(_wash(area, at) for area in board["areas"]),
        f'<path d="{_outline(1.0, 0)}" fill="none" stroke="{_INK}" stroke-opacity=".35" stroke-width="3"/>',
    ]
    for a, b in board["routes"]:
        parts.append(
            f'<line x1="{at[a][0]}" y1="{at[a][1]}" x2="{at[b][0]}" y2="{at[b][1]}" stroke="#d9822b" stroke-width="7" '
            'stroke-linecap="round"/>'
        )
    for area in board["areas"]:
        parts.append(_sign(area["symbol"], at[area["id"]], 1.6, 0.75) + _label(area["id"], at[area["id"]], 34, 13))
    for station in board["ring"]:
        x, y = at[station["id"]]
        parts.append(f'<circle cx="{x}" cy="{y}" r="16" fill="{_ROUNDEL[station["kind"]]}" stroke="{_INK}"/>')
        parts.append(_sign(station["kind"], (x, y), 1.0, 1.0) + _label(station["id"], (x, y), 30, 12))
    for town in board["mountain_towns"]:
        x, y = at[town["id"]]
        parts.append(f'<rect x="{x - 17}" y="{y - 17}" width="34" height="34" rx="6" fill="#fff" stroke="{_INK}"/>')
        parts.append(_label(str(town["goods"]), (x, y), 7, 20) + _label(town["id"], (x, y), 33, 12))
    parts += [*_starts(board), *_notes(board), "</svg>"]
    return "\n".join(parts) + "\n"


def _outline(scale: float, beyond: float) -> str:
    points = [_coast(i / 120, _RX * scale + beyond, _RY * scale + beyond) for i in range(120)]
    return "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in points) + "Z"


def _wash(area: dict[str, Any], at: dict[str, Any]) -> str:
    """The field of an area: along its stations, and back over its mountain towns."""
    coast = [at[name] for name in area["stations"]]
    ends = coast[-1]
    hills = sorted((at[name] for name in area["mountain_towns"]), key=lambda p: hypot(p[0] - ends[0], p[1] - ends[1]))
    points = " ".join(f"{x},{y}" for x, y in [*coast, *hills])
    return f'<polygon points="{points}" fill="{_WASH[area["symbol"]]}"/>'


def _sign(name: str, at: Any, scale: float, opacity: float) -> str:
    return (
        f'<path d="{_SIGN[name]}" transform="translate({at[0]} {at[1]}) scale({scale})" fill="none" stroke="{_INK}" '
        f'stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round" opacity="{opacity}"/>'
    )


def _label(text: str, at: Any, below: int, size: int) -> str:
    return (
        f'<text x="{at[0]}" y="{at[1] + below}" font-size="{size}" text-anchor="middle" fill="{_INK}">'
        f"{escape(text)}</text>"
    )


def _starts(board: dict[str, Any]) -> list[str]:
    """Where the pawns start: purple for the player at the compass, green for the other."""
    parts = []
    for number, (pawns, color) in enumerate(zip(board["start"], ("#6b4a8e", "#3f7d4f"), strict=True)):
        for character, place in pawns.items():
            x, y = board["layout"][place]
            x += 22 if number else -22
            parts.append(f'<circle cx="{x}" cy="{y - 14}" r="9" fill="{color}"/>')
            parts.append(
                f'<text x="{x}" y="{y - 10}" font-size="11" text-anchor="middle" fill="#fff">'
                f"{character[0].upper()}</text>"
            )
    return parts


def notes(board: dict[str, Any]) -> list[str]:
    """What stands on tokens, dice and character boards, and how sure the board is."""
    tokens = ", ".join(f"{token['good']} {token['price']}" for token in board["trade_tokens"])
    dice = "; ".join(f"{name} {' '.join(map(str, faces))}" for name, faces in board["dice"].items())
    tracks = board["tracks"]
    return [
        f"{board['title']} ({board['note']})",
        f"Trade tokens: {tokens}",
        f"Dice: {dice}",
        f"Gold slabs: {' '.join(map(str, tracks['gold_slabs']))}.  Gifts: {' '.join(map(str, tracks['gifts']))}",
    ]


def _notes(board: dict[str, Any]) -> list[str]:
    return [
        f'<text x="40" y="{HEIGHT + 35 + 24 * i}" font-size="{14 if i else 18}" fill="{_INK}">{escape(line)}</text>'
        for i, line in enumerate(notes(board))
    ]
