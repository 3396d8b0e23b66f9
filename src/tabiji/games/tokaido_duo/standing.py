"""How things stand: where the dice could lead, by which ways, and what the spaces of arrival would surely offer.

standing(state) -> {
    "ways": {"merchant": {"open": [{"place": "c2", "ways": [["m3", "m2", "c2"]],
                                    "deeds": [{"move": "sell 2", "points": 5,
                                               "events": [{"event": "sold", ...}, {"event": "coins", ...}]}],
                                    "follow": None}, ...],    what is done there as a matter of course
                          "stays": False,                     no way of full length (TD-12)
                          "closed": [{"what": "c3", "reason": "occupied", "rule": "TD-32"}, ...]}, ...},
    "deeds": [{"move": "sell 1", "points": 0, "events": [...]}, ...]     what can be done where the pawn has arrived
}

Only dice that the deciding seat may use now are told. Each move is tried on a copy by the rules themselves; what a
painting shows or a drawn good is, nobody knows, so it is not told. Of places ahead the largest size of each action is
told, of the place of arrival all. `follow` is the only action of a place ahead if declining it would be pointless: it
ends nothing and gives nothing away. A client may play it with the movement; the rules still ask (TD-11).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tabiji.core import dispatch
from tabiji.core.record import RecordProxy, as_state, load_rows
from tabiji.games.tokaido_duo import moves, views
from tabiji.games.tokaido_duo.artist import town_place
from tabiji.games.tokaido_duo.closed import places
from tabiji.games.tokaido_duo.state import (
    A_AGAIN,
    A_DIE,
    A_PASS,
    ACT,
    AGAIN,
    CHARACTERS,
    DIE,
    DTYPE,
    FIRST_AREA,
    GO,
    MAX_LEGAL,
    MERCHANT,
    NOBODY,
    PILGRIM,
    TOWNS,
    place_names,
)
from tabiji.games.tokaido_duo.types import UNCERTAIN

# what an action does by itself; the rest of the journal is about what comes after it
_DONE = (
    "painted",
    "gifted",
    "drew",
    "sold",
    "coins",
    "slab",
    "temple",
    "garden",
    "spring",
    "wave",
    "trigger",
)
# what somebody may have a reason to decline: to sell elsewhere, to leave the last tile on the board (TD-45), to play on
_WEIGHED = {"sold", "wave", "trigger"}


def standing(state: Any) -> dict[str, Any]:
    """The ways of the dice that can be used now, and the deeds of the pawn that has arrived."""
    phase, p = int(state["phase"]), int(state["seat"])
    first: dict[int, int | None] = {}  # the dice in question, and the decision before the movement
    if phase == DIE:
        first = {die: A_DIE + die for die in range(len(CHARACTERS)) if state["taker"][die] == NOBODY}
    elif phase in (GO, AGAIN):
        first = {int(state["character"]): A_AGAIN if phase == AGAIN else None}
    arrived = _Trial(state.tobytes())
    return {
        "ways": {CHARACTERS[die]: _ways(state, p, die, action) for die, action in first.items()},
        "deeds": _deeds(arrived, arrived, p) if phase == ACT else [],
    }


class _Trial:
    """A copy of a record on which moves are tried."""

    def __init__(self, record: bytes) -> None:
        self.record_proxy = RecordProxy(load_rows(DTYPE, record))
        self._moves = np.zeros(MAX_LEGAL, np.int16)

    def step(self, action: int) -> _Trial:
        dispatch.call_step(self.record_proxy.rows, action)
        return self

    def legal(self) -> list[int]:
        actions: list[int] = self._moves[: dispatch.call_legal(self.record_proxy.rows, self._moves)].tolist()
        return actions

    def copy(self) -> _Trial:
        return _Trial(self.record_proxy.array.tobytes())

    def notation(self, action: int) -> str:
        return moves.write(self.record_proxy, action)


def _ways(state: Any, p: int, die: int, first: int | None) -> dict[str, Any]:
    trial = _Trial(state.tobytes())
    if first is not None:
        trial.step(first)
    told: dict[str, Any] = {"open": [], "stays": False, "closed": places(state, p, die)}
    for action in trial.legal():
        verb, *where = trial.notation(action).split()
        if verb == "stay":
            told["stays"] = True
            continue
        deeds = _deeds(trial, trial.copy().step(action), p)
        told["open"].append(
            {
                "place": where[0],
                "ways": paths(state, p, die, where[0]),
                "deeds": _largest(deeds),
                "follow": _follow(deeds),
            }
        )
    return told


def _deeds(before: _Trial, arrived: _Trial, p: int) -> list[dict[str, Any]]:
    """What can be done on arrival, and how many points it brings."""
    if arrived.record_proxy.phase != ACT or arrived.record_proxy.seat != p:
        return []
    points = views.scores(before.record_proxy)[p]
    told = []
    for action in arrived.legal():
        if action != A_PASS:
            done = arrived.copy().step(action)
            gain = views.scores(done.record_proxy)[p] - points
            told.append({"move": arrived.notation(action), "points": gain, "events": _certain(done)})
    return told


def _largest(deeds: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The last and largest of each kind, and each wave tile."""
    found = {deed["move"] if deed["move"].startswith("wave") else deed["move"].split()[0]: deed for deed in deeds}
    return list(found.values())


def _follow(deeds: list[dict[str, Any]]) -> str | None:
    """The only deed, if nothing speaks against it."""
    if len(deeds) != 1 or _WEIGHED & {event["event"] for event in deeds[0]["events"]}:
        return None
    move: str = deeds[0]["move"]
    return move


def _certain(done: _Trial) -> list[dict[str, Any]]:
    told = [event for event in views.events(done.record_proxy) if event["event"] in _DONE]
    return [{key: part for key, part in event.items() if key != UNCERTAIN.get(event["event"])} for event in told]


# --- ways ---------------------------------------------------------------------------------------------------------
def paths(state: Any, p: int, character: int, end: str) -> list[list[str]]:
    """The ways of the die's length to a place, both ends included; the pilgrim's goes on past occupied stations."""
    names = place_names(state)
    if character == PILGRIM:
        here, goal, count = int(state["at"][p, PILGRIM]), names.index(end), int(state["stations"])
        steps = (goal - here) % count or count
        return [[names[(here + i) % count] for i in range(steps + 1)]]
    if character == MERCHANT:
        s = as_state(state)
        across = {town: int(state["roads"][town]) for town in range(TOWNS)}
        called = [names[int(town_place(s, town))] for town in range(TOWNS)]
    else:
        across = dict(enumerate(state["reach"][0].tolist()))
        called = names[FIRST_AREA:]
    length, start = int(state["die"][character]), int(state["at"][p, character])
    found = _walks(across, [start], called.index(end), length)
    return [[called[place] for place in way] for way in found]


def _walks(across: dict[int, int], way: list[int], goal: int, steps: int) -> list[list[int]]:
    """TD-11: all ways of so many steps that enter no space twice."""
    if steps == 0:
        return [way] if way[-1] == goal else []
    return [
        found
        for place in across
        if across[way[-1]] >> place & 1 and place not in way
        for found in _walks(across, [*way, place], goal, steps - 1)
    ]
