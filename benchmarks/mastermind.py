"""Benchmarks of the Mastermind family: the game's matrix of answers and everything else is made anew in each run."""

import sys
import sysconfig
from collections.abc import Sequence
from fractions import Fraction
from functools import cache, partial
from pathlib import Path
from typing import Any

from benchmarks.counts import Count, Numbers, checksum, fractions_checksum
from benchmarks.harness import Benchmark, book_of, process
from benchmarks.wordlike import wordlike
from tafelwerk import open_book
from tafelwerk.families.mastermind.advice import Next
from tafelwerk.families.mastermind.answers import AnyNext
from tafelwerk.families.mastermind.builds import FINE_ORDERS, GameBuild, StrategyBuild
from tafelwerk.families.mastermind.next_query import next_computation
from tafelwerk.families.mastermind.parameters import read_history
from tafelwerk.families.mastermind.problems import problem_from
from tafelwerk.families.mastermind.rules import Entropy, Pegs
from tafelwerk.rules.deduction import Alpha, Optimal
from tafelwerk.solvers.deduction.entropy_strategies import alpha_curve, lex_tree, mix_play
from tafelwerk.solvers.deduction.optimal_tree import MEMORY, Search, optimal_tree
from tafelwerk.solvers.deduction.search_problem import SearchProblem, StrategyTree, chosen_codes
from tafelwerk.solvers.mastermind.scoring import mastermind
from tafelwerk.solvers.mastermind.word_problems import wordle

PROGRAM = str(Path(sysconfig.get_path("scripts")) / "tafelwerk")
STANDARD = Pegs(4, 6)
HISTORY = (("AABC", "1,2"), ("ABDE", "0,2"))
LARGE = (
    ((5, 8, False), "", 2.0),
    ((5, 8, False), "AABCD 0,2", 2.0),
    ((5, 8, False), "AAAAA 0,0", 2.0),
    ((6, 9, False), "", 5.0),
    ((6, 9, False), "AABBCD 0,2", 5.0),
    ((6, 9, False), "AABBCD 0,2; DEFGHI 1,2", 5.0),
    ((7, 10, False), "AABBCCD 1,2", 10.0),
)
"""Games and histories after which a query is chosen without a matrix of answers, and the seconds that it may take."""

OPTIMA = (
    (4, 6, False, 0.02),
    (4, 7, False, 0.6),
    (4, 8, False, 5.0),
    (4, 8, True, 0.06),
    (4, 9, True, 0.35),
    (4, 10, True, 7.0),
)


@cache
def _book() -> Path:
    builds = [GameBuild(STANDARD), StrategyBuild(STANDARD, Optimal()), StrategyBuild(STANDARD, Entropy(Fraction(1)))]
    return book_of(builds)


@cache
def _words() -> SearchProblem:
    codes, queries = wordlike()
    return wordle(codes, queries)


def _from_the_tree() -> AnyNext | None:
    with open_book(_book()) as book:
        return Next(STANDARD).stored(book)


def _off_the_tree() -> AnyNext:
    with open_book(_book()) as book:
        return next_computation(book, STANDARD, Optimal(), HISTORY).run()


def _optimum(pegs: int, colors: int, distinct: bool, tree: bool) -> object:
    problem = mastermind(pegs, colors, distinct)
    return optimal_tree(problem) if tree else Search(problem, chosen_codes(problem, None), (), None, MEMORY).least(None)


def _mix(alpha: Alpha) -> object:
    return mix_play(mastermind(4, 6), alpha)


def _name(pegs: int, colors: int, distinct: bool) -> str:
    return Pegs(pegs, colors, distinct).name


def _next_large(game: tuple[int, int, bool], history: str) -> AnyNext:
    problem_from.cache_clear()
    with open_book(_book()) as book:
        wanted = next_computation(book, Pegs(*game), Entropy(Fraction(1)), read_history(Pegs(*game), history))
        return (wanted.attempt or wanted.run)()


