"""Blocks of bytes copied at once, as LLVM vectors: any processor handles them, in one piece or in several."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.machine.jit import INTERPRETED, inlined

BLOCK = 32
"""Number of bytes that `copy_block` copies."""

FEW = 4
"""Number of elements that `copy_row` copies at once."""


@inlined
def copy_row(rows: NDArray[np.uint16], to: int, source: int) -> None:
    """Copy a row onto another.

    Args:
        rows: (m, columns), contiguous.
        to: the row that is written.
        source: the row that is read.
    """
    columns = rows.shape[1]
    if columns > 2 * FEW or columns < FEW:
        for column in range(columns):
            rows[to, column] = rows[source, column]
        return
    # the second copy overlaps the first
    copy_few(rows, to * columns, source * columns)
    copy_few(rows, (to + 1) * columns - FEW, (source + 1) * columns - FEW)


if INTERPRETED:

    def copy_block(target: NDArray[np.uint8], place: int, source: NDArray[np.uint8], start: int) -> None:
        """See the compiled version."""
        target.reshape(-1)[place : place + BLOCK] = source.reshape(-1)[start : start + BLOCK]

    def copy_few(rows: NDArray[np.uint16], place: int, start: int) -> None:
        """See the compiled version."""
        rows.reshape(-1)[place : place + FEW] = rows.reshape(-1)[start : start + FEW]

else:
    from numba import types
    from numba.extending import intrinsic

    from tafelwerk.solvers.machine.compiler import array_data

    @intrinsic
    def copy_block(typing_context, target, place, source, start):  # type: ignore[no-untyped-def]
        """Copy BLOCK bytes from one array to another.

        Args:
            target: uint8, contiguous.
            place: int64, index of the first byte written.
            source: uint8, contiguous.
            start: int64, index of the first byte read.
        """

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            return _copy(context, builder, signature, arguments, 2, BLOCK)

        return types.void(target, types.int64, source, types.int64), generate

    @intrinsic
    def copy_few(typing_context, rows, place, start):  # type: ignore[no-untyped-def]
        """Copy FEW numbers within an array.

        Args:
            rows: uint16, contiguous.
            place: int64, index of the first element written.
            start: int64, index of the first element read.
        """

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            return _copy(context, builder, signature, arguments, 0, FEW)

        return types.void(rows, types.int64, types.int64), generate


def _copy(context: Any, builder: Any, signature: Any, arguments: Any, source: int, numbers: int) -> Any:
    """Copies from argument `source`, starting at the index in the last argument, to the first, at the index in the second."""
    from llvmlite import ir

    to = builder.gep(array_data(context, builder, signature, arguments, 0), [arguments[1]])
    begin = builder.gep(array_data(context, builder, signature, arguments, source), [arguments[-1]])
    kind = ir.VectorType(context.get_data_type(signature.args[0].dtype), numbers).as_pointer()
    builder.store(builder.load(builder.bitcast(begin, kind), align=1), builder.bitcast(to, kind), align=1)
    return context.get_dummy_value()
