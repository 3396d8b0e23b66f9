"""Tsuro of the Seas in a terminal: the sea, the ships, the hand and the journal, drawn from a view alone."""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tabiji.games.tsuro_seas.brush import HIGH, WIDE, port_character, rolls_by_side, strokes
from tabiji.games.tsuro_seas.state import (
    BESIDE,
    FIRST_COURSE,
    MARK_AT,
    MARK_NAMES,
    OPPOSITE,
    PORTS,
    ROTATIONS,
    ROUTE,
    SIDES,
    SIZE,
    SQUARE_NAMES,
)

COLORS = ("red1", "gold1", "green1", "deep_sky_blue1", "magenta1", "orange1", "bright_white", "plum1")
_SEA = ("on #0b2a4a", "on #0e3258")
_TILE = ("on #155a78", "on #186384")
_AHEAD = "on #2f4f2f"
_BEAST = "bold white on #6b1220"
_WAKE = "#8fd3e8"
_FATES = {
    "edge": "sailed off the board",
    "daikaiju": "sailed into a daikaiju",
    "loop": "sails round and round forever",
    "crushed": "was crushed by a daikaiju",
    "devoured": "was devoured by a daikaiju",
}
_LEFT = 6  # columns of the rim at the left


def _dice(line: int) -> str:
    """The number of a line on the dice; the middle one has none."""
    return "·" if line == SIZE // 2 else str(line + 1 if line < SIZE // 2 else line)


def _square(name: str) -> int:
    return SQUARE_NAMES.index(name)


# --- wakes --------------------------------------------------------------------------------------------------------
def _routes(view: dict[str, Any]) -> dict[int, list[int]]:
    """Where each port of each tile on the board leads."""
    routes: dict[int, list[int]] = {}
    for name, tile in view["tiles"].items():
        route = [0] * PORTS
        for one, other in tile["paths"]:
            route[one], route[other] = other, one
        routes[_square(name)] = route
    return routes


def _past(view: dict[str, Any], routes: dict[int, list[int]]) -> dict[tuple[int, tuple[int, int]], int]:
    """The wakes that ships have behind them: (square, pair of ports) -> seat."""
    wakes: dict[tuple[int, tuple[int, int]], int] = {}
    for p, ship in enumerate(view["ships"]):
        if not ship["on"]:
            continue
        square, port = _square(ship["on"]), int(OPPOSITE[ship["port"]])
        while square in routes:
            other = routes[square][port]
            pair = (min(port, other), max(port, other))
            if (square, pair) in wakes:
                break
            wakes[square, pair] = p
            square, port = int(BESIDE[square, other >> 1]), int(OPPOSITE[other])
    return wakes


# --- the sea ------------------------------------------------------------------------------------------------------
class _Canvas:
    """Characters and their styles, with a rim around the squares."""

    def __init__(self) -> None:
        self.rows = HIGH * SIZE + 4
        self.columns = _LEFT + WIDE * SIZE + 5
        self.signs = [[" "] * self.columns for _ in range(self.rows)]
        self.styles = [[""] * self.columns for _ in range(self.rows)]

    def put(self, row: int, column: int, text: str, style: str) -> None:
        for i, sign in enumerate(text):
            self.signs[row][column + i] = sign
            self.styles[row][column + i] = style

    def corner(self, square: int) -> tuple[int, int]:
        """The first row and column of a square."""
        return 2 + square // SIZE * HIGH, _LEFT + square % SIZE * WIDE

    def text(self) -> Text:
        drawn = Text(no_wrap=True)
        for signs, styles in zip(self.signs, self.styles, strict=True):
            start = 0
            for i in range(1, len(signs) + 1):
                if i == len(signs) or styles[i] != styles[start]:
                    drawn.append("".join(signs[start:i]), styles[start])
                    start = i
            drawn.append("\n")
        drawn.rstrip()
        return drawn


