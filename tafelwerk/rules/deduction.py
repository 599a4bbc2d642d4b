"""Strategies of deduction games, as the command line and the tables name them."""

from dataclasses import dataclass
from typing import TypeVar

from tafelwerk.errors import InputError, quoted
from tafelwerk.rules.entropy import Alpha, order_name

MOST_DEPTH = 20_000
"""Largest limit on the queries for a code."""

FIRST = ("none", "lex", "lex-c")
"""No tie rule, and those that are the default: the first of the tied queries."""


class Ruled:
    """A strategy with its tie rule, "none" where it has none."""

    __slots__ = ()

    @property
    def name(self) -> str:
        """What the tables call it."""
        raise NotImplementedError

    @property
    def tie(self) -> str:
        """Its tie rule."""
        return "none"

    @property
    def options(self) -> str:
        """The words of the command line that name it."""
        return f"--strategy {self.name}" + ("" if self.tie in FIRST else f" --tie {self.tie}")

    @property
    def title(self) -> str:
        """What people call it."""
        return self.name if self.tie == "none" else f"{self.name}, ties {self.tie}"

    def __str__(self) -> str:
        return self.name if self.tie in FIRST else f"{self.name} --tie {self.tie}"


@dataclass(frozen=True, slots=True)
class Entropy(Ruled):
    """Greatest Rényi entropy of order `alpha` (None: infinity)."""

    alpha: Alpha

    @property
    def name(self) -> str:
        """What the tables call it: h1, h0.5, h4/3, hinf."""
        return order_name(self.alpha)


@dataclass(frozen=True, slots=True)
class Optimal(Ruled):
    """Least total cost.

    Attributes:
        max_depth: most queries for any code; None: no limit.
        least_depth: whether, among the strategies of least total, the greatest number of queries is least.
    """

    max_depth: int | None = None
    least_depth: bool = False

    def __post_init__(self) -> None:
        if self.max_depth is not None and not 1 <= self.max_depth <= MOST_DEPTH:
            raise InputError(f"--max-depth must be 1 to {MOST_DEPTH:,}, not {quoted(self.max_depth)}")
        if self.max_depth is not None and self.least_depth:
            raise InputError("--max-depth and --least-depth exclude each other")

    @property
    def name(self) -> str:
        """What the tables call it."""
        depth = f" max-depth {self.max_depth}" if self.max_depth is not None else ""
        return "optimal" + depth + (" least-depth" if self.least_depth else "")

    @property
    def options(self) -> str:
        """The words of the command line that name it."""
        return "--strategy " + self.name.replace(" max", " --max").replace(" least", " --least")


T = TypeVar("T", bound=str)
S = TypeVar("S", bound=Ruled)


def tie_rule(ties: tuple[T, ...], word: str | None) -> T:
    """A tie rule of a family by its word; None: the first.

    Raises:
        InputError: there is none.
    """
    for tie in ties:
        if word in (None, tie):
            return tie
    raise InputError(f"--tie must be {', '.join(ties[:-1])} or {ties[-1]}, not {quoted(word)}")


def stored(found: S, name: str, tie: str) -> S:
    """A strategy, checked against the name and the tie rule that the tables give it.

    Raises:
        InputError: it has others.
    """
    if (found.name, found.tie) != (name, tie):
        raise InputError(f"no strategy is named {quoted(name)}, ties {quoted(tie)}")
    return found
