"""Queries of the greatest entropy on sets of up to 64 codes, by comparing all queries at once.

A code is a row of bytes with its answers, one lane per query. In each lane every code is compared with every other. A code in a
part of c codes adds q(c) to the sum of its lane, an integer nearly proportional to w(c) / c - w(1), where w are the weights of
the entropy. Sums err by at most half a unit per code, so few lanes, often one, need an exact comparison.

Without the lanes a fiftieth of 6c6p under H_1 takes 20.4 s of CPU instead of 14.4, and 6c3p 47 to 58 ms instead of 35, as the
compiler happens to inline the rest of the choice.
"""

from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.rules.deduction import Alpha
from tafelwerk.solvers.beams.patterns import FIELD_BITS
from tafelwerk.solvers.deduction.partition_entropy import certain_size, entropy_weights, partitions
from tafelwerk.solvers.machine.bits import lowest
from tafelwerk.solvers.machine.jit import inlined, kernel
from tafelwerk.solvers.machine.vectors import BLOCK, HALF, LANES, MOST_ROWS, copy_block, count_agreeing, least_lanes

NO_QUERY = -1

ALL_APART = 1 << 16
"""Added to a query that distinguishes all codes of a set."""

MOST_SURE = 15
"""Largest number of codes for which it is known whether close sums mean equal entropies."""

_LEAST_EXCESS = 2.0**-30


class Few(NamedTuple):
    """Tables for queries on sets of few codes under an order of the entropy, and scratch.

    Attributes:
        most: largest number of codes of a set; 0 if the variant has too many queries.
        answers: uint8 (pieces, BLOCK): answer of each diagonal for a piece, then zeros.
        costs: uint8 (MOST_ROWS + 1, 2 * MOST_ROWS): by number of codes, see `least_lanes`.
        sure: bool (MOST_ROWS + 1): near lanes have equal entropies.
        rows: uint8 (MOST_ROWS * LANES + BLOCK,): the codes.
        agreeing: uint8 (MOST_ROWS * LANES,): see `count_agreeing`.
        lanes: int64 (2,): masks of lanes.
    """

    most: int
    answers: NDArray[np.uint8]
    costs: NDArray[np.uint8]
    sure: NDArray[np.bool_]
    rows: NDArray[np.uint8]
    agreeing: NDArray[np.uint8]
    lanes: NDArray[np.int64]


def make_few(answers: NDArray[np.uint8], colours: int, alpha: Alpha, n_max: int) -> Few:
    """Tables for sets of few codes of a variant.

    Args:
        answers: uint8, shape (pieces, diagonals).
        colours: number of colours.
        alpha: order of the entropy.
        n_max: as for `entropy_weights`.
    """
    diagonals = answers.shape[1]
    fits = diagonals <= BLOCK and diagonals * colours <= LANES
    padded = np.zeros((len(answers), BLOCK), np.uint8)
    if fits:
        padded[:, :diagonals] = answers
    most, costs, sure = _make_costs(alpha, n_max)
    return Few(
        most if fits else 0,
        padded,
        costs,
        sure,
        np.zeros(MOST_ROWS * LANES + BLOCK, np.uint8),
        np.zeros(MOST_ROWS * LANES, np.uint8),
        np.zeros(2, np.int64),
    )


def _make_costs(alpha: Alpha, n_max: int) -> tuple[int, NDArray[np.uint8], NDArray[np.bool_]]:
    """Fields `most`, `costs` and `sure` of `Few`."""
    weights = entropy_weights(alpha, n_max)
    certain, most = certain_size(alpha, n_max), min(MOST_ROWS, n_max)
    costs = np.zeros((MOST_ROWS + 1, 2, MOST_ROWS), np.uint8)
    sure = np.full(MOST_ROWS + 1, alpha is None)
    for codes in range(2, most + 1) if alpha is not None else ():
        size = np.arange(1, codes + 1)
        excess = weights.weight[size] / size - weights.weight[1]
        if excess[-1] < _LEAST_EXCESS * abs(weights.weight[1]):
            # costs would be rounding errors
            return 0, costs.reshape(MOST_ROWS + 1, -1), sure
        price = np.round(excess * (0xFFFF / excess[-1])).astype(np.int64)
        costs[codes, :, :codes] = price & 0xFF, price >> 8
        if codes <= min(certain, MOST_SURE):
            sums = [(sum(part * int(price[part - 1]) for part in parts), parts) for parts in partitions(codes)]
            sure[codes] = _near_are_tied(sorted(sums), weights.weight, weights.tolerance)
    return most, costs.reshape(MOST_ROWS + 1, -1), sure


