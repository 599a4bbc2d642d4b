"""Strategies of deduction games, under their names on the command line and in the tables."""

from dataclasses import dataclass
from typing import TypeVar

from tafelwerk.errors import InputError, in_quotes
from tafelwerk.rules.entropy import Alpha, order_name

MOST_DEPTH = 20_000
"""Largest limit on the queries for a code."""

FIRST = ("none", "lex", "lex-c")
"""No tie rule, and the default tie rules, under which the first of the tied queries is asked."""


class StrategyWithTie:
    """A strategy with its tie rule, which may be "none"."""

    __slots__ = ()

    @property
    def name(self) -> str:
        """Name in the tables."""
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
        """Name for people."""
        return self.name if self.tie == "none" else f"{self.name}, ties {self.tie}"

    def __str__(self) -> str:
        return self.name if self.tie in FIRST else f"{self.name} --tie {self.tie}"


@dataclass(frozen=True, slots=True)
class Entropy(StrategyWithTie):
    """Greatest Rényi entropy of order `alpha` (None: infinity)."""

    alpha: Alpha

    @property
    def name(self) -> str:
        """Name in the tables: h1, h0.5, h4/3, hinf."""
        return order_name(self.alpha)


@dataclass(frozen=True, slots=True)
class Optimal(StrategyWithTie):
    """Least total cost, or least total among the strategies that reach another aim.

    Attributes:
        max_depth: most queries for any code; None: no limit.
        least_depth: whether, among the strategies of least total, the greatest number of queries is least.
        within: number of queries within which as many codes as possible are found; among such strategies the total is least.
        shallowest: whether the greatest number of queries is least and, among such strategies, the total.
    """

    max_depth: int | None = None
    least_depth: bool = False
    within: int | None = None
    shallowest: bool = False

    def __post_init__(self) -> None:
        for option, depth in (("--max-depth", self.max_depth), ("--within", self.within)):
            if depth is not None and not 1 <= depth <= MOST_DEPTH:
                raise InputError(f"{option} must be 1 to {MOST_DEPTH:,}, not {in_quotes(depth)}")
        if len(self._aims) > 1:
            first, second = (f"--{aim.split()[0]}" for aim in self._aims[:2])
            raise InputError(f"{first} and {second} do not go together; give one of them")

    @property
    def _aims(self) -> list[str]:
        """The aim besides the least total."""
        aims = (
            (f"max-depth {self.max_depth}", self.max_depth is not None),
            ("least-depth", self.least_depth),
            (f"within {self.within}", self.within is not None),
            ("shallowest", self.shallowest),
        )
        return [aim for aim, is_given in aims if is_given]

    @property
    def name(self) -> str:
        """Name in the tables."""
        return " ".join(("optimal", *self._aims))

    @property
    def options(self) -> str:
        """The words of the command line that name it."""
        return " --".join(("--strategy optimal", *self._aims))


def least_total(codes: int, answers: int, named: bool) -> int:
    """Lower bound of the total of every strategy: the least if any partition could be asked.

    If codes are named, a query names one code, and each of its other answers leads to one query: 1, a - 1, (a - 1)^2, ...
    codes are found with 1, 2, 3, ... queries. Otherwise codes are the leaves of a tree with a branches per query.

    Args:
        codes: number of codes, 1 or more.
        answers: greatest number a of answers to a query, the one that ends the game included; 2 or more for several codes.
        named: whether the search ends when a query names the code, rather than when one code is left.

    Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, section 4.3.2.
    """
    if named:
        total, level, width = 0, 1, 1
        while codes > width:
            total, codes, level, width = total + level * width, codes - width, level + 1, width * (answers - 1)
        return total + level * codes
    level, width = 0, 1
    while width < codes:
        level, width = level + 1, width * answers
    return codes * level - ((width - codes) // (answers - 1) if level else 0)


T = TypeVar("T", bound=str)
S = TypeVar("S", bound=StrategyWithTie)


def tie_rule(ties: tuple[T, ...], word: str | None) -> T:
    """The tie rule of a family with this name; None: the first one.

    Raises:
        InputError: there is none.
    """
    for tie in ties:
        if word in (None, tie):
            return tie
    raise InputError(f"--tie must be {', '.join(ties[:-1])} or {ties[-1]}, not {in_quotes(word)}")


def check_stored(found: S, name: str, tie: str) -> S:
    """A strategy, checked against the name and the tie rule that the tables give it.

    Raises:
        InputError: it has others.
    """
    if (found.name, found.tie) != (name, tie):
        raise InputError(f"no strategy is named {in_quotes(name)}, ties {in_quotes(tie)}")
    return found
