"""The record of Tokaido: every fact of a journey in progress, and the numbers of its components.

Components come from `data/tokaido.toml`; rule code holds no number or name of a card.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

import numpy as np

from tabiji.core.deck import deck
from tabiji.core.jit import table
from tabiji.core.journal import journal

DATA: dict[str, Any] = tomllib.loads(files(__package__).joinpath("data/tokaido.toml").read_text("utf-8"))


def _ids(kind: str, key: str = "cards") -> tuple[str, ...]:
    return tuple(entry["id"] for entry in DATA[kind][key])


def _column(kind: str, name: str, key: str = "cards") -> Any:
    return table([entry.get(name, 0) for entry in DATA[kind][key]])


def _copies(kind: str) -> Any:
    return table([i for i, card in enumerate(DATA[kind]["cards"]) for _ in range(card["copies"])])


# --- the road -----------------------------------------------------------------------------------------------------
SPACES = ("inn", "village", "farm", "temple", "hot_spring", "encounter", "paddy", "mountain", "sea")
INN, VILLAGE, FARM, TEMPLE, HOT_SPRING, ENCOUNTER, FIRST_PANORAMA = range(7)
_stops = [SPACES.index(stop) for stop in DATA["road"]["stops"]]
_double = [stop in DATA["road"]["double"] for stop in range(len(_stops))]
# row 0: from Kyoto to Edo; row 1: the return trip. Stops are numbered in walking order.
ROAD = table([_stops, _stops[::-1]])
DOUBLE = table([_double, _double[::-1]])
LAST_STOP = len(_stops) - 1
INNS = table([[i for i, space in enumerate(road) if space == INN] for road in (_stops, _stops[::-1])])
# the same as bits, one for each stop: by direction, the stops with two dots; by direction and kind, the spaces
DOUBLE_STOPS = table([sum(1 << i for i, two in enumerate(row) if two) for row in (_double, _double[::-1])], np.int64)
STOPS_OF = table(
    [
        [sum(1 << i for i, space in enumerate(road) if space == kind) for kind in range(len(SPACES))]
        for road in (_stops, _stops[::-1])
    ],
    np.int64,
)
DOUBLE_MIN_PLAYERS: int = DATA["road"]["double_min_players"]

# --- travelers ----------------------------------------------------------------------------------------------------
TRAVELERS = _ids("travelers", "tiles")
HIROSHIGE, CHUUBEI, KINKO, YOSHIYASU, SATSUKI, MITSUKUNI, SASAYAKKO, HIROTADA, UMEGAE, ZEN_EMON = range(10)
START_COINS = _column("travelers", "coins", "tiles")
NOBODY = -1

# --- cards --------------------------------------------------------------------------------------------------------
MEALS = _ids("meals")
MEAL_PRICE = _column("meals", "price")
MEAL_POINTS: int = DATA["meals"]["points"]
MEAL_DECK = _copies("meals")

SOUVENIRS = _ids("souvenirs")
SOUVENIR_TYPES = ("small_object", "food", "clothing", "art")
SOUVENIR_TYPE = table([SOUVENIR_TYPES.index(card["type"]) for card in DATA["souvenirs"]["cards"]])
OF_TYPE = table(  # the cards of each type, one bit each
    [
        sum(1 << i for i, card in enumerate(DATA["souvenirs"]["cards"]) if card["type"] == kind)
        for kind in SOUVENIR_TYPES
    ],
    np.int32,
)
SOUVENIR_PRICE = _column("souvenirs", "price")
SOUVENIR_DECK = table(range(len(SOUVENIRS)))
SET_POINTS = table(DATA["souvenirs"]["set_points"])

HOT_SPRING_POINTS = _column("hot_springs", "points")
HOT_SPRING_DECK = _copies("hot_springs")

ENCOUNTERS = _ids("encounters")
SHOKUNIN, SAMURAI, KUGE, MIKO, FIRST_GUIDE = range(5)
SAMURAI_POINTS: int = DATA["encounters"]["cards"][SAMURAI]["points"]
KUGE_COINS: int = DATA["encounters"]["cards"][KUGE]["coins"]
ENCOUNTER_DECK = _copies("encounters")

PANORAMAS = SPACES[FIRST_PANORAMA:]
PANORAMA_LENGTH = table([DATA["panoramas"]["length"][name] for name in PANORAMAS])

# --- scoring ------------------------------------------------------------------------------------------------------
ACHIEVEMENTS: tuple[str, ...] = tuple(DATA["achievements"]["cards"])
GOURMET, BATHER, CHATTERBOX, COLLECTOR = range(3, 7)
ACHIEVEMENT_POINTS: int = DATA["achievements"]["points"]
MAX_DONATION: int = DATA["temple"]["max_donation"]
RANK_POINTS = table(DATA["temple"]["rank_points"])
OTHER_DONOR_POINTS: int = DATA["temple"]["other_donor_points"]
FARM_COINS: int = DATA["procedure"]["farm_coins"]
VILLAGE_REVEAL: int = DATA["procedure"]["village_reveal"]
INITIATORY_COINS: int = DATA["procedure"]["initiatory_coins"]
PREPARATIONS = table(DATA["procedure"]["preparations_by_slot"])

# where points come from
SOURCES = (
    "meals",
    "panoramas",
    "souvenirs",
    "hot_springs",
    "encounters",
    "temple_coins",
    "temple_rank",
    "achievements",
    "abilities",
)
(
    FROM_MEALS,
    FROM_PANORAMAS,
    FROM_SOUVENIRS,
    FROM_SPRINGS,
    FROM_ENCOUNTERS,
    FROM_TEMPLE,
    FROM_RANK,
    FROM_ACHIEVEMENTS,
    FROM_ABILITIES,
) = range(9)

# --- phases: what the deciding seat is asked ----------------------------------------------------------------------
PHASES = ("take", "move", "buy", "donate", "see", "keep", "treat", "eat", "over")
TAKE, MOVE, BUY, DONATE, SEE, KEEP, TREAT, EAT, OVER = range(9)

# --- actions: one number per decision, see moves.py for their notation --------------------------------------------
A_TAKE = 0  # + traveler
A_MOVE = A_TAKE + len(TRAVELERS)  # + stop - 1
A_BUY = A_MOVE + LAST_STOP  # + subset of the stall, as bits
A_EAT = A_BUY + 2**VILLAGE_REVEAL  # + dish
A_EAT_NOTHING = A_EAT + len(MEALS)
A_DONATE = A_EAT_NOTHING + 1  # + coins - 1
A_SEE = A_DONATE + MAX_DONATION  # + panorama
A_SEE_NOTHING = A_SEE + len(PANORAMAS)
A_KEEP = A_SEE_NOTHING + 1  # + encounter
A_ACCEPT = A_KEEP + len(ENCOUNTERS)
A_REFUSE = A_ACCEPT + 1
ACTIONS = A_REFUSE + 1
MAX_LEGAL = 14  # thirteen spaces and the inn

# --- why a place or a card cannot be chosen: told by the rules that decide it, named in closed.py ------------------
OPEN, OCCUPIED, NO_COINS, PANORAMA_FINISHED, EATEN = range(5)

# --- the journal's kinds of lines ---------------------------------------------------------------------------------
EVENTS = (
    "took",  # who, what: traveler. In secret until all have chosen
    "revealed",  # who, what: traveler, amount: coins
    "lined_up",  # who: pawn, what: Kyoto slot, amount: coins by the preparations variant
    "moved",  # who: pawn, what: stop
    "coins",  # who, what: space, amount
    "shown",  # who, what: souvenir
    "bought",  # who, what: souvenir, amount: coins paid, points
    "given",  # who, what: souvenir, points: for nothing, from Shokunin
    "returned",  # who, amount: souvenirs that go under the deck
    "panorama",  # who, what: panorama, amount: number of the card, points
    "bathed",  # who, points
    "donated",  # who: pawn, what: 1 if the bank gives the coins, amount, points
    "met",  # who, what: encounter, points: Samurai's
    "looked",  # who, what, amount: two encounters. In secret
    "tucked",  # who, what: encounter under the deck. In secret
    "ability",  # who, what: traveler, amount: coins, points
    "served",  # who: pawn, amount: meals drawn
    "treat",  # who, what: meal offered to Satsuki. In secret
    "refused",  # who
    "ate",  # who, what: meal, amount: coins paid, points
    "fasted",  # who
    "discarded",  # who: pawn: a meal, unseen, under the deck
    "cleared",  # amount: meals that go under the deck
    "ranked",  # who: pawn, what: rank, amount: coins in the temple, points
    "achieved",  # who, what: achievement, points
    "over",
)
(
    TOOK,
    REVEALED,
    LINED_UP,
    MOVED,
    COINS,
    SHOWN,
    BOUGHT,
    GIVEN,
    RETURNED,
    PANORAMA,
    BATHED,
    DONATED,
    MET,
    LOOKED,
    TUCKED,
    ABILITY,
    SERVED,
    TREATED,
    REFUSED,
    ATE,
    FASTED,
    DISCARDED,
    CLEARED,
    RANKED,
    ACHIEVED,
    ENDED,
) = range(len(EVENTS))

# --- batches of meals that went under the deck at inn k = 1..4: who knows them differs (see hidden.py) --------------
LEFTOVER = 0  # + k: what nobody bought
DISCARD = 4  # + k: what the neutral traveler threw away, unseen
REFUSAL = 8  # + k: what Satsuki refused from the deck

# --- option satsuki_source (TK-44)
FROM_POOL, FROM_DECK = range(2)

MAX_PLAYERS = 5
MAX_PAWNS = 5  # two players walk with a third, neutral pawn: never more than five

DTYPE: np.dtype[Any] = np.dtype(
    [
        ("rng", "u8"),
        ("souvenir", "i4", (MAX_PLAYERS,)),  # the souvenirs held, one bit each
        ("purse", "i2", (MAX_PLAYERS,)),
        ("points", "i2", (MAX_PLAYERS,)),
        ("earned", "i1", (MAX_PLAYERS, len(SOURCES))),  # points by source
        # what was agreed on
        ("players", "i1"),
        ("pawns", "i1"),
        ("initiatory", "i1"),
        ("return_trip", "i1"),
        ("gastronomy", "i1"),
        ("preparations", "i1"),
        ("repeat_dishes", "i1"),
        ("satsuki_source", "i1"),
        # what is asked, of whom, about which pawn
        ("phase", "i1"),
        ("seat", "i1"),
        ("pawn", "i1"),
        # the road
        ("stop", "i1", (MAX_PAWNS,)),
        ("slot", "i1", (MAX_PAWNS,)),  # 0: on the road, or the inn's slot next to it
        ("departure", "i1", (MAX_PAWNS,)),  # 0: the first to leave Kyoto
        # before each player
        ("dealt", "i1", (MAX_PLAYERS, 2)),
        ("traveler", "i1", (MAX_PLAYERS,)),
        ("panorama", "i1", (MAX_PLAYERS, 3)),
        ("meal", "i1", (MAX_PLAYERS, 4)),  # the dish eaten at each inn
        ("spring", "i1", (MAX_PLAYERS, 2)),
        ("met", "i1", (MAX_PLAYERS, len(ENCOUNTERS))),
        ("achieved", "i1", (MAX_PLAYERS,)),  # one bit each
        ("offering", "i1", (MAX_PAWNS,)),  # coins in the temple
        # on the table
        ("stall", "i1", (3,)),  # souvenirs shown in the village
        ("stalls", "i1"),  # how many times unsold souvenirs went under the deck
        ("pool", "i1", (7,)),  # meals on offer; behind them the one Satsuki is offered from the deck
        ("pool_batch", "i1", (7,)),  # the batch each of them came from
        ("pooled", "i1"),  # how many
        ("inn", "i1"),  # 1..4: the last inn where meals were served
        ("saw", "i1", (5,)),  # by inn: seats that saw the meals on offer, one bit each
        ("saw_before", "i1", (5,)),  # by inn: those who saw them before the neutral traveler threw one away
        ("treat", "i1"),  # Satsuki's offer: a place in the pool
        ("drawn", "i1", (2,)),  # Yoshiyasu's two encounters
        ("meals", deck(len(MEAL_DECK))),
        ("souvenirs", deck(len(SOUVENIR_DECK))),
        ("encounters", deck(len(ENCOUNTER_DECK))),
        ("springs", deck(len(HOT_SPRING_DECK))),
        ("journal", journal(36)),
    ],
    align=True,
)
