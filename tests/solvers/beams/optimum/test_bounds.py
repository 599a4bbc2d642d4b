"""Bounds: below what they bound, on sets of codes at random."""

from functools import cache

import numpy as np
import pytest
from beams_games import TINY, compiled
from hypothesis import given
from hypothesis import strategies as st
from naive import beams as naive
from naive.beams_rest import least_rest, most_answers
from numpy.typing import NDArray

from tafelwerk.rules.beams.board import VARIANTS, Variant
from tafelwerk.solvers.beams.optimum.bounds import distances, least_guesses, least_rests
from tafelwerk.solvers.beams.rules.problem import make_problem
from tafelwerk.solvers.deduction.optimal.bounds import least_totals


@cache
def near(variant: Variant) -> NDArray[np.int64]:
    problem = make_problem(variant)
    return distances(problem.pieces, problem.patterns)


@cache
def rests(variant: Variant) -> NDArray[np.int32]:
    problem = make_problem(variant)
    return least_rests(problem.pieces, problem.patterns, 16, problem.codes)


@pytest.mark.parametrize("variant", TINY[:2], ids=str)
def test_distances_by_their_definition(variant: Variant) -> None:
    problem = make_problem(variant)
    codes = naive.codes(variant)
    most = [
        max(sum(naive.wrong_fields(code, other) <= wrong for other in codes) - 1 for code in codes)
        for wrong in range(7)
    ]
    assert distances(problem.pieces, problem.patterns).tolist() == most


def test_no_code_differs_in_one_field() -> None:
    within = near(VARIANTS["3c6p"])
    assert within[:2].tolist() == [0, 0]
    assert within[-1] == 1859
    assert (np.diff(within) >= 0).all()


@given(st.data())
def test_no_guess_is_cheaper(data: st.DataObject) -> None:
    variant = data.draw(st.sampled_from([*TINY, VARIANTS["3c6p"]]))
    problem, codes = make_problem(variant), naive.codes(variant)
    left = data.draw(st.lists(st.sampled_from(codes), min_size=1, max_size=12, unique=True))
    guessed = naive.guess(left)
    bound = least_guesses(near(variant), problem.codes)
    assert bound[len(left)] <= sum(naive.wrong_fields(guessed, code) for code in left)


@given(st.data())
def test_no_rest_is_less(data: st.DataObject) -> None:
    variant = data.draw(st.sampled_from([*TINY, VARIANTS["3c6p"]]))
    codes, lines = naive.codes(variant), naive.lines(variant.shape)
    left = data.draw(st.lists(st.sampled_from(codes), min_size=2, max_size=7, unique=True))
    unused = data.draw(st.lists(st.sampled_from(lines), min_size=1, max_size=4, unique_by=tuple))
    bound = rests(variant)
    answers = most_answers(left, unused)
    rest = least_rest(left, unused)
    assert (bound[answers:, len(left)] <= rest).all()


@compiled
def test_huffman_where_guesses_are_dear() -> None:
    problem = make_problem(VARIANTS["6c3p"])
    bound = least_rests(problem.pieces, problem.patterns, 10, problem.codes)
    for answers in range(5, 11):
        assert (bound[answers] == least_totals(problem.codes, answers, False, 0)[0]).all()
    # with two answers a guess among many is cheaper than that many queries
    assert bound[2, 3] == 4
    assert (np.diff(bound, axis=0)[1:] <= 0).all()
