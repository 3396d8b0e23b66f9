"""Monte Carlo tree search over information sets, for any game and number of players.

Each simulation determinizes the record, walks down the tree by upper confidence bounds, adds one node, plays a short
playout, values the position, and adds the value vector to every node on its path (max^n: each player maximizes the own
share). Nodes are sequences of actions. Chance is open-loop: dice and decks differ from simulation to simulation, and an
action competes only in simulations where it was legal.

Nodes are in a preallocated arena. When it is full, simulations go on without new nodes.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any

import numpy as np

from tabiji.bots.value import shares
from tabiji.core.dispatch import determinize, estimate, legal, step
from tabiji.core.jit import rule
from tabiji.core.random import any_seed, below
from tabiji.core.record import State

MAX_PLAYERS = 8
MAX_DEPTH = 512

NODE: np.dtype[Any] = np.dtype(
    [
        ("action", "i2"),
        ("child", "i4"),  # the first child, 0: none
        ("sibling", "i4"),
        ("visits", "i4"),
        ("seen", "i4"),  # simulations in which the action was legal at its parent
        ("bias", "f4"),  # the share of victory guessed when the node was made
        ("value", "f4", (MAX_PLAYERS,)),  # sums of shares
    ],
    align=True,
)

ROOT, PLAY, LOOK, BEST = range(4)  # records in the scratch array of a search

# parameters of a search; docs/decisions/0004-guided-playouts.md says what was tried
SEARCH_PARAMS: np.dtype[Any] = np.dtype(
    [
        ("explore", "f4"),  # weight of the upper confidence bound
        ("bias", "f4"),  # weight of the estimate, fading with visits
        ("horizon", "i4"),  # decisions played on after the tree before the position is valued
        ("choices", "i4"),  # random actions compared at each of them; 1: play at random
        ("trust", "f4"),  # weight of the value at the end of the playout; the rest is the estimate at its start
    ],
    align=True,
)


@rule
def clear(tree: Any) -> int:
    """Empty the tree; the number of nodes in use: the root."""
    _blank(tree[0], -1)
    return 1


@rule
def _blank(node: State, action: int) -> None:
    node.action = action
    node.child = 0
    node.sibling = 0
    node.visits = 0
    node.seen = 0
    node.bias = 0.0
    for p in range(MAX_PLAYERS):
        node.value[p] = 0.0


@rule
def _find(tree: Any, parent: int, action: int) -> int:
    """The child for an action; 0 if there is none yet."""
    child = int(tree[parent].child)
    while child != 0 and tree[child].action != action:
        child = int(tree[child].sibling)
    return child


@rule
def _add(tree: Any, used: int, parent: int, action: int) -> int:
    """A new child of a node."""
    _blank(tree[used], action)
    tree[used].sibling = tree[parent].child
    tree[parent].child = used
    return used


@rule
def _bound(node: State, seat: int, params: State) -> float:
    """The upper confidence bound of a child for the player who decides."""
    mean = node.value[seat] / node.visits
    return mean + params.explore * sqrt(log(node.seen) / node.visits) + params.bias * node.bias / (node.visits + 1)


@rule
def _pick(tree: Any, parent: int, moves: Any, n: int, seat: int, params: State, rng: State) -> int:
    """The place in `moves` of the action to try: an untried one at random, or the best bound."""
    untried = 0
    best = -1e30
    chosen = 0
    for i in range(n):
        child = _find(tree, parent, moves[i])
        if child == 0:
            untried += 1
            if below(rng, untried) == 0:
                chosen = i
        elif untried == 0:
            tree[child].seen += 1
            bound = _bound(tree[child], seat, params)
            if bound > best:
                best = bound
                chosen = i
        else:
            tree[child].seen += 1
    return chosen


@rule
def _play_on(scratch: Any, moves: Any, rng: State, horizon: int, choices: int) -> None:
    """A guided playout to the end or the horizon: each player takes the best of a few random actions."""
    for _ in range(horizon):
        seat = int(scratch[PLAY].seat)
        if seat < 0:
            break
        n = legal(scratch[PLAY], moves)
        chosen = below(rng, n)
        if choices == 1 or n == 1:
            step(scratch[PLAY], moves[chosen])
            continue
        best, other = BEST, LOOK  # records of the best outcome so far, and of the next one
        promise = _look(scratch, moves[chosen], seat, best)
        for _ in range(min(choices, n) - 1):
            i = below(rng, n)
            if i != chosen:
                promised = _look(scratch, moves[i], seat, other)
                if promised > promise:
                    promise = promised
                    chosen = i
                    best, other = other, best
        scratch[PLAY] = scratch[best]


@rule
def _look(scratch: Any, action: int, seat: int, where: int) -> float:
    """The estimate of an action for the player who takes it; its outcome is written to the given record."""
    scratch[where] = scratch[PLAY]
    step(scratch[where], action)
    return estimate(scratch[where], seat)


@rule
def simulate(
    scratch: Any,
    tree: Any,
    used: int,
    path: Any,
    moves: Any,
    labels: Any,
    values: Any,
    rng: State,
    seat: int,
    params: State,
) -> int:
    """One simulation from the root's position; the number of nodes then in use."""
    scratch[PLAY] = scratch[ROOT]
    s = scratch[PLAY]
    determinize(s, seat, any_seed(rng), labels)
    node = 0
    depth = 0
    path[0] = 0
    while s.seat >= 0 and depth < MAX_DEPTH - 1:
        who = int(s.seat)
        i = _pick(tree, node, moves, legal(s, moves), who, params, rng)
        action = int(moves[i])
        child = _find(tree, node, action)
        step(s, action)
        if child == 0:
            if used < len(tree):
                child = _add(tree, used, node, action)
                used += 1
                tree[child].seen = 1
                depth += 1
                path[depth] = child
                shares(s, values)
                tree[child].bias = values[who]
            break
        node = child
        depth += 1
        path[depth] = node
    _value(scratch, moves, values, rng, params)
    for i in range(depth + 1):
        tree[path[i]].visits += 1
        for p in range(s.players):
            tree[path[i]].value[p] += values[p]
    return used


@rule
def _value(scratch: Any, moves: Any, values: Any, rng: State, params: State) -> None:
    """The value of a leaf: the estimate there, and the position after a playout."""
    s = scratch[PLAY]
    shares(s, values)
    if s.seat < 0 or params.trust == 0.0:
        return
    for p in range(s.players):
        values[MAX_PLAYERS + p] = values[p]
    _play_on(scratch, moves, rng, params.horizon, params.choices)
    shares(s, values)
    for p in range(s.players):
        values[p] = params.trust * values[p] + (1.0 - params.trust) * values[MAX_PLAYERS + p]


@rule
def think(
    scratch: Any,
    tree: Any,
    used: int,
    path: Any,
    moves: Any,
    labels: Any,
    values: Any,
    rng: Any,
    params: Any,
    count: int,
) -> int:
    """Run simulations; the number of nodes in use."""
    seat = int(scratch[ROOT].seat)
    for _ in range(count):
        used = simulate(scratch, tree, used, path, moves, labels, values, rng[0], seat, params[0])
    return used
