"""What an answer says of itself."""

import pytest

from tafelwerk.families.dresher import questions as dresher
from tafelwerk.families.mastermind import questions as mastermind
from tafelwerk.families.montecarlo import duels
from tafelwerk.families.montecarlo.rules import Dsc
from tafelwerk.tables.answers import QUANTILE, sampled_share


def test_intervals_are_wilson_s() -> None:
    """At its ends a share is the normal quantile's number of its own standard errors away from what was seen."""
    for wins, cases in [(0, 10), (3, 10), (10, 10), (737, 2000)]:
        said = sampled_share(wins / cases, cases, 0.01)
        low, high = said["interval"]
        assert 0 <= low < high <= 1
        for end in (low, high):
            away = abs(end - wins / cases)
            assert away == pytest.approx(QUANTILE * (end * (1 - end) / cases) ** 0.5, abs=1e-9)
        assert (said["level"], said["samples"], said["certainty"]) == (0.95, cases, "sampled")


def test_the_interval_of_a_textbook() -> None:
    """Brown, Cai and DasGupta, Interval estimation for a binomial proportion, 2001: the formula at 0 of 10."""
    low, high = sampled_share(0, 10, 0)["interval"]
    assert (low, high) == (0, pytest.approx(QUANTILE**2 / (10 + QUANTILE**2), abs=1e-12))


def test_a_question_as_python_asks_it_leaves_defaults_out() -> None:
    for asked, call in [
        (dresher.Value(11), "book.dresher.value(n=11)"),
        (mastermind.Next("4x6"), "book.mastermind.next(game='4x6')"),
        (mastermind.Next("4x6", "h1"), "book.mastermind.next(game='4x6', strategy='h1 lex')"),
        (
            mastermind.Next("4x6", "h1", (("AABC", "1,2"),)),
            "book.mastermind.next(game='4x6', strategy='h1 lex', history=[['AABC', '1,2']])",
        ),
        (duels.FirstOverHalf(Dsc(10)), "book.montecarlo.first_over_half(game='dsc 10')"),
    ]:
        assert asked.call() == call


def test_a_question_as_python_asks_it_says_that_it_computes() -> None:
    assert dresher.Value(11).call(compute=True) == "book.dresher.value(n=11, compute=True)"
