"""The editor of positions: the engine checks everything, errors say where, and tables go on from what was set up."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import tabiji
from tabiji.core.match_record import replay, write_match_record
from tabiji.server import editor
from tabiji.server.api_error import ApiError
from tabiji.server.editor_protocol import EditorPosition

from tests.server.node import Node
from tests.server.visitor import Visitor, raises_api_error, run

TSURO = {"game": "tsuro_seas", "players": 2, "options": {"no_daikaiju": True}, "seed": "7"}
STARTS = {"starts": ["n5", "w3"], "first": 0, "hands": [[17, 4, 0]]}


def refused(code: str, **asked: Any) -> str:
    """Why a position cannot be set up."""
    with pytest.raises(ApiError) as caught:
        editor.look(EditorPosition(**{**TSURO, **asked}))
    assert caught.value.code == code
    return caught.value.message


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"stack": {"deck": []}}, "unknown stack key 'deck'"),
        ({"stack": {"pile": 7}}, "stack['pile']"),
        ({"stack": {"pile": [99]}}, "stack['pile'] takes whole numbers from 0 to 34, not 99"),
        ({"stack": {"pile": [0, 0]}}, "more copies of tile 0 than there are"),
        ({"stack": {"hands": [[1, 2, 3, 4]]}}, "stack['hands']"),
        ({"stack": {"starts": ["n5", "n5"]}}, "stack['starts'] names 2 different marks"),
        ({"stack": {"starts": ["n5", "q9"]}}, "unknown mark in stack['starts']"),
        ({"stack": {"daikaiju": ["g1 c3 n"]}}, "there are no daikaiju in this game"),
        ({"stack": {"first": {"seat": 1}}}, "stack['first']"),
        ({"stack": {"pile": [0] * 5000}}, "more is arranged than any game has"),
        ({"seed": str(2**64)}, "a seed is a whole number from 0 to 2**64 - 1"),
        ({"stack": STARTS, "moves": ["place 17 r0", "fly"]}, "move 2 of 2: "),
        ({"stack": STARTS, "moves": ["place 31 r0"]}, "move 1 of 1: 'place 31 r0' cannot be played now; legal: "),
    ],
)
def test_what_cannot_be_set_up_is_refused_with_its_place(asked: dict[str, Any], says: str) -> None:
    assert says in refused("bad_position", **asked)


def test_settings_of_a_position_are_checked_as_those_of_a_table() -> None:
    assert "played by 2 to 8, not by 9" in refused("bad_option", players=9)
    assert "unknown option" in refused("bad_option", options={"wind": True})
    assert "unknown game" in refused("bad_option", game="chess")


def test_a_position_is_complete_and_seen_by_who_decides() -> None:
    found = editor.look(EditorPosition(**TSURO, stack=STARTS, moves=["place 17 r0"]))
    assert (found.seat, found.view["seat"], found.position.players) == (1, 1, 2)
    assert found.view["legal"]
    assert found.position.seed == "7"
    assert found.position.stack == STARTS
    assert editor.look(found.position).view == found.view
    drawn = editor.look(EditorPosition("tsuro_seas"))
    assert drawn.position.seed is not None  # otherwise the next look would shuffle anew


def edited(record: dict[str, Any], **changes: Any) -> str:
    return json.dumps({**record, **changes})


def test_a_record_is_opened_or_said_what_is_wrong_with_it() -> None:
    match = tabiji.game("tokaido_duo").new(3, {"dice": [[2, 3, 1]]})
    for _ in range(3):
        match.play(next(iter(match.legal)))
    record = write_match_record(match)
    found = editor.read(json.dumps(record))
    assert (found.position.moves, found.position.stack) == (match.moves, {"dice": [[2, 3, 1]]})
    assert found.position.board == "shikoku"  # by its name: a link with all of it would be long
    again, _ = editor.play(found.position)
    assert write_match_record(again) == record

    text = json.dumps(record, indent=1)
    wrong = {
        "": "line 1, column 1",
        text[: len(text) // 2]: "truncated: line ",
        text.replace('"rules"', "rules", 1): "line 4, column 2",
        "[]": "expected a JSON object",
        '{"format": "pgn"}': "expected format",
        edited(record, moves=["walk"]): "does not match its checksum",
        edited(record, salt=1): "field 'salt' is of the wrong kind",
        edited(record, extra=1): "unknown field 'extra'",
        "9" * 5000: "limit",
        "[" * 50_000: "",
    }
    del record["stack"]
    wrong[json.dumps(record)] = "no field 'stack'"
    for given, says in wrong.items():
        with pytest.raises(ApiError) as caught:
            editor.read(given)
        assert caught.value.code == "bad_position"
        assert says in caught.value.message, given[:80]


@pytest.mark.compiled
def test_a_table_goes_on_from_a_position_and_counts_for_nothing(node: Node) -> None:
    position = {**TSURO, "stack": STARTS, "moves": ["place 17 r0"]}

    async def go() -> None:
        async with Visitor(node.base, "Ann") as ann, Visitor(node.base) as stranger:
            with raises_api_error("bad_position"):
                await ann.post("/api/editor/tables", **{**position, "moves": ["fly"]})
            with raises_api_error("bad_position"):
                await ann.post("/api/editor/tables", **position, seat=5)
            assert await ann.get("/api/tables/mine") == []  # nothing has changed
            with raises_api_error("not_signed_in"):
                await stranger.post("/api/editor/tables", **position)
            made = await ann.post("/api/editor/tables", **position)
            assert (made["status"], made["set_up"], made["rated"]) == ("playing", True, "alone")
            assert [seat["bot"] for seat in made["seats"]] == ["master", None]
            saved = await ann.post("/api/editor/record", **position)
            record = await ann.get(f"/api/tables/{made['id']}/record")  # there are no secrets in it
            assert (record["moves"], record["stack"], record["seed"]) == (saved["moves"], STARTS, 7)
            async with ann.sit(made["id"]) as seat:
                assert seat.view["ships"] == replay(saved).view(1)["ships"]
                await seat.play_on(Random(5))
                ended = await seat.ended()
            assert ended["result"]["rated"] is False
            assert await ann.get(f"/api/people/{ann.id}/matches") == []
            # from there it goes on once more: what was arranged is kept
            tried = await ann.post(f"/api/tables/{made['id']}/variations", decision=2, against="nobody")
            assert tried["set_up"]
            snapshot = await ann.get(f"/api/tables/{tried['id']}/snapshot", seat=1)
            assert snapshot["view"]["legal"] == editor.look(EditorPosition(**position)).view["legal"]
            # a record to its end is a match that can be looked at
            whole = await ann.get(f"/api/tables/{made['id']}/record")
            opened = await ann.post("/api/editor/read", text=json.dumps(whole))
            over = await ann.post("/api/editor/tables", **opened["position"])
            async with ann.sit(over["id"]) as seat:
                assert (await seat.ended())["result"]["winners"] == ended["result"]["winners"]
            assert (await ann.get(f"/api/tables/{over['id']}/record"))["result"] == whole["result"]

    run(go())
