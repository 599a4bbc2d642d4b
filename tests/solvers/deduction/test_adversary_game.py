"""The codemaker chooses, too: values certified from both sides, programs of matrices, best replies."""

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from operator import mul

import numpy as np
import pytest
from answer_tables import ALIKE, problem_of, stored, tables
from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.errors import InputError
from tafelwerk.proofs.mastermind.least_totals import LeastTotals
from tafelwerk.solvers.deduction import adversary_game, exact_replies
from tafelwerk.solvers.deduction.adversary_game import (
    VALUE,
    Classes,
    Program,
    Solution,
    TooManyQueriesError,
    code_classes,
)
from tafelwerk.solvers.deduction.adversary_game import solve_game as solve
from tafelwerk.solvers.deduction.exact_replies import MatrixExactReplies, MatrixReplies
from tafelwerk.solvers.deduction.optimal_tree import MEMORY
from tafelwerk.solvers.deduction.search_problem import SearchProblem, StrategyTree, walk
from tafelwerk.solvers.mastermind.scoring import mastermind


def solve_game(problem: SearchProblem, classes: Classes) -> Solution[StrategyTree]:
    """The solution of the game on a matrix of answers."""
    return solve(MatrixReplies(problem, classes))


def check(problem: SearchProblem, classes: Classes, found: Solution[StrategyTree]) -> None:
    """The mixtures are mixtures, the breaker's takes at most the value for every code, and the two are strictly complementary."""
    assert min(found.chances) >= 0
    assert sum(size * chance for size, chance in zip(classes.sizes, found.chances, strict=True)) == 1
    assert min(found.shares) > 0
    assert sum(found.shares) == 1
    assert list(found.shares) == sorted(found.shares, reverse=True)
    taken = [Fraction(0)] * len(classes.sizes)
    for share, strategy in zip(found.shares, found.strategies, strict=True):
        depths = walk(problem, strategy.tree)
        assert strategy.column == tuple(depths[classes.of == k].sum() for k in range(len(taken)))
        taken = [mean + share * total for mean, total in zip(taken, strategy.column, strict=True)]
    means = [total / size for total, size in zip(taken, classes.sizes, strict=True)]
    assert max(means) == found.value >= found.lower
    for mean, chance in zip(means, found.chances, strict=True):
        assert mean == found.value or chance == 0
        assert mean < found.value or chance > 0 or found.lower < found.value


def least_mean(problem: SearchProblem, chances: Sequence[Fraction]) -> Fraction:
    """Least mean of all strategies against chances of the codes, by the second program."""
    scale = lcm(*(chance.denominator for chance in chances))
    second = LeastTotals(stored(problem), weights=[int(chance * scale) for chance in chances])
    return Fraction(second.at_least(np.arange(len(chances), dtype=np.int32), 1 << 60, None), scale)


def chance_of(classes: Classes, found: Solution[StrategyTree]) -> Sequence[Fraction]:
    """The codemaker's chance of each code."""
    return [found.chances[k] for k in classes.of.tolist()]


@given(problem=tables(8), most=st.sampled_from([16, 64, 1 << 34]), has_basis=st.booleans())
def test_no_strategy_is_better_against_the_codemaker(problem: SearchProblem, most: int, has_basis: bool) -> None:
    """Large games, in small: all codes are many classes, few weights fit the search, and exact replies may be too much."""
    classes = code_classes(problem)
    expected = solve_game(problem, classes)
    check(problem, classes, expected)
    assert least_mean(problem, chance_of(classes, expected)) == expected.value
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(adversary_game, "FEW", 0)
        if not has_basis:
            patch.setattr(adversary_game.ApproximateProgram, "basis", lambda program: None)
        patch.setattr(exact_replies, "most_weight", lambda problem: most)
        solution = solve_game(problem, classes)
        check(problem, classes, solution)
        assert solution.value == solution.lower == expected.value
        assert least_mean(problem, chance_of(classes, solution)) == solution.value
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(exact_replies, "most_weight", lambda problem: 16)
        patch.setattr(exact_replies, "MOST_QUERIES", 0)
        interval = solve_game(problem, classes)
    assert interval.lower <= expected.value <= interval.value
    assert sum(size * chance for size, chance in zip(classes.sizes, interval.chances, strict=True)) == 1
    assert least_mean(problem, chance_of(classes, interval)) >= interval.lower


