"""A search problem as kernels take it, the parts into which a query splits a set of codes, and the sums that order entropies.

Where a problem has at most MOST_BITS answers, a set of answers is also a word of bits. The union of the answers that a set of
codes has tells how many parts a query makes of it, without counting any. Unions are passes over rows of the transposed matrix,
all queries at once, which compilers turn into vector instructions.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.deduction.entropy import EntropyWeights, same_kernel
from tafelwerk.solvers.deduction.problem import MOST_BITS, Answers, Bits, SearchProblem
from tafelwerk.solvers.machine.bits import bit
from tafelwerk.solvers.machine.jit import kernel


class AnswerTable(NamedTuple):
    """A search problem as kernels take it; code_of and solved are those of SearchProblem.

    Attributes:
        answers: shape (Q, C): uint8 for up to 256 answers, otherwise uint16.
        columns: shape (C, Q): its transpose; (0, 0) for more than MOST_BITS answers.
        query_of: int32, shape (C,): the query that names each code, -1 if there is none.
        labels: number of answers.
    """

    answers: Answers
    columns: Answers
    code_of: NDArray[np.int32]
    query_of: NDArray[np.int32]
    labels: int
    solved: int


class Entropy(NamedTuple):
    """EntropyWeights and its TieTest as kernels take them.

    Attributes:
        counting: whether sums count parts, as for alpha = 0.
    """

    largest: bool
    counting: bool
    weight: NDArray[np.float64]
    tolerance: float
    rule: int
    factor: NDArray[np.int32]
    root: NDArray[np.int32]
    power: NDArray[np.int64]


class Parts(NamedTuple):
    """Scratch for two partitions of a set of codes.

    Attributes:
        mine, theirs: int32, shape (labels,): sizes of parts.
        counts: int32, shape (labels,): number of codes per answer; 0 between calls.
        surplus, limbs: of `same_kernel`.
    """

    mine: NDArray[np.int32]
    theirs: NDArray[np.int32]
    counts: NDArray[np.int32]
    surplus: NDArray[np.int64]
    limbs: NDArray[np.int64]


def answer_table(problem: SearchProblem) -> AnswerTable:
    """The problem for kernels."""
    labels = len(problem.labels)
    answers = problem.answers if labels > 256 else problem.answers.astype(np.uint8, copy=False)
    columns = answers
    if labels > MOST_BITS:
        columns = answers[:0, :0]
    elif problem.symmetry is None:
        columns = np.ascontiguousarray(answers.T)
    return AnswerTable(answers, columns, problem.code_of, problem.query_of, labels, problem.solved)


def bit_type(answers: int) -> type[np.uint32] | type[np.uint64]:
    """The words in which these answers are bits, if there are at most MOST_BITS."""
    return np.uint32 if answers <= 32 else np.uint64


def entropy_arrays(weights: EntropyWeights) -> Entropy:
    """The entropy for kernels."""
    ties, counting = weights.ties, weights.alpha == 0
    return Entropy(
        weights.largest, counting, weights.weight, weights.tolerance, ties.rule, ties.factor, ties.root, ties.power
    )


def make_parts(labels: int, codes: int) -> Parts:
    """Scratch for partitions of up to `codes` codes into at most `labels` parts."""
    return Parts(
        mine=np.empty(labels, np.int32),
        theirs=np.empty(labels, np.int32),
        counts=np.zeros(labels, np.int32),
        surplus=np.zeros(codes + 1, np.int64),
        limbs=np.zeros((codes + 1, 3), np.int64),
    )


@kernel
def unite_kernel(columns: Answers, codes: NDArray[np.int32], union: Bits) -> None:
    """Fill union (Q,), of `bit_type`, with the bits of all answers of a set of codes, per query; columns is (C, Q)."""
    last = codes.shape[0] - 1
    union[:] = 0
    for done in range(0, last + 1, 4):
        one, two = columns[codes[done]], columns[codes[min(done + 1, last)]]
        three, four = columns[codes[min(done + 2, last)]], columns[codes[min(done + 3, last)]]
        for query in range(union.shape[0]):
            word = union[query]
            lower = bit(word, one[query]) | bit(word, two[query])
            union[query] = word | lower | bit(word, three[query]) | bit(word, four[query])


@kernel
def parts_kernel(
    row: NDArray[np.uint8] | NDArray[np.uint16],
    codes: NDArray[np.int32],
    counts: NDArray[np.int32],
    sizes: NDArray[np.int32],
) -> int:
    """Fill `sizes` with the sizes of the parts of a set of codes by their answers; returns the number of parts.

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
    """The sum of the weights of p parts, or the largest part; smaller for greater entropy."""
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
def equal_kernel(entropy: Entropy, parts: Parts, p: int, q: int) -> bool:
    """Whether p parts in `mine` and q in `theirs`, whose sums are not apart, are known to have equal entropies."""
    rule, factor, root, power = entropy.rule, entropy.factor, entropy.root, entropy.power
    return same_kernel(rule, factor, root, power, parts.mine, p, parts.theirs, q, parts.surplus, parts.limbs)
