"""`tabiji hint`: what a strong bot would do, and how sure it is."""

from __future__ import annotations

from pathlib import Path

from tabiji.cli.output import console, print_json, print_table, warm_up
from tabiji.core.errors import MatchRecordError, OptionError, TabijiError
from tabiji.core.match_record import game_of, open_match_record, read_file
from tabiji.core.statistics import Table


def hint(file: Path, /, *, move: int | None = None, simulations: int = 10_000, json: bool = False) -> None:
    """What a strong bot would do in a match record, and how sure it is.

    Parameters
    ----------
    file
        A match record, finished or not.
    move
        The decision to look at, counted from 1; by default the one after the last move of the record.
    simulations
        How much to think.
    json
        Print one JSON document.
    """
    from tabiji.bots.hint import estimate
    from tabiji.bots.protocol import Budget

    match_record = read_file(file)
    game = game_of(match_record)
    last = len(match_record["moves"]) + 1
    at = last if move is None else move
    if not 1 <= at <= last:
        raise OptionError(f"there is no decision {at}: the record has decisions 1 to {last}")
    if simulations < 1:
        raise OptionError("ask for at least one simulation")
    warm_up(game, "match", "search")
    match = open_match_record(match_record)
    for number, text in enumerate(match_record["moves"][: at - 1], 1):
        try:
            match.play(text)
        except TabijiError as error:
            raise MatchRecordError(f"move {number} of {len(match_record['moves'])}: {error}") from error
    expected = estimate(match, Budget(simulations=simulations))
    found = expected.candidates
    played = match_record["moves"][at - 1] if at < last else None
    if json:
        print_json({"decision": at, "seat": match.seat, "played": played, "candidates": found, "seats": expected.seats})
        return
    names = [str(name) for name in match_record["players"]]
    view = match.view(match.seat)
    console.print(f"[bold]{match.game.spec.terminal.ask(view, names)}[/]")
    rows = [
        [one["move"] + (" (played)" if one["move"] == played else ""), one["share"], one["unsure"], one["thought"]]
        for one in found
    ]
    print_table(Table("expected share of the victory", ["move", "share", "± 95 %", "of the search"], rows))
    shares = [[name, share] for name, share in zip(names, expected.seats, strict=False)]
    if shares:
        print_table(Table("everybody's share after the best move", ["player", "share"], shares))