@pytest.mark.parametrize("game", [(1, 1), (2, 3), (3, 2), (3, 3, True)], ids=str)
def test_mastermind_by_every_strategy(game: tuple[int, int]) -> None:
    problem = mastermind(*game)
    classes = code_classes(problem)
    solution = solve_game(problem, classes)
    check(problem, classes, solution)
    assert least_mean(problem, chance_of(classes, solution)) == solution.value


@given(data=st.data())
def test_program_of_random_matrices(data: st.DataObject) -> None:
    """Values of random matrix games, with rows that represent several codes and with ties."""
    rows, columns = data.draw(st.integers(1, 4)), data.draw(st.integers(1, 4))
    sizes = data.draw(st.lists(st.integers(1, 3), min_size=rows, max_size=rows))
    entries = st.lists(st.integers(0, 4), min_size=rows, max_size=rows)
    matrix = [data.draw(entries) for _ in range(columns)]
    program = Program(sizes, [entry * size for entry, size in zip(matrix[0], sizes, strict=True)])
    for column in matrix[1:]:
        program.improve()
        program.add([entry * size for entry, size in zip(column, sizes, strict=True)])
    program.improve()
    # whoever mixes so gets no less, and loses no more, than the value
    chances = [size * chance for size, chance in zip(sizes, program.chances, strict=True)]
    assert program.value == min(sum(map(mul, chances, column)) for column in matrix)
    shares = [program.mixture.get(place, 0) for place in range(columns)]
    assert program.value == max(sum(map(mul, shares, row)) for row in zip(*matrix, strict=True))
    assert min(*chances, *shares) >= 0
    assert sum(shares) == 1
    assert sum(size * chance for size, chance in zip(sizes, program.chances, strict=True)) == 1


@pytest.mark.parametrize(
    ("basis", "value_there"),
    [
        ((0, VALUE, 1), Fraction(3, 2)),
        ((2, VALUE, VALUE - 1), 3),
        # none, dependent columns, a slack below 0, or without v: from the first strategy, then
        (None, 2),
        ((0, VALUE, 3), 2),
        ((VALUE, 0, VALUE - 2), 2),
        ((0, 1, 2), 2),
    ],
)
def test_programs_begin_at_a_basis(basis: tuple[int, ...] | None, value_there: Fraction) -> None:
    program = Program.from_basis((1, 1), [(1, 2), (2, 1), (3, 3), (1, 2)], basis)
    assert program.value == value_there
    program.improve()
    assert program.value == Fraction(3, 2)


def test_codes_that_no_query_tells_apart() -> None:
    with pytest.raises(InputError, match="cannot be told apart"):
        solve_game(ALIKE, code_classes(ALIKE))


WEIGHTS = st.one_of(st.just(0), st.integers(1, 6), st.integers(10**9, 10**9 + 5))


@given(problem=tables(8), data=st.data())
def test_as_good_as_every_strategy(problem: SearchProblem, data: st.DataObject) -> None:
    """Chances of large denominators, nearly equal ones, and none."""
    count = len(problem.codes)
    if count == 1 and problem.solved < 0:
        return  # nothing is asked
    weights = data.draw(st.lists(WEIGHTS, min_size=count, max_size=count).filter(any))
    chances = [Fraction(weight, sum(weights)) for weight in weights]
    mean, tree = MatrixExactReplies(problem, chances, MEMORY).best()
    assert mean == least_mean(problem, chances)
    spent = walk(problem, tree).tolist()
    assert sum(chance * each for chance, each in zip(chances, spent, strict=True)) == mean
    assert int(tree.total[0]) == sum(spent)


def test_chances_that_64_bits_cannot_tell_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three codes, one of which can be asked first; the two most probable differ by one in 10^40."""
    answers = np.array([[2, 0, 1], [0, 2, 1], [0, 0, 2]])
    # also where few of many answers occur, which the search numbers anew
    for stride in (60, 1):
        problem = problem_of((stride * answers).tolist(), 2 * stride + 1, range(3), 2 * stride)
        for best in (0, 1):
            chances = [Fraction(10**40 + (code == best), 3 * 10**40 + 1) for code in range(3)]
            mean, tree = MatrixExactReplies(problem, chances, MEMORY).best()
            assert tree.query[0] == best
            assert mean == 2 - chances[best]
            assert walk(problem, tree).sum() == tree.total[0]
    monkeypatch.setattr(exact_replies, "MOST_QUERIES", 1)
    with pytest.raises(TooManyQueriesError):
        MatrixExactReplies(problem, chances, MEMORY).best()
