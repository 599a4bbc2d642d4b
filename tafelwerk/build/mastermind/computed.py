"""Answers that the book does not hold: one function per question, each with its estimate of work."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, inf
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from tafelwerk.build.choosing import adversary_answer
from tafelwerk.build.mastermind import choosing, sets
from tafelwerk.build.mastermind.explaining import explain
from tafelwerk.build.mastermind.histories import indices, left, query_index, taken
from tafelwerk.build.mastermind.problems import problem_from, problem_of
from tafelwerk.build.mastermind.puzzles import made
from tafelwerk.build.mastermind.rows import curve_points, play_out, strategy_tree
from tafelwerk.build.mastermind.tasks import adversary_operations, estimate, least_misses_operations
from tafelwerk.build.task import Build
from tafelwerk.errors import InputError
from tafelwerk.rules.deduction import Optimal
from tafelwerk.rules.mastermind.games import MOST_SEARCHED, AnswerTable, Game, Pegs, check_choosing
from tafelwerk.rules.mastermind.notation import History
from tafelwerk.rules.mastermind.strategies import Entropy, Hard, Letter, Strategy, check_hangman, check_size, tie_rule
from tafelwerk.rules.puzzles import Grade
from tafelwerk.solvers.deduction.large import CELLS, QUERY_OPERATIONS, best_choice
from tafelwerk.solvers.deduction.lex import best_queries
from tafelwerk.solvers.deduction.mix import MOST_STATES, TooManySetsError, mix_play
from tafelwerk.solvers.deduction.problem import SearchProblem
from tafelwerk.solvers.deduction.subsets import MOST_CODES, subset_totals
from tafelwerk.solvers.deduction.tree import StrategyTree, walk
from tafelwerk.tables.book import Book
from tafelwerk.tables.choosing import Adversary
from tafelwerk.tables.computation import BUDGET, MOST_OPERATIONS, Allowance, Computation, OverBudgetError
from tafelwerk.tables.mastermind import questions
from tafelwerk.tables.mastermind.answers import (
    AnyNext,
    Bound,
    Constants,
    MixedNext,
    Next,
    Parts,
    Point,
    SampledNext,
    Solved,
    Summary,
    UnprovedNext,
    WithinSummary,
)
from tafelwerk.tables.mastermind.puzzles import Puzzle
from tafelwerk.tables.question import LEVEL, QUANTILE
from tafelwerk.wording import seconds_text

T = TypeVar("T")

__all__ = ["explain"]
"""Computations that are defined elsewhere."""

STATE_OPERATIONS = 40.0
"""Estimated operations of MIX per set and query."""

SCORED_OPERATIONS = 2.5
"""Estimated operations of LEX per code and query, with symmetries and answers scored on demand."""

PUZZLE_OPERATIONS = 40.0
"""Operations of a puzzle per code of the game; some take many times as many, and are counted."""

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


def summary(book: Book, game: Game, strategy: Strategy) -> Computation[Summary | WithinSummary]:
    """Cost of a strategy over all codes."""
    check_size(game, strategy)
    problem = problem_of(game, book)
    check_hangman(strategy, problem.miss >= 0)
    build = sets.strategy_build(game, strategy) if isinstance(game, Pegs) else None

    def run(most_states: int = MOST_STATES, allowed: Allowance | None = None) -> Summary | WithinSummary:
        played = play_out(problem, strategy, most_states=most_states, allowed=allowed)
        return questions.summarized(strategy, played[1], _unit(problem))

    def attempt() -> Summary | WithinSummary:
        try:
            return run(_few_states(problem))
        except TooManySetsError as error:
            raise OverBudgetError(str(error)) from error

    work = _operations(problem, strategy, len(problem.codes))
    if _counted(problem, strategy):
        return _searched(work, lambda allowed: run(allowed=allowed), build)
    return Computation(work, run, build, attempt if strategy.tie == "mix" else None)


def _counted(problem: SearchProblem, strategy: Strategy) -> bool:
    """Whether the strategy is found by a search that counts its operations, since an estimate may be far too small."""
    return isinstance(strategy, Optimal) and problem.miss < 0


def _searched(work: float, run: Callable[[Allowance], T], build: Build | None) -> Computation[T]:
    """The computation by such a search. What is estimated as a look-up's work is tried with that many operations first."""
    if work > BUDGET:
        return Computation(work, lambda: run(Allowance(inf)), build)
    return Computation(
        work, lambda: run(Allowance(MOST_OPERATIONS)), build, lambda: run(Allowance(BUDGET)), counted=True
    )


