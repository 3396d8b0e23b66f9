"""Writes the tables of docs/envs.md and docs/environments/: the layout of each game's observation and its actions, from
the code. `make facts` runs it."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

from tabiji.core.game_spec import game_spec
from tabiji.envs.observation import layout

DOCS = Path(__file__).parents[1] / "docs"
PAGES = [DOCS / "envs.md", *sorted((DOCS / "environments").glob("*.md"))]


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


def actions(game: str) -> str:
    """The action numbers of a game: the kinds of decisions, each with its first and last number."""
    state = game_spec(game).state
    found = {name: int(value) for name, value in vars(state).items() if name.startswith("A_")}
    firsts = sorted(found.items(), key=lambda pair: pair[1])
    lines = ["", f"{state.ACTIONS} numbers.", "", "| numbers | decision |", "| --- | --- |"]
    for (name, first), (_, after) in pairwise([*firsts, ("", state.ACTIONS)]):
        numbers = f"{first}" if after == first + 1 else f"{first} to {after - 1}"
        lines.append(f"| {numbers} | {name.removeprefix('A_').replace('_', ' ').lower()} |")
    return "\n".join([*lines, "", ""])


def page(text: str) -> str:
    """The page with its tables written anew."""
    for kind, write in (("layout", table), ("actions", actions)):
        for game in re.findall(rf"<!-- {kind} (\w+) -->", text):
            mark = f"<!-- {kind} {game} -->\n"
            before, _, rest = text.partition(mark)
            text = before + mark + write(game) + rest[rest.index("<!-- end -->") :]
    return text


if __name__ == "__main__":
    for path in PAGES:
        path.write_text(page(path.read_text("utf-8")), "utf-8")
