"""Why a move is better, in English words: for the terminal and the HTML report. Clients have their own texts."""

from __future__ import annotations

from tabiji.analysis.model import Decision, Reason

_MOST = 3  # reasons in a sentence
_FATES = {
    "lost_edge": "lost off the board",
    "lost_daikaiju": "lost to a daikaiju in its way",
    "lost_loop": "lost in a loop",
    "lost_crushed": "crushed by a daikaiju",
    "lost_devoured": "devoured by a daikaiju",
    "lost_soon": "lost before the next turn",
}
_PLAIN = {
    "hot_springs": "hot springs",
    "temple_coins": "donations",
    "temple_rank": "the rank in the temple",
    "temple": "the temple number",
    "garden": "the garden number",
}


def because(decision: Decision, names: list[str]) -> str:
    """What the best move of a decision would have changed; empty if that is not known."""
    clear = [reason for reason in decision.why if abs(reason.best - reason.played) > reason.unsure] or decision.why
    parts = [f"{names[reason.seat]} {_change(reason)}" for reason in clear[:_MOST]]
    return f"With {decision.best}: {'; '.join(parts)}." if parts else ""


def _change(reason: Reason) -> str:
    more = "more" if reason.best > reason.played else "less"
    difference = abs(reason.best - reason.played)
    if reason.unit == "chance":
        chances = f"in {100 * reason.best:.0f} % instead of {100 * reason.played:.0f} %"
        if reason.source in _FATES:
            return f"is {_FATES[reason.source]} {chances}"
        return f"has the achievement {reason.source.removeprefix('achievement_')} {chances}"
    if reason.unit == "turns":
        return f"sails on for {reason.best:.1f} turns instead of {reason.played:.1f}"
    if reason.unit == "coins":
        return f"keeps {difference:.1f} coins {more}"
    if reason.source == "points":
        return f"has {difference:.1f} points {more} in all"
    return f"gets {difference:.1f} points {more} from {_source(reason.source)}"


def _source(source: str) -> str:
    if source.startswith("panorama_"):
        return f"the {source.removeprefix('panorama_')} panorama"
    return _PLAIN.get(source, source)