def _unit(problem: SearchProblem) -> str | None:
    """Unit of a strategy's costs, if not queries."""
    return questions.MISSES if problem.miss >= 0 else None


def _few_states(problem: SearchProblem) -> int:
    """Number of sets of codes that a computation on the spot may examine; each costs a pass over the queries."""
    return max(1, int(BUDGET / STATE_OPERATIONS / len(problem.queries)))


def parts(book: Book, game: Game, guess: str, history: History) -> Computation[Parts]:
    """Information of a guess; errors as in `next`."""
    problem = problem_of(game, book)
    codes, query = left(problem, history), query_index(problem, guess)

    def run() -> Parts:
        found, consistent = _told(problem, codes, query)
        return questions.parts_of(problem.queries[query], found, consistent)

    return Computation(float(len(codes)), run)


def bound(book: Book, game: Game) -> Computation[Bound]:
    """A lower bound of every total: for Mastermind from its rules alone, for other games from the answers to the queries.

    Raises:
        MissingTableError: the book holds no game of that name.
        InputError: the game is too large, or counts misses.
    """
    if isinstance(game, Pegs):
        codes, answers = game.size[0], game.answers
        return Computation(1.0, lambda: questions.bound_of(codes, answers, named=True))
    problem = problem_of(game, book)
    if problem.miss >= 0:
        raise InputError(f"{game.title}: the bound counts queries, hangman counts misses; no bound above 0 is known")

    def run() -> Bound:
        most = max(len(np.unique(row)) for row in problem.answers)
        return questions.bound_of(len(problem.codes), most, problem.solved >= 0)

    return Computation(10.0 * problem.answers.size, run)


def gamma(book: Book, game: Game) -> Computation[Constants]:
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
        tree = _tree(problem, Optimal(shallowest=True), np.arange(codes, dtype=np.int32), [], allowed)
        # a code named by the last query is known before it
        depths = int(walk(problem, tree).max()) - (problem.solved >= 0)
        return questions.constants_of(codes, answers, longest=depths)

    def run() -> Constants:
        found = subset_totals(problem)
        totals = dict(enumerate(zip(*(row.tolist() for row in found.by_size()), strict=True)))
        perfect = found.totals[-1]
        loss = max(
            Fraction(found.after(problem.answers[query]), int(perfect))
            for query in best_queries(problem, None, Fraction(1))
        )
        return questions.constants_of(
            codes, answers, loss=loss, totals={size: totals[size] for size in range(2, codes + 1)}
        )

    if codes <= MOST_CODES:
        return Computation(float(len(problem.queries) * answers) * 2**codes / 2, run)
    return _searched(10 * _operations(problem, Optimal(shallowest=True), codes), searched, None)


def adversary(book: Book, game: Game | AnswerTable, show_trees: bool) -> Computation[Adversary]:
    """The game in which the codemaker chooses the code.

    Raises:
        InputError: the game is too large, or counts misses.
        MissingTableError: the book holds no game of that name.
    """
    if isinstance(game, Pegs):
        check_choosing(game)
    problem = problem_from(game) if isinstance(game, AnswerTable) else problem_of(game, book)
    if problem.miss >= 0:
        raise InputError(f"{game.title}: hangman counts misses; the codemaker's choice is computed for queries")
    work = adversary_operations(len(problem.codes), len(problem.queries), game if isinstance(game, Pegs) else None)
    build = sets.adversary_build(game) if isinstance(game, Pegs) else None
    return Computation(work, lambda: adversary_answer(choosing.solve(problem), show_trees), build)


def curve(game: Game, tie: str, opening: str | None) -> Computation[list[Point]]:
    """Costs of entropy strategies by order of entropy.

    Raises:
        InputError: the game is from a file or too large, or the opening is no query of it.
    """
    if not isinstance(game, Pegs):
        raise InputError("a curve is computed for --pegs P --colors C [--distinct]")
    build, orders = sets.curve_build(game, tie_rule(tie), opening), sets.curve_orders()

    def run() -> list[Point]:
        points = zip(orders, curve_points(problem_from(game), tie, opening, orders), strict=True)
        return [questions.point_of(alpha, *point, game.size[0]) for alpha, point in points]

    return Computation(build.operations(), run, build)


