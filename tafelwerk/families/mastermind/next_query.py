"""A strategy's query after any history, and the price of another one, computed."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import inf

import numpy as np
from numpy.typing import NDArray

from tafelwerk.families.mastermind import questions
from tafelwerk.families.mastermind.answers import (
    AnyNext,
    MixedNext,
    Next,
    SampledNext,
    Solved,
    UnprovedNext,
)
from tafelwerk.families.mastermind.builds import StrategyBuild
from tafelwerk.families.mastermind.histories import codes_left, hard_queries_after, history_indices, query_index
from tafelwerk.families.mastermind.problems import problem_of
from tafelwerk.families.mastermind.rules.games import Game, Pegs
from tafelwerk.families.mastermind.rules.histories import History
from tafelwerk.families.mastermind.rules.strategies import Entropy, Hard, Letter, Strategy, check_hangman
from tafelwerk.families.mastermind.searches import (
    codes_by_answer,
    estimate_work,
    few_states,
    grow_tree,
    is_counted,
    search_within,
    unit_of,
)
from tafelwerk.rules.deduction import Optimal
from tafelwerk.solvers.deduction.best_query import best_choice
from tafelwerk.solvers.deduction.entropy_strategies import MOST_STATES, TooManySetsError, best_queries, mix_play
from tafelwerk.solvers.deduction.search_problem import SearchProblem, StrategyTree
from tafelwerk.tables.answers import LEVEL, QUANTILE
from tafelwerk.tables.book import Book
from tafelwerk.tables.computation import BUDGET, MOST_OPERATIONS, Allowance, Computation, OverBudgetError
from tafelwerk.wording import seconds_text

MOST_CELLS = 5e8
"""Greatest number of codes times queries whose answers an optimal search holds in memory."""

HOPELESS = 100
"""A search that counts its operations is not tried if their estimate, which may be 12 times too high, exceeds the number allowed
that many times."""

STAND_IN = Entropy(Fraction(1))
"""The strategy that replaces the optimal one where that is out of reach."""


@dataclass(frozen=True, slots=True)
class Price:
    """Cost of asking `guess`: expected queries from here, the guess included, if the strategy then continues; None if that is
    too much work. `best`: the strategy's own query."""

    guess: str
    expected: float | None
    best: AnyNext


