"""TD-20 to TD-22, TD-52 and TD-53: the artist."""

from __future__ import annotations

import pytest

import tabiji

from tests.rules.duo_table import give_wave, kinds, only, paintings, put, quiet, take, ways


def test_td20_from_area_to_area_across_routes() -> None:
    """TD-20: one step crosses one route; areas that touch nowhere along a route are no neighbours."""
    for area, neighbours in {
        "n1": {"w", "n2", "s1"}, "n2": {"n1", "n3", "s2"}, "n3": {"n2", "e", "s3"}, "e": {"n3", "s3"},
        "s3": {"e", "s2", "n3"}, "s2": {"s3", "s1", "n2"}, "s1": {"s2", "w", "n1"}, "w": {"s1", "n1"},
    }.items():  # fmt: skip
        match = quiet()
        put(match, 0, artist=area)
        assert ways(take(match, "artist", 1)) == neighbours


def test_td20_artists_may_share_an_area() -> None:
    """TD-20: both artists in one area."""
    match = quiet()
    put(match, 0, artist="n1")
    put(match, 1, artist="n2")
    take(match, "artist", 1).play("go n2")
    assert [pawns["artist"] for pawns in match.view(None)["pawns"]] == ["n2", "n2"]


def test_td20_paints_or_gifts() -> None:
    """TD-20: one of the two, not both."""
    match = quiet(stack={"paintings": [["moon"]]})
    put(match, 0, artist="n1", pilgrim="sea1")
    paintings(match, 0, "moon", revealed=1)
    take(match, "artist", 1).play("go n2")
    assert list(match.legal) == ["paint", "gift", "pass"]
    match.play("gift")
    assert match.view(None)["phase"] == "die"
    assert match.view(None)["seats"][0]["gifts"] == 1
    assert match.state["painted"][0] == 1


def test_td21_example_three_others_reveal_three_tiles() -> None:
    """TD-21: the example of the rulebooks: three other pawns, three tiles, from the first on."""
    match = quiet(stack={"paintings": [["moon", "bamboo", "waterfall", "moon"]]})
    put(match, 0, artist="n1", pilgrim="sea1", merchant="m2")
    put(match, 1, artist="w", pilgrim="t2", merchant="m1")
    take(match, "artist", 1).play("go n2")
    events = match.play("paint")
    assert [event["symbol"] for event in events if event["event"] == "painted"] == ["moon", "bamboo", "waterfall"]
    shown = match.view(1)["seats"][0]["paintings"]
    assert [tile["symbol"] for tile in shown[:4]] == ["moon", "bamboo", "waterfall", None]


@pytest.mark.parametrize(
    ("whose", "pawns", "count"),
    [
        *((whose, {"pilgrim": "sea1"}, 1) for whose in (0, 1)),  # a station of the area
        *((whose, {"merchant": "m2"}, 1) for whose in (0, 1)),  # a mountain town of the area
        *((whose, {"merchant": "c2"}, 1) for whose in (0, 1)),  # a coastal town at its border
        *((whose, {"pilgrim": "c3"}, 1) for whose in (0, 1)),  # the other one
        *((whose, {"pilgrim": "h1"}, 0) for whose in (0, 1)),  # a station beyond
        *((whose, {"merchant": "m1"}, 0) for whose in (0, 1)),  # a mountain town elsewhere
        (1, {"artist": "n2"}, 1),  # the other artist
        (1, {"artist": "n1"}, 0),
    ],
)
def test_td21_who_counts(whose: int, pawns: dict[str, str], count: int) -> None:
    """TD-21: every other pawn of both players in the area or at its border, never the artist itself."""
    match = quiet()
    put(match, 0, artist="n1", pilgrim="t3", merchant="m4")
    put(match, 1, artist="w", pilgrim="t4", merchant="m1")
    put(match, whose, **pawns)
    take(match, "artist", 1)
    match.play("go n2")
    painted = match.play("paint") if match.view(0)["phase"] == "act" else []
    assert kinds(painted).count("painted") == count


def test_td21_a_coastal_town_counts_for_both_its_areas() -> None:
    """TD-21: a pawn in c2 is seen from n1 and from n2."""
    for origin, area in (("w", "n1"), ("n3", "n2")):
        match = quiet()
        put(match, 0, artist=origin, pilgrim="t3", merchant="m4")
        put(match, 1, artist="e", pilgrim="c2", merchant="m4")
        take(match, "artist", 1).play(f"go {area}")
        assert kinds(match.play("paint")).count("painted") == 1


