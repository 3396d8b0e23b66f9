"""What an observation says of placements is what happens when they are played."""

from __future__ import annotations

import numpy as np

import tabiji
from tabiji.core.record import as_state
from tabiji.envs.observation import layout, observe
from tabiji.games.tsuro_seas.prospects import FEATURES
from tabiji.games.tsuro_seas.state import A_PLACE, FIRST_COURSE, HAND, NO_TILE, PLACE, ROTATIONS, SQUARES
from tabiji.games.tsuro_seas.wakes import place_tile, sail

from tests.games.settings import random_match
from tests.seeds import SEED


def feature(name: str) -> int:
    return next(i for i, text in enumerate(FEATURES) if text.startswith(name))


def test_placements_lead_where_their_rows_say() -> None:
    compared = lost = 0
    for k in range(60):
        match = random_match(tabiji.game("tsuro_seas", players=2 + k % 5), SEED + k, 5 + k)
        if match.over or match.state["phase"] != PLACE:
            continue
        seat = int(match.state["seat"])
        seen = layout("tsuro_seas").as_dict(observe(match, seat))
        actions = seen["candidate_actions"]
        assert set(match.legal_actions()) <= set(actions.tolist())
        for action, row in zip(actions, seen["candidates"], strict=True):
            if not action:
                assert not row.any()
                continue
            after = match.state.copy()
            place_tile(as_state(after), seat, int(action) - A_PLACE)
            sunk = (after["fate"] != 0) & (match.state["fate"] == 0)
            assert row[feature("the own ship is lost")] == sunk[seat]
            assert row[feature("other ships lost")] == sunk.sum() - sunk[seat]
            compared += 1
            lost += int(sunk[seat])
            if sunk[seat]:
                continue
            assert row[feature("the own ship is the last")] == ((after["fate"][: match.game.players] == 0).sum() == 1)
            survived = 0
            for pattern in after["hand"][seat * HAND : seat * HAND + HAND]:
                if pattern != NO_TILE:
                    for course in range(FIRST_COURSE[pattern], FIRST_COURSE[pattern] + ROTATIONS[pattern]):
                        then = after.copy()
                        sail(as_state(then), seat, course)
                        survived += then["fate"][seat] == 0
            assert row[feature("placements of the tiles left")] == survived
    assert compared > 100
    assert lost > 10


def test_room_is_counted() -> None:
    """On an empty board all squares are connected, and a ship at its mark can leave by every port but those beyond."""
    match = tabiji.game("tsuro_seas", players=2, no_daikaiju=True).new(3)
    match.play("start n5")
    match.play("start s5")
    seen = layout("tsuro_seas").as_dict(observe(match, 0))
    assert seen["room"][:2].tolist() == [SQUARES, SQUARES]
    assert seen["exits"][:2].tolist() == [6, 6]
    assert np.count_nonzero(seen["candidate_actions"]) >= HAND or match.seat != 0
