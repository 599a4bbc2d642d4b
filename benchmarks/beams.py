"""Benchmarks of Beams: patterns, entropy strategies over all codes, optimal and narrow searches on the small variants."""

from fractions import Fraction
from functools import cache

from benchmarks.harness import Benchmark
from tafelwerk.build.beams.advice import next_of
from tafelwerk.solvers.beams.admissible import Approximation
from tafelwerk.solvers.beams.analysis import Start, analyse, analyse_mixed
from tafelwerk.solvers.beams.board import VARIANTS
from tafelwerk.solvers.beams.choice import Order
from tafelwerk.solvers.beams.history import Beam
from tafelwerk.solvers.beams.lower_bound import lower_bound
from tafelwerk.solvers.beams.optimal import improve, optimal
from tafelwerk.solvers.beams.patterns import patterns
from tafelwerk.solvers.beams.plan import make_plan, start_of
from tafelwerk.solvers.beams.problem import Problem, make_problem
from tafelwerk.tables.beams import Entropy

SHANNON = Fraction(1)
EVERY = 50
"""Of so many sets of the standard game, ordered by size, one is analysed: its aim is that share of 1200 s."""

LARGEST = 600
"""Sets of the sample hold at most such a part of all codes."""


@cache
def _problem(variant: str) -> Problem:
    return make_problem(VARIANTS[variant])


def _analysed(variant: str) -> None:
    analyse(_problem(variant), SHANNON, Order.COLOUR)


@cache
def _sample() -> tuple[tuple[int, Start], ...]:
    problem = _problem("6c6p")
    leaves = sorted(make_plan(problem, SHANNON, Order.COLOUR, LARGEST).leaves, key=lambda leaf: leaf[1])
    return tuple((codes, start_of(problem, history)) for history, codes in leaves[EVERY // 2 :: EVERY])


def _sampled() -> None:
    # the sets are found by the first call, which is not counted
    for _, start in _sample():
        analyse(_problem("6c6p"), SHANNON, Order.COLOUR, start)


def _sampled_mix() -> None:
    for _, start in _sample()[::10]:
        analyse_mixed(_problem("6c6p"), SHANNON, start)


def _history() -> None:
    beams = [Beam(colour, diagonal, 0) for colour, diagonal in enumerate((0, 6, 7, 13, 14, 20))]
    next_of(_problem("6c6p"), beams, Entropy(SHANNON))


BENCHMARKS = (
    Benchmark("patterns of 6c6p", lambda: patterns(VARIANTS["6c6p"]), 10.0, 3),
    Benchmark("H_1 LEX-c, all codes of 3c6p", lambda: _analysed("3c6p"), 0.01),
    Benchmark("H_1 LEX-c, all codes of 6c3p", lambda: _analysed("6c3p"), 1.0),
    Benchmark(f"H_1 LEX-c, every {EVERY}th of the sets of 6c6p", _sampled, 1200 / EVERY, 1),
    Benchmark(f"H_1 MIX, every {10 * EVERY}th of the sets of 6c6p", _sampled_mix, None, 1),
    Benchmark("H_1 MIX, 3c6p, exact", lambda: analyse_mixed(_problem("3c6p"), SHANNON)),
    Benchmark("H_1 MIX, 6c3p, exact", lambda: analyse_mixed(_problem("6c3p"), SHANNON)),
    Benchmark("H', 6c3p", lambda: analyse(_problem("6c3p"), Approximation.H_PRIME, Order.COLOUR)),
    Benchmark("a history of 6c6p, six colours without a hit", _history, 1.0, 3),
    Benchmark("optimal tree, 3c6p", lambda: optimal(_problem("3c6p")), 10.0),
    Benchmark("6c3p, three queries a set", lambda: improve(_problem("6c3p"), 3, below=300, inner=4), 60.0, 1),
    Benchmark("6c3p, lower bound, sets above 1000 codes", lambda: lower_bound(_problem("6c3p"), 1000), None, 3),
)
