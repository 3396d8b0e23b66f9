"""What a link to a table shows elsewhere: Open Graph tags, and a picture of a finished match.

Only a table that everybody may find tells anything, and only after the end: every other one has the tags and the
picture of one that does not exist. The picture is the one that the client makes (web/src/lib/keepsake.ts); what the
games paint for it is in `pictures/`, made by tools/link_pictures.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from html import escape
from io import BytesIO
from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from PIL import Image, ImageDraw, ImageFont

from tabiji.core.game_spec import game_spec
from tabiji.server.api.shared import PACKED, Id
from tabiji.server.api_error import ApiError
from tabiji.server.client_page import CLIENT, page_response
from tabiji.server.context import Server
from tabiji.server.live_table import LiveTable
from tabiji.server.replay_thread import in_thread
from tabiji.server.stored_table import OVER

WIDE, HIGH = 1200, 630
_PICTURES = Path(__file__).parent / "pictures"
_NO_POINTS = {"tsuro_seas"}
_ABOUT = "Tokaido, Tokaido Duo and Tsuro of the Seas against bots or with friends by a link. Unofficial."
_PAPER, _BARE, _INK, _RED = "#f6f1e7", "#ece5d6", "#22252b", "#a93522"
_SEATS = ("#2f4b7c", "#c8452f", "#5f7f4a", "#c79a3b", "#74476f", "#4f8fa3", "#22252b", "#e3a7a4")
_MARGIN, _GAP = 56, 4
_PANORAMAS = {"paddy": (3, 0, 0), "mountain": (4, 516, 0), "sea": (5, 0, 148)}  # panels, and where it is
_PANORAMAS_HEIGHT = 350
_STILLS = {"tokaido_duo", "tsuro_seas"}  # games with one picture for every match


@dataclass(frozen=True)
class Place:
    """A seat in the order of the places."""

    seat: int
    name: str
    rank: int
    points: int | None


@dataclass(frozen=True)
class Preview:
    """What a link tells."""

    title: str
    places: tuple[Place, ...] = ()
    panels: tuple[tuple[str, int], ...] = ()  # of the winner's panoramas
    still: str | None = None  # the picture of the game, where it is not made of panoramas


_ANY = Preview("Tabiji")


def preview_of(live: LiveTable) -> Preview:
    """What everybody may be told of a table."""
    table = live.table
    result = table.result
    if table.settings.access != "open" or table.status != OVER or result is None or result.get("aborted"):
        return _ANY
    game = table.settings.game
    places = sorted(
        (
            Place(seat.number, seat.name, result["ranks"][seat.number], result["scores"][seat.number])
            for seat in table.seats
        ),
        key=lambda place: (place.rank, place.seat),
    )
    if game in _NO_POINTS:
        places = [Place(place.seat, place.name, place.rank, None) for place in places]
    title = game_spec(game).title
    if game in _STILLS:
        return Preview(title, tuple(places), still=game)
    return Preview(title, tuple(places), _panels(live, places[0].seat))


def _panels(live: LiveTable, seat: int) -> tuple[tuple[str, int], ...]:
    if live.match_log is None:
        return ()
    seats: list[Any] = live.match_log.match.view(None).get("seats", [])
    found: dict[str, int] = seats[seat].get("panoramas", {}) if seats else {}
    return tuple((name, found[name]) for name in _PANORAMAS if name in found)


def tags(preview: Preview, address: str) -> str:
    """Open Graph tags for a page whose address is known."""
    about = _ABOUT
    if preview.places:
        about = " · ".join(
            f"{place.rank}. {place.name}" + ("" if place.points is None else f" {place.points}")
            for place in preview.places
        )
    said = {
        "og:type": "website",
        "og:site_name": "Tabiji",
        "og:title": preview.title,
        "og:description": about,
        "og:url": address,
        "og:image": f"{address}/picture.png",
        "og:image:width": str(WIDE),
        "og:image:height": str(HIGH),
    }
    lines = [f'<meta property="{name}" content="{escape(value)}" />' for name, value in said.items()]
    return "\n    ".join([*lines, '<meta name="twitter:card" content="summary_large_image" />'])


# --- the picture -----------------------------------------------------------------------------------------------------
_SCRIPTS = (("cyrillic", range(0x0400, 0x0500)), ("latin-ext", range(0x0100, 0x0300)))


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


def _write(
    pen: ImageDraw.ImageDraw, text: str, x: float, y: float, size: int, color: str = _INK, most: int = 0
) -> None:
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


def _paint_panoramas(image: Image.Image, panels: tuple[tuple[str, int], ...]) -> int:
    """Paint panoramas as far as they were found; how high they are together."""
    for name, have in panels:
        length, left, top = _PANORAMAS[name]
        with Image.open(_PICTURES / f"{name}.webp") as file:
            scene = file.convert("RGB")
        bare = Image.blend(Image.new("RGB", scene.size, _BARE), scene, 0.14)
        bare.paste(scene.crop((0, 0, round(scene.width * have / length), scene.height)), (0, 0))
        image.paste(bare, (left, top))
    return _PANORAMAS_HEIGHT


def _paint_still(image: Image.Image, game: str) -> int:
    with Image.open(_PICTURES / f"{game}.webp") as file:
        image.paste(file.convert("RGB"), (0, 0))
        return file.height


@lru_cache(maxsize=64)
def picture(preview: Preview) -> bytes:
    """The picture of a preview as a PNG."""
    image = Image.new("RGB", (WIDE, HIGH), _PAPER)
    if preview.still:
        top = _paint_still(image, preview.still)
    else:
        every = tuple((name, length) for name, (length, _, _) in _PANORAMAS.items())
        top = _paint_panoramas(image, preview.panels or every)
    pen = ImageDraw.Draw(image)
    _write(pen, preview.title, _MARGIN, top + 56, 42)
    if preview.places:
        _write(pen, "Tabiji", -_MARGIN, top + 56, 28, _RED)
    rows = (len(preview.places) + 1) // 2 if len(preview.places) > 4 else len(preview.places)
    step = min(54.0, (HIGH - top - 84) / max(1, rows))
    size = round(step * 0.6)
    for i, place in enumerate(preview.places):
        column = i // rows
        x = _MARGIN + column * (WIDE - _MARGIN) / 2
        right = _MARGIN if rows == len(preview.places) or column else WIDE / 2 + _MARGIN / 2
        y = top + 74 + (i % rows + 0.7) * step
        middle = y - step * 0.19
        pen.ellipse((x + 1, middle - 11, x + 23, middle + 11), _SEATS[place.seat % len(_SEATS)])
        _write(pen, f"{place.rank}. {place.name}", x + 38, y, size, most=round(WIDE - right - x - 160))
        if place.points is not None:
            _write(pen, str(place.points), -right, y, size)
    out = BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


# --- what is asked ---------------------------------------------------------------------------------------------------
async def _preview(server: Server, table_id: str) -> Preview:
    try:
        return preview_of(await server.table_registry.get(table_id, look=False))
    except ApiError:
        return _ANY


@get(["/table/{table_id:str}", "/table/{table_id:str}/replay"], include_in_schema=False)
async def table_page(request: Request[Any, Any, Any], server: Server, table_id: Id) -> Response[bytes]:
    """The page of a table, with what links to it tell."""
    address = f"{str(request.base_url).rstrip('/')}/table/{table_id}"
    return page_response(tags(await _preview(server, table_id), address))


@get("/table/{table_id:str}/picture.png", include_in_schema=False, opt={PACKED: True})
async def table_picture(server: Server, table_id: Id) -> Response[bytes]:
    """The picture of a link to a table."""
    made = await in_thread(picture, await _preview(server, table_id))
    return Response(made, media_type="image/png", headers={"cache-control": "public, max-age=300"})
