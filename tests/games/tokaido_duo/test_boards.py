"""Boards: found, checked, played on, carried by records; broken ones are refused with a line for each problem."""

from __future__ import annotations

import json
from copy import deepcopy
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

import tabiji
from tabiji.core.errors import BoardError, MatchRecordError, OptionError
from tabiji.core.match_record import _checksum
from tabiji.games.tokaido_duo import SPEC, boards, chart, survey

from tests.games.tokaido_duo.islands import random_board

SHIKOKU = boards.load()
Path_ = tuple[str | int, ...]


def entries(value: Any, path: Path_ = ()) -> list[Path_]:
    """The path to every entry of nested tables and lists."""
    found: list[Path_] = []
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            found += [(*path, key), *entries(inner, (*path, key))]
    return found


def changed(path: Path_, value: Any) -> dict[str, Any]:
    """Shikoku with another value at a path."""
    board = deepcopy(SHIKOKU)
    inner: Any = board
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return board


def at(board: Any, path: Path_) -> Any:
    for key in path:
        board = board[key]
    return board


def refused(board: Any) -> list[str]:
    with pytest.raises(BoardError) as caught:
        boards.load(board)
    assert caught.value.problems[0] in str(caught.value)
    for problem in caught.value.problems:
        assert "\n" not in problem
        assert ": " in problem
    return caught.value.problems


ALL_ENTRIES = entries(SHIKOKU)
FREE_TEXT = {"name", "title", "source"}


# --- good boards --------------------------------------------------------------------------------------------------
def test_shipped_boards() -> None:
    """Every board that comes with the game is good; the alternatives differ from Shikoku in one table only."""
    assert SPEC.boards[0] == "shikoku"
    assert boards.load() == boards.load("shikoku") == SHIKOKU
    for name in SPEC.boards[1:]:
        board = boards.load(name)
        assert board["board"]["name"] == name
        differs = [path for path in ALL_ENTRIES if len(path) == 1 and at(board, path) != at(SHIKOKU, path)]
        assert len(differs) == 2
        assert differs[1] == (("tracks",) if name.startswith("gifts") else ("trade_tokens",))
    assert boards.load("gifts_linear")["tracks"]["gifts"]["points"][10] == 30
    assert boards.load("gifts_triangular")["tracks"]["gifts"]["points"][10] == 48
    prices = [sum(token["price"] for token in boards.load(f"prices_{x}")["trade_tokens"]["tokens"]) for x in "bcd"]
    assert prices == [24, 24, 26]


def test_loaded_boards_are_copies() -> None:
    """Changing a loaded board changes nothing for the next one."""
    boards.load()["dice"]["artist"][0] = 4
    assert boards.load()["dice"]["artist"][0] == 1


def test_random_boards_are_good_and_can_be_played() -> None:
    """Other islands pass the survey; random games on them end."""
    for seed in range(40):
        board = random_board(SHIKOKU, seed)
        assert survey.problems(board) == []
    match = tabiji.game("tokaido_duo", board=board).new(1)
    rng = Random(1)
    while not match.over:
        match.act(rng.choice(match.legal_actions()))
    assert match.winners


def test_board_by_path_and_base(tmp_path: Path) -> None:
    """A file may give only what differs from the board it is based on."""
    file = tmp_path / "mine.toml"
    file.write_text(
        '[board]\nname = "mine"\ntitle = "Mine"\nbase = "shikoku"\nprovenance = "printed"\n'
        "[dice]\nartist = [1, 2, 3, 3, 3, 4]\n"
    )
    for path in (file, str(file)):
        game = tabiji.game("tokaido_duo", board=path)
        assert game.board is not None
        assert game.board["dice"]["artist"] == [1, 2, 3, 3, 3, 4]
        assert game.board["dice"]["pilgrim"] == SHIKOKU["dice"]["pilgrim"]
        assert "base" not in game.board["board"]
        assert game.new(1).view(0)["board"]["note"] == "board read off the box"
        assert game.new(1).state["faces"][2].tolist() == [1, 2, 3, 3, 3, 4]


def test_views_say_that_the_board_is_reconstructed() -> None:
    """Every view carries the provenance of the board and how sure each table is."""
    for name in SPEC.boards:
        for seat in (0, 1, None):
            shown = tabiji.game("tokaido_duo", board=name).new(1).view(seat)["board"]
            assert shown["provenance"] == "reconstructed"
            assert shown["note"] == "reconstructed board"
            assert shown["certainty"]["ring"] == "low"
            assert set(shown["certainty"]) >= {"tracks.gifts", "trade_tokens", "areas", "routes", "dice", "start"}