def _draw_rim(canvas: _Canvas) -> None:
    for line in range(SIZE):
        column = _LEFT + line * WIDE
        canvas.put(0, column + WIDE // 2 - 1, "abcdefg"[line], "bold")
        canvas.put(0, column + WIDE // 2 + 1, _dice(line), "gold1")
        row = 2 + line * HIGH + HIGH // 2
        canvas.put(row - 1, 0, str(line + 1), "bold")
        canvas.put(row - 1, 2, _dice(line), "dodger_blue1")


def _draw_square(canvas: _Canvas, square: int, view: dict[str, Any], pairs: Any, past: Any, ahead: int) -> None:
    row, column = canvas.corner(square)
    shade = (square // SIZE + square % SIZE) % 2
    for i in range(HIGH):
        style = _AHEAD if square == ahead else _SEA[shade]
        canvas.put(row + i, column, " " * WIDE, style)
    if pairs is None:
        return
    for i, line in enumerate(strokes(pairs)):
        for j, (sign, through) in enumerate(line):
            owners = [past[square, pair] for pair in through if (square, pair) in past]
            ink = COLORS[owners[0]] if owners else _WAKE
            canvas.put(row + i, column + j, sign, f"{ink} {_TILE[shade]}")


def _beast_lines(name: str, facing: int) -> tuple[str, ...]:
    """A daikaiju as it lies: on which roll it goes to each side, and (top right) on which it turns."""
    (north, east, south, west), number = rolls_by_side(name, facing)
    return f"   {north}  {number}↺", "        ", f"{west}      {east}", f"   {south}    "


def _name_style(name: str) -> str:
    return "bold black on gold1" if name[0] == "g" else "bold white on dodger_blue3"


def _draw_beast(canvas: _Canvas, beast: dict[str, Any]) -> None:
    row, column = canvas.corner(_square(beast["square"]))
    for i, line in enumerate(_beast_lines(beast["id"], SIDES.index(beast["facing"]))):
        canvas.put(row + i, column, line, _BEAST)
    canvas.put(row + 1, column + 3, beast["id"].upper(), _name_style(beast["id"]))


def _draw_ship(canvas: _Canvas, p: int, ship: dict[str, Any], deciding: bool) -> None:
    style = f"bold black on {COLORS[p]}" + (" blink" if deciding else "")
    row, column = canvas.corner(_square(ship["ahead"]))
    bow = ship["port"]
    if ship["on"]:
        row, column = canvas.corner(_square(ship["on"]))
        i, j = port_character(int(OPPOSITE[bow]))
        canvas.put(row + i, column + j, str(p + 1), style)
        return
    i, j = port_character(bow)
    outside = {0: (-1, j), 1: (i, WIDE), 2: (HIGH, j), 3: (i, -1)}[bow >> 1]
    canvas.put(row + outside[0], column + outside[1], str(p + 1), style)


def sea(view: dict[str, Any]) -> Text:
    """The board: tiles with their wakes, daikaiju with the rolls that move them, ships by number."""
    canvas = _Canvas()
    _draw_rim(canvas)
    routes = _routes(view)
    past = _past(view, routes)
    deciding = view["seat"] if view["phase"] in ("place", "relocate", "pass") else None
    ahead = _square(view["ships"][deciding]["ahead"]) if deciding is not None else -1
    for square in range(SIZE * SIZE):
        route = routes.get(square)
        pairs = None if route is None else [(port, route[port]) for port in range(PORTS) if port < route[port]]
        _draw_square(canvas, square, view, pairs, past, ahead)
    for beast in view["daikaiju"]:
        if beast["square"]:
            _draw_beast(canvas, beast)
    for p, ship in enumerate(view["ships"]):
        if ship["ahead"]:
            _draw_ship(canvas, p, ship, p == deciding)
    return canvas.text()


def tile_art(pattern: int, turns: int = 0) -> Text:
    """A wake tile by itself."""
    course = int(FIRST_COURSE[pattern]) + turns % int(ROTATIONS[pattern])
    route = [int(ROUTE[course, port]) for port in range(PORTS)]
    rows = strokes([(port, route[port]) for port in range(PORTS) if port < route[port]])
    return Text("\n".join("".join(sign for sign, _ in row) for row in rows), f"{_WAKE} {_TILE[0]}")


def beast_art(name: str) -> Text:
    """A daikaiju by itself, upright."""
    north, _, sides, south = _beast_lines(name, 0)
    drawn = Text(f"{north}\n   ", _BEAST)
    drawn.append(name.upper(), _name_style(name))
    drawn.append(f"   \n{sides}\n{south}", _BEAST)
    return drawn


def _hand(tiles: list[int | None]) -> Table:
    shown = Table.grid(padding=(0, 2))
    known = [tile for tile in tiles if tile is not None]
    shown.add_row(*(tile_art(tile) for tile in known))
    shown.add_row(*(Text(f"tile {tile}", "bold", justify="center") for tile in known))
    return shown


def _ships(view: dict[str, Any], names: list[str]) -> Table:
    table = Table(box=None, padding=(0, 1), header_style="dim")
    for header in ("", "", "ship", "tiles"):
        table.add_column(header)
    for p, ship in enumerate(view["ships"]):
        if ship["fate"] != "afloat":
            state = Text(f"{_FATES[ship['fate']]} in turn {ship['lost_in_turn']}", "dim")
        elif ship["mark"]:
            state = Text(f"waits at {ship['mark']}")
        else:
            state = Text(f"before {ship['ahead']}" if ship["ahead"] else "not on the board yet")
        tiles = " ".join("?" if tile is None else str(tile) for tile in view["hands"][p])
        turn = "▶" if view["seat"] == p else "·" if view["active"] == p and view["seat"] is not None else " "
        table.add_row(turn, Text(f" {p + 1} {names[p]}", f"bold {COLORS[p]}"), state, tiles)
    return table


def board(view: dict[str, Any], names: list[str]) -> RenderableType:
    """The whole table as a view shows it."""
    pile = sum(run["cards"] for run in view["decks"]["wakes"])
    coming = sum(beast["place"] == "supply" for beast in view["daikaiju"])
    calm = view["options"]["no_daikaiju"]
    daikaiju = "" if calm else f", {coming} daikaiju to come"
    parts: list[RenderableType] = [
        sea(view),
        _ships(view, names),
        Text(f"Turn {view['turn']}. {pile} tiles in the pile{daikaiju}.", "dim"),
    ]
    if view["mine"].get("hand"):
        parts += [Text("Your hand, as r0:", "dim"), _hand(view["mine"]["hand"])]
    return Group(*parts)


# --- words --------------------------------------------------------------------------------------------------------
def ask(view: dict[str, Any], names: list[str]) -> str:
    """What the table waits for."""
    if view["seat"] is None:
        return "The voyage is over."
    who = names[view["seat"]]
    ahead = view["ships"][view["seat"]]["ahead"]
    return {
        "start": f"{who}: choose a start mark (n and s from west to east, w and e from north to south)",
        "relocate": f"{who}: a daikaiju came by, choose another mark of this side or stay",
        "place": f"{who}: place a tile on {ahead}",
        "swap": f"{who}: you may swap tiles with the hands of the lost",
        "pass": f"{who}: you cannot place a tile",
    }[view["phase"]]


def explain(view: dict[str, Any], move: str) -> str:
    """A few words on what a legal move does."""
    words = move.split()
    if words[0] == "place":
        return _voyage(view, int(words[1]), int(words[2][1]))
    if words[0] in ("start", "relocate"):
        mark = MARK_NAMES.index(words[1])
        square = next(sq for sq in range(SIZE * SIZE) if mark in [int(MARK_AT[sq, port]) for port in range(PORTS)])
        return f"before {SQUARE_NAMES[square]}"
    if words[0] == "stay":
        return _remains(view)
    if words[0] == "swap":
        given, taken = words[1].split(">")
        return f"give {given}, take {taken}"
    return ""


def _remains(view: dict[str, Any]) -> str:
    """What awaits a ship that stays at its mark."""
    ahead = view["ships"][view["seat"]]["ahead"]
    if ahead not in [beast["square"] for beast in view["daikaiju"]]:
        return f"before {ahead}"
    return "to be devoured" if view["seat"] == view["active"] else f"before {ahead}, where a daikaiju is"


def _voyage(view: dict[str, Any], pattern: int, turns: int) -> str:
    """Where the own ship would sail."""
    ship = view["ships"][view["seat"]]
    here, port = _square(ship["ahead"]), ship["port"]
    course = int(FIRST_COURSE[pattern]) + turns % int(ROTATIONS[pattern])
    routes = _routes(view)
    routes[here] = [int(ROUTE[course, i]) for i in range(PORTS)]
    waiting = [other["port"] for other in view["ships"] if other["ahead"] == ship["ahead"]]
    swap = view["options"]["head_on"] == "swap"
    beasts = [beast["square"] for beast in view["daikaiju"]]
    square, bow = here, port
    while True:
        out = routes[square][bow]
        ahead, bow = int(BESIDE[square, out >> 1]), int(OPPOSITE[out])
        if ahead < 0:
            return "off the board"
        if SQUARE_NAMES[ahead] in beasts:
            return "into a daikaiju"
        if ahead not in routes or (swap and square == here and out in waiting):
            return f"sail to {SQUARE_NAMES[square]}, before {SQUARE_NAMES[ahead]}"
        square = ahead
        if (square, bow) == (here, port):
            return "round and round"


def _prey(event: dict[str, Any]) -> str:
    if "crushed" in event:
        return f", crushing tile {event['crushed']}"
    return f", eating {event['ate'].upper()}" if "ate" in event else ""


def tell(event: dict[str, Any], names: list[str]) -> str:
    """One line of the log, with markup; empty for what needs no words."""
    seat = event.get("seat")
    who = "" if seat is None else f"[{COLORS[seat]}]{names[seat]}[/]"
    beast = str(event.get("daikaiju", "")).upper()
    sides = {"n": "north", "e": "east", "s": "south", "w": "west"}
    match event["event"]:
        case "first":
            return f"{who} begins"
        case "drew":
            tiles = ", ".join(map(str, event["tiles"])) if "tiles" in event else f"{event['count']}"
            return f"{who} draws {tiles}"
        case "arrived":
            return f"daikaiju {beast} rises at {event['square']}{_prey(event)}"
        case "started":
            return f"{who} waits at {event['mark']}"
        case "rolled":
            stirs = f", then {event['action']}" if event["action"] else ": the daikaiju sleep"
            return f"{who} rolls [gold1]{event['gold']}[/] and [dodger_blue1]{event['blue']}[/]{stirs}"
        case "walked":
            if event["square"] is None:
                return f"{beast} leaves the board to the {sides[event['side']]}"
            return f"{beast} goes {sides[event['side']]} to {event['square']}{_prey(event)}"
        case "turned":
            return f"{beast} turns"
        case "relocated":
            return f"{who} moves to {event['mark']}"
        case "stayed":
            return f"{who} stays at {event['mark']}"
        case "placed":
            return f"{who} places tile {event['tile']} r{event['turns']} on {event['square']}"
        case "sailed":
            return f"{who} sails, and faces {event['ahead']}"
        case "lost":
            return f"[bold]{who} {_FATES[event['fate']]}[/]"
        case "swapped":
            what = f" {event['given']} for {event['taken']}" if "taken" in event else " a tile"
            return f"{who} swaps{what} with the lost"
        case "returned":
            return f"{event['count']} tiles of {who} go under the pile"
        case "passed":
            return f"{who} cannot place a tile"
        case "over":
            return {
                "last_ship": "one ship is left",
                "together": "the last ships were lost together",
                "no_room": "the board is full",
                "becalmed": "no ship can ever place a tile again",
                "limit": "the voyage has lasted too long",
            }[event["ending"]]
        case _:
            return ""
