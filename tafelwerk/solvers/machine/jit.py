"""Kernels: functions that are compiled when they are first called, or run as the Python that they are.

A small question takes plain Python a second where compiling takes ten. So every process decides once, before this module is
imported (`watching.interpret`); if kernels are interpreted, numba is not even loaded. The numbers are the same.
"""

from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeVar, cast

from tafelwerk.solvers.machine.watching import interprets

INTERPRETED = interprets()
"""Whether kernels run as plain Python."""

F = TypeVar("F", bound=Callable[..., object])

INTEGER: Any
INTEGERS: Any
"""Types of a signature, see `first_class`: an int64, and a contiguous array of them."""

if INTERPRETED:
    from fractions import Fraction

    def compile_kernel(function: Any, *signatures: Any, **more: Any) -> Any:
        """The function itself."""
        return function

    def fma(a: float, b: float, c: float) -> float:
        """a * b + c, rounded once."""
        return float(Fraction(a) * Fraction(b) + Fraction(c))

    def prefetch(table: Any, place: int) -> None:
        """Prefetch table[place] into the cache."""

    INTEGER = INTEGERS = int

    def first_class(function: Callable[..., object], result: Any, *arguments: Any) -> Any:
        """See the compiled version."""
        return function

else:
    from numba import types

    from tafelwerk.solvers.machine import compiler

    compile_kernel = compiler.compile_kernel
    fma, prefetch = cast(Any, compiler.fma), cast(Any, compiler.prefetch)
    INTEGER, INTEGERS = types.int64, types.int64[::1]

    def first_class(function: Callable[..., object], result: Any, *arguments: Any) -> Any:
        """Make a function that Python can call and kernels take as an argument; it is compiled on first use.

        A kernel that takes it is compiled once for all functions of its signature.

        Args:
            function: function that calls kernels only. numba finds compiled functions by name, so names within a module must
                differ.
            result, arguments: types of its result and arguments, such as INTEGER.
        """
        return _FirstClass(function, result(*arguments))

    class _FirstClass(types.WrapperAddressProtocol):
        """A compiled function with an address, as numba's protocol for first-class functions requires."""

        def __init__(self, function: Callable[..., object], signature: Any) -> None:
            # otherwise numba does not know the type of a first-class function before it has compiled one
            from numba.experimental import function_type  # noqa: F401

            self._function = function
            self._signature = signature
            self.__doc__ = function.__doc__

        def __call__(self, *arguments: object) -> Any:
            return self._dispatcher(*arguments)

        @cached_property
        def _dispatcher(self) -> Any:
            return compile_kernel(self._function, self._signature, no_cfunc_wrapper=False)

        @cached_property
        def _address(self) -> int:
            result = self._dispatcher.overloads[self._signature.args]
            return int(result.library.get_pointer_to_function(result.fndesc.llvm_cfunc_wrapper_name))

        def __wrapper_address__(self) -> int:
            """Address of the compiled function."""
            return self._address

        def signature(self) -> Any:
            """Signature of the function."""
            return self._signature


def kernel(function: F) -> F:
    """Compile on first call and cache on disk; releases the GIL, divides as in IEEE 754, and does not reorder arithmetic.

    A kernel allocates no memory, so it runs without numba's reference counting, which would cost a quarter of the time of the
    dense curves.
    """
    return cast(F, compile_kernel(function))


def inlined(function: F) -> F:
    """Compile as `kernel` does, and inline into every kernel that calls it: for steps of a loop with many array arguments,
    whose passing would cost more than the step."""
    return cast(F, compile_kernel(function, forceinline=True))
