"""Sets of a few codes, all queries side by side: a code is a row of bytes, a lane per query, that hold its answers.

Rows are compared pair by pair; how many pairs agree in a lane bounds the entropy of that query from both sides, so that few
lanes, often one, are left to be weighed. Vectors are written as LLVM's own: of 64 bytes where the processor has such, in
pieces elsewhere, with the same result.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numba import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from tafelwerk.rules.entropy import Alpha
from tafelwerk.solvers.beams.entropy.small_sets import ALL_APART, NO_QUERY
from tafelwerk.solvers.deduction.entropy import certain_size, entropy_weights
from tafelwerk.solvers.machine.bits import lowest
from tafelwerk.solvers.machine.jit import INTERPRETED, array_data, inlined, llvm_function, local_variable, loop
from tafelwerk.solvers.machine.vectors import BLOCK, copy_block

LANES = 128
"""Lanes of a row."""

HALF = LANES // 2

PAIRS = 256

MOST = 22
"""Codes of a set, at most: its pairs fit a byte."""


class Table(NamedTuple):
    """What sets of a few codes are looked up in, and the room they are laid out in.

    Attributes:
        most: codes of a set, at most; 0 where the variant has too many queries.
        shown: uint8 (pieces, BLOCK): what each diagonal shows of a piece, then zeros; a piece is copied as a whole.
        pairs, tied: see `Bounds`.
        rows: uint8 (most * LANES + BLOCK,): the codes.
        excluded: uint8 (LANES,): 255 where the lane's diagonal was used, or where there is no query.
        for_diagonals: int64 (1,): the unused diagonals that `excluded` was made for, -1 at first.
        near: uint64 (2,).
        parts: int32 (256,): 0 before and after.
    """

    most: int
    shown: NDArray[np.uint8]
    pairs: NDArray[np.uint8]
    tied: NDArray[np.bool_]
    rows: NDArray[np.uint8]
    excluded: NDArray[np.uint8]
    for_diagonals: NDArray[np.int64]
    near: NDArray[np.uint64]
    parts: NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class Bounds:
    """What the number of pairs that agree says of entropies.

    Attributes:
        most: codes of the sets they are for, at most.
        pairs: uint8, shape (most + 1, PAIRS): by codes and the least number of pairs in any lane, how many pairs a lane may have
            whose entropy can be the greatest.
        tied: bool, the same shape: all those lanes have equal entropies.
    """

    most: int
    pairs: NDArray[np.uint8]
    tied: NDArray[np.bool_]


@lru_cache(maxsize=64)
def make_bounds(alpha: Alpha, n_max: int) -> Bounds:
    """Bounds for sets of up to MOST codes.

    Args:
        alpha: order of the entropy.
        n_max: as for `entropy_weights`.
    """
    weights = entropy_weights(alpha, n_max)
    most = min(MOST, certain_size(alpha, n_max))
    least, greatest = _extremes(weights.weight[: most + 1], weights.largest)
    pairs, tied = np.zeros((most + 1, PAIRS), np.uint8), np.zeros((most + 1, PAIRS), np.bool_)
    for codes in range(2, most + 1):
        for agree in np.flatnonzero(np.isfinite(greatest[codes])).tolist():
            value = float(greatest[codes, agree])
            spare = 6 * weights.tolerance * abs(value)
            bound = int(np.flatnonzero(least[codes] <= value + spare)[-1])
            pairs[codes, agree] = bound
            # no lane has fewer pairs, and some numbers of pairs no partition has
            low, high = least[codes, agree : bound + 1].min(), greatest[codes, agree : bound + 1].max()
            tied[codes, agree] = high - low <= spare
    return Bounds(most, pairs, tied)


def _extremes(weight: NDArray[np.float64], largest: bool) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """By codes and pairs of codes in the same part the least and the greatest sum over all such partitions, infinite where
    there are none."""
    most = len(weight) - 1
    least, greatest = np.full((most + 1, PAIRS), np.inf), np.full((most + 1, PAIRS), -np.inf)
    least[0, 0] = greatest[0, 0] = 0.0
    for codes in range(1, most + 1):
        for part in range(1, codes + 1):
            within = part * (part - 1) // 2
            for table, better in ((least, np.minimum), (greatest, np.maximum)):
                rest = table[codes - part, : PAIRS - within]
                sums = (
                    np.where(np.isfinite(rest), np.maximum(rest, weight[part]), rest)
                    if largest
                    else rest + weight[part]
                )
                table[codes, within:] = better(table[codes, within:], sums)
    return least, greatest


def make_table(answers: NDArray[np.uint8], colours: int, alpha: Alpha, n_max: int) -> Table:
    """The table of a variant and an order of entropy.

    Args:
        answers: (pieces, diagonals).
        colours: how many there are.
        alpha, n_max: as for `make_bounds`.
    """
    bounds = make_bounds(alpha, n_max)
    diagonals = answers.shape[1]
    fits = diagonals <= BLOCK and diagonals * colours <= LANES
    shown = np.zeros((len(answers), BLOCK), np.uint8)
    if fits:
        shown[:, :diagonals] = answers
    return Table(
        bounds.most if fits else 0,
        shown,
        bounds.pairs,
        bounds.tied,
        np.zeros(bounds.most * LANES + BLOCK, np.uint8),
        np.zeros(LANES, np.uint8),
        np.full(1, -1, np.int64),
        np.zeros(2, np.uint64),
        np.zeros(256, np.int32),
    )


@inlined
def lane_queries(
    table: Table,
    elements: NDArray[np.uint16],
    begin: int,
    n: int,
    unused: int,
    diagonals: int,
    weight: NDArray[np.float64],
    largest: bool,
    tolerance: float,
    best: NDArray[np.int64],
) -> int:
    """The queries of the greatest entropy on a set of a few codes, with at most one colour unused.

    Args:
        table: of the variant and the order of entropy.
        elements: all of them, (room, colours).
        begin: where the set begins.
        n: its codes, from 2 to the table's most.
        unused: mask of the diagonals not yet used.
        diagonals: how many there are.
        weight, largest, tolerance: see `entropy.EntropyWeights`.
        best: int64 (colours,): left with the diagonals of the queries, as masks.

    Returns:
        NO_QUERY where no query splits the set, else ALL_APART where these tell all codes apart, else 0.
    """
    colours, rows, near, parts = elements.shape[1], table.rows, table.near, table.parts
    if table.for_diagonals[0] != unused:
        table.for_diagonals[0] = unused
        table.excluded[:] = 255
        for colour in range(colours):
            for diagonal in range(diagonals):
                if (unused >> diagonal) & 1:
                    table.excluded[colour * diagonals + diagonal] = 0
    for code in range(n):
        for colour in range(colours):
            copy_block(rows, code * LANES + colour * diagonals, table.shown, elements[begin + code, colour] * BLOCK)
    agree = near_lanes(rows, n, table.excluded, table.pairs[n], near)
    if agree >= n * (n - 1) // 2:
        return NO_QUERY
    for colour in range(colours):
        best[colour] = 0
    tied, least = table.tied[n, agree], np.inf
    for half in range(2):
        left: int = np.int64(near[half])  # type: ignore[assignment]
        while left:
            lane = lowest(left) + HALF * half
            left &= left - 1
            value = 0.0
            if not tied:
                for code in range(n):
                    parts[rows[code * LANES + lane]] += 1
                for code in range(n):
                    answer = rows[code * LANES + lane]
                    added = weight[parts[answer]]
                    value = max(value, added) if largest else value + added
                    parts[answer] = 0
            close = 3 * tolerance * abs(value)
            if value < least - close:
                least = value
                for colour in range(colours):
                    best[colour] = 0
            if value <= least + close:
                best[lane // diagonals] |= 1 << (lane % diagonals)
    return ALL_APART if agree == 0 else 0


if INTERPRETED:

    def near_lanes(
        rows: NDArray[np.uint8],
        n: int,
        excluded: NDArray[np.uint8],
        bounds: NDArray[np.uint8],
        found: NDArray[np.uint64],
    ) -> int:
        """As compiled, see there."""
        codes, agree = rows[: n * LANES].reshape(n, LANES), np.zeros(LANES, np.int64)
        for one in range(n):
            agree += (codes[:one] == codes[one]).sum(axis=0)
        agree = np.maximum(np.minimum(agree, 255), excluded)
        least = int(agree.min())
        found[:] = np.packbits(agree <= bounds[least], bitorder="little").view(np.uint64)
        return least

else:

    @intrinsic
    def near_lanes(typing_context, rows, n, excluded, bounds, found):  # type: ignore[no-untyped-def]
        """The lanes in which few enough pairs of rows agree.

        Args:
            rows: uint8, contiguous: the codes, LANES bytes each.
            n: int64, at least 1.
            excluded: uint8 (LANES,): 255 in lanes that are not asked for, else 0.
            bounds: uint8 (256,), contiguous: by the least number of agreeing pairs in any lane how many a near lane may have.
            found: uint64 (2,): left with the near lanes, the first in the lowest bit.

        Returns:
            the least number of pairs that agree in a lane.
        """

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            return _near_lanes(context, builder, signature, arguments)

        row, words = types.Array(types.uint8, 1, "C"), types.Array(types.uint64, 1, "C")
        return types.int64(row, types.int64, row, row, words), generate


def _near_lanes(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    from llvmlite import ir

    byte, word = ir.IntType(8), ir.IntType(64)
    vector = ir.VectorType(byte, HALF)

    def data(place: int) -> Any:
        return builder.bitcast(array_data(context, builder, signature, arguments, place), byte.as_pointer())

    def loaded(base: Any, offset: Any) -> Any:
        return builder.load(builder.bitcast(builder.gep(base, [offset]), vector.as_pointer()), align=1)

    rows, n = data(0), arguments[1]
    zero, one = ir.Constant(word, 0), ir.Constant(word, 1)
    halves = [ir.Constant(word, 0), ir.Constant(word, HALF)]
    agree = [local_variable(builder, vector) for _ in halves]
    earlier = [local_variable(builder, vector) for _ in halves]
    for half in range(2):
        builder.store(loaded(data(2), halves[half]), agree[half])
    add = llvm_function(builder, f"llvm.uadd.sat.v{HALF}i8", vector, vector, vector)
    with loop(builder, one, n) as row:
        here = builder.mul(row, ir.Constant(word, LANES))
        own = [loaded(rows, builder.add(here, half)) for half in halves]
        for half in range(2):
            builder.store(ir.Constant(vector, None), earlier[half])
        with loop(builder, zero, row) as other:
            there = builder.mul(other, ir.Constant(word, LANES))
            for half in range(2):
                same = builder.icmp_unsigned("==", own[half], loaded(rows, builder.add(there, halves[half])))
                # -1 where equal
                builder.store(builder.sub(builder.load(earlier[half]), builder.sext(same, vector)), earlier[half])
        for half in range(2):
            builder.store(builder.call(add, [builder.load(agree[half]), builder.load(earlier[half])]), agree[half])
    sums = [builder.load(agree[half]) for half in range(2)]
    smaller = builder.select(builder.icmp_unsigned("<", sums[0], sums[1]), *sums)
    least = builder.call(llvm_function(builder, f"llvm.vector.reduce.umin.v{HALF}i8", byte, vector), [smaller])
    place = builder.zext(least, word)
    bound = builder.load(builder.gep(data(3), [place]))
    whole = builder.insert_element(ir.Constant(vector, None), bound, ir.Constant(ir.IntType(32), 0))
    spread = builder.shuffle_vector(whole, whole, ir.Constant(ir.VectorType(ir.IntType(32), HALF), None))
    found = builder.bitcast(data(4), word.as_pointer())
    for half in range(2):
        near = builder.bitcast(builder.icmp_unsigned("<=", sums[half], spread), word)
        builder.store(near, builder.gep(found, [ir.Constant(word, half)]))
    return place
