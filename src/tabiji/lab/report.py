"""Self-contained HTML reports: tables, and plots with their intervals as inline SVG."""

from __future__ import annotations

import io
from html import escape
from pathlib import Path
from typing import Any

from tabiji.core.errors import OptionError
from tabiji.core.statistics import Table

_INK, _BAR, _PAPER = "#22252b", "#2f4b7c", "#f6f1e7"

_STYLE = """
body { font: 16px/1.5 Inter, system-ui, sans-serif; color: #22252b; background: #f6f1e7; margin: 2rem auto;
  max-width: 84rem; padding: 0 1rem; }
h1, h2 { font-family: Alegreya, Georgia, serif; font-weight: 600; }
section { display: grid; grid-template-columns: 43rem minmax(0, 1fr); gap: 1rem 2rem; align-items: start;
  margin: 1rem 0 2rem; }
section > div { overflow-x: auto; }
@media (max-width: 76rem) { section { grid-template-columns: minmax(0, 1fr); } }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .15rem .6rem; text-align: right; border-bottom: 1px solid #8a857755; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
caption { text-align: left; font-weight: 600; padding: .3rem .6rem; white-space: nowrap; }
svg { max-width: 100%; height: auto; }
code { background: #fff8; padding: .1rem .3rem; }
"""


def _cell(value: Any, header: str) -> str:
    if isinstance(value, float):
        return f"{100 * value:.2f} %" if header in ("win", "share", "low 95 %", "high 95 %") else f"{value:,.2f}"
    return escape(f"{value:,}" if isinstance(value, int) else str(value))


def table_html(table: Table) -> str:
    """A table."""
    head = "".join(f"<th>{escape(header)}</th>" for header in table.headers)
    body = "".join(
        "<tr>" + "".join(f"<td>{_cell(v, h)}</td>" for h, v in zip(table.headers, row, strict=True)) + "</tr>"
        for row in table.rows
    )
    return f"<table><caption>{escape(table.title)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _bars(table: Table) -> tuple[str, list[float], list[list[float]]] | None:
    """What can be drawn of a table: shares with Wilson intervals, or means with half-widths."""
    headers = table.headers
    for name in ("win", "share"):
        if name in headers:
            i, low, high = headers.index(name), headers.index("low 95 %"), headers.index("high 95 %")
            values = [100 * row[i] for row in table.rows]
            below = [100 * (row[i] - row[low]) for row in table.rows]
            above = [100 * (row[high] - row[i]) for row in table.rows]
            return f"{name}, %", values, [below, above]
    if "mean" in headers and "± 95 %" in headers:
        mean, half = headers.index("mean"), headers.index("± 95 %")
        halves = [row[half] for row in table.rows]
        return "mean", [row[mean] for row in table.rows], [halves, halves]
    return None


def plot_svg(table: Table) -> str:
    """Horizontal bars with 95 % intervals; empty if the table has nothing to draw, or things of different kinds."""
    bars = _bars(table)
    if bars is None or len(table.rows) < 2 or table.title == "a game":
        return ""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    label, values, errors = bars
    names = [str(row[0]) for row in table.rows]
    with mpl.rc_context({"svg.fonttype": "none", "font.family": "sans-serif", "svg.hashsalt": "tabiji"}):
        figure = Figure(figsize=(6.2, 0.9 + 0.32 * len(names)), facecolor=_PAPER, layout="constrained")
        axes = figure.add_subplot(facecolor=_PAPER)
        axes.barh(names, values, xerr=errors, color=_BAR, ecolor="#c8452f", capsize=3, height=0.65)
        axes.invert_yaxis()
        axes.set_xlabel(f"{label} (95 % intervals)", color=_INK)
        axes.tick_params(colors=_INK)
        for side in ("top", "right", "left"):
            axes.spines[side].set_visible(False)
        out = io.StringIO()
        figure.savefig(out, format="svg", metadata={"Date": None})
    text = out.getvalue()
    return text[text.index("<svg") :]


def report_html(title: str, intro: str, sections: list[tuple[str, list[Table]]]) -> str:
    """A whole page: each section a heading and its tables, each with its plot."""
    body = "".join(
        f"<h2>{escape(heading)}</h2>"
        + "".join(f"<section><div>{table_html(table)}</div><div>{plot_svg(table)}</div></section>" for table in tables)
        for heading, tables in sections
    )
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{_STYLE}</style></head>'
        f"<body><h1>{escape(title)}</h1><p>{intro}</p>{body}</body></html>\n"
    )


def write_report(path: Path, html: str) -> None:
    """Write a page; OptionError if the file cannot be written."""
    try:
        path.write_text(html, "utf-8")
    except OSError as error:
        raise OptionError(f"cannot write {path}: {error.strerror}") from error
