"""The generator in the record: known values, unbiased draws, streams that do not touch."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from tabiji.core.playout import RNG_STATE
from tabiji.core.random import below, seed_rng, shuffle
from tabiji.core.record import as_state, blank

WORD, LONG = 2**32 - 1, 2**64 - 1


def reference(seed: int, count: int) -> list[int]:
    """PCG XSH-RR 64/32 seeded through SplitMix64's finalizer, written from their definitions in plain Python."""
    x = (seed + 0x9E3779B97F4A7C15) & LONG
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & LONG
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & LONG
    x ^= x >> 31
    out = []
    for _ in range(count):
        word = (((x >> 18) ^ x) >> 27) & WORD
        turn = x >> 59
        out.append(((word >> turn) | (word << (32 - turn))) & WORD)
        x = (x * 6364136223846793005 + 1442695040888963407) & LONG
    return out


@pytest.mark.parametrize("seed", [0, 1, 7, 2**63, 2**64 - 1])
def test_bounded_draws_follow_the_definition(seed: int) -> None:
    rng = as_state(blank(RNG_STATE))
    seed_rng(rng, np.uint64(seed))
    drawn = [below(rng, 2**31) for _ in range(200)]
    assert drawn == [word >> 1 for word in reference(seed, 200)]


@pytest.mark.parametrize("n", [1, 2, 3, 6, 7, 10, 56])
def test_draws_are_uniform(n: int) -> None:
    rng = as_state(blank(RNG_STATE))
    seed_rng(rng, np.uint64(n))
    counts = Counter(below(rng, n) for _ in range(300 * n))
    assert set(counts) <= set(range(n))
    chi2 = sum((counts[i] - 300) ** 2 / 300 for i in range(n))
    assert chi2 < n - 1 + 4 * (2 * max(n - 1, 1)) ** 0.5 + 1


def test_unfair_words_are_drawn_again() -> None:
    """With n just above 2**31 nearly half of all words would be unfair: they are drawn again."""
    n = 2**31 + 1
    rng = as_state(blank(RNG_STATE))
    seed_rng(rng, np.uint64(1))
    words = iter(reference(1, 4000))
    unfair = (2**32 - n) % n
    for _ in range(1000):
        product = next(words) * n
        while product & WORD < unfair:
            product = next(words) * n
        assert below(rng, n) == product >> 32


def test_shuffles_are_uniform() -> None:
    rng = as_state(blank(RNG_STATE))
    seed_rng(rng, np.uint64(3))
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(2400):
        cards = np.arange(4, dtype=np.int8)
        shuffle(rng, cards, 4)
        orders[tuple(cards.tolist())] += 1
    assert len(orders) == 24
    assert sum((count - 100) ** 2 / 100 for count in orders.values()) < 50


def test_neighbouring_seeds_are_far_apart() -> None:
    first = [reference(seed, 1)[0] for seed in range(1000)]
    assert len(set(first)) == 1000
    assert abs(np.corrcoef(first[:-1], first[1:])[0, 1]) < 0.1
