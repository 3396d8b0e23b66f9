"""Tokaido Duo in a terminal: island, dice, both players, journal and question, drawn from a view alone.

Pawns are letters: P, M and A (pilgrim, merchant, artist) of the first player, p, m and a of the second.
"""

from __future__ import annotations

from typing import Any

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from tabiji.games.tokaido_duo.chart import HEIGHT, WIDTH
from tabiji.games.tokaido_duo.state import CHARACTERS, GARDENS, GOODS, PAINTINGS, SLABS, TEMPLES

COLUMNS, LINES = 98, 24  # the sheet of the island; narrower terminals get a narrower one
_COLOR = {"purple": "medium_purple1", "green": "green3"}
_KIND = {
    "coastal_town": "gold1",
    "temple": "red1",
    "garden": "green3",
    "seashore": "sky_blue1",
    "hot_spring": "light_pink1",
}
_SYMBOL = {"moon": "☾", "waterfall": "≋", "mountain": "▲", "bamboo": "∥"}
_SYMBOL_STYLE = {"moon": "light_steel_blue1", "waterfall": "cyan", "mountain": "tan", "bamboo": "green"}
_GIVES = {
    "temple": "temple, the peg moves on",
    "garden": "garden, the peg moves on",
    "seashore": "seashore, a wave tile",
    "hot_spring": "hot spring, a second use of a later die",
}
_SIDE_HELP = {
    "serene": "the pilgrim may walk one station fewer",
    "hasty": "the pilgrim may walk one station more",
    "cunning": "one coin more for each good sold",
    "strong": "draw one good more, hold six",
    "master": "reveal one more painting",
    "inspired": "gifts may match any area of the movement",
}


