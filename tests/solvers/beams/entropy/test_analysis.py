"""The exact analysis: against the rules played out code by code, and among its own parts."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import beams as naive

from tafelwerk.errors import InputError
from tafelwerk.rules.beams.board import VARIANTS, Variant, fields_of, make_board
from tafelwerk.solvers.beams import analysis, analysis_kernel
from tafelwerk.solvers.beams.entropy.analysis import Outcome, Start, analyse
from tafelwerk.solvers.beams.entropy.queries import Order
from tafelwerk.solvers.beams.rules.problem import make_problem

SMALL = (Variant("2c3p", 2, 3, 2), Variant("3c2p", 3, 2, 2), Variant("6c1p", 6, 1, 2))
"""Variants on the board of six fields."""


def by_queries(found: Outcome) -> dict[int, int]:
    counts: dict[int, int] = {}
    for (queries, _), codes in found.spent.items():
        counts[queries] = counts.get(queries, 0) + codes
    return counts


def by_cost(found: Outcome) -> dict[int, int]:
    counts: dict[int, int] = {}
    for (queries, wrong), codes in found.spent.items():
        counts[queries + wrong] = counts.get(queries + wrong, 0) + codes
    return counts


def same(found: Outcome, wanted: naive.Analysis) -> None:
    assert found.total == wanted.total
    assert found.penalty == wanted.penalty
    assert by_queries(found) == wanted.by_queries
    assert by_cost(found) == wanted.by_cost


@pytest.mark.parametrize("variant", SMALL, ids=lambda variant: variant.name)
@pytest.mark.parametrize("order", list(Order))
@pytest.mark.parametrize("alpha", [Fraction(0), Fraction(1, 2), Fraction(1), Fraction(2), None])
def test_small_boards(variant: Variant, order: Order, alpha: Fraction | None) -> None:
    same(analyse(make_problem(variant), alpha, order), naive.analyse(variant, alpha, order.value))


@settings(max_examples=25)
@given(
    st.sampled_from(SMALL[:3]),
    st.lists(st.integers(1, 63), min_size=1, max_size=5),
    st.sampled_from([Fraction(1), Fraction(2), Fraction(3, 2), None]),
    st.sampled_from(list(Order)),
)
def test_any_diagonals(variant: Variant, lines: list[int], alpha: Fraction | None, order: Order) -> None:
    """Few and odd diagonals: codes stay undecided, and wrong fields count."""
    found = analyse(make_problem(variant, tuple(lines)), alpha, order)
    same(found, naive.analyse(variant, alpha, order.value, [fields_of(line) for line in lines]))
    assert found.codes == len(naive.codes(variant))


@pytest.mark.slow
@pytest.mark.parametrize("alpha", [Fraction(0), Fraction(1), Fraction(2), None])
@pytest.mark.parametrize("order", list(Order))
def test_three_colours(alpha: Fraction | None, order: Order) -> None:
    variant = VARIANTS["3c6p"]
    same(analyse(make_problem(variant), alpha, order), naive.analyse(variant, alpha, order.value))


def test_little_room_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the arena holds few children at a time, or the loop is left all the time, the outcome is the same."""
    problem = make_problem(VARIANTS["6c3p"])
    wanted = analyse(problem, Fraction(1), Order.COLOUR, record_depth=3)
    made = analysis._make_search

    def small(*arguments: object) -> analysis_kernel.Desk:
        desk = made(*arguments)  # type: ignore[arg-type]
        return desk._replace(elements=desk.elements[: len(problem.patterns) + 1200], stack=desk.stack[:64])

    monkeypatch.setattr(analysis, "_make_search", small)
    monkeypatch.setattr(analysis, "SHARE", 50)
    told: list[int] = []
    found = analyse(problem, Fraction(1), Order.COLOUR, record_depth=3, progress=told.append)
    assert found.spent == wanted.spent
    assert told == sorted(told)
    assert len(told) > 100
    keys = ("answer", "query", "codes", "depth", "cost")
    rows = [sorted(zip(*(getattr(one.nodes, key).tolist() for key in keys), strict=True)) for one in (found, wanted)]
    assert rows[0] == rows[1]


