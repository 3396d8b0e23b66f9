"""Options of a game: named choices with a documented default."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tabiji.core.errors import OptionError, unknown

_WORDS = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}


@dataclass(frozen=True)
class Option:
    """A choice of a table: the record holds the place of the chosen value in `choices`; the first is the default."""

    name: str
    choices: tuple[Any, ...]
    help: str

    @property
    def default(self) -> Any:
        return self.choices[0]

    def check(self, value: Any) -> Any:
        """The value as one of the choices (words from a command line are understood), or an OptionError."""
        if isinstance(value, str) and isinstance(self.default, bool):
            value = _WORDS.get(value.lower(), value)
        for choice in self.choices:
            if value == choice and type(value) is type(choice):
                return choice
        valid = ", ".join(str(choice).lower() for choice in self.choices)
        raise OptionError(f"option {self.name} cannot be {value!r}: valid: {valid}")


def flag(name: str, help: str) -> Option:
    """An option that is off unless asked for."""
    return Option(name, (False, True), help)


def check_options(options: tuple[Option, ...], given: dict[str, Any]) -> dict[str, Any]:
    """Every option with its value, given or default; an OptionError names what is valid."""
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            raise unknown("option", name, known)
    return {name: option.check(given.get(name, option.default)) for name, option in known.items()}
