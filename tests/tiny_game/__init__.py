"""A game in a package of its own, made by following docs/adding-a-game.md, and how tests install it."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

FOLDER = Path(__file__).parent


def installed(folder: Path) -> dict[str, str]:
    """Environment variables of a process that finds the game as if pip had installed it, and interprets all rules.

    The metadata that pip would write is written into `folder`.
    """
    project = tomllib.loads((FOLDER / "pyproject.toml").read_text("utf-8"))["project"]
    metadata = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n", "utf-8"
    )
    points = [
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in names.items())
        for group, names in project["entry-points"].items()
    ]
    (metadata / "entry_points.txt").write_text("\n".join(points), "utf-8")
    paths = [str(folder), str(FOLDER), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths)), "TABIJI_JIT": "0"}
