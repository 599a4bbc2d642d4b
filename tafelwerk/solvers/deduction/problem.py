"""A search problem: one of equally likely codes is to be found by queries; each query has exactly one answer per code.

Only the matrix of answers is used, so Mastermind, word lists and any table of answers are analysed in the same way.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, section 4.2.2.
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


class Scored(ABC):
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
        answers: uint8 or uint16, shape (Q, C), C-contiguous: index of the answer to a query for a code; `Scored` if the matrix
            would be too large.
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
    def scored(self) -> Scored | None:
        """The answers if scored on demand, otherwise None."""
        return self.answers if isinstance(self.answers, Scored) else None

    def restricted(self, codes: Indices) -> "SearchProblem":
        """The problem of some codes, with a matrix; its texts of codes are indices. Valid until the next one is made.

        Its symmetry is that of the queries.
        """
        assert self.scored is not None
        answers, columns = self.scored.matrix(codes)
        code_of = np.full(len(self.queries), -1, np.int32)
        code_of[self.query_of[codes]] = np.arange(len(codes), dtype=np.int32)
        return replace(self, codes=range(len(codes)), answers=answers, columns=columns, code_of=code_of)  # type: ignore[arg-type]

    @cached_property
    def query_of(self) -> Indices:
        """The query that names each code, int32, shape (C,); -1 if there is none."""
        found = np.full(len(self.codes), -1, np.int32)
        naming = np.flatnonzero(self.code_of >= 0)
        found[self.code_of[naming]] = naming
        return found

    @cached_property
    def query_index(self) -> Mapping[str, int]:
        """Index of a query by its text."""
        if isinstance(self.queries, Spelled):
            return self.queries.places
        return {text: index for index, text in enumerate(self.queries)}

    @cached_property
    def label_index(self) -> dict[str, int]:
        """Index of an answer by its text."""
        return {text: index for index, text in enumerate(self.labels)}


class Spelled(Sequence[str], ABC):
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
    one, two = (problem.codes[code] for code in codes[:2])
    return InputError(f"problem: no query tells {one} from {two}, so that neither can be found")
