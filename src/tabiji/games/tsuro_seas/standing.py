"""What could happen with the next roll: public facts, found by rolling every roll on a copy with the rules themselves.

standing(state) -> {
    "roll": {
        "restless": 0.444          how likely the daikaiju stir at all, or a new one comes
        "arrivals": 0              so many are placed instead of rolling (TS-11)
        "squares": {"c4": {"reach": 0.148, "stand": 0.074}, ...}
                                   how likely a daikaiju comes to a square, and how likely one stands there afterwards
        "daikaiju": {"g3": [{"does": "walk", "square": "c4", "side": "n"}, {"does": "turn", "facing": "w"}, ...]}
                                   what each does on 1 to 5 if the rolls say so; "eaten" if another is faster
    }
}

Empty in a calm sea and after the end. Which daikaiju comes next is a secret (TS-60) and is not told.
"""

from __future__ import annotations

from itertools import product
from typing import Any

from tabiji.core.journal import clear_journal
from tabiji.core.record import as_state, load
from tabiji.games.tsuro_seas import views
from tabiji.games.tsuro_seas.daikaiju import arrive, daikaiju_step, make_up
from tabiji.games.tsuro_seas.state import (
    ARRIVAL,
    BEASTS,
    BLUE_ROW,
    DAIKAIJU,
    DTYPE,
    GOLD_COLUMN,
    LAIRS,
    OVER,
    RESTLESS_FROM,
    RESTLESS_TO,
    SIZE,
    SQUARE_NAMES,
    SQUARES,
)

_EYES = range(1, 7)
_PAIRS = tuple(product(_EYES, _EYES))
_RESTLESS = tuple(pair for pair in _PAIRS if RESTLESS_FROM <= sum(pair) <= RESTLESS_TO)
Odds = dict[str, dict[str, float]]


def standing(state: Any) -> dict[str, Any]:
    """How likely daikaiju reach each square with the next roll."""
    if int(state["phase"]) == OVER or int(state["no_daikaiju"]):
        return {}
    odds: Odds = {}
    placed = _arrivals_instead(state)
    if placed:
        _stay(state, odds, 1.0)
        _land(state, odds, float(placed), make_up)
        return {"roll": {"restless": 1.0, "arrivals": placed, "squares": odds, "daikaiju": {}}}
    restless = len(_RESTLESS) / len(_PAIRS)
    deeds: dict[str, list[dict[str, Any]]] = {name: [] for d, name in enumerate(DAIKAIJU) if state["lair"][d] >= 0}
    _stay(state, odds, 1 - restless)
    for roll in _EYES:
        share = restless / len(_EYES)
        if roll == ARRIVAL:
            _stay(state, odds, share)
            _land(state, odds, share, arrive)
            continue
        after, events = _rolled(state, (*_RESTLESS[0], roll))
        _stay(after, odds, share)
        for square in {event["square"] for event in events if event["event"] == "walked"} - {None}:
            _add(odds, square, "reach", share)
        acted = {event["daikaiju"]: event for event in events if event["event"] in ("walked", "turned")}
        for name, told in deeds.items():
            told.append(_deed(acted.get(name)))
    return {"roll": {"restless": restless, "arrivals": 0, "squares": odds, "daikaiju": deeds}}


def _deed(event: dict[str, Any] | None) -> dict[str, Any]:
    if event is None:
        return {"does": "eaten"}
    does = "walk" if event["event"] == "walked" else "turn"
    return {"does": does, **{key: value for key, value in event.items() if key not in ("event", "daikaiju")}}


def _copy(state: Any, dice: tuple[int, ...] = ()) -> Any:
    """A copy with an empty page, and dice that fall like this."""
    trial = load(DTYPE, state.tobytes())
    trial["thrown"] = 0
    trial["dice"] = 0
    trial["dice"][: len(dice)] = dice
    clear_journal(as_state(trial))
    return trial


def _rolled(state: Any, dice: tuple[int, ...]) -> tuple[Any, list[dict[str, Any]]]:
    """The daikaiju step of a turn with these dice, and what happened."""
    trial = _copy(state, dice)
    daikaiju_step(as_state(trial))
    return trial, views.events(trial)


def _arrivals_instead(state: Any) -> int:
    """TS-11: how many daikaiju are placed instead of rolling."""
    _, events = _rolled(state, ())
    if any(event["event"] == "rolled" for event in events):
        return 0
    return sum(event["event"] == "arrived" for event in events)


def _land(state: Any, odds: Odds, share: float, come: Any) -> None:
    """TS-2: a new daikaiju comes to any numbered square without one, all alike; `share` of one, or several of them."""
    if not come(as_state(_copy(state))):
        return
    open_squares = {}
    for gold, blue in _PAIRS:
        square = int(BLUE_ROW[blue - 1]) * SIZE + int(GOLD_COLUMN[gold - 1])
        if state["board"][square] < LAIRS:
            open_squares[square] = (gold, blue)
    for dice in open_squares.values():
        trial = _copy(state, dice)
        come(as_state(trial))
        (event,) = [event for event in views.events(trial) if event["event"] == "arrived"]
        _add(odds, event["square"], "reach", share / len(open_squares))
        _add(odds, event["square"], "stand", share / len(open_squares))


def _stay(state: Any, odds: Odds, share: float) -> None:
    """Where daikaiju stand."""
    for d in range(BEASTS):
        lair = int(state["lair"][d])
        if 0 <= lair < SQUARES:
            _add(odds, SQUARE_NAMES[lair], "stand", share)


def _add(odds: Odds, square: str, kind: str, share: float) -> None:
    told = odds.setdefault(square, {"reach": 0.0, "stand": 0.0})
    told[kind] = min(1.0, told[kind] + share)
