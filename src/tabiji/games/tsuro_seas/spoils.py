"""The spoils of TS-32: who costs others their ships may swap tiles of the own hand for tiles of theirs.

The lost hands stay in their places until the swapping is over. A swap marks both places as traded, so that no tile
changes hands twice and the swapping ends.
"""

from __future__ import annotations

from typing import Any

from tabiji.core.jit import rule
from tabiji.core.journal import note
from tabiji.core.record import State
from tabiji.games.tsuro_seas.state import A_KEEP, A_SWAP, BIT, HAND, NO_TILE, PATTERNS, SWAPPED


@rule
def tradable(s: State, place: int) -> bool:
    """Whether a place holds a tile that was not swapped yet."""
    return s.hand[place] != NO_TILE and not s.traded >> place & 1


@rule
def is_spoil(s: State, place: int) -> bool:
    """Whether a place holds a tile of a lost hand that can still be taken."""
    return s.falling >> (place // HAND) & 1 == 1 and tradable(s, place)


@rule
def may_swap(s: State, p: int) -> bool:
    """Whether both sides still have a tile to swap. Numbers of tiles are public, so nothing leaks from the question."""
    own = False
    theirs = False
    for i in range(s.players * HAND):
        if i // HAND == p:
            own = own or tradable(s, i)
        else:
            theirs = theirs or is_spoil(s, i)
    return own and theirs


@rule
def look_at_spoils(s: State, p: int) -> None:
    """TS-60: only the active player sees the lost hands."""
    for i in range(s.players * HAND):
        if is_spoil(s, i):
            s.seen[i] |= BIT[p]


@rule
def legal_swaps(s: State, p: int, moves: Any) -> int:
    """Each different own tile against each different spoil, never for its equal; or an end of it."""
    n = 0
    for slot in range(HAND - 1):
        own = p * HAND + slot
        if not tradable(s, own) or (slot == 1 and s.hand[own] == s.hand[own - 1] and tradable(s, own - 1)):
            continue
        offered = 1 << s.hand[own]
        for i in range(s.players * HAND):
            if is_spoil(s, i) and not offered >> s.hand[i] & 1:
                offered |= 1 << s.hand[i]
                moves[n] = A_SWAP + slot * PATTERNS + s.hand[i]
                n += 1
    moves[n] = A_KEEP
    return n + 1


@rule
def exchange(s: State, p: int, slot: int, pattern: int) -> None:
    """Swap one tile for one; what was known of each goes with it."""
    own = p * HAND + slot
    spoil = 0
    while not (is_spoil(s, spoil) and s.hand[spoil] == pattern):
        spoil += 1
    note(s, SWAPPED, p, s.hand[own], pattern, 0)
    known = s.seen[spoil]
    s.hand[spoil] = s.hand[own]
    s.seen[spoil] = s.seen[own]
    s.hand[own] = pattern
    s.seen[own] = known
    s.traded |= 1 << own | 1 << spoil
