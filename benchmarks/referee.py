"""Ten thousand games of each kind under a referee: no bot may choose an illegal move.

python benchmarks/referee.py                            all games
python benchmarks/referee.py --only tsuro_seas --games 500
"""

from __future__ import annotations

import argparse
import time
from collections import Counter

import tabiji
from tabiji.lab.referee import check_bots, tables


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", help="one game")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--cores", type=int, help="games at once")
    words = parser.parse_args()
    for name in tabiji.games():
        if words.only in (None, name):
            start = time.perf_counter()
            checked: Counter[str] = Counter()
            for moves in check_bots(name, words.games, words.seed, words.cores):
                checked += moves
            told = ", ".join(f"{count:,} of {bot}" for bot, count in sorted(checked.items()))
            print(
                f"{name}: {words.games:,} games at {len(tables(name))} tables, {checked.total():,} moves "
                f"({told}), all legal; {time.perf_counter() - start:.0f} s",
                flush=True,
            )


if __name__ == "__main__":
    main()
