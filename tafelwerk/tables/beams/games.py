"""The family's variants and strategies, as the tables name them; what they do is the solvers' business."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from tafelwerk.errors import InputError, quoted
from tafelwerk.rules.entropy import order_name, read_order

FAMILY = "beams"

VARIANTS = ("3c6p", "6c3p", "6c6p", "6c10p")
"""The variants by name: colours and fields of a piece."""

LISTED = ("3c6p", "6c3p")
"""Those whose codes are listed one by one: the book holds their answers as bitsets, and whole trees."""

ANALYSED = (*LISTED, "6c6p")
"""Those of which strategies can be analysed."""

MOST_ABOVE = 1_000_000
"""Codes above which the sets of a lower bound may be searched with every query."""

PARTS = 32
"""Parts of a strategy of a large variant, unless said otherwise."""

BOUND_EXACT = 16
"""Codes of the sets that a lower bound solves exactly."""

ATTEMPTS = 30
"""Hidden codes that are tried for a puzzle of a number of beams, unless their number is given."""

Tie = Literal["lex-c", "lex-d", "mix"]
TIES: tuple[Tie, ...] = ("lex-c", "lex-d", "mix")

Approximation = Literal["h-prime", "u"]
APPROXIMATIONS: tuple[Approximation, ...] = ("h-prime", "u")
"""Those of the source's section 4.6.3, H' and U."""


class _Named:
    """A strategy: its name and tie rule as the tables have them, "none" where no rule goes with it."""

    __slots__ = ()

    @property
    def name(self) -> str:
        """What the tables call it."""
        raise NotImplementedError

    @property
    def tie(self) -> str:
        """Its tie rule."""
        return "none"

    def __str__(self) -> str:
        return self.name if self.tie in ("lex-c", "none") else f"{self.name} --tie {self.tie}"

    @property
    def options(self) -> str:
        """The words of the command line that name it."""
        return f"--strategy {self}"

    @property
    def title(self) -> str:
        """Name and tie rule, for people."""
        return self.name if self.tie == "none" else f"{self.name}, ties {self.tie}"


@dataclass(frozen=True, slots=True)
class Optimal(_Named):
    """Least total of queries and wrong fields."""

    @property
    def name(self) -> str:
        """What the tables call it."""
        return "optimal"


@dataclass(frozen=True, slots=True)
class Improved(_Named):
    """The best of the strategies that ask few queries of greatest entropy."""

    @property
    def name(self) -> str:
        """What the tables call it."""
        return "improved"


@dataclass(frozen=True, slots=True)
class Approximate(_Named):
    """What a strategy asks that looks at no codes, but at the colours that each field may have, ties by `tie`: "h-prime" where
    these fields' entropies have the greatest sum, "u" where the colour is possible on most fields."""

    kind: Approximation
    tie: Tie = "lex-c"

    @property
    def name(self) -> str:
        """What the tables call it."""
        return self.kind


@dataclass(frozen=True, slots=True)
class Entropy(_Named):
    """Greatest Rényi entropy of order `alpha` (None: infinity), ties by `tie`: the query of the least colour, of the least
    diagonal, or any of them."""

    alpha: Fraction | None
    tie: Tie = "lex-c"

    @property
    def name(self) -> str:
        """What the tables call it."""
        return order_name(self.alpha)


Strategy = Optimal | Improved | Entropy | Approximate

STAND_IN = Entropy(Fraction(1))
"""What asks where the optimal query is out of reach."""


def variant(word: str) -> str:
    """A variant by its name.

    Raises:
        InputError: there is none of that name.
    """
    if word not in VARIANTS:
        raise InputError(f"--variant must be {', '.join(VARIANTS[:-1])} or {VARIANTS[-1]}, not {quoted(word)}")
    return word


def parse_strategy(text: str) -> Strategy:
    """The strategy of a text as `str` writes it: "optimal", "h1", "h0.5 --tie mix".

    Raises:
        InputError: there is none.
    """
    match text.split():
        case [word]:
            return strategy(word)
        case [word, "--tie", tie]:
            return strategy(word, tie)
    raise InputError(
        f"a strategy is optimal, improved, h-prime, u or hA, with --tie T where it has a tie rule, not {quoted(text)}"
    )


def strategy(word: str, tie: str | None = None) -> Strategy:
    """A strategy by its words.

    Args:
        word: "optimal", "improved", "h-prime", "u", or "h" and the order of the entropy: "h0", "h0.5", "h4/3", "hinf".
        tie: "lex-c" (as None), "lex-d" or "mix"; not with "optimal" and "improved".

    Raises:
        InputError: there is no such strategy.
    """
    for one in (Optimal(), Improved()):
        if word == one.name:
            if tie is not None:
                raise InputError(f"--tie {tie}: the {word} strategy has no tie rule")
            return one
    rule = _tie(tie)
    for kind in APPROXIMATIONS:
        if word == kind:
            if rule == "mix":
                raise InputError(f"--tie mix is for entropy strategies, not for {word}; take lex-c or lex-d")
            return Approximate(kind, rule)
    try:
        return Entropy(read_order(word), rule)
    except InputError:
        raise InputError(
            f"--strategy must be optimal, improved, {', '.join(APPROXIMATIONS)}, or h and a number from 0 on, such as h0, h0.5, "
            f"h1, h4/3, hinf (digits, one point or slash, 18 places at most), not {quoted(word)}"
        ) from None


def _tie(word: str | None) -> Tie:
    for tie in TIES:
        if word in (None, tie):
            return tie
    raise InputError(f"--tie must be lex-c, lex-d or mix, not {quoted(word)}")
