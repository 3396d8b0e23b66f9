"""Prints a digest of every state of random games: run interpreted and compiled, the output must be the same."""

from __future__ import annotations

import hashlib
import random

from tests.games.settings import small_tables

for game in small_tables():
    digest = hashlib.sha256()
    for seed in range(2):
        rng = random.Random(seed)
        match = game.new(seed)
        while not match.over:
            match.act(rng.choice(match.legal_actions()))
            digest.update(match.state.tobytes())
            digest.update(str(match.legal_actions()).encode())
            digest.update(match.determinize(rng.randrange(game.players), seed).state.tobytes())
        digest.update(str((match.scores, match.winners)).encode())
    print(repr(game), digest.hexdigest())
