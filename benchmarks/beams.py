"""Benchmarks of Beams: patterns, entropy strategies over all codes, optimal and narrow searches on the small variants."""

from fractions import Fraction
from functools import cache

from benchmarks.harness import Benchmark
from tafelwerk.solvers.beams.analysis import analyse
from tafelwerk.solvers.beams.board import VARIANTS
from tafelwerk.solvers.beams.choice import Order
from tafelwerk.solvers.beams.lower_bound import lower_bound
from tafelwerk.solvers.beams.mix import mix_value
from tafelwerk.solvers.beams.optimal import improve, optimal
from tafelwerk.solvers.beams.patterns import patterns
from tafelwerk.solvers.beams.plan import share
from tafelwerk.solvers.beams.problem import Problem, make_problem

SHANNON = Fraction(1)
PARTS = 50
"""Parts of the standard game, of which one is analysed: its aim is that share of 1200 s."""


@cache
def _problem(variant: str) -> Problem:
    return make_problem(VARIANTS[variant])


def _analysed(variant: str) -> None:
    analyse(_problem(variant), SHANNON, Order.COLOUR)


def _part() -> None:
    # the plan is kept from the first call, which is not counted
    share(_problem("6c6p"), SHANNON, Order.COLOUR, 1, PARTS)


BENCHMARKS = (
    Benchmark("patterns of 6c6p", lambda: patterns(VARIANTS["6c6p"]), 10.0, 3),
    Benchmark("H_1 LEX-c, all codes of 3c6p", lambda: _analysed("3c6p"), 0.01),
    Benchmark("H_1 LEX-c, all codes of 6c3p", lambda: _analysed("6c3p"), 1.0),
    Benchmark(f"H_1 LEX-c, one of {PARTS} parts of the codes of 6c6p", _part, 1200 / PARTS, 1),
    Benchmark("H_1 MIX, 3c6p, exact", lambda: mix_value(_problem("3c6p"), SHANNON)),
    Benchmark("optimal tree, 3c6p", lambda: optimal(_problem("3c6p")), 10.0),
    Benchmark("6c3p, three queries a set", lambda: improve(_problem("6c3p"), 3, below=300, inner=4), 60.0, 1),
    Benchmark("6c3p, lower bound, sets above 1000 codes", lambda: lower_bound(_problem("6c3p"), 1000), None, 3),
)
