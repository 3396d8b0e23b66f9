"""Boards as text and as pictures: what `tabiji play` draws in a terminal, for any game."""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from rich.color import Color
from rich.console import Console
from rich.style import Style
from rich.terminal_theme import DIMMED_MONOKAI

from tabiji.core.match import Match

COLUMNS, LINES = 110, 44  # every picture has the same size: films need that
_CELL = (8, 16)  # width and height of a character, in pixels
_BRAILLE = 0x2800
_DOTS = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3))  # column and row of each bit


def _console() -> Console:
    return Console(width=COLUMNS, file=io.StringIO(), force_terminal=True, color_system="truecolor", highlight=False)


def _board(match: Match, seat: int | None) -> Any:
    names = [f"player_{number}" for number in range(match.game.players)]
    return match.game.spec.terminal.board(match.view(seat), names)


def ansi(match: Match, seat: int | None = None) -> str:
    """The board as a seat (None: a spectator) sees it, with escape codes for colours."""
    console = _console()
    with console.capture() as captured:
        console.print(_board(match, seat))
    return captured.get()


def rgb_array(match: Match, seat: int | None = None) -> Any:
    """The same as a picture: uint8 [704, 880, 3]."""
    from PIL import Image, ImageDraw

    width, height = _CELL
    picture = Image.new("RGB", (COLUMNS * width, LINES * height), tuple(DIMMED_MONOKAI.background_color))
    draw = ImageDraw.Draw(picture)
    console = _console()
    for row, line in enumerate(console.render_lines(_board(match, seat), pad=False)[:LINES]):
        column = 0
        for segment in line:
            ink, paper = _colors(segment.style)
            for character in segment.text:
                _draw(draw, column * width, row * height, character, ink, paper)
                column += 1
    return np.asarray(picture)


def _colors(style: Style | None) -> tuple[tuple[int, ...], tuple[int, ...] | None]:
    """Ink and paper of a style; no paper is the picture's own."""
    style = style or Style()
    ink = _rgb(style.color, True) or tuple(DIMMED_MONOKAI.foreground_color)
    paper = _rgb(style.bgcolor, False)
    if style.reverse:
        ink, paper = paper or tuple(DIMMED_MONOKAI.background_color), ink
    if style.dim:
        ink = tuple(level * 3 // 5 for level in ink)
    return ink, paper


def _rgb(color: Color | None, foreground: bool) -> tuple[int, ...] | None:
    if color is None or color.is_default:
        return None
    return tuple(color.get_truecolor(DIMMED_MONOKAI, foreground))


def _draw(draw: Any, x: int, y: int, character: str, ink: tuple[int, ...], paper: tuple[int, ...] | None) -> None:
    width, height = _CELL
    if paper is not None:
        draw.rectangle((x, y, x + width - 1, y + height - 1), fill=paper)
    bits = ord(character) - _BRAILLE
    if 0 <= bits < 256:  # wakes of Tsuro: no common font has them in the width of a letter
        for bit, (column, row) in enumerate(_DOTS):
            if bits >> bit & 1:
                left, top = x + 1 + 4 * column, y + 1 + 4 * row
                draw.rectangle((left, top, left + 2, top + 2), fill=ink)
    elif character != " ":
        font, known = _font()
        draw.text((x, y), character if ord(character) in known else "*", fill=ink, font=font)


@cache
def _font() -> tuple[Any, frozenset[int]]:
    """The font that comes with Matplotlib, and the characters it has."""
    import matplotlib as mpl
    from matplotlib.ft2font import FT2Font
    from PIL import ImageFont

    path = str(Path(mpl.get_data_path()) / "fonts/ttf/DejaVuSansMono.ttf")
    return ImageFont.truetype(path, 13), frozenset(FT2Font(path).get_charmap())
