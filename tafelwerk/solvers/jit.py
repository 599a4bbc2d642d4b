"""How every kernel is compiled: one decorator, so that the whole house compiles alike and type checkers see through it."""

import os
from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit, types
from numba.extending import intrinsic

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
"""Whether kernels run as plain Python, for tests."""

F = TypeVar("F", bound=Callable[..., object])


OPTIONS: dict[str, Any] = {"cache": True, "nogil": True, "error_model": "numpy", "_nrt": False}
"""What every kernel is compiled with, see `kernel`."""


def kernel(function: F) -> F:
    """Compile on first call and cache on disk; releases the GIL, divides as IEEE 754 does, reorders no arithmetic.

    A kernel allocates nothing, so it goes without numba's runtime: counting references to views costs a quarter of the
    time of the dense curves.
    """
    return cast(F, njit(**OPTIONS)(function))


def inlined(function: F) -> F:
    """Compile as `kernel` does, and into every kernel that calls it: for steps of a loop that are handed many arrays, since
    handing them over would cost more than the step."""
    return cast(F, njit(forceinline=True, **OPTIONS)(function))


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
