"""A PCG generator (XSH-RR, 64-bit state, 32-bit output) that lives in the record's field `rng`.

Seed and moves therefore reproduce a game exactly, interpreted, compiled or on a GPU. Bounded draws are unbiased.
"""

from __future__ import annotations

from typing import Any

from tabiji.core.jit import rule, u64
from tabiji.core.record import State

_MULTIPLIER = 6364136223846793005
_INCREMENT = 1442695040888963407
_WORD = 0xFFFFFFFF
_LONG = 0xFFFFFFFFFFFFFFFF


@rule
def wrap(x: Any) -> Any:
    """The low 64 bits: interpreted integers do not wrap around by themselves."""
    return x & u64(_LONG)


@rule
def _mixed(x: Any) -> Any:
    """A bijection of 64-bit words that sends neighbouring seeds far apart (the finalizer of SplitMix64)."""
    x = wrap(u64(x) + u64(0x9E3779B97F4A7C15))
    x = wrap((x ^ (x >> u64(30))) * u64(0xBF58476D1CE4E5B9))
    x = wrap((x ^ (x >> u64(27))) * u64(0x94D049BB133111EB))
    return x ^ (x >> u64(31))


@rule
def seed_rng(s: State, seed: Any) -> None:
    """Start the record's generator from a 64-bit seed."""
    s.rng = _mixed(seed)


@rule
def _word(x: Any) -> Any:
    """The 32 random bits of a state of the generator."""
    word = ((x >> u64(18)) ^ x) >> u64(27) & u64(_WORD)
    turn = x >> u64(59)
    return ((word >> turn) | (word << (u64(32) - turn))) & u64(_WORD)


@rule
def _following(x: Any) -> Any:
    """The state after this one."""
    return wrap(x * u64(_MULTIPLIER) + u64(_INCREMENT))


@rule
def _next(s: State) -> Any:
    """The next 32 random bits."""
    x = u64(s.rng)
    s.rng = _following(x)
    return _word(x)


@rule
def _unfair(bound: Any) -> Any:
    """How many products of a word and this bound would favour some numbers (Lemire's method)."""
    return (u64(_WORD) + u64(1) - bound) % bound


@rule
def below(s: State, n: int) -> int:
    """A uniform number in 0..n-1 (Lemire's method: multiply, and draw again in the few biased cases)."""
    bound = u64(n)
    product = _next(s) * bound
    if product & u64(_WORD) < bound:
        unfair = _unfair(bound)
        while product & u64(_WORD) < unfair:
            product = _next(s) * bound
    return int(product >> u64(32))


@rule
def any_seed(s: State) -> Any:
    """A 64-bit seed for another generator."""
    high = _next(s)
    return (high << u64(32)) | _next(s)


@rule
def shuffle(s: State, cards: Any, n: int) -> None:
    """Put the first n entries of an array into uniformly random order.

    Each is drawn as in `below`, but the generator stays in a register: a compiler that cannot know whether the cards
    overlap it would write and read it again for each of them.
    """
    x = u64(s.rng)
    for i in range(n - 1, 0, -1):
        bound = u64(i + 1)
        product = _word(x) * bound
        x = _following(x)
        if product & u64(_WORD) < bound:
            unfair = _unfair(bound)
            while product & u64(_WORD) < unfair:
                product = _word(x) * bound
                x = _following(x)
        j = int(product >> u64(32))
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card
    s.rng = x
