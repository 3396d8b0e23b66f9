"""Tokaido in a terminal: the road, the players, the journal and the question, drawn from a view alone."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tabiji.games.tokaido.state import (
    DATA,
    DOUBLE,
    DOUBLE_MIN_PLAYERS,
    INNS,
    PANORAMA_LENGTH,
    PANORAMAS,
    ROAD,
    SOUVENIR_TYPES,
    SPACES,
)

COLORS = ("dodger_blue1", "red1", "green3", "gold1", "orchid", "grey70")
MARKS = ("●", "◆", "▲", "■", "⬢")
_LOOK = {
    "inn": ("inn", "white on red3"),
    "village": ("vill", "black on grey70"),
    "farm": ("farm", "black on gold1"),
    "temple": ("temp", "white on dark_red"),
    "hot_spring": ("spri", "black on sky_blue1"),
    "encounter": ("enco", "white on purple4"),
    "paddy": ("pad", "black on green3"),
    "mountain": ("mtn", "white on grey37"),
    "sea": ("sea", "white on blue3"),
}
_GIVES = {
    "inn": "a meal, and a rest",
    "village": "three souvenirs for sale",
    "farm": "3 coins",
    "temple": "give 1 to 3 coins, 1 point each",
    "hot_spring": "2 or 3 points",
    "encounter": "meet somebody",
}
_ORDINAL = ("first", "second", "third", "last")
_SOUVENIR = {card["id"]: card for card in DATA["souvenirs"]["cards"]}
_MEAL = {card["id"]: card for card in DATA["meals"]["cards"]}
_TRAVELER = {tile["id"]: tile for tile in DATA["travelers"]["tiles"]}
_ENCOUNTER = {
    "shokunin": "the craftsman: a souvenir for nothing",
    "samurai": "3 points",
    "kuge": "the noble: 3 coins",
    "miko": "the shrine maiden: a coin for the temple",
    "annaibito_paddy": "the guide to the paddies",
    "annaibito_mountain": "the guide to the mountains",
    "annaibito_sea": "the guide to the sea",
}


def _title(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _many(count: Any, thing: str) -> str:
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def _named(traveler: str) -> str:
    return str(_TRAVELER[traveler]["name"]) if traveler else ""


def _pawn(i: int, players: int) -> tuple[str, str]:
    return ("N", COLORS[5]) if i >= players else (MARKS[i], COLORS[i])


def _way(view: dict[str, Any]) -> int:
    return int(view["options"]["return_trip"])


def _space(view: dict[str, Any], stop: int) -> str:
    return SPACES[ROAD[_way(view), stop]]


def _cell(view: dict[str, Any], stop: int, open_stops: set[int]) -> Text:
    word, style = _LOOK[_space(view, stop)]
    twice = DOUBLE[_way(view), stop] and view["players"] >= DOUBLE_MIN_PLAYERS
    cell = Text(justify="center")
    cell.append(f"{stop}{'⁑' if twice else ''}\n", "bold bright_white underline" if stop in open_stops else "dim")
    cell.append(f"{word:^4}\n", style)
    here = [(pawn["slot"] or 0, i) for i, pawn in enumerate(view["pawns"]) if pawn["stop"] == stop]
    for _, i in sorted(here):
        mark, color = _pawn(i, view["players"])
        cell.append(mark, f"bold {color}")
    return cell


def road(view: dict[str, Any]) -> RenderableType:
    """The four legs of the journey, one row each. Stops the deciding pawn may go to are bright."""
    open_stops = {int(move.split()[1]) for move in view["legal"] if move.startswith("move ")}
    inns = [INNS[_way(view), i] for i in range(5)]
    legs = []
    for start, end in pairwise(inns):
        leg = Table.grid(padding=(0, 1))
        first = start if start == 0 else start + 1
        leg.add_row(*(_cell(view, stop, open_stops) for stop in range(first, end + 1)))
        legs.append(leg)
    return Group(*legs)


def players(view: dict[str, Any], names: list[str]) -> RenderableType:
    """Everybody's public things; the one who must decide is marked."""
    table = Table(box=None, padding=(0, 1, 0, 0), header_style="dim")
    headers = ("", "", "traveler", "pts", "coin", "gave", "pad mtn sea", "meal", "souv.", "bath", "met")
    for header in (*headers, "awards"):
        table.add_column(header, justify="right" if header in ("pts", "coin", "gave") else "left", no_wrap=True)
    for p, seat in enumerate(view["seats"]):
        mark, color = _pawn(p, view["players"])
        counts = [sum(_SOUVENIR[s]["type"] == kind for s in seat["souvenirs"]) for kind in SOUVENIR_TYPES]
        table.add_row(
            "▶" if view["seat"] == p else " ",
            Text(f"{mark} {names[p]}", f"bold {color}"),
            _TRAVELER[seat["traveler"]]["name"] if seat["traveler"] else ("chosen" if seat["chosen"] else "–"),
            Text(str(seat["points"]), "bold"),
            Text(str(seat["coins"]), "gold1"),
            str(seat["temple"]),
            " ".join(f"{seat['panoramas'][name]}/{PANORAMA_LENGTH[i]}" for i, name in enumerate(PANORAMAS)),
            str(sum(meal is not None for meal in seat["meals"])),
            "·".join(map(str, counts)),
            str(len(seat["hot_springs"])),
            str(len(seat["encounters"])),
            " ".join(name[:3] for name in seat["achievements"]),
        )
    if view["neutral"]:
        table.add_row("", Text("N neutral", COLORS[5]), "", "", "", str(view["neutral"]["temple"]), *[""] * 6)
    return table


