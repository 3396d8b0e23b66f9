"""What the pictures of links are painted with, see `link_picture`: the same as web/src/games/*/keepsake.ts paints.

Curves and frames are drawn here, larger than they are shown so that their edges are smooth; what is painted (panoramas,
daikaiju, ships) lies in `pictures/`, made by tools/link_pictures.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from PIL import Image

WIDE = 1200
GAP = 4
_SIGN_HEIGHT, _SIGNS_HEIGHT = 450, 416
SEAT_COLORS = ("#2f4b7c", "#c8452f", "#5f7f4a", "#c79a3b", "#74476f", "#4f8fa3", "#22252b", "#e3a7a4")
PAPER, INK, RED = "#f6f1e7", "#22252b", "#a93522"
_BARE = "#ece5d6"
_PICTURES = Path(__file__).parent / "pictures"
_PANORAMAS = {"paddy": (3, 0, 0), "mountain": (4, 516, 0), "sea": (5, 0, 148)}  # panels, and where it is
_PANORAMAS_HEIGHT = 350
GAMES = ("tokaido", "tokaido_duo", "tsuro_seas")


@cache
def painted(name: str) -> Image.Image:
    """One of the pictures."""
    with Image.open(_PICTURES / f"{name}.webp") as file:
        return file.copy()


def sized(name: str, wide: float, high: float) -> Image.Image:
    return painted(name).resize((round(wide), round(high)), Image.Resampling.LANCZOS)


@dataclass(frozen=True)
class Sign:
    """The sign of a game, or those of all beside each other."""

    game: str | None = None

    def paint(self) -> Image.Image:
        if self.game:
            sign = painted(self.game)
            above = (sign.height - _SIGN_HEIGHT) // 2
            return sign.crop((0, above, WIDE, above + _SIGN_HEIGHT))
        image = Image.new("RGB", (WIDE, _SIGNS_HEIGHT), PAPER)
        wide = (WIDE - 2 * GAP) // 3
        for i, game in enumerate(GAMES):
            sign = sized(game, painted(game).width * _SIGNS_HEIGHT / painted(game).height, _SIGNS_HEIGHT)
            left = (sign.width - wide) // 2  # what matters stands in the middle
            image.paste(sign.crop((left, 0, left + wide, _SIGNS_HEIGHT)), (i * (wide + GAP), 0))
        return image


@dataclass(frozen=True)
class Panoramas:
    """The panoramas of a traveler of Tokaido, each as far as it was found."""

    panels: tuple[tuple[str, int], ...]

    def paint(self) -> Image.Image:
        image = Image.new("RGB", (WIDE, _PANORAMAS_HEIGHT), PAPER)
        have = dict(self.panels)
        for name, (length, left, top) in _PANORAMAS.items():
            scene = painted(f"panorama-{name}")
            bare = Image.blend(Image.new("RGB", scene.size, _BARE), scene, 0.14)
            bare.paste(scene.crop((0, 0, round(scene.width * have.get(name, 0) / length), scene.height)), (0, 0))
            image.paste(bare, (left, top))
        return image
