"""Chosen tiles, dice, daikaiju and starts: for tests, puzzles and teaching.

    game.new(seed=7, stack={"hands": [[17, 4, 0], [31]], "pile": [6, 6, 30], "first": 0, "starts": ["n5", "w3"],
                            "daikaiju": ["g3 c5 n", "b1 a1 e"], "supply": ["g5 s", "b2"], "dice": [3, 4, 2]})

`hands` are by seat (missing tiles come from the pile), `pile` from the top. `daikaiju` are those on the board: tile,
square and the side its top faces; `supply` those to come, the next one first. `dice` are thrown in this order from the
first turn on: gold, blue and the second roll, or gold and blue for the square of a new daikaiju. `starts` names a mark
for every seat, and the first turn begins.
"""

from __future__ import annotations

from typing import Any

from tabiji.core.errors import OptionError, unknown
from tabiji.core.journal import clear_journal, note
from tabiji.core.record import as_state
from tabiji.games.tsuro_seas.rules import go_on
from tabiji.games.tsuro_seas.ships import moor, note_draw
from tabiji.games.tsuro_seas.state import (
    ARRIVED,
    BEASTS,
    BIT,
    DAIKAIJU,
    EMPTY,
    FIRST,
    HAND,
    IN_SUPPLY,
    LAIRS,
    LOADED,
    MARK_NAMES,
    MARK_SQUARE,
    NO_TILE,
    NOWHERE,
    PATTERNS,
    SIDES,
    SQUARE_NAMES,
    STARTED,
    TILES,
)

_KEYS = ("hands", "pile", "first", "starts", "daikaiju", "supply", "dice")


def stack(state: Any, asked: dict[str, Any]) -> None:
    """Rearrange a match that has not begun; OptionError if something asked for is impossible."""
    for key in asked:
        if key not in _KEYS:
            raise unknown("stack key", key, _KEYS)
    if "hands" in asked or "pile" in asked:
        _deal(state, asked.get("hands", []), asked.get("pile", []))
    if "daikaiju" in asked:
        _place(state, asked["daikaiju"])
    if "supply" in asked:
        _line_up(state, asked["supply"])
    if "first" in asked:
        state["first"] = state["seat"] = state["active"] = _number(
            "first", asked["first"], 0, int(state["players"]) - 1
        )
    if "dice" in asked:
        dice = [_number("dice", eyes, 1, 6) for eyes in _list("dice", asked["dice"], LOADED)]
        state["dice"][: len(dice)] = dice
    _announce(state)
    if "starts" in asked:
        _start(state, asked["starts"])


def _list(key: str, value: Any, most: int) -> list[Any]:
    if not isinstance(value, list) or len(value) > most:
        raise OptionError(f"stack[{key!r}] takes a list of at most {most}, not {value!r}")
    return value