# --- the island ---------------------------------------------------------------------------------------------------
class _Sheet:
    """Characters with styles, written at places of the chart."""

    def __init__(self, columns: int) -> None:
        self.columns = columns
        self.cells = [[(" ", "")] * columns for _ in range(LINES)]

    def spot(self, at: Any) -> tuple[int, int]:
        return round(at[0] * (self.columns - 1) / WIDTH), round(at[1] * (LINES - 1) / HEIGHT)

    def write(self, at: Any, words: list[tuple[str, str]], below: int = 0) -> None:
        """Words side by side, centered on the spot."""
        x, y = self.spot(at)
        length = sum(len(word) for word, _ in words)
        x = max(0, min(self.columns - length, x - length // 2))
        for word, style in words:
            for letter in word[: self.columns]:
                self.cells[min(y + below, LINES - 1)][x] = (letter, style)
                x += 1

    def line(self, start: Any, end: Any) -> None:
        (x, y), (u, v) = self.spot(start), self.spot(end)
        steps = max(abs(u - x), abs(v - y), 1)
        for i in range(steps + 1):
            self.cells[round(y + (v - y) * i / steps)][round(x + (u - x) * i / steps)] = ("·", "orange3")

    def text(self) -> Text:
        written = [i for i, row in enumerate(self.cells) if any(letter != " " for letter, _ in row)]
        drawn = Text(no_wrap=True, overflow="crop")
        for row in self.cells[written[0] : written[-1] + 1]:
            for letter, style in row:
                drawn.append(letter, style)
            drawn.append("\n")
        return drawn


def _pawns_at(view: dict[str, Any] | None, place: str) -> list[tuple[str, str]]:
    """The letters of the pawns on a place."""
    letters = []
    for p, pawns in enumerate(view["pawns"] if view else []):
        for character in CHARACTERS:
            if pawns[character] == place:
                letter = character[0].upper() if p == 0 else character[0]
                letters.append((letter, f"bold reverse {_COLOR[view['seats'][p]['color']]}" if view else ""))
    return [(" ", ""), *letters] if letters else []


class _Island:
    """The island, as wide as there is room for."""

    def __init__(self, board: dict[str, Any], view: dict[str, Any] | None) -> None:
        self.board = board
        self.view = view
        legal = view["legal"] if view else []
        self.open_places = {move.split()[1] for move in legal if move.startswith("go ")}

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield self.drawn(max(40, min(COLUMNS, options.max_width)))

    def named(self, place: str, style: str) -> list[tuple[str, str]]:
        """The name of a place, underlined if a pawn may go there, and the pawns on it."""
        name = (place, f"bold underline {style}" if place in self.open_places else style)
        return [name, *_pawns_at(self.view, place)]

    def drawn(self, columns: int) -> Text:
        sheet = _Sheet(columns)
        at = self.board["layout"]
        for a, b in self.board["routes"]:
            sheet.line(at[a], at[b])
        for area in self.board["areas"]:
            style = _SYMBOL_STYLE[area["symbol"]]
            name, *pawns = self.named(area["id"], "white")
            sheet.write(at[area["id"]], [name, (f" {_SYMBOL[area['symbol']]}", style), *pawns])
            sheet.write(at[area["id"]], [(area["symbol"], f"dim {style}")], below=1)
        for town in self.board["mountain_towns"]:
            sheet.write(at[town["id"]], self.named(town["id"], "orange1"))
            sheet.write(at[town["id"]], [(f"+{town['goods']}", "dim orange1")], below=1)
        for station in self.board["ring"]:
            style = _KIND[station["kind"]]
            sheet.write(at[station["id"]], self.named(station["id"], style))
            note = self.note(station, max(4, (columns - 8) // 10))
            sheet.write(at[station["id"]], [(note, f"dim {style}")], below=1)
        return sheet.text()

    def note(self, station: dict[str, str], room: int) -> str:
        """What a station is, or what its trade token shows."""
        if self.view and station["kind"] == "coastal_town":
            token = self.view["trade"][station["id"]]
            return f"{token['good'][: room - 2]} {token['price']}"
        return station["kind"].split("_")[-1][:room]  # hot springs are springs here, coastal towns are towns


def island(board: dict[str, Any], view: dict[str, Any] | None = None) -> RenderableType:
    """The island, with pawns and trade tokens if a view is given. Places a pawn may go to are underlined."""
    return _Island(board, view)


# --- the table ----------------------------------------------------------------------------------------------------
def _mark(view: dict[str, Any], p: int) -> str:
    return f"bold {_COLOR[view['seats'][p]['color']]}"


def _paintings(tiles: list[dict[str, Any]]) -> Text:
    text = Text()
    for tile in tiles:
        look = {"hidden": ("?", "dim"), "gifted": ("–", "dim")}
        sign, style = look.get(tile["state"]) or (_SYMBOL[tile["symbol"]], _SYMBOL_STYLE[tile["symbol"]])
        text.append(sign, style)
    return text


def players(view: dict[str, Any], names: list[str]) -> RenderableType:
    """What lies before both players; the one who must decide is marked."""
    table = Table(box=None, padding=(0, 1), header_style="dim")
    for header in ("", "", "points", "temple", "garden", "gold", "coins", "goods", "paintings", "gifts", "holds"):
        table.add_column(
            header,
            justify="right" if header in ("points", "coins") else "left",
            no_wrap=header == "paintings",
            min_width=PAINTINGS if header == "paintings" else None,
        )
    for p, seat in enumerate(view["seats"]):
        holds = [view["waves"][tile]["side"] for tile in seat["waves"]] + ["hot spring"] * seat["hot_spring"]
        goods = [f"{count} {good}" for good, count in seat["goods"].items() if count]
        table.add_row(
            "▶" if view["seat"] == p else " ",
            Text(("● " if p == 0 else "○ ") + names[p], _mark(view, p)),
            Text(str(seat["points"]), "bold"),
            f"{seat['temple']}/{TEMPLES}",
            f"{seat['garden']}/{GARDENS}",
            f"{seat['slabs']}/{SLABS}",
            Text(str(seat["coins"]), "gold1"),
            ", ".join(goods) or "–",
            _paintings(seat["paintings"]),
            f"{seat['gifts']}/{PAINTINGS}",
            ", ".join(holds) or "–",
        )
    return table


def _dice(view: dict[str, Any], names: list[str]) -> Text:
    text = Text(f"Round {view['round']}. Dice: ")
    for character, die in view["dice"].items():
        taken = "" if die["taken_by"] is None else f" ({names[die['taken_by']]})"
        text.append(f" {character} {die['pips']}{taken} ", "dim" if taken else "bold white")
    return text


def _tiles(view: dict[str, Any]) -> Text:
    free = [tile["side"] for tile in view["waves"].values() if tile["holder"] is None]
    if view["hot_spring"] is None:
        free.append("hot spring")
    bag = ", ".join(f"{view['bag'][good]} {good}" for good in GOODS)
    return Text(f"On the board: {', '.join(free) or 'no tiles'}. In the bag: {bag}.", "dim")


def board(view: dict[str, Any], names: list[str]) -> RenderableType:
    """The whole table as a view shows it."""
    parts: list[RenderableType] = [island(view["board"], view), _dice(view, names), players(view, names), _tiles(view)]
    if view["triggers"] and view["seat"] is not None:
        parts.append(Text(f"The last round ({', '.join(view['triggers'])}).", "bold red1"))
    parts.append(Text(f"{view['board']['title']}: {view['board']['note']}.", "dim italic"))
    return Group(*parts)


# --- words --------------------------------------------------------------------------------------------------------
def ask(view: dict[str, Any], names: list[str]) -> str:
    """What the table waits for."""
    if view["seat"] is None:
        return "The game is over."
    who = names[view["seat"]]
    character = view["character"]
    pips = view["dice"][character]["pips"] if character else 0
    again = " a second time" if view["second_use"] else ""
    return {
        "die": f"{who}: take a die",
        "go": f"{who}: move your {character}{again}, {pips} {'space' if pips == 1 else 'spaces'}",
        "act": f"{who}: what does your {character} do here?",
        "keep": f"{who}: keep at most {view['seats'][view['seat']]['storage']} goods",
        "return": f"{who}: your strong merchant is gone, give one good back",
        "again": f"{who}: use the {character}'s die a second time?",
    }[view["phase"]]


def _place(view: dict[str, Any], place: str) -> str:
    """What a place offers to the character that is moved."""
    for area in view["board"]["areas"]:
        if area["id"] == place:
            return str(area["symbol"])
    for town in view["board"]["mountain_towns"]:
        if town["id"] == place:
            return f"draw {town['goods']} goods"
    if place in view["trade"]:
        token = view["trade"][place]
        if view["character"] == "merchant":
            return f"sell {token['good']} for {token['price']}"
        return f"town, {token['price']} coins"
    kind = next(station["kind"] for station in view["board"]["ring"] if station["id"] == place)
    return _GIVES[kind]


def _sale(view: dict[str, Any], count: int, extra: int) -> str:
    price = view["trade"][view["pawns"][view["seat"]]["merchant"]]["price"] + extra
    return f"{count} x {price} = {count * price} coins"


def explain(view: dict[str, Any], move: str) -> str:
    """A few words on what a legal move does."""
    verb, *rest = move.split()
    if verb == "die":
        return f"{view['dice'][rest[0]]['pips']}"
    if verb == "go":
        return _place(view, rest[0])
    if verb == "wave":
        tile = view["waves"][rest[0]]
        owner = "" if tile["holder"] is None else ", from your opponent"
        return f"{tile['side']}: {_SIDE_HELP[tile['side']]}{owner}"
    if verb == "sell":
        return _sale(view, int(rest[0]), len(rest) - 1)
    if verb == "visit":
        return _place(view, view["pawns"][view["seat"]]["pilgrim"])
    plain = {
        "stay": "no way of this length",
        "paint": "reveal a tile for each other pawn here",
        "paint master": "and one more",
        "gift": "give the first painting away",
        "draw strong": "one good more",
        "again": "then the hot spring token returns to the board",
    }
    return plain.get(move, "")


def tell(event: dict[str, Any], names: list[str]) -> str:
    """One line of the log, with markup; empty for what needs no words."""
    seat = event.get("seat")
    who = "" if seat is None else names[seat]
    stolen = " from the opponent" if event.get("from_opponent") else ""
    character = event.get("character")
    good = event.get("good")
    return {
        "rolled": f"{who} rolls {event.get('pips')} for the {character}",
        "took": f"{who} takes the {character}'s die ({event.get('pips')})",
        "again": f"{who} uses the {character}'s die a second time",
        "moved": f"{who}'s {character} goes to {event.get('place')}",
        "stayed": f"{who}'s merchant has no way of full length and stays",
        "painted": f"{who} paints: {event.get('symbol')}",
        "gifted": f"{who} gives a {event.get('symbol')} away, gift no. {event.get('gifts')}",
        "drew": f"{who} draws a {good}",
        "returned": f"{who} returns {event.get('count')} {good} to the bag",
        "sold": f"{who} sells {event.get('count')} {good}",
        "coins": f"{who} gets [bold]{event.get('coins')}[/] coins",
        "slab": f"{who} has [bold]{event.get('slabs')}[/] gold slabs",
        "temple": f"{who} visits a temple: {event.get('slot')}",
        "garden": f"{who} visits a garden: {event.get('slot')}",
        "spring": f"{who} takes the hot spring token{stolen}",
        "spring_back": "the hot spring token returns to the board",
        "wave": f"{who} takes the {event.get('side')} {character}{stolen}",
        "trigger": f"[bold]the last round[/]: {event.get('trigger')}",
        "scored": f"{who} scores [bold]{event.get('points')}[/] for {event.get('source')}",
        "over": "the game is over",
    }.get(event["event"], "")
