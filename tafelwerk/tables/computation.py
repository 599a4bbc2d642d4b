"""Computation of answers that the book does not hold: the estimated work, the computation, and the build that would store it.

All families have the same budget. It counts operations by the solvers' fixed estimates, never by the clock, so that a question
is answered or refused in the same way on every machine.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from tafelwerk.errors import TafelwerkError

T = TypeVar("T")


class OverBudgetError(TafelwerkError):
    """The work exceeded the budget of a look-up, by a count that is the same on every machine.

    Attributes:
        instead: gives a weaker answer, for questions that are always answered.
        most: greatest number of operations of the whole work, if known.
    """

    def __init__(
        self, message: str = "", *, instead: Callable[[], Any] | None = None, most: float | None = None
    ) -> None:
        super().__init__(message)
        self.instead = instead
        self.most = most


BUDGET = 1e9
"""Greatest number of operations of a look-up without --compute: about a second on one core."""

MOST_OPERATIONS = 1e12
"""Greatest number of operations on request where the work cannot be estimated: a quarter of an hour."""


class Keeps(Protocol):
    """A build that keeps an answer: `name` has the arguments of `tafelwerk build`."""

    @property
    def name(self) -> str: ...


class Reporting(Protocol):
    """Tells how far long work is."""

    def __call__(self, share: float) -> None:
        """Report the finished share of the work, above 0."""

    def tell(self, text: str) -> None:
        """Report the state of work whose finished share is not known."""


@dataclass(slots=True)
class Allowance:
    """Number of operations that searches which count them may still take together."""

    left: float


@dataclass(frozen=True, slots=True)
class Computation(Generic[T]):
    """An answer that can be computed.

    Attributes:
        operations: the solver's estimate of the work.
        run: computes and returns the answer.
        build: the build that would store the answer; None if no table holds such answers.
        attempt: replaces `run` if the work cannot be estimated; stops with OverBudgetError.
        always: whether the question is answered however large the estimate, which is only announced.
        watched: replaces `run`; tells its argument from time to time how far the work is.
        counted: whether `attempt` comes first even if the answer is wanted whatever the work: its error tells the wait.
        most: greatest number of operations of a `run` that counts them; None if it takes as many as it needs.
    """

    operations: float
    run: Callable[[], T]
    build: Keeps | None = None
    attempt: Callable[[], T] | None = None
    always: bool = False
    watched: Callable[[Reporting], T] | None = None
    counted: bool = False
    most: float | None = None

    def settled(self, compute: bool) -> T:
        """The answer, or a weaker one; `compute`: whatever the work.

        Raises:
            OverBudgetError: it takes too many operations, and there is no weaker one.
        """
        try:
            return self.run() if compute or self.attempt is None else self.attempt()
        except OverBudgetError as error:
            if error.instead is None:
                raise
            weaker: T = error.instead()
            return weaker