def _number(key: str, value: Any, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise OptionError(f"stack[{key!r}] takes whole numbers from {low} to {high}, not {value!r}")
    return value


def _words(key: str, value: Any, least: int, most: int) -> list[str]:
    words = value.lower().split() if isinstance(value, str) else []
    if not least <= len(words) <= most:
        example = "g3 c5 n" if most > 2 else "g3 n"
        raise OptionError(f"cannot read {value!r} in stack[{key!r}]: write for example {example!r}")
    return words


def _one_of(key: str, kind: str, word: str, names: tuple[str, ...]) -> int:
    if word not in names:
        raise unknown(f"{kind} in stack[{key!r}]", word, names)
    return names.index(word)


# --- tiles --------------------------------------------------------------------------------------------------------
def _deal(state: Any, hands: Any, pile: Any) -> None:
    """Wanted tiles go where they are wanted; all others fill up the hands and then the pile, in the order they lay."""
    players = int(state["players"])
    wanted = [
        [_number("hands", tile, 0, PATTERNS - 1) for tile in _list("hands", hand, HAND)]
        for hand in _list("hands", hands, players)
    ]
    top = [_number("pile", tile, 0, PATTERNS - 1) for tile in _list("pile", pile, TILES - players * HAND)]
    left = int(state["pile"]["left"])
    rest = state["hand"][: players * HAND].tolist() + state["pile"]["cards"][TILES - left :].tolist()
    for tile in [*(tile for hand in wanted for tile in hand), *top]:
        if tile not in rest:
            raise OptionError(f"stack asks for more copies of tile {tile} than there are")
        rest.remove(tile)
    for p in range(players):
        hand = wanted[p] if p < len(wanted) else []
        while len(hand) < HAND:
            hand.append(rest.pop(0))
        state["hand"][p * HAND : p * HAND + HAND] = hand
        state["seen"][p * HAND : p * HAND + HAND] = int(BIT[p])
    state["pile"]["cards"][TILES - left :] = top + rest


# --- daikaiju -----------------------------------------------------------------------------------------------------
def _calm(state: Any, key: str) -> None:
    if state["no_daikaiju"]:
        raise OptionError(f"stack[{key!r}] cannot be given: there are no daikaiju in this game")


def _place(state: Any, wanted: Any) -> None:
    _calm(state, "daikaiju")
    on_board: dict[int, tuple[int, int]] = {}
    for text in _list("daikaiju", wanted, BEASTS):
        name, where, facing = _words("daikaiju", text, 3, 3)
        d = _one_of("daikaiju", "daikaiju", name, DAIKAIJU)
        square = _one_of("daikaiju", "square", where, SQUARE_NAMES)
        if d in on_board or square in [other for other, _ in on_board.values()]:
            raise OptionError(f"stack['daikaiju'] puts {name} or {where} twice")
        on_board[d] = square, _one_of("daikaiju", "side", facing, SIDES)
    state["board"] = EMPTY
    for d in range(BEASTS):
        if d in on_board:
            state["lair"][d], state["facing"][d] = on_board[d]
            state["board"][on_board[d][0]] = LAIRS + d
        else:
            state["lair"][d] = IN_SUPPLY
    _fill_supply(state, [])


def _line_up(state: Any, wanted: Any) -> None:
    _calm(state, "supply")
    coming: list[int] = []
    for text in _list("supply", wanted, BEASTS):
        name, *facing = _words("supply", text, 1, 2)
        d = _one_of("supply", "daikaiju", name, DAIKAIJU)
        if d in coming or state["lair"][d] != IN_SUPPLY:
            raise OptionError(f"stack['supply'] names {name}, which is not, or not twice, in the supply")
        coming.append(d)
        if facing:
            state["facing"][d] = _one_of("supply", "side", facing[0], SIDES)
    _fill_supply(state, coming)


def _fill_supply(state: Any, coming: list[int]) -> None:
    """The supply with the next ones first in `coming`; the others after them as they lay, then by number."""
    others = [d for d in state["supply"].tolist()[::-1] if d != NOWHERE]
    order = list(coming)
    order += [d for d in [*others, *range(BEASTS)] if state["lair"][d] == IN_SUPPLY and d not in coming]
    order = list(dict.fromkeys(order))
    state["supply"] = order[::-1] + [NOWHERE] * (BEASTS - len(order))
    state["supplied"] = len(order)


# --- the beginning ------------------------------------------------------------------------------------------------
def _announce(state: Any) -> None:
    """Write the journal of the setup again, as things now stand."""
    s = as_state(state)
    clear_journal(s)
    players, first = int(state["players"]), int(state["first"])
    note(s, FIRST, first, 0, 0, 0)
    for k in range(players):
        note_draw(s, (first + k) % players, 0)
    for d in range(BEASTS):
        if int(state["lair"][d]) >= 0:
            note(s, ARRIVED, d, int(state["lair"][d]), NO_TILE, int(state["facing"][d]))


def _start(state: Any, wanted: Any) -> None:
    players, first = int(state["players"]), int(state["first"])
    names = _list("starts", wanted, players)
    marks = [_one_of("starts", "mark", str(name), MARK_NAMES) for name in names]
    if len(set(marks)) < players:
        raise OptionError(f"stack['starts'] names {players} different marks, one for each seat")
    for mark in marks:
        if state["board"][MARK_SQUARE[mark]] != EMPTY:
            raise OptionError(f"stack['starts'] cannot use {MARK_NAMES[mark]}: a daikaiju is in front of it")
    s = as_state(state)
    clear_journal(s)  # the first turn begins in this step: see LONGEST_STEP
    for k in range(players):
        p = (first + k) % players
        moor(s, p, marks[p])
        note(s, STARTED, p, marks[p], 0, 0)
    state["active"] = (first - 1) % players
    go_on(s, False)
