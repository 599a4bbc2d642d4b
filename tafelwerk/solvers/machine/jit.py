"""Kernels: functions that are compiled when they are first called, or run as the Python that they are.

A small question takes plain Python a second where compiling takes ten. So every process decides once, before this module is
imported (`watching.interpret`); if kernels are interpreted, numba is not even loaded. The numbers are the same.
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from tafelwerk.solvers.machine.watching import interprets

INTERPRETED = interprets()
"""Whether kernels run as plain Python."""

F = TypeVar("F", bound=Callable[..., object])

if INTERPRETED:
    from fractions import Fraction

    def compiled(function: Any, *signatures: Any, **more: Any) -> Any:
        """The function itself."""
        return function

    def fma(a: float, b: float, c: float) -> float:
        """a * b + c, rounded once."""
        return float(Fraction(a) * Fraction(b) + Fraction(c))

    def prefetch(table: Any, place: int) -> None:
        """Prefetch table[place] into the cache."""

else:
    from tafelwerk.solvers.machine import compiler

    compiled = compiler.compiled
    fma, prefetch = cast(Any, compiler.fma), cast(Any, compiler.prefetch)


def kernel(function: F) -> F:
    """Compile on first call and cache on disk; releases the GIL, divides as in IEEE 754, and does not reorder arithmetic.

    A kernel allocates no memory, so it runs without numba's reference counting, which would cost a quarter of the time of the
    dense curves.
    """
    return cast(F, compiled(function))


def inlined(function: F) -> F:
    """Compile as `kernel` does, and inline into every kernel that calls it: for steps of a loop with many array arguments,
    whose passing would cost more than the step."""
    return cast(F, compiled(function, forceinline=True))
