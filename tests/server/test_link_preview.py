"""What a link to a table tells: of an open table after the end names, points and a picture; of any other nothing."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path
from typing import Any

import httpx
from PIL import Image, ImageChops

from tabiji.server import link_preview

from tests.server.node import Node
from tests.server.visitor import Visitor, run

_PICTURES = Path(link_preview.__file__).parent / "pictures"


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
    async def go() -> tuple[str, str, str]:
        async with Visitor(node.base, 'Łucja <"&') as one, Visitor(node.base, "Юлия") as two:
            going = await one.table(game="tokaido", players=2, access="open")
            return await _finished(one, two, access="open"), await _finished(one, two, access="link"), going

    shown, by_link, going = run(go())
    tags, image = _told(node, shown)
    assert 'content="Tokaido"' in tags
    assert "Łucja &lt;&quot;&amp;" in tags
    assert "Юлия" in tags
    assert Image.open(BytesIO(image)).size == (1200, 630)
    nobody = _told(node, "nosuchtable")
    assert 'content="Tabiji"' in nobody[0]
    assert nobody[1] != image
    for table in (by_link, going):  # not even that it exists
        assert _told(node, table) == nobody


def test_a_link_shows_the_picture_of_its_own_game(node: Node) -> None:
    async def go() -> dict[str, str]:
        async with Visitor(node.base, "Łucja") as one, Visitor(node.base, "Юлия") as two:
            return {game: await _finished(one, two, game, access="open") for game in ("tokaido_duo", "tsuro_seas")}

    for game, table in run(go()).items():
        tags, image = _told(node, table)
        assert "Юлия" in tags
        shown = Image.open(BytesIO(image)).convert("RGB")
        assert shown.size == (1200, 630)
        with Image.open(_PICTURES / f"{game}.webp") as file:
            own = file.convert("RGB")
        assert own.width == 1200
        assert ImageChops.difference(shown.crop((0, 0, *own.size)), own).getbbox() is None
        below = shown.crop((0, own.height, 1200, 630)).getcolors(1 << 20) or []
        assert len(below) > 20  # names, and the colors of the seats
