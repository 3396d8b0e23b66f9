"""What a link tells elsewhere: Open Graph tags, and a picture (see `link_picture`).

Only a table that everybody may find tells anything of itself: before the end its game, after the end who played it and
how it ended. Every other one has the tags and the picture of one that does not exist.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from typing import Any

from litestar import Request, Response, get

from tabiji.core.game_spec import game_spec
from tabiji.core.match import Match
from tabiji.server.api.shared import PACKED, Id
from tabiji.server.api_error import ApiError
from tabiji.server.client_page import page_response
from tabiji.server.context import Server
from tabiji.server.link_art import GAMES, WIDE, Panoramas, Sign
from tabiji.server.link_art_duo import Walls
from tabiji.server.link_art_tsuro import Sea
from tabiji.server.link_picture import HIGH, LinkPicture, Place
from tabiji.server.live_table import LiveTable
from tabiji.server.replay_thread import in_thread
from tabiji.server.stored_table import GATHERING, OVER

_ABOUT = "Tokaido, Tokaido Duo and Tsuro of the Seas against bots or with friends by a link. Unofficial."
_NO_POINTS = {"tsuro_seas"}
_ALL = ("Tokaido · Tokaido Duo · Tsuro of the Seas", "with friends by a link, or against bots")
# what the pages of a game are about, and what stands below its sign
_PAGES = {
    "puzzles": ("puzzles", "One position: find the best move"),
    "rules": ("the rules", "The rules, told and drawn"),
    "learn": ("a first game", "A first game that explains itself"),
    "new": ("a new table", "A table for friends and bots"),
    "editor": ("the editor", "A position of one’s own to play on"),
}
_JOIN = "A table is open: take a place"
_WATCH = "A match is being played: come and watch"


@dataclass(frozen=True)
class Preview:
    """What a link tells."""

    title: str
    about: str
    picture: str  # the path of the picture


_SITE = Preview("Tabiji", _ABOUT, "/picture.png")
_SITE_PICTURE = LinkPicture("Tabiji", Sign(), _ALL)


def _of_page(path: str) -> tuple[Preview, LinkPicture]:
    """What everybody may be told of a page that is not a table's."""
    page, _, rest = path.strip("/").partition("/")
    game = rest.partition("/")[0]
    if page not in _PAGES or game not in GAMES:
        return _SITE, _SITE_PICTURE
    title = game_spec(game).title
    what, line = _PAGES[page]
    return Preview(f"{title}: {what}", line, f"/{page}/{game}/picture.png"), LinkPicture(title, Sign(game), (line,))


# --- tables ----------------------------------------------------------------------------------------------------------
def _is_told(live: LiveTable) -> bool:
    result = live.table.result
    return live.table.settings.access == "open" and (result is None or not result.get("aborted"))


def _places(live: LiveTable) -> tuple[Place, ...]:
    """Who played, in the order of the places; nobody before the end."""
    table = live.table
    result = table.result
    if table.status != OVER or result is None:
        return ()
    has_points = table.settings.game not in _NO_POINTS
    places = [
        Place(
            seat.number,
            seat.name if seat.bot is None else f"Bot {seat.number + 1}",
            result["ranks"][seat.number],
            result["scores"][seat.number] if has_points else None,
        )
        for seat in table.seats
    ]
    return tuple(sorted(places, key=lambda place: (place.rank, place.seat)))


def _of_table(live: LiveTable, address: str) -> Preview:
    title = game_spec(live.table.settings.game).title
    places = _places(live)
    if places:
        about = " · ".join(f"{place.rank}. {place.name} {place.result}".rstrip() for place in places)
    else:
        about = _JOIN if live.table.status == GATHERING else _WATCH
    return Preview(title, about, f"{address}/picture.png")


def _picture_of(live: LiveTable) -> LinkPicture:
    """The picture of a table; a match of Tsuro is played again for it."""
    game = live.table.settings.game
    title = game_spec(game).title
    places = _places(live)
    result, match_log = live.table.result, live.match_log
    if not places or result is None:
        return LinkPicture(title, Sign(game), (_JOIN if live.table.status == GATHERING else _WATCH,))
    if match_log is None:
        return LinkPicture(title, Sign(game), places=places)
    view = match_log.match.view(None)
    if game == "tokaido":
        panels = view["seats"][places[0].seat]["panoramas"]
        return LinkPicture(title, Panoramas(tuple(panels.items())), places=places)
    if game == "tokaido_duo":
        return LinkPicture(title, Walls.of(view), places=places)
    sea = Sea.of(view, _events(match_log.match), result["winners"])
    return LinkPicture(title, sea, places=places)


def _events(match: Match) -> list[dict[str, Any]]:
    """Everything that happened in a match."""
    again = Match(match.game, match.seed, match.stack, match.salt)
    return [event for move in match.moves for event in again.play(move)]


# --- what is asked ---------------------------------------------------------------------------------------------------
def _tags(preview: Preview, base: str, path: str) -> str:
    """Open Graph tags for a page whose address is known."""
    said = {
        "og:type": "website",
        "og:site_name": "Tabiji",
        "og:title": preview.title,
        "og:description": preview.about,
        "og:url": f"{base}{path}",
        "og:image": f"{base}{preview.picture}",
        "og:image:width": str(WIDE),
        "og:image:height": str(HIGH),
    }
    lines = [f'<meta property="{name}" content="{escape(value)}" />' for name, value in said.items()]
    return "\n    ".join([*lines, '<meta name="twitter:card" content="summary_large_image" />'])


def page_tags(request: Request[Any, Any, Any]) -> str:
    """The tags of a page that is not a table's."""
    path = request.url.path
    return _tags(_of_page(path)[0], str(request.base_url).rstrip("/"), path)


async def _found(server: Server, table_id: str) -> LiveTable | None:
    """A table of which everybody may be told."""
    try:
        live = await server.table_registry.get(table_id, look=False)
    except ApiError:
        return None
    return live if _is_told(live) else None


@get(["/table/{table_id:str}", "/table/{table_id:str}/replay"], include_in_schema=False)
async def table_page(request: Request[Any, Any, Any], server: Server, table_id: Id) -> Response[bytes]:
    """The page of a table, with what links to it tell."""
    path = f"/table/{table_id}"
    live = await _found(server, table_id)
    preview = _of_table(live, path) if live else Preview(_SITE.title, _SITE.about, f"{path}/picture.png")
    return page_response(_tags(preview, str(request.base_url).rstrip("/"), path))


@get("/table/{table_id:str}/picture.png", include_in_schema=False, opt={PACKED: True})
async def table_picture(server: Server, table_id: Id) -> Response[bytes]:
    """The picture of a link to a table."""
    live = await _found(server, table_id)
    return await _answer((lambda: _picture_of(live).png()) if live else _SITE_PICTURE.png)


@get(
    ["/picture.png", *(f"/{page}/{{game:str}}/picture.png" for page in _PAGES)],
    include_in_schema=False,
    opt={PACKED: True},
)
async def page_picture(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The picture of a link to any other page."""
    return await _answer(_of_page(request.url.path)[1].png)


async def _answer(paint: Callable[[], bytes]) -> Response[bytes]:
    made = await in_thread(paint)
    return Response(made, media_type="image/png", headers={"cache-control": "public, max-age=300"})
