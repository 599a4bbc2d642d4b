"""A strategy's query after any history, computed from the codes that are left: its cost, the price of another one, the reasons.

Queries and answers as players write them become those of a search problem.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, inf
from random import Random
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from tafelwerk.build.task import Build
from tafelwerk.errors import BookError, InputError, in_quotes
from tafelwerk.families.mastermind import advice, parameters
from tafelwerk.families.mastermind.advice import Explanation, Hidden
from tafelwerk.families.mastermind.answers import MISSES, AnyNext, MixedNext, Next, SampledNext, Solved, UnprovedNext
from tafelwerk.families.mastermind.builds import StrategyBuild, estimate, least_misses_operations
from tafelwerk.families.mastermind.costs import Adversary, Summary
from tafelwerk.families.mastermind.problems import problem_of
from tafelwerk.families.mastermind.rows import strategy_tree
from tafelwerk.families.mastermind.rules import Entropy, Game, Hard, Letter, Pegs, Strategy, check_hangman
from tafelwerk.luck import Luck, mean_part
from tafelwerk.rules.deduction import Alpha, Optimal, order_name, renyi
from tafelwerk.solvers.deduction.best_query import CELLS, QUERY_OPERATIONS, best_choice
from tafelwerk.solvers.deduction.entropy_strategies import MOST_STATES, TooManySetsError, best_queries, mix_play
from tafelwerk.solvers.deduction.partition_entropy import entropy_ranks
from tafelwerk.solvers.deduction.search_problem import SearchProblem, StrategyTree, consistent, explain_contradiction
from tafelwerk.solvers.deduction.symmetry import orbits
from tafelwerk.solvers.machine.draws import hash_numbers
from tafelwerk.solvers.mastermind.hard_mode import hard_queries
from tafelwerk.solvers.mastermind.word_problems import NAMED
from tafelwerk.spelling import compose, letters
from tafelwerk.tables.answers import LEVEL, QUANTILE
from tafelwerk.tables.book import Book
from tafelwerk.tables.explanation import AnswerPart, QueryOption, TreeNode
from tafelwerk.tables.questions import BUDGET, MOST_OPERATIONS, Allowance, Computation, OverBudgetError
from tafelwerk.wording import join_words, near, seconds_text

T = TypeVar("T")

SIGNS = set("GY-")
"""Signs of Wordle's labels: right place, elsewhere, absent."""

_WRITTEN = str.maketrans(dict.fromkeys("._bx⬛⬜0", "-") | dict.fromkeys("🟩🟧2", "g") | dict.fromkeys("🟨🟦1", "y"))
"""Other notations of Wordle's signs, in lower case: letters, squares in both sets of colours, and digits."""


def history_indices(problem: SearchProblem, history: parameters.History) -> list[tuple[int, int]]:
    """A history as indices.

    Upper and lower case differ only if the problem has both. A query that contains spaces may have been cut at the first of
    them; it is then put together again.

    Args:
        problem: the search problem.
        history: queries and answers as text.

    Raises:
        InputError: the problem has no such query or answer.
    """
    indices = []
    notations = parameters.notations_of(answer for _, answer in history)
    for query, answer in history:
        try:
            indices.append((query_index(problem, query), answer_index(problem, answer, notations)))
        except InputError:
            again = _cut_elsewhere(problem, f"{query} {answer}")
            if again is None:
                raise
            indices.append(again)
    return indices


def codes_left(problem: SearchProblem, history: parameters.History) -> NDArray[np.int32]:
    """The codes left by a history.

    Args:
        problem: the search problem.
        history: queries and answers as text.

    Returns:
        int32, ascending; at least one code.

    Raises:
        InputError: the problem has no such query or answer, or answers contradict each other; the message names a smallest
            contradiction.
    """
    by_index = history_indices(problem, history)
    reason = explain_contradiction(problem, by_index)
    if reason is not None:
        raise InputError(parameters.entries_written(reason, history))
    return consistent(problem, by_index)


def hard_queries_after(problem: SearchProblem, history: parameters.History) -> NDArray[np.int32]:
    """The queries allowed by hard mode after a history: int32, ascending.

    Raises:
        InputError: the problem is not one of Wordle or has no such query or answer, or hard mode refuses a query of the history.
    """
    return hard_queries(problem, history_indices(problem, history))


