"""Builds of the search family: free search, the root model, a curve; the standard set and the other sets."""

from collections.abc import Iterator
from fractions import Fraction

from tafelwerk.build.search.tasks import FreeTotals, RootTotals
from tafelwerk.build.task import Build
from tafelwerk.errors import InputError
from tafelwerk.rules.deduction import Entropy
from tafelwerk.rules.search import (
    DENSE,
    FAMILY,
    FREE_WIDTHS,
    LARGEST_WIDTH,
    MOST_FREE,
    OPTIMAL,
    Strategy,
    check_root,
    curve_orders,
)

FREE_CODES = 1000
"""Largest number of codes of free search in the standard set."""

FAR_SIZE, FAR_POINTS = 1_000_000, 1201
"""The root model beyond the source: largest size, and number of log-spaced sizes."""

CURVE_SIZE, CURVE_ALPHA, CURVE_POINTS = 1000, 6, 300
"""The curve over the order of entropy: number of codes, largest order, number of steps."""

STRATEGIES: tuple[Strategy, ...] = (OPTIMAL, *(Entropy(Fraction(order)) for order in ("1", "3/2", "2")))
"""The strategies that the source compares in the root model."""

_WIDTHS_PER_TASK = 25


def free_build(codes: int, width: int | None = None) -> Build:
    """Build of free search with 1 to `codes` codes and one width. Default: the widths of the standard set.

    Raises:
        InputError: an argument is out of range.
    """
    if not 1 <= codes <= MOST_FREE:
        raise InputError(f"--codes must be 1 to {MOST_FREE:,}, not {codes:,}")
    if width is not None and not 2 <= width <= LARGEST_WIDTH:
        raise InputError(f"--width must be 2 to {LARGEST_WIDTH:,}, not {width:,}")
    widths = FREE_WIDTHS if width is None else (width,)
    chunks = (widths[begin : begin + _WIDTHS_PER_TASK] for begin in range(0, len(widths), _WIDTHS_PER_TASK))
    return Build.described(
        FAMILY, {"free": codes, "widths": list(widths)}, (FreeTotals(codes, chunk) for chunk in chunks)
    )


def root_build(size: int, strategy: Strategy = OPTIMAL, points: int | None = None) -> Build:
    """Build of the root model under a strategy, at the sizes of `root_sizes`.

    Raises:
        InputError: the number of codes is beyond the strategy's limit.
    """
    check_root(size, strategy)
    name = str(strategy)
    return Build.described(FAMILY, {"root": name, "size": size, "points": points}, (RootTotals((name,), size, points),))


def curve_build(size: int, most: int, points: int) -> Build:
    """Build of one size of the root model under H_alpha for alpha = i most / points, i = 0, ..., points, and infinity.

    Raises:
        InputError: the number of codes is beyond a strategy's limit.
    """
    check_root(size, Entropy(None))
    return Build.described(
        FAMILY, {"curve": size, "alpha_max": most, "points": points}, (RootTotals(curve_orders(most, points), size, 1),)
    )


def quick() -> Iterator[Build]:
    """The smallest useful set."""
    yield free_build(FREE_CODES, 10)
    for strategy in STRATEGIES:
        yield root_build(CURVE_SIZE, strategy)


def standard() -> Iterator[Build]:
    """The data behind the source's figures 4.1, 4.3, 4.4, 4.16 and the root model's part of 4.17; and larger root models."""
    yield free_build(FREE_CODES)
    for strategy in STRATEGIES:
        yield root_build(DENSE, strategy)
    for strategy in STRATEGIES:
        yield root_build(FAR_SIZE, strategy, FAR_POINTS)
    yield curve_build(CURVE_SIZE, CURVE_ALPHA, CURVE_POINTS)


def full() -> Iterator[Build]:
    """The standard set; the family has no larger one."""
    yield from standard()


def pocket() -> Iterator[Build]:
    """Builds of the pocket book: small widths of free search, the root model under every strategy."""
    for width in (2, 3, 6, 10):
        yield free_build(FREE_CODES, width)
    for strategy in STRATEGIES:
        yield root_build(CURVE_SIZE, strategy)
