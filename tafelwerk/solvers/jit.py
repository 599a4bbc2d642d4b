"""Compiling kernels: one decorator, compiled code on disk, and every use of numba's private parts.

numba keys a cached kernel on its own file and on the place of that file, and returns stale code when a helper in another file
changes. Here a kernel's folder is named by the import closure of its module (see `tafelwerk.fingerprint`), so that nothing is
stale, and an edit of a docstring, another checkout or an edit elsewhere compiles nothing. Of several processes that want the
same kernel, one compiles it while the others wait.
"""

import hashlib
import os
import pickle
import shutil
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from inspect import getfile
from pathlib import Path
from typing import Any, TypeVar, cast

from numba import njit, types
from numba.core import event
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator
from numba.core.serialize import dumps
from numba.extending import intrinsic

from tafelwerk.fingerprint import file_key, kernel_cache, kernel_folder

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
"""Whether kernels run as plain Python, for tests."""

F = TypeVar("F", bound=Callable[..., object])


OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False}
"""What every kernel is compiled with, see `kernel`."""


_FORGOTTEN = 60 * 24 * 3600.0  # seconds without use after which kernels of other code are removed
_UNREADABLE = (
    OSError,
    EOFError,
    pickle.UnpicklingError,
    AttributeError,
    ImportError,
    IndexError,
    TypeError,
    ValueError,
)


class _Place(_CacheLocator):
    """Where the kernels of a function's module are."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._py_file = str(folder)

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        return self._folder.name

    def get_disambiguator(self) -> str:
        return "kernel"

    def ensure_cache_path(self) -> None:
        if not self._folder.exists():
            self._folder.mkdir(parents=True, exist_ok=True)
            _forget(self._folder)

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> "_Place":
        return cls(_folder(py_func.__module__, py_file))


class _Format(CompileResultCacheImpl):
    _locator_classes = [_Place]  # type: ignore[list-item] # noqa: RUF012


class KernelCache(FunctionCache):
    """numba's cache of one function, in the folder of its module; a folder that cannot be used is done without."""

    _impl_class = _Format

    def __init__(self, py_func: Any) -> None:
        super().__init__(py_func)  # type: ignore[no-untyped-call]
        self._turn: Any = None

    def _load_overload(self, sig: Any, target_context: Any) -> Any:
        found = self._found(sig, target_context)
        if found is None and self._take_turn():
            # another process may have compiled it meanwhile
            found = self._found(sig, target_context)
            if found is not None:
                self._end_turn()
        return found

    def _found(self, sig: Any, target_context: Any) -> Any:
        try:
            return super()._load_overload(sig, target_context)  # type: ignore[no-untyped-call]
        except _UNREADABLE:
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep what was compiled."""
        try:
            with suppress(OSError):
                super().save_overload(sig, data)  # type: ignore[no-untyped-call]
        finally:
            self._end_turn()

    def _take_turn(self) -> bool:
        self._end_turn()  # of a compilation that failed
        with suppress(OSError, NotImplementedError):
            self._impl.locator.ensure_cache_path()
            # numba compiles under a lock of the process; kernels call each other without recursion: no two wait for each other
            from filelock import FileLock

            turn = FileLock(f"{self._cache_file._index_path}.lock", thread_local=False)
            turn.acquire()
            self._turn = turn
        return self._turn is not None

    def _end_turn(self) -> None:
        if self._turn is not None:
            self._turn.release()
            self._turn = None

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        # the folder stands for the code; bytecode would tell docstrings apart
        cells = self._py_func.__closure__
        held = () if cells is None else tuple(cell.cell_contents for cell in cells)
        values = dumps(held)  # type: ignore[no-untyped-call]
        return (sig, codegen.magic_tuple(), hashlib.sha256(values).hexdigest())


@cache
def _folder(module: str, file: str) -> Path:
    ours = module.startswith("tafelwerk.solvers.")
    folder = kernel_folder(module) if ours else kernel_cache() / module / file_key(Path(file))
    with suppress(OSError):
        os.utime(folder)
    return folder


def _forget(folder: Path) -> None:
    """Remove kernels of a module's other code that nobody has used for long."""
    with suppress(OSError):
        for other in folder.parent.iterdir():
            if other != folder and time.time() - other.stat().st_mtime > _FORGOTTEN:
                shutil.rmtree(other, ignore_errors=True)


