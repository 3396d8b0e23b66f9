"""The picture of a link: the game's own picture above, names and points below, as the client makes it for a finished
match (web/src/lib/keepsake.ts); without names, what the link leads to.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from tabiji.server.client_page import CLIENT
from tabiji.server.link_art import INK, PAPER, RED, SEAT_COLORS, WIDE, Panoramas, Sign
from tabiji.server.link_art_duo import Walls
from tabiji.server.link_art_tsuro import Sea

HIGH = 630
_MARGIN = 56
_SCRIPTS = (("cyrillic", range(0x0400, 0x0500)), ("latin-ext", range(0x0100, 0x0300)))


@dataclass(frozen=True)
class Place:
    """A seat in the order of the places."""

    seat: int
    name: str
    rank: int
    points: int | None

    @property
    def result(self) -> str:
        return "" if self.points is None else f"{self.points} point{'' if self.points == 1 else 's'}"


@dataclass(frozen=True)
class LinkPicture:
    """What is painted and written."""

    title: str
    art: Sign | Panoramas | Walls | Sea
    lines: tuple[str, ...] = ()
    places: tuple[Place, ...] = ()

    def png(self) -> bytes:
        """The picture as a PNG."""
        return _png(self)


@lru_cache(maxsize=64)
def _png(picture: LinkPicture) -> bytes:
    image = Image.new("RGB", (WIDE, HIGH), PAPER)
    art = picture.art.paint()
    image.paste(art, (0, 0))
    pen = ImageDraw.Draw(image)
    if picture.places:
        _write(pen, picture.title, _MARGIN, art.height + 56, 42)
        _write(pen, "Tabiji", -_MARGIN, art.height + 56, 28, RED)
        _write_places(pen, picture.places, art.height)
    else:  # few words, which are read where the picture is as small as a stamp
        _write(pen, picture.title, _MARGIN, art.height + 84, 76)
        if picture.title != "Tabiji":
            _write(pen, "Tabiji", -_MARGIN, art.height + 84, 44, RED)
        for i, line in enumerate(picture.lines):
            _write(pen, line, _MARGIN, art.height + 138 + 44 * i, 36)
    out = BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def _write_places(pen: ImageDraw.ImageDraw, places: tuple[Place, ...], top: int) -> None:
    rows = (len(places) + 1) // 2 if len(places) > 4 else len(places)
    step = min(64.0, (HIGH - top - 84) / max(1, rows))
    size = round(step * 0.6)
    for i, place in enumerate(places):
        column = i // rows
        x = _MARGIN + column * (WIDE - _MARGIN) / 2
        right = _MARGIN if rows == len(places) or column else WIDE / 2 + _MARGIN / 2
        y = top + 74 + (i % rows + 0.7) * step
        middle = y - step * 0.19
        pen.ellipse((x + 1, middle - 11, x + 23, middle + 11), SEAT_COLORS[place.seat % len(SEAT_COLORS)])
        _write(pen, f"{place.rank}. {place.name}", x + 38, y, size, most=round(WIDE - right - x - 210))
        _write(pen, place.result, -right, y, size)


# --- letters ---------------------------------------------------------------------------------------------------------
@cache
def _font(script: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(next((CLIENT / "assets").glob(f"alegreya-{script}-700-normal-*.woff2"))), size)


def _runs(text: str, size: int) -> list[tuple[str, ImageFont.FreeTypeFont]]:
    """Parts of a text, each with the font that has its letters."""
    runs: list[tuple[str, ImageFont.FreeTypeFont]] = []
    for letter in text:
        script = next((script for script, letters in _SCRIPTS if ord(letter) in letters), "latin")
        font = _font(script, size)
        if runs and runs[-1][1] is font:
            runs[-1] = (runs[-1][0] + letter, font)
        else:
            runs.append((letter, font))
    return runs


def _write(pen: ImageDraw.ImageDraw, text: str, x: float, y: float, size: int, color: str = INK, most: int = 0) -> None:
    """Write on a line; with a negative x, as far from the right edge. What is longer than `most` ends in dots."""
    if most:
        whole = text
        while sum(font.getlength(part) for part, font in _runs(text, size)) > most:
            whole = whole[:-1]
            text = whole + "…"
    runs = _runs(text, size)
    if x < 0:
        x = WIDE + x - sum(font.getlength(part) for part, font in runs)
    for part, font in runs:
        pen.text((x, y), part, color, font, anchor="ls")
        x += font.getlength(part)
