"""Many matches at once: a folder of match records is analyzed by several processes, and can be continued.

Each match has a file `NAME.analysis.json` in the folder of results, complete or not there at all. What is there already
is not analyzed again.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import msgspec

from tabiji.analysis.analyze import analyze, standard_depth
from tabiji.analysis.model import Analysis, Kind
from tabiji.analysis.verdicts import Depth
from tabiji.core.errors import OptionError, TabijiError
from tabiji.core.match_record import game_of, read_file
from tabiji.core.statistics import Table

_ENDING = ".analysis.json"


def read_analysis(path: Path) -> Analysis:
    """The analysis of a file; OptionError if it is none."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Analysis)
    except (OSError, msgspec.MsgspecError) as error:
        raise OptionError(f"{path} is no analysis: {error}") from error


def match_files(folder: Path) -> list[Path]:
    """The files of a folder that may be match records."""
    return sorted(path for path in folder.glob("*.json") if not path.name.endswith(_ENDING))


def analyze_folder(
    folder: Path, out: Path, network: Path | None = None, changes: dict[str, int] | None = None, processes: int = 2
) -> Iterator[tuple[Path, str]]:
    """Analyze the match records of a folder; each file when it is done, and what is wrong with it, if anything.

    `changes` are fields of the depth that differ from the standard.
    """
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OptionError(f"cannot write {out}: {error.strerror}") from error
    todo = []
    for path in match_files(folder):
        if target(path, out).exists():
            yield path, ""
        else:
            todo.append(path)
    if processes == 1:
        for path in todo:
            yield path, analyze_file(path, target(path, out), network, changes or {})
        return
    if not todo:
        return
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # processes are enough: threads would wait for each other
    with ProcessPoolExecutor(min(processes, len(todo)), get_context("spawn")) as pool:
        running = {pool.submit(analyze_file, path, target(path, out), network, changes or {}): path for path in todo}
        try:
            for done in as_completed(running):
                yield running[done], done.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def target(path: Path, out: Path) -> Path:
    """The file of the analysis of a match record."""
    return out / f"{path.stem}{_ENDING}"


def analyze_file(path: Path, to: Path, network: Path | None, changes: dict[str, int]) -> str:
    """Analyze one match; what is wrong with it, if anything."""
    try:
        match_record = read_file(path)
        depth = Depth(**{**msgspec.to_builtins(standard_depth(game_of(match_record).spec)), **changes})
        found = analyze(match_record, network, depth)
    except TabijiError as error:
        return str(error)
    part = to.with_name(to.name + ".part")
    part.write_bytes(msgspec.json.encode(found))
    part.replace(to)
    return ""


# --- as tables ----------------------------------------------------------------------------------------------------
def decision_columns(source: str, analysis: Analysis) -> dict[str, Any]:
    """A match as tidy columns: one line for each decision."""
    decisions = analysis.decisions
    return {
        "match": [source] * len(decisions),
        "game": [analysis.game] * len(decisions),
        "number": [one.number for one in decisions],
        "seat": [one.seat for one in decisions],
        "player": [analysis.seats[one.seat].name for one in decisions],
        "kind": [one.kind for one in decisions],
        "played": [one.played for one in decisions],
        "best": [one.best for one in decisions],
        "grade": [one.grade or "forced" for one in decisions],
        "cost": [one.cost for one in decisions],
        "unsure": [one.unsure for one in decisions],
        "share_before": [analysis.curve[one.number - 1][one.seat] for one in decisions],
        "luck_after": [one.luck[one.seat] for one in decisions],
    }


def seat_columns(source: str, analysis: Analysis) -> dict[str, Any]:
    """A match as tidy columns: one line for each seat."""
    seats = analysis.seats
    names = ("result", "luck", "own", "others", "adjusted", "decisions")
    return {
        "match": [source] * len(seats),
        "game": [analysis.game] * len(seats),
        "seat": list(range(len(seats))),
        "player": [one.name for one in seats],
        **{name: [getattr(one, name) for one in seats] for name in names},
        "accuracy": [float("nan") if one.accuracy is None else one.accuracy for one in seats],
        "level": [one.level or "" for one in seats],
        "level_to": [one.level_to or "" for one in seats],
    }


class People:
    """What many matches say of each person, by name."""

    def __init__(self) -> None:
        self._matches: dict[tuple[str, str], list[tuple[float, float, float]]] = {}
        self._kinds: dict[tuple[str, str], dict[str, Kind]] = {}

    def add(self, analysis: Analysis) -> None:
        for seat in analysis.seats:
            key = analysis.game, seat.name
            self._matches.setdefault(key, []).append((seat.result, seat.luck, seat.own))
            kinds = self._kinds.setdefault(key, {})
            for name, one in seat.kinds.items():
                kind = kinds.setdefault(name, Kind())
                kind.decisions += one.decisions
                kind.cost += one.cost
                kind.at_stake += one.at_stake

    def tables(self) -> list[Table]:
        """A line for each person, and one for each person and kind of decision; shares in percent."""
        people, leaks = [], []
        for (game, name), matches in sorted(self._matches.items()):
            kinds = self._kinds[game, name]
            means = [sum(column) / len(matches) for column in zip(*matches, strict=True)]
            everything = [len(matches), *(_percent(mean) for mean in means), _accuracy(kinds.values())]
            people.append([name, game, *everything])
            worst_first = sorted(kinds.items(), key=lambda item: -item[1].cost)
            for kind, one in worst_first:
                leaks.append([name, game, kind, one.decisions, _percent(one.cost / one.decisions), _accuracy([one])])
        return [
            Table("people, a match", ["player", "game", "matches", "result", "luck", "own", "accuracy"], people),
            Table(
                "by kind of decision, the costliest first",
                ["player", "game", "kind", "decisions", "mean cost", "accuracy"],
                leaks,
            ),
        ]


def _percent(share: float) -> str:
    return f"{100 * share:+.1f} %"


def _accuracy(kinds: Iterable[Kind]) -> str:
    cost, at_stake = (sum(column) for column in zip(*((one.cost, one.at_stake) for one in kinds), strict=True))
    return f"{100 * (1 - cost / at_stake):.0f} %" if at_stake > 0 else "–"
