"""Optimal searches with more than 64 answers: bounds by repeats, totals of generated word lists, resuming, memory."""

import json
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from answer_tables import stored

from tafelwerk.proofs.mastermind.least_totals import LeastTotals
from tafelwerk.solvers.deduction import optimal_tree as tree
from tafelwerk.solvers.deduction.optimal_tree import MEMORY, Search, optimal_tree
from tafelwerk.solvers.deduction.search_problem import SearchProblem, chosen_codes, walk
from tafelwerk.solvers.machine.jit import INTERPRETED
from tafelwerk.solvers.machine.memo import ENTRY_BYTES
from tafelwerk.solvers.mastermind.word_problems import wordle

compiled = pytest.mark.skipif(INTERPRETED, reason="too many sets of codes without compilation")


def words(codes: int, others: int, seed: int, letters: str = "aeioubdglmnprst") -> SearchProblem:
    """Different words of five letters, drawn at random: those that may be the code, and others."""
    generator, drawn = np.random.default_rng(seed), dict[str, None]()
    while len(drawn) < codes + others:
        drawn["".join(generator.choice(list(letters), 5))] = None
    problem = wordle([*drawn][:codes], [*drawn][codes:])
    assert problem.answers.max() >= 64
    return problem


@pytest.mark.parametrize("depths", [None, 5])
@compiled
def test_totals_are_those_of_a_second_program_and_of_bounds_query_by_query(depths: int | None) -> None:
    problem = words(60, 300, 7, "aeinrst")
    every = chosen_codes(problem, None)
    fast = Search(problem, every, (), depths, 1 << 24)
    slow = Search(problem, every, (), depths, 1 << 24)
    slow.game = slow.game._replace(columns=slow.game.columns[:0, :0])
    small = Search(problem, every, (), depths, 1 << 16)
    total, lower = fast.least(None)
    assert total == lower
    assert slow.least(None) == small.least(None) == (total, lower)
    assert fast.nodes == slow.nodes
    assert len(small.memo) * ENTRY_BYTES == 1 << 16
    trees = [search.strategy(total)[0] for search in (fast, slow)]
    assert np.array_equal(trees[0].query, trees[1].query)
    assert walk(problem, trees[0]).sum() == total
    assert total == LeastTotals(stored(problem), depths).at_least(every, 10**6)


@compiled
def test_resumes_after_the_first_queries_that_are_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree, "FIRST_STEPS", 3)
    problem = words(300, 500, 5, "aeiloudnrstbcm")
    every, whole = chosen_codes(problem, None), optimal_tree(problem)
    snapshot: dict[str, Any] | None = None
    done, total, lower = [0], 0, -1
    while total != lower:
        search = Search(problem, every, (), None, MEMORY)
        if snapshot is not None:
            search.restore(snapshot)
        total, lower = search.least(None, tries=3)
        assert lower <= whole.total <= total
        snapshot = json.loads(json.dumps(search.snapshot()))
        assert snapshot is not None
        done.append(snapshot["first"][-1])
        assert len(done) < 100, "the search makes no progress"
    assert total == whole.total
    assert len(done) > 2
    assert all(before <= after for before, after in pairwise(done))
    assert walk(problem, search.strategy(total)[0]).sum() == total
