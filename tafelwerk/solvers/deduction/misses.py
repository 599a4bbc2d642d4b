"""Searches in which only misses cost: one answer is the miss, others are free; the search ends when one code is left.

In Hangman queries are letters, and the miss is the answer to a letter that the word does not have. The simple strategy asks the
most frequent letter of the words left, which costs least immediately. Perfect play follows from the recursion of theorem 4.2 with
misses as cost. A query that splits the codes and cannot miss is asked at once: it costs nothing, and any query possible before it
is still possible after it.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 4.2.3 and 4.6.4.
"""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.solvers.deduction.search_problem import SearchProblem, StrategyTree, chosen_codes, none_tells_apart

Codes = NDArray[np.int32]

MOST_SETS = 1_000_000
"""Greatest number of sets of codes in a search for the least total of misses."""


def fewest_misses_tree(problem: SearchProblem, codes: Sequence[int] | Codes | None = None) -> StrategyTree:
    """The simple strategy: among the queries that split the codes left, the first that fewest codes miss.

    Args:
        problem: the problem, with a miss.
        codes: the codes left. Default: all.

    Returns:
        The tree; its totals are misses.

    Raises:
        InputError: the problem has no miss, or no query tells some codes apart.
    """
    return _grow_tree(problem, _codes_of(problem, codes), lambda left: _fewest(problem, left))


def least_misses_tree(problem: SearchProblem, codes: Sequence[int] | Codes | None = None) -> StrategyTree:
    """A strategy of least total, in misses.

    Args, returns and errors are those of `fewest_misses_tree`; also InputError if more than MOST_SETS sets would be searched.
    """
    search = _Search(problem)
    return _grow_tree(problem, _codes_of(problem, codes), lambda left: search.query(_word(left)))


def count_misses(
    problem: SearchProblem, tree: StrategyTree, codes: Sequence[int] | Codes | None = None
) -> StrategyTree:
    """A tree with its totals counted in misses.

    Args:
        problem: the problem, with a miss.
        tree: a strategy.
        codes: the codes of the strategy. Default: all.
    """
    sets: list[Codes] = []
    totals = np.zeros(len(tree.parent), np.int64)
    for node, parent in enumerate(tree.parent.tolist()):
        left = _codes_of(problem, codes)
        if parent >= 0:
            left = sets[parent][problem.answers[tree.query[parent], sets[parent]] == tree.answer[node]]
        sets.append(left)
        totals[node] = (problem.answers[tree.query[node], left] == problem.miss).sum()
    for node in range(len(totals) - 1, 0, -1):
        totals[tree.parent[node]] += totals[node]
    return StrategyTree(tree.parent, tree.answer, tree.query, tree.codes, totals)


def _codes_of(problem: SearchProblem, codes: Sequence[int] | Codes | None) -> Codes:
    if problem.miss < 0 or problem.solved >= 0:
        raise InputError(
            "problem: misses are counted only if an answer is the miss and codes are not named, as in hangman"
        )
    return chosen_codes(problem, codes)


def _grow_tree(problem: SearchProblem, codes: Codes, choose: Callable[[Codes], int]) -> StrategyTree:
    """The tree of a choice of queries, depth first."""
    parents: list[int] = []
    answers: list[int] = []
    queries: list[int] = []
    sizes: list[int] = []
    waiting = [(codes, -1, 0)] if len(codes) > 1 else []
    while waiting:
        left, parent, answer = waiting.pop()
        query = choose(left)
        node = len(parents)
        parents.append(parent)
        answers.append(answer)
        queries.append(query)
        sizes.append(len(left))
        row = problem.answers[query, left]
        parts = [(left[row == after], node, after) for after in np.unique(row).tolist()]
        waiting += [part for part in reversed(parts) if len(part[0]) > 1]
    made = StrategyTree(
        parent=np.array(parents, np.int32),
        answer=np.array(answers, np.uint16),
        query=np.array(queries, np.int32),
        codes=np.array(sizes, np.uint32),
        total=np.zeros(len(parents), np.int64),
    )
    return count_misses(problem, made, codes)


def _fewest(problem: SearchProblem, codes: Codes) -> int:
    """The first query that splits the codes and is missed by the fewest of them."""
    answers = problem.answers[:, codes]
    splits = (answers != answers[:, :1]).any(axis=1)
    if not splits.any():
        raise none_tells_apart(problem, codes)
    misses = (answers == problem.miss).sum(axis=1)
    return int(np.where(splits, misses, len(codes) + 1).argmin())


def _word(codes: Codes) -> int:
    """A set of codes as a word: bit c is code c."""
    return sum(1 << code for code in codes.tolist())


class _Search:
    """Least totals of misses, cached by set; sets are words."""

    def __init__(self, problem: SearchProblem) -> None:
        self.problem = problem
        self.misses: list[int] = []
        self.others: list[list[int]] = []
        for row in problem.answers:
            parts = {
                answer: _word(np.flatnonzero(row == answer).astype(np.int32)) for answer in np.unique(row).tolist()
            }
            self.misses.append(parts.pop(problem.miss, 0))
            self.others.append(list(parts.values()))
        self.known: dict[int, tuple[int, int]] = {}

    def query(self, left: int) -> int:
        """A best query of a set of two codes or more."""
        return self.best(left)[1]

    def best(self, left: int) -> tuple[int, int]:
        """The least total of a set of two codes or more, and a query that attains it."""
        if left in self.known:
            return self.known[left]
        if len(self.known) >= MOST_SETS:
            raise InputError(f"problem: more than {MOST_SETS:,} sets of codes would be searched; use fewer words")
        options = []
        for query, miss in enumerate(self.misses):
            out = left & miss
            parts = [part for other in self.others[query] if (part := left & other)]
            if left not in (out, *parts):
                options.append((out.bit_count(), query, [part for part in (out, *parts) if part & (part - 1)]))
        if not options:
            codes = [code for code in range(len(self.problem.codes)) if left >> code & 1]
            raise none_tells_apart(self.problem, np.array(codes, np.int32))
        options.sort(key=lambda option: option[:2])
        # each query that splits n codes is missed by less than n of them
        best, chosen = left.bit_count() ** 2, -1
        for cost, query, parts in options:
            if cost >= best:
                break
            total = cost
            for part in parts:
                total += self.best(part)[0]
                if total >= best:
                    break
            else:
                best, chosen = total, query
            if cost == 0:
                break
        self.known[left] = best, chosen
        return best, chosen
