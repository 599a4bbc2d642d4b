"""Lanes in which two rows of 128 bytes differ, as LLVM vectors; see `lanes`."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.machine.jit import INTERPRETED

LANES = 128
"""Bytes per row."""

HALF = LANES // 2

if INTERPRETED:

    def differing(rows: NDArray[np.uint8], one: int, other: int, half: int) -> int:
        """See the compiled version."""
        here = (int(row) * LANES + int(half) * HALF for row in (one, other))
        these, those = (rows[start : start + HALF] for start in here)
        return int(np.packbits(these != those, bitorder="little").view(np.int64)[0])

else:
    from numba import types
    from numba.extending import intrinsic

    from tafelwerk.solvers.machine.compiler import array_data

    @intrinsic
    def differing(typing_context, rows, one, other, half):  # type: ignore[no-untyped-def]
        """Lanes of half a row in which two rows differ, as a mask.

        Args:
            rows: uint8, contiguous, LANES bytes per row.
            one, other: int64, the rows.
            half: int64, 0 or 1.
        """

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            return _differing(context, builder, signature, arguments)

        return types.int64(types.Array(types.uint8, 1, "C"), types.int64, types.int64, types.int64), generate


def _differing(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    from llvmlite import ir

    word, kind = ir.IntType(64), ir.VectorType(ir.IntType(8), HALF)
    data = array_data(context, builder, signature, arguments, 0)
    halves = []
    for row in arguments[1:3]:
        start = builder.add(builder.mul(row, word(LANES)), builder.mul(arguments[3], word(HALF)))
        halves.append(builder.load(builder.bitcast(builder.gep(data, [start]), kind.as_pointer()), align=1))
    return builder.bitcast(builder.icmp_unsigned("!=", *halves), word)
