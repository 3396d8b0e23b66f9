"""What the modules of a game must contain, as Protocols.

A game is a package `tabiji.games.NAME` with one module for each Protocol below. Each package names its modules to
`GameModules` under `TYPE_CHECKING`, so that mypy checks them; at run time `GameSpec` imports a module when it is first
used.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from rich.console import RenderableType

from tabiji.core.observation import Layout
from tabiji.core.record import State
from tabiji.core.statistics import Summary

Event = dict[str, Any]
View = dict[str, Any]


class StateModule(Protocol):
    """`state`: the layout of the record."""

    DTYPE: np.dtype[Any]
    MAX_LEGAL: int  # the most actions that can be legal at once
    ACTIONS: int  # how many action numbers there are


class RulesModule(Protocol):
    """`rules`: the rules over a record; each is an `@rule`."""

    def setup(self, s: State, seed: Any, /) -> None:
        """Set up a game in a record that holds the players and options."""

    def legal(self, s: State, moves: Any, /) -> int:
        """Write the legal actions of the deciding seat; how many there are."""

    def step(self, s: State, action: int, /) -> None:
        """Play a legal action."""

    def winners(self, s: State, /) -> int:
        """The winning seats, one bit each."""

    def longest(self, players: int, /) -> int:
        """The most decisions a game can take."""


class HiddenModule(Protocol):
    """`hidden`: what a seat cannot know; each is an `@rule`."""

    def determinize(self, s: State, seat: int, seed: Any, labels: Any, /) -> None:
        """Deal everything anew that a seat (-1: a spectator) cannot know."""

    def reveals(self, before: State, after: State, /) -> bool:
        """Whether one step from a record to another showed anybody something hidden."""


class ViewsModule(Protocol):
    """`views`: records as JSON-able data."""

    def scores(self, state: Any, /) -> list[int]:
        """Points by seat."""

    def standings(self, state: Any, /) -> list[int]:
        """A number by seat that orders those who did not win."""

    def events(self, state: Any, /, *reader: int | None) -> list[Event]:
        """The events of the last step: all, or as one seat (None: a spectator) may know them."""

    def public(self, state: Any, /) -> View:
        """The part of a view that is the same for all."""

    def private(self, state: Any, seat: int | None, /) -> View:
        """The part of a view that only one seat (None: a spectator) has."""


class MovesModule(Protocol):
    """`moves`: actions in notation."""

    def write(self, state: Any, action: int, /) -> str:
        """An action in notation."""

    def read(self, state: Any, text: str, /) -> int:
        """The action of a text in notation, legal or not; InvalidMove if there is none."""


class StackModule(Protocol):
    """`stack`: decks in a chosen order."""

    def stack(self, state: Any, asked: dict[str, Any], /) -> None:
        """Put cards on top of the decks after the setup."""


class EstimateModule(Protocol):
    """`estimate`: what the bots need to know."""

    @property
    def SEARCH_PARAMS(self) -> dict[str, float]:  # noqa: N802  # a constant in each game
        """Parameters of the tree search."""

    def estimate(self, s: State, seat: int, /) -> float:
        """How likely a seat is to win, as a log-weight; an `@rule`."""


class StudyModule(Protocol):
    """`study`: what simulations measure."""

    SETTINGS: list[tuple[str, int, dict[str, Any]]]  # what a study compares: title, players, options
    ROW: np.dtype[Any]  # the result of one game

    def tally(self, s: State, row: State, /) -> None:
        """Write the facts of a finished game into a row; an `@rule`."""

    def columns(self, rows: Any, players: int, /) -> dict[str, Any]:
        """Rows as columns of a data frame."""

    def summarize(self, summary: Summary, rows: Any, players: int, /) -> None:
        """Add rows to summary tables."""


class TerminalModule(Protocol):
    """`terminal`: the game as text."""

    def board(self, view: View, names: list[str], /) -> RenderableType:
        """A view, drawn."""

    def ask(self, view: View, names: list[str], /) -> str:
        """What the deciding seat is asked."""

    def explain(self, view: View, move: str, /) -> str:
        """What a move does."""

    def tell(self, event: Event, names: list[str], /) -> str:
        """An event as a sentence; empty if it needs none."""


class ClosedModule(Protocol):
    """`closed`: why something cannot be chosen. Optional."""

    def closed(self, state: Any, /) -> list[dict[str, str]]:
        """What the deciding seat cannot choose though it is visible, with the reason and the rule."""


class StandingModule(Protocol):
    """`standing`: public facts that follow from the rules. Optional."""

    def standing(self, state: Any, /) -> dict[str, Any]:
        """Facts such as who leads."""


class ObserveModule(Protocol):
    """`observe`: what a seat knows as a vector, for networks; the functions are `@rule`s. Optional."""

    LAYOUT: Layout

    def observe(self, s: State, seat: int, out: Any, /) -> None:
        """Write what a seat knows into a vector of zeros. Equal for records that look alike to the seat."""

    def score(self, s: State, p: int, /) -> int:
        """Points of a seat, as `views.scores` gives them."""


class BoardsModule(Protocol):
    """`boards`: boards as data. Only games that have several."""

    def load(self, board: str | Path | dict[str, Any] | None, /) -> dict[str, Any]:
        """A board by name, path or data (None: the usual one), checked; BoardError says what is wrong with it."""

    def lay(self, state: Any, board: dict[str, Any], /) -> None:
        """Write a board into a record."""

    def shown(self, board: dict[str, Any], /) -> dict[str, Any]:
        """What views contain of a board."""


class EndgameModule(Protocol):
    """`endgame`: positions that can be solved exactly. Optional."""

    def foresee(self, record: Any, /) -> list[tuple[int, float]]:
        """For each action that matters its share of the victory; empty if the position is not solved."""


@dataclass(frozen=True)
class GameModules:
    """All modules of a game, for mypy: see the module's docstring."""

    state: StateModule
    rules: RulesModule
    hidden: HiddenModule
    views: ViewsModule
    moves: MovesModule
    stack: StackModule
    estimate: EstimateModule
    study: StudyModule
    terminal: TerminalModule
    closed: ClosedModule | None = None
    standing: StandingModule | None = None
    observe: ObserveModule | None = None
    boards: BoardsModule | None = None
    endgame: EndgameModule | None = None
