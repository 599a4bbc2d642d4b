"""Rows of bytes and tuples of scalars as vector registers: copied and compared at once, on any processor.

A vector of LLVM is handled in one piece or in several. A kernel is compiled for each length of its tuples, so that
`range(len(t))` has a known end and the loop is unrolled.
"""

from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.machine.jit import INTERPRETED, inlined

T = TypeVar("T")

BLOCK = 32
"""Number of bytes that `copy_block` copies."""

FEW = 4
"""Number of elements that `copy_row` copies at once."""

LANES = 128
"""Bytes per row that are compared."""

HALF = LANES // 2

MOST_ROWS = 64
"""Most rows that can be compared: one vector holds the costs of all numbers of agreements."""


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

    def copy_block(target: NDArray[np.uint8], begin: int, source: NDArray[np.uint8], start: int) -> None:
        """See the compiled version."""
        target.reshape(-1)[begin : begin + BLOCK] = source.reshape(-1)[start : start + BLOCK]

    def copy_few(rows: NDArray[np.uint16], begin: int, start: int) -> None:
        """See the compiled version."""
        rows.reshape(-1)[begin : begin + FEW] = rows.reshape(-1)[start : start + FEW]

    def count_agreeing(rows: NDArray[np.uint8], n: int, agreeing: NDArray[np.uint8]) -> None:
        """See the compiled version."""
        these = rows[: n * LANES].reshape(n, LANES)
        agreeing[: n * LANES] = ((these[:, None] == these).sum(axis=1) - 1).reshape(-1)

    def least_lanes(
        agreeing: NDArray[np.uint8],
        n: int,
        costs: NDArray[np.uint8],
        largest: bool,
        spare: int,
        lanes: NDArray[np.int64],
    ) -> int:
        """See the compiled version."""
        others = agreeing[: n * LANES].reshape(n, LANES).astype(np.int64)
        price = costs[:MOST_ROWS].astype(np.int64) + 256 * costs[MOST_ROWS:].astype(np.int64)
        sums = others.max(axis=0) + 1 if largest else price[others].sum(axis=0)
        wanted = np.unpackbits(lanes.view(np.uint8), bitorder="little") == 1
        least = int(sums.min(initial=0xFFFFFFFF, where=wanted))
        lanes[:] = np.packbits(wanted & (sums <= least + spare), bitorder="little").view(np.int64)
        return least

    def differing(rows: NDArray[np.uint8], one: int, other: int, half: int) -> int:
        """See the compiled version."""
        here = (int(row) * LANES + int(half) * HALF for row in (one, other))
        these, those = (rows[start : start + HALF] for start in here)
        return int(np.packbits(these != those, bitorder="little").view(np.int64)[0])

    def replace_entry(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
        """The tuple with another value at an index."""
        return (*values[:index], value, *values[index + 1 :])

else:
    from numba import types
    from numba.cpython.unsafe.tuple import tuple_setitem
    from numba.extending import intrinsic

    from tafelwerk.solvers.machine.compiler import array_data, llvm_function, local_variable, loop

    replace_entry = cast(Any, tuple_setitem)

    @intrinsic
    def copy_block(typing_context, target, begin, source, start):  # type: ignore[no-untyped-def]
        """Copy BLOCK bytes from one array to another.

        Args:
            target: uint8, contiguous.
            begin: int64, index of the first byte written.
            source: uint8, contiguous.
            start: int64, index of the first byte read.
        """

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            return _copy(context, builder, signature, arguments, 2, BLOCK)

        return types.void(target, types.int64, source, types.int64), generate

    @intrinsic
    def copy_few(typing_context, rows, begin, start):  # type: ignore[no-untyped-def]
        """Copy FEW numbers within an array.

        Args:
            rows: uint16, contiguous.
            begin: int64, index of the first element written.
            start: int64, index of the first element read.
        """

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            return _copy(context, builder, signature, arguments, 0, FEW)

        return types.void(rows, types.int64, types.int64), generate

    @intrinsic
    def count_agreeing(typing_context, rows, n, agreeing):  # type: ignore[no-untyped-def]
        """Count, in each lane of each row, the other rows that agree with it.

        Args:
            rows: uint8, contiguous, LANES bytes per row.
            n: int64, number of rows, 1 to MOST_ROWS.
            agreeing: uint8, contiguous, as many bytes: filled with the counts.
        """

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            return _count_agreeing(context, builder, signature, arguments)

        vector = types.Array(types.uint8, 1, "C")
        return types.void(vector, types.int64, vector), generate

    @intrinsic
    def least_lanes(typing_context, agreeing, n, costs, largest, spare, lanes):  # type: ignore[no-untyped-def]
        """Lanes with the least sum, over the rows, of the cost of a row's number of agreements.

        Args:
            agreeing: uint8, contiguous, LANES bytes per row: see `count_agreeing`.
            n: int64, number of rows, 1 to MOST_ROWS.
            costs: uint8 (2 * MOST_ROWS,), contiguous: low bytes, then high bytes of the cost of a row that agrees in a lane
                with 1, 2, ... rows, itself included.
            largest: boolean: whether to take the greatest number of agreeing rows instead of the sum of costs.
            spare: int64, below 2^31.
            lanes: int64 (2,), masks of the lanes to examine; reduced to those whose sum is at most `spare` above the least.

        Returns:
            The least sum, or 0xFFFFFFFF if there is no lane to examine.
        """

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            return _least_lanes(context, builder, signature, arguments)

        vector, words = types.Array(types.uint8, 1, "C"), types.Array(types.int64, 1, "C")
        return types.int64(vector, types.int64, vector, types.boolean, types.int64, words), generate

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


def _copy(context: Any, builder: Any, signature: Any, arguments: Any, source: int, numbers: int) -> Any:
    """Copies from argument `source`, starting at the index in the last argument, to the first, at the index in the second."""
    from llvmlite import ir

    to = builder.gep(array_data(context, builder, signature, arguments, 0), [arguments[1]])
    begin = builder.gep(array_data(context, builder, signature, arguments, source), [arguments[-1]])
    kind = ir.VectorType(context.get_data_type(signature.args[0].dtype), numbers).as_pointer()
    builder.store(builder.load(builder.bitcast(begin, kind), align=1), builder.bitcast(to, kind), align=1)
    return context.get_dummy_value()


def _start_of_row(builder: Any, row: Any, half: int) -> Any:
    """Index of the first byte of a half of a row."""
    from llvmlite import ir

    word = ir.IntType(64)
    return builder.add(builder.mul(row, word(LANES)), word(half * HALF))


def _half_row(builder: Any, base: Any, offset: Any) -> Any:
    """Pointer to a half of a row."""
    from llvmlite import ir

    return builder.bitcast(builder.gep(base, [offset]), ir.VectorType(ir.IntType(8), HALF).as_pointer())


def _count_agreeing(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    from llvmlite import ir

    bytes_, zero = ir.VectorType(ir.IntType(8), HALF), ir.IntType(64)(0)
    rows, agreeing = (array_data(context, builder, signature, arguments, index) for index in (0, 2))
    n = arguments[1]
    agree = [local_variable(builder, bytes_) for _ in range(2)]
    with loop(builder, zero, n) as row:
        starts = [_start_of_row(builder, row, half) for half in range(2)]
        own = [builder.load(_half_row(builder, rows, start), align=1) for start in starts]
        for half in range(2):
            # every row agrees with itself
            builder.store(ir.Constant(bytes_, [-1] * HALF), agree[half])
        with loop(builder, zero, n) as other:
            for half in range(2):
                there = builder.load(_half_row(builder, rows, _start_of_row(builder, other, half)), align=1)
                same = builder.zext(builder.icmp_unsigned("==", own[half], there), bytes_)
                builder.store(builder.add(builder.load(agree[half]), same), agree[half])
        for half in range(2):
            builder.store(builder.load(agree[half]), _half_row(builder, agreeing, starts[half]), align=1)
    return context.get_dummy_value()


def _least_lanes(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    from llvmlite import ir

    byte, short, number, word = (ir.IntType(bits) for bits in (8, 16, 32, 64))
    bits, bytes_, shorts, numbers = (ir.VectorType(kind, HALF) for kind in (ir.IntType(1), byte, short, number))
    agreeing, costs, lanes = (array_data(context, builder, signature, arguments, argument) for argument in (0, 2, 5))
    n, zero = arguments[1], ir.Constant(word, 0)

    def add_to(variable: Any, value: Any) -> None:
        builder.store(builder.add(builder.load(variable), value), variable)

    tables = [builder.load(_half_row(builder, costs, word(half * HALF)), align=1) for half in range(2)]
    most = [local_variable(builder, bytes_) for _ in range(2)]
    sums = [[local_variable(builder, shorts) for _ in tables] for _ in range(2)]
    for half in range(2):
        builder.store(ir.Constant(bytes_, None), most[half])
        for variable in sums[half]:
            builder.store(ir.Constant(shorts, None), variable)
    with builder.if_else(arguments[3]) as (of_largest, of_sums):
        with of_largest, loop(builder, zero, n) as row:
            for half in range(2):
                index = builder.load(_half_row(builder, agreeing, _start_of_row(builder, row, half)), align=1)
                before = builder.load(most[half])
                builder.store(builder.select(builder.icmp_unsigned(">", index, before), index, before), most[half])
        with of_sums, loop(builder, zero, n) as row:
            for half in range(2):
                index = builder.load(_half_row(builder, agreeing, _start_of_row(builder, row, half)), align=1)
                for variable, table in zip(sums[half], tables, strict=True):
                    add_to(variable, builder.zext(_looked_up(context, builder, table, index), shorts))
    least, totals = number(0xFFFFFFFF), []
    for half in range(2):
        low, high = (builder.zext(builder.load(variable), numbers) for variable in sums[half])
        total = builder.add(low, builder.mul(high, ir.Constant(numbers, [256] * HALF)))
        greatest = builder.add(builder.zext(builder.load(most[half]), numbers), ir.Constant(numbers, [1] * HALF))
        total = builder.select(arguments[3], greatest, total)
        wanted = builder.bitcast(builder.load(builder.gep(lanes, [word(half)])), bits)
        total = builder.select(wanted, total, ir.Constant(numbers, [0xFFFFFFFF] * HALF))
        smallest = llvm_function(builder, f"llvm.vector.reduce.umin.v{HALF}i32", number, numbers)
        here = builder.call(smallest, [total])
        least = builder.select(builder.icmp_unsigned("<", here, least), here, least)
        totals.append((wanted, total))
    bound = builder.add(least, builder.trunc(arguments[4], number))
    vector = builder.insert_element(ir.Constant(numbers, None), bound, number(0))
    spread = builder.shuffle_vector(vector, vector, ir.Constant(ir.VectorType(number, HALF), None))
    for half, (wanted, total) in enumerate(totals):
        near = builder.and_(wanted, builder.icmp_unsigned("<=", total, spread))
        builder.store(builder.bitcast(near, word), builder.gep(lanes, [word(half)]))
    return builder.zext(least, word)


def _looked_up(context: Any, builder: Any, table: Any, index: Any) -> Any:
    """Bytes of a vector at given indices, by one instruction if the processor has it."""
    from llvmlite import ir

    if "+avx512vbmi," in f"{context.codegen().magic_tuple()[2]},":
        kind = table.type
        return builder.call(llvm_function(builder, "llvm.x86.avx512.permvar.qi.512", kind, kind, kind), [table, index])
    values = ir.Constant(table.type, ir.Undefined)
    for lane in range(HALF):
        position = ir.IntType(32)(lane)
        values = builder.insert_element(
            values, builder.extract_element(table, builder.extract_element(index, position)), position
        )
    return values


def _differing(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    from llvmlite import ir

    word, kind = ir.IntType(64), ir.VectorType(ir.IntType(8), HALF)
    data = array_data(context, builder, signature, arguments, 0)
    halves = []
    for row in arguments[1:3]:
        start = builder.add(builder.mul(row, word(LANES)), builder.mul(arguments[3], word(HALF)))
        halves.append(builder.load(builder.bitcast(builder.gep(data, [start]), kind.as_pointer()), align=1))
    return builder.bitcast(builder.icmp_unsigned("!=", *halves), word)
