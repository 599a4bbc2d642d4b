"""Values of H' and U: whole numbers order them."""

from collections.abc import Iterator
from itertools import combinations_with_replacement, pairwise

import pytest
from flint import arb, ctx

from tafelwerk.solvers.beams import entropy_queries


@pytest.fixture(autouse=True)
def _precision() -> Iterator[None]:
    saved, ctx.prec = ctx.prec, 200
    yield
    ctx.prec = saved


def h(n: int) -> arb:
    """The entropy of 1/n, in bits."""
    p = arb(1) / n
    return -p * p.log_base(2) - (1 - p) * (1 - p).log_base(2) if n > 1 else arb(0)


def test_coefficients() -> None:
    """60 h(1/n), as sums of the three logarithms."""
    for n in range(1, 7):
        row = sum(
            (c * arb(p).log_base(2) for c, p in zip(entropy_queries.COEFFICIENTS[n], (2, 3, 5), strict=True)), arb(0)
        )
        assert abs(row - 60 * h(n)) < arb(2) ** -180
    for whole, p in zip(entropy_queries.LOGARITHMS, (2, 3, 5), strict=True):
        assert abs(whole - arb(p).log_base(2) * (1 << entropy_queries.FRACTION_BITS)) < 1


def test_sums_are_in_order() -> None:
    """Of all diagonals: sums are equal where the coefficients are, and further apart than roundings reach where not."""
    value = entropy_queries.make_values(entropy_queries.Approximation.H_PRIME, 6, entropy_queries.MOST_FIELDS)
    sums: dict[tuple[int, ...], int] = {}
    number = 0
    for admissible in combinations_with_replacement(range(7), entropy_queries.MOST_FIELDS):
        vector = tuple(sum(entropy_queries.COEFFICIENTS[n][i] for n in admissible) for i in range(3))
        total = sum(int(value[n]) for n in admissible)
        assert sums.setdefault(vector, total) == total
        number += all(n != 1 for n in admissible)
    # a field that is known adds as little as one that is not admissible
    assert number == 2002
    assert (6 * value[2]) == (3 * value[3] + 4 * value[4])
    assert len(sums) < number
    # the rounding of a logarithm is below 1
    in_order = sorted((total, abs(vector[1]) + abs(vector[2])) for vector, total in sums.items())
    for (total, error), (next_total, next_error) in pairwise(in_order):
        assert next_total - total > error + next_error
