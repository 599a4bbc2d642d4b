"""LEX against its plain twin, and against the published totals of Mastermind."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import strategies as naive
from naive.strategies import read_alpha

from tafelwerk.errors import InputError
from tafelwerk.solvers.deduction import lex as strategies
from tafelwerk.solvers.deduction.entropy import entropy_weights
from tafelwerk.solvers.deduction.lex import alpha_curve, best_queries, lex_tree
from tafelwerk.solvers.deduction.problem import SearchProblem
from tafelwerk.solvers.deduction.tree import StrategyTree, histogram, walk
from tafelwerk.solvers.machine.jit import INTERPRETED
from tafelwerk.solvers.mastermind.scoring import mastermind

ORDERS = ("0", "1/2", "1", "13/10", "2", "5/2", "3", "10", "inf")

compiled = pytest.mark.skipif(INTERPRETED, reason="too many sets of codes without compilation")


def columns(tree: StrategyTree) -> list[tuple[int, int, int, int]]:
    """The tree as the twin has it."""
    rows = zip(tree.parent, tree.answer, tree.query, tree.codes, strict=True)
    return [(int(parent), int(answer), int(query), int(codes)) for parent, answer, query, codes in rows]


def holds(problem: SearchProblem, tree: StrategyTree) -> None:
    """The totals are those of playing the tree."""
    depths = walk(problem, tree)
    assert depths.sum() == (tree.total[0] if len(tree.total) else 0)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(
    "game",
    [
        *((4, 2), (3, 3), (2, 6), (3, 5, True), (4, 4, True)),
        *(pytest.param(game, marks=compiled) for game in ((4, 3), (5, 2))),
        *(pytest.param(game, marks=[compiled, pytest.mark.slow]) for game in ((3, 4), (4, 5, True))),
    ],
    ids=str,
)
def test_mastermind_is_played_as_the_twin_plays(game: tuple[int, int], order: str) -> None:
    problem = mastermind(*game)
    tree = lex_tree(problem, read_alpha(order))
    assert columns(tree) == naive.lex(problem, range(len(problem.codes)), read_alpha(order))
    holds(problem, tree)


@given(problem=naive.small_problems(), order=st.sampled_from(ORDERS), data=st.data())
def test_any_problem_is_played_as_the_twin_plays(problem: SearchProblem, order: str, data: st.DataObject) -> None:
    alpha = read_alpha(order)
    every = list(range(len(problem.codes)))
    left = data.draw(st.sampled_from([None, sorted(data.draw(st.sets(st.sampled_from(every), min_size=1)))]))
    try:
        expected = naive.lex(problem, left or every, alpha)
    except IndexError:
        with pytest.raises(InputError, match="no query tells"):
            lex_tree(problem, alpha, codes=left)
        return
    tree = lex_tree(problem, alpha, codes=left)
    assert columns(tree) == expected
    if left is None:
        holds(problem, tree)


@given(problem=naive.small_problems(), order=st.sampled_from(ORDERS))
def test_all_best_queries(problem: SearchProblem, order: str) -> None:
    found = best_queries(problem, None, read_alpha(order)).tolist()
    left = range(len(problem.codes))
    if len(left) == 1:
        assert found == (problem.query_of.tolist() if problem.solved >= 0 else [])
    else:
        assert found == naive.best(problem, left, read_alpha(order))


@pytest.mark.parametrize("order", ["1", "13/10", "5/2"])
def test_what_doubles_leave_open_is_decided_exactly(order: str, monkeypatch: pytest.MonkeyPatch) -> None:
    problem = mastermind(3, 3)
    monkeypatch.setattr(
        strategies, "entropy_weights", lambda alpha, n_max: replace(entropy_weights(alpha, n_max), tolerance=0.2)
    )
    assert columns(lex_tree(problem, read_alpha(order))) == naive.lex(problem, range(27), read_alpha(order))


@pytest.mark.parametrize("offset", [-1, 1])
def test_orders_next_to_one_are_no_ties(offset: int) -> None:
    problem = mastermind(3, 3)
    alpha = Fraction(10**20 + offset, 10**20)
    assert columns(lex_tree(problem, alpha)) == naive.lex(problem, range(27), alpha)


@compiled
@pytest.mark.parametrize(
    ("distinct", "order", "total"),
    [
        *((False, "0", 5668), (False, "1", 5722), (False, "2", 5696), (False, "inf", 5801)),
        *((True, "0", 1457), (True, "1", 1450), (True, "2", 1459), (True, "inf", 1490)),
    ],
)
def test_published_totals(distinct: bool, order: str, total: int) -> None:
    """Jena dissertation on the exact analysis of heuristics for combinatorial games, table 4.5."""
    problem = mastermind(4, 6, distinct)
    tree = lex_tree(problem, read_alpha(order))
    assert tree.total[0] == walk(problem, tree).sum() == total


@pytest.mark.parametrize(
    "game",
    [
        (3, 3),
        (5, 2),
        *(pytest.param(g, marks=compiled) for g in [(4, 4), (2, 12), (3, 7), (2, 9, True), (1, 40), (7, 2), (5, 3)]),
    ],
    ids=str,
)
def test_symmetries_change_nothing(game: tuple[int, int]) -> None:
    problem = mastermind(*game)
    every = np.arange(len(problem.codes), dtype=np.int32)
    for order in ORDERS:
        plain, thinned = lex_tree(problem, read_alpha(order), codes=every), lex_tree(problem, read_alpha(order))
        assert columns(plain) == columns(thinned)


@pytest.mark.parametrize("order", ["0", "1", "inf"])
@pytest.mark.parametrize(
    "colors", [2, 30, pytest.param(300, marks=compiled), pytest.param(5000, marks=[compiled, pytest.mark.slow])]
)
def test_one_peg_is_found_colour_by_colour(colors: int, order: str) -> None:
    problem = mastermind(1, colors)
    tree = lex_tree(problem, read_alpha(order))
    assert walk(problem, tree).tolist() == list(range(1, colors + 1))
    assert tree.total[0] == colors * (colors + 1) // 2


@compiled
def test_best_order_for_1296_codes() -> None:
    # the same, figure 4.6: on the grid 0.02, 0.04, ..., 6 the best total is 5680
    problem = mastermind(4, 6)
    curve = alpha_curve(problem, [Fraction(k, 50) for k in range(1, 301)])
    assert min(point.total for point in curve) == 5680
    # and section 4.3.3: the first query changes near 1.33789
    first = [problem.queries[point.first] for point in curve]
    assert first == ["ABCD"] * 66 + ["AABC"] * 234
    near = [Fraction(text) for text in ("1.3378998", "1.3378999", "1.3379", "1.3379001")]
    assert [problem.queries[point.first] for point in alpha_curve(problem, near)] == ["ABCD", "ABCD", "AABC", "AABC"]


@pytest.mark.parametrize("first", [None, 1])
def test_a_curve_is_its_trees(first: int | None) -> None:
    problem = mastermind(3, 3)
    alphas = [read_alpha(order) for order in ORDERS]
    curve = alpha_curve(problem, alphas, first=first)
    assert [point.alpha for point in curve] == alphas
    for point, alpha in zip(curve, alphas, strict=True):
        assert sum(point.histogram) == len(problem.codes)
        assert sum(depth * codes for depth, codes in enumerate(point.histogram)) == point.total
        if first is None:
            tree = lex_tree(problem, alpha)
            assert point.first == tree.query[0]
            assert point.total == tree.total[0]
            assert point.histogram == tuple(histogram(walk(problem, tree)))
        else:
            rest: dict[int, list[int]] = {}
            for code in range(27):
                rest.setdefault(int(problem.answers[first, code]), []).append(code)
            below = [naive.lex(problem, left, alpha) for answer, left in rest.items() if answer != problem.solved]
            assert point.first == first
            assert point.total == 27 + sum(codes for nodes in below for *_, codes in nodes)


def test_what_cannot_be() -> None:
    problem = mastermind(2, 2)
    with pytest.raises(InputError, match="alpha"):
        lex_tree(problem, Fraction(-1))
    with pytest.raises(InputError, match="codes"):
        lex_tree(problem, None, codes=[0, 9])
    with pytest.raises(InputError, match="first"):
        alpha_curve(problem, [None], first=4)
    with pytest.raises(InputError, match="at least two codes"):
        alpha_curve(mastermind(1, 1), [None])
    unnamed = replace(problem, code_of=np.array([0, 1, 2, -1], np.int32))
    with pytest.raises(InputError, match="BB"):
        lex_tree(unnamed, None)
    twins = SearchProblem(("a", "b"), ("q",), ("x", "y"), np.zeros((1, 2), np.uint8), np.array([-1], np.int32), -1)
    with pytest.raises(InputError, match="no query tells a from b"):
        lex_tree(twins, None)
    assert len(best_queries(twins, None, None)) == 0
