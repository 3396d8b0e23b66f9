"""`tabiji replay` and `tabiji verify`: show or check a match record."""

from __future__ import annotations

import sys
from pathlib import Path

from tabiji.cli.output import console, print_json, warm_up
from tabiji.core.errors import MatchRecordError, TabijiError
from tabiji.core.match_record import check_result, game_of, open_match_record, read_file
from tabiji.core.match_record import replay as play_again


def replay(file: Path, /, *, step: bool = False, json: bool = False) -> None:
    """Show a match record move by move, and how it ended.

    Parameters
    ----------
    file
        A match record, as `tabiji play --save` writes them.
    step
        Draw the board after each move and wait for Enter.
    json
        Print every move with its events and the scores after it as one JSON document.
    """
    match_record = read_file(file)
    warm_up(game_of(match_record), "match")
    match = open_match_record(match_record)
    names = [str(name) for name in match_record["players"]]
    draw = match.game.spec.terminal
    told = []
    for number, move in enumerate(match_record["moves"], 1):
        seat = match.seat
        try:
            events = match.play(move)
        except TabijiError as error:
            raise MatchRecordError(f"move {number} of {len(match_record['moves'])}: {error}") from error
        if json:
            told.append({"number": number, "seat": seat, "move": move, "events": events, "scores": match.scores})
            continue
        console.print(f"[dim]{number:>4}[/]  {names[seat or 0]}: [cyan]{move}[/]")
        for line in filter(None, (draw.tell(event, names) for event in events)):
            console.print(f"        {line}")
        if step:
            console.print(draw.board(match.view(None), names))
            if sys.stdin.isatty():
                console.input("[dim]Enter for the next move[/]")
    check_result(match, match_record)
    if json:
        print_json({"game": match_record["game"], "players": names, "moves": told, "result": match_record["result"]})
        return
    console.print(draw.board(match.view(None), names))
    if match.over:
        console.print(f"[bold]{' and '.join(names[seat] for seat in match.winners)} won[/]: {match.scores}")
    else:
        console.print("The match is not finished.")


def verify(file: Path, /, *, json: bool = False) -> None:
    """Check that a match record is whole, legal and honest.

    The checksum, the commitment, how the seed follows from the secret and the parts of the seats, the rules version,
    every move and the result are checked.

    Parameters
    ----------
    file
        A match record.
    json
        Print one JSON document.
    """
    match_record = read_file(file)
    warm_up(game_of(match_record), "match")
    match = play_again(match_record)
    if json:
        print_json(
            {"ok": True, "game": match_record["game"], "moves": len(match.moves), "result": match_record["result"]}
        )
    else:
        end = f"scores {match.scores}" if match.over else "not finished"
        console.print(
            f"[green]{file} is right[/]: {match_record['game']}, {len(match.moves)} moves, {end}.", soft_wrap=True
        )