def test_td21_no_more_than_the_tiles_left() -> None:
    """TD-21: with two tiles face down, three others reveal two; with none left there is nothing to paint."""
    match = quiet()
    paintings(match, 0, revealed=8)
    put(match, 0, artist="n1", pilgrim="sea1", merchant="m2")
    put(match, 1, pilgrim="t2")
    take(match, "artist", 1).play("go n2")
    assert kinds(match.play("paint")).count("painted") == 2
    put(match, 0, artist="n1")
    take(match, "artist", 1).play("go n2")
    assert "paint" not in match.legal


def test_td22_example_waterfall_through_bamboo() -> None:
    """TD-22: the example of the rulebooks: through the bamboo to a waterfall, and a revealed waterfall goes."""
    match = quiet(stack={"paintings": [["waterfall", "moon"]]})
    put(match, 0, artist="s2")
    paintings(match, 0, "waterfall", "moon", revealed=2)
    take(match, "artist", 2).play("go n1")  # over s1, bamboo
    events = match.play("gift")
    assert only(events, "gifted") == {"event": "gifted", "seat": 0, "symbol": "waterfall", "gifts": 1}
    shown = match.view(None)["seats"][0]
    assert shown["paintings"][0] == {"symbol": "waterfall", "state": "gifted"}
    assert shown["paintings"][1] == {"symbol": "moon", "state": "revealed"}
    assert shown["earned"]["culture"] == 2


@pytest.mark.parametrize(
    ("tiles", "revealed", "gifted", "may"),
    [
        (("waterfall", "moon"), 2, 0, True),
        (("waterfall", "moon"), 0, 0, False),  # face down
        (("moon", "waterfall"), 2, 0, False),  # not the first
        (("moon", "waterfall"), 2, 1, True),  # the first that is left
        (("moon", "waterfall"), 1, 1, False),  # the first that is left is face down
        (("bamboo", "moon"), 2, 0, False),  # the symbol of an area passed
        (("mountain", "moon"), 2, 0, False),  # the symbol of the start
    ],
)
def test_td22_what_may_be_given(tiles: tuple[str, ...], revealed: int, gifted: int, may: bool) -> None:
    """TD-22: only the first remaining tile, only if revealed, only with the symbol of arrival."""
    match = quiet()
    paintings(match, 0, *tiles, revealed=revealed, gifted=gifted)
    put(match, 0, artist="s2", merchant="m2")
    take(match, "artist", 2).play("go n1")
    assert ("gift" in match.legal) == may


def test_td22_one_tile_an_action() -> None:
    """TD-22: two waterfalls in front, one goes."""
    match = quiet()
    paintings(match, 0, "waterfall", "waterfall", revealed=2)
    put(match, 0, artist="w")
    take(match, "artist", 1).play("go n1")
    match.play("gift")
    assert match.view(None)["seats"][0]["gifts"] == 1


def test_td22_the_tenth_gift_triggers_the_end() -> None:
    """TD-22: the board of an artist is empty."""
    match = quiet()
    tiles = ("moon", "moon", "waterfall", "mountain", "mountain", "bamboo", "bamboo", "moon")
    paintings(match, 0, *tiles, "waterfall", "waterfall", revealed=10, gifted=9)
    put(match, 0, artist="w")
    take(match, "artist", 1).play("go n1")
    events = match.play("gift")
    assert only(events, "trigger") == {"event": "trigger", "seat": 0, "trigger": "gifts"}
    assert match.view(None)["triggers"] == ["gifts"]
    assert not match.over


def test_td52_master_artist_reveals_one_more() -> None:
    """TD-52: one tile more when painting, if wished; alone in an area the master still reveals one."""
    match = quiet()
    give_wave(match, 0, "master")
    put(match, 0, artist="n1", pilgrim="sea1")
    take(match, "artist", 1).play("go n2")
    assert list(match.legal) == ["paint", "paint master", "pass"]
    assert kinds(match.play("paint master")).count("painted") == 2
    match.undo()
    assert kinds(match.play("paint")).count("painted") == 1
    match = quiet()
    give_wave(match, 0, "master")
    put(match, 0, artist="n1")
    take(match, "artist", 1).play("go n2")
    assert list(match.legal) == ["paint master", "pass"]
    assert kinds(match.play("paint master")).count("painted") == 1