def next_computation(book: Book, game: Game, strategy: Strategy, history: History) -> Computation[AnyNext]:
    """A strategy's query after any history.

    If the optimal query is too much work, the query of greatest Shannon entropy replaces it and is marked as not proved. In large
    games the expected cost is left out if playing out the strategy is too much work, and queries are sampled if comparing all of
    them is too much work. `max_depth` counts the queries of the history.

    Raises:
        InputError: the history has queries or answers that the game does not have, answers that contradict each other, or
            more queries than `max_depth` allows.
        MissingTableError: the book holds no game of that name.
    """
    problem = problem_of(game, book)
    check_hangman(strategy, problem.miss >= 0)
    codes = codes_left(problem, history)
    asked = history_indices(problem, history)
    if isinstance(strategy, Hard):
        hard_queries_after(problem, history)
    work = estimate_work(problem, strategy, len(codes))
    if isinstance(strategy, Entropy) and strategy.tie == "mix" and problem.scored is None:
        # the rule alone; its expected cost is looked up, or left out if that is much work
        return Computation(
            work,
            lambda: _mixed(book, game, problem, strategy, codes, MOST_STATES),
            attempt=lambda: _mixed(book, game, problem, strategy, codes, None),
            always=True,
        )
    whole = estimate_work(problem, strategy, len(problem.codes))
    is_kept = whole <= BUDGET or (not history and problem.scored is None)
    build = StrategyBuild(game, strategy) if isinstance(game, Pegs) and is_kept else None
    stand_in, unit = _stand_in(problem, strategy), unit_of(problem)

    def fields(tree: StrategyTree) -> Fields:
        return _fields(problem, codes, int(tree.query[0]), Fraction(int(tree.total[0])))

    def proved(allowed: Allowance, report: Callable[[str], None] | None = None) -> AnyNext:
        if len(codes) == 1:
            return Solved(problem.codes[int(codes[0])])
        return Next(*fields(grow_tree(problem, strategy, codes, asked, allowed, report)), unit=unit)

    def unproved(operations: float = BUDGET, reason: str | None = None) -> AnyNext:
        if len(codes) == 1:
            return Solved(problem.codes[int(codes[0])])
        if problem.scored is not None:
            return _large(
                problem, strategy, codes, np.array([query for query, _ in asked], np.int32), operations, reason
            )
        own = fields(grow_tree(problem, stand_in, codes, asked))
        return UnprovedNext(*own, best=False, asked_by=stand_in.name, unit=unit, reason=reason)

    def sought(allowed: Allowance, report: Callable[[str], None] | None = None) -> AnyNext:
        try:
            return proved(allowed, report)
        except OverBudgetError:
            unfinished = f"the search for the optimal query did not end within {_duration(MOST_OPERATIONS)}"
            return unproved(BUDGET, unfinished)

    if work > BUDGET or strategy.tie == "mix":
        reason = _out_of_reach(problem, strategy, len(codes), work)
        if reason is not None:
            return Computation(
                work,
                lambda: unproved(MOST_OPERATIONS, reason),
                build,
                unproved,
                always=True,
                most=MOST_OPERATIONS if problem.scored is not None else 0.0,
            )
        # the whole game's optimum is searched to the end, as its build does
        most = MOST_OPERATIONS if history and is_counted(problem, strategy) else None
        return Computation(
            work,
            lambda: sought(Allowance(most or inf)),
            build,
            unproved,
            always=True,
            watched=lambda progress: sought(Allowance(most or inf), progress.tell),
            most=most,
        )
    if not is_counted(problem, strategy):
        return Computation(work, lambda: proved(Allowance(inf)), build)

    def searched(allowed: Allowance) -> AnyNext:
        if allowed.left > BUDGET:
            return sought(allowed)
        try:
            return proved(allowed)
        except OverBudgetError as error:
            raise OverBudgetError(str(error), instead=unproved, most=error.most) from error

    return search_within(work, searched, build)


def _out_of_reach(problem: SearchProblem, strategy: Strategy, codes: int, work: float) -> str | None:
    """Why a strategy's query and cost are not computed, whatever the work; None if they are."""
    if strategy.tie == "mix":
        return f"the mean over random ties is not computed for {codes:,} codes"
    if work > (HOPELESS if is_counted(problem, strategy) else 1) * MOST_OPERATIONS:
        whose = "optimal query" if isinstance(strategy, Optimal) else f"cost of {strategy.name}"
        return (
            f"computing the {whose} for {codes:,} codes is estimated to take {_duration(work)}, too long to be tried; it can be"
            " computed when fewer codes are left"
        )
    if (
        problem.scored is not None
        and isinstance(strategy, Optimal)
        and float(codes) * len(problem.queries) > MOST_CELLS
    ):
        return (
            f"the answers of {codes:,} codes to {len(problem.queries):,} queries are too many for an optimal search, which takes"
            f" {MOST_CELLS:,.0f}; it can be made when fewer codes are left"
        )
    return None


def _duration(operations: float) -> str:
    return seconds_text(operations / BUDGET)


def _stand_in(problem: SearchProblem, strategy: Strategy) -> Strategy:
    """The strategy that replaces another."""
    if isinstance(strategy, Hard):
        return Hard(STAND_IN)
    return STAND_IN if problem.miss < 0 else Letter()


