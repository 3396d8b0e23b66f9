"""`tabiji tiles show`: the wake tiles and the daikaiju of Tsuro of the Seas."""

from __future__ import annotations

from pathlib import Path


def show(*, out: Path | None = None) -> None:
    """Draw the 35 wake tiles and the 10 daikaiju of Tsuro of the Seas.

    Each wake tile is shown as it lies at r0, with its number and its copies; each daikaiju upright, with the rolls that
    move it to a side, and in the corner the one that turns it.

    Parameters
    ----------
    out
        Write one SVG file instead of drawing in the terminal.
    """
    if out is None:
        _print()
        return
    from tabiji.cli.output import console
    from tabiji.core.errors import OptionError

    try:
        out.write_text(svg(), "utf-8")
    except OSError as error:
        raise OptionError(f"cannot write {out}: {error.strerror}") from error
    console.print(f"The tiles are in {out}.")


# --- in the terminal ----------------------------------------------------------------------------------------------
def _print() -> None:
    from rich.table import Table
    from rich.text import Text

    from tabiji.cli.output import console
    from tabiji.games.tsuro_seas.brush import rolls_by_side
    from tabiji.games.tsuro_seas.state import DAIKAIJU, DATA, PATTERNS
    from tabiji.games.tsuro_seas.terminal import beast_art, tile_art

    grid = Table.grid(padding=(0, 2))
    for first in range(0, PATTERNS, 7):
        row = range(first, min(first + 7, PATTERNS))
        copies = [DATA["tiles"]["patterns"][pattern]["copies"] for pattern in row]
        grid.add_row(*(tile_art(pattern) for pattern in row))
        grid.add_row(*(Text(f"{p} ×{n}", justify="center") for p, n in zip(row, copies, strict=True)))
        grid.add_row()
    console.print(grid)
    beasts = Table.grid(padding=(0, 2))
    for first in range(0, len(DAIKAIJU), 5):
        names = DAIKAIJU[first : first + 5]
        beasts.add_row(*(beast_art(name) for name in names))
        beasts.add_row(*(Text(f"{n} turns on {rolls_by_side(n, 0)[1]}", justify="center") for n in names))
        beasts.add_row()
    console.print(beasts)


# --- as a picture -------------------------------------------------------------------------------------------------
_SIDE = 96
_STEP = 124
_STYLE = """
<style>
 text { font: 13px system-ui, sans-serif; fill: #d7ecf5; text-anchor: middle }
 .roll { font-weight: 700; font-size: 15px }
 .casing { fill: none; stroke: #0d4763; stroke-width: 11; stroke-linecap: butt }
 .wake { fill: none; stroke: #bfe9f5; stroke-width: 6; stroke-linecap: butt }
 .foam { fill: none; stroke: #ffffff; stroke-width: 1.2; stroke-dasharray: 5 7; opacity: .7 }
</style>
<defs>
 <linearGradient id="water" x1="0" y1="0" x2="1" y2="1">
  <stop offset="0" stop-color="#1c7a9c"/><stop offset="1" stop-color="#12557a"/></linearGradient>
 <radialGradient id="deep">
  <stop offset="0" stop-color="#8e2337"/><stop offset="1" stop-color="#4a0d1c"/></radialGradient>
</defs>"""


def svg() -> str:
    """All tiles as one SVG picture."""
    from tabiji.games.tsuro_seas.state import DAIKAIJU, PATTERNS

    columns = 7
    rows = -(-PATTERNS // columns)
    height = rows * _STEP + 2 * _STEP + 40
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {columns * _STEP + 28} {height}">',
        "<title>Tsuro of the Seas: wake tiles and daikaiju</title>",
        _STYLE,
        '<rect width="100%" height="100%" fill="#0a2238"/>',
    ]
    for pattern in range(PATTERNS):
        x, y = 28 + pattern % columns * _STEP, 20 + pattern // columns * _STEP
        parts.append(f'<g transform="translate({x} {y})">{_wake_tile(pattern)}</g>')
    for d, name in enumerate(DAIKAIJU):
        x, y = 28 + (d % 5 + 1) * _STEP, 36 + (rows + d // 5) * _STEP
        parts.append(f'<g transform="translate({x} {y})">{_daikaiju(name)}</g>')
    return "\n".join([*parts, "</svg>", ""])


def _wake_tile(pattern: int) -> str:
    from tabiji.games.tsuro_seas.brush import bends
    from tabiji.games.tsuro_seas.state import DATA

    tile = DATA["tiles"]["patterns"][pattern]
    drawn = [f'<rect width="{_SIDE}" height="{_SIDE}" rx="6" fill="url(#water)"/>']
    for one, other in tile["pairs"]:
        (a, b), (c, d), (e, f), (g, h) = [(round(x * _SIDE, 1), round(y * _SIDE, 1)) for x, y in bends(one, other)]
        curve = f"M{a} {b}C{c} {d} {e} {f} {g} {h}"
        drawn += [f'<path class="{kind}" d="{curve}"/>' for kind in ("casing", "wake", "foam")]
    drawn.append(f'<text x="{_SIDE / 2}" y="{_SIDE + 17}">{pattern} ×{tile["copies"]}</text>')
    return "".join(drawn)


def _daikaiju(name: str) -> str:
    from tabiji.games.tsuro_seas.brush import rolls_by_side

    sides, turn = rolls_by_side(name, 0)
    half = _SIDE / 2
    ink = "#f2c14e" if name[0] == "g" else "#5db2f0"
    drawn = [f'<rect width="{_SIDE}" height="{_SIDE}" rx="6" fill="url(#deep)" stroke="{ink}" stroke-width="2"/>']
    # a head that rises from the water: horns, eyes, teeth
    drawn.append(
        f'<g transform="translate({half} {half + 2})"><path fill="#1d0509" d="'
        "M-19 14C-22 -6 -14 -14 -16 -24C-10 -20 -6 -17 "
        '-5 -13Q0 -15 5 -13C6 -17 10 -20 16 -24C14 -14 22 -6 19 14Q10 20 0 20T-19 14Z"/>'
        f'<ellipse cx="-7" cy="-3" rx="4" ry="5" fill="{ink}"/><ellipse cx="7" cy="-3" rx="4" ry="5" fill="{ink}"/>'
        '<path fill="none" stroke="#fff" stroke-width="2" d="M-11 10l4 4 4-4 3 4 3-4 4 4 4-4"/></g>'
    )
    for side, roll in enumerate(sides):
        drawn.append(
            f'<g transform="rotate({90 * side} {half} {half})"><path fill="{ink}" d="M{half - 6} 11l6-8 6 8Z"/></g>'
        )
        x, y = ((half, 24), (_SIDE - 18, half + 5), (half, _SIDE - 14), (18, half + 5))[side]
        drawn.append(f'<text class="roll" x="{x}" y="{y}">{roll}</text>')
    drawn.append(f'<text class="roll" x="{_SIDE - 14}" y="20" style="fill:{ink}">{turn}↺</text>')
    drawn.append(f'<text x="{half}" y="{_SIDE + 17}">{name.upper()}</text>')
    return "".join(drawn)
