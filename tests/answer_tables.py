"""Tables of answers, given or at random, as search problems."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from hypothesis import strategies as st

from tafelwerk.proofs.mastermind.games_by_rules import StoredGame
from tafelwerk.rules.deduction import Alpha
from tafelwerk.solvers.deduction.partition_entropy import EntropyWeights, entropy_weights
from tafelwerk.solvers.deduction.search_problem import SearchProblem, StrategyTree


def problem_of(
    answers: Sequence[Sequence[int]], labels: int = 0, code_of: Sequence[int] = (), solved: int = -1
) -> SearchProblem:
    """The problem with these answers, answers[query][code]; by default no query names a code.

    labels: how many, if more than occur.
    code_of: the code that each query names, or -1.
    """
    labels = labels or 1 + max(map(max, answers))
    return SearchProblem(
        codes=tuple(f"c{code}" for code in range(len(answers[0]))),
        queries=tuple(f"q{query}" for query in range(len(answers))),
        labels=tuple(map(str, range(labels))),
        answers=np.array(answers, np.uint8 if labels <= 256 else np.uint16),
        code_of=np.array(code_of or [-1] * len(answers), np.int32),
        solved=solved,
    )


ALIKE = problem_of([[1, 1]])
"""Two codes that no query tells apart."""

WIDE = problem_of([[0, 256, 256], [256, 256, 5]])
"""Codes told apart by q0, then q1; the index of an answer is the first that needs more than a byte."""


def columns(tree: StrategyTree) -> list[tuple[int, ...]]:
    """The tree as its naive twin has it."""
    return list(zip(*(column.tolist() for column in (tree.parent, tree.answer, tree.query, tree.codes)), strict=True))


def widened_weights(tolerance: float, alpha: Alpha, n_max: int) -> EntropyWeights:
    """Weights that are said to err by that much, unless they are exact."""
    weights = entropy_weights(alpha, n_max)
    return replace(weights, tolerance=tolerance if weights.tolerance else 0.0)


def stored(problem: SearchProblem) -> StoredGame:
    """The problem as proofs read it from a book."""
    answers = problem.answers
    game = StoredGame("game", None, "", problem.codes, problem.queries, problem.labels, problem.solved, answers)
    game.code_of, game.query_of = problem.code_of, problem.query_of
    return game


@st.composite
def tables(draw: st.DrawFn, most: int, strides: Sequence[int] = (1, 1, 35), ordered: bool = False) -> SearchProblem:
    """Answers at random, codes named or not; every code can be told from every other.

    most: largest number of codes.
    strides: answers are multiples of one of them, so that few of many labels occur; of more than 64 with 35.
    ordered: queries that name codes come first, in the order of the codes.
    """
    count, extra, named = draw(st.integers(1, most)), draw(st.integers(0, 6)), draw(st.booleans())
    kinds, stride = draw(st.integers(2, 5)), draw(st.sampled_from(strides))
    answers = st.lists(st.integers(0, kinds - 1 - named), min_size=count, max_size=count)
    code_of = [*range(count), *[-1] * extra]
    if not ordered:
        code_of = draw(st.permutations(code_of))
    rows = []
    for code in code_of:
        rows.append(draw(answers))
        if code >= 0 and named:
            rows[-1][code] = kinds - 1
        elif code >= 0:
            rows[-1] = [min(1, abs(other - code)) for other in range(count)]
    rows = [[stride * answer for answer in row] for row in rows]
    return problem_of(rows, kinds * stride, code_of if named else (), (kinds - 1) * stride if named else -1)
