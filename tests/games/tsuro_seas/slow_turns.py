"""The turns of Tsuro of the Seas once more, from the rulebook: who is asked what, and how a voyage ends.

Chance (dice, and which daikaiju comes) is read off what the engine tells; all that must follow from it is worked out
here on the slow board of slow_sea.py, and compared.
"""

from __future__ import annotations

from typing import Any

from tests.games.tsuro_seas.slow_sea import Sea, mark, square

TOLD = ("rolled", "arrived", "lost", "relocated", "stayed", "passed", "over")


class Turns:
    """One game, step by step."""

    def __init__(self, view: dict[str, Any]) -> None:
        self.players: int = view["players"]
        self.options: dict[str, Any] = view["options"]
        self.turn = 0
        self.seen: set[str] = set()  # what was checked, for tests that want to have met it
        self._begin(view)
        self.active: int = view["active"]
        self.choosing: list[int] = []  # ships at their marks that a daikaiju met, and that have not chosen yet
        self.falling: set[int] = set()  # ships lost in this step

    def _begin(self, view: dict[str, Any]) -> None:
        """The board before a move."""
        self.sea = Sea(view)
        self.supply = {beast["id"] for beast in view["daikaiju"] if beast["place"] == "supply"}
        self.gone = {beast["id"] for beast in view["daikaiju"] if beast["place"] == "gone"}

    def follow(self, before: dict[str, Any], move: str, events: list[dict[str, Any]], after: dict[str, Any]) -> None:
        """One move, and all that happens until the next decision."""
        self._begin(before)
        self.told = [event for event in events if event["event"] in TOLD]
        self.after = after
        seat, words = before["seat"], move.split()
        if words[0] == "place":
            self.falling = set()
            ends = self.sea.place(seat, int(words[1]), int(words[2][1]))
            for _ in [end for end in ends.values() if isinstance(end, str)]:
                lost = self._next("lost")
                assert ends[lost["seat"]] == lost["fate"]
                self.falling.add(lost["seat"])
        elif words[0] == "pass":
            assert self._next("passed")["seat"] == seat
        elif words[0] in ("relocate", "stay"):
            self._choose(seat, words)
        if after["phase"] in ("start", "swap"):
            assert not self.told
            return
        if words[0] == "start":
            self.active = (after["first"] - 1) % self.players
            self._moor(seat, words[1])
        if words[0] not in ("relocate", "stay") or self._ask():
            self._next_turn()
        assert not self.told

    def _next(self, kind: str) -> dict[str, Any]:
        event = self.told.pop(0)
        assert event["event"] == kind, (event, kind)
        return event

    def _moor(self, seat: int, name: str) -> None:
        self.sea.ships[seat] = mark(name[0], int(name[1:]))

    # --- ships at their marks -----------------------------------------------------------------------------------
    def _choose(self, seat: int, words: list[str]) -> None:
        """ "The player may move the ship to any other starting point on the same side, provided there is no tile.\""""
        assert self.choosing.pop(0) == seat
        event = self._next("stayed" if words[0] == "stay" else "relocated")
        assert event["seat"] == seat
        if words[0] == "relocate":
            assert words[1] in self.sea.other_marks(seat)
            self._moor(seat, words[1])

    def _ask(self) -> bool:
        """Who is devoured, who chooses a mark, who places; True if nobody has to decide in this turn."""
        p = self.active
        if self._threatened(p) and p not in self.choosing:
            self._drown({p}, "devoured")
        if self.choosing and (len(self.sea.ships) > 1 or self._threatened(p)):
            seat = self.choosing[0]
            assert (self.after["phase"], self.after["seat"], self.after["active"]) == ("relocate", seat, p)
            legal = {*(f"relocate {name}" for name in self.sea.other_marks(seat)), "stay"}
            assert set(self.after["legal"]) == legal
            self.seen |= {"asked", "nowhere else" if legal == {"stay"} else "elsewhere"}
            return False
        self.choosing = []
        if p not in self.sea.ships or len(self.sea.ships) < 2:
            return True
        can = self.sea.ships[p][0] not in self.sea.tiles and len(self.after["hands"][p]) > 0
        assert (self.after["phase"], self.after["seat"]) == ("place" if can else "pass", p)
        return False

    def _threatened(self, p: int) -> bool:
        """ "If a daikaiju gets to the square next to the active player's ship.\""""
        return p in self.sea.ships and self.sea.ships[p][0] in [where for where, _ in self.sea.beasts.values()]

    def _drown(self, ships: set[int], fate: str) -> None:
        told = {self._next("lost")["seat"]: fate for _ in ships}
        assert set(told) == ships
        for p in ships & set(self.sea.ships):
            del self.sea.ships[p]
        self.falling |= ships
        self.seen.add(fate)

    # --- turns --------------------------------------------------------------------------------------------------
    def _next_turn(self) -> None:
        while not self._over():
            self.turn += 1
            self.active = next(p for p in self._from(self.active + 1) if p in self.sea.ships)
            self.falling = set()
            met = set() if self.options["no_daikaiju"] else self._daikaiju()
            self.choosing = [p for p in self._from(self.active) if p in met & set(self.sea.ships)]
            if not self._ask():
                return

    def _from(self, first: int) -> list[int]:
        return [(first + i) % self.players for i in range(self.players)]

    def _daikaiju(self) -> set[int]:
        """ "There must always be at least 3 on the board\": else they are placed, and nobody rolls. Who was met."""
        met: set[int] = set()
        missing = 3 - len(self.sea.beasts)
        if missing > 0:
            for _ in range(missing):
                met |= self._arrive(needed=True)
            self.seen.add("made up")
            return met
        roll = self._next("rolled")
        assert roll["seat"] == self.active
        assert (roll["action"] is not None) == (roll["gold"] + roll["blue"] in (6, 7, 8))
        if roll["action"] == 6 and (self.supply or (self.gone and self.options["lost_daikaiju"] == "recycle")):
            return self._arrive(needed=False)
        if (roll["action"] or 6) < 6:
            before = set(self.sea.beasts)
            crushed, met = self.sea.stir(roll["action"], self.options["daikaiju_order"] == "ascending")
            self.gone |= before - set(self.sea.beasts)
            self._drown(crushed, "crushed")
        return met

    def _arrive(self, needed: bool) -> set[int]:
        event = self._next("arrived")
        if not self.supply and self.options["lost_daikaiju"] == "recycle":
            self.supply, self.gone = self.gone, set()
        if not self.supply and needed:
            assert event["daikaiju"] in self.gone
            self.gone.remove(event["daikaiju"])
            self.seen.add("came back")
        else:
            self.supply.remove(event["daikaiju"])
        where = square(event["square"])
        assert where not in [lair for lair, _ in self.sea.beasts.values()]
        crushed, met = self.sea.settle(event["daikaiju"], where, "nesw".index(event["facing"]))
        self._drown(crushed, "crushed")
        return met

    # --- the end ------------------------------------------------------------------------------------------------
    def _over(self) -> bool:
        """One ship, none, or nothing that could ever change: no daikaiju, and nobody with a square and a tile."""
        left = set(self.sea.ships)
        pile = sum(run["cards"] for run in self.after["decks"]["wakes"])
        able = [p for p, (ahead, _) in self.sea.ships.items() if ahead not in self.sea.tiles and self._tiles(p, pile)]
        if len(left) > 1 and (able or not self.options["no_daikaiju"]) and self.turn < 500:
            return False
        if len(left) < 2:
            ending, winners = ("last_ship", left) if left else ("together", self.falling)
        elif self.turn == 500:
            ending, winners = "limit", left
        else:
            ending, winners = ("no_room" if len(self.sea.tiles) == 49 else "becalmed"), left
        assert self._next("over")["ending"] == ending == self.after["ending"]
        assert set(self.after["winners"]) == winners
        self.seen.add(ending)
        return True

    def _tiles(self, p: int, pile: int) -> bool:
        """Whether a ship has or can draw a tile."""
        return pile > 0 or len(self.after["hands"][p]) > 0