BENCHMARKS = (
    Benchmark("LEX H_1, 4x6, tree", lambda: lex_tree(mastermind(4, 6), Fraction(1)), bound=0.005, repeat=20),
    Benchmark("LEX H_1, 5x8, 32,768 codes, tree", lambda: lex_tree(mastermind(5, 8), Fraction(1)), bound=8.0, repeat=3),
    *(
        Benchmark(
            f"next query of H_1, {_name(*game)}, " + (f"after {history}" if history else "the first"),
            partial(_next_large, game, history),
            bound=bound,
            repeat=3,
        )
        for game, history, bound in LARGE
    ),
    Benchmark("LEX at 600 alphas, 4x6", lambda: alpha_curve(mastermind(4, 6), FINE_ORDERS), bound=2.0),
    *(
        Benchmark(f"MIX {name}, 4x6, exact", partial(_mix, alpha), bound=bound)
        for name, alpha, bound in (
            ("H_0", Fraction(0), 2.0),
            ("H_1", Fraction(1), 0.3),
            ("H_2", Fraction(2), 0.3),
            ("H_inf", None, 2.0),
        )
    ),
    *(
        Benchmark(
            f"optimal {'tree' if tree else 'value'}, {_name(pegs, colors, distinct)}",
            partial(_optimum, pegs, colors, distinct, tree),
            bound=3 * bound if tree else bound,
            repeat=5 if bound < 1 else 3,
        )
        for pegs, colors, distinct, bound in OPTIMA
        for tree in (False, True)
    ),
    Benchmark("12,972 words against 2,315 scored as in Wordle", lambda: wordle(*wordlike()), repeat=3),
    Benchmark("LEX H_1 of these words, tree", lambda: lex_tree(_words(), Fraction(1)), bound=30.0, repeat=3),
    Benchmark("next query from a stored tree, an open book", _from_the_tree),
    Benchmark("next query off the tree, an open book", _off_the_tree, bound=1.0),
    Benchmark(
        "`tafelwerk mastermind next` from a stored tree, process start to exit",
        lambda: process(
            sys.executable, PROGRAM, "mastermind", "next", "--pegs", "4", "--colors", "6", "--book", str(_book())
        )(),
        bound=0.25,
        repeat=11,
        wall=True,
    ),
)


def _tree_counts(tree: StrategyTree) -> Numbers:
    return {
        "total": int(tree.total[0]),
        "nodes": len(tree.parent),
        "tree": checksum(tree.parent, tree.answer, tree.query, tree.codes, tree.total),
    }


def _lex_counts(alpha: Alpha) -> Numbers:
    return _tree_counts(lex_tree(mastermind(4, 6), alpha))


def _curve_counts(orders: Sequence[Alpha]) -> Numbers:
    points = alpha_curve(mastermind(4, 6), orders)
    totals = [point.total for point in points]
    return {"orders": len(points), "least": min(totals), "totals": checksum(totals, [point.first for point in points])}


def _mix_counts(alpha: Alpha) -> Numbers:
    play = mix_play(mastermind(4, 6), alpha)
    return {"total": str(play.total), "states": play.states, "histogram": fractions_checksum(list(play.histogram))}


def _optimal_counts(pegs: int, colors: int, distinct: bool, **options: Any) -> Numbers:
    found = optimal_tree(mastermind(pegs, colors, distinct), **options)
    assert found.tree is not None
    assert found.depth is not None
    searched = {"searched": found.nodes, "depth": found.depth, "proved": found.proved}
    return {**_tree_counts(found.tree), **searched}


ORDERS = {"H_0": Fraction(0), "H_1": Fraction(1), "H_2": Fraction(2), "H_inf": None}

COUNTS = (
    *(Count(f"LEX {name}, 4x6", partial(_lex_counts, alpha)) for name, alpha in ORDERS.items()),
    *(Count(f"MIX {name}, 4x6", partial(_mix_counts, alpha)) for name, alpha in ORDERS.items()),
    Count("LEX at 30 alphas, 4x6", lambda: _curve_counts(FINE_ORDERS[19::20])),
    Count("LEX at 600 alphas, 4x6", lambda: _curve_counts(FINE_ORDERS), slow=True),
    *(
        Count(
            f"optimal, {_name(pegs, colors, distinct)}", partial(_optimal_counts, pegs, colors, distinct), bound > 0.1
        )
        for pegs, colors, distinct, bound in OPTIMA
    ),
    Count("optimal, 4x6, least depth", lambda: _optimal_counts(4, 6, False, least_depth=True), slow=True),
    Count("optimal, 4x6, five queries at most", lambda: _optimal_counts(4, 6, False, max_depth=5), slow=True),
    Count("12,972 words against 2,315 as in Wordle", lambda: {"answers": checksum(_words().answers)}, slow=True),
    Count("LEX H_1 of these words", lambda: _tree_counts(lex_tree(_words(), Fraction(1))), slow=True),
)
