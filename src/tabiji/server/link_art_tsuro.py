"""The sea of Tsuro with every voyage, as web/src/games/tsuro_seas/keepsake.ts paints it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from PIL import Image, ImageDraw

from tabiji.server.link_art import SEAT_COLORS, WIDE, painted, sized

_HEIGHT = 400
_U, _SIDE = 100, 7  # the length of a square, and squares along a side of the sea; they are counted row by row
_SEA = _U * _SIDE
_RIM = 28
_FINE = 3  # drawn so much larger than shown
_SCALE = _FINE * _HEIGHT / (_SEA + 2 * _RIM)
_PRINT = 248
_REST = 15  # a ship lies so far before the end of its wake
_FOAM = "#f1f7f4"
_DEEP = ((18, 60, 82), (42, 112, 136), (23, 74, 97))
_WOOD, _GOLD, _HALO = "#2b1817", "#c79a3b", "#f4cf6b"
_AT = ((1, 0), (2, 0), (3, 1), (3, 2), (2, 3), (1, 3), (0, 2), (0, 1))  # ports, in thirds of a square
_INTO = ((0, 1), (0, 1), (-1, 0), (-1, 0), (0, -1), (0, -1), (1, 0), (1, 0))
_QUARTER = 0.5523  # of its half axes, for a quarter of an ellipse
_PIECES = 24  # of a wake, straight enough each
_OPPOSITE = (5, 4, 7, 6, 1, 0, 3, 2)  # the port of the next square
_ON_ITS_WAKE = ("edge", "daikaiju", "loop")  # how a ship is lost under way

Point = tuple[float, float]


class Leg(NamedTuple):
    """A wake that was sailed."""

    square: int
    enters: int
    leaves: int


@dataclass(frozen=True)
class Passage:
    """The whole voyage of a ship; one that was moved begins again."""

    starts: tuple[Point, ...] = ()
    legs: tuple[Leg, ...] = ()
    end: Point | None = None
    turn: int = 0  # quarters of a circle from north to its bow
    lost: bool = False


@dataclass(frozen=True)
class Sea:
    """The sea at the end of a match."""

    passages: tuple[Passage, ...]
    tiles: tuple[int, ...]
    daikaiju: tuple[tuple[str, int], ...]
    winners: tuple[int, ...]

    @classmethod
    def of(cls, view: dict[str, Any], events: Iterable[dict[str, Any]], winners: Iterable[int]) -> Sea:
        roaming = [(one["id"], _square(one["square"])) for one in view["daikaiju"] if one["square"]]
        tiles = tuple(map(_square, view["tiles"]))
        return cls(_passages(events, len(view["ships"])), tiles, tuple(roaming), tuple(winners))

    def paint(self) -> Image.Image:
        image = painted("water").copy()
        aside = (WIDE - _HEIGHT) // 4
        if len(self.daikaiju) > 1:  # one to the left and one to the right, where so many roam
            for (name, _), x in zip((self.daikaiju[0], self.daikaiju[-1]), (aside, WIDE - aside), strict=True):
                image.paste(painted(name), (x - _PRINT // 2, (_HEIGHT - _PRINT) // 2))
        board = Brush().board(self).resize((_HEIGHT, _HEIGHT), Image.Resampling.LANCZOS)
        image.paste(board, ((WIDE - _HEIGHT) // 2, 0))
        return image


# --- voyages ---------------------------------------------------------------------------------------------------------
def _square(name: str) -> int:
    return (int(name[1:]) - 1) * _SIDE + ord(name[0]) - ord("a")


def _mark(name: str) -> tuple[int, int]:
    """The square before a start mark, and the port that leads into it."""
    side = "nesw".index(name[0])
    line, second = divmod(int(name[1:]) - 1, 2)
    square = (line, line * _SIDE + _SIDE - 1, (_SIDE - 1) * _SIDE + line, line * _SIDE)[side]
    return square, (second, 2 + second, 5 - second, 7 - second)[side]


def _beyond(square: int, port: int) -> int | None:
    """The square on the other side of a port; None beyond the edge."""
    dx, dy = _INTO[port]
    x, y = square % _SIDE - dx, square // _SIDE - dy
    return y * _SIDE + x if 0 <= x < _SIDE and 0 <= y < _SIDE else None


def _passages(events: Iterable[dict[str, Any]], players: int) -> tuple[Passage, ...]:
    found = [Passage() for _ in range(players)]
    bows: list[tuple[int, int] | None] = [None] * players  # the square a ship is about to enter, and by which port
    tiles: dict[int, dict[int, int]] = {}
    for event in events:
        kind: str = event["event"]
        seat: int = event.get("seat", -1)  # nobody's: of a daikaiju, or of the match
        square = _square(event["square"]) if event.get("square") else None
        if kind == "placed" and square is not None:
            tiles[square] = {one: other for pair in event["paths"] for one, other in (pair, pair[::-1])}
        elif "crushed" in event and square is not None:
            tiles.pop(square, None)
        elif kind in ("started", "relocated"):
            before = found[seat]
            bows[seat] = at = _mark(event["mark"])
            place, turn = _berth(*at)
            found[seat] = Passage((*before.starts, place), before.legs, place, turn)
        elif kind == "sailed" or (kind == "lost" and event["fate"] in _ON_ITS_WAKE):
            bow = bows[seat]
            assert bow is not None
            end = _square(event.get("ahead") or event["square"]), int(event["port"])
            legs = _course(tiles, bow, end, leaves=event.get("fate") == "edge")
            before = found[seat]
            place, turn = _arrival(legs[-1]) if legs else _berth(*bow)
            found[seat] = Passage(before.starts, (*before.legs, *legs), place, turn, kind == "lost")
            bows[seat] = end
        elif kind == "lost":
            before = found[seat]
            found[seat] = Passage(before.starts, before.legs, before.end, before.turn, True)
    return tuple(found)


def _course(tiles: dict[int, dict[int, int]], bow: tuple[int, int], end: tuple[int, int], leaves: bool) -> list[Leg]:
    """The wakes from a bow to where a ship came to its end; it may leave a square there, or be about to enter it."""
    legs: list[Leg] = []
    square: int | None = bow[0]
    port = bow[1]
    while square is not None and square in tiles:
        out = tiles[square][port]
        legs.append(Leg(square, port, out))
        if leaves and end == (square, out):
            break
        square, port = _beyond(square, out), _OPPOSITE[out]
        if (not leaves and end == (square, port)) or (square, port) == bow:
            break
    return legs


def _port(square: int, port: int) -> Point:
    x, y = _AT[port]
    return square % _SIDE * _U + x * _U / 3, square // _SIDE * _U + y * _U / 3


def _berth(square: int, port: int) -> tuple[Point, int]:
    """Where a ship lies that is about to enter a square, and how it is turned."""
    (x, y), (dx, dy) = _port(square, port), _INTO[port]
    return (x - dx * _REST, y - dy * _REST), (2, 3, 0, 1)[port >> 1]


def _arrival(leg: Leg) -> tuple[Point, int]:
    (x, y), (dx, dy) = _port(leg.square, leg.leaves), _INTO[leg.leaves]
    return (x + dx * _REST, y + dy * _REST), leg.leaves >> 1


def _line(leg: Leg) -> list[Point]:
    """Points along a wake."""
    one, two = leg.enters, leg.leaves
    a, d = _port(leg.square, one), _port(leg.square, two)
    is_corner = ((one >> 1) + (two >> 1)) % 2 == 1
    reach = _U * (0.3 if one >> 1 == two >> 1 else 0.5 if _OPPOSITE[one] == two else 0.44)

    def lead(at: Point, port: int) -> Point:
        x, y = _INTO[port]
        far = _QUARTER * abs(x * (d[0] - a[0]) + y * (d[1] - a[1])) if is_corner else reach
        return at[0] + x * far, at[1] + y * far

    b, c = lead(a, one), lead(d, two)
    found = []
    for i in range(_PIECES + 1):
        t = i / _PIECES
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        x, y = (sum(w * p[k] for w, p in zip(weights, (a, b, c, d), strict=True)) for k in (0, 1))
        found.append((x, y))
    return found


# --- painting --------------------------------------------------------------------------------------------------------
def _at(point: Point) -> Point:
    return (point[0] + _RIM) * _SCALE, (point[1] + _RIM) * _SCALE


def _depth(down: float) -> tuple[int, ...]:
    """The color of the water, from the far edge to the near one."""
    one, two = _DEEP[:2] if down < 0.5 else _DEEP[1:]
    part = down % 0.5 * 2
    return tuple(round(a + (b - a) * part) for a, b in zip(one, two, strict=True))


class Brush:
    """Paints a sea."""

    def __init__(self) -> None:
        size = _FINE * _HEIGHT
        self._image = Image.new("RGB", (size, size), _WOOD)
        self._pen = ImageDraw.Draw(self._image, "RGBA")
        edge = round(_RIM * _SCALE)
        for y in range(length := round(_SEA * _SCALE)):
            self._pen.line((edge, edge + y, edge + length, edge + y), _depth(y / length))

    def board(self, sea: Sea) -> Image.Image:
        for square in sea.tiles:
            x, y = square % _SIDE * _U, square // _SIDE * _U
            box = (*_at((x + 1, y + 1)), *_at((x + _U - 1, y + _U - 1)))
            self._pen.rounded_rectangle(box, 6 * _SCALE, (255, 255, 255, 18))
        for name, square in sea.daikaiju:
            self._beast(name, square)
        self._foam(sea.passages)
        for seat, passage in enumerate(sea.passages):
            self._wake(passage, SEAT_COLORS[seat])
        for seat, passage in enumerate(sea.passages):
            self._ship(passage, seat, seat in sea.winners)
        self._pen.rectangle((*_at((0, 0)), *_at((_SEA, _SEA))), outline=_GOLD, width=round(3 * _SCALE))
        return self._image

    def _stroke(self, line: list[Point], color: Any, width: float, pen: ImageDraw.ImageDraw | None = None) -> None:
        pen = pen or self._pen
        at = [_at(point) for point in line]
        pen.line(at, color, round(width * _SCALE), joint="curve")

    def _disc(self, point: Point, radius: float, color: Any, rim: Any = None, width: float = 0) -> None:
        x, y = _at(point)
        r = radius * _SCALE
        self._pen.ellipse((x - r, y - r, x + r, y + r), color, rim, round(width * _SCALE))

    def _beast(self, name: str, square: int) -> None:
        size = round((_U - 4) * _SCALE)
        x, y = _at((square % _SIDE * _U + 2, square // _SIDE * _U + 2))
        self._image.paste(sized(name, size, size), (round(x), round(y)), Image.new("L", (size, size), 191))

    def _foam(self, passages: tuple[Passage, ...]) -> None:
        """Churned water under every voyage."""
        for passage in passages:
            mask = Image.new("L", self._image.size)
            pen = ImageDraw.Draw(mask)
            for leg in passage.legs:
                self._stroke(_line(leg), 41, 24, pen)
            self._image.paste("#ffffff", (0, 0), mask)

    def _wake(self, passage: Passage, color: str) -> None:
        for start in passage.starts:
            self._disc(start, 10.5, _FOAM)
            self._disc(start, 7.5, color)
        for leg in passage.legs:  # who came later crosses over
            line = _line(leg)
            self._stroke(line, _FOAM, 13)
            self._stroke(line, color, 7.5)
            for end in (line[0], line[-1]):
                self._disc(end, 3.75, color)

    def _ship(self, passage: Passage, seat: int, has_won: bool) -> None:
        if passage.end is None:
            return
        if has_won:
            self._disc(passage.end, 38, (244, 217, 138, 115), _HALO, 4)
        if passage.lost:
            self._ripples(passage.end)
        size = 64 * _SCALE
        ship = sized(f"hull-{seat}", size, size).rotate(-90 * passage.turn)
        ship.alpha_composite(sized(f"crest-{seat}", size, size))
        faded = ship.getchannel("A").point(lambda a: round(a * (0.8 if passage.lost else 1)))
        x, y = _at(passage.end)
        self._image.paste(ship, (round(x - size / 2), round(y - size / 2)), faded)

    def _ripples(self, point: Point) -> None:
        x, y = _at(point)
        for rx, ry, gap in ((33, 30, 20), (24, 21, 28)):
            box = (x - rx * _SCALE, y - ry * _SCALE, x + rx * _SCALE, y + ry * _SCALE)
            self._pen.ellipse(box, (255, 255, 255, 26))
            for start in range(0, 360, 3 * gap):
                self._pen.arc(box, start, start + 2 * gap, (255, 255, 255, 204), round(2 * _SCALE))