def next(book: Book, game: Game, strategy: Strategy, history: History) -> Computation[AnyNext]:
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
    codes = left(problem, history)
    asked = indices(problem, history)
    if isinstance(strategy, Hard):
        taken(problem, history)
    work = _operations(problem, strategy, len(codes))
    if isinstance(strategy, Entropy) and strategy.tie == "mix" and problem.scored is None:
        # the rule alone; its expected cost is looked up, or left out if that is much work
        return Computation(
            work,
            lambda: _mixed(book, game, problem, strategy, codes, MOST_STATES),
            attempt=lambda: _mixed(book, game, problem, strategy, codes, None),
            always=True,
        )
    whole = _operations(problem, strategy, len(problem.codes))
    is_kept = whole <= BUDGET or (not history and problem.scored is None)
    build = sets.strategy_build(game, strategy) if isinstance(game, Pegs) and is_kept else None
    stand_in, unit = _stand_in(problem, strategy), _unit(problem)

    def fields(tree: StrategyTree) -> Fields:
        return _fields(problem, codes, int(tree.query[0]), Fraction(int(tree.total[0])))

    def proved(allowed: Allowance, report: Callable[[str], None] | None = None) -> AnyNext:
        if len(codes) == 1:
            return Solved(problem.codes[int(codes[0])])
        return Next(*fields(_tree(problem, strategy, codes, asked, allowed, report)), unit=unit)

    def unproved(operations: float = BUDGET, reason: str | None = None) -> AnyNext:
        if len(codes) == 1:
            return Solved(problem.codes[int(codes[0])])
        if problem.scored is not None:
            return _large(
                problem, strategy, codes, np.array([query for query, _ in asked], np.int32), operations, reason
            )
        found = fields(_tree(problem, stand_in, codes, asked))
        return UnprovedNext(*found, best=False, asked_by=stand_in.name, unit=unit, reason=reason)

    def sought(allowed: Allowance, report: Callable[[str], None] | None = None) -> AnyNext:
        try:
            return proved(allowed, report)
        except OverBudgetError:
            told = f"the search for the optimal query did not end within {_duration(MOST_OPERATIONS)}"
            return unproved(BUDGET, told)

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
        most = MOST_OPERATIONS if history and _counted(problem, strategy) else None
        return Computation(
            work,
            lambda: sought(Allowance(most or inf)),
            build,
            unproved,
            always=True,
            watched=lambda progress: sought(Allowance(most or inf), progress.tell),
            most=most,
        )
    if not _counted(problem, strategy):
        return Computation(work, lambda: proved(Allowance(inf)), build)

    def searched(allowed: Allowance) -> AnyNext:
        if allowed.left > BUDGET:
            return sought(allowed)
        try:
            return proved(allowed)
        except OverBudgetError as error:
            raise OverBudgetError(str(error), instead=unproved, most=error.most) from error

    return _searched(work, searched, build)


def _out_of_reach(problem: SearchProblem, strategy: Strategy, codes: int, work: float) -> str | None:
    """Why a strategy's query and cost are not computed, whatever the work; None if they are."""
    if strategy.tie == "mix":
        return f"the mean over random ties is not computed for {codes:,} codes"
    if work > (HOPELESS if _counted(problem, strategy) else 1) * MOST_OPERATIONS:
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


def price(book: Book, game: Game, strategy: Strategy, history: History, guess: str) -> Computation[Price]:
    """The cost of a guess compared with the strategy's own query; errors as in `next`."""
    problem = problem_of(game, book)
    codes, query = left(problem, history), query_index(problem, guess)
    before = indices(problem, history)
    if isinstance(strategy, Hard):
        taken(problem, [*history, (guess, problem.labels[0])])
    best = next(book, game, strategy, history)

    def run() -> Price:
        if problem.scored is not None and _operations(problem, strategy, len(codes)) > BUDGET:
            return Price(problem.queries[query], None, best.settled(compute=False))
        answers, allowed = problem.answers[query, codes], Allowance(BUDGET)
        total = Fraction(len(codes) if problem.miss < 0 else int((answers == problem.miss).sum()))
        for answer in np.unique(answers).tolist():
            part = codes[answers == answer]
            if answer == problem.solved:
                continue
            if len(part) == len(codes) or _operations(problem, strategy, len(part)) > BUDGET:
                return Price(problem.queries[query], None, best.settled(compute=False))
            try:
                tree = _tree(problem, strategy, part, [*before, (query, answer)], allowed)
            except OverBudgetError:
                return Price(problem.queries[query], None, best.settled(compute=False))
            total += int(tree.total[:1].sum())
        return Price(problem.queries[query], float(total / len(codes)), best.settled(compute=False))

    return Computation(0.0 if best.always else best.operations, run)


