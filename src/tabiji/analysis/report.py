"""An analysis as tables, and as one HTML page with the win curve."""

from __future__ import annotations

import io
from html import escape

from tabiji.analysis.model import GRADES, Analysis, Decision, SeatSummary
from tabiji.analysis.words import because
from tabiji.core.game_spec import game_spec
from tabiji.core.statistics import Table
from tabiji.lab.report import report_html, table_html

_PAPER = "#f6f1e7"
_MARKED = {"mistake": ("o", "#e39b2d"), "blunder": ("X", "#c8452f")}
TOP = 5


def analysis_report(analysis: Analysis) -> str:
    """The page of an analysis."""
    network, depth = analysis.network, analysis.depth
    title = f"After the match: {game_spec(analysis.game).title}"
    grades = ", ".join(f"{grade} from {100 * least:.0f} %" for least, grade in reversed(GRADES))
    said = (
        f"Shares of the victory as {escape(str(network['file']))} (SHA-256 {network['sha256'][:12]}…) sees them: "
        f"{depth['deals']} deals of what the seat could not know, {depth['horizon'] or 'all'} decisions ahead; "
        f"up to {depth['close_deals']} deals, {depth['further']} times as far, where two moves are close. "
        f"Tabiji {escape(analysis.version)}. Grades by cost: {grades}. "
        "The curve is what a spectator could expect, who sees no hidden things. Costs are judged by "
        "what the deciding seat could know."
    )
    sections = {
        "Seats": [seats_table(analysis)],
        "Turning points": [costliest_table(analysis), why_table(analysis), luckiest_table(analysis)],
        "Decisions": [decisions_table(analysis)],
    }
    tables = "".join(  # not as sections of the report, which leave half of the page to plots
        f"<h2>{heading}</h2>" + "".join(map(table_html, tables)) for heading, tables in sections.items()
    )
    return report_html(title, f"{said}</p>{curve(analysis)}{tables}<p>", [])


def percent(share: float, sign: bool = False) -> str:
    """A share as text; with its sign, a difference of shares."""
    share = round(share, 3) + 0.0  # no -0.0
    return f"{100 * share:+.1f} %" if sign else f"{100 * share:.1f} %"


def seats_table(analysis: Analysis) -> Table:
    """What luck and decisions made of each seat's equal share."""
    rows = [
        [
            seat.name,
            percent(seat.result),
            percent(seat.luck, True),
            percent(seat.own, True),
            percent(seat.others, True),
            percent(seat.adjusted),
            "–" if seat.accuracy is None else f"{100 * seat.accuracy:.0f} %",
            _like(seat),
            seat.grades.get("mistake", 0) + seat.grades.get("blunder", 0),
        ]
        for seat in analysis.seats
    ]
    headers = ["player", "result", "luck", "own", "others", "adjusted", "accuracy", "like", "mistakes"]
    equal = percent(analysis.start[0])
    return Table(f"result = {equal} + luck + own moves + others' moves; adjusted: without luck", headers, rows)


def _like(seat: SeatSummary) -> str:
    """The levels that play as exactly."""
    if seat.level is None:
        return "–"
    return seat.level if seat.level_to in (None, seat.level) else f"{seat.level} to {seat.level_to}"


def costliest_table(analysis: Analysis, top: int = TOP) -> Table:
    """The decisions that gave most away."""
    costly = sorted((one for one in analysis.decisions if one.cost > 0), key=lambda one: -one.cost)[:top]
    rows = [
        [one.number, _name(analysis, one), one.played, one.best, percent(one.cost), percent(one.unsure), one.grade]
        for one in costly
    ]
    headers = ["decision", "player", "played", "better", "cost", "± 95 %", "grade"]
    return Table("the costliest decisions", headers, rows)


def why_table(analysis: Analysis, top: int = TOP) -> Table:
    """What the better moves would have changed at the end of the game."""
    names = [seat.name for seat in analysis.seats]
    told = sorted((one for one in analysis.decisions if one.why), key=lambda one: -one.cost)[:top]
    return Table("why", ["decision", "expected at the end"], [[one.number, because(one, names)] for one in told])


def luckiest_table(analysis: Analysis, top: int = TOP) -> Table:
    """The moments at which luck moved the shares most."""
    moments = sorted(analysis.decisions, key=lambda one: -max(map(abs, one.luck)))[:top]
    rows = [
        [one.number, f"{_name(analysis, one)}: {one.played}", *(percent(luck, True) for luck in one.luck)]
        for one in moments
    ]
    return Table("the greatest luck", ["decision", "after", *(seat.name for seat in analysis.seats)], rows)


def decisions_table(analysis: Analysis) -> Table:
    """All decisions; luck is that of the deciding seat, between its move and the next decision."""
    rows = [
        [
            one.number,
            _name(analysis, one),
            one.played,
            one.grade or "forced",
            one.best if one.cost > 0 else "",
            percent(one.cost) if one.cost > 0 else "",
            percent(analysis.curve[one.number - 1][one.seat]),
            percent(one.luck[one.seat], True),
        ]
        for one in analysis.decisions
    ]
    headers = ["decision", "player", "played", "grade", "better", "cost", "share before", "luck after"]
    return Table("shares are those of the deciding seat", headers, rows)


def _name(analysis: Analysis, decision: Decision) -> str:
    return analysis.seats[decision.seat].name


def curve(analysis: Analysis) -> str:
    """The shares of all seats over the match as SVG: equal at first, before each decision, and the result."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    last = len(analysis.curve)
    with mpl.rc_context({"svg.fonttype": "none", "font.family": "sans-serif", "svg.hashsalt": "tabiji"}):
        figure = Figure(figsize=(12, 4.5), facecolor=_PAPER, layout="constrained")
        axes = figure.add_subplot(facecolor=_PAPER, xlabel="decision", ylabel="share of the victory, %")
        for seat, summary in enumerate(analysis.seats):
            shares = [100 * point[seat] for point in (analysis.start, *analysis.curve)]
            name = summary.name.replace("$", r"\$")  # no formulas in names
            axes.plot(range(last + 1), shares, label=f"{seat + 1} {name}", linewidth=1.4)
        for grade, (marker, color) in _MARKED.items():
            marked = [one for one in analysis.decisions if one.grade == grade]
            if marked:
                shares = [100 * analysis.curve[one.number - 1][one.seat] for one in marked]
                axes.scatter([one.number for one in marked], shares, marker=marker, color=color, label=grade, zorder=3)
        axes.set_xlim(0, last)
        axes.set_ylim(-2, 102)
        axes.legend(frameon=False, ncols=5, loc="lower center", bbox_to_anchor=(0.5, 1))
        out = io.StringIO()
        figure.savefig(out, format="svg", metadata={"Date": None})
    text = out.getvalue()
    return text[text.index("<svg") :]
