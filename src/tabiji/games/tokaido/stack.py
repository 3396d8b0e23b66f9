"""Chosen cards on top of the decks, tiles dealt and places in Kyoto: for tests, puzzles and teaching.

    game.new(seed=7, stack={"souvenirs": ["gofu", "sake"], "meals": ["soba"], "encounters": ["kuge"],
                            "hot_springs": [2, 3], "travelers": [["kinko", "satsuki"], ["umegae", "chuubei"]],
                            "kyoto": [2, 0, 1]})

`kyoto` lists the pawns from the road outwards: the last one leaves first (with two players, pawn 2 is the neutral one).
"""

from __future__ import annotations

from typing import Any

from tabiji.core.errors import OptionError, unknown
from tabiji.core.record import as_state
from tabiji.games.tokaido.rules import next_turn
from tabiji.games.tokaido.state import (
    ENCOUNTERS,
    HOT_SPRING_POINTS,
    INITIATORY_COINS,
    LINED_UP,
    MEALS,
    PREPARATIONS,
    SOUVENIRS,
    TRAVELERS,
)

_DECKS: dict[str, tuple[str, tuple[Any, ...]]] = {
    "souvenirs": ("souvenirs", SOUVENIRS),
    "meals": ("meals", MEALS),
    "encounters": ("encounters", ENCOUNTERS),
    "hot_springs": ("springs", tuple(int(points) for points in HOT_SPRING_POINTS)),
}


def stack(state: Any, asked: dict[str, Any]) -> None:
    """Rearrange a match that has not begun; OptionError if something asked for is impossible."""
    for key in asked:
        if key not in (*_DECKS, "travelers", "kyoto"):
            raise unknown("stack key", key, (*_DECKS, "travelers", "kyoto"))
        if not isinstance(asked[key], list):
            raise OptionError(f"stack[{key!r}] must be a list, not {asked[key]!r}")
    for key, (field, names) in _DECKS.items():
        if key in asked:
            _put_on_top(state[field], key, names, asked[key])
    if "travelers" in asked:
        _deal(state, asked["travelers"])
    if "kyoto" in asked:
        _line_up(state, asked["kyoto"])


def _put_on_top(deck: Any, key: str, names: tuple[Any, ...], wanted: list[Any]) -> None:
    rest = deck["cards"].tolist()
    top = []
    for name in wanted:
        if name not in names:
            raise unknown(f"card in stack[{key!r}]", name, map(str, names))
        card = names.index(name)
        if card not in rest:
            raise OptionError(f"stack[{key!r}] asks for more copies of {name} than there are")
        rest.remove(card)
        top.append(card)
    deck["cards"] = top + rest


def _deal(state: Any, wanted: list[list[str]]) -> None:
    players = int(state["players"])
    if state["initiatory"]:
        raise OptionError("stack['travelers'] cannot be given: the initiatory journey has no traveler tiles")
    wrong = OptionError(f"stack['travelers'] takes two different tiles for each of at most {players} seats")
    if len(wanted) > players or any(not isinstance(pair, list) or len(pair) != 2 for pair in wanted):
        raise wrong
    tiles = [tile for pair in wanted for tile in pair]
    for tile in tiles:
        if tile not in TRAVELERS:
            raise unknown("traveler", tile, TRAVELERS)
    if len(set(tiles)) < len(tiles):
        raise wrong
    dealt = [TRAVELERS.index(tile) for tile in tiles]
    spare = [tile for tile in state["dealt"][:players].ravel().tolist() if tile not in dealt]
    spare += [tile for tile in range(len(TRAVELERS)) if tile not in dealt and tile not in spare]
    dealt += spare[: 2 * players - len(dealt)]
    state["dealt"][:players] = [[dealt[2 * p], dealt[2 * p + 1]] for p in range(players)]


def _line_up(state: Any, wanted: list[int]) -> None:
    pawns = int(state["pawns"])
    if any(type(pawn) is not int for pawn in wanted) or sorted(wanted) != list(range(pawns)):
        raise OptionError(f"stack['kyoto'] lists each pawn from 0 to {pawns - 1} once, from the road outwards")
    for slot, pawn in enumerate(wanted):
        state["slot"][pawn] = slot
    if state["initiatory"]:  # nobody chooses a tile: the pawns stood in Kyoto already
        _stand_again(state)


def _stand_again(state: Any) -> None:
    """Purses, journal and first turn of an initiatory journey, after its pawns changed places."""
    for line in state["journal"]["lines"][: int(state["journal"]["size"])]:
        if line[0] == LINED_UP:
            pawn = int(line[1])
            slot = int(state["slot"][pawn])
            extra = int(PREPARATIONS[slot]) if state["preparations"] and pawn < int(state["players"]) else 0
            line[2:4] = slot, extra
            state["departure"][pawn] = int(state["pawns"]) - 1 - slot
            if pawn < int(state["players"]):
                state["purse"][pawn] = INITIATORY_COINS + extra
    next_turn(as_state(state))
