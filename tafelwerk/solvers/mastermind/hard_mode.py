"""Strategies in the hard mode of Wordle: every answer narrows the queries that may follow.

The allowed queries depend on the answers so far, not only on the codes that they leave. A remaining code may always be asked,
because it has what the answers show. A set of n codes takes at least 2 n - 1 queries in total, as if the first query named a code
and told the others apart.

The least total is found by branch and bound: queries are tried in the order of a lower bound, the least totals of their parts
over any queries, and a set of codes with its queries is searched once.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.families.mastermind.rules import ABSENT, ELSEWHERE, RIGHT, known_letters, refusal
from tafelwerk.rules.deduction import least_total
from tafelwerk.rules.entropy import Alpha
from tafelwerk.solvers.deduction.best_query import exact_best_queries
from tafelwerk.solvers.deduction.partition_entropy import entropy_weights
from tafelwerk.solvers.deduction.search_problem import (
    History,
    SearchProblem,
    StrategyTree,
    chosen_codes,
    consistent,
    join_trees,
)
from tafelwerk.solvers.deduction.symmetry import Indices
from tafelwerk.spelling import letters

MOST_SETS = 1_000_000
"""Greatest number of sets of codes in a search for a least total: about a quarter of an hour and 300 MB."""


class Spelling:
    """The letters of a problem's queries.

    Raises:
        InputError: the problem is not one of Wordle.
    """

    def __init__(self, problem: SearchProblem) -> None:
        signs = {RIGHT, ELSEWHERE, ABSENT}
        is_wordle = all(signs.issuperset(label) for label in problem.labels)
        spelled = [letters(text) for text in problem.queries]
        if not is_wordle or len({*map(len, spelled), *map(len, problem.labels)}) != 1:
            raise InputError("--hard is a rule of Wordle; it needs a word list scored as wordle")
        self.problem = problem
        self._number = {letter: number for number, letter in enumerate({letter for text in spelled for letter in text})}
        self._letters = np.array([[self._number[letter] for letter in text] for text in spelled], np.int32)
        self._counts = {
            letter: (self._letters == number).sum(axis=1, dtype=np.uint8) for letter, number in self._number.items()
        }

    def narrow(self, queries: Indices, query: int, answer: int) -> Indices:
        """The queries among some that hard mode still allows after an answer."""
        placed, least = known_letters(self.problem.queries[query], self.problem.labels[answer])
        for position, letter in placed.items():
            queries = queries[self._letters[queries, position] == self._number[letter]]
        for letter, count in least.items():
            queries = queries[self._counts[letter][queries] >= count]
        return queries

    def after(self, history: History) -> Indices:
        """The queries allowed by hard mode after a history, ascending.

        Raises:
            InputError: hard mode refuses a query of the history.
        """
        queries, labels = self.problem.queries, self.problem.labels
        for number, (later, _) in enumerate(history):
            for query, answer in history[:number]:
                reason = refusal(queries[query], labels[answer], queries[later])
                if reason is not None:
                    raise InputError(reason)
        allowed = np.arange(len(queries), dtype=np.int32)
        for query, answer in history:
            allowed = self.narrow(allowed, query, answer)
        return allowed


def hard_queries(problem: SearchProblem, history: History) -> Indices:
    """The queries allowed by hard mode after a history: int32, ascending; errors as in `Spelling`."""
    return Spelling(problem).after(history)


def hard_entropy_tree(problem: SearchProblem, alpha: Alpha, history: History = ()) -> StrategyTree:
    """LEX in hard mode: the first allowed query of greatest entropy, preferably one that names a remaining code.

    Args:
        problem: a search problem of Wordle.
        alpha: order of the entropy, None for infinity.
        history: queries and answers so far.

    Raises:
        InputError: the problem is not one of Wordle, or the history has a query that hard mode refuses.
    """
    spelling = Spelling(problem)
    left = chosen_codes(problem, consistent(problem, history))
    weights = entropy_weights(alpha, len(left))

    def ask(codes: Indices, queries: Indices) -> StrategyTree:
        if len(codes) == 1:
            return join_trees(int(problem.query_of[codes[0]]), 1, {})
        part = replace(
            problem,
            queries=[problem.queries[query] for query in queries.tolist()],
            answers=problem.answers[queries],
            code_of=problem.code_of[queries],
        )
        query = int(queries[exact_best_queries(part, codes, weights)[0]])
        return join_trees(
            query,
            len(codes),
            {
                answer: ask(members, spelling.narrow(queries, query, answer))
                for answer, members in _parts(problem, query, codes)
            },
        )

    return ask(left, spelling.after(history))


def _parts(problem: SearchProblem, query: int, codes: Indices) -> Iterator[tuple[int, Indices]]:
    """Codes left by each answer except the one that ends the game, by ascending answer."""
    answers = problem.answers[query, codes]
    for answer in np.unique(answers).tolist():
        if answer != problem.solved:
            yield answer, codes[answers == answer]


@dataclass(slots=True)
class _Search:
    """The search for the least total.

    Attributes:
        bounds: int64: least total of n codes over any queries.
        known: total and first query of each set of codes with its queries, by a 128-bit digest; a lower bound instead of a
            total has no query.
    """

    problem: SearchProblem
    spelling: Spelling
    bounds: NDArray[np.int64]
    known: dict[bytes, tuple[int, int]] = field(default_factory=dict)

    def least(self, codes: Indices, queries: Indices, limit: int) -> tuple[int, int]:
        """The least total if below the limit, and the first query that reaches it; otherwise a lower bound and -1."""
        if len(codes) == 1:
            return 1, int(self.problem.query_of[codes[0]])
        answers = self.problem.answers[queries][:, codes]
        # queries that do not split the codes are useless, now and later, even if an answer to them narrows the queries
        useful = (answers != answers[:, :1]).any(axis=1)
        queries, answers = queries[useful], answers[useful]
        # the queries of a long list would fill the memory
        key = blake2b(codes.tobytes() + b"|" + queries.tobytes(), digest_size=16).digest()
        known = self.known.get(key)
        if known is not None and (known[1] >= 0 or known[0] >= limit):
            return known
        if len(self.known) >= MOST_SETS:
            size = f"{len(self.problem.codes):,} codes and {len(self.problem.queries):,} queries"
            raise InputError(
                f"the least total of {size} in hard mode takes more than {MOST_SETS:,} sets of codes; "
                "use --strategy h1 --hard, or a shorter list"
            )
        labels = len(self.problem.labels)
        rows = np.arange(len(queries))[:, None] * labels
        sizes = np.bincount((answers + rows).ravel(), minlength=len(queries) * labels).reshape(-1, labels)
        sizes[:, self.problem.solved] = 0
        lower = len(codes) + self.bounds[sizes].sum(axis=1)
        best, chosen, missed = limit, -1, limit
        for index in np.argsort(lower, kind="stable").tolist():
            if lower[index] >= best:
                missed = min(missed, int(lower[index]))
                break
            total = self._cost(codes, queries, int(queries[index]), int(lower[index]), best)
            if total < best:
                best, chosen = total, int(queries[index])
            else:
                missed = min(missed, total)
        self.known[key] = result = (best, chosen) if chosen >= 0 else (missed, -1)
        return result

    def _cost(self, codes: Indices, queries: Indices, query: int, lower: int, limit: int) -> int:
        """The least total with a first query if below the limit, otherwise a lower bound of it."""
        parts = sorted(_parts(self.problem, query, codes), key=lambda part: -len(part[1]))
        for answer, members in parts:
            least = int(self.bounds[len(members)])
            narrowed = self.spelling.narrow(queries, query, answer)
            lower += self.least(members, narrowed, limit - lower + least)[0] - least
            if lower >= limit:
                break
        return lower

    def tree(self, codes: Indices, queries: Indices) -> StrategyTree:
        """A strategy of the least total."""
        total, query = self.least(codes, queries, _without_limit(len(codes)))
        assert query >= 0, f"{total} is below what any strategy takes"
        below = {
            answer: self.tree(part, self.spelling.narrow(queries, query, answer))
            for answer, part in _parts(self.problem, query, codes)
        }
        return join_trees(query, len(codes), below)


def _without_limit(codes: int) -> int:
    """A total above that of asking the codes one after the other."""
    return codes * (codes + 1) // 2 + 1


def hard_optimal_tree(problem: SearchProblem, history: History = ()) -> StrategyTree:
    """A strategy of least total in hard mode.

    Args:
        problem: a search problem of Wordle.
        history: queries and answers so far.

    Raises:
        InputError: the problem is not one of Wordle, the history has a query that hard mode refuses, or the search takes more
            than MOST_SETS sets of codes.
    """
    spelling = Spelling(problem)
    codes = chosen_codes(problem, consistent(problem, history))
    bounds = np.array([0, *_least_totals(len(codes), len(problem.labels))], np.int64)
    return _Search(problem, spelling, bounds).tree(codes, spelling.after(history))


def _least_totals(codes: int, answers: int) -> Sequence[int]:
    return [least_total(size, max(2, answers), named=True) for size in range(1, codes + 1)]
