"""gamma and Gamma: how far the length of a search may be from the logarithm of the number of codes."""

from collections.abc import Mapping
from fractions import Fraction
from math import log2
from typing import Any

import numpy as np

from tafelwerk.errors import InputError
from tafelwerk.families.mastermind.answers import Constants
from tafelwerk.families.mastermind.problems import problem_of
from tafelwerk.families.mastermind.rules.games import MOST_SEARCHED, Game, Pegs
from tafelwerk.families.mastermind.searches import estimate_work, grow_tree, search_within
from tafelwerk.rules.deduction import Optimal
from tafelwerk.solvers.deduction.entropy_strategies import best_queries
from tafelwerk.solvers.deduction.search_problem import walk
from tafelwerk.solvers.deduction.subsets import MOST_CODES, subset_totals
from tafelwerk.tables.book import Book
from tafelwerk.tables.computation import Allowance, Computation

CONSTANT_ERROR = 1e-13
"""Error bound of gamma, Gamma and their quotient: a few operations on doubles below 1000."""


def constants_computation(book: Book, game: Game) -> Computation[Constants]:
    """Constants of a game: from all sets of codes if these are few, otherwise from how many queries tell all codes apart.

    Raises:
        InputError: the game has a single code.
        MissingTableError: the book holds no game of that name.
    """
    if isinstance(game, Pegs):
        game.sized(MOST_SEARCHED, "gamma and Gamma are")
    problem = problem_of(game, book)
    codes = len(problem.codes)
    if codes < 2:
        raise InputError(f"{game.title} has one code; gamma and Gamma need a game of two codes or more")
    answers = max(len(np.unique(row)) for row in problem.answers)

    def searched(allowed: Allowance) -> Constants:
        tree = grow_tree(problem, Optimal(shallowest=True), np.arange(codes, dtype=np.int32), [], allowed)
        # a code named by the last query is known before it
        depths = int(walk(problem, tree).max()) - (problem.solved >= 0)
        return constants_of(codes, answers, longest=depths)

    def run() -> Constants:
        subsets = subset_totals(problem)
        totals = dict(enumerate(zip(*(row.tolist() for row in subsets.by_size()), strict=True)))
        perfect = subsets.totals[-1]
        loss = max(
            Fraction(subsets.after(problem.answers[query]), int(perfect))
            for query in best_queries(problem, None, Fraction(1))
        )
        return constants_of(codes, answers, loss=loss, totals={size: totals[size] for size in range(2, codes + 1)})

    if codes <= MOST_CODES:
        return Computation(float(len(problem.queries) * answers) * 2**codes / 2, run)
    return search_within(10 * estimate_work(problem, Optimal(shallowest=True), codes), searched, None)


def constants_of(
    codes: int,
    answers: int,
    longest: int | None = None,
    loss: Fraction | None = None,
    totals: Mapping[int, tuple[int, int]] | None = None,
) -> Constants:
    """The constants, given the totals by size, or the number of queries that tells all codes apart.

    gamma is exact: <M> >= log_a |M| if a query has at most a answers, with equality if the codes of M give different answers to a
    query with a answers. If totals are not known, two codes show that Gamma is at least 1, and Gamma is at most the greatest
    value of min(m (m + 1) / 2 - 1, m longest) / (m log2 m), because a query splits at least one code off a set of m codes.
    """
    gamma = 1 / log2(answers)
    if totals is None:
        assert longest is not None
        upper = max(min(m * (m + 1) / 2 - 1, m * longest) / (m * log2(m)) for m in range(2, codes + 1))
        interval = 1.0, upper
    else:
        upper = max(most / (m * log2(m)) for m, (_, most) in totals.items())
        interval = upper, upper
    rounded: dict[str, Any] = {"certainty": "certified", "error_bound": CONSTANT_ERROR}
    return Constants(codes, answers, gamma, interval, upper / gamma, loss, totals, **rounded)