def draw_code(codes: NDArray[np.int32], seed: int) -> int:
    """The code drawn by a seed; the code drawn from a set is also drawn from every subset that contains it."""
    return int(codes[hash_numbers(codes, seed % 2**64).argmin()])


def code_chances(problem: SearchProblem, codemaker: Mapping[str, Fraction]) -> Sequence[float]:
    """The chance of each code, given those of the classes by their first codes."""
    from tafelwerk.solvers.deduction.adversary_game import code_classes

    classes = code_classes(problem)
    chances = [float(codemaker[problem.codes[first]]) for first in classes.first]
    return [chances[k] for k in classes.of.tolist()]


def draw_secret(chances: Sequence[float], left: Sequence[int], seed: int) -> int:
    """A code drawn by its chance from those left; if none of them has a chance, all are equally likely.

    The code drawn from a set is also drawn from every subset that contains it: the clocks of all codes run at the rates of
    their chances, and the first one that rings decides.
    """
    random = Random(seed)
    rings = [random.expovariate(chance or 1.0) for chance in chances]
    return min(left, key=lambda code: (chances[code] == 0, rings[code]))


def query_index(problem: SearchProblem, text: str) -> int:
    """The query with this text.

    Raises:
        InputError: there is none; the message suggests similar ones.
    """
    text = compose(text)
    index = problem.query_index.get(text)
    if index is not None:
        return index
    alike = [index for index, query in enumerate(problem.queries) if query.casefold() == text.casefold()]
    if len(alike) == 1:
        return alike[0]
    meant = [problem.queries[index] for index in alike] or near(text, problem.queries)
    known = _choice(meant, problem.queries, "queries")
    others = "; words that may be asked, but are no codes, come from --queries FILE" if _is_of_words(problem) else ""
    raise InputError(f"{in_quotes(text)} is not a query of this game; {known}{others}")


def _is_of_words(problem: SearchProblem) -> bool:
    """Whether codes are words that are compared by a rule, as the answer to the code itself shows."""
    length = len(letters(problem.codes[0]))
    ends = ("G" * length, NAMED, f"{length},0")
    return problem.miss < 0 and problem.solved >= 0 and problem.labels[problem.solved] in ends


def answer_index(problem: SearchProblem, text: str, notations: Sequence[parameters.Notation] | None = None) -> int:
    """The answer with this text; Wordle's G, Y and - also in lower case, with . _ b x for -, or as coloured squares.

    Where answers are right places and right letters elsewhere, they may be written as in Mastermind, in these notations, or
    in any.

    Raises:
        InputError: there is none; the message describes valid answers.
    """
    text = compose(text)
    index = problem.label_index.get(text)
    if index is not None:
        return index
    wordle = all(SIGNS.issuperset(label) for label in problem.labels)
    wanted = _plain(text)
    if wordle:
        wanted = wanted.translate(_WRITTEN)
    alike = [index for index, label in enumerate(problem.labels) if _plain(label) == wanted]
    if len(alike) == 1:
        return alike[0]
    pegs = len(letters(problem.codes[0]))
    if problem.solved >= 0 and problem.labels[problem.solved] == f"{pegs},0":
        index = problem.label_index.get(parameters.reply(pegs, text, notations))
        if index is not None:
            return index
    if not wordle:
        raise InputError(f"{in_quotes(text)} is not an answer of this game; " + _choice([], problem.labels, "answers"))
    length = len(problem.labels[problem.solved])
    if len(wanted) == length and SIGNS.issuperset(wanted.upper()):
        raise InputError(f"{in_quotes(text)} is an answer that no word of this game gives to another")
    raise InputError(
        f"{in_quotes(text)} is not an answer; write a sign for each of the {length} letters: G right place, Y elsewhere, - absent"
    )


def _cut_elsewhere(problem: SearchProblem, entry: str) -> tuple[int, int] | None:
    """Query and answer of an entry cut at a later space, if exactly one cut is possible."""
    words = entry.split()
    ways = []
    for cut in range(1, len(words)):
        try:
            query = query_index(problem, " ".join(words[:cut]))
            ways.append((query, answer_index(problem, " ".join(words[cut:]))))
        except InputError:
            continue
    return ways[0] if len(ways) == 1 else None


def _plain(text: str) -> str:
    return "".join(text.split()).casefold()


