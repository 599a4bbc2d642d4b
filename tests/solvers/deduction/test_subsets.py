"""Totals of all sets of codes against the second program, and the constants of a game."""

from dataclasses import replace
from itertools import combinations
from math import log2

import numpy as np
import pytest
from answer_tables import stored, tables
from hypothesis import given, settings

from tafelwerk.proofs.mastermind.least_totals import LeastTotals
from tafelwerk.solvers.deduction.search_problem import SearchProblem
from tafelwerk.solvers.deduction.subsets import subset_totals
from tafelwerk.solvers.mastermind.scoring import mastermind


def identifying(problem: SearchProblem) -> SearchProblem:
    """The problem whose search ends when the code is known."""
    nameless = np.full(len(problem.queries), -1, np.int32)
    return replace(problem, code_of=nameless, solved=-1, symmetry=None)


@settings(max_examples=15)
@given(tables(6))
def test_equals_the_second_program(problem: SearchProblem) -> None:
    found, second = subset_totals(problem), LeastTotals(stored(identifying(problem)))
    codes = len(problem.codes)
    expected = {0: 0}
    for size in range(1, codes + 1):
        for chosen in combinations(range(codes), size):
            total = second.at_least(np.array(chosen, np.int32), 1000)
            expected[sum(1 << code for code in chosen)] = total
    assert found.totals.tolist() == [expected[word] for word in range(1 << codes)]
    for size, (least, most) in enumerate(zip(*found.by_size(), strict=True)):
        sets = [total for word, total in expected.items() if word.bit_count() == size]
        assert (least, most) == (min(sets), max(sets))


def test_the_lower_constant_is_that_of_the_widest_query() -> None:
    """No search is shorter than log_a of the number of its codes (theorem 4.4), and one of a codes is as short."""
    problem = mastermind(2, 3)
    found = subset_totals(problem)
    assert min(found.after(row) for row in problem.answers) == found.totals[-1]
    least, _ = found.by_size()
    widest = max(len(np.unique(row)) for row in problem.answers)
    ratios = {size: int(least[size]) / (size * log2(size)) for size in range(2, len(least))}
    assert min(ratios.values()) == ratios[widest] == pytest.approx(1 / log2(widest), abs=1e-15)
