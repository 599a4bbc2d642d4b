"""Parse queries and answers as players write them, into those of a search problem."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError, quoted
from tafelwerk.families.mastermind.rules.histories import History, reply
from tafelwerk.solvers.deduction.search_problem import SearchProblem, consistent, explain_contradiction
from tafelwerk.solvers.machine.draws import hash_numbers
from tafelwerk.solvers.mastermind.hard import hard_queries
from tafelwerk.spelling import compose, letters
from tafelwerk.wording import listed, near

SIGNS = set("GY-")
"""Signs of Wordle's labels: right place, elsewhere, absent."""

_WRITTEN = str.maketrans(dict.fromkeys("._bx⬛⬜", "-") | {"🟩": "g", "🟨": "y"})
"""Other notations of Wordle's signs, in lower case."""


def history_indices(problem: SearchProblem, history: History) -> list[tuple[int, int]]:
    """A history as indices.

    Upper and lower case differ only if the problem has both. A query that contains spaces may have been cut at the first of
    them; it is then put together again.

    Args:
        problem: the search problem.
        history: queries and answers as text.

    Raises:
        InputError: the problem has no such query or answer.
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


def codes_left(problem: SearchProblem, history: History) -> NDArray[np.int32]:
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
        raise InputError(reason)
    return consistent(problem, by_index)


def hard_queries_after(problem: SearchProblem, history: History) -> NDArray[np.int32]:
    """The queries allowed by hard mode after a history: int32, ascending.

    Raises:
        InputError: the problem is not one of Wordle or has no such query or answer, or hard mode refuses a query of the history.
    """
    return hard_queries(problem, history_indices(problem, history))


def draw_code(codes: NDArray[np.int32], seed: int) -> int:
    """The code drawn by a seed; the code drawn from a set is also drawn from every subset that contains it."""
    return int(codes[hash_numbers(codes, seed % 2**64).argmin()])


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
    raise InputError(f"{quoted(text)} is not a query of this game; " + _choice(meant, problem.queries, "queries"))


def answer_index(problem: SearchProblem, text: str) -> int:
    """The answer with this text; Wordle's G, Y and - also in lower case, with . _ b x for -, or as coloured squares.

    Where answers are right places and right letters elsewhere, they may be written as in Mastermind.

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
        index = problem.label_index.get(reply(pegs, text))
        if index is not None:
            return index
    if not wordle:
        raise InputError(f"{quoted(text)} is not an answer of this game; " + _choice([], problem.labels, "answers"))
    length = len(problem.labels[problem.solved])
    if len(wanted) == length and SIGNS.issuperset(wanted.upper()):
        raise InputError(f"{quoted(text)} is an answer that no word of this game gives to another")
    raise InputError(
        f"{quoted(text)} is not an answer; write a sign for each of the {length} letters: G right place, Y elsewhere, - absent"
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
        return f"did you mean {listed(meant, last='or')}?"
    if len(every) <= 24:
        return f"its {what} are {'; '.join(every)}"
    return f"its {len(every)} {what} are {every[0]}, {every[1]}, ... to {every[-1]}"
