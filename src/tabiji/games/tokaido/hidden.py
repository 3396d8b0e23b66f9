"""What a seat knows of hidden cards (TK-80), and `determinize`: everything it cannot know, re-dealt.

- Meals: who saw an inn's offer knows what was left of it when it went under the deck, though not in which order. Who
  saw the offer before the neutral traveler threw a meal away knows only that it was one of them.
- Souvenirs: the unsold went under the deck before everybody's eyes, each visit's in random order.
- Encounters: Yoshiyasu knows the cards he rejected.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tabiji.core.deck import place
from tabiji.core.determinize import KNOWN, MAX_HIDDEN, UNKNOWN, reshuffle
from tabiji.core.jit import rule, rule_with_gil
from tabiji.core.journal import AMOUNT, KIND, WHAT, WHO
from tabiji.core.random import below, seed_rng, shuffle
from tabiji.core.record import State
from tabiji.games.tokaido.state import (
    DISCARD,
    FROM_POOL,
    KEEP,
    LEFTOVER,
    LOOKED,
    NOBODY,
    REFUSAL,
    SATSUKI,
    TAKE,
    TOOK,
    TRAVELERS,
    TREAT,
    TREATED,
    TUCKED,
    YOSHIYASU,
)


@rule
def _is(s: State, seat: int, traveler: int) -> bool:
    return seat >= 0 and s.traveler[seat] == traveler


@rule
def _has(seats: int, seat: int) -> bool:
    return seat >= 0 and seats >> seat & 1 == 1


@rule
def meal_label(s: State, seat: int, batch: int) -> int:
    """What the seat knows of a meal by the batch in which it went under the deck."""
    if batch > REFUSAL:
        return KNOWN if _is(s, seat, SATSUKI) else UNKNOWN
    if batch > DISCARD:
        return batch - DISCARD if _has(s.saw_before[batch - DISCARD], seat) else UNKNOWN
    if batch > LEFTOVER:
        return batch - LEFTOVER if _has(s.saw[batch - LEFTOVER], seat) else UNKNOWN
    return UNKNOWN


@rule
def label_meals(s: State, seat: int, labels: Any) -> int:
    """Label the meals in the deck, on offer, and offered to Satsuki; how many they are."""
    n = int(s.meals.left)
    for i in range(n):
        labels[i] = meal_label(s, seat, s.meals.batch[place(s.meals, i)])
    for i in range(s.pooled):
        seen = _has(s.saw[s.inn], seat)
        labels[n + i] = s.inn if seen else meal_label(s, seat, s.pool_batch[i])
    n += s.pooled
    if s.treat == s.pooled:  # from the deck: laid behind the offer, only Satsuki sees it
        labels[n] = KNOWN if seat == s.seat else meal_label(s, seat, s.pool_batch[s.treat])
        n += 1
    return n


@rule
def label_souvenirs(s: State, seat: int, labels: Any) -> int:
    """Everybody saw which souvenirs went under the deck, and when."""
    for i in range(s.souvenirs.left):
        labels[i] = s.souvenirs.batch[place(s.souvenirs, i)]
    return int(s.souvenirs.left)


@rule
def label_encounters(s: State, seat: int, labels: Any) -> int:
    """Yoshiyasu knows what he put under the deck, and the two cards he is choosing from."""
    n = int(s.encounters.left)
    knows = _is(s, seat, YOSHIYASU)
    for i in range(n):
        labels[i] = KNOWN if knows and s.encounters.batch[place(s.encounters, i)] else UNKNOWN
    if s.phase == KEEP:
        for _ in range(2):
            labels[n] = KNOWN if knows else UNKNOWN
            n += 1
    return n


@rule
def label_springs(s: State, seat: int, labels: Any) -> int:
    """Nobody knows anything of the hot springs still in the deck."""
    for i in range(s.springs.left):
        labels[i] = UNKNOWN
    return int(s.springs.left)


@rule
def _label_all(rows: Any, seat: int, sheet: Any) -> None:
    """Label meals, souvenirs and encounters; how many they are stands in the last column."""
    s = rows[0]
    sheet[0, MAX_HIDDEN] = label_meals(s, seat, sheet[0])
    sheet[1, MAX_HIDDEN] = label_souvenirs(s, seat, sheet[1])
    sheet[2, MAX_HIDDEN] = label_encounters(s, seat, sheet[2])


@rule_with_gil
def _label_for_all(rows: Any, sheets: Any) -> None:
    for viewer in range(len(sheets)):
        _label_all(rows, viewer - 1 if viewer else NOBODY, sheets[viewer])


def known(rows: Any, players: int) -> Any:
    """What a spectator (first) and each seat know of meals, souvenirs and encounters: a row of labels each."""
    sheets = np.zeros((players + 1, 3, MAX_HIDDEN + 1), np.int8)
    _label_for_all(rows, sheets)
    return sheets


@rule
def _redeal_travelers(s: State, seat: int) -> None:
    """Tiles the others hold or did not keep. Until all have chosen, their choice is unknown too."""
    taken = 0
    for p in range(s.players):
        if p == seat:
            taken |= 1 << s.dealt[p, 0] | 1 << s.dealt[p, 1]
        elif s.phase != TAKE:
            taken |= 1 << s.traveler[p]
    for p in range(s.players):
        if p == seat:
            continue
        for i in range(2):
            if i == 0 and s.phase != TAKE:
                s.dealt[p, 0] = s.traveler[p]
                continue
            tile = below(s, len(TRAVELERS))
            while taken >> tile & 1:
                tile = below(s, len(TRAVELERS))
            taken |= 1 << tile
            s.dealt[p, i] = tile
        if s.phase == TAKE and p < s.seat:
            s.traveler[p] = s.dealt[p, below(s, 2)]


@rule
def secret_line(kind: int) -> bool:
    """Kinds of journal lines that only their own seat may read."""
    return kind == TOOK or kind == LOOKED or kind == TUCKED or kind == TREATED


@rule
def determinize(s: State, seat: int, seed: Any, labels: Any) -> None:
    """Re-deal all that `seat` (NOBODY: a spectator) cannot know, consistently with what it has seen."""
    seed_rng(s, seed)
    dish = int(s.pool[s.treat]) if s.phase == TREAT else NOBODY
    reshuffle(s, s.meals, s.pool, label_meals(s, seat, labels), labels)
    if s.phase == TREAT and s.satsuki_source == FROM_POOL:
        s.treat = below(s, s.pooled)
        while seat == s.seat and s.pool[s.treat] != dish:
            s.treat = (s.treat + 1) % s.pooled
    reshuffle(s, s.souvenirs, s.stall, label_souvenirs(s, seat, labels), labels)
    reshuffle(s, s.encounters, s.drawn, label_encounters(s, seat, labels), labels)
    reshuffle(s, s.springs, s.drawn, label_springs(s, seat, labels), labels)
    if s.phase == TAKE:
        for pawn in range(s.pawns):
            s.slot[pawn] = pawn
        shuffle(s, s.slot, s.pawns)
    if not s.initiatory:
        _redeal_travelers(s, seat)
    for i in range(s.journal.size):
        if secret_line(s.journal.lines[i, KIND]) and s.journal.lines[i, WHO] != seat:
            s.journal.lines[i, WHAT] = 0
            s.journal.lines[i, AMOUNT] = 0


@rule
def reveals(before: State, after: State) -> bool:
    """Whether a step showed anybody, spectators included, something hidden.

    What moves face down and is seen by nobody is no revelation: unsold cards under a deck, meals served to the neutral
    traveler. What only some had seen and then lies open for all, a meal eaten or an encounter kept, is one.
    """
    if before.phase == TAKE:
        return after.phase != TAKE
    if before.phase == KEEP:
        return True
    for i in range(len(after.saw)):
        if after.saw[i] != before.saw[i]:  # somebody has sat down and sees the meals on offer
            return True
    for i in range(after.players * 4):
        if after.meal[i // 4, i % 4] != before.meal[i // 4, i % 4]:
            return True
    return bool(
        after.souvenirs.top != before.souvenirs.top
        or after.encounters.top != before.encounters.top
        or after.springs.top != before.springs.top
    )