def _choice(meant: list[str], every: Sequence[str], what: str) -> str:
    """Texts to suggest instead."""
    if meant:
        return f"did you mean {join_words(meant, last='or')}?"
    if len(every) <= 24:
        return f"its {what} are {'; '.join(every)}"
    return f"its {len(every)} {what} are {every[0]}, {every[1]}, ... to {every[-1]}"


STATE_OPERATIONS = 40.0
"""Estimated operations of MIX per set and query."""

SCORED_OPERATIONS = 2.5
"""Estimated operations of LEX per code and query, with symmetries and answers scored on demand."""

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


def estimate_work(problem: SearchProblem, strategy: Strategy, codes: int) -> float:
    """Estimated work of a strategy with so many codes left."""
    if problem.miss >= 0 and isinstance(strategy, Optimal):
        return least_misses_operations(codes)
    if problem.on_demand is not None and isinstance(strategy, Entropy):
        cells = float(codes) * len(problem.queries)
        return SCORED_OPERATIONS * cells + QUERY_OPERATIONS * len(problem.queries) * ceil(1.5 * cells / CELLS)
    is_symmetric = codes == len(problem.codes) and problem.symmetry is not None
    return estimate(codes, len(problem.queries), strategy, symmetric=is_symmetric)


def is_counted(problem: SearchProblem, strategy: Strategy) -> bool:
    """Whether the strategy is found by a search that counts its operations, since an estimate may be far too small."""
    return isinstance(strategy, Optimal) and problem.miss < 0


def search_within(work: float, run: Callable[[Allowance], T], build: Build | None) -> Computation[T]:
    """The computation by a search that counts its operations.

    What is estimated as a look-up's work is tried with that many operations first.
    """
    if work > BUDGET:
        return Computation(work, lambda: run(Allowance(inf)), build)
    return Computation(
        work, lambda: run(Allowance(MOST_OPERATIONS)), build, lambda: run(Allowance(BUDGET)), counted=True
    )


def few_states(problem: SearchProblem) -> int:
    """Number of sets of codes that a computation on the spot may examine; each costs a pass over the queries."""
    return max(1, int(BUDGET / STATE_OPERATIONS / len(problem.queries)))


def unit_of(problem: SearchProblem) -> str | None:
    """Unit of a strategy's costs, if not queries."""
    return MISSES if problem.miss >= 0 else None


