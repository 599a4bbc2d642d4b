"""What the book does not hold, computed when asked: how much work it is, how it is done, what would put it into the book.

The budget is one for all families and counts operations by the solvers' fixed estimates, never by the clock, so that the
same question is answered or refused alike on every machine.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from tafelwerk.build.task import Build
from tafelwerk.errors import TafelwerkError

T = TypeVar("T")


class OverBudgetError(TafelwerkError):
    """The work turned out to be more than a look-up may do unasked, by a count that is the same on every machine."""


BUDGET = 1e9
"""Operations a look-up may spend unasked: about a second on one core."""


@dataclass(frozen=True, slots=True)
class Computation(Generic[T]):
    """An answer that can be computed.

    Attributes:
        operations: the solver's estimate of the work.
        run: does it and returns the answer.
        build: what would put the answer into the book; None where no table holds such answers.
        attempt: in place of `run` where the estimate cannot see how much work it is: stops by OverBudgetError.
    """

    operations: float
    run: Callable[[], T]
    build: Build | None = None
    attempt: Callable[[], T] | None = None
