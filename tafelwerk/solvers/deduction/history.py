"""The codes left by the answers so far, and contradictions among the answers."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.solvers.deduction.problem import SearchProblem

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
    """
    return np.flatnonzero(_allowed(problem, _checked(problem, history)).all(axis=0)).astype(np.int32)


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
    """
    allowed = _allowed(problem, _checked(problem, history))
    return None if allowed.all(axis=0).any() else _contradiction(allowed)


def _checked(problem: SearchProblem, history: History) -> History:
    queries, answers = len(problem.queries), len(problem.labels)
    for place, (query, answer) in enumerate(history, start=1):
        if not 0 <= query < queries:
            raise InputError(f"history: query {query} at place {place}; queries go from 0 to {queries - 1}")
        if not 0 <= answer < answers:
            raise InputError(f"history: answer {answer} at place {place}; answers go from 0 to {answers - 1}")
    return history


def _allowed(problem: SearchProblem, history: History) -> NDArray[np.bool_]:
    """Shape (history, codes): whether the answer at a place allows a code."""
    allowed = np.empty((len(history), len(problem.codes)), dtype=np.bool_)
    for place, (query, answer) in enumerate(history):
        np.equal(problem.answers[query], answer, out=allowed[place])
    return allowed


def _contradiction(allowed: NDArray[np.bool_]) -> tuple[int, ...]:
    for place, codes in enumerate(allowed):
        if not codes.any():
            return (place,)
    for later in range(len(allowed)):
        for earlier in range(later):
            if not (allowed[earlier] & allowed[later]).any():
                return (earlier, later)
    # the answer that empties the set is needed; of those before it, each redundant one is dropped
    end = next(place for place in range(len(allowed)) if not allowed[: place + 1].all(axis=0).any())
    needed = list(range(end + 1))
    for place in range(end):
        fewer = [other for other in needed if other != place]
        if not allowed[fewer].all(axis=0).any():
            needed = fewer
    return tuple(needed)


def explain_contradiction(problem: SearchProblem, history: History) -> str | None:
    """A smallest contradiction as a sentence without a full stop; None if a code is left.

    Args, errors and the choice of answers are those of `contradiction`.
    """
    places = contradiction(problem, history)
    if places is None:
        return None
    named = [f"{problem.queries[history[place][0]]} {problem.labels[history[place][1]]}" for place in places]
    if len(named) == 1:
        return f"{named[0]} is impossible: no code has this answer"
    together = f"{', '.join(named[:-1])} and {named[-1]} contradict each other: no code has "
    return together + ("both answers" if len(named) == 2 else "all these answers")
