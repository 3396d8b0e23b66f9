"""`tabiji games`: the games and their options."""

from __future__ import annotations


def games(*, json: bool = False) -> None:
    """The games, their players and options.

    Parameters
    ----------
    json
        Print one JSON document instead of text.
    """
    from tabiji.cli.output import console, print_json
    from tabiji.core.game_spec import game_names, game_spec

    specs = [game_spec(name) for name in game_names()]
    if json:
        print_json(
            [
                {
                    "name": r.name,
                    "title": r.title,
                    "summary": r.summary,
                    "players": list(r.players),
                    "rules": r.rules_version,
                    "boards": list(r.boards),
                    "options": [
                        {"name": o.name, "choices": list(o.choices), "default": o.default, "help": o.help}
                        for o in r.options
                    ],
                }
                for r in specs
            ]
        )
        return
    for r in specs:
        span = f"{r.players[0]}-{r.players[-1]}" if len(r.players) > 1 else str(r.players[0])
        console.print(f"[bold]{r.name}[/]  {r.title}, {span} players. {r.summary}")
        for o in r.options:
            choices = " | ".join(str(choice).lower() for choice in o.choices)
            console.print(f"    [cyan]{o.name}[/] ({choices}): {o.help}", soft_wrap=True)
        if r.boards:
            console.print(f"    boards: {', '.join(r.boards)}, or a file", soft_wrap=True)
