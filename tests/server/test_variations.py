"""Variations: from a moment of a finished match another move is played on, same cards, and counts for nothing."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tabiji.core.match_record import open_match_record

from tests.server.node import Node
from tests.server.test_analyses import played
from tests.server.visitor import Visitor, raises_api_error, run

pytestmark = pytest.mark.compiled


def another(record: dict[str, Any], seat: int, least: int) -> tuple[int, str]:
    """A decision of a seat, not before the so-manieth, and a legal move that was not played there."""
    match = open_match_record(record)
    for number, move in enumerate(record["moves"], 1):
        others = [one for one in match.legal if one != move]
        if match.seat == seat and number >= least and others:
            return number, others[0]
        match.play(move)
    raise AssertionError("there was no choice")


def test_another_move_is_tried_from_a_moment(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "Ann") as ann, Visitor(node.base, "Ben") as ben:
            table = await played(ann)
            record = await ann.get(f"/api/tables/{table}/record")
            decision, move = another(record, 0, 5)
            path = f"/api/tables/{table}/variations"
            made = await ann.post(path, decision=decision, move=move)
            assert (made["status"], made["origin"], made["branch"]) == ("playing", table, decision)
            assert [seat["bot"] for seat in made["seats"]] == [None, "master"]
            assert await ann.get(path) == [
                {"table": made["id"], "decision": decision, "name": "Ann", "over": False, "move": move, "seat": 0}
            ]
            assert await ben.get(path) == []  # others see it when it is over
            async with ann.sit(made["id"]) as seat:
                assert seat.number >= decision
                await seat.play_on(Random(5))
                ended = await seat.ended()
            assert ended["result"]["rated"] is False
            assert [one["over"] for one in await ben.get(path)] == [True]
            tried = await ben.get(f"/api/tables/{made['id']}/record")
            assert tried["seed"] == record["seed"]
            assert tried["moves"][:decision] == [*record["moves"][: decision - 1], move]
            open_match_record(tried)
            assert [one["table"] for one in await ann.get(f"/api/people/{ann.id}/matches")] == [table]
            assert (await ann.get(f"/api/people/{ann.id}"))["games"]["tsuro_seas"]["matches"] == 1
            # alone, and from before the decision: every seat is hers
            alone = await ben.post(path, decision=decision, against="nobody")
            assert {seat["person"] for seat in alone["seats"]} == {ben.id}
            async with ben.sit(alone["id"]) as seat:
                assert seat.number == decision - 1
                assert move in seat.legal

    run(go())


def test_nothing_is_tried_before_the_end_or_against_the_rules(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "Ann") as ann, Visitor(node.base) as stranger:
            playing = await ann.table(game="tsuro_seas", players=2, bots=["novice"], start=True)
            with raises_api_error("not_over"):
                await ann.post(f"/api/tables/{playing}/variations", decision=1)
            path = f"/api/tables/{await played(ann)}/variations"
            with raises_api_error("bad_move"):
                await ann.post(path, decision=1, move="fly 7")
            with raises_api_error("not_found"):
                await ann.post(path, decision=1000)
            with raises_api_error("not_signed_in"):
                await stranger.post(path, decision=1)

    run(go())


def test_a_coach_judges_the_last_decision_but_never_where_it_could_be_rated(node: Node) -> None:
    async def go() -> None:
        async with Visitor(node.base, "Ann") as ann, Visitor(node.base, "Ben") as ben:
            table = await ann.table(game="tsuro_seas", players=2, bots=["novice"], start=True)
            path = f"/api/tables/{table}/coach"
            with raises_api_error("nothing_to_undo"):
                await ann.post(path)
            with raises_api_error("not_yours"):
                await ben.post(path)
            async with ann.sit(table) as seat:
                await seat.turn()
                legal = seat.legal
                await seat.play_on(Random(1), 1)
            verdict = await ann.post(path)
            assert {verdict["played"], verdict["best"]} <= set(legal)
            assert (verdict["cost"] == 0) == (verdict["played"] == verdict["best"])
            assert 0 <= verdict["cost"] <= 1
            two = await ann.table(game="tsuro_seas", players=2)
            await ben.post(f"/api/tables/{two}/join")
            await ann.post(f"/api/tables/{two}/start")
            with raises_api_error("not_yours"):
                await ann.post(f"/api/tables/{two}/coach")

    run(go())
