"""How every kernel is compiled: one decorator, so that the whole house compiles alike and type checkers see through it."""

import os
from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit, types
from numba.extending import intrinsic

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
"""Whether kernels run as plain Python, for tests."""

F = TypeVar("F", bound=Callable[..., object])


def kernel(function: F) -> F:
    """Compile on first call and cache on disk; releases the GIL, divides as IEEE 754 does, reorders no arithmetic.

    A kernel allocates nothing, so it goes without numba's runtime: counting references to views costs a quarter of the
    time of the dense curves.
    """
    options: dict[str, Any] = {"cache": True, "nogil": True, "error_model": "numpy", "_nrt": False}
    return cast(F, njit(**options)(function))


if INTERPRETED:
    from fractions import Fraction

    def fma(a: float, b: float, c: float) -> float:
        """a * b + c, rounded once."""
        return float(Fraction(a) * Fraction(b) + Fraction(c))

else:

    @intrinsic
    def fma(typing_context, a, b, c):  # type: ignore[no-untyped-def]
        """a * b + c, rounded once."""

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            return builder.fma(*arguments)

        return types.float64(types.float64, types.float64, types.float64), generate
