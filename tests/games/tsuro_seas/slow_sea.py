"""Tsuro of the Seas once more, slowly: wakes as a graph of points, nothing shared with the rules.

A port is a point with coordinates; each line of a tile is a node between two points; a ship is at a point and heads
into a square. Wakes are followed by networkx. Written from the rules and the component data alone, to check the real
thing against.
"""

from __future__ import annotations

import copy
import tomllib
from pathlib import Path
from typing import Any

import networkx as nx

import tabiji

DATA = tomllib.loads((Path(tabiji.__file__).parent / "games/tsuro_seas/data/tsuro_seas.toml").read_text("utf-8"))
PATTERNS = [tile["pairs"] for tile in DATA["tiles"]["patterns"]]
COMPASS = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
# ports, in thirds of a square
CORNERWISE = [(1, 0), (2, 0), (3, 1), (3, 2), (2, 3), (1, 3), (0, 2), (0, 1)]

Square = tuple[int, int]
Point = tuple[int, int]
Ship = tuple[Square, Point]  # the square ahead, and where the ship is


def square(name: str) -> Square:
    return "abcdefg".index(name[0]), int(name[1]) - 1


def point(where: Square, port: int) -> Point:
    return 3 * where[0] + CORNERWISE[port][0], 3 * where[1] + CORNERWISE[port][1]


def on_board(where: Square) -> bool:
    return 0 <= where[0] < 7 and 0 <= where[1] < 7


def mark(side: str, number: int) -> Ship:
    """A start mark: 14 a side, from the west or from the north, two for each square."""
    line, along = (number - 1) // 2, 3 * ((number - 1) // 2) + 1 + (number - 1) % 2
    return {
        "n": ((line, 0), (along, 0)),
        "s": ((line, 6), (along, 21)),
        "w": ((0, line), (0, along)),
        "e": ((6, line), (21, along)),
    }[side]


def lines(pattern: int, turns: int, where: Square) -> list[tuple[Point, Point]]:
    """The four wakes of a tile that lies on a square."""
    return [tuple(point(where, (port + 2 * turns) % 8) for port in pair) for pair in PATTERNS[pattern]]  # type: ignore[misc]