@pytest.mark.parametrize(("holder", "side"), [(1, "master"), (0, "inspired"), (-1, "master")])
def test_td52_only_for_its_holder_and_side(holder: int, side: str) -> None:
    """TD-52: not on the other side, not from the board, not for the opponent."""
    match = quiet()
    give_wave(match, holder, side)
    put(match, 0, artist="n1", pilgrim="sea1")
    take(match, "artist", 1).play("go n2")
    assert list(match.legal) == ["paint", "pass"]


def test_td52_no_extra_tile_where_none_is_left() -> None:
    """TD-52: when painting turns over the last tile, the master has nothing to add."""
    match = quiet()
    give_wave(match, 0, "master")
    paintings(match, 0, revealed=9)
    put(match, 0, artist="n1", pilgrim="sea1")
    take(match, "artist", 1).play("go n2")
    assert "paint" in match.legal
    assert "paint master" not in match.legal


@pytest.mark.parametrize(
    ("first", "origin", "pips", "to", "may"),
    [
        ("waterfall", "s2", 2, "n1", True),  # the area of arrival
        ("bamboo", "s2", 2, "n1", True),  # passed: s1
        ("mountain", "s2", 2, "n1", True),  # the start
        ("moon", "s2", 2, "n1", True),  # passed another way: n2
        ("moon", "e", 1, "s3", False),  # neither start nor end
        ("bamboo", "n2", 2, "e", False),  # n2, n3, e: moon, waterfall, mountain
        ("bamboo", "n2", 3, "e", True),  # n2, s2, s3, e
        ("waterfall", "n2", 3, "e", True),  # n2, n3, s3, e
        ("bamboo", "w", 2, "n2", False),  # s1 lies on no way of this length
    ],
)
def test_td53_inspired_artist(first: str, origin: str, pips: int, to: str, may: bool) -> None:
    """TD-53: the tile may match any area of the movement: start, passed or end, on a way of exactly its length."""
    match = quiet()
    give_wave(match, 0, "inspired")
    paintings(match, 0, first, revealed=1)
    put(match, 0, artist=origin, merchant="m4" if to in ("e", "s3") else "m1")
    take(match, "artist", pips).play(f"go {to}")
    assert ("gift" in match.legal) == may


def test_td53_is_optional_and_only_for_its_holder() -> None:
    """TD-53: the gift may be declined; without the tile only the area of arrival counts."""
    match = quiet()
    paintings(match, 0, "bamboo", revealed=1)
    put(match, 0, artist="s2", merchant="m2")
    give_wave(match, 1, "inspired")
    take(match, "artist", 2).play("go n1")
    assert "gift" not in match.legal
    with pytest.raises(tabiji.IllegalMove):
        match.play("gift")


def test_td53_a_second_use_starts_a_new_movement() -> None:
    """TD-53, TD-44: areas of the first movement do not count for the second."""
    match = quiet()
    match.state["spring"] = 0
    give_wave(match, 0, "inspired")
    paintings(match, 0, "waterfall", revealed=1)
    put(match, 0, artist="n1", merchant="m1", pilgrim="t3")
    take(match, "artist", 1).play("go w")
    assert "gift" in match.legal  # n1, the start
    match.play("pass")
    match.play("again")
    match.play("go s1")  # w, s1: moon and bamboo
    assert "gift" not in match.legal


def test_td53_a_way_never_enters_an_area_twice() -> None:
    """TD-53, TD-11: from n1 to s1 with a 3 the way is n1, n2, s2, s1; w lies only on one that comes back to n1."""
    match = quiet()
    match.state["symbol"] = [1, 3, 1, 2, 3, 2, 3, 0]  # the only moon is in w
    give_wave(match, 0, "inspired")
    paintings(match, 0, "moon", revealed=1)
    put(match, 0, artist="n1", merchant="m1")
    take(match, "artist", 3).play("go s1")
    assert "gift" not in match.legal
    paintings(match, 0, "mountain", revealed=1)
    assert "gift" in match.legal