def _listed(runs: list[dict[str, Any]]) -> str:
    """Cards in words: what is known of them, or how many they are."""
    words = []
    for run in runs:
        known = run.get("of")
        if known is None:
            words.append(f"{run['cards']} unknown")
        elif len(known) == run["cards"]:
            words.append(", ".join(known))
        else:
            words.append(f"{run['cards']} of {', '.join(known)}")
    return "; ".join(words)


def board(view: dict[str, Any], names: list[str]) -> RenderableType:
    """The whole table as a view shows it."""
    decks = ", ".join(f"{_title(name)} {sum(r['cards'] for r in runs)}" for name, runs in view["decks"].items())
    parts: list[RenderableType] = [road(view), Text(), players(view, names), Text(f"Decks: {decks}", "dim")]
    if view["inn"]:
        parts.append(Text(f"On offer at the inn: {_listed(view['inn'])}", "red3"))
    return Group(*parts)


def ask(view: dict[str, Any], names: list[str]) -> str:
    """What the table waits for."""
    if view["seat"] is None:
        return "The journey is over."
    who = names[view["seat"]]
    inn = _ORDINAL[max(view["inn_number"], 1) - 1]
    neutral = view["pawn"] is not None and view["pawn"] >= view["players"]
    return {
        "take": f"{who}: choose your traveler",
        "move": f"{who}: move the neutral traveler, it is last on the road"
        if neutral
        else f"{who}: you are last on the road, move",
        "buy": f"{who}: choose souvenirs",
        "donate": f"{who}: give coins at the temple",
        "see": f"{who}: choose a panorama",
        "keep": f"{who}: keep one of the two encounters",
        "treat": f"{who}: a free meal at the {inn} inn, {view['mine'].get('treat', '')}",
        "eat": f"{who}: choose a meal at the {inn} inn",
    }[view["phase"]]


def explain(view: dict[str, Any], move: str) -> str:
    """A few words on what a legal move does."""
    verb, *rest = move.split()
    if rest == ["nothing"]:
        return ""
    if verb == "take":
        return f"{_TRAVELER[rest[0]]['coins']} coins. {_TRAVELER[rest[0]]['ability']}"
    if verb == "move":
        space = _space(view, int(rest[0]))
        if space in PANORAMAS and view["pawn"] < view["players"]:
            return f"{space}: card {view['seats'][view['pawn']]['panoramas'][space] + 1}"
        return f"{_title(space).lower()}: {_GIVES.get(space, 'a panorama')}"
    if verb == "buy":
        return ", ".join(f"{_title(_SOUVENIR[name]['type']).lower()} for {_SOUVENIR[name]['price']}" for name in rest)
    if verb == "eat":
        return f"printed price {_MEAL[rest[0]]['price']}, 6 points"
    if verb == "see":
        return f"card {view['seats'][view['seat']]['panoramas'][rest[0]] + 1}"
    if verb == "keep":
        return _ENCOUNTER[rest[0]]
    return ""


def tell(event: dict[str, Any], names: list[str]) -> str:
    """One line of the log, with markup; empty for what needs no words."""
    pawn = event.get("pawn")
    who = "" if pawn is None else (names[pawn] if pawn < len(names) else "the neutral traveler")
    points = f" [bold]+{event['points']}[/]" if "points" in event else ""
    coins, cards = _many(event.get("coins"), "coin"), event.get("cards")
    bank = event.get("from_bank")
    text = {
        "revealed": f"{who} is {_named(event.get('traveler', ''))}, {coins}",
        "moved": f"{who} walks to stop {event.get('stop')}",
        "coins": f"{who} gets {coins} ({_title(event.get('space', '')).lower()})",
        "shown": f"for sale: {event.get('souvenir')}",
        "bought": f"{who} buys {event.get('souvenir')}" + (f" ({coins})" if event.get("coins") else ""),
        "given": f"{who} is given {event.get('souvenir')}",
        "returned": f"{_many(cards, 'souvenir')} under the deck",
        "panorama": f"{who} adds card {event.get('number')} of the {event.get('panorama')} panorama",
        "bathed": f"{who} bathes in a hot spring",
        "donated": f"the bank gives {coins} for {who}" if bank else f"{who} gives {coins} to the temple",
        "met": f"{who} meets {event.get('encounter', '').replace('_', ' of the ')}",
        "looked": f"{who} looks at {' and '.join(event.get('encounters', []))}",
        "tucked": f"{who} puts {event.get('encounter')} under the deck",
        "ability": f"{_named(event.get('traveler', ''))}'s ability" + (f", {coins}" if event.get("coins") else ""),
        "served": f"{_many(cards, 'meal')} served",
        "treat": f"{who} is offered {event.get('meal')} for nothing",
        "refused": f"{who} refuses the free meal",
        "ate": f"{who} eats {event.get('meal')} ({coins})",
        "fasted": f"{who} eats nothing",
        "discarded": "a meal goes unseen under the deck",
        "cleared": f"{_many(cards, 'meal')} under the deck",
        "ranked": f"temple: {who} is no. {event.get('rank', 0) + 1} with {coins}",
        "achieved": f"{who} achieves {event.get('achievement')}",
        "over": "the journey is over",
    }.get(event["event"], "")
    return text + points if text else ""