def neighbours(at: Point) -> list[Square]:
    """The squares that touch at a point, on the board or not."""
    x, y = at
    if x % 3 == 0:
        return [(x // 3 - 1, y // 3), (x // 3, y // 3)]
    return [(x // 3, y // 3 - 1), (x // 3, y // 3)]


class Sea:
    """The board as everybody sees it."""

    def __init__(self, view: dict[str, Any]) -> None:
        self.players: int = view["players"]
        self.swap = view["options"]["head_on"] == "swap"
        self.graph = nx.Graph()
        self.tiles: set[Square] = set()
        for name, tile in view["tiles"].items():
            self.lay(square(name), tile["tile"], tile["turns"])
        self.beasts: dict[str, tuple[Square, int]] = {
            beast["id"]: (square(beast["square"]), "nesw".index(beast["facing"]))
            for beast in view["daikaiju"]
            if beast["place"] == "board"
        }
        self.ships: dict[int, Ship] = {
            p: (square(ship["ahead"]), point(square(ship["ahead"]), ship["port"]))
            for p, ship in enumerate(view["ships"])
            if ship["ahead"]
        }

    def lay(self, where: Square, pattern: int, turns: int) -> None:
        self.tiles.add(where)
        for one, other in lines(pattern, turns, where):
            line = ("line", where, one)
            self.graph.add_edge(one, line)
            self.graph.add_edge(line, other)

    def lift(self, where: Square) -> None:
        self.tiles.remove(where)
        self.graph.remove_nodes_from([node for node in self.graph if node[0] == "line" and node[1] == where])

    # --- sailing ------------------------------------------------------------------------------------------------
    def walk(self, ship: Ship) -> list[Any] | None:
        """The points and lines a ship passes, its own point first; None if the wake never ends."""
        ahead, start = ship
        wake = self.graph.subgraph(nx.node_connected_component(self.graph, start))
        if all(degree == 2 for _, degree in wake.degree):
            return None
        forward = nx.Graph(wake)
        forward.remove_edges_from([(start, line) for line in wake[start] if line[1] != ahead])
        forward = forward.subgraph(nx.node_connected_component(forward, start))
        ends = [node for node, degree in forward.degree if degree == 1 and node != start]
        return list(nx.shortest_path(forward, start, ends[0]))

    def voyages(self, here: Square) -> dict[int, tuple[list[Any], Any]]:
        """For each ship that faces the tile just laid: the points passed, and its end: a ship or the way it is lost."""
        waiting = {at for ahead, at in self.ships.values() if ahead == here}
        found: dict[int, tuple[list[Any], Any]] = {}
        for p, (ahead, at) in self.ships.items():
            if ahead != here:
                continue
            path = self.walk((ahead, at))
            if path is None:
                found[p] = self._round_and_round((ahead, at)), "loop"
                continue
            if self.swap:
                # it stops at the first point where another ship waited, when it comes there over the new tile
                for i in range(2, len(path), 2):
                    if path[i] in waiting and path[i - 1][1] == here:
                        path = path[: i + 1]
                        break
            found[p] = path, self._end(path)
        return found

    def _round_and_round(self, ship: Ship) -> list[Any]:
        path: list[Any] = [ship[1]]
        heading = ship[0]
        while len(path) == 1 or path[-1] != ship[1]:
            line = next(line for line in self.graph[path[-1]] if line[1] == heading)
            path += [line, next(far for far in self.graph[line] if far != path[-1])]
            heading = next(s for s in neighbours(path[-1]) if s != heading)
        return path

    def _end(self, path: list[Any]) -> Any:
        ahead = next(s for s in neighbours(path[-1]) if s != path[-2][1])
        if not on_board(ahead):
            return "edge"
        if ahead in [where for where, _ in self.beasts.values()]:
            return "daikaiju"
        return ahead, path[-1]

    # --- placing ------------------------------------------------------------------------------------------------
    def faults(self, p: int, pattern: int, turns: int) -> tuple[bool, bool]:
        """Whether a placement makes two ships share a wake in one direction, and whether it loses the own ship."""
        here = self.ships[p][0]
        self.lay(here, pattern, turns)
        found = self.voyages(here)
        shared = False
        for one, (path, _) in found.items():
            for other, (ahead, at) in self.ships.items():
                if one == other or at not in path:
                    continue
                i = path.index(at)
                if i == 0:
                    shared = True  # they are side by side already
                else:
                    came_over = path[i - 1][1]
                    shared = shared or next(s for s in neighbours(at) if s != came_over) == ahead
        lost = isinstance(found[p][1], str)
        self.lift(here)
        return shared, lost

    def placements(self, p: int, hand: list[int]) -> set[str]:
        """All legal placements in notation."""
        here = self.ships[p][0]
        judged: dict[str, tuple[bool, bool]] = {}
        for pattern in set(hand):
            looks = set()
            for turns in range(4):
                look = frozenset(frozenset(line) for line in lines(pattern, turns, here))
                if look not in looks:
                    looks.add(look)
                    judged[f"place {pattern} r{turns}"] = self.faults(p, pattern, turns)
        return {move for move, fault in judged.items() if fault == min(judged.values())}

    def place(self, p: int, pattern: int, turns: int) -> dict[int, Any]:
        """Lay the tile and move the ships; what became of each that moved."""
        here = self.ships[p][0]
        self.lay(here, pattern, turns)
        ends = {q: end for q, (_, end) in self.voyages(here).items()}
        for q, end in ends.items():
            if isinstance(end, str):
                del self.ships[q]
            else:
                self.ships[q] = end
        return ends

    # --- daikaiju -----------------------------------------------------------------------------------------------
    def stir(self, roll: int, ascending: bool) -> tuple[set[int], set[int]]:
        """Every daikaiju acts; which ships are crushed, and which are met at their marks."""
        crushed: set[int] = set()
        met: set[int] = set()
        printed = {beast["id"]: beast for beast in DATA["daikaiju"]["tiles"]}
        order = sorted(self.beasts, key=lambda d: (int(d[1]) if ascending else -int(d[1]), d[0] != "g"))
        for beast in order:
            if beast not in self.beasts:
                continue  # eaten before its turn
            (column, row), facing = self.beasts[beast]
            action = printed[beast]["actions"][roll - 1]
            if action == "turn":
                self.beasts[beast] = (column, row), (facing - 1) % 4
                continue
            dx, dy = COMPASS["nesw"[("nesw".index(action) + facing) % 4]]
            target = column + dx, row + dy
            del self.beasts[beast]
            if not on_board(target):
                for p, (ahead, at) in self.ships.items():
                    if ahead == (column, row) and target in neighbours(at):
                        met.add(p)
                continue
            drowned, barred = self.settle(beast, target, facing)
            crushed |= drowned
            met |= barred
        return crushed, met - crushed

    def settle(self, beast: str, target: Square, facing: int) -> tuple[set[int], set[int]]:
        """A daikaiju comes to a square; which ships it crushes there, and before which at their marks it comes."""
        for other in [name for name, (where, _) in self.beasts.items() if where == target]:
            del self.beasts[other]
        self.beasts[beast] = target, facing
        crushed: set[int] = set()
        if target in self.tiles:
            self.lift(target)
            crushed = {p for p, (ahead, at) in self.ships.items() if target in neighbours(at) and ahead != target}
            for p in crushed:
                del self.ships[p]
        return crushed, {p for p, (ahead, _) in self.ships.items() if ahead == target and self.waits(p)}

    # --- start marks --------------------------------------------------------------------------------------------
    def waits(self, p: int) -> bool:
        """Whether a ship is still at the rim of the board, where nothing but marks can be."""
        return not all(on_board(where) for where in neighbours(self.ships[p][1]))

    def other_marks(self, p: int) -> set[str]:
        """The marks of the same side where no ship waits, before a square with neither tile nor daikaiju."""
        x, y = self.ships[p][1]
        side = "w" if x == 0 else "e" if x == 21 else "n" if y == 0 else "s"
        lairs = [where for where, _ in self.beasts.values()]
        taken = [at for _, at in self.ships.values()]
        return {
            f"{side}{number}"
            for number in range(1, 15)
            for where, at in [mark(side, number)]
            if at not in taken and where not in self.tiles and where not in lairs
        }


class CalmGame:
    """The turns of a calm sea, for counting positions: placements, spoils, draws."""

    def __init__(self, view: dict[str, Any], hands: list[list[int]], pile: list[int]) -> None:
        self.sea = Sea(view)
        self.hands = [list(hand) for hand in hands]
        self.pile = list(pile)
        self.active: int = view["active"]
        self.own: list[int] = []  # tiles that may still be given
        self.spoils: list[int] = []  # tiles that may still be taken
        self.swapping = False
        self.over = False

    def moves(self) -> set[str]:
        if self.over:
            return set()
        if self.swapping:
            swaps = {f"swap {own}>{spoil}" for own in self.own for spoil in self.spoils if own != spoil}
            return swaps | {"keep hand"}
        return self.sea.placements(self.active, self.hands[self.active])

    def after(self, move: str) -> CalmGame:
        game = copy.deepcopy(self)
        words = move.split()
        if words[0] == "place":
            game._place(int(words[1]), int(words[2][1]))
        elif words[0] == "swap":
            given, taken = map(int, words[1].split(">"))
            game.own.remove(given)
            game.spoils.remove(taken)
            hand = game.hands[game.active]
            hand[hand.index(given)] = taken
            game._left += [given]
            if not game.own or not game.spoils:
                game._close()
        else:
            game._close()
        return game

    def _place(self, pattern: int, turns: int) -> None:
        self.hands[self.active].remove(pattern)
        ends = self.sea.place(self.active, pattern, turns)
        lost = [p for p, end in ends.items() if isinstance(end, str)]
        self._left: list[int] = []
        spoils = [tile for p in lost for tile in self.hands[p]]
        for p in lost:
            self.hands[p] = []
        if len(self.sea.ships) < 2:
            self.over = True
        elif self.active in self.sea.ships and spoils and self.hands[self.active]:
            self.swapping = True
            self.own, self.spoils = list(self.hands[self.active]), spoils
        else:
            self._left = spoils
            self._close()

    def _close(self) -> None:
        """What is left goes under the pile (in whatever order: it is not drawn within the depth that is counted)."""
        self.pile += self.spoils + self._left
        self.swapping, self.own, self.spoils, self._left = False, [], [], []
        if self.active in self.sea.ships:
            while len(self.hands[self.active]) < 3 and self.pile:
                self.hands[self.active].append(self.pile.pop(0))
        self.active = (self.active + 1) % self.sea.players
        while self.active not in self.sea.ships:
            self.active = (self.active + 1) % self.sea.players


def perft(game: CalmGame, depth: int) -> int:
    """How many sequences of so many moves there are."""
    if depth == 0:
        return 1
    return sum(perft(game.after(move), depth - 1) for move in sorted(game.moves()))