def _large(
    problem: SearchProblem,
    strategy: Strategy,
    codes: NDArray[np.int32],
    asked: NDArray[np.int32],
    operations: float,
    reason: str | None,
) -> AnyNext:
    """The query of a strategy, or of h1 in its place, in a game without a matrix of answers; without the expected cost."""
    rule = strategy if isinstance(strategy, Entropy) else STAND_IN
    choice = best_choice(problem, codes, rule.alpha, asked, operations)
    assert choice is not None, "in Mastermind some query splits any two codes"
    fields = _fields(problem, codes, choice.query, None)
    if choice.error is not None:
        margin = QUANTILE * choice.error
        return SampledNext(
            *fields,
            asked_by=rule.name,
            value=choice.value,
            certainty="sampled",
            samples=choice.samples,
            standard_error=choice.error,
            interval=(choice.value - margin, choice.value + margin),
            level=LEVEL,
            reason=reason,
        )
    if rule.tie == "mix":
        return MixedNext(*fields, tuple(problem.queries[query] for query in choice.tied.tolist()), reason=reason)
    if rule is strategy:
        return Next(*fields, reason=reason)
    return UnprovedNext(*fields, best=False, asked_by=rule.name, reason=reason)


def price_of(book: Book, game: Game, strategy: Strategy, history: History, guess: str) -> Computation[Price]:
    """The cost of a guess compared with the strategy's own query; errors as in `next_computation`."""
    problem = problem_of(game, book)
    codes, query = codes_left(problem, history), query_index(problem, guess)
    before = history_indices(problem, history)
    if isinstance(strategy, Hard):
        hard_queries_after(problem, [*history, (guess, problem.labels[0])])
    best = next_computation(book, game, strategy, history)

    def run() -> Price:
        if problem.scored is not None and estimate_work(problem, strategy, len(codes)) > BUDGET:
            return Price(problem.queries[query], None, best.settled(compute=False))
        answers, allowed = problem.answers[query, codes], Allowance(BUDGET)
        total = Fraction(len(codes) if problem.miss < 0 else int((answers == problem.miss).sum()))
        for answer in np.unique(answers).tolist():
            part = codes[answers == answer]
            if answer == problem.solved:
                continue
            if len(part) == len(codes) or estimate_work(problem, strategy, len(part)) > BUDGET:
                return Price(problem.queries[query], None, best.settled(compute=False))
            try:
                tree = grow_tree(problem, strategy, part, [*before, (query, answer)], allowed)
            except OverBudgetError:
                return Price(problem.queries[query], None, best.settled(compute=False))
            total += int(tree.total[:1].sum())
        return Price(problem.queries[query], float(total / len(codes)), best.settled(compute=False))

    return Computation(0.0 if best.always else best.operations, run)


def _mixed(
    book: Book, game: Game, problem: SearchProblem, strategy: Entropy, codes: NDArray[np.int32], most_states: int | None
) -> AnyNext:
    """The first of the tied queries of MIX with these codes left; its cost within a number of sets, by default as a look-up."""
    if len(codes) == 1:
        return Solved(problem.codes[int(codes[0])])
    tied = best_queries(problem, codes, strategy.alpha)
    chosen = None if len(codes) == len(problem.codes) else codes
    stored = questions.Summary(game, strategy).stored(book) if chosen is None else None
    total = None if stored is None else stored.total
    reason: str | None = None
    if total is None and (most_states is not None or estimate_work(problem, strategy, len(codes)) <= BUDGET):
        try:
            total = mix_play(
                problem, strategy.alpha, codes=chosen, most_states=most_states or few_states(problem)
            ).total
        except TooManySetsError as error:
            reason = None if most_states is None else f"the expected cost is not known: {error}"
    names = tuple(problem.queries[int(query)] for query in tied)
    return MixedNext(*_fields(problem, codes, int(tied[0]), total), names, reason=reason)


Fields = tuple[str, int, float | None, dict[str, int], bool, Fraction | None]
"""The fields of `Next`."""


def _fields(problem: SearchProblem, codes: NDArray[np.int32], query: int, total: Fraction | None) -> Fields:
    counts, possible = codes_by_answer(problem, codes, query)
    expected = None if total is None else float(total / len(codes))
    return problem.queries[query], len(codes), expected, counts, possible, total
