"""Best replies to weights, against all strategies of small problems."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive.optimal_tree import least_cost

from tafelwerk.errors import InputError
from tafelwerk.solvers.deduction.optimal.parts import fill_totals, flat_size
from tafelwerk.solvers.deduction.optimal.tree import optimal_tree
from tafelwerk.solvers.deduction.optimal.weighted import best_reply, most_weight
from tafelwerk.solvers.deduction.optimal.workspace import make_game, make_workspace
from tafelwerk.solvers.deduction.problem import SearchProblem
from tafelwerk.solvers.deduction.tree import walk
from tafelwerk.solvers.machine.jit import INTERPRETED
from tafelwerk.solvers.mastermind.scoring import mastermind

compiled = pytest.mark.skipif(INTERPRETED, reason="too many sets of codes without compilation")


@st.composite
def small_problems(draw: st.DrawFn, labels: int | None = None) -> SearchProblem:
    """Answers at random, where codes are named; where not, every query that could be missing tells one code from the others."""
    count, extra, named = draw(st.integers(1, 6)), draw(st.integers(0, 4)), draw(st.booleans())
    kinds = labels or draw(st.integers(2, 5))
    answers = st.lists(st.integers(0, kinds - 1 - named), min_size=count, max_size=count)
    rows = [draw(answers) for _ in range(count + extra)]
    for code in range(count):
        if named:
            rows[code][code] = kinds - 1
        else:
            rows[code] = [int(other == code) for other in range(count)]
    return SearchProblem(
        codes=tuple(f"c{i}" for i in range(count)),
        queries=tuple(f"q{i}" for i in range(len(rows))),
        labels=tuple(str(i) for i in range(kinds)),
        answers=np.array(rows, np.uint8),
        code_of=np.array([*range(count), *[-1] * extra] if named else [-1] * len(rows), np.int32),
        solved=kinds - 1 if named else -1,
    )


@given(problem=small_problems(), data=st.data())
def test_as_good_as_every_strategy(problem: SearchProblem, data: st.DataObject) -> None:
    count = len(problem.codes)
    weights = data.draw(st.lists(st.integers(1, 9), min_size=count, max_size=count), label="weights")
    by = data.draw(st.sampled_from([1, 1 << 28]), label="by")  # costs of 32 bits, or more
    check_reply(problem, by * np.array(weights, np.int64))


@pytest.mark.parametrize("labels", [70, pytest.param(40, marks=pytest.mark.slow)])
@given(data=st.data())
def test_many_answers(labels: int, data: st.DataObject) -> None:
    problem = data.draw(small_problems(labels=labels))
    count = len(problem.codes)
    weights = data.draw(st.lists(st.integers(1, 9), min_size=count, max_size=count))
    check_reply(problem, np.array(weights, np.int64))


def check_reply(problem: SearchProblem, weights: np.ndarray[tuple[int], np.dtype[np.int64]]) -> None:
    least = least_cost(problem, [Fraction(weight) for weight in weights.tolist()])
    found = best_reply(problem, weights)
    assert found is not None
    assert found.cost == least == walk(problem, found.tree) @ weights
    assert found.tree.total[:1].sum() == walk(problem, found.tree).sum()
    assert best_reply(problem, weights, below=found.cost) is None
    again = best_reply(problem, weights, below=found.cost + 1)
    assert again is not None
    assert again.cost == least


@compiled
@pytest.mark.parametrize(("pegs", "colors"), [(3, 4), (4, 4), (2, 8)])
def test_symmetry_and_equal_weights(pegs: int, colors: int) -> None:
    problem = mastermind(pegs, colors)
    total = optimal_tree(problem, tree=False).total
    assert total is not None
    found = best_reply(problem, np.full(len(problem.codes), 7, np.int64))
    assert found is not None
    assert found.cost == 7 * total


@given(
    size=st.sampled_from([5, 33, 64, 127, 200]),
    labels=st.sampled_from([3, 16, 40]),
    kinds=st.sampled_from([2, 5, 60]),
    seed=st.integers(0, 99),
)
def test_totals_are_lower_bounds(size: int, labels: int, kinds: int, seed: int) -> None:
    """Of each query: its weight, and for each part the heaviest codes first, as many as a tree names per level."""
    queries = 7
    generator = np.random.default_rng(seed)
    answers = generator.integers(0, labels, (queries, size)).astype(np.uint8) // (1 + seed % 3)
    weights = np.sort(generator.integers(1, kinds + 1, size).astype(np.int64))[::-1].copy()
    nameless = np.full(queries, -1, np.int32)
    problem = SearchProblem(("c",) * size, ("q",) * queries, ("l",) * labels, answers, nameless, -1)
    _, game = make_game(problem, np.arange(size, dtype=np.int32), None, 0, weights=weights)
    work = make_workspace(game, 1)
    points = np.array([0, 1, 5, 38, 300])
    game = game._replace(breakpoints=points)
    fill_totals(game, work, np.arange(size, dtype=np.uint32), queries, 0)
    for query in range(queries):
        used = points if size > flat_size(points) else points[:2]
        expected = int(weights.sum())
        for answer in range(labels):
            part = weights[answers[query] == answer]
            expected += sum(int(part[point:].sum()) for point in used)
        exact = kinds <= 12 or size <= flat_size(points)
        assert work.totals[query] == expected if exact else work.totals[query] <= expected
        assert work.totals[query] >= 2 * int(weights.sum()) - int(weights[0]) * labels


def test_bad_weights_are_named() -> None:
    problem = mastermind(2, 3)
    for weights in (np.zeros(9, np.int64), np.full(9, most_weight(problem), np.int64)):
        with pytest.raises(InputError, match="weights must be at least 1"):
            best_reply(problem, weights)


@compiled
@pytest.mark.parametrize("weighted", [False, True])
def test_answers_with_large_numbers(weighted: bool) -> None:
    """Only few of the numbers occur: the cost and the tree are those of the same answers with small numbers."""
    small = mastermind(3, 4)
    spaced = replace(
        small,
        answers=(small.answers.astype(np.uint16) * 20),
        labels=tuple(str(number) for number in range(20 * int(small.answers.max()) + 1)),
        solved=20 * small.solved,
    )
    weights = (
        np.arange(1, len(small.codes) + 1, dtype=np.int64) % 7 + 1 if weighted else np.ones(len(small.codes), np.int64)
    )
    one, other = (best_reply(replace(problem, symmetry=None), weights) for problem in (small, spaced))
    assert one is not None
    assert other is not None
    assert one.cost == other.cost
    assert (one.tree.answer * 20).tolist() == other.tree.answer.tolist()
    assert one.tree.query.tolist() == other.tree.query.tolist()
