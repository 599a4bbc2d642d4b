"""The search models: strategies of the root model, stored sizes and widths, and limits."""

from fractions import Fraction
from typing import Annotated

from tafelwerk.errors import InputError
from tafelwerk.parameters import Parameter
from tafelwerk.rules.deduction import Entropy, Optimal, order_name, read_order

Parts = tuple[tuple[int, int], ...]
"""Parts of a query: (size, number of parts of that size), sizes descending."""

MOST_FREE, MOST_ROOT, MOST_PLAYED = 100_000_000, 10_000_000, 1_000_000
"""Largest numbers of codes of tables: free search, the root model under perfect play, and the root model under H_alpha."""

LARGEST_WIDTH = 2**32 - 1

MOST_FREE_ANSWERED = 10**100
"""Largest number of codes, and of answers per query, of free search that the closed form answers, stored or not."""

DENSE = 10_000
"""Size up to which every size of the root model is stored."""

MOST_SIZES, MOST_ORDERS = 100_000, 10_000
"""Largest number of sizes in a thinned table of the root model, and of orders of entropy along a curve."""

LARGEST_CURVE_ORDER = 1000
"""Largest order of entropy along a curve."""


OPTIMAL = Optimal()
"""Perfect play."""


def parse_strategy(word: str) -> Optimal | Entropy:
    """Strategy from its word: "optimal", or "h" and the order of the entropy, "h0", "h0.5", "h4/3", "hinf".

    Raises:
        InputError: there is no such strategy.
    """
    return OPTIMAL if word == "optimal" else Entropy(read_order(word))


Strategy = Annotated[
    Optimal | Entropy,
    Parameter(
        "optimal|h1|h1.5|...", "Strategy: optimal, or hA for entropy of order A, from h0 to hinf.", parse=parse_strategy
    ),
]

Codes = Annotated[int, Parameter("M", "Number of equally likely codes.", 1, MOST_FREE_ANSWERED)]
Width = Annotated[int, Parameter("A", "Largest number of answers per query.", 2, MOST_FREE_ANSWERED)]


def check_root(codes: int, strategy: Strategy = OPTIMAL) -> None:
    """Raise InputError if the number of codes is beyond the strategy's limit in the root model."""
    if isinstance(strategy, Optimal) and not 1 <= codes <= MOST_ROOT:
        raise InputError(f"codes: the root model is computed for 1 to {MOST_ROOT:,} codes, not for {codes:,}")
    if isinstance(strategy, Entropy) and not 1 <= codes <= MOST_PLAYED:
        raise InputError(f"codes: H_alpha plays the root model with 1 to {MOST_PLAYED:,} codes, not with {codes:,}")
    if isinstance(strategy, Entropy) and strategy.alpha is not None and strategy.alpha < 0:
        raise InputError(f"alpha: the order of an entropy must be 0 or more, not {strategy.alpha}")


def root_sizes(most: int, points: int | None) -> tuple[int, ...]:
    """Sizes stored in a table of the root model, ascending.

    Args:
        most: the largest size.
        points: None stores all sizes, 1 only the largest, other values the distinct round(most^(i / (points - 1))),
            i = 0, ..., points - 1.
    """
    if points is None or points == 1:
        return tuple(range(1 if points is None else most, most + 1))
    return tuple(sorted({min(round(most ** (i / (points - 1))), most) for i in range(points)}))


FREE_WIDTHS = tuple(sorted({*range(2, 21), 50, 200, 500, *root_sizes(1000, 121)} - {1}))
"""Widths of free search in the standard set: all up to 20, then evenly spaced on a logarithmic scale."""


def curve_orders(most: int, points: int) -> tuple[str, ...]:
    """Names of the strategies along a curve: H_alpha for alpha = i most / points, i = 0, ..., points, and infinity."""
    return (*(order_name(Fraction(i * most, points)) for i in range(points + 1)), order_name(None))


def read_parts(stored: list[dict[str, int]] | None) -> Parts:
    """Parts of a query from a row; empty for one code."""
    return tuple((part["size"], part["count"]) for part in stored or ())
