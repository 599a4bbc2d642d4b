"""Why a strategy asks what it asks, computed from the codes that are left."""

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import BookError, InputError
from tafelwerk.families.mastermind import questions
from tafelwerk.families.mastermind.answers import Next
from tafelwerk.families.mastermind.builds import StrategyBuild
from tafelwerk.families.mastermind.explanation import Explanation, Hidden
from tafelwerk.families.mastermind.histories import codes_left, hard_queries_after, history_indices
from tafelwerk.families.mastermind.problems import problem_of
from tafelwerk.families.mastermind.rows import strategy_tree
from tafelwerk.families.mastermind.rules.games import MOST_SEARCHED, Game, Pegs
from tafelwerk.families.mastermind.rules.histories import History
from tafelwerk.families.mastermind.rules.strategies import Entropy, Hard, Strategy, check_hangman
from tafelwerk.families.mastermind.tasks import estimate
from tafelwerk.rules.entropy import Alpha, order_name, renyi
from tafelwerk.solvers.deduction.partition_entropy import entropy_ranks
from tafelwerk.solvers.deduction.search_problem import SearchProblem, StrategyTree
from tafelwerk.solvers.deduction.symmetry import orbits
from tafelwerk.tables.book import Book
from tafelwerk.tables.computation import BUDGET, MOST_OPERATIONS, Allowance, Computation, OverBudgetError
from tafelwerk.tables.explanation import AnswerPart, QueryOption, TreeNode

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
    book: Book, game: Game, strategy: Strategy, history: History, most: int
) -> Computation[Explanation]:
    """Why a strategy asks what it asks after a history.

    Raises:
        InputError: the game counts misses, or the history has what the game does not have, or contradicts itself.
        MissingTableError: the book holds no game of that name.
    """
    problem = problem_of(game, book)
    if problem.scored is not None:
        raise InputError(
            f"{game.title} has more than {MOST_SEARCHED:,} codes, too many to list its queries; try: tafelwerk mastermind next"
        )
    check_hangman(strategy, problem.miss >= 0)
    if problem.miss >= 0:
        raise InputError(f"{game.title} counts misses; an explanation counts queries")
    if isinstance(strategy, Hard):
        hard_queries_after(problem, history)
    run = _Run(book, game, problem, strategy, history, most)
    whole = estimate(len(problem.codes), len(problem.queries), strategy, symmetric=problem.symmetry is not None)
    build = StrategyBuild(game, strategy) if isinstance(game, Pegs) and whole <= BUDGET else None
    return Computation(run.operations, run.explained, build, run.attempted, counted=True)


