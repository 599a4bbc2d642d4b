"""Look-ups of the search models: free search and the root model."""

from dataclasses import dataclass
from decimal import Context
from fractions import Fraction
from math import ulp
from typing import TYPE_CHECKING

from tafelwerk.errors import MissingTableError
from tafelwerk.tables.entropy_orders import order_name, read_order
from tafelwerk.tables.layers import layered

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

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


@dataclass(frozen=True, slots=True)
class Entropy:
    """H_alpha: the query of greatest Renyi entropy of order `alpha` (None: infinity)."""

    alpha: Fraction | None

    @property
    def name(self) -> str:
        """What the tables call it: h1, h0.5, h4/3, hinf."""
        return order_name(self.alpha)


Strategy = Optimal | Entropy


@dataclass(frozen=True, slots=True)
class FreeTotal:
    """Free search with `codes` codes and at most `width` answers a query, in queries. Exact.

    `total`: summed over all codes under perfect play; `even`: the same with even splits; `query`: the parts of a best
    first query, none for one code.
    """

    codes: int
    width: int
    total: int
    even: int
    query: Parts

    @property
    def mean(self) -> float:
        """Expected number of queries, the double nearest to total / codes."""
        return self.total / self.codes

    @property
    def bound(self) -> float:
        """log_width(codes), below which no mean lies; to the last place or nearly so, exact where it is whole."""
        digits = Context(prec=40)
        return float(digits.divide(digits.ln(self.codes), digits.ln(self.width)))

    @property
    def error(self) -> float:
        """Bound on the rounding of mean and bound."""
        return _rounding(self.mean, self.bound)


@dataclass(frozen=True, slots=True)
class RootTotal:
    """The root model with `size` codes under a strategy. Exact.

    `total`: queries summed over all codes; `rest`, `small`: codes of the free part and the small parts of the first
    query, None and none for one code.
    """

    strategy: Strategy
    size: int
    total: int
    rest: int | None
    small: Parts

    @property
    def mean(self) -> float:
        """Expected number of queries, the double nearest to total / size."""
        return self.total / self.size

    @property
    def error(self) -> float:
        """Bound on the rounding of the mean."""
        return _rounding(self.mean)


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


def free_build_line(codes: int, width: int) -> str:
    """The command line that puts free search into the book."""
    return f"tafelwerk build search free --codes {codes} --width {width}"


def root_build_line(size: int, strategy: Strategy) -> str:
    """The command line that puts a size of the root model into the book."""
    words = "" if isinstance(strategy, Optimal) else f" --strategy {strategy.name}"
    return f"tafelwerk build search root --size {size}{words}{'' if size <= DENSE else ' --points 2'}"


@layered
def get_free(book: "Book", codes: int, width: int) -> FreeTotal | None:
    """The stored total of free search, or None."""
    if not (0 <= codes <= MOST_FREE_CODES and 0 <= width <= LARGEST_WIDTH):
        return None
    row = book.one(
        FAMILY, "SELECT total, even, query FROM search.free_totals WHERE width = ? AND codes = ?", width, codes
    )
    return None if row is None else FreeTotal(codes, width, row[0], row[1], read_parts(row[2]))


def probe_free(book: "Book", codes: int, width: int) -> FreeTotal:
    """The stored total of free search.

    Raises:
        MissingTableError: not built; its message names what would make it.
    """
    found = get_free(book, codes, width)
    if found is None:
        raise MissingTableError(f"free search, {codes} codes, width {width}", free_build_line(codes, width), book.path)
    return found


@layered
def get_root(book: "Book", size: int, strategy: Strategy | None = None) -> RootTotal | None:
    """The stored total of the root model, under perfect play unless said otherwise, or None."""
    chosen = Optimal() if strategy is None else strategy
    if not 0 <= size <= MOST_ROOT_CODES:
        return None
    row = book.one(
        FAMILY,
        "SELECT total, rest, small FROM search.root_totals WHERE strategy = ? AND size = ?",
        chosen.name,
        size,
    )
    return None if row is None else RootTotal(chosen, size, row[0], row[1], read_parts(row[2]))


def probe_root(book: "Book", size: int, strategy: Strategy | None = None) -> RootTotal:
    """The stored total of the root model, under perfect play unless said otherwise.

    Raises:
        MissingTableError: not built; its message names what would make it.
    """
    chosen = Optimal() if strategy is None else strategy
    found = get_root(book, size, chosen)
    if found is None:
        raise MissingTableError(
            f"the root model, {size} codes, {chosen.name}", root_build_line(size, chosen), book.path
        )
    return found


def _rounding(*values: float) -> float:
    """Bound on the rounding of every value; 0 is never rounded."""
    return max((ulp(value) for value in values if value), default=0.0)
