"""First to Ten in a terminal, drawn from a view."""

from __future__ import annotations

from typing import Any

from rich.table import Table


def board(view: dict[str, Any], names: list[str]) -> Table:
    """The table as a view shows it."""
    shown = Table(title=f"First to {view['goal']}")
    for header in ("player", "points", "card"):
        shown.add_column(header)
    for p, seat in enumerate(view["seats"]):
        own = view["mine"].get("card") if view["viewer"] == p else None
        card = f"{own} (secret)" if own else str(seat["shown"] or "?")
        shown.add_row(names[p], str(seat["points"]), card)
    return shown


def ask(view: dict[str, Any], names: list[str]) -> str:
    """What the table waits for."""
    return "The match is over." if view["seat"] is None else f"{names[view['seat']]}: take stones, or show your card"


def explain(view: dict[str, Any], move: str) -> str:
    """A few words on what a legal move does."""
    gained = view["mine"]["card"] if move == "show" else int(move.split()[1])
    return f"then you have {view['seats'][view['seat']]['points'] + gained} of {view['goal']} points"


def tell(event: dict[str, Any], names: list[str]) -> str:
    """One line of the log."""
    who = names[event["seat"]]
    if event["event"] == "took":
        return f"{who} takes {event['stones']} and has {event['points']}"
    if event["event"] == "showed":
        return f"{who} shows a {event['card']} and has {event['points']}"
    return f"{who} has reached the goal"