@pytest.mark.parametrize("used", [0, 2, 3])
@pytest.mark.parametrize("spare", [0, 5])
def test_room_is_made(used: int, spare: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """An arena that holds hardly more than the first set grows, with all colours used as with none."""
    problem = make_problem(VARIANTS["3c6p"])
    start = Start(problem.patterns, used)
    wanted = analyse(problem, Fraction(1), Order.COLOUR, start)
    made = analysis._make_search

    def tight(*arguments: object) -> analysis_kernel.Desk:
        desk = made(*arguments)  # type: ignore[arg-type]
        return desk._replace(elements=desk.elements[: len(problem.patterns) + spare].copy())

    monkeypatch.setattr(analysis, "_make_search", tight)
    assert analyse(problem, Fraction(1), Order.COLOUR, start).spent == wanted.spent


def test_undecided_queries_come_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same strategy, whether sums of doubles decide or exact comparison has to, node after node."""
    problem = make_problem(VARIANTS["6c3p"])
    wanted = analyse(problem, Fraction(1), Order.DIAGONAL)
    # weights up to 200 units alone: larger sets are compared outside
    monkeypatch.setattr(analysis, "MOST_CODES", 200)
    assert analyse(problem, Fraction(1), Order.DIAGONAL).spent == wanted.spent


def test_close_sums_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = make_problem(VARIANTS["6c3p"])
    wanted = analyse(problem, Fraction(1), Order.COLOUR)
    monkeypatch.setattr(analysis, "certain_size", lambda *_: 1)
    assert analyse(problem, Fraction(1), Order.COLOUR).spent == wanted.spent


def test_nodes_are_a_tree() -> None:
    problem = make_problem(VARIANTS["6c3p"])
    found = analyse(problem, Fraction(1), Order.COLOUR, record_depth=20)
    nodes = found.nodes
    parents = nodes.parent[1:]
    assert nodes.parent[0] == -1
    assert (parents < np.arange(1, len(nodes.parent))).all()
    assert (nodes.depth[1:] == nodes.depth[parents] + 1).all()
    below = np.bincount(parents, nodes.codes[1:], len(nodes.parent))
    asked = nodes.query >= 0
    assert (below[asked] == nodes.codes[asked]).all()
    assert nodes.cost[0] == found.total
    costs = np.bincount(parents, nodes.cost[1:], len(nodes.parent))
    assert (costs[asked] == nodes.cost[asked]).all()
    ends = ~asked
    assert nodes.codes[ends].sum() == problem.codes
    # two siblings never share an answer
    assert len(set(zip(parents.tolist(), nodes.answer[1:].tolist(), strict=True))) == len(parents)


def test_the_thesis_has_a_board_with_a_wrong_field() -> None:
    """By the rules H_1 costs 7412 of 1860 codes under either order; with one field of a diagonal misread, 7426 and 7428."""
    board = make_board(3)
    lines = list(board.diagonals)
    lines[lines.index(sum(1 << field for field in (3, 4, 5, 6)))] = sum(1 << field for field in (8, 4, 5, 6))
    variant = VARIANTS["3c6p"]
    for order, wanted in ((Order.COLOUR, 7426), (Order.DIAGONAL, 7428)):
        assert analyse(make_problem(variant), Fraction(1), order).total == 7412
        assert analyse(make_problem(variant, tuple(lines)), Fraction(1), order).total == wanted


def test_no_codes() -> None:
    problem = make_problem(VARIANTS["3c6p"])
    with pytest.raises(InputError, match="no code"):
        analyse(problem, Fraction(1), Order.COLOUR, Start(problem.patterns[:0]))
