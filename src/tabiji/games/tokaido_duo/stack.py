"""Chosen dice, goods, tokens, paintings and wave tiles: for tests, puzzles and teaching.

    game.new(seed=7, stack={"dice": [[2, 3, 1], [4, 1, 1]], "goods": ["fan", "doll"],
                            "trade": [["kimono", 4], ["ceramic", 3]], "paintings": [["moon"], ["bamboo", "moon"]],
                            "waves": {"pilgrim": "serene"}})

`dice` lists rolls of pilgrim, merchant and artist from the first round on; `goods` the next to be drawn from the bag;
`trade` the tokens of the coastal towns from c1 on; `paintings` each seat's first tiles; `waves` the sides of the tiles.
"""

from __future__ import annotations

from typing import Any

from tabiji.core.errors import OptionError, unknown
from tabiji.core.journal import AMOUNT
from tabiji.games.tokaido_duo.state import (
    CHARACTERS,
    COASTAL_TOWNS,
    GOODS,
    MAX_PLANNED,
    PLAYERS,
    PRICE_BITS,
    SIDES,
    SYMBOLS,
)

_KEYS = ("dice", "goods", "trade", "paintings", "waves")


def stack(state: Any, asked: dict[str, Any]) -> None:
    """Rearrange a match that has not begun; OptionError if something asked for is impossible."""
    for key in asked:
        if key not in _KEYS:
            raise unknown("stack key", key, _KEYS)
    if "dice" in asked:
        _plan_rolls(state, _list(asked["dice"], "dice"))
    if "goods" in asked:
        bag = state["bag"].tolist()[::-1]  # drawn from the end
        wanted = [_index(good, GOODS, "goods") for good in _list(asked["goods"], "goods")]
        state["bag"] = _first(bag, wanted, "goods")[::-1]
    if "trade" in asked:
        wanted = [_token(pair) for pair in _list(asked["trade"], "trade")]
        state["trade"] = _first(state["trade"].tolist(), wanted, "trade")
    if "paintings" in asked:
        for p, tiles in enumerate(_list(asked["paintings"], "paintings", PLAYERS)):
            wanted = [_index(tile, SYMBOLS, "paintings") for tile in _list(tiles, "paintings")]
            state["painting"][p] = _first(state["painting"][p].tolist(), wanted, "paintings")
    if "waves" in asked:
        _turn_waves(state, asked["waves"])


def _list(given: Any, key: str, most: int | None = None) -> list[Any]:
    if not isinstance(given, list) or (most is not None and len(given) > most):
        limit = "" if most is None else f" of at most {most} entries"
        raise OptionError(f"stack[{key!r}] is a list{limit}, not {given!r:.60}")
    return given


def _index(name: Any, names: tuple[str, ...], key: str) -> int:
    if not isinstance(name, str) or name not in names:
        raise unknown(f"name in stack[{key!r}]", f"{name!s:.60}", names)
    return names.index(name)


def _first(there: list[int], wanted: list[int], key: str) -> list[int]:
    """The wanted ones in front, the others behind in their order."""
    for thing in wanted:
        if thing not in there:
            raise OptionError(f"stack[{key!r}] asks for more of a kind than there are")
        there.remove(thing)
    return wanted + there


def _token(pair: Any) -> int:
    if not isinstance(pair, list) or len(pair) != 2 or type(pair[1]) is not int or not 0 <= pair[1] < 1 << PRICE_BITS:
        raise OptionError(f"stack['trade'] lists at most {COASTAL_TOWNS} pairs of good and price, not {pair!r:.60}")
    return _index(pair[0], GOODS, "trade") << PRICE_BITS | pair[1]


def _plan_rolls(state: Any, rolls: list[Any]) -> None:
    if len(rolls) > MAX_PLANNED:
        raise OptionError(f"stack['dice'] plans at most {MAX_PLANNED} rolls")
    for i, pips in enumerate(rolls):
        if not isinstance(pips, list) or len(pips) != len(CHARACTERS):
            raise OptionError(f"stack['dice'] lists rolls of pilgrim, merchant and artist, not {pips!r:.60}")
        for die, value in enumerate(pips):
            faces = sorted(set(state["faces"][die].tolist()))
            if type(value) is not int or value not in faces:
                shown = ", ".join(map(str, faces))
                raise OptionError(f"stack['dice']: the {CHARACTERS[die]}'s die shows {shown}, never {value!r:.60}")
        state["planned"][i] = pips[0] * 100 + pips[1] * 10 + pips[2]
    if rolls:  # the first dice lie on the table already
        state["die"] = rolls[0]
        state["journal"]["lines"][: len(CHARACTERS), AMOUNT] = rolls[0]


def _turn_waves(state: Any, asked: Any) -> None:
    if not isinstance(asked, dict):
        raise OptionError(f"stack['waves'] names a side for characters, not {asked!r:.60}")
    if state["wave_sides"]:
        raise OptionError("stack['waves'] cannot be given: the option wave_sides has chosen the sides")
    for character, side in asked.items():
        tile = _index(character, CHARACTERS, "waves")
        state["side"][tile] = _index(side, SIDES[tile], "waves")
