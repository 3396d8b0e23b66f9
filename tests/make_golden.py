"""Writes golden match records for games and player counts that have none: python -m tests.make_golden.

Existing records are never rewritten: they must replay forever.
"""

from __future__ import annotations

from pathlib import Path

from tabiji.core.archive import write_file

from tests.games.settings import random_match, small_tables


def main() -> None:
    for i, game in enumerate(small_tables()):
        path = Path(__file__).parent / "golden" / f"{game.room.name}-{game.players}p-{i:02}.json"
        if not path.exists():
            write_file(path, random_match(game, 100 + i).record())
            print(path.name)


if __name__ == "__main__":
    main()