def test_a_game_without_boards_takes_none() -> None:
    """Tokaido has one road."""
    with pytest.raises(OptionError, match="same board"):
        tabiji.game("tokaido", board="shikoku")
    assert tabiji.game("tokaido").new(1).view(None)["board"] is None
    assert tabiji.game("tokaido").new(1).record()["board"] is None


def test_a_record_carries_its_board() -> None:
    """A match on another board replays from its record alone, to the same bytes."""
    game = tabiji.game("tokaido_duo", board=random_board(SHIKOKU, 5))
    match = game.new(7)
    rng = Random(2)
    for _ in range(80):
        match.act(rng.choice(match.legal_actions()))
    record = json.loads(json.dumps(match.record()))
    assert record["board"]["board"]["title"] == "Random island 5"
    again = tabiji.replay(record)
    assert again.state.tobytes() == match.state.tobytes()
    assert again.view(0) == match.view(0)


@pytest.mark.parametrize("board", [None, {}, {"board": 3}, "x"])
def test_a_record_with_a_broken_board(board: Any) -> None:
    """Records come from anybody: no board, or a broken one, is a MatchRecordError."""
    record = tabiji.game("tokaido_duo").new(7).record()
    record["board"] = board
    record["checksum"] = _checksum(record)
    with pytest.raises(MatchRecordError):
        tabiji.replay(record)


# --- broken boards ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("junk", [None, 3.5, "zzz", [], {}, -1, True, 10**30, "x" * 500], ids=lambda j: repr(j)[:12])
def test_junk_anywhere(junk: Any) -> None:
    """Any wrong value at any entry is refused, and some line names the table."""
    for path in ALL_ENTRIES:
        if isinstance(junk, str) and path[-1] in FREE_TEXT and len(junk) < 300:
            continue
        problems = refused(changed(path, junk))
        assert any(str(path[0]) in problem.split(": ")[0] or problem.startswith("start") for problem in problems), path


def test_every_entry_is_needed() -> None:
    """Leaving out any entry of any table is refused."""
    for path in ALL_ENTRIES:
        board = deepcopy(SHIKOKU)
        inner = at(board, path[:-1])
        if isinstance(inner, list):
            inner.pop(int(path[-1]))
        else:
            del inner[path[-1]]
            assert any(f"entry {path[-1]!r} is missing" in problem for problem in refused(board))
            continue
        if path[0] == "ring" and path[-1] != 0 and SHIKOKU["ring"]["stations"][int(path[-1])] != "coastal_town":
            assert any(problem.startswith("areas") for problem in refused(board))  # the areas list another coast
            continue
        refused(board)


def test_unknown_entries() -> None:
    """A misspelt entry is named."""
    for path in [(), *(path for path in ALL_ENTRIES if isinstance(at(SHIKOKU, path), dict))]:
        board = deepcopy(SHIKOKU)
        at(board, path)["colour"] = 1
        assert any("unknown entry 'colour'" in problem for problem in refused(board))


