"""Queries and answers as a player writes them, read as those of a search problem."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError, quoted
from tafelwerk.rules.mastermind.notation import History
from tafelwerk.solvers.deduction.history import consistent, explain_contradiction
from tafelwerk.solvers.deduction.problem import SearchProblem
from tafelwerk.solvers.machine.draws import scattered
from tafelwerk.solvers.mastermind.hard import hard_queries
from tafelwerk.wording import listed, near

SIGNS = set("GY-")
"""Labels made of these alone are Wordle's: right place, elsewhere, absent."""

_WRITTEN = str.maketrans(dict.fromkeys("._bx⬛⬜", "-") | {"🟩": "g", "🟨": "y"})
"""How else Wordle's signs are written, once in lower case."""


def indices(problem: SearchProblem, history: History) -> list[tuple[int, int]]:
    """A history by index.

    Upper and lower case are told apart only where the problem has both. A query that has spaces in it may have been cut at
    the first of them: then it is put together again.

    Args:
        problem: the search problem.
        history: queries and answers as they are written.

    Raises:
        InputError: a query or an answer that the problem does not have.
    """
    found = []
    for query, answer in history:
        try:
            found.append((query_index(problem, query), answer_index(problem, answer)))
        except InputError:
            again = _cut_elsewhere(problem, f"{query} {answer}")
            if again is None:
                raise
            found.append(again)
    return found


def left(problem: SearchProblem, history: History) -> NDArray[np.int32]:
    """The codes that a history leaves.

    Args:
        problem: the search problem.
        history: queries and answers as they are written.

    Returns:
        int32, ascending; at least one code.

    Raises:
        InputError: a query or an answer that the problem does not have, or answers that contradict each other; the
            message names the fewest that do.
    """
    by_index = indices(problem, history)
    reason = explain_contradiction(problem, by_index)
    if reason is not None:
        raise InputError(reason)
    return consistent(problem, by_index)


def taken(problem: SearchProblem, history: History) -> NDArray[np.int32]:
    """The queries that hard mode takes after a history: int32, ascending.

    Raises:
        InputError: the problem is not one of Wordle, the history has what it does not have, or a query that hard mode refuses.
    """
    return hard_queries(problem, indices(problem, history))


def drawn_code(codes: NDArray[np.int32], seed: int) -> int:
    """One of some codes by a seed: the one drawn of more codes is drawn of fewer, too, while it is among them."""
    return int(codes[scattered(codes, seed % 2**64).argmin()])


def query_index(problem: SearchProblem, text: str) -> int:
    """The query that is written so.

    Raises:
        InputError: there is none; the message names some that look alike.
    """
    index = problem.query_index.get(text)
    if index is not None:
        return index
    alike = [index for index, query in enumerate(problem.queries) if query.casefold() == text.casefold()]
    if len(alike) == 1:
        return alike[0]
    meant = [problem.queries[index] for index in alike] or near(text, problem.queries)
    raise InputError(f"{quoted(text)} is not a query of this game; " + _choice(meant, problem.queries, "queries"))


def answer_index(problem: SearchProblem, text: str) -> int:
    """The answer that is written so; for Wordle's G, Y and - also in lower case, with . _ b x for -, or as coloured squares.

    Raises:
        InputError: there is none; the message says what answers are like.
    """
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
    if not wordle:
        raise InputError(f"{quoted(text)} is not an answer of this game; " + _choice([], problem.labels, "answers"))
    length = len(problem.labels[problem.solved])
    if len(wanted) == length and SIGNS.issuperset(wanted.upper()):
        raise InputError(f"{quoted(text)} is an answer that no word of this game has to any other")
    raise InputError(
        f"{quoted(text)} is not an answer; write a sign for each of the {length} letters: G right place, Y elsewhere, - absent"
    )


def _cut_elsewhere(problem: SearchProblem, entry: str) -> tuple[int, int] | None:
    """Query and answer of an entry that is cut at another space than the first, if there is one way alone to do so."""
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
    """What may be written instead."""
    if meant:
        return f"did you mean {listed(meant, last='or')}?"
    if len(every) <= 24:
        return f"its {what} are {'; '.join(every)}"
    return f"its {len(every)} {what} are {every[0]}, {every[1]}, ... to {every[-1]}"
