"""What a link tells: of an open table its game, after the end names and a picture; of any other table nothing."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any

import httpx
import pytest
from PIL import Image, ImageChops

import tabiji
from tabiji.server.link_art_duo import Wall, Walls
from tabiji.server.link_art_tsuro import Passage, Sea, _arrival, _berth, _line, _square
from tabiji.server.link_picture import LinkPicture, Place

from tests.server.node import Node
from tests.server.visitor import Visitor, run


async def _finished(one: Visitor, two: Visitor, game: str = "tokaido", **settings: Any) -> str:
    table = await one.table(game=game, players=2, desertion="forfeit", **settings)
    at = f"/api/tables/{table}"
    await two.post(f"{at}/join")
    await one.post(f"{at}/start")
    async with one.sit(table) as seat:
        await two.post(f"{at}/leave")
        await seat.ended()
    return table


def _told(node: Node, table: str) -> tuple[str, bytes]:
    """The tags of a table's page without its own id, and the picture they name."""
    page = httpx.get(f"{node.base}/table/{table}")
    assert page.status_code == 200
    tags = "\n".join(re.findall('<meta property="og:.*>', page.text))
    address = re.findall('og:image" content="(.*?)"', tags)[0]
    image = httpx.get(address)
    assert image.headers["content-type"] == "image/png"
    return tags.replace(table, "ID"), image.content


def test_a_link_tells_of_open_tables_only_and_only_after_the_end(node: Node) -> None:
    async def go() -> tuple[str, str, str, str]:
        async with Visitor(node.base, 'Łucja <"&') as one, Visitor(node.base, "Юлия") as two:
            going = await one.table(game="tokaido", players=2, access="open")
            hidden = await one.table(game="tokaido", players=2, access="link")
            return await _finished(one, two, access="open"), await _finished(one, two, access="link"), going, hidden

    shown, by_link, going, hidden = run(go())
    tags, image = _told(node, shown)
    assert 'content="Tokaido"' in tags
    assert "Łucja &lt;&quot;&amp;" in tags
    assert "Юлия" in tags
    assert Image.open(BytesIO(image)).size == (1200, 630)
    nobody = _told(node, "nosuchtable")
    assert 'content="Tabiji"' in nobody[0]
    assert nobody[1] != image
    for table in (by_link, hidden):  # not even that it exists
        assert _told(node, table) == nobody
    tags, before = _told(node, going)
    assert 'content="Tokaido"' in tags
    assert "take a place" in tags
    assert "Łucja" not in tags
    assert before not in (image, nobody[1])


def test_a_link_shows_the_picture_of_its_own_game(node: Node) -> None:
    async def go() -> dict[str, str]:
        async with Visitor(node.base, "Łucja") as one, Visitor(node.base, "Юлия") as two:
            return {game: await _finished(one, two, game, access="open") for game in ("tokaido_duo", "tsuro_seas")}

    bare: dict[str, Walls | Sea] = {
        "tokaido_duo": Walls((Wall((), ()),) * 2),
        "tsuro_seas": Sea((Passage(),) * 2, (), (), ()),
    }
    for game, table in run(go()).items():
        tags, image = _told(node, table)
        assert "Юлия" in tags
        shown = Image.open(BytesIO(image)).convert("RGB")
        assert shown.size == (1200, 630)
        own = bare[game].paint()
        if game == "tokaido_duo":  # nothing is hung yet; of a sea there are daikaiju from the start
            assert ImageChops.difference(shown.crop((0, 0, *own.size)), own).getbbox() is None
        below = shown.crop((0, own.height, 1200, 630)).getcolors(1 << 20) or []
        assert len(below) > 20  # names, and the colors of the seats


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/", "Tabiji"),
        ("/puzzles", "Tabiji"),
        ("/rules/nosuchgame", "Tabiji"),
        ("/puzzles/tsuro_seas", "Tsuro of the Seas"),
    ],
)
def test_every_page_has_a_picture(node: Node, path: str, title: str) -> None:
    page = httpx.get(f"{node.base}{path}").text
    assert f'og:title" content="{title}' in page
    image = httpx.get(re.findall('og:image" content="(.*?)"', page)[0])
    with Image.open(BytesIO(image.content)) as picture:
        assert picture.size == (1200, 630)
        assert len(picture.getcolors(1 << 20) or []) > 500


def _played(game: str, players: int) -> tuple[Any, list[dict[str, Any]]]:
    """A match to the end, and what happened."""
    match = tabiji.game(game, players=players).new(seed=5)
    events: list[dict[str, Any]] = []
    while not match.over:
        moves = list(match.legal)
        events += match.play(moves[len(events) % len(moves)])
    return match, events


def test_the_picture_of_a_sea_has_every_voyage_to_its_end() -> None:
    match, events = _played("tsuro_seas", 5)
    view = match.view(None)
    sea = Sea.of(view, events, match.winners)
    assert any(passage.legs for passage in sea.passages)
    for passage, ship in zip(sea.passages, view["ships"], strict=True):
        assert passage.lost == (ship["fate"] != "afloat")
        begins = [_line(leg)[0] for leg in passage.legs]
        ends = [_line(leg)[-1] for leg in passage.legs]
        gaps = sum(one != pytest.approx(two) for one, two in zip(ends, begins[1:], strict=False))
        assert gaps <= len(passage.starts) - 1  # without a gap, but where a ship was moved
        if not passage.lost:
            end, turn = _berth(_square(ship["ahead"]), ship["port"])
            assert passage.end == pytest.approx(end)
            assert passage.turn == turn
        elif passage.legs:
            assert passage.end == _arrival(passage.legs[-1])[0]
    assert sea.paint().size == (1200, 400)


def test_the_picture_of_walls_has_every_painting_that_was_given() -> None:
    match, _ = _played("tokaido_duo", 2)
    walls = Walls.of(match.view(None))
    assert [len(wall.given) for wall in walls.walls] == [seat["gifts"] for seat in match.view(None)["seats"]]
    places = (Place(0, "Łucja", 1, 1), Place(1, "Юлия", 2, 0))
    picture = Image.open(BytesIO(LinkPicture("Tokaido Duo", walls, places=places).png()))
    assert picture.size == (1200, 630)
    assert [place.result for place in places] == ["1 point", "0 points"]