class _Run:
    """One explanation."""

    def __init__(
        self, book: Book, game: Game, problem: SearchProblem, strategy: Strategy, history: History, most: int
    ) -> None:
        self.book, self.game, self.problem, self.strategy = book, game, problem, strategy
        self.history, self.most = history, most
        self.codes = codes_left(problem, history)
        self.asked = history_indices(problem, history)
        rule = strategy.rule if isinstance(strategy, Hard) else strategy
        self.alpha: Alpha = rule.alpha if isinstance(rule, Entropy) else SHANNON
        self.entropic = isinstance(rule, Entropy)
        self.mixed = strategy.tie == "mix"
        stored = questions.Next(game, strategy, history).stored(book)
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

    def attempted(self) -> Explanation:
        """The answer, if the search for the strategy itself is no more than a look-up's work.

        Raises:
            OverBudgetError: it is.
        """
        self.allowed = self.spare = Allowance(BUDGET)
        return self.explained()

    def explained(self) -> Explanation:
        """The answer."""
        problem, codes = self.problem, self.codes
        if len(codes) == 1:
            return self._solved()
        ranking = self._ranking()
        tree, query, expected = self._choice(ranking)
        heads = self._heads(query)
        listed = [one for one in ranking.queries if heads[one] == one][: self.most]
        if query not in listed:
            listed = [query, *listed[: self.most - 1]]
        alike = Counter(heads.tolist())
        entropic = self.entropic
        costs = {one: self._cost(one) for one in listed}
        if not entropic:
            # the cost of the query that is asked is the least, whether it was looked up or not
            least = costs[query]
            listed.sort(key=lambda one: (one != query, costs[one] is None, costs[one] or 0))
            best = {one for one in listed if one == query or (least is not None and costs[one] == least)}
        else:
            naming = ranking.possible[ranking.queries[0]]
            best = {one for one in ranking.queries[: ranking.tied] if ranking.possible[one] or not naming}
        moves = [self._option(ranking, one, one in best, costs[one], alike[one]) for one in listed]
        tied = ranking.queries[: ranking.tied]
        return Explanation(
            query=problem.queries[query],
            remaining=len(codes),
            expected=expected,
            measure=order_name(self.alpha).replace("h", "H_", 1) if entropic else "expected",
            order=order_name(self.alpha)[1:],
            tied=len(tied) if entropic else None,
            tied_possible=sum(bool(ranking.possible[one]) for one in tied) if entropic else None,
            tie=str(self.strategy.tie) if entropic else None,
            moves=tuple(moves),
            queries=len(ranking.queries),
            answers=tuple(self._answers(query)),
            tree=() if tree is None or len(codes) > SMALL else tuple(self._nodes(tree)),
            codemaker=None if self.history or isinstance(self.strategy, Hard) else self._codemaker(),
        )

    def _codemaker(self) -> Hidden | None:
        """Which codes are worth hiding, if the book knows."""
        with suppress(BookError):  # files of earlier versions have no such table
            found = questions.Adversary(self.game).stored(self.book)
            if found is not None:
                chosen, never, left_open = (
                    tuple(code for code, each in found.hiding.items() if each == kind)
                    for kind in ("chosen", "never", "open")
                )
                return Hidden(found.value, chosen, never, left_open)
        return None

    def _solved(self) -> Explanation:
        """One code is left."""
        named = self.problem.solved >= 0
        code = self.problem.codes[int(self.codes[0])]
        return Explanation.without_query(code, 1, float(named), order_name(self.alpha)[1:])

    def _ranking(self) -> _Ranking:
        problem, codes = self.problem, self.codes
        labels = len(problem.labels)
        counts = np.array([np.bincount(row[codes], minlength=labels) for row in problem.answers], np.int64)
        possible = np.isin(problem.code_of, codes)
        allowed = self._allowed()
        partitions, partition_of = np.unique(np.sort(counts[allowed], axis=1), axis=0, return_inverse=True)
        parts = [tuple(row[row > 0].tolist()) for row in partitions]
        ranks = np.full(len(problem.queries), -1)
        ranks[allowed] = np.array(entropy_ranks(self.alpha, parts, self.most))[partition_of.ravel()]
        splitting = np.flatnonzero(ranks >= 0)
        if not len(splitting):
            raise InputError("no query tells the codes left apart")
        queries = sorted(splitting.tolist(), key=lambda one: (ranks[one], not possible[one], one))
        return _Ranking(queries, int((ranks == 0).sum()), counts, possible)

    def _allowed(self) -> NDArray[np.int32]:
        """The queries that may be asked."""
        if isinstance(self.strategy, Hard):
            return hard_queries_after(self.problem, self.history)
        return np.arange(len(self.problem.queries), dtype=np.int32)

    def _heads(self, asked: int) -> NDArray[np.int32]:
        """The query that stands for each: of those that symmetries take to each other the least, or the one that is asked."""
        symmetry, queries = self.problem.symmetry, len(self.problem.queries)
        heads = (
            np.arange(queries, dtype=np.int32)
            if symmetry is None
            else orbits(symmetry, [query for query, _ in self.asked])
        )
        return np.where(heads == heads[asked], asked, heads).astype(np.int32)

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
        whole = codes == len(self.problem.codes) and self.problem.symmetry is not None
        return estimate(codes, len(self.problem.queries), self.strategy, symmetric=whole)

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
            left=sum(size * size for size in sizes) / sum(sizes),
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
                stored = questions.Next(self.game, self.strategy, history).stored(self.book)
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
        depth = [0] * len(tree.parent)
        for node in range(1, len(tree.parent)):
            depth[node] = depth[tree.parent[node]] + 1
            label, query = self.problem.labels[tree.answer[node]], self.problem.queries[tree.query[node]]
            yield TreeNode(depth=depth[node], answer=label, codes=int(tree.codes[node]), query=query)
