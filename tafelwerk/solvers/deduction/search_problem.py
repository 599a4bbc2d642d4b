"""A search problem: one of equally likely codes is to be found by queries; each query has exactly one answer per code.

Only the matrix of answers is used, so Mastermind, word lists and any table of answers are analysed in the same way. Also here:
the codes that a history leaves, trees of queries and their cost, and a lower bound of the least total of any problem.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 4.2.2, 4.2.3 and 4.3.2.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.solvers.deduction.symmetry import Indices, Symmetry

Answers = NDArray[np.uint8] | NDArray[np.uint16]

MOST_BITS = 64
"""Greatest number of answers for which a set of answers is a word of bits."""

Bits = NDArray[np.uint16] | NDArray[np.uint32] | NDArray[np.uint64]
"""Sets of answers, one bit per answer."""


class OnDemandAnswers(ABC):
    """Answers scored on demand, for a problem whose matrix would be too large.

    `scored[query]` and `scored[query, codes]` are uint8 arrays, as for the matrix.

    Attributes:
        shape: number of queries and of codes.
    """

    shape: tuple[int, int]

    @property
    def size(self) -> int:
        """Number of answers."""
        return self.shape[0] * self.shape[1]

    @abstractmethod
    def __getitem__(self, place: "int | tuple[int, Indices]") -> NDArray[np.uint8]:
        """The answers to a query for all codes, or for some."""

    @abstractmethod
    def matrix(self, codes: Indices) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """The answers of all queries for some codes, shape (Q, n), and their transpose; valid until the next call."""

    @abstractmethod
    def sizes(self, queries: Indices, codes: Indices) -> Indices:
        """Number of codes left by each answer to some queries: int32, shape (queries, labels)."""


@dataclass(frozen=True, eq=False)
class SearchProblem:
    """Codes, queries and answers; C codes and Q queries.

    The cost of a strategy, its total, is the number of its queries summed over all codes. If codes are named (`solved` >= 0),
    the query that names the code ends the game and counts, so a single remaining code costs one more query. Otherwise the
    search ends, at no further cost, when one code is left. If there is a miss, only queries with that answer cost.

    Attributes:
        codes: texts of the codes, C of them.
        queries: texts of the queries, Q of them, in the order in which LEX breaks ties.
        labels: texts of the answers, by index.
        answers: uint8 or uint16, shape (Q, C), C-contiguous: index of the answer to a query for a code; `OnDemandAnswers` if
            the matrix would be too large.
        code_of: int32, shape (Q,): the code that a query names, -1 if it names none.
        solved: the answer to a query that names the code, and to no other; -1 if codes are not named.
        symmetry: symmetries of the answers, if known.
        miss: the only answer that costs; -1: every query costs.
        columns: the transpose of `answers`, C-contiguous, if known.
    """

    codes: Sequence[str]
    queries: Sequence[str]
    labels: tuple[str, ...]
    answers: Any
    code_of: Indices
    solved: int
    symmetry: Symmetry | None = None
    miss: int = -1
    columns: Answers | None = None

    @property
    def on_demand(self) -> OnDemandAnswers | None:
        """The answers if scored on demand, otherwise None."""
        return self.answers if isinstance(self.answers, OnDemandAnswers) else None

    def restrict(self, codes: Indices) -> "SearchProblem":
        """The problem of some codes, with a matrix; its texts of codes are indices. Valid until the next one is made.

        Its symmetry is that of the queries.
        """
        assert self.on_demand is not None
        answers, columns = self.on_demand.matrix(codes)
        code_of = np.full(len(self.queries), -1, np.int32)
        code_of[self.query_of[codes]] = np.arange(len(codes), dtype=np.int32)
        return replace(self, codes=range(len(codes)), answers=answers, columns=columns, code_of=code_of)  # type: ignore[arg-type]

    @cached_property
    def query_of(self) -> Indices:
        """The query that names each code, int32, shape (C,); -1 if there is none."""
        queries = np.full(len(self.codes), -1, np.int32)
        naming = np.flatnonzero(self.code_of >= 0)
        queries[self.code_of[naming]] = naming
        return queries

    @cached_property
    def query_index(self) -> Mapping[str, int]:
        """Index of a query by its text."""
        if isinstance(self.queries, LazyTexts):
            return self.queries.places
        return {text: index for index, text in enumerate(self.queries)}

    @cached_property
    def label_index(self) -> dict[str, int]:
        """Index of an answer by its text."""
        return {text: index for index, text in enumerate(self.labels)}


class LazyTexts(Sequence[str], ABC):
    """Texts too many to be stored, made on demand."""

    @property
    @abstractmethod
    def places(self) -> Mapping[str, int]:
        """Index of each text."""


class AnswerTable(NamedTuple):
    """A search problem as kernels take it; code_of and solved are those of SearchProblem.

    Attributes:
        answers: shape (Q, C): uint8 for up to 256 answers, otherwise uint16.
        columns: shape (C, Q): its transpose; (0, 0) for more than MOST_BITS answers.
        query_of: int32, shape (C,): the query that names each code, -1 if there is none.
        labels: number of answers.
    """

    answers: Answers
    columns: Answers
    code_of: Indices
    query_of: Indices
    labels: int
    solved: int


def answer_table(problem: SearchProblem) -> AnswerTable:
    """The problem for kernels."""
    labels = len(problem.labels)
    answers = problem.answers if labels > 256 else problem.answers.astype(np.uint8, copy=False)
    columns = problem.columns
    if labels > MOST_BITS:
        columns = answers[:0, :0]
    elif columns is None:
        columns = cast(Answers, np.ascontiguousarray(answers.T))
    return AnswerTable(answers, columns, problem.code_of, problem.query_of, labels, problem.solved)


def chosen_codes(problem: SearchProblem, codes: Sequence[int] | Indices | None) -> Indices:
    """A choice of codes as an ascending int32 array; None: all of them.

    Raises:
        InputError: no code, an index out of range, or one twice.
    """
    if codes is None:
        return np.arange(len(problem.codes), dtype=np.int32)
    chosen = np.unique(np.asarray(codes, np.int64))
    if len(chosen) == 0:
        raise InputError("codes are empty: a search needs at least one code")
    if len(chosen) != len(codes) or chosen[0] < 0 or chosen[-1] >= len(problem.codes):
        raise InputError(f"codes must be distinct indices from 0 to {len(problem.codes) - 1}")
    return chosen.astype(np.int32)


def check_named(problem: SearchProblem, codes: NDArray[Any]) -> None:
    """Raise InputError if codes must be named and no query names one of these."""
    if problem.solved >= 0 and problem.query_of[codes].min() < 0:
        code = problem.codes[int(codes[problem.query_of[codes].argmin()])]
        raise InputError(f"problem: no query names the code {code}, so that it can never be found")


def none_tells_apart(problem: SearchProblem, codes: Indices) -> InputError:
    """The error for a set of codes that no query splits."""
    first, second = (problem.codes[code] for code in codes[:2])
    return InputError(f"problem: no query tells {first} from {second}, so that neither can be found")


History = Sequence[tuple[int, int]]
"""Queries asked and their answers, by index, in the order asked."""


def consistent(problem: SearchProblem, history: History) -> NDArray[np.int32]:
    """The codes that every answer of a history allows.

    Args:
        problem: the search problem.
        history: pairs of query and answer, by index.

    Returns:
        int32, shape (codes left,): codes in ascending order; all of them for an empty history.

    Raises:
        InputError: the problem has no such query or answer.

    >>> from tafelwerk.solvers.mastermind.scoring import mastermind
    >>> consistent(mastermind(2, 3), [(1, 0)]).tolist()
    [8]
    """
    return np.flatnonzero(_codes_allowed(problem, _check_history(problem, history)).all(axis=0)).astype(np.int32)


def contradiction(problem: SearchProblem, history: History) -> tuple[int, ...] | None:
    """A smallest contradiction if no code is left: answers that no code satisfies together.

    Args:
        problem: the search problem.
        history: pairs of query and answer, by index.

    Returns:
        None if a code is left. Otherwise places in the history, ascending: one if an answer is impossible by itself; or the
        first two that exclude each other; or more, of which none is redundant.

    Raises:
        InputError: the problem has no such query or answer.

    >>> from tafelwerk.solvers.mastermind.scoring import mastermind
    >>> contradiction(mastermind(2, 3), [(0, 0), (0, 1)])
    (1,)
    """
    allowed = _codes_allowed(problem, _check_history(problem, history))
    return None if allowed.all(axis=0).any() else _contradiction(allowed)


def _check_history(problem: SearchProblem, history: History) -> History:
    queries, answers = len(problem.queries), len(problem.labels)
    for number, (query, answer) in enumerate(history, start=1):
        if not 0 <= query < queries:
            raise InputError(f"history: query {query} at place {number}; queries go from 0 to {queries - 1}")
        if not 0 <= answer < answers:
            raise InputError(f"history: answer {answer} at place {number}; answers go from 0 to {answers - 1}")
    return history


def _codes_allowed(problem: SearchProblem, history: History) -> NDArray[np.bool_]:
    """Shape (history, codes): whether the answer at a place allows a code."""
    allowed = np.empty((len(history), len(problem.codes)), dtype=np.bool_)
    for index, (query, answer) in enumerate(history):
        np.equal(problem.answers[query], answer, out=allowed[index])
    return allowed


def _contradiction(allowed: NDArray[np.bool_]) -> tuple[int, ...]:
    for index, codes in enumerate(allowed):
        if not codes.any():
            return (index,)
    for later in range(len(allowed)):
        for earlier in range(later):
            if not (allowed[earlier] & allowed[later]).any():
                return (earlier, later)
    # the answer that empties the set is needed; of those before it, each redundant one is dropped
    end = next(index for index in range(len(allowed)) if not allowed[: index + 1].all(axis=0).any())
    needed = list(range(end + 1))
    for index in range(end):
        fewer = [other for other in needed if other != index]
        if not allowed[fewer].all(axis=0).any():
            needed = fewer
    return tuple(needed)


def explain_contradiction(problem: SearchProblem, history: History) -> str | None:
    """A smallest contradiction as a sentence without a full stop; None if a code is left.

    Args, errors and the choice of answers are those of `contradiction`.

    >>> from tafelwerk.solvers.mastermind.scoring import mastermind
    >>> explain_contradiction(mastermind(2, 3), [(0, 0), (0, 1)])
    'AA 0,1 is impossible: no code has this answer'
    """
    places = contradiction(problem, history)
    if places is None:
        return None
    entries = [f"{problem.queries[history[index][0]]} {problem.labels[history[index][1]]}" for index in places]
    if len(entries) == 1:
        return f"{entries[0]} is impossible: no code has this answer"
    together = f"{', '.join(entries[:-1])} and {entries[-1]} contradict each other: no code has "
    return together + ("both answers" if len(entries) == 2 else "all these answers")


@dataclass(frozen=True, eq=False, slots=True)
class StrategyTree:
    """A strategy with one node per set of codes at which it asks; N nodes, at most two per code.

    Nodes are in depth-first order, parents first, the children of a node by ascending answer; the root is node 0. If codes
    are named, a single code also has a node, whose query names it; nothing follows the answer that ends the game.

    Attributes:
        parent: int32, shape (N,); -1 at the root.
        answer: uint16, shape (N,): the answer to the parent's query that leads here; 0 at the root.
        query: int32, shape (N,): the query.
        codes: uint32, shape (N,): number of codes left.
        total: int64, shape (N,): queries from here on, this one included, summed over the codes left.
    """

    parent: NDArray[np.int32]
    answer: NDArray[np.uint16]
    query: NDArray[np.int32]
    codes: NDArray[np.uint32]
    total: NDArray[np.int64]


def join_trees(query: int, codes: int, below: Mapping[int, StrategyTree]) -> StrategyTree:
    """The tree that asks `query` with this many codes left and continues with one tree per answer, by ascending answer."""
    starts = np.cumsum([1, *(len(tree.parent) for tree in below.values())]).tolist()

    def column(name: str, first: int) -> NDArray[Any]:
        return np.concatenate([[first], *(getattr(tree, name) for tree in below.values())])

    parent = [tree.parent + start for tree, start in zip(below.values(), starts, strict=False)]
    answer = column("answer", 0)
    for (label, tree), part, start in zip(below.items(), parent, starts, strict=False):
        part[:1], answer[start : start + len(tree.parent[:1])] = 0, label
    total = column("total", 0)
    total[0] = codes + sum(int(tree.total[:1].sum()) for tree in below.values())
    return StrategyTree(
        np.concatenate([[-1], *parent]).astype(np.int32),
        answer.astype(np.uint16),
        column("query", query).astype(np.int32),
        column("codes", codes).astype(np.uint32),
        total.astype(np.int64),
    )


def walk(problem: SearchProblem, tree: StrategyTree) -> NDArray[np.int64]:
    """Cost of the strategy for each code, found by playing it: its queries, or those of them that miss.

    It uses only the tree's parents, answers and queries, so it checks the numbers stored with them.

    Args:
        problem: the search problem.
        tree: a strategy for all of its codes.

    Returns:
        int64, shape (C,), in queries, or in misses if the problem has a miss.

    Raises:
        InputError: the tree does not tell some code from another.
    """
    children: dict[tuple[int, int], int] = {}
    for node in range(1, len(tree.parent)):
        children[int(tree.parent[node]), int(tree.answer[node])] = node
    spent = np.zeros(len(problem.codes), np.int64)
    codes_at = {0: np.arange(len(problem.codes))} if len(tree.parent) else {}
    while codes_at:
        below: dict[int, NDArray[np.int64]] = {}
        for node, codes in codes_at.items():
            answers = problem.answers[tree.query[node], codes]
            spent[codes] += 1 if problem.miss < 0 else answers == problem.miss
            for answer in np.unique(answers).tolist():
                part = codes[answers == answer]
                child = children.get((node, answer))
                if child is not None:
                    below[child] = part
                elif len(part) > 1 or (problem.solved >= 0 and answer != problem.solved):
                    raise InputError(f"the strategy never finds {problem.codes[int(part[0])]}")
        codes_at = below
    return spent


def histogram(spent: NDArray[np.int64]) -> NDArray[np.int64]:
    """Number of codes found with each number of queries or misses: int64, entry d for d of them.

    >>> histogram(np.array([2, 3, 3, 4])).tolist()
    [0, 0, 1, 2, 1]
    """
    return np.bincount(spent).astype(np.int64)


NONE = 1 << 38
"""The total if no strategy keeps the limit of depth. It exceeds every true total, and sums of a million fit in 64 bits."""


def least_totals(codes: int, answers: int, is_named: bool, depths: int, late: int = 0) -> NDArray[np.int64]:
    """Least totals of sets of 0 to `codes` codes, with 0 to `depths` queries allowed or in time.

    If any partition into at most a parts could be asked, these totals would be reached; no search problem does better.
    Restricting a strategy to some of its codes costs none of them more, so T(s + t) >= T(s) + T(t), and a query with more parts
    has the smaller bound.

    Args:
        codes: size of the largest set.
        answers: answers of a query, the one that ends the game included where codes are named.
        is_named: whether the search ends when a query names the code, rather than when one code is left.
        depths: most queries allowed; 0: only the row without a limit.
        late: extra cost of a code that takes more queries than that, if codes are named; 0: not allowed.

    Returns:
        int64, shape (depths + 1, codes + 1); NONE where a depth does not suffice; the row 0 has no limit. With a limit,
        row 0 is the row of no query.
    """
    least = np.full((depths + 1, codes + 1), NONE, np.int64)
    for depth in range(depths + 1):
        limit = depth if depths and not late else codes + 1
        if is_named:
            # a tree of queries, each node of which names a code: levels fill up from the top
            least[depth, 0] = 0
            size, filled, level, total = 1, 0, 1, 0
            while filled < codes and level <= limit and size:
                reach = min(size, codes - filled)
                each = level + (late if level > depth else 0)
                least[depth, filled + 1 : filled + reach + 1] = total + each * np.arange(1, reach + 1)
                total += each * reach
                filled += reach
                size *= answers - 1
                level += 1
        else:
            # codes are leaves: a full level, some of its nodes split once more (Huffman's tree for equal weights)
            least[depth, :2] = 0
            width, level = 1, 0
            while width < codes and level < limit and answers > 1:
                sizes = np.arange(width + 1, min(width * answers, codes) + 1, dtype=np.int64)
                split = -((width - sizes) // (answers - 1))
                least[depth, sizes] = level * sizes + sizes - width + split
                width *= answers
                level += 1
    return least


def least_depth(codes: int, answers: int, is_named: bool) -> int:
    """A lower bound of the depth, at least 1: no query more, if its answers could split every set evenly.

    Args:
        codes: number of codes.
        answers: answers of a query, the one that ends the game included where codes are named.
        is_named: whether the search ends when a query names the code, rather than when one code is left.

    >>> least_depth(9, 3, is_named=False)
    2
    """
    depth, width, reached = 1, 1, 1 if is_named else answers
    while reached < codes and answers > 1:
        depth += 1
        width *= answers - 1
        reached = reached + width if is_named else reached * answers
    return depth
