"""Computation of answers that the book does not hold: the estimated work, the computation, and the build that would store it.

All families have the same budget. It counts operations by the solvers' fixed estimates, never by the clock, so that a question
is answered or refused in the same way on every machine.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from tafelwerk.build.task import Build
from tafelwerk.errors import TafelwerkError

T = TypeVar("T")


class OverBudgetError(TafelwerkError):
    """The work exceeded the budget of a look-up, by a count that is the same on every machine."""


BUDGET = 1e9
"""Greatest number of operations of a look-up without --compute: about a second on one core."""


@dataclass(frozen=True, slots=True)
class Computation(Generic[T]):
    """An answer that can be computed.

    Attributes:
        operations: the solver's estimate of the work.
        run: computes and returns the answer.
        build: the build that would store the answer; None if no table holds such answers.
        attempt: replaces `run` if the work cannot be estimated; stops with OverBudgetError.
        always: whether the question is answered however large the estimate, which is only announced.
        watched: replaces `run`; passes the finished share of the work, above 0, to its argument from time to time.
    """

    operations: float
    run: Callable[[], T]
    build: Build | None = None
    attempt: Callable[[], T] | None = None
    always: bool = False
    watched: Callable[[Callable[[float], None]], T] | None = None
