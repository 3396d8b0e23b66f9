"""A game from another package (tests/tiny_game, docs/adding-a-game.md) works everywhere Tabiji's own games do.

At a table in the browser: tests/web/test_tiny_game.py.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tiny_game import FOLDER, installed

GUIDE = Path(__file__).parents[1] / "docs/adding-a-game.md"


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return installed(tmp_path_factory.mktemp("installed"))


def tabiji(environment: dict[str, str], *words: str, typed: str = "") -> str:
    """Run a command that succeeds; what it printed."""
    command = [sys.executable, "-m", "tabiji.cli", *words]
    done = subprocess.run(command, env=environment, input=typed, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def python(environment: dict[str, str], script: str) -> str:
    """What a script printed."""
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_is_listed_after_the_others(environment: dict[str, str]) -> None:
    listed = json.loads(tabiji(environment, "games", "--json"))
    assert [game["name"] for game in listed] == ["tokaido", "tokaido_duo", "tsuro_seas", "first_to_ten"]
    assert listed[-1]["players"] == [2, 3, 4]


def test_it_is_played_in_the_terminal(environment: dict[str, str], tmp_path: Path) -> None:
    saved = tmp_path / "match.json"
    words = ("play", "first_to_ten", "--players", "2", "--bots", "random", "--seed", "3", "--save", str(saved))
    said = tabiji(environment, *words, typed="show\n" + "1\n" * 10)
    assert "Player 1 shows a " in said
    assert "has reached the goal" in said
    assert "is right: first_to_ten" in tabiji(environment, "verify", str(saved))


def test_it_is_played_in_the_lab(environment: dict[str, str]) -> None:
    said = tabiji(environment, "simulate", "first_to_ten", "--players", "3", "--games", "60", "--seed", "1")
    assert "by seat" in said
    assert "60 games" in said
    said = tabiji(environment, "arena", "first_to_ten", "--bots", "search:20,random", "--games", "4", "--seed", "1")
    assert "4 games" in said


RULES = """
import tabiji
match = tabiji.game("first_to_ten", players=2).new(seed=1, stack={"cards": [5, 1]})
assert list(match.legal) == ["take 1", "take 2", "take 3", "show"]  # FT-2
assert match.view(0)["mine"] == {"card": 5} and match.view(1)["mine"] == {"card": 1}  # FT-1
assert match.view(None)["mine"] == {} and "card" not in match.view(1)["seats"][0]
match.play("show")  # FT-3
assert match.revealed and match.scores == [5, 0]
match.play("take 3")
assert not match.revealed and "show" not in match.legal
match.play("take 3"), match.play("show")
assert list(match.legal) == ["take 1", "take 2"]  # FT-4: nobody passes ten
match.play("take 2")
assert match.over and match.winners == [0]
assert tabiji.replay(match.record()).scores == [10, 4]
long = tabiji.game("first_to_ten", players=2, goal="twelve").new(seed=1)
assert long.view(0)["goal"] == 12
"""

SECRETS = """
import tabiji
game = tabiji.game("first_to_ten", players=3)
seen = set()
for cards in ([2, 1, 3], [2, 5, 4]):  # the same to seat 0
    match = game.new(seed=1, stack={"cards": cards})
    deals = [match.determinize(0, seed).view(seat)["mine"]["card"] for seed in range(30) for seat in range(3)]
    assert set(deals[::3]) == {2}
    assert set(deals[1::3]) == {1, 3, 4, 5}
    seen.add(tuple(deals))
assert len(seen) == 1
"""


@pytest.mark.parametrize("script", [RULES, SECRETS], ids=["rules", "secrets"])
def test_its_rules_and_secrets(environment: dict[str, str], script: str) -> None:
    python(environment, script)


SUMS = """
import tabiji
from tabiji.lab.simulate import play_batch
rows = play_batch(tabiji.game("first_to_ten", players=4), 7, 50)
print(rows.tobytes().hex())
"""


@pytest.mark.compiled
def test_compiled_it_plays_the_same_games(environment: dict[str, str], tmp_path: Path) -> None:
    compiled = {**environment, "TABIJI_JIT": "1", "TABIJI_CACHE": str(tmp_path)}
    assert python(compiled, SUMS) == python(environment, SUMS)


def test_the_guide_shows_its_code() -> None:
    """A block of code that begins with the name of a file is a part of that file."""
    shown = re.findall(r"```\w+\n# (\S+)\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    assert len(shown) > 5
    for name, code in shown:
        path = FOLDER / name if name == "pyproject.toml" else FOLDER / "first_to_ten" / name
        assert code.strip() in path.read_text("utf-8"), f"the guide shows other code than {path.name}:\n{code}"
