"""Writes the tables of docs/envs.md: the layout of each game's observation, from the code. `make facts` runs it."""

from __future__ import annotations

import re
from pathlib import Path

from tabiji.core.game_spec import game_spec
from tabiji.envs.observation import layout

PAGE = Path(__file__).parents[1] / "docs/envs.md"


def table(game: str) -> str:
    """The layout of a game's observation as a table."""
    found = layout(game)
    lines = [
        "",
        f"{game_spec(game).title}: version {found.version}, {found.size} numbers.",
        "",
        "| field | from | shape | scale | meaning |",
        "| --- | --- | --- | --- | --- |",
    ]
    for field in found.fields:
        shape = " × ".join(map(str, field.shape))
        lines.append(f"| `{field.name}` | {field.offset} | {shape} | {field.scale} | {field.help} |")
    return "\n".join([*lines, "", ""])


def page(text: str) -> str:
    """The page with its tables written anew."""
    for game in re.findall(r"<!-- layout (\w+) -->", text):
        mark = f"<!-- layout {game} -->\n"
        before, _, rest = text.partition(mark)
        text = before + mark + table(game) + rest[rest.index("<!-- end -->") :]
    return text


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text("utf-8")), "utf-8")
