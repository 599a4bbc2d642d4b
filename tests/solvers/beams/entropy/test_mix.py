"""MIX of Beams as exact fractions: against its definition, published numbers, and other tie rules."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import beams as naive

from tafelwerk.errors import InputError
from tafelwerk.rules.beams.board import VARIANTS, Variant, fields_of, make_board
from tafelwerk.rules.entropy import Alpha
from tafelwerk.solvers.beams.entropy.mix import mix_value
from tafelwerk.solvers.beams.rules.problem import make_problem
from tafelwerk.solvers.machine.jit import INTERPRETED

compiled = pytest.mark.skipif(INTERPRETED, reason="minutes without compilation")

TINY = (Variant("3c2p", 3, 2, 2), Variant("2c3p", 2, 3, 2))
ALPHAS = [Fraction(0), Fraction(1, 2), Fraction(1), 1 + Fraction(1, 10**9), Fraction(2), Fraction(3), None]


def mask(*fields: int) -> int:
    return sum(1 << field for field in fields)


WRONG = tuple(mask(8, 4, 5, 6) if line == mask(3, 4, 5, 6) else line for line in make_board(3).diagonals)


@pytest.mark.parametrize("alpha", ALPHAS, ids=str)
@pytest.mark.parametrize("variant", TINY, ids=str)
def test_its_definition(variant: Variant, alpha: Alpha) -> None:
    assert mix_value(make_problem(variant), alpha) == naive.analyse(variant, alpha, "mix").total


@given(st.data())
def test_its_definition_with_any_diagonals(data: st.DataObject) -> None:
    variant, alpha = data.draw(st.sampled_from(TINY)), data.draw(st.sampled_from(ALPHAS))
    lines = data.draw(st.lists(st.integers(1, 63), min_size=1, max_size=6, unique=True))
    expected = naive.analyse(variant, alpha, "mix", [fields_of(line) for line in lines]).total
    assert mix_value(make_problem(variant, tuple(lines)), alpha) == expected


@pytest.mark.parametrize(
    ("alpha", "printed"),
    [(Fraction(0), "4.0460"), (Fraction(1), "3.9875"), (Fraction(2), "4.0125"), (None, "4.2677")],
    ids=str,
)
def test_printed_means_on_the_wrong_board(alpha: Alpha, printed: str) -> None:
    """Jena dissertation, table 4.10, 3c6p: with one wrong field in a diagonal."""
    assert f"{float(mix_value(make_problem(VARIANTS['3c6p'], WRONG), alpha)) / 1860:.4f}" == printed


def test_by_the_rules() -> None:
    problem = make_problem(VARIANTS["3c6p"])
    assert mix_value(problem, Fraction(1)) == Fraction(44479, 6)
    assert mix_value(problem, Fraction(2)) == 7475
    assert mix_value(problem, Fraction(0)) == Fraction(275668321, 36960)
    assert mix_value(problem, None) == Fraction(8784304093681, 1102701600)


@pytest.mark.slow
@pytest.mark.parametrize("alpha", [Fraction(1), Fraction(2)], ids=str)
def test_by_the_rules_and_the_definition(alpha: Alpha) -> None:
    expected = naive.analyse(VARIANTS["3c6p"], alpha, "mix").total
    assert mix_value(make_problem(VARIANTS["3c6p"]), alpha) == expected


def test_limits() -> None:
    problem = make_problem(VARIANTS["3c6p"])
    with pytest.raises(InputError, match="more than 100 sets"):
        mix_value(problem, None, most_sets=100)
    for alpha, most in ((Fraction(-1), 10), (Fraction(1), 0), (Fraction(10**6), 10)):
        with pytest.raises(InputError):
            mix_value(problem, alpha, most_sets=most)


@pytest.mark.slow
@compiled
def test_six_colours() -> None:
    assert mix_value(make_problem(VARIANTS["6c3p"]), Fraction(1)) == Fraction(8863077893, 5148)


@pytest.mark.slow
@compiled
def test_printed_mean_of_six_colours_on_the_wrong_board() -> None:
    """Jena dissertation, table 4.10, 6c3p, H_1; most of a minute."""
    problem = make_problem(VARIANTS["6c3p"], WRONG)
    assert f"{float(mix_value(problem, Fraction(1))) / problem.codes:.4f}" == "7.6969"