def _operations(problem: SearchProblem, strategy: Strategy, codes: int) -> float:
    if problem.miss >= 0 and isinstance(strategy, Optimal):
        return least_misses_operations(codes)
    if problem.scored is not None and isinstance(strategy, Entropy):
        cells = float(codes) * len(problem.queries)
        return SCORED_OPERATIONS * cells + QUERY_OPERATIONS * len(problem.queries) * ceil(1.5 * cells / CELLS)
    whole = codes == len(problem.codes) and problem.symmetry is not None
    return estimate(codes, len(problem.queries), strategy, symmetric=whole)


def _tree(
    problem: SearchProblem,
    strategy: Strategy,
    codes: NDArray[np.int32],
    asked: Sequence[tuple[int, int]],
    allowed: Allowance | None = None,
    report: Callable[[str], None] | None = None,
) -> StrategyTree:
    """The tree of a strategy other than MIX for these codes; without nodes if a single code is left that need not be named."""
    chosen = None if len(codes) == len(problem.codes) else codes
    return strategy_tree(problem, strategy, codes=chosen, history=asked, allowed=allowed, report=report)


def _mixed(
    book: Book, game: Game, problem: SearchProblem, strategy: Entropy, codes: NDArray[np.int32], most_states: int | None
) -> AnyNext:
    """The first of the tied queries of MIX with these codes left; its cost within a number of sets, by default as a look-up."""
    if len(codes) == 1:
        return Solved(problem.codes[int(codes[0])])
    tied = best_queries(problem, codes, strategy.alpha)
    chosen = None if len(codes) == len(problem.codes) else codes
    stored = questions.summary(book, game, strategy) if chosen is None else None
    total = None if stored is None else stored.total
    reason: str | None = None
    if total is None and (most_states is not None or _operations(problem, strategy, len(codes)) <= BUDGET):
        try:
            total = mix_play(
                problem, strategy.alpha, codes=chosen, most_states=most_states or _few_states(problem)
            ).total
        except TooManySetsError as error:
            reason = None if most_states is None else f"the expected cost is not known: {error}"
    names = tuple(problem.queries[int(query)] for query in tied)
    return MixedNext(*_fields(problem, codes, int(tied[0]), total), names, reason=reason)


Fields = tuple[str, int, float | None, dict[str, int], bool, Fraction | None]
"""The fields of `Next`."""


def _fields(problem: SearchProblem, codes: NDArray[np.int32], query: int, total: Fraction | None) -> Fields:
    found, possible = _told(problem, codes, query)
    expected = None if total is None else float(total / len(codes))
    return problem.queries[query], len(codes), expected, found, possible, total


def _told(problem: SearchProblem, codes: NDArray[np.int32], query: int) -> tuple[dict[str, int], bool]:
    """Number of codes left by each answer to a query, and whether the query may be the code."""
    sizes = np.bincount(problem.answers[query, codes], minlength=len(problem.labels))
    found = {problem.labels[answer]: int(sizes[answer]) for answer in np.flatnonzero(sizes)}
    return found, bool((codes == problem.code_of[query]).any())


def puzzle(book: Book, game: Game, seed: int, clues: int | None, difficulty: Grade | None) -> Computation[Puzzle]:
    """Guesses and their answers that leave exactly one code.

    Raises:
        InputError: the game is too large; when run, no such puzzle was found.
    """
    problem = problem_of(game, book)
    asked = game, problem, seed, clues, difficulty
    work = min(PUZZLE_OPERATIONS * len(problem.codes), BUDGET)
    return Computation(work, lambda: made(*asked), None, lambda: made(*asked, Allowance(BUDGET)), counted=True)
