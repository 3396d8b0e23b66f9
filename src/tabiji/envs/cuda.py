"""A batch of games on a GPU, one thread a game: the same rules compiled by numba-cuda, and the same bytes.

A step is a few kernels in turn: check the actions, play them, put blank records in the place of finished ones, set
those up, write masks and observations. Records are copied, and rows cleared, as words in kernels of their own, so that
no kernel sees memory under two types.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from functools import cache
from importlib import import_module
from types import FunctionType
from typing import Any

import numpy as np

from tabiji.core import episodes
from tabiji.core.cuda_compiler import short_code
from tabiji.core.errors import ActionError, OptionError
from tabiji.core.game_spec import GameSpec, game_spec
from tabiji.envs.batch import Batch, Step

_THREADS = 128  # of a block


def open_cuda() -> Any:
    """The module `numba.cuda`; an OptionError if there is no GPU that it can use."""
    needs = 'device="cuda" needs an NVIDIA GPU with its driver, and numba-cuda: pip install "tabiji[cuda]"'
    try:
        if not hasattr(np, "row_stack"):  # numba-cuda asks for a name that NumPy 2.5 no longer has
            np.row_stack = np.vstack
        cuda: Any = import_module("numba.cuda")
        found = bool(cuda.is_available())
    except ImportError as error:
        raise OptionError(f"numba-cuda is not installed: {needs}") from error
    if not found:
        raise OptionError(f"no GPU was found: {needs}")
    return cuda


def bind(spec: GameSpec, compile: Callable[[Any], Any]) -> dict[str, Any]:
    """The rules of `core.episodes` for one game: `core.dispatch`, which only CPUs resolve, is bound to its rules."""
    if spec.observe is None:
        raise OptionError(f"{spec.title} has no observations: its package has no module observe")
    names: dict[str, Any] = {
        **vars(episodes),
        "setup": spec.rules.setup,
        "legal": spec.rules.legal,
        "step": spec.rules.step,
        "winners": spec.rules.winners,
        "observe": spec.observe.observe,
        "score": spec.observe.score,
    }
    for name, value in vars(episodes).items():
        rule = getattr(value, "py_func", value)
        if isinstance(rule, FunctionType) and rule.__module__ == episodes.__name__:
            names[name] = compile(FunctionType(rule.__code__, names, name))
    return names


def make_kernels(spec: GameSpec, cuda: Any) -> dict[str, Any]:
    """The kernels of a batch, compiled when they are first used."""
    names = bind(spec, cuda.jit(device=True))
    take_turn, open_turn = names["take_turn"], names["open_turn"]
    write_mask, write_observation = names["write_mask"], names["write_observation"]
    is_legal, below = names["_is_legal"], names["below"]
    nothing = episodes.NOTHING

    # Numba reads annotations of kernels as types of its own: there must be none
    def check(lanes, moves, actions, found):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < len(lanes) and lanes[i].legal > 0 and not is_legal(lanes[i], moves[i], actions[i]):
            cuda.atomic.min(found, 0, i)

    def play(states, lanes, actions, reset, skip, moves, history, dones, rewards, margins, scores):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < len(states):
            dones[i] = take_turn(
                states[i],
                lanes[i],
                actions[i],
                reset,
                skip,
                moves[i],
                history[i],
                rewards[i],
                margins[i],
                scores[i],
            )

    def renew(words, blanks, lanes, size):  # type: ignore[no-untyped-def]
        k = cuda.grid(1)
        if k < len(words):
            lane = lanes[k // size]
            if lane.renewed:
                words[k] = blanks[lane.configuration * size + k % size]

    def begin(states, lanes, skip, moves, history, seats):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < len(states):
            open_turn(states[i], lanes[i], skip, moves[i], history[i])
            seats[i] = states[i].seat

    def clear(words):  # type: ignore[no-untyped-def]
        k = cuda.grid(1)
        if k < len(words):
            words[k] = 0

    def mask(lanes, moves, masks):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < len(lanes):
            write_mask(lanes[i], moves[i], masks[i])

    def observe(states, observations):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < len(states):
            write_observation(states[i], observations[i])

    def choose(lanes, moves, chosen):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < len(lanes):
            chosen[i] = moves[i, below(lanes[i], lanes[i].legal)] if lanes[i].legal > 0 else nothing

    kernels: tuple[Any, ...] = (check, play, renew, begin, clear, mask, observe, choose)
    return {kernel.__name__: kernel for kernel in kernels}


@cache
def _kernels(game: str) -> dict[str, Any]:
    """The kernels of a game, for all its batches: compiling them takes most of a minute."""
    cuda = open_cuda()
    return {name: cuda.jit(kernel) for name, kernel in make_kernels(game_spec(game), cuda).items()}


class CudaBatch(Batch):
    """A batch of games on the first GPU; its arrays have the CUDA array interface: PyTorch and CuPy share them."""

    device = "cuda"
    _lanes: Any

    def _make_arrays(self) -> None:
        self._cuda = cuda = open_cuda()
        super()._make_arrays()
        self._kernels = _kernels(self.spec.name)
        self._state_words = cuda.to_device(self.states.view(np.uint64))
        self._blank_words = cuda.to_device(self._blanks.view(np.uint64))
        self._record_words = self.states.dtype.itemsize // 8
        self.states = self._state_words.view(self.states.dtype)
        for name in ("_lanes", "_moves", "_history", "_chosen", "scores", "seats", "rewards", "margins", "dones"):
            setattr(self, name, cuda.to_device(getattr(self, name)))
        self._mask_words, self.masks = self._cleared(self.masks)
        self._observation_words, self.observations = self._cleared(self.observations)
        self._found = cuda.to_device(np.zeros(1, np.int64))
        self._step = Step(self.observations, self.masks, self.seats, self.rewards, self.margins, self.dones)

    def _cleared(self, host: Any) -> tuple[Any, Any]:
        """Device memory for an array of bytes: as words, which `clear` writes, and as itself."""
        words = self._cuda.to_device(np.zeros((host.nbytes + 7) // 8 or 1, np.uint64))
        if host.nbytes == 0:  # left out
            return words, host
        return words, words.view(host.dtype)[: host.nbytes].reshape(host.shape)

    def _on_host(self, array: Any) -> Any:
        return array if isinstance(array, np.ndarray) else array.copy_to_host()

    def _launch(self, name: str, count: int, *arrays: Any) -> None:
        kernel = self._kernels[name]
        if count:
            with nullcontext() if kernel.overloads else short_code():  # its first call compiles it
                kernel[(count + _THREADS - 1) // _THREADS, _THREADS](*arrays)

    def _start(self, lanes: Any) -> None:
        self._lanes.copy_to_device(lanes)

    # --- play ---------------------------------------------------------------------------------------------------
    def _checked(self, actions: Any) -> Any:
        if not hasattr(actions, "__cuda_array_interface__"):
            raise ActionError("this batch is on a GPU, but the actions are not: copy them there first")
        array = self._cuda.as_cuda_array(actions)
        self.check_actions(array)
        return array

    def _refuse_illegal(self, actions: Any) -> None:
        self._found.copy_to_device(np.array([self.batch], np.int64))
        self._launch("check", self.batch, self._lanes, self._moves, actions, self._found)
        i = int(self._found.copy_to_host()[0])
        if i < self.batch:
            raise self._illegal(i, int(actions[i : i + 1].copy_to_host()[0]))

    def _play_all(self, actions: Any) -> Step:
        if not hasattr(actions, "__cuda_array_interface__"):  # a reset
            actions = self._cuda.to_device(np.broadcast_to(np.asarray(actions, np.int16), self.batch).copy())
        b, reset, skip = self.batch, int(self._settings.auto_reset), int(self._settings.skip_forced)
        results = (self.dones, self.rewards, self.margins, self.scores)
        lists = (self._moves, self._history)
        self._launch("play", b, self.states, self._lanes, actions, reset, skip, *lists, *results)
        size = self._record_words
        self._launch("renew", b * size, self._state_words, self._blank_words, self._lanes, size)
        self._launch("begin", b, self.states, self._lanes, skip, *lists, self.seats)
        self._launch("clear", len(self._mask_words), self._mask_words)
        self._launch("clear", len(self._observation_words), self._observation_words)
        if self._settings.masks:
            self._launch("mask", b, self._lanes, self._moves, self.masks)
        if self._settings.observations:
            self._launch("observe", b, self.states, self.observations)
        return self._step

    def random_actions(self) -> Any:
        """A random legal action for each game, -1 where it is over; each game has its own generator."""
        self._launch("choose", self.batch, self._lanes, self._moves, self._chosen)
        return self._chosen
