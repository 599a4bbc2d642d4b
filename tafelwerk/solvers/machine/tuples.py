"""Tuples of scalars as vector registers: kernels that loop over their entries are unrolled when compiled.

A kernel is compiled for each length of its tuples, so that `range(len(t))` has a known end.
"""

from typing import Any, TypeVar, cast

from tafelwerk.solvers.machine.jit import INTERPRETED

T = TypeVar("T")

if INTERPRETED:

    def replaced(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
        """The tuple with another value at a place."""
        return (*values[:place], value, *values[place + 1 :])

else:
    from numba.cpython.unsafe.tuple import tuple_setitem

    replaced = cast(Any, tuple_setitem)
