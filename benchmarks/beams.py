"""Benchmarks of Beams: patterns, entropy strategies over all codes, optimal and narrow searches on the small variants."""

from fractions import Fraction
from functools import cache, partial

from benchmarks.counts import Count, Numbers, checksum, fractions_checksum
from benchmarks.harness import Benchmark
from tafelwerk.families.beams.advice import next_of
from tafelwerk.families.beams.rules import VARIANTS, Beam, Entropy
from tafelwerk.solvers.beams.analysis_shares import Leaf, make_plan, start_of
from tafelwerk.solvers.beams.codes_left import Knowledge
from tafelwerk.solvers.beams.entropy_analysis import Start, analyse, analyse_mixed
from tafelwerk.solvers.beams.entropy_queries import Approximation, Measure, Order
from tafelwerk.solvers.beams.optimal_strategies import Tree, improve, lower_bound, optimal
from tafelwerk.solvers.beams.patterns import Problem, make_problem, patterns

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
def _plan() -> tuple[Leaf, ...]:
    return make_plan(_problem("6c6p"), SHANNON, Order.COLOUR, LARGEST)


@cache
def _sample() -> tuple[tuple[int, Start], ...]:
    problem = _problem("6c6p")
    leaves = sorted(_plan(), key=lambda leaf: leaf.codes)
    return tuple((leaf.codes, start_of(problem, leaf.history)) for leaf in leaves[EVERY // 2 :: EVERY])


def _sampled() -> None:
    # the sets are found by the first call, which is not counted
    for _, start in _sample():
        analyse(_problem("6c6p"), SHANNON, Order.COLOUR, start)


def _sampled_mix() -> None:
    for _, start in _sample()[::10]:
        analyse_mixed(_problem("6c6p"), SHANNON, start)


def _history() -> None:
    beams = [Beam(colour, diagonal, 0) for colour, diagonal in enumerate((0, 6, 7, 13, 14, 20))]
    next_of(Knowledge(_problem("6c6p"), beams), Entropy(SHANNON))


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


def _analysis_counts(variant: str, measure: Measure, order: Order) -> Numbers:
    found = analyse(_problem(variant), measure, order)
    return {
        "codes": found.codes,
        "total": found.total,
        "penalty": found.penalty,
        "spent": checksum([(*cost, codes) for cost, codes in sorted(found.spent.items())]),
        "sets": found.looked_at,
    }


def _sampled_counts(every: int) -> Numbers:
    found = [analyse(_problem("6c6p"), SHANNON, Order.COLOUR, start) for _, start in _sample()[::every]]
    totals = checksum([(one.codes, one.total, one.looked_at) for one in found])
    return {"sets": len(found), "looked at": sum(one.looked_at for one in found), "totals": totals}


def _mixed_counts(variant: str) -> Numbers:
    spent, looked_at = analyse_mixed(_problem(variant), SHANNON)
    costs = [Fraction(codes) for _, codes in sorted(spent.items())]
    return {"costs": fractions_checksum(costs), "codes": str(sum(costs)), "sets": looked_at}


def _tree_counts(tree: Tree) -> Numbers:
    columns = checksum(tree.parent, tree.answer, tree.colour, tree.diagonal, tree.codes, tree.total)
    return {"total": int(tree.total[0]), "nodes": len(tree.parent), "tree": columns}


def _pattern_counts(variant: str) -> Numbers:
    pieces, found = patterns(VARIANTS[variant])
    return {"pieces": len(pieces), "patterns": len(found), "all": checksum(pieces, found)}


def _plan_counts() -> Numbers:
    codes = [leaf.codes for leaf in _plan()]
    return {"leaves": len(codes), "codes": sum(codes), "largest": max(codes), "sizes": checksum(codes)}


COUNTS = (
    Count("patterns of 3c6p", lambda: _pattern_counts("3c6p")),
    Count("patterns of 6c3p", lambda: _pattern_counts("6c3p")),
    Count("patterns of 6c6p", lambda: _pattern_counts("6c6p"), slow=True),
    Count("sets of 6c6p under H_1 LEX-c", _plan_counts, slow=True),
    *(
        Count(f"H_1 {order}, {variant}", partial(_analysis_counts, variant, SHANNON, order))
        for variant in ("3c6p", "6c3p")
        for order in Order
    ),
    Count("H_0 lex-c, 6c3p", lambda: _analysis_counts("6c3p", Fraction(0), Order.COLOUR)),
    Count("H_inf lex-c, 6c3p", lambda: _analysis_counts("6c3p", None, Order.COLOUR)),
    *(Count(f"{kind}, 6c3p", partial(_analysis_counts, "6c3p", kind, Order.COLOUR)) for kind in Approximation),
    Count(f"H_1 lex-c, every {10 * EVERY}th of the sets of 6c6p", lambda: _sampled_counts(10), slow=True),
    Count("H_1 mix, 3c6p", lambda: _mixed_counts("3c6p")),
    Count("H_1 mix, 6c3p", lambda: _mixed_counts("6c3p"), slow=True),
    Count("optimal tree, 3c6p", lambda: _tree_counts(optimal(_problem("3c6p")))),
    Count("6c3p, two queries a set", lambda: _tree_counts(improve(_problem("6c3p"), 2, below=300, inner=2)), slow=True),
    Count(
        "6c3p, lower bound, sets above 1000 codes", lambda: {"total": lower_bound(_problem("6c3p"), 1000)}, slow=True
    ),
)