def compiled(function: Any, *signatures: Any, **more: Any) -> Any:
    """numba's dispatcher of a function; one without a source file is compiled anew in every process."""
    dispatcher = njit(**OPTIONS, **more)(function)
    if not INTERPRETED:
        with suppress(OSError, TypeError):
            getfile(function)
            dispatcher._cache = KernelCache(function)
        for signature in signatures:
            dispatcher.compile(signature)
    return dispatcher


def kernel(function: F) -> F:
    """Compile on first call and cache on disk; releases the GIL, divides as IEEE 754 does, reorders no arithmetic.

    A kernel allocates nothing, so it goes without numba's runtime: counting references to views costs a quarter of the
    time of the dense curves.
    """
    return cast(F, compiled(function))


def inlined(function: F) -> F:
    """Compile as `kernel` does, and into every kernel that calls it: for steps of a loop that are handed many arrays, since
    handing them over would cost more than the step."""
    return cast(F, compiled(function, forceinline=True))


class _Clock(event.Listener):
    """Number and processor time of all compilations."""

    def __init__(self) -> None:
        self.count = 0
        self.seconds = 0.0
        self._depth = 0
        self._begin = 0.0

    def on_start(self, event: Any) -> None:
        if self._depth == 0:
            self._begin = time.process_time()
        self._depth += 1
        self.count += 1

    def on_end(self, event: Any) -> None:
        self._depth -= 1
        if self._depth == 0:
            self.seconds += time.process_time() - self._begin


_CLOCK = _Clock()
event.register("numba:compile", _CLOCK)  # type: ignore[no-untyped-call]


def compiling_seconds() -> float:
    """Processor time that this process has spent on compiling, in seconds."""
    return _CLOCK.seconds


def compiled_kernels() -> int:
    """Number of functions that this process has compiled, one per specialisation."""
    return _CLOCK.count


class _Watcher(event.Listener):
    def __init__(self, tell: Callable[[str, str], None]) -> None:
        self._tell = tell

    def on_start(self, event: Any) -> None:
        function = event.data["dispatcher"].py_func
        self._tell(function.__module__, function.__qualname__)

    def on_end(self, event: Any) -> None:
        pass


def watch_compiling(tell: Callable[[str, str], None]) -> None:
    """Have `tell` called with module and name of every function before it is compiled, in this process."""
    event.register("numba:compile", _Watcher(tell))  # type: ignore[no-untyped-call]


if INTERPRETED:
    from fractions import Fraction

    def fma(a: float, b: float, c: float) -> float:
        """a * b + c, rounded once."""
        return float(Fraction(a) * Fraction(b) + Fraction(c))

    def prefetch(table: Any, place: int) -> None:
        """Have a word of a table brought near before it is read."""

else:

    @intrinsic
    def fma(typing_context, a, b, c):  # type: ignore[no-untyped-def]
        """a * b + c, rounded once."""

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            return builder.fma(*arguments)

        return types.float64(types.float64, types.float64, types.float64), generate

    @intrinsic
    def prefetch(typing_context, table, place):  # type: ignore[no-untyped-def]
        """Have a word of a table brought near before it is read: an array of one dimension, int64 place."""

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            from llvmlite import ir
            from numba.core import cgutils
            from numba.np import arrayobj

            kind = signature.args[0]
            array = arrayobj.make_array(kind)(context, builder, arguments[0])  # type: ignore[no-untyped-call]
            word = cgutils.get_item_pointer(context, builder, kind, array, [arguments[1]])  # type: ignore[no-untyped-call]
            address = builder.bitcast(word, cgutils.voidptr_t)
            number = ir.IntType(32)
            name = "llvm.prefetch.p0" if address.type.is_opaque else "llvm.prefetch.p0i8"
            function = cgutils.get_or_insert_function(  # type: ignore[no-untyped-call]
                builder.module, ir.FunctionType(ir.VoidType(), [cgutils.voidptr_t, number, number, number]), name
            )
            for_reading, kept_near, data = number(0), number(3), number(1)
            builder.call(function, [address, for_reading, kept_near, data])
            return context.get_dummy_value()

        return types.void(table, types.int64), generate