@pytest.mark.parametrize(
    ("path", "value", "line"),
    [
        (("ring", "stations", 1), "harbour", "ring.stations[1]: cannot be 'harbour'"),
        (("ring", "stations", 0), "temple", "ring.stations: 7 coastal towns; the rulebooks count 8"),
        (("ring", "stations", 2), "coastal_town", "ring.stations: 9 coastal towns; the rulebooks count 8"),
        (("mountain_towns", "towns", 0, "goods"), 5, "mountain_towns.towns[0].goods: cannot be 5; valid: 2, 3, 4"),
        (("mountain_towns", "towns", 3, "goods"), 2, "mountain_towns.towns: the rulebooks have towns with 2, 3 and 4"),
        (("routes", "edges", 0), ["m1", "m1"], "routes.edges[0]: a route from m1 to itself"),
        (("routes", "edges", 1), ["m2", "m1"], "routes.edges[1]: the route between m2 and m1 is listed twice"),
        (("routes", "edges", 1), ["m2", "m9"], "routes.edges[1]: cannot be 'm9'"),
        (("routes", "edges", 1), ["m2"], "routes.edges[1]: expected two towns"),
        (("routes", "edges", 1), ["m1", "m3"], "routes.edges[0]: the route between m1 and m2 crosses another route"),
        (("routes", "edges", 3), ["m1", "m3"], "routes.edges: 0 routes at c1; a coastal town between two areas"),
        (("routes", "edges", 3), ["c8", "c1"], "routes.edges: 2 routes at c8"),
        (("routes", "edges", 3), ["m4", "c1"], "routes.edges[1]: the route between m2 and m3 crosses another route"),
        (("areas", "list", 0, "symbol"), "sun", "areas.list[0].symbol: cannot be 'sun'"),
        (("areas", "list", 0, "id"), "n9", "areas.list[0].id: cannot be 'n9'; valid: n1"),
        (("areas", "list", 1, "stations"), ["c2", "t2", "sea1", "c3"], "areas.list[1].stations: clockwise from c2 to"),
        (("areas", "list", 1, "stations"), ["c2", "sea1", "q", "c3"], "list[1].stations: there is no station 'q'"),
        (("areas", "list", 1, "stations"), ["c2", "sea1", "c3"], "from c2 to c3 the ring has c2, sea1, t2, c3"),
        (("areas", "list", 7, "mountain_towns"), ["m2"], "list[7].mountain_towns: the routes around area w"),
        (("dice", "artist", 5), 5, "dice.artist[5]: expected a whole number from 1 to 4, found 5"),
        (("dice", "artist"), [1, 2], "dice.artist: expected 6 entries, found 2"),
        (("trade_tokens", "tokens", 3, "price"), 4, "trade_tokens.tokens: no ceramic for 3 coins"),
        (("tracks", "gifts", "points", 2), 2, "tracks.gifts.points[2]: a track rises: 2 after 2"),
        (("tracks", "gifts", "points", 6), 17, "tracks.gifts.points[6]: the rulebooks say 18, not 17"),
        (("tracks", "gold_slabs", "points", 5), 36, "tracks.gold_slabs.points[5]: the rulebooks say 35, not 36"),
        (("tracks", "temple", "values", 8), 200, "tracks.temple.values[8]: expected a whole number from 0 to 127"),
        (("start", "first", "pilgrim"), "m1", "start.first.pilgrim: cannot be 'm1'"),
        (("start", "second", "pilgrim"), "sea3", "start.second.pilgrim: sea3 holds one pawn only"),
        (("board", "provenance"), "guess", "board.provenance: cannot be 'guess'; valid: reconstructed, printed"),
        (("dice", "certainty"), "sure", "dice.certainty: cannot be 'sure'; valid: certain, high, medium, low"),
    ],
)  # fmt: skip
def test_clear_lines(path: Path_, value: Any, line: str) -> None:
    """What is wrong, where, and what would be right."""
    assert any(line in problem for problem in refused(changed(path, value))), refused(changed(path, value))


def test_coastal_towns_cannot_start_with_two_pawns() -> None:
    """A merchant and a pilgrim in one town are refused; two merchants in a mountain town are fine."""
    board = changed(("start", "first", "pilgrim"), "c1")
    board["start"]["second"]["merchant"] = "c1"
    assert any("c1 holds one pawn only" in problem for problem in refused(board))
    board["start"]["second"]["merchant"] = "m2"
    boards.load(board)


def test_all_kinds_and_symbols_occur() -> None:
    """A coast without gardens, an island without a moon, tokens without a kimono."""
    board = deepcopy(SHIKOKU)
    board["ring"]["stations"] = ["temple" if kind == "garden" else kind for kind in board["ring"]["stations"]]
    assert any("ring.stations: no garden" in problem for problem in refused(board))
    board = deepcopy(SHIKOKU)
    for area in board["areas"]["list"]:
        area["symbol"] = area["symbol"].replace("moon", "bamboo")
    assert refused(board) == ["areas.list: no area shows a moon; the rulebooks have all four symbols"]
    board = deepcopy(SHIKOKU)
    for token in board["trade_tokens"]["tokens"]:
        token["good"] = token["good"].replace("kimono", "fan")
    assert any("no kimono" in problem for problem in refused(board))


def test_a_town_out_of_reach() -> None:
    """Routes in two parts: every town that is cut off is named."""
    board = changed(("routes", "edges", 1), ["m1", "m3"])
    board["routes"]["edges"][0] = ["m3", "m4"]
    board["routes"]["edges"][2] = ["m1", "m4"]
    problems = refused(board)
    assert "routes.edges: m2 cannot be reached from m1" in problems
    assert "routes.edges: c2 cannot be reached from m1" in problems


