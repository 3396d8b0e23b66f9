"""How Numba compiles rules: each once, and optimized only as a part of an entry point.

By default Numba compiles a function again for every constant and every width of integer it is called with, and makes a
library of each function in which everything it calls is linked and optimized again, level by level. It also keeps
compiled code by the path of the source file, and would compile everything again for the same sources in another folder.

No rule counts from the end of an array. Numba would ask at every access whether an index is below 0, which took a
seventh of the time of random play. No rule makes arrays either, but for those that say so: only they count references
to arrays, by atomic operations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from types import FunctionType
from typing import Any

import numpy as np
from numba import types
from numba.core import caching, compiler, typing
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher, cpu_target
from numba.extending import models, register_model
from numba.np import arrayobj

from tabiji.core.jit import any_waits, cache_folder, plain
from tabiji.core.record import RecordProxy, RecordProxyArray


class _Draft(JITCodeLibrary):  # type: ignore[misc]  # Numba is untyped here, as below
    """Code that is only linked into other code: it is neither optimized nor made executable by itself."""

    def finalize(self) -> None:
        self._finalized = True


class _Whole(JITCodeLibrary):  # type: ignore[misc]
    """The code of an entry point with all it uses. Nothing else calls its parts: they are private.

    LLVM, which knows that, inlines rules that are called once whatever their size, passes results of others in
    registers, and keeps no copy of what it inlined. Calls took an eighth of the time of random play. (Not "internal":
    the linker would let code outside that names a function the same call these.)
    """

    def _optimize_final_module(self) -> None:
        for function in self._final_module.functions:
            if function.linkage.name == "linkonce_odr":
                function.linkage = "private"
        super()._optimize_final_module()


class _EntryPoint(compiler.Compiler):  # type: ignore[misc]
    """Numba's steps from a function to its code, which is whole."""

    def compile_extra(self, function: Callable[..., Any]) -> Any:
        self.state.library = _Whole(self.state.targetctx.codegen(), function.__qualname__)
        self.state.library.enable_object_caching()
        return super().compile_extra(function)


def _wide(kind: Any) -> Any:
    """The type an argument is passed as: all signed integers, constants included, are 64 bits wide."""
    kind = types.unliteral(kind)
    return types.int64 if isinstance(kind, types.Integer) and kind.signed else kind


def _index(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    """Numba's `fix_integer_index` for indices that are never below 0."""
    return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)


@contextmanager
def _no_index_below_zero() -> Iterator[None]:
    """What is compiled within this context indexes arrays from their beginning only."""
    with global_compiler_lock:
        before, arrayobj.fix_integer_index = arrayobj.fix_integer_index, _index
        try:
            yield
        finally:
            arrayobj.fix_integer_index = before


