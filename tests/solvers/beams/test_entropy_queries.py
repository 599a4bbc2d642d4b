"""H' and U: against their definition, code by code, and that whole numbers order them."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, pairwise
from random import Random

import numpy as np
import pytest
from beams_games import TINY
from flint import arb, ctx
from hypothesis import given
from hypothesis import strategies as st
from naive import beams as naive

from tafelwerk.errors import InputError
from tafelwerk.families.beams.rules import VARIANTS, Variant, fields_of
from tafelwerk.solvers.beams import entropy_queries
from tafelwerk.solvers.beams.elements import Elements
from tafelwerk.solvers.beams.patterns import Problem, make_problem


@pytest.fixture(autouse=True)
def _precision() -> Iterator[None]:
    saved, ctx.prec = ctx.prec, 200
    yield
    ctx.prec = saved


def h(n: int) -> arb:
    """The entropy of 1/n, in bits."""
    p = arb(1) / n
    return -p * p.log_base(2) - (1 - p) * (1 - p).log_base(2) if n > 1 else arb(0)


def test_coefficients() -> None:
    """60 h(1/n), as sums of the three logarithms."""
    for n in range(1, 7):
        row = sum(
            (c * arb(p).log_base(2) for c, p in zip(entropy_queries.COEFFICIENTS[n], (2, 3, 5), strict=True)), arb(0)
        )
        assert abs(row - 60 * h(n)) < arb(2) ** -180
    for whole, p in zip(entropy_queries.LOGARITHMS, (2, 3, 5), strict=True):
        assert abs(whole - arb(p).log_base(2) * (1 << entropy_queries.FRACTION_BITS)) < 1


def test_sums_are_in_order() -> None:
    """Of all diagonals: sums are equal where the coefficients are, and further apart than roundings reach where not."""
    value = entropy_queries.make_values(entropy_queries.Approximation.H_PRIME, 6, entropy_queries.MOST_FIELDS)
    sums: dict[tuple[int, ...], int] = {}
    number = 0
    for admissible in combinations_with_replacement(range(7), entropy_queries.MOST_FIELDS):
        vector = tuple(sum(entropy_queries.COEFFICIENTS[n][i] for n in admissible) for i in range(3))
        total = sum(int(value[n]) for n in admissible)
        assert sums.setdefault(vector, total) == total
        number += all(n != 1 for n in admissible)
    # a field that is known adds as little as one that is not admissible
    assert number == 2002
    assert (6 * value[2]) == (3 * value[3] + 4 * value[4])
    assert len(sums) < number
    # the rounding of a logarithm is below 1
    in_order = sorted((total, abs(vector[1]) + abs(vector[2])) for vector, total in sums.items())
    for (total, error), (next_total, next_error) in pairwise(in_order):
        assert next_total - total > error + next_error


def check(problem: Problem, elements: Elements, left: list[naive.Code], asked: list[naive.Query]) -> None:
    """The values of all queries on a set are in the order of their definition, and so the best ones."""
    board = [fields_of(line) for line in problem.diagonals]
    used, closed = len({colour for colour, _ in asked}), {diagonal for _, diagonal in asked}
    unused = sum(1 << diagonal for diagonal in range(len(board)) if diagonal not in closed)
    for approximation in entropy_queries.Approximation:
        parts = naive.splits(left, asked, problem.variant.colours, board)
        wanted = naive.worths(approximation.value, left, parts, board)
        table = entropy_queries.values(problem, elements, used, approximation)
        assert {(int(c), int(d)) for c, d in np.argwhere(table >= 0) if d not in closed} == set(wanted)
        ranks = sorted(wanted, key=lambda lane: wanted[lane])
        for lane, next_lane in pairwise(ranks):
            assert (table[lane] == table[next_lane]) == (wanted[lane] == wanted[next_lane])
            assert table[lane] <= table[next_lane]
        most = max(wanted.values(), default=Fraction(0))
        assert entropy_queries.best(problem, elements, used, unused, approximation) == [
            lane for lane in sorted(wanted) if wanted[lane] == most
        ]


def check_random_set(problem: Problem, random: Random, beams: int) -> None:
    """Check the set that random queries leave of a random code."""
    board, colours = [fields_of(line) for line in problem.diagonals], problem.variant.colours
    history: list[naive.Beam] = []
    left, asked = naive.codes(problem.variant), list[naive.Query]()
    code = random.choice(left)
    free = list(range(len(board)))
    for _ in range(min(beams, len(board))):
        used = len({colour for colour, _ in asked})
        lane = random.randrange(min(used + 1, colours)), free.pop(random.randrange(len(free)))
        history.append((*lane, naive.answer(code, lane[0], board[lane[1]])))
        asked.append(lane)
        left = naive.left_over(left, board, history[-1:])
    # the colours asked for are the lowest, in the order of their numbers
    rows = np.array(naive.elements_of(problem.variant, left, range(len({colour for colour, _ in asked}))), np.uint16)
    check(problem, rows, left, asked)


@given(st.sampled_from(TINY), st.lists(st.integers(1, 63), min_size=1, max_size=6), st.integers(0), st.integers(0, 5))
def test_any_set(variant: Variant, lines: list[int], seed: int, beams: int) -> None:
    check_random_set(make_problem(variant, tuple(lines)), Random(seed), beams)


def test_sets_of_the_board_of_eighteen_fields() -> None:
    """At every number of unused colours."""
    for beams in range(6):
        check_random_set(make_problem(VARIANTS["3c6p"]), Random(beams), beams)


def test_too_many_colours() -> None:
    with pytest.raises(InputError, match="at most 6 colours"):
        entropy_queries.make_values(entropy_queries.Approximation.H_PRIME, 7, 4)
    with pytest.raises(InputError, match="9 fields"):
        entropy_queries.make_values(entropy_queries.Approximation.H_PRIME, 6, 10)
