"""How numba-cuda compiles rules: to short code.

The games of a warp are at different places of the rules: a GPU waits for instructions more than for anything else, the
more so the longer the code. Loops are therefore not unrolled, and no index counts from the end of an array, as in
`core.compiler`. Tables lie in global memory: constant memory serves one address of a warp at a time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

_BRANCH = re.compile(r"^ +br .*$", re.MULTILINE)
_LOOP = 99999998  # the number of a note on a loop, higher than those of Numba's own
_NOTES = f'\n!{_LOOP} = distinct !{{!{_LOOP}, !{_LOOP + 1}}}\n!{_LOOP + 1} = !{{!"llvm.loop.unroll.disable"}}\n'


def shortened(code: str) -> str:
    """LLVM code in which each branch says that the loop it may close is not unrolled; tables in global memory."""
    return _BRANCH.sub(rf"\g<0>, !llvm.loop !{_LOOP}", code).replace("addrspace(4)", "addrspace(1)") + _NOTES


@contextmanager
def short_code() -> Iterator[None]:
    """Kernels that are compiled within this context, by their first call, are short."""
    nvvm: Any = import_module("numba.cuda.cudadrv.nvvm")
    arrayobj: Any = import_module("numba.cuda.np.arrayobj")
    types: Any = import_module("numba.cuda.types")
    lock: Any = import_module("numba.cuda.core.compiler_lock").global_compiler_lock
    compile_ir, fix_integer_index = nvvm.compile_ir, arrayobj.fix_integer_index

    def compile_short(code: Any, **options: Any) -> Any:
        return compile_ir([shortened(part) for part in ([code] if isinstance(code, str) else code)], **options)

    def index(context: Any, builder: Any, kind: Any, value: Any, size: Any) -> Any:
        return context.cast(builder, value, kind, types.intp if kind.signed else types.uintp)

    with lock:
        nvvm.compile_ir, arrayobj.fix_integer_index = compile_short, index
        try:
            yield
        finally:
            nvvm.compile_ir, arrayobj.fix_integer_index = compile_ir, fix_integer_index