def grow_tree(
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


def deepest_queries(tree: StrategyTree) -> list[int]:
    """The queries at the deepest nodes, ascending; where the game ends with the query that names the code, they are codes."""
    depths = _depths(tree)
    deepest = max(depths)
    return sorted(query for query, depth in zip(tree.query.tolist(), depths, strict=True) if depth == deepest)


def _depths(tree: StrategyTree) -> list[int]:
    """Number of queries before each node."""
    depths = [0] * len(tree.parent)
    for node in range(1, len(depths)):
        depths[node] = depths[tree.parent[node]] + 1
    return depths


def codes_by_answer(problem: SearchProblem, codes: NDArray[np.int32], query: int) -> tuple[dict[str, int], bool]:
    """Number of codes left by each answer to a query, and whether the query may be the code."""
    sizes = np.bincount(problem.answers[query, codes], minlength=len(problem.labels))
    counts = {problem.labels[answer]: int(sizes[answer]) for answer in np.flatnonzero(sizes)}
    return counts, bool((codes == problem.code_of[query]).any())


def next_computation(book: Book, game: Game, strategy: Strategy, history: parameters.History) -> Computation[AnyNext]:
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
    entries = history_indices(problem, history)
    if isinstance(strategy, Hard):
        hard_queries_after(problem, history)
    work = estimate_work(problem, strategy, len(codes))
    if isinstance(strategy, Entropy) and strategy.tie == "mix" and problem.on_demand is None:
        # the rule alone; its expected cost is looked up, or left out if that is much work
        return Computation(
            work,
            lambda: _mixed_next(book, game, problem, strategy, codes, MOST_STATES),
            attempt=lambda: _mixed_next(book, game, problem, strategy, codes, None),
            always=True,
        )
    game_work = estimate_work(problem, strategy, len(problem.codes))
    is_kept = game_work <= BUDGET or (not history and problem.on_demand is None)
    build = StrategyBuild(game, strategy) if isinstance(game, Pegs) and is_kept else None
    stand_in, unit = _stand_in(problem, strategy), unit_of(problem)

    def fields(tree: StrategyTree) -> Fields:
        return _fields(problem, codes, int(tree.query[0]), Fraction(int(tree.total[0])))

    def prove(allowed: Allowance, report: Callable[[str], None] | None = None) -> AnyNext:
        if len(codes) == 1:
            return Solved(problem.codes[int(codes[0])])
        return Next(*fields(grow_tree(problem, strategy, codes, entries, allowed, report)), unit=unit)

    def choose_unproved(operations: float = BUDGET, reason: str | None = None) -> AnyNext:
        if len(codes) == 1:
            return Solved(problem.codes[int(codes[0])])
        if problem.on_demand is not None:
            return _large(
                problem, strategy, codes, np.array([query for query, _ in entries], np.int32), operations, reason
            )
        own = fields(grow_tree(problem, stand_in, codes, entries))
        return UnprovedNext(*own, best=False, asked_by=stand_in.name, unit=unit, reason=reason)

    def sought(allowed: Allowance, report: Callable[[str], None] | None = None) -> AnyNext:
        try:
            return prove(allowed, report)
        except OverBudgetError:
            unfinished = f"the search for the optimal query did not end within {_duration(MOST_OPERATIONS)}"
            return choose_unproved(BUDGET, unfinished)

    if work > BUDGET or strategy.tie == "mix":
        reason = _out_of_reach(problem, strategy, len(codes), work)
        if reason is not None:
            return Computation(
                work,
                lambda: choose_unproved(MOST_OPERATIONS, reason),
                build,
                choose_unproved,
                always=True,
                most=MOST_OPERATIONS if problem.on_demand is not None else 0.0,
            )
        # the whole game's optimum is searched to the end, as its build does
        most = MOST_OPERATIONS if history and is_counted(problem, strategy) else None
        return Computation(
            work,
            lambda: sought(Allowance(most or inf)),
            build,
            choose_unproved,
            always=True,
            watched=lambda progress: sought(Allowance(most or inf), progress.tell),
            most=most,
        )
    if not is_counted(problem, strategy):
        return Computation(work, lambda: prove(Allowance(inf)), build)

    def search(allowed: Allowance) -> AnyNext:
        if allowed.left > BUDGET:
            return sought(allowed)
        try:
            return prove(allowed)
        except OverBudgetError as error:
            raise OverBudgetError(str(error), instead=choose_unproved, most=error.most) from error

    return search_within(work, search, build)


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
        problem.on_demand is not None
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


def price_of(book: Book, game: Game, strategy: Strategy, history: parameters.History, guess: str) -> Computation[Price]:
    """The cost of a guess compared with the strategy's own query; errors as in `next_computation`."""
    problem = problem_of(game, book)
    codes, query = codes_left(problem, history), query_index(problem, guess)
    before = history_indices(problem, history)
    if isinstance(strategy, Hard):
        hard_queries_after(problem, [*history, (guess, problem.labels[0])])
    best = next_computation(book, game, strategy, history)

    def run() -> Price:
        if problem.on_demand is not None and estimate_work(problem, strategy, len(codes)) > BUDGET:
            return Price(problem.queries[query], None, best.settle(compute=False))
        answers, allowed = problem.answers[query, codes], Allowance(BUDGET)
        total = Fraction(len(codes) if problem.miss < 0 else int((answers == problem.miss).sum()))
        for answer in np.unique(answers).tolist():
            part = codes[answers == answer]
            if answer == problem.solved:
                continue
            if len(part) == len(codes) or estimate_work(problem, strategy, len(part)) > BUDGET:
                return Price(problem.queries[query], None, best.settle(compute=False))
            try:
                tree = grow_tree(problem, strategy, part, [*before, (query, answer)], allowed)
            except OverBudgetError:
                return Price(problem.queries[query], None, best.settle(compute=False))
            total += int(tree.total[:1].sum())
        return Price(problem.queries[query], float(total / len(codes)), best.settle(compute=False))

    return Computation(0.0 if best.always else best.operations, run)


def _mixed_next(
    book: Book, game: Game, problem: SearchProblem, strategy: Entropy, codes: NDArray[np.int32], most_states: int | None
) -> AnyNext:
    """The first of the tied queries of MIX with these codes left; its cost within a number of sets, by default as a look-up."""
    if len(codes) == 1:
        return Solved(problem.codes[int(codes[0])])
    tied = best_queries(problem, codes, strategy.alpha)
    chosen = None if len(codes) == len(problem.codes) else codes
    stored = Summary(game, strategy).stored(book) if chosen is None else None
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


SHANNON = Fraction(1)
"""Order of the entropy that queries are ranked by where the strategy goes by none."""

SMALL = 64
"""Codes left, at most, of which the whole tree is given."""


@dataclass(frozen=True, slots=True)
class _Ranking:
    """All queries that split the codes left, best first.

    Attributes:
        queries: the queries: the greatest entropy first, exactly as far as they are listed; of equal ones those that may be the
            code first.
        tied: how many have the greatest entropy.
        counts: int64, shape (queries of the problem, labels): codes by answer.
        possible: bool, shape (queries of the problem,): whether a query may be the code.
    """

    queries: list[int]
    tied: int
    counts: NDArray[np.int64]
    possible: NDArray[np.bool_]


def explanation_computation(
    book: Book, game: Game, strategy: Strategy, history: parameters.History, most: int
) -> Computation[Explanation]:
    """Why a strategy asks what it asks after a history.

    Raises:
        InputError: the game counts misses, or the history has what the game does not have, or contradicts itself.
        MissingTableError: the book holds no game of that name.
    """
    problem = problem_of(game, book)
    check_hangman(strategy, problem.miss >= 0)
    if problem.miss >= 0:
        raise InputError(f"{game.title} counts misses; an explanation counts queries")
    if isinstance(strategy, Hard):
        hard_queries_after(problem, history)
    run = _ExplanationRun(book, game, problem, strategy, history, most)
    if problem.on_demand is not None and float(len(run.codes)) * len(problem.queries) > MOST_CELLS:
        line = f"tafelwerk mastermind next {game.options} {strategy.options}"
        line += f" --history {parameters.write_history(history)}" if history else ""
        raise InputError(f"{len(run.codes):,} codes are left, too many to compare all queries; ask: {line}")
    game_work = estimate(len(problem.codes), len(problem.queries), strategy, symmetric=problem.symmetry is not None)
    build = StrategyBuild(game, strategy) if isinstance(game, Pegs) and game_work <= BUDGET else None
    return Computation(run.operations, run.explain, build, run.attempt, counted=True)


class _ExplanationRun:
    """One explanation."""

    def __init__(
        self, book: Book, game: Game, problem: SearchProblem, strategy: Strategy, history: parameters.History, most: int
    ) -> None:
        self.book, self.game, self.problem, self.strategy = book, game, problem, strategy
        self.history, self.most = history, most
        self.codes = codes_left(problem, history)
        self.asked = history_indices(problem, history)
        rule = strategy.rule if isinstance(strategy, Hard) else strategy
        self.alpha: Alpha = rule.alpha if isinstance(rule, Entropy) else SHANNON
        self.entropic = isinstance(rule, Entropy)
        self.mixed = strategy.tie == "mix"
        stored = advice.Next(game, strategy, history).bare(book)
        self.stored = stored if isinstance(stored, Next) else None
        self.allowed, self.spare = Allowance(MOST_OPERATIONS), Allowance(BUDGET)

    @property
    def operations(self) -> float:
        """Estimated work."""
        queries, codes = len(self.problem.queries), len(self.codes)
        work = queries * (1e4 + 5.0 * codes)
        if self.stored is None and not self.mixed:
            work += self._estimate(codes)
        return work

    def attempt(self) -> Explanation:
        """The answer, if the search for the strategy itself is no more than a look-up's work.

        Raises:
            OverBudgetError: it is.
        """
        self.allowed = self.spare = Allowance(BUDGET)
        return self.explain()

    def explain(self) -> Explanation:
        """The answer."""
        problem, codes = self.problem, self.codes
        if len(codes) == 1:
            return self._last_code()
        ranking = self._ranking()
        tree, query, expected = self._choice(ranking)
        heads = self._heads(query)
        moves_shown = [option for option in ranking.queries if heads[option] == option][: self.most]
        if query not in moves_shown:
            moves_shown = [query, *moves_shown[: self.most - 1]]
        alike = Counter(heads.tolist())
        entropic = self.entropic
        costs = {option: self._cost(option) for option in moves_shown}
        if not entropic:
            # the cost of the query that is asked is the least, whether it was looked up or not
            least = costs[query]
            moves_shown.sort(key=lambda option: (option != query, costs[option] is None, costs[option] or 0))
            best = {
                option for option in moves_shown if option == query or (least is not None and costs[option] == least)
            }
        else:
            naming = ranking.possible[ranking.queries[0]]
            best = {option for option in ranking.queries[: ranking.tied] if ranking.possible[option] or not naming}
        moves = [self._option(ranking, option, option in best, costs[option], alike[option]) for option in moves_shown]
        tied = ranking.queries[: ranking.tied]
        return Explanation(
            query=problem.queries[query],
            remaining=len(codes),
            expected=expected,
            measure=order_name(self.alpha).replace("h", "H_", 1) if entropic else "expected",
            order=order_name(self.alpha)[1:],
            tied=len(tied) if entropic else None,
            tied_possible=sum(bool(ranking.possible[option]) for option in tied) if entropic else None,
            tie=str(self.strategy.tie) if entropic else None,
            moves=tuple(moves),
            queries=len(ranking.queries),
            answers=tuple(self._answers(query)),
            tree=() if tree is None or len(codes) > SMALL else tuple(self._nodes(tree)),
            codemaker=None if self.history or isinstance(self.strategy, Hard) else self._codemaker(),
            luck=tuple(self._luck()),
        )

    def _luck(self) -> Iterable[Luck]:
        """How lucky each answer of the history was."""
        problem, codes = self.problem, np.arange(len(self.problem.codes), dtype=np.int32)
        for query, answer in self.asked:
            parts, _ = codes_by_answer(problem, codes, query)
            yield Luck.of(problem.queries[query], problem.labels[answer], parts)
            codes = codes[problem.answers[query, codes] == answer]

    def _codemaker(self) -> Hidden | None:
        """Which codes are worth hiding, if the book knows."""
        with suppress(BookError):  # files of earlier versions have no such table
            mixtures = Adversary(self.game).stored(self.book)
            if mixtures is not None:
                chosen, never, left_open = (
                    tuple(code for code, each in mixtures.hiding.items() if each == kind)
                    for kind in ("chosen", "never", "open")
                )
                return Hidden(mixtures.value, chosen, never, left_open)
        return None

    def _last_code(self) -> Explanation:
        """One code is left."""
        is_named = self.problem.solved >= 0
        code = self.problem.codes[int(self.codes[0])]
        answer = Explanation.without_query(code, 1, float(is_named), order_name(self.alpha)[1:])
        return replace(answer, luck=tuple(self._luck()))

    def _ranking(self) -> _Ranking:
        problem, codes = self.problem, self.codes
        labels = len(problem.labels)
        if problem.on_demand is None:
            counts = np.array([np.bincount(row[codes], minlength=labels) for row in problem.answers], np.int64)
        else:
            every = np.arange(len(problem.queries), dtype=np.int32)
            counts = problem.on_demand.sizes(every, codes).astype(np.int64)
        possible = np.isin(problem.code_of, codes)
        allowed = self._queries_allowed()
        partitions, partition_of = np.unique(np.sort(counts[allowed], axis=1), axis=0, return_inverse=True)
        parts = [tuple(row[row > 0].tolist()) for row in partitions]
        ranks = np.full(len(problem.queries), -1)
        ranks[allowed] = np.array(entropy_ranks(self.alpha, parts, self.most))[partition_of.ravel()]
        splitting = np.flatnonzero(ranks >= 0)
        if not len(splitting):
            raise InputError("no query tells the codes left apart")
        queries = sorted(splitting.tolist(), key=lambda one: (ranks[one], not possible[one], one))
        return _Ranking(queries, int((ranks == 0).sum()), counts, possible)

    def _queries_allowed(self) -> NDArray[np.int32]:
        """The queries that may be asked."""
        if isinstance(self.strategy, Hard):
            return hard_queries_after(self.problem, self.history)
        return np.arange(len(self.problem.queries), dtype=np.int32)

    def _heads(self, chosen: int) -> NDArray[np.int32]:
        """The query that stands for each: of those that symmetries take to each other the least, or the one that is asked."""
        symmetry, queries = self.problem.symmetry, len(self.problem.queries)
        heads = (
            np.arange(queries, dtype=np.int32)
            if symmetry is None
            else orbits(symmetry, [query for query, _ in self.asked])
        )
        return np.where(heads == heads[chosen], chosen, heads).astype(np.int32)

    def _choice(self, ranking: _Ranking) -> tuple[StrategyTree | None, int, float | None]:
        """The strategy's tree where it is made, its query, and the cost from here on."""
        problem, count = self.problem, len(self.codes)
        if self.mixed:
            return None, ranking.queries[0], None if self.stored is None else self.stored.expected
        if self.stored is not None and count > SMALL:
            return None, problem.query_index[self.stored.guess], self.stored.expected
        tree = self._tree(self.codes, self.asked, self.allowed)
        return tree, int(tree.query[0]), float(Fraction(int(tree.total[0]), count))

    def _tree(self, codes: NDArray[np.int32], history: Sequence[tuple[int, int]], allowed: Allowance) -> StrategyTree:
        chosen = None if len(codes) == len(self.problem.codes) else codes
        return strategy_tree(self.problem, self.strategy, codes=chosen, history=history, allowed=allowed)

    def _part_tree(self, query: int, answer: int, part: NDArray[np.int32]) -> StrategyTree | None:
        """The tree after an answer; None where that is much work."""
        try:
            return self._tree(part, [*self.asked, (query, answer)], self.spare)
        except OverBudgetError:
            return None

    def _estimate(self, codes: int) -> float:
        is_symmetric = codes == len(self.problem.codes) and self.problem.symmetry is not None
        return estimate(codes, len(self.problem.queries), self.strategy, symmetric=is_symmetric)

    def _parts(self, query: int) -> Iterable[tuple[int, NDArray[np.int32]]]:
        """Answers to a query, and the codes that each leaves."""
        answers = self.problem.answers[query, self.codes]
        return ((answer, self.codes[answers == answer]) for answer in np.unique(answers).tolist())

    def _option(self, ranking: _Ranking, query: int, best: bool, cost: Fraction | None, alike: int) -> QueryOption:
        sizes = ranking.counts[query][ranking.counts[query] > 0].tolist()
        return QueryOption(
            move=self.problem.queries[query],
            best=best,
            alike=alike,
            parts=len(sizes),
            largest=max(sizes),
            left=mean_part(sizes),
            entropy=renyi(self.alpha, sizes),
            possible=bool(ranking.possible[query]),
            expected=None if cost is None else float(cost),
        )

    def _cost(self, query: int) -> Fraction | None:
        """Cost from here on if this is asked; None where that is much work."""
        parts = [(answer, part) for answer, part in self._parts(query) if answer != self.problem.solved]
        if self.mixed or sum(self._estimate(len(part)) for _, part in parts) > BUDGET / self.most:
            return None
        total = len(self.codes)
        for answer, part in parts:
            tree = self._part_tree(query, answer, part)
            if tree is None:
                return None
            total += int(tree.total[:1].sum())
        return Fraction(total, len(self.codes))

    def _answers(self, query: int) -> Iterable[AnswerPart]:
        """What each answer to the query leaves, and what the strategy does then."""
        problem, text = self.problem, self.problem.queries[query]
        for answer, part in self._parts(query):
            label, then, expected = problem.labels[answer], None, None
            if answer == problem.solved:
                yield AnswerPart(answer=label, codes=1, then=None, expected=0.0)
                continue
            stored = None
            if self.stored is not None:
                history = (*self.history, (text, label))
                stored = advice.Next(self.game, self.strategy, history).bare(self.book)
            if len(part) == 1:
                then, expected = problem.codes[int(part[0])], float(problem.solved >= 0)
            elif stored is not None:
                then, expected = stored.guess, stored.expected
            elif not self.mixed and self._estimate(len(part)) <= BUDGET / self.most:
                tree = self._part_tree(query, answer, part)
                if tree is not None:
                    then = problem.queries[int(tree.query[0])]
                    expected = float(Fraction(int(tree.total[0]), len(part)))
            yield AnswerPart(answer=label, codes=len(part), then=then, expected=expected)

    def _nodes(self, tree: StrategyTree) -> Iterable[TreeNode]:
        """The nodes below the first."""
        for node, depth in list(enumerate(_depths(tree)))[1:]:
            label, query = self.problem.labels[tree.answer[node]], self.problem.queries[tree.query[node]]
            yield TreeNode(depth=depth, answer=label, codes=int(tree.codes[node]), query=query)
