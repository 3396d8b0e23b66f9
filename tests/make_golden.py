"""Writes golden match records for games and player counts that have none: python -m tests.make_golden.

Existing records are never rewritten. Those of the present rules replay; those of earlier rules stay to be refused in
one clear message (docs/decisions/0007-records-of-earlier-rules.md).
"""

from __future__ import annotations

from pathlib import Path

from tabiji.core.match_record import write_file

from tests.games.settings import random_match, small_tables


def main() -> None:
    for i, game in enumerate(small_tables()):
        version = "" if game.spec.rules_version == 1 else f"-v{game.spec.rules_version}"
        path = Path(__file__).parent / "golden" / f"{game.spec.name}{version}-{game.players}p-{i:02}.json"
        if not path.exists():
            write_file(path, random_match(game, 100 + i).record())
            print(path.name)


if __name__ == "__main__":
    main()
