"""The walls of both artists of Tokaido Duo, as web/src/games/tokaido_duo/keepsake.ts hangs them."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Any

from PIL import Image, ImageDraw

from tabiji.server.link_art import GAP, SEAT_COLORS, WIDE, sized

_HEIGHT = 352
_FLOOR, _ABOVE, _SIDE, _RIM = 12, 28, 22, 7
_SHEET_WIDE, _SHEET_HIGH, _SHEET_GAP = 84, 44, 10
_SHAPE = _SHEET_HIGH / _SHEET_WIDE  # how high a painting is for its width
_WOOD, _GOLD, _FLOORBOARDS, _SHEET = "#3a2320", "#c79a3b", "#5a3a2c", "#fffdf6"
_LIGHT_ABOVE, _LIGHT_BELOW = (233, 220, 192), (246, 236, 214)
_KINDS = {"mountain": 3, "waterfall": 3, "bamboo": 6, "moon": 1}  # paintings of a symbol that differ

Hung = tuple[str, int]  # a symbol, and which of the artist's paintings it is


@dataclass(frozen=True)
class Wall:
    """What an artist has given, and what is left in the studio."""

    given: tuple[Hung, ...]
    kept: tuple[Hung, ...]


def _seen(seat: dict[str, Any], state: str) -> tuple[Hung, ...]:
    paintings = enumerate(seat["paintings"])
    return tuple((tile["symbol"], number) for number, tile in paintings if tile["state"] == state and tile["symbol"])


@dataclass(frozen=True)
class Walls:
    """The walls of a match."""

    walls: tuple[Wall, ...]

    @classmethod
    def of(cls, view: dict[str, Any]) -> Walls:
        return cls(tuple(Wall(_seen(seat, "gifted"), _seen(seat, "revealed")) for seat in view["seats"]))

    def paint(self) -> Image.Image:
        image = Image.new("RGB", (WIDE, _HEIGHT), _FLOORBOARDS)  # seen between the walls
        wide = (WIDE - GAP * (len(self.walls) - 1)) // len(self.walls)
        for seat, wall in enumerate(self.walls):
            image.paste(_paint(wall, seat, wide), (seat * (wide + GAP), 0))
        return image


def _grid(count: int, wide: float, high: float, gap: float) -> tuple[int, float]:
    """As many columns as make the frames largest in a room, and how wide a painting is then."""
    found = (1, 0.0)
    for columns in range(1, count + 1):
        rows = ceil(count / columns)
        size = min((wide - gap * (columns - 1)) / columns, (high - gap * (rows - 1)) / rows / _SHAPE)
        if size > found[1]:
            found = columns, size
    return found


def _picture(hung: Hung, wide: float) -> Image.Image:
    symbol, number = hung
    return sized(f"{symbol}-{number % _KINDS[symbol]}", wide, wide * _SHAPE)


def _paint(wall: Wall, seat: int, wide: int) -> Image.Image:
    mask = Image.linear_gradient("L").resize((wide, _HEIGHT))
    image = Image.composite(Image.new("RGB", mask.size, _LIGHT_BELOW), Image.new("RGB", mask.size, _LIGHT_ABOVE), mask)
    pen = ImageDraw.Draw(image, "RGBA")
    pen.rectangle((0, 0, wide, 5), SEAT_COLORS[seat])
    pen.rectangle((0, _HEIGHT - _FLOOR, wide, _HEIGHT), _FLOORBOARDS)
    _hang(image, pen, wall)
    _lay(image, wall.kept)
    return image


def _hang(image: Image.Image, pen: ImageDraw.ImageDraw, wall: Wall) -> None:
    """What was given, in frames; where nothing was, the place of one."""
    studio = _SHEET_HIGH + 20 if wall.kept else 0
    room_wide, room_high = image.width - 2 * _SIDE - 2 * _RIM, _HEIGHT - _ABOVE - _FLOOR - studio - 30
    gap = 2 * _RIM + 12
    count = max(1, len(wall.given))
    columns, size = _grid(count, room_wide, room_high, gap)
    tall = size * _SHAPE
    rows = ceil(count / columns)
    top = _ABOVE + (room_high - rows * tall - (rows - 1) * gap) / 2
    for i in range(count):
        row = i // columns
        in_row = min(columns, count - row * columns)
        x = round((image.width - in_row * size - (in_row - 1) * gap) / 2 + i % columns * (size + gap))
        y = round(top + row * (tall + gap))
        right, bottom = x + round(size) - 1, y + round(tall) - 1
        frame = (x - _RIM, y - _RIM, right + _RIM, bottom + _RIM)
        if not wall.given:
            pen.rounded_rectangle(frame, 3, outline=(58, 35, 32, 90), width=3)
            return
        pen.rounded_rectangle((frame[0] + 3, frame[1] + 7, frame[2] + 3, frame[3] + 7), 3, (58, 35, 32, 71))
        pen.rounded_rectangle(frame, 3, _WOOD)
        pen.rectangle((x - 2, y - 2, right + 2, bottom + 2), _GOLD)
        image.paste(_picture(wall.given[i], size), (x, y))


def _lay(image: Image.Image, kept: tuple[Hung, ...]) -> None:
    """What is left in the studio, as sheets before the wall."""
    if not kept:
        return
    whole = len(kept) * (_SHEET_WIDE + _SHEET_GAP)
    shown = min(1.0, (image.width - 2 * _SIDE) / whole)
    begin = _SIDE if shown < 1 else (image.width - whole + _SHEET_GAP) / 2
    wide = _SHEET_WIDE * shown
    y = _HEIGHT - _FLOOR - _SHEET_HIGH - 10
    before = image.copy()
    for i, hung in enumerate(kept):
        x = round(begin + i * (wide + _SHEET_GAP * shown))
        sheet = _picture(hung, wide)
        image.paste(_SHEET, (x - 2, y - 2, x + sheet.width + 2, y + sheet.height + 2))
        image.paste(sheet, (x, y))
    image.paste(Image.blend(before, image, 0.8))
