"""What the book does not hold of this family, computed: a function a question, each with its estimate of work."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tafelwerk.build.computation import BUDGET, Computation, OverBudgetError
from tafelwerk.build.mastermind import sets
from tafelwerk.build.mastermind.histories import indices, left, query_index
from tafelwerk.build.mastermind.problems import problem_of
from tafelwerk.build.mastermind.rows import strategy_tree
from tafelwerk.build.mastermind.tasks import estimate
from tafelwerk.solvers.core.mix import MOST_STATES, mix_play
from tafelwerk.solvers.core.mix_states import TooManySetsError
from tafelwerk.solvers.core.search_problem import SearchProblem
from tafelwerk.solvers.core.strategies import best_queries
from tafelwerk.solvers.core.strategy_tree import histogram, walk
from tafelwerk.tables.book import open_book
from tafelwerk.tables.mastermind import Entropy, Game, History, Next, Pegs, Strategy, Summary, get_summary

STATE_OPERATIONS = 40.0
"""Operations a set and query that MIX is charged with."""

STAND_IN = Entropy(Fraction(1))
"""What asks where the optimal query is out of reach."""


@dataclass(frozen=True, slots=True)
class Price:
    """What asking `guess` costs: queries expected from here, the guess included, where the game goes on by the strategy;
    None where that is too much work. `best`: what the strategy asks itself."""

    guess: str
    expected: Fraction | None
    best: Next


def summary(book: Path, game: Game, strategy: Strategy) -> Computation[Summary]:
    """What a strategy needs for all codes."""
    problem = problem_of(game, book)
    build = sets.strategy_build(game, strategy) if isinstance(game, Pegs) else None

    def run(most_states: int) -> Summary:
        if isinstance(strategy, Entropy) and strategy.tie == "mix":
            play = mix_play(problem, strategy.alpha, most_states=most_states)
            total, found = play.total, [(queries, codes) for queries, codes in enumerate(play.histogram) if codes]
        else:
            depths = walk(problem, strategy_tree(problem, strategy))
            found = [(queries, Fraction(int(codes))) for queries, codes in enumerate(histogram(depths)) if codes]
            total = Fraction(int(depths.sum()))
        return Summary(game, strategy, len(problem.codes), total, max(queries for queries, _ in found), tuple(found))

    attempt = partial(_within, run, problem) if isinstance(strategy, Entropy) and strategy.tie == "mix" else None
    return Computation(_operations(problem, strategy, len(problem.codes)), partial(run, MOST_STATES), build, attempt)


def _within(run: Callable[[int], Summary], problem: SearchProblem) -> Summary:
    """MIX with as many sets as a look-up may look at."""
    try:
        return run(_few_states(problem))
    except TooManySetsError as error:
        raise OverBudgetError(str(error)) from error


def _few_states(problem: SearchProblem) -> int:
    """Sets of codes that a look-up may look at: each costs a pass over the queries."""
    return max(1, int(BUDGET / STATE_OPERATIONS / len(problem.queries)))


def next_query(book: Path, game: Game, strategy: Strategy, history: History) -> Computation[Next]:
    """What a strategy asks after any history.

    Where the optimal query would be too much work the one of greatest Shannon entropy stands in, and is said not to be
    proved. `max_depth` counts the queries of the history.

    Raises:
        InputError: the history has queries or answers that the game does not have, or answers that contradict each
            other, or more queries than `max_depth` allows.
        MissingTableError: the book holds no game of that name.
    """
    problem = problem_of(game, book)
    codes = left(problem, history)
    asked = [query for query, _ in indices(problem, history)]
    work = _operations(problem, strategy, len(codes))
    if isinstance(strategy, Entropy) and strategy.tie == "mix":
        # the rule alone; what it expects is looked up or left open where that is much work
        return Computation(
            _operations(problem, Entropy(strategy.alpha), len(codes)),
            lambda: _mixed(book, game, problem, strategy, codes),
        )
    fits = work <= BUDGET or not history
    whole = _operations(problem, strategy, len(problem.codes))
    build = sets.strategy_build(game, strategy) if isinstance(game, Pegs) and whole <= BUDGET else None
    return Computation(work if fits else 0.0, lambda: _asked(problem, strategy, codes, asked, proved=fits), build)


def price(book: Path, game: Game, strategy: Strategy, history: History, guess: str) -> Computation[Price]:
    """What a guess costs against what the strategy asks itself; errors as of `next_query`."""
    problem = problem_of(game, book)
    codes, query = left(problem, history), query_index(problem, guess)
    before = [asked for asked, _ in indices(problem, history)]
    best = next_query(book, game, strategy, history)

    def run() -> Price:
        answers = problem.answers[query, codes]
        total = Fraction(len(codes))
        for answer in np.unique(answers).tolist():
            part = codes[answers == answer]
            if answer == problem.solved:
                continue
            if len(part) == len(codes) or _operations(problem, strategy, len(part)) > BUDGET:
                return Price(problem.queries[query], None, best.run())
            follows = _asked(problem, strategy, part, [*before, query], proved=True)
            total += (follows.expected or 0) * len(part)
        return Price(problem.queries[query], total / len(codes), best.run())

    return Computation(best.operations, run)


def _operations(problem: SearchProblem, strategy: Strategy, codes: int) -> float:
    whole = codes == len(problem.codes) and problem.symmetry is not None
    return estimate(codes, len(problem.queries), strategy, symmetric=whole)


def _asked(
    problem: SearchProblem, strategy: Strategy, codes: NDArray[np.int32], asked: Sequence[int], proved: bool
) -> Next:
    """What a strategy other than MIX asks with these codes left."""
    chosen = None if len(codes) == len(problem.codes) else codes
    tree = strategy_tree(problem, strategy if proved else STAND_IN, codes=chosen, asked=asked)
    if len(tree.query) == 0:  # identified, and naming is not asked for
        return Next(problem.codes[int(codes[0])], 1, True, Fraction(0), ())
    query, total = int(tree.query[0]), int(tree.total[0])
    return _next(problem, codes, query, Fraction(total, len(codes)), best=proved)


def _mixed(book: Path, game: Game, problem: SearchProblem, strategy: Entropy, codes: NDArray[np.int32]) -> Next:
    """What MIX asks with these codes left: the first of those it draws from."""
    if len(codes) == 1:
        alone = Fraction(int(problem.solved >= 0))
        return Next(problem.codes[int(codes[0])], 1, True, alone, ())
    tied = best_queries(problem, codes, strategy.alpha)
    expected = None
    if len(codes) == len(problem.codes):
        with open_book(book) as opened:
            stored = get_summary(opened, game, strategy)
        expected = None if stored is None else stored.mean
    if expected is None and _operations(problem, strategy, len(codes)) <= BUDGET:
        chosen = None if len(codes) == len(problem.codes) else codes
        with suppress(TooManySetsError):
            play = mix_play(problem, strategy.alpha, codes=chosen, most_states=_few_states(problem))
            expected = play.total / len(codes)
    found = _next(problem, codes, int(tied[0]), expected, best=True)
    return Next(
        found.guess,
        found.remaining,
        found.possible,
        expected,
        found.answers,
        tuple(problem.queries[int(query)] for query in tied),
    )


def _next(problem: SearchProblem, codes: NDArray[np.int32], query: int, expected: Fraction | None, best: bool) -> Next:
    sizes = np.bincount(problem.answers[query, codes], minlength=len(problem.labels))
    parts = tuple((problem.labels[answer], int(sizes[answer])) for answer in np.flatnonzero(sizes))
    possible = bool((codes == problem.code_of[query]).any())
    return Next(problem.queries[query], len(codes), possible, expected, parts, best=best)