def test_routes_that_cross() -> None:
    """Two coastal towns that change places make routes cross, and both are named."""
    board = deepcopy(SHIKOKU)
    board["routes"]["edges"][3] = ["m1", "c3"]
    board["routes"]["edges"][5] = ["m3", "c1"]
    assert sum("crosses another route" in problem for problem in refused(board)) >= 2


def test_a_mountain_town_at_a_dead_end() -> None:
    """A route with one area on both sides divides nothing."""
    board = deepcopy(SHIKOKU)
    for edge in board["routes"]["edges"]:
        if edge in (["m4", "c4"], ["m4", "c5"]):
            edge[0] = "m3"
    assert any("m3 and m4 has the same area on both sides" in problem for problem in refused(board))


def test_hundreds_of_random_breaks() -> None:
    """Several random changes at once: never another error, every problem a line of its own."""
    rng = Random(11)
    for _ in range(300):
        board = deepcopy(SHIKOKU)
        for _ in range(rng.randint(1, 6)):
            path = rng.choice([p for p in entries(board) if p[-1] not in FREE_TEXT])
            inner = at(board, path[:-1])
            inner[path[-1]] = rng.choice([None, "m1", "c1", 7, -3, [1], {"a": 1}, [["m1", "m2"]], "temple", 2])
        lines = survey.problems(board)
        assert all("\n" not in line and len(line) < 400 for line in lines)
        if lines:
            assert refused(board) == lines
        else:
            assert boards.load(board) == board


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[board", "is not a board file"),
        ("a = 1", "entry 'board' is missing"),
        ('[board]\nbase = "atlantis"', "board.base: cannot be 'atlantis'"),
        ("[board]\nbase = 3", "board.base: cannot be 3"),
        ("x = 1979-05-27", "unknown entry 'x'"),
        ("a" + "." + ".".join("b" * 2000) + " = 1", "board"),
    ],
)
def test_broken_files(tmp_path: Path, text: str, says: str) -> None:
    """Files that are no boards."""
    file = tmp_path / "board.toml"
    file.write_text(text)
    with pytest.raises(OptionError) as caught:
        boards.load(file)
    assert says in str(caught.value) + " ".join(getattr(caught.value, "problems", []))


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    """No file, a folder, bytes that are no text; a name that is no board."""
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    for path, says in (
        (tmp_path / "none.toml", "cannot read"), (tmp_path, "cannot read"), (tmp_path / "bytes.toml", "not text"),
        ("shikokku", "did you mean shikoku"), (7, "unknown board"),
    ):  # fmt: skip
        with pytest.raises(OptionError, match=says):
            boards.load(path)  # type: ignore[arg-type]


# --- the chart ----------------------------------------------------------------------------------------------------
def _cross(a: Any, b: Any, c: Any, d: Any) -> bool:
    def side(p: Any, q: Any, r: Any) -> float:
        return float((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]))

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


@pytest.mark.parametrize("seed", range(10))
def test_routes_do_not_cross_on_the_chart(seed: int) -> None:
    """Wherever the towns lie, the drawing is plane, and every place is on the sheet."""
    shown = boards.shown(boards.load(random_board(SHIKOKU, seed)))
    layout = shown["layout"]
    for i, first in enumerate(shown["routes"]):
        for second in shown["routes"][:i]:
            if not set(first) & set(second):
                assert not _cross(*(layout[town] for town in first), *(layout[town] for town in second))
    assert all(0 < x < chart.WIDTH and 0 < y < chart.HEIGHT for x, y in layout.values())
    ring = [layout[station["id"]] for station in shown["ring"]]
    assert all(abs(a[0] - b[0]) + abs(a[1] - b[1]) > 20 for a, b in pairwise(ring))


def test_svg() -> None:
    """The picture is well-formed and shows every place and the provenance."""
    from xml.etree import ElementTree

    shown = boards.shown(SHIKOKU)
    shown["title"] = "Shikoku & <friends>"
    root = ElementTree.fromstring(chart.svg(shown))
    words = [element.text for element in root.iter() if element.text and element.text.strip()]
    for place in shown["layout"]:
        assert place in words
    assert "Shikoku & <friends> (reconstructed board)" in words
