"""The search models: free search and the root model, their strategies, their limits."""

from dataclasses import dataclass
from fractions import Fraction

from tafelwerk.rules.entropy import order_name, read_order

FAMILY = "search"

Parts = tuple[tuple[int, int], ...]
"""Parts of a query by their sizes: (size, how many), sizes descending."""

DENSE = 10_000
"""Size of the root model up to which what is kept are all sizes."""

MOST_FREE_CODES, MOST_ROOT_CODES, MOST_ENTROPY_CODES = 100_000_000, 10_000_000, 1_000_000
"""Codes of free search, of the root model under perfect play, and under H_alpha."""

LARGEST_WIDTH = 2**32 - 1

MOST_FREE_ANSWERED = 10**100
"""Codes and answers per query of free search that is answered by a formula, beyond what is stored."""

MOST_SIZES, MOST_ORDERS = 100_000, 10_000
"""Sizes of the root model that a thinned table keeps, and orders of entropy along a curve."""

LARGEST_CURVE_ORDER = 1000
"""Largest order of entropy along a curve."""


def root_sizes(most: int, points: int | None) -> tuple[int, ...]:
    """Sizes that a table of the root model keeps, ascending: all up to `most`, or the distinct round(most^(i/(points - 1)))
    for i = 0, ..., points - 1."""
    if points is None:
        return tuple(range(1, most + 1))
    return tuple(sorted({min(round(most ** (i / (points - 1))), most) for i in range(points)}))


FREE_WIDTHS = tuple(sorted({*range(2, 21), 50, 200, 500, *root_sizes(1000, 121)} - {1}))
"""Widths of free search in the standard set: all to 20, then evenly spread on the logarithmic scale."""


def curve_orders(most: int, points: int) -> tuple[str, ...]:
    """Strategies along a curve: H_alpha for alpha = i most / points, i = 0, ..., points, and infinity."""
    return (*(order_name(Fraction(i * most, points)) for i in range(points + 1)), order_name(None))


@dataclass(frozen=True, slots=True)
class Optimal:
    """Perfect play: the least total."""

    @property
    def name(self) -> str:
        """What the tables call it."""
        return "optimal"

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Entropy:
    """H_alpha: the query of greatest Renyi entropy of order `alpha` (None: infinity)."""

    alpha: Fraction | None

    @property
    def name(self) -> str:
        """What the tables call it: h1, h0.5, h4/3, hinf."""
        return order_name(self.alpha)

    def __str__(self) -> str:
        return self.name


Strategy = Optimal | Entropy

OPTIMAL = Optimal()
"""Perfect play."""


def strategy(word: str) -> Strategy:
    """A strategy by its word: "optimal", or "h" and the order of the entropy, "h0", "h0.5", "h4/3", "hinf".

    Raises:
        InputError: there is no such strategy.
    """
    if word == "optimal":
        return Optimal()
    return Entropy(read_order(word))


def parts_text(parts: Parts) -> str | None:
    """Parts as the tables write them: "103^3, 100, 97^3"; None where there are none."""
    return ", ".join(str(size) if count == 1 else f"{size}^{count}" for size, count in parts) or None


def read_parts(text: str | None) -> Parts:
    """Parts from what the tables write."""
    found = []
    for word in text.split(", ") if text else ():
        size, _, count = word.partition("^")
        found.append((int(size), int(count or 1)))
    return tuple(found)