class _CacheLocator(caching._CacheLocator):  # type: ignore[misc]
    """Where a rule's compiled code is: in `cache_folder`, by the package's name and the line in its file.

    The folder is named after a hash of all sources, so that no other stamp is needed.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self._folder = cache_folder() / function.__module__.rpartition(".")[0]
        self._line = function.__code__.co_firstlineno

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        return ""

    def get_disambiguator(self) -> str:
        return str(self._line)

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], py_file: str) -> _CacheLocator | None:
        locator = cls(py_func)
        try:
            locator.ensure_cache_path()
        except OSError:  # not writable: Numba tries its own places
            return None
        return locator


class _CacheFiles(caching.FunctionCache._impl_class):  # type: ignore[misc]
    _locator_classes = (_CacheLocator, *caching.FunctionCache._impl_class._locator_classes)


class _Cache(caching.FunctionCache):  # type: ignore[misc]
    _impl_class = _CacheFiles


class Compiled(CPUDispatcher):  # type: ignore[misc]
    """A rule. Called from Python it is an entry point, cached on disk; called by other rules it is linked into them."""

    def __init__(self, function: Callable[..., Any], nogil: bool, makes_arrays: bool) -> None:
        options = {"nopython": True, "nogil": nogil, "error_model": "numpy", "boundscheck": None, "_nrt": makes_arrays}
        super().__init__(function, targetoptions=options, pipeline_class=_EntryPoint)
        self._parts: dict[Any, Any] = {}  # code for other rules, by the types of the arguments
        self._cache = _Cache(function)

    # --- called by other rules ----------------------------------------------------------------------------------
    def get_call_template(self, args: Any, kws: Any) -> Any:
        pysig, args = self._compiler.fold_argument_types(tuple(map(_wide, args)), kws)
        args = tuple(args)
        if args not in self._parts:
            self._parts[args] = self._draft(args)
        name = self.py_func.__name__
        signatures = [part.signature for part in self._parts.values()]
        return typing.make_concrete_template(name, key=name, signatures=signatures), pysig, args, {}

    def _draft(self, args: Any) -> Any:
        flags = compiler.Flags()
        self.targetdescr.options.parse_as_flags(flags, self.targetoptions)
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        library = _Draft(self.targetctx.codegen(), self.__qualname__)
        with _no_index_below_zero():
            part = compiler.compile_extra(
                self.typingctx, self.targetctx, self.py_func, args, None, flags, locals={}, library=library
            )
        # a draft links nothing: its callers also link what it uses
        needed = list(dict.fromkeys([library, *library._linking_libraries]))
        self.targetctx.insert_user_function((self, args), part.fndesc, needed)
        return part

    def get_overload(self, sig: Any) -> Any:
        return (self, tuple(sig)) if tuple(sig) in self._parts else super().get_overload(sig)

    # --- called by Python ---------------------------------------------------------------------------------------
    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        """The code to call for arguments of new types."""
        if any(isinstance(arg, (RecordProxy, RecordProxyArray, tuple)) for arg in args):
            return self.interpreted
        if any_waits() and not any(isinstance(arg, (np.ndarray, np.void)) for arg in args):
            return self.interpreted
        return super()._compile_for_args(*args, **kws)

    def compile(self, sig: Any) -> Any:
        """The code of an entry point for arguments of these types."""
        with _no_index_below_zero():
            return super().compile(sig)

    @cached_property
    def interpreted(self) -> Callable[..., Any]:
        """The rule as a plain Python function, which calls other rules as such."""
        rule = self.py_func
        return FunctionType(rule.__code__, _namespace(rule), rule.__name__, rule.__defaults__)


_namespaces: dict[str, dict[str, Any]] = {}


def _namespace(rule: Callable[..., Any]) -> dict[str, Any]:
    """The globals of a rule's module for the interpreter."""
    found = _namespaces.get(rule.__module__)
    if found is None:
        found = _namespaces[rule.__module__] = {}  # now: rules of two modules may call each other
        for name, value in rule.__globals__.items():
            found[name] = value.interpreted if isinstance(value, Compiled) else plain(value)
    return found


class _ByTypes(types.Callable, types.Dummy):  # type: ignore[misc]
    """The type of a function that dispatches to a rule by the types of its arguments."""

    def __init__(self, function: Callable[..., Any], find: Callable[..., Any]) -> None:
        self._find = find
        super().__init__(f"by_types({function.__qualname__})")

    def get_call_type(self, context: Any, args: Any, kws: Any) -> Any:
        rule = self._find(*args)
        return rule and types.Dispatcher(rule).get_call_type(context, args, kws)

    def get_call_signatures(self) -> Any:
        return [], True

    def get_impl_key(self, sig: Any) -> Any:
        return self._find(*sig.args).get_overload(sig.args)


register_model(_ByTypes)(models.OpaqueModel)


def by_types(function: Callable[..., Any], find: Callable[..., Any]) -> None:
    """Compile calls of a function as calls of the rule that `find` gives for the types of the arguments."""
    cpu_target.typing_context.insert_global(function, _ByTypes(function, find))