def _near_are_tied(sums: list[tuple[int, tuple[int, ...]]], weight: NDArray[np.float64], tolerance: float) -> bool:
    """Whether partitions with near sums of costs have equal entropies; all sums of some number of codes are given in order."""
    codes = sum(sums[0][1])
    for (lower, these), (upper, those) in pairwise(sums):
        value, next_value = float(weight[list(these)].sum()), float(weight[list(those)].sum())
        if upper - lower <= codes and abs(next_value - value) > 3 * tolerance * abs(value):
            return False
    return True


@kernel
def differ(fields: int, crossing: NDArray[np.int64]) -> int:
    """Diagonals that cross a set of fields, as a mask; they give different answers for pieces that differ in these fields."""
    diagonals: int = 0
    for group in range(crossing.shape[0]):
        diagonals |= crossing[group, (fields >> (FIELD_BITS * group)) & ((1 << FIELD_BITS) - 1)]
    return diagonals


@kernel
def first_of(best: NDArray[np.int64], colours: int, by_diagonal: bool) -> int:
    """First of some queries by the tie rule: colour << 8 | diagonal.

    Args:
        best: (colours or more,): diagonals of each colour's queries, as masks; at least one.
        colours: number of colours.
        by_diagonal: whether the first is the one of the lowest diagonal, instead of the lowest colour.
    """
    first, least = NO_QUERY, 64
    for colour in range(colours):
        if best[colour]:
            diagonal = lowest(best[colour])
            if diagonal < least:
                first, least = colour << 8 | diagonal, diagonal
            if not by_diagonal:
                break
    return first


@inlined
def write_few(
    few: Few,
    elements: NDArray[np.uint16],
    begin: int,
    n: int,
    colours_asked: int,
    diagonals: int,
    orders: NDArray[np.int64],
) -> int:
    """Write the codes of a set to `few.rows` and compare them. Returns their number.

    Args:
        few: tables of the variant.
        elements: all of them, (room, colours).
        begin: where the set begins.
        n: its elements; their codes are 2 to few.most.
        colours_asked: number of colours asked for.
        diagonals: number of diagonals.
        orders: int64 (orders, places): the orders of the uncoloured pieces; one order if there is at most one such piece.
    """
    rows, codes, askable = few.rows, 0, min(colours_asked + 1, elements.shape[1])
    for element in range(begin, begin + n):
        for order in range(orders.shape[0]):
            for colour in range(colours_asked):
                copy_block(rows, codes * LANES + colour * diagonals, few.answers, elements[element, colour] * BLOCK)
            if colours_asked < askable:
                piece = elements[element, colours_asked + orders[order, 0]]
                copy_block(rows, codes * LANES + colours_asked * diagonals, few.answers, piece * BLOCK)
            codes += 1
    count_agreeing(rows, codes, few.agreeing)
    return codes


@inlined
def least_of_few(
    few: Few,
    codes: int,
    askable: int,
    unused: int,
    diagonals: int,
    largest: bool,
    best: NDArray[np.int64],
) -> int:
    """Find the queries with a near least sum on the codes that `write_few` has written.

    Args:
        few: tables of the variant and the order of entropy.
        codes: their number.
        askable: number of colours to ask for.
        unused: mask of the diagonals not yet used.
        diagonals: number of diagonals.
        largest: whether to compare the largest parts instead, exactly.
        best: int64 (colours,): filled with the diagonals of the queries, as masks.

    Returns:
        The least sum; that of a query with a single answer is 0xFFFF * codes, or codes under `largest`.
    """
    lanes, mask = few.lanes, np.int64(unused)  # shifts drop bits above 64, interpreted as well as compiled
    lanes[0] = lanes[1] = 0
    for colour in range(askable):
        offset = colour * diagonals
        if offset < HALF:
            lanes[0] |= mask << offset
            if offset > 0:
                lanes[1] |= mask >> (HALF - offset)
        else:
            lanes[1] |= mask << (offset - HALF)
    least = least_lanes(few.agreeing, codes, few.costs[codes], largest, 0 if largest else codes, lanes)
    every = (1 << diagonals) - 1
    for colour in range(best.shape[0]):
        offset = colour * diagonals
        best[colour] = lanes[offset // HALF] >> offset % HALF & every if colour < askable else 0
        if colour < askable and offset < HALF < offset + diagonals:
            best[colour] = (best[colour] & ((1 << (HALF - offset)) - 1)) | (lanes[1] << (HALF - offset)) & every
    return int(least)
