"""The parts into which a query splits a set of codes, and the sum over them that orders entropies, as kernels take them."""

from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.deduction.answer_bits import MOST_BITS
from tafelwerk.solvers.deduction.entropy import EntropyWeights, same_kernel
from tafelwerk.solvers.deduction.problem import Answers, SearchProblem
from tafelwerk.solvers.machine.jit import kernel


class AnswerTable(NamedTuple):
    """A search problem as kernels take it.

    answers: (Q, C); columns: its transpose, (C, Q), or (0, 0) where a set of answers is no word of bits; code_of, query_of:
    the code that a query names and the reverse, -1 for none; labels: how many answers there are; solved: as in
    SearchProblem.
    """

    answers: Answers
    columns: Answers
    code_of: NDArray[np.int32]
    query_of: NDArray[np.int32]
    labels: int
    solved: int


class Entropy(NamedTuple):
    """EntropyWeights and its TieTest as kernels take them; counting: whether sums count parts, as where alpha is 0."""

    largest: bool
    counting: bool
    weight: NDArray[np.float64]
    tolerance: float
    rule: int
    factor: NDArray[np.int32]
    root: NDArray[np.int32]
    power: NDArray[np.int64]


class Parts(NamedTuple):
    """Room for two partitions of a set of codes.

    mine, theirs: (labels,), sizes of parts; counts: (labels,), codes an answer; surplus, limbs: of same_kernel. Counts,
    surplus and limbs are 0 between calls.
    """

    mine: NDArray[np.int32]
    theirs: NDArray[np.int32]
    counts: NDArray[np.int32]
    surplus: NDArray[np.int64]
    limbs: NDArray[np.int64]


def answer_table(problem: SearchProblem) -> AnswerTable:
    """The problem for kernels."""
    answers = problem.answers
    columns = answers
    if len(problem.labels) > MOST_BITS:
        columns = answers[:0, :0]
    elif answers.shape[0] != answers.shape[1] or not _symmetric_kernel(answers):
        columns = cast(Answers, np.ascontiguousarray(answers.T))
    return AnswerTable(answers, columns, problem.code_of, problem.query_of, len(problem.labels), problem.solved)


def entropy_arrays(weights: EntropyWeights) -> Entropy:
    """The entropy for kernels."""
    ties = weights.ties
    counting = weights.alpha == 0
    return Entropy(
        weights.largest, counting, weights.weight, weights.tolerance, ties.rule, ties.factor, ties.root, ties.power
    )


def make_parts(labels: int, codes: int) -> Parts:
    """Room for the parts of at most so many codes, by so many answers."""
    return Parts(
        mine=np.empty(labels, np.int32),
        theirs=np.empty(labels, np.int32),
        counts=np.zeros(labels, np.int32),
        surplus=np.zeros(codes + 1, np.int64),
        limbs=np.zeros((codes + 1, 3), np.int64),
    )


@kernel
def parts_kernel(
    row: NDArray[np.uint8] | NDArray[np.uint16],
    codes: NDArray[np.int32],
    counts: NDArray[np.int32],
    sizes: NDArray[np.int32],
) -> int:
    """Fill `sizes` with the sizes of the parts of a set of codes by their answers; how many there are.

    Args:
        row: shape (C,), the answers to a query.
        codes: the set.
        counts: shape (labels,), 0 before and after.
        sizes: shape (labels,).
    """
    for i in range(codes.shape[0]):
        counts[row[codes[i]]] += 1
    p = 0
    if codes.shape[0] < counts.shape[0]:
        for i in range(codes.shape[0]):
            n = counts[row[codes[i]]]
            if n > 0:
                sizes[p] = n
                p += 1
                counts[row[codes[i]]] = 0
    else:
        for label in range(counts.shape[0]):
            n = counts[label]
            if n > 0:
                sizes[p] = n
                p += 1
                counts[label] = 0
    return p


@kernel
def sum_kernel(entropy: Entropy, sizes: NDArray[np.int32], p: int) -> float:
    """What p parts weigh together, or the largest; the less, the greater their entropy."""
    total = 0.0
    if entropy.largest:
        for i in range(p):
            total = max(total, entropy.weight[sizes[i]])
    else:
        for i in range(p):
            total += entropy.weight[sizes[i]]
    return total


@kernel
def even_kernel(entropy: Entropy, size: int, p: int) -> float:
    """The sum of the even split into p parts, which is the least, as the weight of a part is convex in its size."""
    small = size // p
    more = size - small * p
    if entropy.largest:
        return float(small + 1 if more > 0 else small)
    total = (p - more) * entropy.weight[small]
    if more > 0:
        total += more * entropy.weight[small + 1]
    return float(total)


@kernel
def apart_kernel(entropy: Entropy, x: float, y: float) -> bool:
    """Whether two sums are in the order of the entropies."""
    return abs(x - y) > entropy.tolerance * abs(x + y)


@kernel
def equal_kernel(entropy: Entropy, parts: Parts, p: int, q: int) -> bool:
    """Whether p parts in `mine` and q in `theirs`, the sums of which are not apart, are known to have equal entropies."""
    return same_kernel(
        entropy.rule,
        entropy.factor,
        entropy.root,
        entropy.power,
        parts.mine,
        p,
        parts.theirs,
        q,
        parts.surplus,
        parts.limbs,
    )


@kernel
def _symmetric_kernel(answers: Answers) -> bool:
    """Whether a square matrix is its own transpose; a tile at a time, for the cache."""
    n = answers.shape[0]
    for row in range(0, n, 64):
        for column in range(0, row + 1, 64):
            for i in range(row, min(row + 64, n)):
                for j in range(column, min(column + 64, n)):
                    if answers[i, j] != answers[j, i]:
                        return False
    return True
