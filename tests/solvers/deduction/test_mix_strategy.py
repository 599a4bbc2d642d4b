"""MIX as exact fractions: against the second program, against published numbers, and its laws."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

import numpy as np
import pytest
from answer_tables import problem_of, stored, tables, widened_weights
from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.proofs.mastermind.entropy_play import play_orders
from tafelwerk.rules.deduction import Alpha
from tafelwerk.solvers.deduction import entropy_strategies as solver
from tafelwerk.solvers.deduction.entropy_strategies import MixPlay, mix_play
from tafelwerk.solvers.deduction.search_problem import SearchProblem
from tafelwerk.solvers.machine.jit import INTERPRETED
from tafelwerk.solvers.mastermind.scoring import mastermind

TINY = Fraction(1, 10**15)
"""Orders by the number of parts, among equally many by their product; doubles see the number alone."""

LABELS = (1, 9, 13, 60)
"""Strides of answers: up to 16, 64, 256 labels, and more."""

ALPHAS = [Fraction(0), TINY, *map(Fraction, ("1/2", "1", "1.3", "2", "5/2", "3")), None]
compiled_only = pytest.mark.skipif(INTERPRETED, reason="takes minutes without compilation")


def check(problem: SearchProblem, play: MixPlay, codes: Sequence[int], alpha: Alpha) -> None:
    """Raise unless this is what MIX does where these are all codes, and the numbers agree with one another."""
    own = [codes.index(code) if code in codes else -1 for code in problem.code_of.tolist()]
    left = problem_of(problem.answers[:, codes].tolist(), len(problem.labels), own, problem.solved)
    (second,) = play_orders(stored(left), (alpha,), mixed=True)
    assert {d: count for d, count in enumerate(play.histogram) if count} == dict(second.histogram)
    assert sum(play.histogram) == len(codes)
    assert sum(d * count for d, count in enumerate(play.histogram)) == play.total


@given(problem=tables(9, LABELS), data=st.data(), alpha=st.sampled_from(ALPHAS), tolerance=st.sampled_from([0, 0.1]))
def test_random_answers(problem: SearchProblem, data: st.DataObject, alpha: Alpha, tolerance: float) -> None:
    """What doubles leave open, if they are said to err by a tenth, is decided exactly.

    For orders at which no other parts come so close to single codes.
    """
    every = list(range(len(problem.codes)))
    codes = data.draw(st.sampled_from([None, sorted(data.draw(st.sets(st.sampled_from(every), min_size=1)))]))
    with pytest.MonkeyPatch.context() as patch:
        if tolerance and alpha in (Fraction(1), Fraction(5, 2)):
            patch.setattr(solver, "entropy_weights", partial(widened_weights, tolerance))
        check(problem, mix_play(problem, alpha, codes=codes), codes or every, alpha)


@pytest.mark.parametrize("game", [(3, 4, True), *(pytest.param(g, marks=compiled_only) for g in [(3, 5), (7, 2)])])
def test_symmetries_change_nothing(game: tuple[int, int]) -> None:
    problem = mastermind(*game)
    for alpha in (Fraction(0), Fraction(1), None):
        thinned, full = mix_play(problem, alpha), mix_play(replace(problem, symmetry=None), alpha)
        assert (alpha, thinned.total, thinned.histogram) == (alpha, full.total, full.histogram)
        # three colours more tenfold the sets, but not those that are told apart up to symmetry
        assert game != (7, 2) or 50 * thinned.states < full.states


@compiled_only
def test_room_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = mastermind(4, 4)
    play = mix_play(problem, TINY)
    monkeypatch.setattr(solver, "FIRST_CAPACITY", 1)
    assert mix_play(problem, TINY) == play


@compiled_only
def test_most_parts_on_1296_codes() -> None:
    """Table 4.5 prints 5706.96, with the first queries of both types, AABC and ABCD, at equal chances; there are 720 and 360
    of them, which the rule as stated counts."""
    problem = mastermind(4, 6)
    totals = []
    for query in ("AABC", "ABCD"):
        row = problem.answers[problem.query_index[query]]
        parts = [np.flatnonzero(row == answer) for answer in np.unique(row) if answer != problem.solved]
        totals.append(1296 + sum(mix_play(problem, Fraction(0), codes=part).total for part in parts))
    play = mix_play(problem, Fraction(0))
    assert round(float(sum(totals) / 2), 2) == 5706.96
    assert (2 * totals[0] + totals[1]) / 3 == play.total
    assert round(float(play.total), 4) == 5697.7612
    assert sum(play.histogram) == 1296


def test_lone_codes() -> None:
    problem = mastermind(2, 3)
    assert mix_play(problem, Fraction(1), codes=[4]) == MixPlay(Fraction(1), (Fraction(0), Fraction(1)), 1)
    identified = problem_of(problem.answers.tolist())
    assert mix_play(identified, Fraction(1), codes=[4]) == MixPlay(Fraction(0), (Fraction(1),), 1)
