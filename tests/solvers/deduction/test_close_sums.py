"""Up to which size close sums of entropy weights mean equal entropies."""

from fractions import Fraction

import pytest

from tafelwerk.solvers.deduction import entropy
from tafelwerk.solvers.deduction.entropy import MOST_CERTAIN, certain_size, compare, entropy_weights, partitions


def test_partitions() -> None:
    """Their numbers: OEIS A000041."""
    assert [sum(1 for _ in partitions(n)) for n in range(13)] == [1, 1, 2, 3, 5, 7, 11, 15, 22, 30, 42, 56, 77]
    assert all(sum(parts) == 9 and list(parts) == sorted(parts, reverse=True) for parts in partitions(9))


@pytest.mark.parametrize("alpha", [Fraction(0), Fraction(1, 2), Fraction(1), Fraction(3, 2), Fraction(2), None])
def test_usual_orders_are_certain(alpha: Fraction | None) -> None:
    assert certain_size(alpha, 1 << 20) == MOST_CERTAIN
    weights = entropy_weights(alpha, 1 << 20)
    for one in partitions(12):
        for other in partitions(12):
            if alpha is not None and compare(alpha, one, other) < 0:
                low, high = (sum(float(weights.weight[part]) for part in parts) for parts in (one, other))
                assert low < high
                assert high - low > 3 * weights.tolerance * abs(low)


def test_what_is_too_close_is_not_certain(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a tolerance as wide as the gap between 3 + 1 and 2 + 2, sizes end before 4."""
    wide = entropy_weights(Fraction(1), 64)

    class Wide:
        weight, tolerance = wide.weight, 0.2

    monkeypatch.setattr(entropy, "entropy_weights", lambda *_: Wide)
    certain_size.cache_clear()
    assert certain_size(Fraction(1), 64) == 3
    certain_size.cache_clear()
