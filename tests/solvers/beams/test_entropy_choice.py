"""Queries chosen by kernels: what exact comparison chooses, on sets of two codes up to hundreds."""

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from beams_games import ALPHAS
from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.errors import InputError
from tafelwerk.families.beams.rules import VARIANTS, Variant
from tafelwerk.rules.entropy import Alpha
from tafelwerk.solvers.beams.elements import Elements
from tafelwerk.solvers.beams.entropy_choice import (
    MANY,
    OPEN,
    Game,
    Rule,
    Scratch,
    choose,
    make_game,
    make_rule,
    make_scratch,
)
from tafelwerk.solvers.beams.entropy_few_codes import ALL_APART, MOST_SURE, NO_QUERY, first_of, make_few
from tafelwerk.solvers.beams.entropy_queries import Order, Parts, first
from tafelwerk.solvers.beams.patterns import Problem, make_problem
from tafelwerk.solvers.deduction.partition_entropy import compare, partitions
from tafelwerk.solvers.machine.jit import kernel

N_MAX = 5000


@kernel
def chosen(game: Game, rule: Rule, scratch: Scratch, elements: Elements, used: int, unused: int) -> int:
    return int(choose(game, rule, scratch, elements, 0, elements.shape[0], used, unused))


def check(problem: Problem, alpha: Alpha, order: Order | None, elements: np.ndarray, used: int, unused: int) -> None:
    colours = problem.variant.colours
    game, rule = make_game(problem), make_rule(problem, alpha, order)
    scratch = make_scratch(problem, game, len(rule.weight))
    found = chosen(game, rule, scratch, elements, used, unused)
    assert found != OPEN
    parts = Parts.of_set(problem, elements, used)
    tied = parts.best(alpha, unused)
    if not tied:
        assert found == NO_QUERY
        return
    if found == MANY:
        assert order is None
        diagonals = range(len(problem.diagonals))
        assert [(c, d) for c in range(colours) for d in diagonals if scratch.best[c] >> d & 1] == tied
        for by in Order:
            colour, diagonal = first(tied, by)
            assert first_of(scratch.best, colours, by is Order.DIAGONAL) == colour << 8 | diagonal
        return
    colour, diagonal = divmod(found & ~ALL_APART, 256)
    assert (colour, diagonal) in tied if order is None else (colour, diagonal) == first(tied, order)
    assert (found >= ALL_APART) == (used >= colours - 1 and len(parts.of(colour, diagonal)) == len(elements))


@given(st.data())
def test_any_set(data: st.DataObject) -> None:
    """Of 720 codes, which 9 diagonals tell apart slowly: queries tie often."""
    problem = make_problem(Variant("6c1p", 6, 1, 2))
    used = data.draw(st.sampled_from([3, 4, 5, 6]))
    orders = data.draw(st.lists(st.permutations(range(6)), min_size=2, max_size=70))
    elements = np.unique([[*order[:used], *sorted(order[used:])] for order in orders], axis=0).astype(np.uint16)
    if len(elements) > 1:
        alpha, order = data.draw(st.sampled_from(ALPHAS)), data.draw(st.sampled_from([*Order, None]))
        check(problem, alpha, order, elements, used, data.draw(st.integers(0, 2**9 - 1)))


@pytest.mark.parametrize("alpha", [Fraction(0), Fraction(1), None], ids=str)
def test_sets_of_a_larger_board(alpha: Alpha) -> None:
    """Colourings of one pattern or of any, on few diagonals or many."""
    problem, random = make_problem(VARIANTS["6c3p"]), np.random.default_rng(1)
    colours = problem.variant.colours
    for size in (2, 3, 2, 3, 4, 9, 15, 40, 65, 300):
        for near in (False, True):
            rows = random.choice(problem.patterns[: 1 + (not near) * 10**6], size)
            elements = np.unique(random.permuted(rows, axis=1), axis=0)
            if len(elements) > 1:
                unused = int(random.integers(1 << 15) & random.integers(1 << 15))
                for order in (*Order, None):
                    check(problem, alpha, order, elements, colours, unused)


@pytest.mark.parametrize("alpha", [Fraction(0), Fraction(1), Fraction(7, 3), None], ids=str)
def test_near_partitions_that_are_sure_to_tie(alpha: Alpha) -> None:
    few = make_few(np.zeros((3, 9), np.uint8), 6, alpha, N_MAX)
    for codes in (2, 5, 8, MOST_SURE):
        low, high = few.costs[codes].reshape(2, -1).astype(int)
        sums = sorted(
            (sum(part * int(low[part - 1] + 256 * high[part - 1]) for part in parts), parts)
            for parts in partitions(codes)
        )
        near = [(parts, later) for (cost, parts), (next_cost, later) in pairwise(sums) if next_cost <= cost + codes]
        apart = [(parts, later) for (_, parts), (_, later) in pairwise(sums) if (parts, later) not in near]
        if alpha is not None:
            assert few.sure[codes] == all(compare(alpha, *pair) == 0 for pair in near)
            # where costs are not near, they are in the order of the entropies
            assert all(compare(alpha, *pair) <= 0 for pair in apart)


def test_too_many_queries_for_a_row_and_none() -> None:
    """Twenty-seven diagonals and six colours have 162 queries."""
    assert make_few(np.zeros((3, 27), np.uint8), 6, Fraction(1), N_MAX).most == 0
    assert make_few(np.zeros((3, 33), np.uint8), 2, Fraction(1), N_MAX).most == 0
    with pytest.raises(InputError, match="no quer"):
        first([], Order.COLOUR)
