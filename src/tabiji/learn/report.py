"""The report of a training: learning curves, what was measured, and the settings."""

from __future__ import annotations

import io
import json
from html import escape
from typing import Any

from tabiji.core.statistics import Table
from tabiji.lab.report import report_html

_PAPER = "#f6f1e7"
_SHARES = {
    "random": "random",
    "greedy": "greedy",
    "target": "the network to beat",
    "earlier": "itself, a twelfth of the training earlier",
}
_PLOTS = (
    ("points in self-play", {"points": "mean", "winners": "winners"}),
    ("victories in one seat against others (1 is even)", _SHARES),
    ("entropy of the policy", {"entropy": "entropy"}),
)


def training_report(about: dict[str, Any], tables: list[Table]) -> str:
    """The page of a training; `tables` are what the arena found at its end."""
    history = about["history"]
    intro = (
        f"{about['updates']:,} updates, {about['seconds'] / 60:.1f} minutes of learning on {escape(about['device'])}. "
        f"Settings: <code>{escape(json.dumps(about['settings']))}</code>{''.join(curves(history))}"
    )
    sections = [("Measured", [measured(history)])] + ([("Arena", tables)] if tables else [])
    return report_html(f"Training: {about['game']}", intro, sections)


def measured(history: list[dict[str, float]]) -> Table:
    """Every measurement of a training."""
    names = [name for name in _SHARES if any(name in row for row in history)]
    headers = ["minutes", "updates", "decisions", "points", "winners", "entropy", *names]
    rows = [
        [row["seconds"] / 60, int(row["updates"]), int(row["decisions"]), row["points"], row["winners"], row["entropy"]]
        + [row.get(name, 0.0) for name in names]
        for row in history
        if "random" in row
    ]
    return Table("victories in one seat against others are relative to the even share", headers, rows)


def curves(history: list[dict[str, float]]) -> list[str]:
    """The learning curves, as SVG."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    found = []
    for title, lines in _PLOTS:
        with mpl.rc_context({"svg.fonttype": "none", "font.family": "sans-serif", "svg.hashsalt": "tabiji"}):
            figure = Figure(figsize=(6.2, 3.2), facecolor=_PAPER, layout="constrained")
            axes = figure.add_subplot(facecolor=_PAPER, xlabel="updates", title=title)
            for name, label in lines.items():
                points = [(row["updates"], row[name]) for row in history if name in row]
                if points:
                    axes.plot(*zip(*points, strict=True), label=label)
            if len(lines) > 1 and axes.lines:
                axes.legend(frameon=False)
            out = io.StringIO()
            figure.savefig(out, format="svg", metadata={"Date": None})
        text = out.getvalue()
        found.append(text[text.index("<svg") :])
    return found
